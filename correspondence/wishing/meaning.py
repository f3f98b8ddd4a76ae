"""What a wish about one mail means, in the words that the reply has for it. Pure.

The words are understood where all words are (`briefing.understanding`). Each clause has to be plain by itself: where one of them is not,
the whole wish is unclear and none of it is done. What is said of how a mail is handled is a change, what is said to its sender is a draft
that is asked about, and a bare yes or no to a mail is such an answer to its sender.
"""

import re
from dataclasses import dataclass, field

from briefing.mail_action import ON_MAILS, MailAction
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.times.when import names_moment
from briefing.understanding.understanding import Understanding, understand

SHORT = {"read": "mark it as read", "unread": "mark it as unread", "important": "mark it as important", "spam": "mark it as spam"}
"""How people write to a mail's number what they would say in more words."""
NEEDS_A_NAME = frozenset({MailAction.LABEL, MailAction.UNLABEL, MailAction.MOVE})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToChange:
    """`words` are leave for it; `name` is the label's or folder's, and `when` the time in words."""

    action: MailAction
    words: str = field(repr=False)
    name: str = field(default="", repr=False)
    when: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToChangeMany:
    """One change of so many mails that it is asked about first."""

    numbers: tuple[int, ...]
    change: ToChange


@dataclass(frozen=True, slots=True, kw_only=True)
class ToTakeBack:
    """`one_of_many`: nothing is said where there is nothing to take back."""

    words: str = field(repr=False)
    one_of_many: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ToRemember:
    """To keep what the user stated, as it was said."""

    words: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToLeaveAlone:
    """Nothing is to be done: "2 keep"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoneThere:
    """What is described is no mail of the briefing, or none that nothing else is wanted for."""

    words: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToAnswer:
    """To write `text` to who wrote the mail."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToLeaveList:
    """To unsubscribe from the list that it came over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """A yes or a no, which answers a question about this mail if there is one."""

    words: str = field(repr=False)
    yes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclear:
    """It was not understood; or it was, but `may_be_taken_back`: what was said later may mean that."""

    words: str = field(repr=False)
    may_be_taken_back: bool = False


Meaning = ToChange | ToChangeMany | ToTakeBack | ToAnswer | ToLeaveList | ToLeaveAlone | ToRemember | Agreed | NoneThere | Unclear
_LEAVES_ALONE = re.compile(
    r"(?:please |just |i )?(?:keep|leave)(?: (?:it|this|that|them))?"
    r"(?: (?:as (?:it|they) (?:is|are)|as is|alone|be|there|where (?:it|they) (?:is|are)|in (?:the|my) inbox|for (?:now|later)))?"
    r"(?: please)?"
    r"|(?:do )?nothing|no change",
    re.IGNORECASE,
)

_CORRECTS = re.compile(r"\b(?:no|nope|sorry|oops|wait|actually|rather|instead|i mean(?:t)?|correction)\b", re.IGNORECASE)
_ELSEWHERE = frozenset({MailAction.ARCHIVE, MailAction.DELETE, MailAction.MOVE})
"""A mail can go to one place only."""


def meanings(words: str) -> tuple[Meaning, ...]:
    """What is wanted, one after the other; one `Unclear` where anything of it is."""
    if _LEAVES_ALONE.fullmatch(words.strip().strip(".!")):
        return (ToLeaveAlone(),)
    said = understand(SHORT.get(words.strip().strip(".!").lower(), words), verbatim=True)
    if said.confirmation() is Confirmation.YES and _is_bare_answer(said):
        return (Agreed(words=words, yes=True),)
    if said.confirmation() is Confirmation.NO and _is_bare_answer(said):
        return (Agreed(words=words, yes=False),)
    found = [_of_clause(each) for each in said.wishes]
    takes_back_itself = len(found) > 1 and (
        any(isinstance(each, ToTakeBack) for each in found) or _CORRECTS.search(_without_texts(words, said)) is not None
    )
    is_torn = len({each.action for each in found if isinstance(each, ToChange)} & _ELSEWHERE) > 1
    is_unclear = takes_back_itself or is_torn or any(isinstance(each, Unclear) for each in found)
    return (Unclear(words=words),) if is_unclear else tuple(found)


def _without_texts(words: str, said: Understanding) -> str:
    """The words without what somebody else is to read, which may say no or sorry to them."""
    for each in said.wishes:
        if each.command is not None and each.command.kind is CommandKind.REPLY and each.command.text.strip():
            words = words.replace(each.command.text.strip(), " ")
    return words


def _is_bare_answer(said: Understanding) -> bool:
    return said.command is None and said.answer is not None and said.answer.kind in {CommandKind.YES, CommandKind.NO}


def _of_clause(said: Understanding) -> Meaning:
    command = said.command
    if command is None or not said.is_plain or command.loosely:
        return Unclear(words=said.words)
    names_another = bool(command.mail) or command.ordinal is not None
    match command.kind:
        case CommandKind.CHANGE if command.action is not None and command.action in ON_MAILS and not names_another:
            return _change(said, command, command.action)
        case CommandKind.UNDO if not names_another and not command.when:
            return ToTakeBack(words=said.words)
        case CommandKind.REPLY if command.text.strip() and not command.who:
            return ToAnswer(text=_as_text(command.text))
        case CommandKind.UNSUBSCRIBE if not (names_another or command.target):
            return ToLeaveList()
    return Unclear(words=said.words)


def _change(said: Understanding, command: Command, action: MailAction) -> Meaning:
    named = action in NEEDS_A_NAME
    if named and names_moment(command.target.split()):  # "8: move it to 8 pm" is said of the dinner
        return Unclear(words=said.words)
    if named != bool(command.target) or (action is MailAction.SNOOZE) != bool(command.when):
        return Unclear(words=said.words)
    return ToChange(action=action, words=said.words, name=command.target if named else "", when=command.when)


def _as_text(words: str) -> str:
    """As a sentence; nothing else of the user's words is changed."""
    text = words.strip()
    return text[:1].upper() + text[1:] + ("" if text[-1] in ".!?…" else ".")
