"""Calendar mails: what, when, where, and whether it is an invitation, a change, a cancellation or somebody's answer.

The words come from subject and text alone, in the shapes that Google, Outlook and Apple calendars write.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from briefing.speech.content.idioms import any_of
from briefing.speech.content.summary import without_year
from briefing.speech.wording.characters import says_something
from briefing.speech.wording.moments import MONTHS
from briefing.speech.wording.speakable import capped, speakable


class CalendarNews(StrEnum):
    INVITED = "invited"
    CHANGED = "changed"
    CANCELLED = "cancelled"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    TENTATIVE = "tentative"


_LEADS = {
    CalendarNews.CANCELLED: r"(?:cancell?ed(?: event)?|abgesagt|annul\u00e9e?|termin abgesagt)",
    CalendarNews.CHANGED: (
        r"(?:updated invitation(?: with note)?|invitation updated|changed|aktualisiert\w*(?: einladung)?"
        r"|invitation modifiée|new time proposed)"
    ),
    CalendarNews.ACCEPTED: r"(?:accepted|zugesagt|accept\u00e9e?|angenommen|aceptad[oa]|accettat[oa]|geaccepteerd)",
    CalendarNews.DECLINED: r"(?:declined|abgelehnt|refus\u00e9e?|rechazad[oa]|rifiutat[oa]|geweigerd|afgewezen)",
    CalendarNews.TENTATIVE: r"(?:tentative(?:ly accepted)?|mit vorbehalt|provisoire)",
    CalendarNews.INVITED: r"(?:invitation(?: from [^:]{1,40})?|invite|einladung|meeting request)",
}
_LEAD = {news: re.compile(rf"^\s*+{pattern}(?:\s*+:\s*+|\s++-\s++)(?=\S)", re.IGNORECASE) for news, pattern in _LEADS.items()}
_AT = re.compile(r"\s@\s(?=.{0,200}[0-9])")
_ORGANISER = re.compile(r"(?<!\s)\s*+\([^()]{1,80}\)\s*+$")
_LABEL = r"^[>*\s]*(?:{words})\*?(?:\s*+:\*?\s*+(\S.{{1,120}})|\s*+:?\s*+)$"
_WHEN = re.compile(_LABEL.format(words="when|time|date|wann|quand|zeit|datum|date et heure"), re.IGNORECASE)
_WHERE = re.compile(_LABEL.format(words="where|location|wo|ort|lieu"), re.IGNORECASE)
_BEFORE_TIME = re.compile(
    rf"(?<!\w)((?:[0-9]{{1,2}} )?{any_of(*MONTHS)}(?: [0-9]{{1,2}})?(?:,? [12][0-9]{{3}})?)"
    r" (?=[0-9]{1,2}(?::[0-9]{2})? (?:am|pm|o'clock|to)|noon)"
)
_ONLINE = re.compile(r"\b(?:zoom|teams|google meet|meet\.google|webex|online)\b|https?:", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarMail:
    """One calendar mail; each of `what`, `when` ("Thursday 12 March, 2 pm to 3 pm") and `where` may be empty."""

    news: CalendarNews
    what: str = ""
    when: str = ""
    where: str = ""


def news_in(title: str) -> CalendarNews | None:
    """What the subject of a calendar mail says first: "Accepted: Lunch"."""
    return next((kind for kind, lead in _LEAD.items() if lead.match(title)), None)


def calendar_mail(title: str, text: str, *, now: datetime) -> CalendarMail | None:
    """What a mail with a calendar part says, from its subject (without "Re:") and text.

    None if neither shows that it is a calendar mail; then the caller decides by other signs.
    """
    news = news_in(title)
    if news is None:
        return None
    return read_calendar(_LEAD[news].sub("", title, count=1), text, news=news, now=now)


def read_calendar(title: str, text: str, *, news: CalendarNews, now: datetime) -> CalendarMail:
    """The what, when and where of a calendar mail whose kind is known."""
    what, *after = _AT.split(_ORGANISER.sub("", title), maxsplit=1)
    lines = text[:4000].splitlines()
    when = _ORGANISER.sub("", after[0]) if after else _labelled(_WHEN, lines)
    where = _labelled(_WHERE, lines)
    spoken_where = "" if not says_something(where) else "online" if _ONLINE.search(where) else capped(speakable(where), 40)
    return CalendarMail(
        news=news,
        what=capped(speakable(what), 80),
        when=_spoken_when(when, now) if any(map(str.isdigit, when)) else "",
        where=spoken_where,
    )


def _spoken_when(when: str, now: datetime) -> str:
    spoken = capped(without_year(_BEFORE_TIME.sub(r"\1, ", speakable(when)), now), 70).rstrip(".")
    return re.sub(r"^(?:Weekly|Daily|Monthly|Every)\b", lambda found: found[0].lower(), spoken)


def _labelled(label: re.Pattern[str], lines: list[str]) -> str:
    for at, line in enumerate(lines):
        if found := label.match(line):
            return found[1] or (lines[at + 1].strip() if at + 1 < len(lines) else "")
    return ""
