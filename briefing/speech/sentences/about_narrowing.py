"""What is said when the briefing goes on with some of the mails only, and of those that are left out."""

from briefing.speech.wording.counts import count_word, counted, sentence_start
from briefing.speech.wording.speakable import capped, speakable
from briefing.triage.mail_groups import Group
from briefing.understanding.command_grammar.described_mails import Description, Sort
from briefing.understanding.command_grammar.narrowing import Narrowing

CANNOT_TELL = (
    "I cannot tell which mails those are, so I go on as before. You can say only people, only what is due today, only this topic, only "
    "from Anna, or skip the newsletters."
)
NONE_LEFT = "Nothing like that is left, so I go on as before."
_LONGEST_NAME = 40
_NAMES = {
    Group.DUE_TODAY: "what is due today",
    Group.WAITING_FOR_ME: "what waits for your answer",
    Group.FROM_PEOPLE: "mails from people",
    Group.TO_SIGN_OR_PAY: "what is to sign or pay",
    Group.IMPORTANT: "what is important",
    Group.FLAGGED: "what is flagged",
}


def of(name: str, *, without: bool) -> str:
    """`only mails from people`, `everything but newsletters`."""
    return f"everything but {name}" if without else f"only {name}"


def named(found: Narrowing) -> str:
    """The same, of what the user named."""
    if found.group is not None:
        return of(_NAMES[found.group], without=found.without)
    return of("that topic" if found.what is None else _described(found.what), without=found.without)


def only_from_now(what: str, due: int, left: int) -> str:
    """`Only mails from people from now on: four of the nine mails that are left.`"""
    if not due:
        return sentence_start(f"{what} from now on, and nothing of it is left.")
    count = "that is all that is left" if due == left else f"{count_word(due)} of the {counted(left, 'mail')} that are left"
    return sentence_start(f"{what} from now on: {count}.")


def left_out(mails: int) -> str:
    """`Five other mails are left out for now.` Empty for none."""
    return sentence_start(f"{counted(mails, 'other mail')} {'is' if mails == 1 else 'are'} left out for now.") if mails else ""


def _described(what: Description) -> str:
    """By the sort or the sender, in the user's own words; what says more is those mails."""
    if what == Description(sort=what.sort, sender=what.sender):
        sender = capped(speakable(" ".join(what.sender).title()), _LONGEST_NAME)
        return f"{what.sort} from {sender}" if sender else what.sort.value
    return "this topic" if what == Description(sort=Sort.ANY, here=True) else "those mails"
