"""What a reply says anew: the user's words without quoted mail, and which quoted line each of them stands under."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Words in a row. `under` is the number of the quoted mail that they stand right under, where they answer it there."""

    words: str = field(repr=False)
    under: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewWords:
    """What the user wrote, in order. `doubtful`: parts that may be the user's or quoted; they are shown and asked about, never obeyed."""

    passages: tuple[Passage, ...] = field(default=(), repr=False)
    doubtful: tuple[str, ...] = field(default=(), repr=False)

    @property
    def text(self) -> str:
        return "\n\n".join(each.words for each in self.passages)


def new_words_of(raw: bytes, sent: Sequence[str]) -> NewWords:
    """The new words of a mail; `sent` are the texts of the briefing and the answers before it. Never raises."""
    raise NotImplementedError
