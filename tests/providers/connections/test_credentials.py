"""What is sealed opens for the row, and with the key, that it was sealed for, and says the same of every other: no."""

import secrets
from base64 import b64encode

import pytest
from pydantic import SecretStr

from providers.connections.credentials import Binding, SealBrokenError, Vault
from providers.connections.secret_key import KEY_BYTES, GivenKeys, KeyringKey, SecretKeyMissingError, parse_secret_keys, secret_keys

SECRET = b"1//a-refresh-token"
ANNAS = Binding(user_id="anna", slug="gm01234567", provider="google")
KEY, OTHER_KEY = (secrets.token_bytes(KEY_BYTES) for _ in range(2))


@pytest.fixture
def vault() -> Vault:
    return Vault(GivenKeys(KEY))


def test_what_is_sealed_opens_again_and_shows_nothing_until_then(vault: Vault) -> None:
    sealed = vault.seal(SECRET, ANNAS)
    assert vault.open(sealed, ANNAS).secret == SECRET
    assert SECRET not in sealed
    assert sealed[0] == 1


def test_the_same_secret_never_looks_the_same(vault: Vault) -> None:
    assert len({vault.seal(SECRET, ANNAS) for _ in range(100)}) == 100


@pytest.mark.parametrize(
    "moved_to",
    [
        Binding(user_id="bert", slug="gm01234567", provider="google"),
        Binding(user_id="anna", slug="gm76543210", provider="google"),
        Binding(user_id="anna", slug="gm01234567", provider="microsoft"),
        Binding(user_id='anna", "gm01234567', slug="", provider="google"),
        Binding(user_id="annagm01234567", slug="", provider="google"),
    ],
)
def test_a_row_that_was_moved_does_not_open(vault: Vault, moved_to: Binding) -> None:
    with pytest.raises(SealBrokenError):
        vault.open(vault.seal(SECRET, ANNAS), moved_to)


def test_no_bit_can_be_changed(vault: Vault) -> None:
    sealed = vault.seal(SECRET, ANNAS)
    for bit in range(8 * len(sealed)):
        changed = bytearray(sealed)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(SealBrokenError):
            vault.open(bytes(changed), ANNAS)


def test_nothing_can_be_cut_off_or_added(vault: Vault) -> None:
    sealed = vault.seal(SECRET, ANNAS)
    for changed in [sealed + b"\0", *(sealed[:length] for length in range(len(sealed)))]:
        with pytest.raises(SealBrokenError):
            vault.open(changed, ANNAS)


def test_another_key_opens_nothing_and_the_error_says_nothing(vault: Vault) -> None:
    with pytest.raises(SealBrokenError) as raised:
        Vault(GivenKeys(OTHER_KEY)).open(vault.seal(SECRET, ANNAS), ANNAS)
    assert "anna" not in str(raised.value)


def test_an_older_key_still_opens_and_is_said_to_be_old(vault: Vault) -> None:
    sealed = vault.seal(SECRET, ANNAS)
    rotated = Vault(GivenKeys(OTHER_KEY, KEY))
    opened = rotated.open(sealed, ANNAS)
    assert (opened.secret, opened.outdated) == (SECRET, True)
    assert not rotated.open(rotated.seal(SECRET, ANNAS), ANNAS).outdated
    with pytest.raises(SealBrokenError):
        vault.open(rotated.seal(SECRET, ANNAS), ANNAS)


def test_keys_are_written_in_base64_with_commas_between_them() -> None:
    written = ", ".join(b64encode(key).decode() for key in (KEY, OTHER_KEY))
    assert parse_secret_keys(written) == (KEY, OTHER_KEY)
    assert secret_keys(SecretStr(written)).sealing() == KEY


@pytest.mark.parametrize("written", ["", ",", "correct horse", "c2hvcnQ=", b64encode(bytes(32)).decode() + ",c2hvcnQ="])
def test_anything_else_is_no_key_and_is_not_quoted(written: str) -> None:
    with pytest.raises(ValueError, match="key") as raised:
        parse_secret_keys(written)
    assert str(raised.value) == "key"


class MemoryKeyring:
    def __init__(self, *, broken: bool = False, forgets: bool = False) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self._broken = broken
        self._forgets = forgets

    def get_password(self, service: str, entry: str, /) -> str | None:
        if self._broken:
            raise RuntimeError("D-Bus: canary")
        return self.kept.get((service, entry))

    def set_password(self, service: str, entry: str, password: str, /) -> None:
        if not self._forgets:
            self.kept[service, entry] = password


def test_a_keyring_is_given_one_key_and_keeps_it() -> None:
    keyring = MemoryKeyring()
    key = KeyringKey(keyring).sealing()
    assert len(key) == KEY_BYTES
    assert KeyringKey(keyring).sealing() == key
    assert KeyringKey(keyring).opening() == (key,)
    assert len(keyring.kept) == 1


def test_of_two_processes_that_make_a_key_at_once_both_seal_with_the_one_that_is_kept() -> None:
    keyring = MemoryKeyring()
    ours, theirs = KeyringKey(keyring), KeyringKey(keyring)
    ours.sealing()
    first = keyring.kept.pop(("aloud", "secret key"))  # as they found it, before we had made ours
    theirs.sealing()
    assert keyring.kept["aloud", "secret key"] != first
    sealed = Vault(ours).seal(SECRET, ANNAS)
    assert Vault(theirs).open(sealed, ANNAS).secret == SECRET
    assert Vault(KeyringKey(keyring)).open(sealed, ANNAS).secret == SECRET


def test_no_key_is_made_in_order_to_open() -> None:
    keyring = MemoryKeyring()
    with pytest.raises(SecretKeyMissingError):
        KeyringKey(keyring).opening()
    assert keyring.kept == {}


@pytest.mark.parametrize("keyring", [MemoryKeyring(broken=True), MemoryKeyring(forgets=True)], ids=["broken", "forgets"])
def test_a_keyring_that_does_not_work_is_one_error_that_says_what_to_set(keyring: MemoryKeyring) -> None:
    with pytest.raises(SecretKeyMissingError) as raised:
        KeyringKey(keyring).sealing()
    assert "set ALOUD_SECRET_KEY to what `openssl rand -base64 32` prints" in str(raised.value)
    assert "canary" not in str(raised.value)


def test_a_key_in_the_keyring_that_is_none_is_not_replaced() -> None:
    keyring = MemoryKeyring()
    keyring.kept["aloud", "secret key"] = "not base64"
    with pytest.raises(SecretKeyMissingError):
        KeyringKey(keyring).sealing()
    assert keyring.kept == {("aloud", "secret key"): "not base64"}
