"""What was unread when, so that "what happened since" has an answer where no server keeps one.

A folder has no history, so a token names a snapshot that this process took. A token of an earlier process, or an old one, has expired: the
caller lists anew and compares, as with every provider.
"""

import secrets
from collections import OrderedDict

from providers.mailbox import SyncToken, SyncTokenExpiredError

KEPT = 8


class Snapshots:
    """The newest few snapshots of the unread mails, by provider id."""

    def __init__(self) -> None:
        self._process = secrets.token_hex(4)
        self._taken = 0
        self._kept: OrderedDict[str, frozenset[str]] = OrderedDict()

    def keep(self, unread: frozenset[str]) -> SyncToken:
        """A token for this snapshot; the newest token again if nothing has changed."""
        newest = next(reversed(self._kept), None)
        if newest is not None and self._kept[newest] == unread:
            return SyncToken(newest)
        self._taken += 1
        token = f"{self._process}.{self._taken}"
        self._kept[token] = unread
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return SyncToken(token)

    def at(self, token: SyncToken) -> frozenset[str]:
        if token not in self._kept:
            raise SyncTokenExpiredError("no snapshot is kept for this token")
        return self._kept[token]
