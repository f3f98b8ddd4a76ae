"""Letters to messages: what a mail program would have put on the wire."""

import re
import textwrap
from collections.abc import Mapping
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime
from mimetypes import guess_type

from providers.sample_inbox.letter import Letter

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS_DE = ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember")
_MONTHS_FR = ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre")
_DAYS_DE = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")
_SATURDAY = 5
_SLOT = re.compile(r"\[\[(\w+)([+-]\d+)?\]\]")


def fill(text: str, now: datetime) -> str:
    """Replace the slots of `text`. `[[friday]]` (any weekday) is the date of the next one; the others count days from `now`:

    `[[day+2]]` Thursday, `[[date+2]]` 14 May, `[[workday+2]]` and `[[workdate+2]]` the same but never at a weekend, `[[tag+2]]` Donnerstag,
    `[[datum+2]]` 14. Mai, `[[jour+2]]` 14 mai, `[[month-30]]` April, `[[workstamp+2]]` 20260514 for calendars. An unknown slot raises
    `KeyError`.
    """
    return _SLOT.sub(lambda slot: _word(slot[1], int(slot[2] or 0), now), text)


def _word(name: str, days: int, now: datetime) -> str:
    if name in _WEEKDAYS:
        days = (_WEEKDAYS.index(name) - now.weekday() - 1) % 7 + 1
        name = "date"
    day = now + timedelta(days=days)
    if name.startswith("work"):
        name, day = name.removeprefix("work"), day + timedelta(days=max(0, 7 - day.weekday()) if day.weekday() >= _SATURDAY else 0)
    words = {
        "day": f"{day:%A}",
        "date": f"{day.day} {day:%B}",
        "month": f"{day:%B}",
        "tag": _DAYS_DE[day.weekday()],
        "datum": f"{day.day}. {_MONTHS_DE[day.month - 1]}",
        "jour": f"{day.day} {_MONTHS_FR[day.month - 1]}",
        "stamp": f"{day:%Y%m%d}",
    }
    return words[name]


_LINE = 76
_RUNNING_TEXT = 90
_POLICY = default.clone(max_line_length=200)


def sent_at(letter: Letter, now: datetime) -> datetime:
    return now - timedelta(hours=letter.hours)


def message_of(letter: Letter, letters: Mapping[str, Letter], now: datetime) -> bytes:
    """The raw message; `letters` are all letters by key, for what it answers."""
    date = sent_at(letter, now)
    if letter.raw:
        return f"Date: {format_datetime(date)}\n{fill(letter.raw, now)}".encode()
    message = EmailMessage(policy=_POLICY)
    message["From"] = letter.sender
    message["To"] = letter.to
    if letter.cc:
        message["Cc"] = letter.cc
    message["Subject"] = fill(letter.subject, now)
    message["Date"] = date
    message["Message-ID"] = _message_id(letter)
    if chain := _chain(letter, letters):
        message["In-Reply-To"] = _message_id(chain[-1])
        message["References"] = " ".join(_message_id(each) for each in chain)
    for name, value in letter.headers.items():
        message[name] = value
    _write_body(message, letter, letters, now)
    return message.as_bytes()


def _write_body(message: EmailMessage, letter: Letter, letters: Mapping[str, Letter], now: datetime) -> None:
    text = _wrapped(fill(letter.text, now))
    parent = letters.get(letter.answers)
    if parent is not None and letter.quotes and text:
        text += _quotation(parent, now)
    if text or not letter.html:
        message.set_content(text)
    if letter.html and text:
        message.add_alternative(fill(letter.html, now), subtype="html")
    elif letter.html:
        message.set_content(fill(letter.html, now), subtype="html")
    if letter.calendar:
        message.add_alternative(fill(letter.calendar, now), subtype="calendar", params={"method": "REQUEST"})
    for name in letter.attachments:
        maintype, _, subtype = (guess_type(name)[0] or "application/octet-stream").partition("/")
        message.add_attachment(b"sample", maintype=maintype, subtype=subtype, filename=name)


def _wrapped(text: str) -> str:
    """Paragraphs of running text broken where mail programs break them; lists and addresses keep their lines."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        textwrap.fill(" ".join(paragraph.split("\n")), _LINE, break_long_words=False, break_on_hyphens=False)
        if len(paragraph.partition("\n")[0]) > _RUNNING_TEXT
        else paragraph
        for paragraph in paragraphs
    )


def _quotation(parent: Letter, now: datetime) -> str:
    date = sent_at(parent, now)
    quoted = "\n".join(f"> {line}".rstrip() for line in _wrapped(fill(parent.text, now)).rstrip().splitlines())
    who = f"{parent.sender.display_name} <{parent.sender.addr_spec}>"
    return f"\nOn {date:%a}, {date.day} {date:%b %Y} at {date:%H:%M}, {who}\nwrote:\n\n{quoted}\n"


def _chain(letter: Letter, letters: Mapping[str, Letter]) -> list[Letter]:
    chain: list[Letter] = []
    while (parent := letters.get(letter.answers)) is not None:
        chain.insert(0, parent)
        letter = parent
    return chain


def _message_id(letter: Letter) -> str:
    return f"<{letter.key}@{letter.sender.domain}>"
