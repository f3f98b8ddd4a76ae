"""What mails a search is for: "the invoice from Anna last week", "something from the dentist in October", "mails with an attachment".

A sender, a time and an attachment are taken out; the words that are left are looked for in any of their forms, and what people call the
same thing by. Words that stand in any such request say nothing of the mail.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from briefing.mail_query import Forms, MailQuery, query_of
from briefing.speech.wording.moments import MONTHS
from briefing.understanding.times.spans import Span, span_of

_ATTACHED = re.compile(
    r"\b(?:(?:with|has|have|having|had) (?:an? |any |the )?(?:attachments?|attached files?|files?)(?: attached)?"
    r"|with something attached|attached)\b"
)
_FILE_TYPE = re.compile(r"\b(pdf|docx?|xlsx?|pptx?|jpe?g|png|zip)s?\b")
_FROM = frozenset({"from", "by"})
_ABOUT = frozenset({"about", "regarding", "on", "for", "with", "called"})
_SAYS_NOTHING = frozenset(
    """
    a an the my our any all some every mail mails email emails message messages anything something that which was were is are came in of
    to me i got get sent it one ones has have had having
    """.split()  # noqa: SIM905 - a list would fill the screen
)
_LONGEST_TIME = 6
_TIMES = frozenset(
    """
    today yesterday tonight morning afternoon evening night week weeks month months days ago since weekend
    monday tuesday wednesday thursday friday saturday sunday
    """.split()  # noqa: SIM905 - as above
)
_MONTHS = {month.lower(): place for place, month in enumerate(MONTHS, start=1)}
_ALIKE = (
    ("dentist", "dental"),
    ("doctor", "medical", "surgery", "gp"),
    ("invoice", "bill", "rechnung", "facture"),
    ("flight", "airline", "boarding"),
    ("contract", "agreement", "lease", "vertrag", "contrat"),
    ("meeting", "appointment", "call", "termin"),
    ("receipt", "payment", "order"),
    ("salary", "payslip", "payroll"),
    ("holiday", "vacation", "trip"),
    ("photo", "picture", "image"),
    ("parcel", "package", "delivery", "shipment", "paket"),
    ("school", "schule", "primary"),
    ("insurance", "policy", "versicherung"),
    ("landlord", "rent", "tenancy"),
    ("garage", "workshop"),
)


def searched_for(request: str, now: datetime) -> MailQuery:
    """The query that a request stands for. `now` is the user's own time."""
    lower = request.lower()
    file_type = _FILE_TYPE.search(lower)
    with_file = file_type is not None or _ATTACHED.search(lower) is not None
    rest = _FILE_TYPE.sub(" with ", _ATTACHED.sub(" with ", lower)) if with_file else request
    told = re.sub(r"[,;!?\"\u201c\u201d()]|\.(?=\s|$)", " ", rest).split()
    span, told = _time_in(told, now)
    place = next((at for at, word in enumerate(told) if word.lower() in _FROM and told[at + 1 :]), len(told))
    behind = next((at for at in range(place + 1, len(told)) if told[at].lower() in _ABOUT), len(told))
    sender, words = told[place + 1 : behind], [*told[:place], *told[behind:]]
    found = MailQuery(
        words=tuple(map(forms_of, _telling(words))),
        sender=tuple(map(forms_of, _telling(sender))),
        attachment=with_file,
        file_type=file_type[1] if file_type else "",
        since=span.since if span else None,
        until=span.until if span else None,
    )
    return found if found.asks_for_something else query_of(request)


def forms_of(word: str) -> Forms:
    """The word, one of it or several, and what else the same thing is called."""
    folded = word.lower().removesuffix("'s").removesuffix("\u2019s")
    one = folded[:-1] if len(folded) > 3 and folded.endswith("s") and not folded.endswith("ss") else folded
    alike = next((group for group in _ALIKE if one in group), ())
    several = (f"{one}s",) if one != folded else ()
    return tuple(dict.fromkeys((one, *several, *alike))) if one.isalpha() else (word,)


def _telling(words: Sequence[str]) -> list[str]:
    return [word for word in words if word.lower() not in _SAYS_NOTHING | _ABOUT and any(map(str.isalnum, word))]


def _time_in(told: list[str], now: datetime) -> tuple[Span | None, list[str]]:
    """The longest stretch of words that names a past time, and the words without it."""
    for length in range(min(_LONGEST_TIME, len(told)), 0, -1):
        for start in range(len(told) - length + 1):
            words = tuple(word.lower() for word in told[start : start + length])
            if (span := _month(words, now) or (span_of(words, now) if _is_time(words) else None)) is not None:
                return span, [*told[:start], *told[start + length :]]
    return None, told


def _is_time(words: tuple[str, ...]) -> bool:
    """Whether the words can be nothing but a past time: a number alone may be of anything."""
    return not _TIMES.isdisjoint(words)


def _month(words: tuple[str, ...], now: datetime) -> Span | None:
    """`in october`, `from march 2025`, `in 2025`: the latest such month that has begun."""
    if not 2 <= len(words) <= 3 or words[0] not in {"in", "from", "during", "of"}:
        return None
    month, year = _MONTHS.get(words[1]), words[-1] if re.fullmatch(r"(?:19|20)\d\d", words[-1]) else ""
    if month is None:
        first = now.replace(year=int(year), month=1, day=1, hour=0, minute=0, second=0, microsecond=0) if year and len(words) == 2 else None
        return Span(since=first, until=first.replace(year=first.year + 1)) if first else None
    if (len(words) == 3) != bool(year) or (words[1] == "may" and words[0] == "from"):
        return None
    of_year = int(year) if year else now.year - (month > now.month)
    first = now.replace(year=of_year, month=month, day=1, hour=0, minute=0, second=0, microsecond=0)
    return Span(since=first, until=(first + timedelta(days=32)).replace(day=1))
