"""Changing mail at Gmail: labels are added and taken away, and each change is proved by asking for the labels again.

Setting labels is idempotent. So after a request without an answer, the labels are read all the same: if they show the change, it is done,
whoever did it. Gmail's answer to the change itself is never taken as proof.

Only labels that the user has made are added and removed by name. "Trash", "Spam", "Inbox" and "Unread" are labels in Gmail's API too, and
would move the mail. Gmail has no folders: moving a mail means labelling it and taking it out of the inbox.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Protocol

from briefing.mail import MailId, provider_id_of
from providers.gmail.history_records import STAR
from providers.gmail.values import GmailReads
from providers.mailbox import Account, MailboxUnavailableError, MailGoneError
from providers.mailbox_writing import (
    Change,
    ChangeKind,
    ChangeNotConfirmedError,
    ChangeRefusedError,
    Located,
    MailAttributes,
    Place,
    Receipt,
    shows,
    wanted,
)

INBOX, UNREAD, TRASH, SPAM, IMPORTANT = "INBOX", "UNREAD", "TRASH", "SPAM", "IMPORTANT"

_LABEL_OF: Mapping[Place, str] = MappingProxyType({Place.TRASH: TRASH, Place.SPAM: SPAM, Place.INBOX: INBOX})
"""The first label found decides: a mail in the trash may still carry INBOX."""

_LABEL_OF_MARK: Mapping[str, tuple[str, bool]] = MappingProxyType(
    {"read": (UNREAD, False), "flagged": (STAR, True), "important": (IMPORTANT, True)}
)
"""The label for each mark, and whether it shows it by being there, or by being away."""

OWN_LABEL = "Label_"
"""The ids of labels that users have made begin with this."""

_NAMED = frozenset({ChangeKind.LABEL, ChangeKind.UNLABEL, ChangeKind.MOVE})


class GmailWrites(GmailReads, Protocol):
    """What `GmailApi` has for changing mail, beside its questions."""

    async def modify(self, message: str, *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> frozenset[str]: ...
    async def trash(self, message: str) -> frozenset[str]: ...
    async def label_ids(self) -> Mapping[str, str]: ...


class GmailWriter:
    """Applies changes to one account's mail. It keeps nothing, and does not own `api`."""

    def __init__(self, api: GmailWrites, *, account: Account) -> None:
        self._api = api
        self._account = account

    async def state(self, mail: MailId) -> MailAttributes:
        key = self._account.key_of(mail)
        answer = await self._api.labels_of([key])
        if key in answer.not_loaded:
            raise MailboxUnavailableError("the labels of the mail could not be read")
        if (labels := answer.found.get(key)) is None:
            raise MailGoneError("the mail is not at Gmail any more")
        return state_of(labels)

    async def plan(self, change: Change) -> Change:
        """As promised by `MailboxWriter`; a label that the user has not made is refused. 20 units, 21 for a change about a label."""
        if change.to is not None:
            return change
        label = await self._own_label(change.label) if change.kind in _NAMED else ""
        before = await self.state(change.mail_id)
        if change.kind is not ChangeKind.MOVE:
            return replace(change, before=before, to=wanted(before, replace(change, label=label)))
        archived = wanted(before, replace(change, kind=ChangeKind.ARCHIVE))
        return replace(change, before=before, to=replace(archived, labels=archived.labels | {label}))

    async def apply(self, change: Change) -> Receipt:
        """Make the change and read it back; the id stays the same. 5 units, 20 for reading back, and the units of planning."""
        plan = await self.plan(change)
        unanswered: MailboxUnavailableError | None = None
        try:
            await self._make(plan)
        except MailboxUnavailableError as error:
            unanswered = error
        after = await self.state(change.mail_id)
        if plan.before is not None and shows(after, plan):
            return Receipt(change=change, mail_id=change.mail_id, before=plan.before, after=after)
        raise unanswered or ChangeNotConfirmedError("Gmail took the change, and does not show it")

    async def find(self, mail: MailId, *, before: MailAttributes) -> Located:
        """As promised by `MailboxWriter`. Ids never change at Gmail, so `before` is not needed."""
        del before
        return Located(mail_id=mail, state=await self.state(mail))

    async def _make(self, plan: Change) -> None:
        before, to, mail = plan.before, plan.to, provider_id_of(plan.mail_id)
        if before is None or to is None or before == to:
            return
        if before.place is not to.place and to.place is Place.TRASH:
            await self._api.trash(mail)  # Gmail's own request for it, which also takes the mail out of the inbox
            before = replace(before, place=Place.TRASH)
        add, remove = labels_between(before, to)
        if add or remove:
            await self._api.modify(mail, add=add, remove=remove)

    async def _own_label(self, name: str) -> str:
        by_name = {each.casefold(): label for each, label in (await self._api.label_ids()).items()}
        if (label := by_name.get(name.strip().casefold())) is None:
            raise ChangeRefusedError("the user has made no label of that name")
        return label


def state_of(labels: frozenset[str]) -> MailAttributes:
    return MailAttributes(
        place=next((place for place, label in _LABEL_OF.items() if label in labels), Place.ARCHIVE),
        folder="",
        labels=frozenset(label for label in labels if label.startswith(OWN_LABEL)),
        **{mark: (label in labels) is shows_it for mark, (label, shows_it) in _LABEL_OF_MARK.items()},
    )


def labels_between(before: MailAttributes, to: MailAttributes) -> tuple[list[str], list[str]]:
    """The labels to add and the labels to remove to get from one state to another."""
    add, remove = sorted(to.labels - before.labels), sorted(before.labels - to.labels)
    if before.place is not to.place:
        add += [_LABEL_OF[to.place]] if to.place in _LABEL_OF else []
        # A mail in the trash may have kept its place in the inbox beside it.
        left = {before.place, Place.INBOX} if before.place in {Place.TRASH, Place.SPAM} else {before.place}
        remove += [label for place, label in _LABEL_OF.items() if place in left - {to.place}]
    for mark, (label, shows_it) in _LABEL_OF_MARK.items():
        if getattr(before, mark) != getattr(to, mark):
            (add if getattr(to, mark) is shows_it else remove).append(label)
    return add, remove
