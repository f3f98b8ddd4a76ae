"""One line of `aloud doctor`: a part, whether it works, and what that means or how to get it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One part: whether it works, and one line on what that means or how to get it. `needed` parts decide the exit code.

    `steps` are shown under the line, one each.
    """

    part: str
    works: bool
    line: str
    needed: bool = False
    steps: tuple[str, ...] = ()
