"""From which address a user can be written to, with which ids, and who is believed to be the user in what comes back.

A composition root, like `session.opening.assembly`.
"""

import hmac
from dataclasses import dataclass, field, replace

from correspondence.verified import Trust
from knowledge.mail_wishes import MailWay
from providers.connections.accounts import Provider
from providers.connections.installation import Installation, known_addresses
from providers.connections.secret_key import FolderKey
from providers.connections.senders import ConfiguredSenders
from providers.maildir import UserFolderRefusedError, maildir_account, maildirs_of
from providers.maildir.owners import results_server_of, sending_address
from providers.mime.authentication import ResultsServer
from providers.settings import Settings
from session.opening.sending_due import account_store
from storage.database import Database

RECEIVES_FOR = {Provider.GOOGLE: ResultsServer.of("mx.google.com")}
"""Who writes down, in mail of connected accounts, what was found out about who sent it. For mail folders the settings say it."""


def letters_key(settings: Settings) -> bytes:
    """What the ids of our letters are made with; made of the key of the installation, and good for nothing else."""
    key = FolderKey(settings.aloud_secret_key, settings.aloud_data_dir).sealing()
    return hmac.digest(key, b"aloud correspondence", "sha256")


@dataclass(frozen=True, slots=True, kw_only=True)
class SendingAccount:
    """What the user can be written to from: an account of theirs, or the installation's. Mail comes from `address`, and answers go there;
    `own` are the user's own addresses. `results` is the server whose word counts in what comes in."""

    slug: str
    address: str = field(repr=False)
    own: frozenset[str] = field(repr=False)
    results: ResultsServer | None = None

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]

    @property
    def is_theirs(self) -> bool:
        return self.address in self.own


async def sending_accounts(settings: Settings, database: Database, user_id: str) -> dict[str, SendingAccount]:
    """By slug. Raises `DatabaseUnavailableError`."""
    found: list[SendingAccount] = []
    own = sending_address(settings, user_id)
    try:
        folders = maildirs_of(settings, user_id) if own is not None else ()
    except UserFolderRefusedError:
        folders = ()
    for folder in folders:
        results = results_server_of(settings, user_id, folder)
        found.append(_of_user(maildir_account(folder).slug, own or "", results))
    connected = await account_store(settings, database).of_user(user_id)
    found += [_of_user(one.slug, one.address.lower(), RECEIVES_FOR[one.provider]) for one in connected if one.address]
    installation, known = Installation.of(settings), known_addresses(settings, connected, user_id)
    if installation is not None and known:
        slug, address = installation.account.slug, installation.address
        found.append(SendingAccount(slug=slug, address=address, own=frozenset(known), results=installation.results))
    return {each.slug: each for each in found}


async def ways_of(settings: Settings, database: Database, user_id: str) -> dict[MailWay, SendingAccount]:
    """The ways in which the user can be written to now: from the first of their accounts that may send, and from the installation's
    address. A call and the page say it as the sender does it. Raises `DatabaseUnavailableError`."""
    known, found = await sending_accounts(settings, database, user_id), dict[MailWay, SendingAccount]()
    sending = await ConfiguredSenders(settings, account_store(settings, database)).able(user_id)
    if (own := next((known[slug] for slug in sending if slug in known), None)) is not None:
        found[MailWay.OWN] = own
    installation = Installation.of(settings)
    if installation is not None and installation.account.slug in known:
        found[MailWay.INSTALLATION] = known[installation.account.slug]
    return found


def trust_in(account: SendingAccount, user_id: str, key: bytes) -> Trust:
    """An account of the user's writes to itself, so that replies may be copies among its sent mail."""
    trust = Trust(key=key, user_id=user_id, addresses=account.own, to=frozenset({account.address}), one_mailbox=account.is_theirs)
    results = account.results
    if results is None:
        return trust
    return replace(trust, servers=frozenset({results.name}), fields=results.fields, above=results.above)


def _of_user(slug: str, address: str, results: ResultsServer | None) -> SendingAccount:
    return SendingAccount(slug=slug, address=address, own=frozenset({address}), results=results)
