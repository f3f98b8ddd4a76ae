"""When something is due, or takes place, by the calendar: "by Friday", "tomorrow at nine", "am 4. Dezember".

Days are counted from the day it was written on. In figures, a date is read where its form leaves no doubt: "25.11." and "2026-11-25".

The earliest of the moments that a mail names and that have not passed, in whatever order it names them; the day is enough to tell today's
from Friday's, and the hour orders one day. Words are folded ("décembre" is "decembre").
"""

import re
from datetime import datetime, timedelta
from itertools import islice

from briefing.words import Words, split_words

_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon montag lundi lunes lunedi segunda maandag poniedzialek mandag maanantai",
            "tuesday tue tues dienstag mardi martes martedi terca dinsdag wtorek tirsdag tisdag tiistai",
            "wednesday wed mittwoch mercredi miercoles mercoledi quarta woensdag sroda onsdag keskiviikko",
            "thursday thu thur thurs donnerstag jeudi jueves giovedi quinta donderdag czwartek torsdag torstai",
            "friday fri freitag vendredi viernes venerdi sexta vrijdag piatek piatku fredag perjantai",
            "saturday sat samstag sonnabend samedi sabado sabato zaterdag sobota sobote lordag lauantai",
            "sunday sun sonntag dimanche domingo domenica zondag niedziela niedziele sondag sunnuntai",
        )
    )
    for name in names.split()
}
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janvier enero gennaio janeiro januari",
            "february feb februar fevrier febrero febbraio fevereiro februari",
            "march mar marz mars marzo marco maart",
            "april apr avril abril aprile",
            "may mai mayo maggio maio mei maj",
            "june jun juni juin junio giugno junho",
            "july jul juli juillet julio luglio julho",
            "august aug aout agosto augustus",
            "september sept sep septembre septiembre settembre setembro",
            "october oct oktober octobre octubre ottobre outubro",
            "november nov novembre noviembre novembro",
            "december dec dezember decembre diciembre dicembre dezembro desember",
        ),
        start=1,
    )
    for name in names.split()
}
_TODAY = frozenset(split_words("today tonight heute hoy oggi hoje vandaag dzisiaj tanaan idag"))
_HOURS_OF_A_DAY = frozenset(split_words("eod cob noon midnight asap"))
_BESIDE = 8
_HOURS = [f"{hour}{half}" for hour in range(1, 13) for half in ("am", "pm")]
_TOMORROW = frozenset(split_words("tomorrow morgen demain manana domani amanha jutro imorgen imorgon huomenna"))
_NAMES_A_DAY = frozenset({*_WEEKDAYS, *_MONTHS, *_TODAY, *_TOMORROW})
_NAMES_A_MOMENT = frozenset({*_NAMES_A_DAY, *_HOURS_OF_A_DAY, "am", "pm", "within", "innerhalb", "sous", "hours", "days", *_HOURS})
_FROM_NOW = re.compile(r"\b(?:within|in|innerhalb von|sous|dans) (\d{1,2}) (hours?|days?|stunden|tagen?|heures?|jours?)\b")
_CLOCK = re.compile(
    r"\b(?:(\d{1,2}) (?:(\d\d) )?(am|pm)|(\d{1,2})(am|pm)|(?:(?:at|um|a|las|om|alle) )?(\d{1,2}) (\d\d)(?= |$)"
    r"|(?:at|um|a) (\d{1,2})|(\d{1,2}) ?(?:uhr|h)\b)"
)
_IN_FIGURES = re.compile(
    r"(?<![\w.,-])(?:(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?:(?P<year>20\d\d)\b|(?!\d))|(?P<y>20\d\d)-(?P<m>\d\d)-(?P<d>\d\d)\b)"
    r"(?:\D{0,12}(?P<hour>\d{1,2})[:.](?P<minute>[0-5]\d)\b)?"
)
_FIGURES_READ = 20
_HOUR_ALONE = re.compile(r"\d{1,2} ?[ap]m\b")
_LAST = frozenset(
    split_words("last past previous letzten letzter letzte vergangenen vorigen dernier derniere passe pasado pasada scorso scorsa")
)
_OF = frozenset({"of", "de"})
_A_LITTLE_AGO = timedelta(days=2)
_FARTHEST = timedelta(days=60)
_WORDS_READ = 160
_PASSED = timedelta(hours=1)
_END_OF_DAY = 23


def due_of(words: Words, *, written: datetime, now: datetime) -> datetime | None:
    """The earliest moment named that lies ahead of `now`, the end of its day if no hour stands beside; `now` is the user's own time."""
    figures = [*islice(_IN_FIGURES.finditer(words.folded), _FIGURES_READ)]
    if not figures and _NAMES_A_MOMENT.isdisjoint(words.vocabulary):
        return None
    written = written.astimezone(now.tzinfo)
    sequence = words.sequence[:_WORDS_READ]
    naming = (at for at, word in enumerate(sequence) if word in _NAMES_A_MOMENT or word[0].isdigit())
    moments = [moment for at in naming if (moment := _moment(sequence, at, written)) is not None]
    moments += [moment for date in figures if (moment := _in_figures(date, written)) is not None]
    if (found := _FROM_NOW.search(" ".join(sequence))) is not None:
        moments.append(written + (timedelta(hours=int(found[1])) if found[2][0] in "hs" else timedelta(days=int(found[1]))))
    return min((moment for moment in moments if now - _PASSED <= moment <= now + _FARTHEST), default=None)


def _in_figures(found: re.Match[str], written: datetime) -> datetime | None:
    try:
        day = written.replace(
            year=int(found["y"] or found["year"] or written.year),
            month=int(found["m"] or found["month"]),
            day=int(found["d"] or found["day"]),
            hour=int(found["hour"] or _END_OF_DAY),
            minute=int(found["minute"] or 0),
            second=0,
            microsecond=0,
        )
        return day if found["y"] or found["year"] or day >= written - _A_LITTLE_AGO else day.replace(year=day.year + 1)
    except ValueError:
        return None


def _moment(sequence: list[str], at: int, written: datetime) -> datetime | None:
    word = sequence[at]
    if _is_past(sequence, at):
        return None
    if word in _TODAY:
        day = written
    elif word in _TOMORROW:
        day = written + timedelta(days=1)
    elif word in _WEEKDAYS and len(word) > 3 and _is_dated(sequence, at):
        return None  # "Tuesday, 17 March" is no other Tuesday: the month has its own turn
    elif word in _WEEKDAYS and len(word) > 3:
        day = written + timedelta(days=(_WEEKDAYS[word] - written.weekday()) % 7)
    elif word in _MONTHS:
        return _date(sequence, at, written)
    else:
        return _clock_alone(sequence, at, written)
    return _at_hour(day, sequence, at)


def _is_dated(sequence: list[str], at: int) -> bool:
    """Whether a date stands beside a weekday."""
    beside = range(max(0, at - 2), min(len(sequence), at + 4))
    return any(sequence[place] in _MONTHS and _day_beside(sequence, place) is not None for place in beside)


def _day_beside(sequence: list[str], at: int) -> int | None:
    """The day of a month that stands before or behind its name."""
    before = at - 2 if at > 1 and sequence[at - 1] in _OF else at - 1
    beside = [sequence[place].rstrip("stndrhe") for place in (before, at + 1) if 0 <= place < len(sequence)]
    return next((int(text) for text in beside if text.isdigit() and 1 <= int(text) <= 31), None)


def _is_past(sequence: list[str], at: int) -> bool:
    """ "Last Friday", "Friday last week", "vendredi dernier" is behind, whatever day it is now."""
    return (at > 0 and sequence[at - 1] in _LAST) or (at + 1 < len(sequence) and sequence[at + 1] in _LAST)


def _date(sequence: list[str], at: int, written: datetime) -> datetime | None:
    number = _day_beside(sequence, at)
    if number is None:
        return None
    for year in (written.year, written.year + 1):
        try:
            day = written.replace(year=year, month=_MONTHS[sequence[at]], day=number)
        except ValueError:
            return None
        if day >= written - _A_LITTLE_AGO:
            return _at_hour(day, sequence, at)
    return None


def _clock_alone(sequence: list[str], at: int, written: datetime) -> datetime | None:
    """ "At 4 pm" and "by noon" are of the day of writing, unless a day stands beside: then they are that day's."""
    if not _NAMES_A_DAY.isdisjoint(sequence[max(0, at - _BESIDE) : at + _BESIDE]):
        return None
    pair = f"{sequence[at]} {sequence[at + 1]}" if at + 1 < len(sequence) else sequence[at]
    return _at_hour(written, sequence, at) if sequence[at] in _HOURS_OF_A_DAY or _HOUR_ALONE.match(pair) else None


def _at_hour(day: datetime, sequence: list[str], at: int) -> datetime:
    beside = " ".join(sequence[max(0, at - 6) : at + 8])
    if "noon" in beside or "mittag" in beside or "midi" in beside:
        return day.replace(hour=12, minute=0, second=0, microsecond=0)
    found = _CLOCK.search(beside)
    hour = next((int(text) for text in (found[1], found[4], found[6], found[8], found[9]) if text), None) if found else None
    if found is None or hour is None or hour > _END_OF_DAY:
        return day.replace(hour=_END_OF_DAY, minute=0, second=0, microsecond=0)
    afternoon = (found[3] or found[5]) == "pm" and hour < 12
    minute = int(found[2] or found[7] or 0)
    return day.replace(hour=hour + 12 * afternoon, minute=min(minute, 59), second=0, microsecond=0)
