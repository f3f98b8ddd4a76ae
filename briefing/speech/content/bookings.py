"""When and where something is that was booked: from the lines of a confirmation that name it and are no sentences ("Check-in: Friday").

A hotel, a train and a restaurant each have labels of their own, which stand in few words; what is behind them is told as it is. English:
words of another language are not told anyway.
"""

import re

from briefing.speech.content.idioms import somewhere
from briefing.speech.wording.moments import MONTHS
from briefing.speech.wording.speakable import speakable

_BOOKED = somewhere(
    r"bookings?|booked|reservations?|reserved|itinerary|e-?tickets?|boarding pass(?:es)?|appointments?",
    r"your (?:flight|train|trip|stay|tickets?|journey|visit|table)",
)
_WEEKDAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:days?|sday|nesday|rsday|urday)?\b"
_DAY_ALONE = rf"{_WEEKDAY},? (?:[0-9]{{1,2}}|(?:{'|'.join(MONTHS)})[a-z]{{0,6}} [0-9]{{1,2}})\b[^.!?]{{0,40}}$"
_NO_LONGER = somewhere(
    r"(?:has|have|had) been (?:cancell?ed|moved|changed|rescheduled)|(?:is|was|were) (?:cancell?ed|moved|rescheduled)",
    r"(?:booking|reservation|appointment|flight|train|trip) (?:cancell?ed|cancell?ation|change|changed)|could not be (?:booked|confirmed)",
)
"""Then its days may be those of before, and the mail's own sentence says what became of it."""
_UNCERTAIN = somewhere(r"cancell?ed|moved|changed|rescheduled|could not|cannot|unable|before|until|offers?")
"""Beside one of these a day that stands alone may be another than that of the booking."""
_LABEL = re.compile(
    r"\s{0,9}(?:(check-?in|check-?out|depart(?:s|ure|ing)?|arriv(?:es|al|ing)|pick-?up|drop-?off|collection|outbound|inbound|return|route|from|to|date|day|time|when|where"
    r"|starts?|ends?|flight|train|bus|ferry|venue|location)"
    r"(?: (?:date|time|at))?[ \t]{0,3}:|(departs|arrives|flight|train)[ \t]"
    rf"|(check-?in|check-?out|departure|arrival|pick-?up|drop-?off|date|when)[ \t](?={_WEEKDAY}|[0-9])|(?={_DAY_ALONE}))"
    r"[ \t]{0,3}(?=[^\s:])",
    re.IGNORECASE,
)
"""A label, or none before a day that has a line of its own."""
_NAMES_DAY = re.compile(rf"\b[0-9]{{1,2}} (?:{'|'.join(MONTHS)})\b|\b(?:{'|'.join(MONTHS)}) [0-9]{{1,2}}\b")
_OF_A_MAIL = re.compile(r"@|[0-9]{2}:[0-9]{2}:[0-9]{2}|[+-][0-9]{4}\b")
_LONGEST_LINE = 120
_LOOKED_AT = 4_000
_MOST = 4


def booked(subject: str, text: str) -> str:
    """`Check-in Friday, 4 December, from 3 pm. Check-out Sunday, 6 December.`; empty where nothing is booked or no day is named."""
    if not _BOOKED.search(f"{subject[:300]} . {text[:300]}") or _NO_LONGER.search(f"{subject[:300]} . {text[:600]}"):
        return ""
    lines = [line for line in text[:_LOOKED_AT].splitlines() if len(line) <= _LONGEST_LINE and not _OF_A_MAIL.search(line)]
    named = [(label[1] or label[2] or label[3] or "", line[label.end() :].strip()) for line in lines if (label := _LABEL.match(line))]
    is_certain = not _UNCERTAIN.search(f"{subject[:300]} . {text[:_LOOKED_AT]}")
    points = [(label, value) for label, value in named if value and ". " not in value and (label or is_certain)][:_MOST]
    said = " ".join(speakable(f"{label[:1].upper()}{label[1:].lower()} {value.rstrip('.')}.".lstrip()) for label, value in points)
    return said if _NAMES_DAY.search(said) else ""
