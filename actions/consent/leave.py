"""Which words count as leave to change mail: the one place that decides it, for consent, for the audit of the journal, and for whoever has
to know what an utterance answers before its turn is over.

What the words mean is read in `briefing.understanding`; which meaning is enough for which change stands here. Whether they are the
caller's, fresh, heard plainly and unused is for consent to say.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from actions.consent.payloads import About, RecipientPayload, SendPayload, action_of, mails_of
from briefing.mail import MailId
from briefing.mail_action import MailAction
from briefing.understanding.commands import CommandKind, command_of
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.telling_words import FILLERS, FUNCTION_WORDS
from briefing.understanding.understanding import Understanding
from briefing.words import split_words

NEEDS_LABEL = frozenset({MailAction.LABEL, MailAction.UNLABEL, MailAction.MOVE})

BESIDE = frozenset(
    {
        *(CommandKind.CHANGE, CommandKind.BULK, CommandKind.NEXT, CommandKind.SKIP_MAIL, CommandKind.SKIP_TOPIC, CommandKind.BACK),
        *(CommandKind.PROGRESS, CommandKind.SEARCH, CommandKind.CHECK_NEW, CommandKind.WHAT_DID_I_SKIP, CommandKind.GOODBYE),
    }
)
"""Commands that change nothing of what was asked about, so that a yes before them stays a yes."""

_TELL_NOTHING = FUNCTION_WORDS | (FILLERS - {"one", "mail", "email", "message", "topic"})
"""Words that stand in any mail and mean none."""

_SAID_BEFORE_ANYTHING = frozenset({"okay", "ok"})
"""Alone a yes, before another wish no more than how one begins: "okay then the next one" sends nothing."""

_OPENS = re.compile(r"(?:(?:then|also|please|now)\W+)*(?:open|read|show|go to|jump to|take me to)\b", re.IGNORECASE)


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
    if since is not None and since.change.speaks_of(wanted.action):
        return False  # they say anew of which mails that is wanted, or that it is not
    if wanted.action is MailAction.UNDO and granted:
        return False  # one "I did not mean that" takes back one thing
    if not asks(said, wanted.action, mails=len(wanted.mails.union(granted))):
        return False
    named = said.change.names_a_mail(wanted.action) or (since is not None and since.change.completes)
    if not named and said.change.mails_meant(wanted.action) == 1 and not wanted.mails.issubset(open_mails):
        return False
    return wanted.action not in NEEDS_LABEL or any(each.change.mentions(wanted.label) for each in (said, since) if each is not None)


def answer(said: Understanding, asked: About) -> Confirmation:
    """What the words are as an answer to the question about this."""
    return said.confirmation(action_of(asked), mails=len(mails_of(asked)), to_whom=isinstance(asked, RecipientPayload))


def answered_first(said: Understanding, asked: About | None) -> tuple[Understanding, Understanding] | None:
    """The yes or no with which the words begin, and the rest of them, which is another wish; none where they are one answer, or no answer.

    `asked` is none if the question was no question of consent. A no may be followed by any wish. A yes counts only where all that follows
    leaves alone what was asked: plain commands about something else, or questions in which nothing can mean it. A condition, a change of
    what was asked, a doubt, or a "but" makes of the whole line something that is no yes.
    """
    if (answered := said.answered) is None or _as_answer(said, asked) is Confirmation.YES:
        return None
    rest = answered.rest
    match _as_answer(answered.first, asked):
        case Confirmation.NO:
            if rest.is_a_wish and _as_answer(rest, asked) is not Confirmation.NO:
                return answered.first, rest
            behind = rest.behind_refusals
            is_no = _as_answer(said, asked) is Confirmation.NO
            return (answered.first, behind) if behind is not None and (behind.is_a_wish or is_no) else None
        case Confirmation.YES if (
            isinstance(asked, SendPayload | RecipientPayload) and answered.first.words.lower() in _SAID_BEFORE_ANYTHING
        ):
            return None
        case Confirmation.YES if not (answered.contrasts or rest.depends or rest.holding.holds_back):
            return (answered.first, rest) if all(_is_beside(wish, asked, joined=answered.joined) for wish in rest.wishes) else None
        case _:
            return None


def may_change_what_was_asked(said: Understanding, asked: About) -> bool:
    """Whether the first of several wishes would be a yes ("send it and make it Friday") that the others may take back or change."""
    first, *others = said.wishes
    if not others or answer(first, asked) is not Confirmation.YES:
        return False
    return not all(_is_beside(wish, asked, joined=True) and not wish.holding.holds_back for wish in others)


def _as_answer(said: Understanding, asked: About | None) -> Confirmation:
    return said.confirmation() if asked is None else answer(said, asked)


def _is_beside(wish: Understanding, asked: About | None, *, joined: bool) -> bool:
    """Whether this wish behind a yes leaves alone what was agreed to. To delete "it" may mean what was just agreed to, and a question in
    words of the mail may doubt it."""
    command = wish.command
    if command is None or command.kind is CommandKind.ASK_MAILS or wish.is_another_too or wish.asks_what_is_said:
        return wish.asks_besides and wish.own_words.isdisjoint(_telling_words_of(asked))
    if command.kind is CommandKind.JUMP_TO_MAIL:  # "the one from Femi" alone may be what a yes is to be about instead
        return joined and wish.is_plain and _OPENS.match(wish.words) is not None
    deletes_it = command == command_of(MailAction.DELETE)
    return joined and wish.is_plain and command.kind in BESIDE and not deletes_it


def opens_a_mail(said: Understanding) -> bool:
    """Whether a mail is to be opened, and is not only named: "go to the one from Raj"."""
    return _OPENS.match(said.words) is not None


def _telling_words_of(asked: About | None) -> frozenset[str]:
    mail = asked.mail if isinstance(asked, RecipientPayload) else asked
    if not isinstance(mail, SendPayload):
        return frozenset()
    people = " ".join(f"{each.name} {each.email}" for each in (*mail.to, *mail.cc, *mail.bcc))
    return frozenset(split_words(f"{mail.subject} {mail.body} {people}")) - _TELL_NOTHING


def agrees(said: Understanding, action: MailAction, *, mails: int) -> bool:
    """Whether the words are a yes to a question about so many mails, of which no more is known."""
    return said.confirmation(action, mails=mails) is Confirmation.YES
