"""What is said when the briefing goes on with some of the mails only, and of those that are left out."""

from collections.abc import Mapping
from datetime import datetime

from briefing.speech.sentences.about_likes import FOR_THIS_CALL
from briefing.speech.sentences.before_a_change import moment
from briefing.speech.wording.counts import count_word, counted, joined, sentence_start
from briefing.speech.wording.speakable import capped, speakable
from briefing.triage.mail_groups import Group
from briefing.understanding.command_grammar.description import Description, Sort
from briefing.understanding.command_grammar.narrowing import Narrowing

CANNOT_TELL = (
    "I cannot tell which mails those are, so I go on as before. You can say only people, only what is due today, only this topic, only "
    "from Anna, or skip the newsletters."
)
SAY_WHAT_TO_LEAVE_OUT = "Say yourself what to leave out and until when, for example leave out Github until Monday."
NAME_WHAT_TO_LEAVE_OUT = "Name a sender, a word of a subject or a sort of mail, for example newsletters."
NONE_LEFT = "I find nothing like that in what is left, so I go on as before."
NOTHING_LEFT_OUT = "Nothing is left out."
_THOSE = "those mails"
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


def of_accounts(sort: str, accounts: str) -> str:
    """`only mails from people, in your work mail,`: before "from now on"."""
    return f"{sort}, in {accounts}," if accounts else sort


def only_from_now(what: str, due: int, left: int) -> str:
    """`Only mails from people from now on: four of the nine mails that are left.`"""
    if not due:
        return sentence_start(f"{what} from now on, and nothing of it is left.")
    count = "that is all that is left" if due == left else f"{count_word(due)} of the {counted(left, 'mail')} that are left"
    return sentence_start(f"{what} from now on: {count}.")


def first_of_all(what: str, due: int, left: int) -> str:
    """`What is important first: four of the nine mails that are left; I offer the others after that.`"""
    if not due:
        return only_from_now(what, due, left)
    count = "that is all that is left" if due == left else f"{count_word(due)} of the {counted(left, 'mail')} that are left"
    return sentence_start(f"{what} first: {count}{'' if due == left else '; I offer the others after that'}.")


def left_out(mails: int) -> str:
    """`Five other mails are left out for now.` Empty for none."""
    return sentence_start(f"{counted(mails, 'other mail')} {'is' if mails == 1 else 'are'} left out for now.") if mails else ""


def called(name: str, found: Narrowing | None) -> str:
    """`newsletters`, `Github`, `mails from Anna`: what is left out, in the user's own words."""
    if found is not None and found.group is not None:
        return of(_NAMES[found.group], without=True) if found.without else _NAMES[found.group]
    if found is not None and found.what is not None and (said := _described(found.what)) != _THOSE:
        return said
    return capped(speakable(name.title()), _LONGEST_NAME) or _THOSE


def until_then(what: str, until: datetime, *, now: datetime, is_kept: bool) -> str:
    """`I leave out Github until Monday, 30 November.`"""
    return f"I leave out {what} until {_day(until, now)}.{'' if is_kept else f' {FOR_THIS_CALL}'}"


def left_out_in_this_call(until: Mapping[str, datetime], *, now: datetime) -> str:
    """The same of all that is left out as a call begins; empty for none."""
    return f"I leave out {joined([f'{what} until {_day(at, now)}' for what, at in until.items()])}." if until else ""


def left_out_later(until: Mapping[str, datetime], *, now: datetime) -> str:
    """`In later calls Github stays left out until Monday, 30 November.` Empty for none."""
    later = joined([f"{what} {_verb(what, 'stays', 'stay')} left out until {_day(at, now)}" for what, at in until.items()])
    return f"In later calls {later}." if until else ""


def what_is_left_out(until: Mapping[str, datetime | None], *, now: datetime) -> str:
    """`You leave out Github until Monday, 30 November, and newsletters in this call.`"""
    if not until:
        return NOTHING_LEFT_OUT
    return f"You leave out {joined([f'{what} until {_day(at, now)}' if at else f'{what} in this call' for what, at in until.items()])}."


def is_back(what: str, *, is_kept: bool) -> str:
    """`Github is back.`"""
    return f"{sentence_start(what)} {_verb(what, 'is', 'are')} back.{'' if is_kept else f' {FOR_THIS_CALL}'}"


def _verb(what: str, of_one: str, of_several: str) -> str:
    return of_several if what.split(maxsplit=1)[0] in {"mails", *(sort.value for sort in Sort)} else of_one


def not_left_out(what: str) -> str:
    """`Nothing called Github is left out.`"""
    return f"Nothing called {what} is left out."


def stay_left_out(mails: int) -> str:
    """`Three mails stay left out.` Empty for none."""
    return sentence_start(f"{counted(mails, 'mail')} {'stays' if mails == 1 else 'stay'} left out.") if mails else ""


def _day(until: datetime, now: datetime) -> str:
    """`tomorrow`, `Monday, 30 November`, `Monday, 30 November, at nine in the morning`; a day alone where it begins then."""
    if until.hour or until.minute:
        return moment(until, now=now)
    days = (until.date() - now.date()).days
    year = "" if until.year == now.year else f" {until.year}"
    return "tomorrow" if days == 1 else f"{until:%A}, {until.day} {until:%B}{year}"


def _described(what: Description) -> str:
    """By the sort or the sender, in the user's own words; what says more is those mails."""
    if what == Description(sort=what.sort, sender=what.sender):
        sender = capped(speakable(" ".join(what.sender).title()), _LONGEST_NAME)
        return f"{what.sort} from {sender}" if sender else what.sort.value
    return "this topic" if what == Description(sort=Sort.ANY, here=True) else _THOSE
