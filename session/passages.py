"""What is said, as passages: each is played, and heard or not heard, on its own.

A passage is a `str`, as LiveKit's own timed text is, so it travels through LiveKit from where it is said to where it is played and keeps
its metadata. Nothing has to be matched by its words.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from briefing.mail import MailId


class PassageRole(StrEnum):
    LEAD = "lead"
    """Anything beside a mail: what was done, a topic, an answer."""
    MAIL = "mail"
    """The presentation of a mail, or a piece of it."""
    READING = "reading"
    """A piece of a mail that is read out in full."""
    DRAFT = "draft"
    """A draft, or a piece of it. Its words tell of no mail."""
    RESULT = "result"
    """A piece of what the team found, which may quote mail."""
    QUESTION = "question"
    """What to do with the mail. The mail counts as heard even if its question was not."""


class Passage(str):
    """Words that are played in one go. `mail` is the mail they tell of; `ends`: with them, the mail has been told.

    The playback sets `played` once they were played to their end. `by_model`: a model's own words.
    """

    __slots__ = ("by_model", "ends", "mail", "played", "role")

    role: PassageRole
    mail: MailId | None
    ends: bool
    by_model: bool
    played: bool

    def __new__(
        cls,
        words: str,
        *,
        role: PassageRole = PassageRole.LEAD,
        mail: MailId | None = None,
        ends: bool = False,
        by_model: bool = False,
    ) -> Self:
        passage = super().__new__(cls, words)
        passage.role, passage.mail, passage.ends, passage.by_model, passage.played = role, mail, ends, by_model, False
        return passage

    def saying(self, words: str) -> "Passage":
        """The same with other words."""
        return Passage(words, role=self.role, mail=self.mail, ends=self.ends, by_model=self.by_model)

    def spaced(self) -> "Passage":
        """The same with a space behind it, for what follows in the same reply."""
        return self.saying(f"{self} ")


def as_reply(passages: Iterable[Passage]) -> list[Passage]:
    """The passages that have words, spaced so that together they read as one text."""
    kept = [passage for passage in passages if passage.strip()]
    return [passage.spaced() for passage in kept[:-1]] + kept[-1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A mail that is read out: the pieces that were not played to their end yet, so an interrupted reading can go on where it was."""

    mail: MailId
    pieces: tuple[str, ...] = field(repr=False)

    def passages(self) -> tuple[Passage, ...]:
        *before, last = self.pieces
        return (
            *(Passage(piece, role=PassageRole.READING, mail=self.mail) for piece in before),
            Passage(last, role=PassageRole.READING, mail=self.mail, ends=True),
        )

    def after(self, passage: Passage) -> "Reading | None":
        """What is left once that piece was played; none at the end."""
        said = passage.strip()
        rest = self.pieces[1:] if self.pieces[0].strip() == said else self.pieces
        return replace(self, pieces=rest) if rest else None
