"""One line of `aloud doctor`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One part: whether it works, and a line on what that means or how to get it. `needed` parts decide the exit code.

    Each of `steps` is a line under it.
    """

    part: str
    works: bool
    line: str
    needed: bool = False
    steps: tuple[str, ...] = ()


def works(part: str, line: str, *, needed: bool = False) -> Finding:
    return Finding(part=part, works=True, line=line, needed=needed)


def lacks(part: str, line: str, *, needed: bool = False, steps: tuple[str, ...] = ()) -> Finding:
    return Finding(part=part, works=False, line=line, needed=needed, steps=steps)
