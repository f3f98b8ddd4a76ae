"""The result of a tool: what is said, and what a model is told."""

from dataclasses import dataclass, field

from session.passages import Passage, as_reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """`spoken` is said as it stands when no model is asked; `told` is what a model reads as the tool's result.

    `verbatim`: `spoken` is said as it stands even if a model called the tool, because the exact words matter.
    """

    spoken: tuple[Passage, ...] = field(repr=False)
    told: str = field(repr=False)
    verbatim: bool = False

    @property
    def words(self) -> str:
        """All that is said, as one text."""
        return "".join(as_reply(self.spoken))


def saying(words: str, *, told: str = "") -> Outcome:
    """An outcome of one sentence beside any mail; a model is told the same unless told otherwise."""
    return Outcome(spoken=(Passage(words),), told=told or words)


class SkillRefusedError(Exception):
    """A tool could not do what was asked. `str()` is one sentence that can be said and tells what would be possible."""
