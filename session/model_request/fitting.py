"""Data of bounded size for a request: short texts, and as many items of a list as there is room for."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from briefing.agenda import MailRef
from briefing.speech.wording.speakable import one_line
from providers.models.typed.token_estimate import cut_to, tokens
from session.untrusted import as_data

LONGEST = 200
OF_A_NAME, OF_A_SUBJECT = 20, 30
"""Tokens."""


def short(text: str, most: float, *, longest: int = LONGEST) -> str:
    """The beginning of a text, in one line, with at most so many tokens as it is sent."""
    kept = cut_to(one_line(text)[:longest], most)
    while (cost := tokens(as_data(kept))) > most + 2:  # what is escaped costs more than it did
        kept = kept[: int(len(kept) * most / cost)]
    return kept


def fitted(items: Iterable[object], room: float) -> list[object]:
    """The first items; those for which there is no room are counted at the end. Nothing if there is room for none."""
    kept: list[object] = []
    left_out = 0
    for item in items:
        room -= tokens(as_data([item]))
        if room < 0:
            left_out += 1
        else:
            kept.append(item)
    return [*kept, {"more": left_out}] if kept and left_out else kept


def listed(items: Iterable[object], room: float) -> str:
    """The same as a list of data, or empty."""
    kept = fitted(items, room)
    return as_data(kept) if kept else ""


def named(mail: MailRef) -> Mapping[str, object]:
    """What tells one mail from another to a person."""
    return {"from": short(mail.sender.name or mail.sender.email, OF_A_NAME), "subject": short(mail.subject, OF_A_SUBJECT)}


def dated(moment: datetime | None, now: datetime) -> Mapping[str, object]:
    return {} if moment is None else {"date": in_words(moment, now)}


def in_words(moment: datetime, now: datetime) -> str:
    """In the user's zone, without the year if it is this one."""
    local = moment.astimezone(now.tzinfo)
    return f"{local:%a %d %b %H:%M}" if local.year == now.year else f"{local:%a %d %b %Y}"
