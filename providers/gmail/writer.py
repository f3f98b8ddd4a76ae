"""Changing mail at Gmail: labels are added and taken away, and each change is proved by asking for the labels again.

Setting labels is idempotent, so a request of which nobody knows whether it arrived is settled by the same question: if the labels show
the change it is done, whoever did it. What Gmail answers to the change itself is never taken as proof.

Only labels of the user's own are put on and taken off by their names. Gmail's own ("Trash", "Spam", "Inbox", "Unread") are labels to its
interface too, and would move the mail.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from briefing.mail import account_of, provider_id_of
from providers.gmail.history import AWAY_LABELS, STAR
from providers.gmail.quota import Priority
from providers.gmail.values import LabelSets
from providers.mailbox import Account, MailboxUnavailableError, MailGoneError
from providers.mailbox_writing import Change, ChangeKind, ChangeNotConfirmedError, ChangeRefusedError, Receipt

TRASH = "TRASH"


class GmailWrites(Protocol):
    """The writing half of `GmailApi`, and the questions that go with it. Raises as `GmailReads` does."""

    async def modify(
        self, message: str, *, add: Sequence[str] = (), remove: Sequence[str] = (), priority: Priority = ...
    ) -> frozenset[str]:
        """Add and take away labels, by id (5 units). Raises `MailGoneError`."""

    async def trash(self, message: str, *, priority: Priority = ...) -> frozenset[str]:
        """Put a message into the trash (5 units). Raises `MailGoneError`."""

    async def label_ids(self, *, priority: Priority = ...) -> Mapping[str, str]:
        """The ids of the labels that the user has made, by their names (1 unit)."""

    async def labels_of(self, ids: Sequence[str], *, priority: Priority = ...) -> LabelSets:
        """What labels messages have now (20 units each)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Labels:
    """What a change adds and takes away."""

    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()

    def shown_by(self, labels: frozenset[str]) -> bool:
        return labels.issuperset(self.add) and labels.isdisjoint(self.remove)


_LABELS: Mapping[ChangeKind, _Labels] = MappingProxyType(
    {
        ChangeKind.ARCHIVE: _Labels(remove=("INBOX",)),
        ChangeKind.MARK_READ: _Labels(remove=("UNREAD",)),
        ChangeKind.MARK_UNREAD: _Labels(add=("UNREAD",)),
        ChangeKind.FLAG: _Labels(add=(STAR,)),
        ChangeKind.UNFLAG: _Labels(remove=(STAR,)),
        ChangeKind.TRASH: _Labels(add=(TRASH,)),
    }
)


class GmailWriter:
    """Applies changes to one account's mail. It keeps nothing, and does not own `api`."""

    def __init__(self, api: GmailWrites, *, account: Account) -> None:
        self._api = api
        self._account = account

    async def apply(self, change: Change) -> Receipt:
        """Make the change and read it back; the id stays the same. Mail in the trash or among the spam counts as gone."""
        if account_of(change.mail_id) != self._account.slug:
            raise MailGoneError("the mail is of another account")
        mail, labels = provider_id_of(change.mail_id), await self._labels_for(change)
        unanswered: MailboxUnavailableError | None = None
        try:
            await self._change(mail, change.kind, labels)
        except MailboxUnavailableError as error:
            unanswered = error
        if labels.shown_by(await self._labels_now(mail, may_be_away=change.kind is ChangeKind.TRASH)):
            return Receipt(change=change, mail_id=change.mail_id)
        raise unanswered or ChangeNotConfirmedError("Gmail took the change, and does not show it")

    async def _labels_for(self, change: Change) -> _Labels:
        if change.kind in _LABELS:
            return _LABELS[change.kind]
        by_name = {name.casefold(): label for name, label in (await self._api.label_ids()).items()}
        label = by_name.get(change.label.strip().casefold())
        if label is None:
            raise ChangeRefusedError("the user has made no label of that name")
        return _Labels(add=(label,)) if change.kind is ChangeKind.LABEL else _Labels(remove=(label,))

    async def _change(self, mail: str, kind: ChangeKind, labels: _Labels) -> None:
        if kind is ChangeKind.TRASH:  # Gmail's own request for it, which also takes the mail out of the inbox
            await self._api.trash(mail)
        else:
            await self._api.modify(mail, add=labels.add, remove=labels.remove)

    async def _labels_now(self, mail: str, *, may_be_away: bool) -> frozenset[str]:
        answer = await self._api.labels_of([mail])
        if mail in answer.not_loaded:
            raise MailboxUnavailableError("the change could not be read back")
        labels = answer.found.get(mail)
        if labels is None or not (may_be_away or labels.isdisjoint(AWAY_LABELS)):
            raise MailGoneError("the mail is not at Gmail any more, or in its trash")
        return labels
