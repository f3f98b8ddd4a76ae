"""From which accounts a user can be written to, with which ids, and who is believed to be the user in what comes back.

A composition root, like `session.opening.assembly`.
"""

import hmac
from dataclasses import dataclass, field

from correspondence.verified import Trust
from providers.connections.secret_key import FolderKey
from providers.maildir import UserFolderRefusedError, maildir_account, maildirs_of
from providers.maildir.owners import sending_address
from providers.settings import Settings
from session.opening.sending_due import account_store
from storage.database import Database

GMAIL_SERVER = "mx.google.com"
"""Under which name Gmail writes down what it found out about who sent a mail."""


def letters_key(settings: Settings) -> bytes:
    """What the ids of our letters are made with; made of the key of the installation, and good for nothing else."""
    key = FolderKey(settings.aloud_secret_key, settings.aloud_data_dir).sealing()
    return hmac.digest(key, b"aloud correspondence", "sha256")


@dataclass(frozen=True, slots=True, kw_only=True)
class SendingAccount:
    """An account that the user can be written to from, as its own address."""

    slug: str
    address: str = field(repr=False)
    servers: frozenset[str] = frozenset()

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]


async def sending_accounts(settings: Settings, database: Database, user_id: str) -> dict[str, SendingAccount]:
    """By slug. Raises `DatabaseUnavailableError`."""
    found: list[SendingAccount] = []
    own = sending_address(settings, user_id)
    try:
        folders = maildirs_of(settings, user_id) if own is not None else ()
    except UserFolderRefusedError:
        folders = ()
    found += [SendingAccount(slug=maildir_account(folder).slug, address=own or "") for folder in folders]
    connected = await account_store(settings, database).of_user(user_id)
    found += [
        SendingAccount(slug=one.slug, address=one.address.lower(), servers=frozenset({GMAIL_SERVER})) for one in connected if one.address
    ]
    return {each.slug: each for each in found}


def trust_in(account: SendingAccount, user_id: str, key: bytes) -> Trust:
    """The account writes to itself, so that replies may be copies among its sent mail."""
    own = frozenset({account.address})
    return Trust(key=key, user_id=user_id, addresses=own, to=own, servers=account.servers, one_mailbox=True)
