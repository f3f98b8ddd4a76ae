"""The key under which credentials are stored: from the setting ALOUD_SECRET_KEY, else from the operating system's keyring.

On a desktop the keyring works without any setup. Most servers have none; there an error asks for the setting and says how to make a key.
To change the key, put the new one in front of the old: the first key seals, all of them open.
"""

import asyncio
import binascii
import secrets
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeVar

from pydantic import SecretStr

from storage.private_files import own_file

KEY_BYTES = 32
"""AES-256."""

KEY_FILE = "key"

MAKE_ONE = "set ALOUD_SECRET_KEY to what `openssl rand -base64 32` prints"

_SERVICE, _ENTRY = "aloud", "secret key"

T = TypeVar("T")


class SecretKeyMissingError(Exception):
    """There is no key, or none can be kept. `str()` says what to do about it."""


class SecretKeys(Protocol):
    """Where keys come from. Both methods may wait for a keyring: do not call them on an event loop."""

    def sealing(self) -> bytes:
        """The key that seals. Raises `SecretKeyMissingError`."""

    def opening(self) -> tuple[bytes, ...]:
        """Every key that may have sealed, the newest first. Raises `SecretKeyMissingError`."""


class Keyring(Protocol):
    def get_password(self, service: str, entry: str, /) -> str | None:
        """The password under the two names, if there is one."""

    def set_password(self, service: str, entry: str, password: str, /) -> None:
        """Keep it."""


async def beside_the_loop(work: Callable[[], T]) -> T:
    """The result of `work`, which reads keys, on a thread of its own.

    Not `asyncio.to_thread`: a process waits for those threads when it ends, and a locked keyring may wait for its user for ever.
    """
    result: Future[T] = Future()
    result.set_running_or_notify_cancel()  # the work cannot be cancelled; only the waiting can

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:  # every error belongs to the caller who waits
            result.set_exception(error)

    threading.Thread(target=run, name="secret key", daemon=True).start()
    return await asyncio.wrap_future(result)


def parse_secret_keys(written: str) -> tuple[bytes, ...]:
    """The keys in a text of base64 and commas, at least one. Raises `ValueError`, which quotes nothing."""
    try:
        keys = tuple(b64decode(part.strip(), validate=True) for part in written.split(",") if part.strip())
    except binascii.Error:
        raise ValueError("key") from None
    if not keys or any(len(key) != KEY_BYTES for key in keys):
        raise ValueError("key")
    return keys


def secret_keys(given: SecretStr | None) -> SecretKeys:
    return GivenKeys(*parse_secret_keys(given.get_secret_value())) if given else KeyringKey()


class GivenKeys:
    def __init__(self, newest: bytes, *older: bytes) -> None:
        self._keys = (newest, *older)

    def sealing(self) -> bytes:
        return self._keys[0]

    def opening(self) -> tuple[bytes, ...]:
        return self._keys


class KeyringKey:
    """One key in the keyring of whoever runs this process, made when something is sealed for the first time."""

    def __init__(self, keyring: Keyring | None = None) -> None:
        self._keyring = keyring
        self._known: bytes | None = None

    def sealing(self) -> bytes:
        """The key, made if there is none yet, and then read back: a keyring may be locked.

        It is read each time. Two processes may both find no key and make one. The second overwrites the first, and what was sealed with
        the first would never open again.
        """
        keyring = self._keyring or _keyring_of_the_system()
        if (key := _kept(keyring)) is None:
            _keep(keyring, secrets.token_bytes(KEY_BYTES))
            key = _kept(keyring)
        if key is None:
            raise SecretKeyMissingError(f"The keyring of this machine keeps no key: {MAKE_ONE}.")
        self._known = key
        return key

    def opening(self) -> tuple[bytes, ...]:
        key = self._known or _kept(self._keyring or _keyring_of_the_system())
        if key is None:
            raise SecretKeyMissingError(f"The key for stored credentials is no longer in the keyring of this machine: {MAKE_ONE}.")
        self._known = key
        return (key,)


class FolderKey:
    """The key for what has to be sealed without any setup: that of the setting, else one that is made in the data folder.

    Not the keyring: a locked one would make a call wait, and a worker without a desktop could not open what a terminal has sealed. The
    key of the folder goes on opening what it sealed before there was a setting.
    """

    def __init__(self, given: SecretStr | None, folder: Path) -> None:
        self._given = parse_secret_keys(given.get_secret_value()) if given else ()
        self._file = folder / KEY_FILE

    def sealing(self) -> bytes:
        return self._given[0] if self._given else self._kept() or self._made()

    def opening(self) -> tuple[bytes, ...]:
        kept = self._kept()
        return (*self._given, *((kept,) if kept else ()))

    def _kept(self) -> bytes | None:
        try:
            return parse_secret_keys(self._file.read_text("ascii"))[0]
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            raise SecretKeyMissingError(f"The key in ALOUD_DATA_DIR cannot be read: {MAKE_ONE}.") from None

    def _made(self) -> bytes:
        """Written under another name first: several processes may make one, and all have to end with the same."""
        begun = self._file.with_name(f"{KEY_FILE}.{secrets.token_hex(8)}")
        try:
            own_file(begun)
            begun.write_bytes(b64encode(secrets.token_bytes(KEY_BYTES)))
            with suppress(FileExistsError):
                self._file.hardlink_to(begun)
            begun.unlink()
        except OSError:
            raise SecretKeyMissingError(f"A key cannot be kept in ALOUD_DATA_DIR: {MAKE_ONE}.") from None
        return self.sealing()


def _keyring_of_the_system() -> Keyring:
    try:
        import keyring  # noqa: PLC0415 - takes a while to load, and asks the desktop; few come here
    except ImportError:
        raise SecretKeyMissingError(f"There is no key for stored credentials: {MAKE_ONE}.") from None
    return keyring


def _kept(keyring: Keyring) -> bytes | None:
    try:
        written = keyring.get_password(_SERVICE, _ENTRY)
        return parse_secret_keys(written)[0] if written else None
    except Exception:  # backends are plugins, and raise what they like: without a desktop, D-Bus errors of every kind
        raise _unusable() from None


def _keep(keyring: Keyring, key: bytes) -> None:
    try:
        keyring.set_password(_SERVICE, _ENTRY, b64encode(key).decode())
    except Exception:  # as above
        raise _unusable() from None


def _unusable() -> SecretKeyMissingError:
    return SecretKeyMissingError(f"There is no key for stored credentials, and this machine has no keyring that works: {MAKE_ONE}.")
