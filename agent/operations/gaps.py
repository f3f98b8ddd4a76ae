"""Fills what Python's allocator has free between objects, before jobs are forked.

A job that puts something of its own into a gap between inherited objects gets a copy of the whole page. With the gaps filled, what a job
makes lies side by side, on pages of its own.
"""

import gc
from collections.abc import Callable, Iterator
from itertools import repeat, starmap

SIZES = range(16, 513, 16)
"""Of the blocks that CPython 3.11 hands out itself, each from pools of blocks of one size."""
POOL_BYTES = 1 << 14
POOLS = 4
"""As much as is asked for at once: where it comes out of hardly more pools than it needs, they were empty."""
MOST = 100
"""Times that much of each size: no more than some megabytes, also where an allocator for debugging makes every block larger."""

_HEAD = b"".__sizeof__()


def fillings() -> list[object]:
    """What fills the gaps, some megabytes; they are filled while it is kept."""
    gc.collect()
    return [each for size in SIZES for each in _filling(size)]


def _filling(size: int) -> Iterator[object]:
    for _ in range(MOST):
        made = _made(size)
        if len({id(each) // POOL_BYTES for each in made}) <= POOLS + 2:
            return
        yield made


def _made(size: int) -> list[object]:
    """Enough objects of this size for some pools, and none beside them meanwhile."""
    many = POOLS * POOL_BYTES // size
    if size > _HEAD:
        return list(map(bytes, repeat(size - _HEAD, many)))
    make: Callable[[], object] = object if size == SIZES.start else _number
    return list(starmap(make, repeat((), many)))


def _number() -> float:
    return float("1.5")
