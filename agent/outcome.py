"""What a tool brought about, in the two forms in which it is passed on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """`spoken` is said as it stands when no model is asked; `told` is what a model reads as the tool's result."""

    spoken: str
    told: str


class RefusedError(Exception):
    """A tool could not do what was asked. `str()` is one sentence that can be said and tells what would be possible."""
