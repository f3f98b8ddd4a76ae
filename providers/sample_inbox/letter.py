"""One mail of the sample inbox before it is mail: who writes what, how long ago, in answer to which other letter."""

from dataclasses import dataclass
from enum import StrEnum

SAMPLE_ADDRESS = "sam.rivera@example.com"
"""Whose inbox it is: the own address to configure with it."""
SAMPLE_NAME = "Sam Rivera"


class Place(StrEnum):
    """Where a letter lies."""

    UNREAD = "unread"
    READ = "read"
    ARCHIVE = "archive"
    SENT = "sent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who writes."""

    name: str
    email: str

    @property
    def first_name(self) -> str:
        """What friends say."""
        return self.name.split()[0]


SAM = Person(name=SAMPLE_NAME, email=SAMPLE_ADDRESS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Enclosure:
    """An attached file; its content is only as real as its name."""

    name: str
    kind: str = "application/pdf"
    content: bytes = b"%PDF-1.4\n% sample\n%%EOF\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A mail to be. `key` names it for `answers` and becomes its Message-ID; `hours` is its age.

    Texts may hold slots such as `[[friday]]` or `[[date+3]]` (see `days`). A letter with `answers` quotes that letter below its text,
    unless `quotes` is false. `raw` replaces everything else but the age: it is the whole message, slots included.
    """

    key: str
    sender: Person
    subject: str
    hours: float
    text: str = ""
    html: str = ""
    place: Place = Place.UNREAD
    flagged: bool = False
    answers: str = ""
    quotes: bool = True
    to: tuple[Person, ...] = (SAM,)
    cc: tuple[Person, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    enclosures: tuple[Enclosure, ...] = ()
    calendar: str = ""
    raw: str = ""
