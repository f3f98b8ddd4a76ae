"""The message ids of what we mail: they name the day, and a token that we can compute anew and nobody can guess.

    <aloud-2026-11-26-4k7q…@mail.example>       the briefing of that day
    <aloud-2026-11-26-mv2x…-r3@mail.example>    the answer to its replies up to the third

The token is a MAC over the user, the day and the number, so none has to be looked up to know whose correspondence a reply belongs to, and
who has seen one id can make no other. Ids are compared without regard to case: they hold small letters alone.
"""

import hmac
import re
from base64 import b32encode
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

_TOKEN_BYTES = 15
"""120 bits: 24 letters, without padding."""
_OURS = re.compile(r"aloud-(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})-(?P<token>[a-z2-7]{24})(?:-r(?P<number>[1-9][0-9]{0,5}))?@[^@\s<>]{1,253}")


@dataclass(frozen=True, slots=True, kw_only=True)
class OurLetter:
    """One mail of ours: the briefing of a day (`number` 0), or the answer that addresses its replies up to this one."""

    day: date
    number: int = 0


def briefing_id(key: bytes, user_id: str, day: date, domain: str) -> str:
    """The message id of a user's briefing, without angle brackets; the same whenever it is asked for."""
    return _message_id(key, user_id, OurLetter(day=day), domain)


def answer_id(key: bytes, user_id: str, day: date, number: int, domain: str) -> str:
    """The message id of the answer with this number, from 1, in the correspondence of that day."""
    if number < 1:
        raise ValueError("answers are numbered from 1")
    return _message_id(key, user_id, OurLetter(day=day, number=number), domain)


def letter_of(key: bytes, user_id: str, message_id: str) -> OurLetter | None:
    """Which mail of ours to this user has this id, with or without angle brackets; None if none has."""
    found = _OURS.fullmatch(message_id.strip().removeprefix("<").removesuffix(">").lower())
    if found is None:
        return None
    try:
        letter = OurLetter(day=date.fromisoformat(found["day"]), number=int(found["number"] or 0))
    except ValueError:  # no such day
        return None
    return letter if hmac.compare_digest(found["token"], _token(key, user_id, letter)) else None


def _message_id(key: bytes, user_id: str, letter: OurLetter, domain: str) -> str:
    number = f"-r{letter.number}" if letter.number else ""
    return f"aloud-{letter.day.isoformat()}-{_token(key, user_id, letter)}{number}@{domain.lower()}"


def _token(key: bytes, user_id: str, letter: OurLetter) -> str:
    said = "\0".join(("aloud correspondence", letter.day.isoformat(), str(letter.number), user_id))
    return b32encode(hmac.digest(key, said.encode(), sha256)[:_TOKEN_BYTES]).decode("ascii").lower()
