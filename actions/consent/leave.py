"""Which words count as leave to change mail: the one place that decides it, for consent, for the audit of the journal, and for whoever has
to know what an utterance answers before its turn is over.

What the words mean is read in `briefing.understanding`; which meaning is enough for which change stands here. Whether they are the
caller's, fresh, heard plainly and unused is for consent to say.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from actions.consent.payloads import About, RecipientPayload, action_of, mails_of
from briefing.mail import MailId
from briefing.mail_action import MailAction
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.understanding import Understanding

NEEDS_LABEL = frozenset({MailAction.LABEL, MailAction.UNLABEL, MailAction.MOVE})


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedChange:
    """A reversible change that is to be done now; `label` is the name of a label or folder."""

    action: MailAction
    mails: frozenset[MailId]
    label: str = field(default="", repr=False)


def asks(said: Understanding, action: MailAction, *, mails: int) -> bool:
    """Whether the words ask for this action on that many mails."""
    return said.change.asks_for(action) and mails <= said.change.mails_meant(action)


def grants(
    said: Understanding,
    wanted: WantedChange,
    *,
    since: Understanding | None,
    granted: Collection[MailId],
    open_mails: Collection[MailId],
) -> bool:
    """Whether the words grant this change. `since` is what was said in the turn after them, if there was one.

    `granted` are the mails that they granted this action on before, and `open_mails` those that "it" could mean when they were said. Words
    that name no mail grant only such a one.
    """
    if not wanted.mails or wanted.mails.intersection(granted):
        return False
    if not asks(said, wanted.action, mails=len(wanted.mails.union(granted))):
        return False
    named = said.change.names_a_mail or (since is not None and since.change.completes)
    if not named and said.change.mails_meant(wanted.action) == 1 and not wanted.mails.issubset(open_mails):
        return False
    return wanted.action not in NEEDS_LABEL or any(each.change.mentions(wanted.label) for each in (said, since) if each is not None)


def answer(said: Understanding, asked: About) -> Confirmation:
    """What the words are as an answer to the question about this."""
    return said.confirmation(action_of(asked), mails=len(mails_of(asked)), to_whom=isinstance(asked, RecipientPayload))


def agrees(said: Understanding, action: MailAction, *, mails: int) -> bool:
    """Whether the words are a yes to a question about so many mails, of which no more is known."""
    return said.confirmation(action, mails=mails) is Confirmation.YES
