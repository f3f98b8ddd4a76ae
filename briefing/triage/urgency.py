"""Which arrival may interrupt: one from a VIP, or from somebody the user has written to who asks something or needs it today.

A stranger's claim never interrupts, because anyone can write one. Mail that was sent to many people or by a machine never does either,
even from a known sender.
"""

import re
from datetime import datetime

from briefing.agenda import MailRef, ReasonKind
from briefing.mail import Envelope
from briefing.speech.content.signals import deadline_in
from briefing.speech.content.summary import summary
from briefing.speech.content.topics import subject_of
from briefing.speech.wording.moments import MONTHS
from briefing.words import words_of

_WRITTEN_TO = frozenset({ReasonKind.KNOWN_SENDER, ReasonKind.ANSWERS_ME})
_NOT_PERSONAL = frozenset({ReasonKind.BULK, ReasonKind.AUTOMATIC})
_AT_ONCE = frozenset({"asap", "eod", "cob", "schnellstmöglich"})

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HOURS = re.compile(r"within ([0-9]{1,2}|one|two|three|five|ten) hours?")
_LATER = re.compile(r"\b(?:tomorrow|next|weeks?|months?|quarter|year|days)\b")
_TOMORROW = re.compile(r"(?:by |before |until |till )?tomorrow(?: \w+)?")
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})\b")
_MONTH = "|".join(month.lower() for month in MONTHS)
_DATE = re.compile(rf"\b([0-9]{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})|({_MONTH}) ([0-9]{{1,2}})")
_OTHER_DAY = re.compile(rf" (?:on |this |next |the )?(?:tomorrow|{'|'.join(_WEEKDAYS)}|[0-9]|{_MONTH})")
_DAY_OF_MONTH = re.compile(r"\b([0-9]{1,2})(?:st|nd|rd|th)\b")
_TODAY = re.compile(r"\b(?:today|tonight|noon|midnight|day|business|[0-9]{1,2}(?::[0-9]{2})? ?[ap]m|o'clock)\b")
_MOST_HOURS = 12


def is_urgent(ref: MailRef, envelope: Envelope, *, now: datetime) -> bool:
    """Whether the user is told of this arrival at the end of the sentence rather than of the topic. `now` is the user's own time."""
    kinds = {reason.kind for reason in ref.reasons}
    if kinds & _NOT_PERSONAL:
        return False
    if ReasonKind.VIP in kinds:
        return True
    return bool(kinds & _WRITTEN_TO) and (ReasonKind.QUESTION in kinds or bool(deadline_today(envelope, now=now)))


def deadline_today(envelope: Envelope, *, now: datetime) -> str:
    """`by noon`, `by the end of the day`: the deadline that subject or first words name, if it is today's; else empty."""
    title, mail = subject_of(envelope.subject).title, summary(envelope, None, now=now)
    said = f"{title}. {mail.sentence} {mail.question}".lower()
    age = (now.date() - envelope.received_at.astimezone(now.tzinfo).date()).days
    found = next((named for named in (deadline_in(title), mail.deadline) if _is_today(_with_day(named.lower(), said), now, age)), "")
    if found or _AT_ONCE.isdisjoint(words_of(f"{envelope.subject[:300]}\n{envelope.snippet[:600]}").vocabulary):
        return found
    return "as soon as possible"


def has_deadline(envelope: Envelope, *, now: datetime) -> bool:
    """Whether its subject or first words name a time by which something is wanted."""
    return bool(deadline_in(subject_of(envelope.subject).title) or summary(envelope, None, now=now).deadline)


def _with_day(deadline: str, said: str) -> str:
    """The deadline with what follows it there, as "by 5 pm" is said of any day: `by 5 pm tomorrow`."""
    if not deadline:
        return ""
    follows = re.search(rf"{re.escape(deadline)},?((?: [\w']+){{1,3}})", said)
    return deadline + (follows[1] if follows and _OTHER_DAY.match(follows[1]) else "")


def _is_today(deadline: str, now: datetime, age: int) -> bool:
    """Of a deadline in the words of `deadline_in`, in lower case, written so many days ago: "today" is the day of writing, and a weekday
    without more the one that came next then."""
    if hours := _HOURS.search(deadline):
        return not age and (not hours[1].isdecimal() or int(hours[1]) <= _MOST_HOURS)
    if _LATER.search(deadline):
        return bool(_TOMORROW.fullmatch(deadline)) and age == 1
    if date := _DATE.search(deadline):
        day, month = (date[1], date[2]) if date[1] else (date[4], date[3])
        return (int(day), month) == (now.day, MONTHS[now.month - 1].lower())
    if weekday := _WEEKDAY.search(deadline):
        return age < len(_WEEKDAYS) and weekday[1] == _WEEKDAYS[now.weekday()]
    if day_of_month := _DAY_OF_MONTH.search(deadline):
        return int(day_of_month[1]) == now.day
    return not age and bool(_TODAY.search(deadline))
