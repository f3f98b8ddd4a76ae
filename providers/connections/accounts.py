"""The accounts that users have connected at providers: who they are, under which label, and the grant that opens them.

Addresses and grants are stored sealed. A slug is random, because mail ids carry it into the journal and saved calls. An account whose row
does not open is still listed, with the reason as its state, so that the user can name and remove it.
"""

import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import partial

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import ColumnElement, and_, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from providers.connections.credentials import Binding, SealBrokenError, Vault
from providers.connections.secret_key import SecretKeyMissingError, beside_the_loop
from providers.mailbox import Account
from providers.stored_account import StoredAccount
from storage.database import Database

LONGEST_LABEL = 30
_EPOCH = datetime.fromtimestamp(0, UTC)


class LabelTakenError(Exception):
    """Another account of this user has the label."""


class AccountGoneError(Exception):
    """The account was removed meanwhile."""


class Provider(StrEnum):
    GOOGLE = "google"


_SLUG_BEGINS = {Provider.GOOGLE: "gm"}
_LABEL_OF = {Provider.GOOGLE: "Gmail"}


class AccountState(StrEnum):
    """Whether an account can be used; if not, what has to be done about it."""

    CONNECTED = "connected"
    SIGN_IN_NEEDED = "sign_in_needed"
    KEY_MISSING = "key_missing"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectedAccount:
    """One account as it can be shown to its owner. `address` is empty where the row was not opened; `connected_at` is in UTC."""

    user_id: str
    slug: str
    provider: Provider
    label: str
    address: str = field(repr=False)
    connected_at: datetime
    state: AccountState = AccountState.CONNECTED

    @property
    def opens(self) -> bool:
        return self.state in {AccountState.CONNECTED, AccountState.SIGN_IN_NEEDED}

    @property
    def as_mailbox(self) -> Account:
        return Account(slug=self.slug, label=self.label)

    @property
    def needs_sign_in(self) -> bool:
        """Whether the provider refused the grant when it was last asked."""
        return self.state is AccountState.SIGN_IN_NEEDED


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGrant:
    """What a provider gave us when the user agreed: whose mail it opens, the token that it is opened with, and how far."""

    address: str = field(repr=False)
    refresh_token: str = field(repr=False)
    scopes: tuple[str, ...]


_GRANT = TypeAdapter(StoredGrant)


class AccountStore:
    """The connected accounts of all users, in `database`. Methods may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self.database = database
        self._vault = vault

    async def check(self) -> None:
        """Whether anything could be stored. Raises `SecretKeyMissingError`."""
        await beside_the_loop(self._vault.check)

    async def unopened(self, user_id: str) -> tuple[ConnectedAccount, ...]:
        """All accounts of a user, by label, without opening any: no key is needed, and addresses are empty."""
        async with self.database.reading() as session:
            rows = await _rows(session, user_id)
        return _by_label(_account(row, "", _state(row)) for row in rows)

    async def of_user(self, user_id: str) -> tuple[ConnectedAccount, ...]:
        """All accounts of a user, by label. No key is needed where there are none."""
        async with self.database.reading() as session:
            rows = await _rows(session, user_id)
        return _by_label(await beside_the_loop(partial(self._all_shown, rows))) if rows else ()

    async def credentials(self, account: ConnectedAccount) -> StoredGrant:
        """The grant of an account, sealed anew if an older key had sealed it.

        Raises `AccountGoneError`, `SealBrokenError` or `SecretKeyMissingError`.
        """
        async with self.database.reading() as session:
            row = await session.get(StoredAccount, (account.user_id, account.slug))
        if row is None:
            raise AccountGoneError("the account was removed")
        grant, renewed = await beside_the_loop(partial(self._opened, row))
        if renewed:
            async with self.database.session() as session:
                # Only if the row is unchanged: an older grant must not overwrite one that was renewed meanwhile.
                unchanged = StoredAccount.sealed == row.sealed
                await session.execute(update(StoredAccount).where(_is(account), unchanged).values(sealed=renewed))
        return grant

    async def put(self, user_id: str, provider: Provider, grant: StoredGrant, *, label: str | None, now: datetime) -> ConnectedAccount:
        """Store a grant. An address that is connected already keeps its slug and label; a new one gets `label`, or a generated label.

        An account that no longer opens is replaced when its label is given to another, because its address is unknown.

        Raises `ValueError` for a label that cannot be one, `LabelTakenError` or `SecretKeyMissingError`; then nothing was stored.
        """
        label = None if label is None else tidy_label(label)
        await self.check()  # before the transaction begins: a keyring may take its time
        try:
            async with self.database.session() as session:
                rows = await _rows(session, user_id)
                known = await beside_the_loop(partial(self._all_shown, rows))
                row = _same(zip(rows, known, strict=True), provider, grant.address, label)
                if row is None:
                    row = _new_row(user_id, provider, _free_label(provider, label, [other.label for other in rows]))
                    session.add(row)
                row.sealed = await beside_the_loop(partial(self._vault.seal, _GRANT.dump_json(grant), _binding(row)))
                row.connected_at = (now - _EPOCH) // timedelta(milliseconds=1)
                row.needs_sign_in = False
        except IntegrityError:  # given to another account at the same moment
            raise LabelTakenError("another account has this label") from None
        return _account(row, grant.address, AccountState.CONNECTED)

    async def mark(self, account: ConnectedAccount, *, needs_sign_in: bool) -> None:
        """Store whether the provider still accepts the grant. A removed account stays removed."""
        async with self.database.session() as session:
            await session.execute(update(StoredAccount).where(_is(account)).values(needs_sign_in=needs_sign_in))

    async def remove(self, account: ConnectedAccount) -> bool:
        async with self.database.session() as session:
            gone = await session.scalars(delete(StoredAccount).where(_is(account)).returning(StoredAccount.slug))
            return bool(gone.all())

    async def forget(self, user_id: str) -> int:
        """Delete every account of a user; returns how many there were."""
        return await self.database.forget(StoredAccount, user_id)

    def _all_shown(self, rows: Iterable[StoredAccount]) -> list[ConnectedAccount]:
        return [self._shown(row) for row in rows]

    def _shown(self, row: StoredAccount) -> ConnectedAccount:
        try:
            grant, _ = self._opened(row)
        except SecretKeyMissingError:
            return _account(row, "", AccountState.KEY_MISSING)
        except SealBrokenError:
            return _account(row, "", AccountState.UNREADABLE)
        return _account(row, grant.address, _state(row))

    def _opened(self, row: StoredAccount) -> tuple[StoredGrant, bytes | None]:
        """The grant, and what to store instead if an older key had sealed it."""
        opened = self._vault.open(row.sealed, _binding(row))
        try:
            grant = _GRANT.validate_json(opened.secret)
        except ValidationError:
            raise SealBrokenError("the stored credentials are of another version of Aloud") from None
        return grant, self._vault.seal(opened.secret, _binding(row)) if opened.outdated else None


def tidy_label(written: str) -> str:
    """A label as it is stored and spoken. Raises `ValueError` for one that is no short name, or that is an address."""
    label = " ".join(unicodedata.normalize("NFC", written).split())
    if not any(map(str.isalnum, label)) or len(label) > LONGEST_LABEL or not all(part.isalnum() or part in " -'." for part in label):
        raise ValueError("a label is a short name of letters, digits and spaces, like work")
    return label


async def _rows(session: AsyncSession, user_id: str) -> list[StoredAccount]:
    return list(await session.scalars(select(StoredAccount).where(StoredAccount.user_id == user_id)))


def _is(account: ConnectedAccount) -> ColumnElement[bool]:
    return and_(StoredAccount.user_id == account.user_id, StoredAccount.slug == account.slug)


def _binding(row: StoredAccount) -> Binding:
    return Binding(user_id=row.user_id, slug=row.slug, provider=row.provider)


def _new_row(user_id: str, provider: Provider, label: str) -> StoredAccount:
    return StoredAccount(user_id=user_id, slug=_SLUG_BEGINS[provider] + secrets.token_hex(4), provider=provider.value, label=label)


def _same(
    rows: Iterable[tuple[StoredAccount, ConnectedAccount]], provider: Provider, address: str, label: str | None
) -> StoredAccount | None:
    """The row of an address, else one that does not open and has the label."""
    of_provider = [(row, account) for row, account in rows if account.provider is provider]
    by_address = (row for row, account in of_provider if account.opens and account.address.casefold() == address.casefold())
    by_label = (row for row, account in of_provider if not account.opens and label and row.label.casefold() == label.casefold())
    return next(by_address, None) or next(by_label, None)


def _free_label(provider: Provider, wanted: str | None, taken: Iterable[str]) -> str:
    """The label wanted, else one of our own that is free. Raises `LabelTakenError`."""
    others = {label.casefold() for label in taken}
    if wanted is not None:
        if wanted.casefold() in others:
            raise LabelTakenError("another account has this label")
        return wanted
    own = _LABEL_OF[provider]
    numbered = [own, *(f"{own} {number}" for number in range(2, len(others) + 2))]
    return next(label for label in numbered if label.casefold() not in others)


def _state(row: StoredAccount) -> AccountState:
    return AccountState.SIGN_IN_NEEDED if row.needs_sign_in else AccountState.CONNECTED


def _by_label(accounts: Iterable[ConnectedAccount]) -> tuple[ConnectedAccount, ...]:
    return tuple(sorted(accounts, key=lambda account: account.label.casefold()))


def _account(row: StoredAccount, address: str, state: AccountState) -> ConnectedAccount:
    return ConnectedAccount(
        user_id=row.user_id,
        slug=row.slug,
        provider=Provider(row.provider),
        label=row.label,
        address=address,
        connected_at=_EPOCH + timedelta(milliseconds=row.connected_at),
        state=state,
    )
