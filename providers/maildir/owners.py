"""Which Maildir belongs to which user, by the settings.

A folder of ALOUD_MAILDIR belongs to the configured user, unless it contains `{user}`: then each user's id is filled in there. The id comes
with the dispatch of a call; it may name one folder below the fixed part of the template and nothing else.
"""

import re
from pathlib import Path

from providers.mailbox import Account
from providers.mime.authentication import ResultsServer
from providers.settings import NO_RESULTS, Settings

USER = "{user}"

REFUSED = Account(slug="refused", label="mail")
"""Stands for the folder of a user whose id is refused: a call that lacks it says so."""

_ADDRESS_PART = re.compile(r"\w[\w.+-]*", re.ASCII)


class UserFolderRefusedError(Exception):
    """The user's id cannot be a part of a path: they have no mail here. `str()` is fit for a log."""


def maildirs_of(settings: Settings, user_id: str) -> tuple[Path, ...]:
    """The folders of a user, resolved and each once; they need not exist. Raises `UserFolderRefusedError`."""
    folders = (folder for folder in settings.aloud_maildir if USER in str(folder) or user_id == settings.aloud_user)
    return tuple(dict.fromkeys(_filled(folder, user_id) for folder in folders))


def results_server_of(settings: Settings, user_id: str, folder: Path) -> ResultsServer | None:
    """Whose results are believed in the mail of this folder of the user's: as ALOUD_AUTHSERV_ID says, for all folders or for each; never
    taken from a mail."""
    named = settings.aloud_authserv_id
    each = named if len(named) > 1 else named * len(settings.aloud_maildir)
    mine = (
        (one, name) for one, name in zip(settings.aloud_maildir, each, strict=False) if USER in str(one) or user_id == settings.aloud_user
    )
    found = next((name for one, name in mine if _filled(one, user_id) == folder), NO_RESULTS)
    return None if found == NO_RESULTS else ResultsServer.of(found)


def own_addresses(settings: Settings, user_id: str) -> frozenset[str]:
    """By which of the addresses that the settings name mail counts as sent to the user."""
    return frozenset(address.replace(USER, user_id.lower()) for address in settings.aloud_addresses)


def sending_address(settings: Settings, user_id: str) -> str | None:
    """What mail from these folders is sent from; none where each address is, or could be read as, somebody else's."""
    known = user_id == settings.aloud_user
    usable = (each for each in settings.aloud_addresses if (_ADDRESS_PART.fullmatch(user_id) if USER in each else known))
    return next((address.replace(USER, user_id.lower()) for address in usable), None)


def _filled(folder: Path, user_id: str) -> Path:
    if USER not in str(folder):
        return folder.resolve()
    # A folder named INBOX may have its archive beside it, where here the folders of other users are.
    taken = {"", ".", "..", *({"inbox"} if USER in folder.name else ())}
    if user_id.lower() in taken or "/" in user_id or "\\" in user_id or not user_id.isprintable():
        raise UserFolderRefusedError("the user's id cannot be a part of a path")
    fixed = next(parent for parent in folder.parents if USER not in str(parent)).resolve()
    filled = Path(str(folder).replace(USER, user_id)).resolve()
    if fixed not in filled.parents:
        raise UserFolderRefusedError("the user's folder lies elsewhere")
    return filled
