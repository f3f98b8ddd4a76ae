"""Counts who reads the words of a turn, while it goes on."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

import briefing.understanding

HOME = str(Path(briefing.understanding.__file__).parent)
LOOKS_UP = "Understandings.of"
"""Finds what was understood before, by the same words."""


class Parses:
    """`read` counts the functions in `briefing.understanding` that got the whole words; `from_outside` those called from elsewhere."""

    def __init__(self, words: str) -> None:
        self.read: Counter[str] = Counter()
        self.from_outside: Counter[str] = Counter()
        self._words = words
        self._frames: set[FrameType] = set()

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(HOME) or self._words not in _arguments(code, frame):
            return
        if frame in self._frames:
            return  # a generator that goes on
        self._frames.add(frame)
        self.read[_name(code)] += 1
        caller = frame.f_back
        if caller is not None and not caller.f_code.co_filename.startswith(HOME):
            self.from_outside[_name(code)] += 1


def _arguments(code: CodeType, frame: FrameType) -> list[object]:
    return [each for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if isinstance(each := frame.f_locals[name], str)]


def _name(code: CodeType) -> str:
    return f"{Path(code.co_filename).stem}.{code.co_qualname}"


@contextmanager
def parses_of(words: str) -> Iterator[Parses]:
    """Counts from now on. Only of this thread, and of all tasks that run in it."""
    parses = Parses(words)
    before = sys.getprofile()
    sys.setprofile(parses)
    try:
        yield parses
    finally:
        sys.setprofile(before)
