"""Whether a screen has changed to something else and has then stood still, told from small grey pictures of it.

A blinking cursor and what is typed change little; what is scrolled is the same thing further down. Neither is something else, and a video
never stands still. Has no clock: each picture comes with its moment.
"""

from dataclasses import dataclass
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

COLUMNS, ROWS = 48, 180
"""Of a thumbnail; fine from top to bottom, so that a scroll by a few lines can be told from another picture."""

STILL_FOR_S = 1.0

_DIFFERS_BY = 12
"""Grey levels: more than the noise of a codec."""
_ELSE_FROM = 0.06
"""The share of cells that makes it something else; a typed line changes less than a hundredth."""
_FARTHEST = ROWS // 2
_EXPLAINED = 0.4
"""A scroll leaves at most this share of the difference, since cells do not fall on the same lines of text; other text in the same place
leaves twice as much, however its lines are moved."""
_EXPLAINED_BY_A_BIT = 0.7
"""The same for half a row, where what is moved little differs little."""
_TRIED = 4
"""Of the ways in which the lines could have moved, the likeliest by their brightness alone."""

Thumbnail = NDArray[np.int16]


class ScreenChange(Enum):
    """From one picture to the next."""

    LITTLE = auto()
    SCROLLED = auto()
    ELSE = auto()


def thumbnail(luma: NDArray[np.uint8]) -> Thumbnail:
    """The mean grey of each cell of a picture, rows by columns, of at least that many pixels.

    Of a large one some columns are enough, but every row counts: lines of text that move by a few pixels would look like other ones.
    """
    luma = luma[:, :: max(1, luma.shape[1] // (4 * COLUMNS))]
    by_row, rows = _sums(luma, ROWS)
    sums, columns = _sums(by_row.T, COLUMNS)
    grey: Thumbnail = (sums.T // np.outer(rows, columns)).astype(np.int16)
    return grey


def _sums(lines: NDArray[np.integer], cells: int) -> tuple[NDArray[np.uint32], NDArray[np.intp]]:
    """The sums of so many runs of lines, and how long each is: all as long as the shortest, or one longer.

    One line of all runs after the other: `np.add.reduceat` goes through them number by number.
    """
    starts = np.arange(cells) * len(lines) // cells
    lengths = np.diff(starts, append=len(lines))
    shortest = int(lengths.min())
    sums = lines[starts].astype(np.uint32)
    for more in range(1, shortest):
        sums += lines[starts + more]
    longer = np.flatnonzero(lengths > shortest)
    sums[longer] += lines[starts[longer] + shortest]
    return sums, lengths


def change(before: Thumbnail, after: Thumbnail) -> ScreenChange:
    differs = np.abs(after - before) > _DIFFERS_BY
    if differs.mean() < _ELSE_FROM:
        return ScreenChange.LITTLE
    return ScreenChange.SCROLLED if _is_scrolled(before, after, differs) else ScreenChange.ELSE


def _is_scrolled(before: Thumbnail, after: Thumbnail, differs: NDArray[np.bool_]) -> bool:
    """Whether most of what differs is there again further up or down, in the part of the screen where something differs."""
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.mean(axis=0) > _ELSE_FROM)
    if columns.size == 0:
        return False
    was, now = (_by_half_rows(each[rows[0] : rows[-1] + 1, columns]) for each in (before, after))
    lines, moved = (was.mean(axis=1), now.mean(axis=1)), range(1, min(2 * _FARTHEST, len(was) // 2))
    likeliest = sorted(moved, key=lambda by: _left_by(*lines, by))[:_TRIED]
    unmoved = float(np.abs(now - was).mean())
    if _left_by(was, now, 1) < _EXPLAINED_BY_A_BIT * unmoved:
        return True
    return any(_left_by(was, now, by) < _EXPLAINED * unmoved for by in likeliest)


def _by_half_rows(cells: Thumbnail) -> NDArray[np.float64]:
    """With a row between every two, so that a scroll by half a row is seen as well, and a little blurred, so that one by a quarter is."""
    edged = np.pad(cells.astype(np.float64), ((1, 1), (0, 0)), mode="edge")
    rows = (edged[:-2] + 2 * edged[1:-1] + edged[2:]) / 4
    between = (rows[:-1] + rows[1:]) / 2
    mixed = np.empty((len(rows) + len(between), rows.shape[1]))
    mixed[::2], mixed[1::2] = rows, between
    return mixed


def _left_by(was: NDArray[np.float64], now: NDArray[np.float64], by: int) -> float:
    """The mean difference once one of them is moved by so many rows, the better way of both."""
    return float(min(np.abs(now[:-by] - was[by:]).mean(), np.abs(now[by:] - was[:-by]).mean()))


@dataclass(slots=True)
class ScreenWatch:
    """Follows one shared screen. The first picture counts as something else: sharing has begun."""

    _looked_at: Thumbnail | None = None
    _last: Thumbnail | None = None
    _moved_at: float = 0.0
    _pending: bool = False

    def see(self, picture: Thumbnail, at: float) -> None:
        """The newest picture, at this monotonic second."""
        seen = change(self._last, picture) if self._last is not None else ScreenChange.ELSE
        self._last = picture
        if seen is ScreenChange.LITTLE:
            return
        self._moved_at = at
        self._pending = self._pending or seen is ScreenChange.ELSE
        if self._looked_at is not None and self._pending and change(self._looked_at, picture) is ScreenChange.LITTLE:
            self._pending = False  # it is back at what was looked at

    @property
    def due_at(self) -> float | None:
        """From when on it is to be looked at if nothing moves until then; None where nothing else is shown."""
        return self._moved_at + STILL_FOR_S if self._pending else None

    def take(self, at: float) -> bool:
        """Whether it is to be looked at now; if so, what is shown now counts as looked at."""
        if self.due_at is None or at < self.due_at:
            return False
        self._pending, self._looked_at = False, self._last
        return True
