"""The text of a calendar invitation (RFC 5545), for mails that contain no other text, or do not say when it is.

Only the first event's summary, time, place and description are read: a calendar library would mainly add recurrence rules, which are never
spoken.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime

_PROPERTY = re.compile(r"^(?P<name>[A-Z-]+)(?P<parameters>(?:;[^:]*)?):(?P<value>.*)$")
_STAMP = re.compile(r"(\d{8})(?:T(\d{4}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """One event. `asks` is false for replies and cancellations; `text` has one line for each thing that is known, `when` those of time and
    place."""

    asks: bool
    text: str = field(repr=False)
    when: str = field(repr=False)


def read_invitation(source: str) -> Invitation:
    """The first event of an iCalendar text. Never raises; missing properties are left out."""
    unfolded = re.sub(r"\r?\n[ \t]", "", source)
    event = unfolded.partition("BEGIN:VEVENT")[2].partition("END:VEVENT")[0]
    values: dict[str, str] = {}
    for line in event.partition("BEGIN:VALARM")[0].splitlines():
        if found := _PROPERTY.match(line.strip()):
            values.setdefault(found["name"], _unescaped(found["value"]))
    method = re.search(r"^METHOD:(\w+)", unfolded, re.MULTILINE | re.IGNORECASE)
    when = _time_and_place(values)
    parts = [values.get("SUMMARY", "").rstrip("."), when, values.get("DESCRIPTION", "").strip()]
    asks = method is None or method[1].upper() in {"REQUEST", "PUBLISH", "ADD", "COUNTER"}
    return Invitation(asks=asks, text="\n".join(part for part in parts if part), when=when)


def _time_and_place(values: dict[str, str]) -> str:
    when, where = _when(values.get("DTSTART", ""), values.get("DTEND", "")), values.get("LOCATION", "")
    return "\n".join(filter(None, [f"When: {when}" if when else "", f"Where: {where}" if where else ""]))


def _when(start: str, end: str) -> str:
    begins, ends = _moment(start), _moment(end)
    if begins is None:
        return ""
    day = f"{begins:%A}, {begins.day} {begins:%B %Y}"
    if "T" not in start:
        return day
    closing = f" to {ends:%H:%M}" if ends is not None and ends.date() == begins.date() else ""
    zone = " UTC" if start.endswith("Z") else ""
    return f"{day}, {begins:%H:%M}{closing}{zone}"


def _moment(stamp: str) -> datetime | None:
    found = _STAMP.match(stamp)
    if found is None:
        return None
    try:
        return datetime.strptime(found[1] + (found[2] or "0000"), "%Y%m%d%H%M")  # noqa: DTZ007 - spoken in the zone of the invitation
    except ValueError:
        return None


def _unescaped(value: str) -> str:
    return re.sub(r"\\([\\;,])", r"\1", re.sub(r"\\[nN]", "\n", value))
