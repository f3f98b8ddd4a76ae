"""How much of a mail is read: cut to what can matter before it is parsed, and parsed where it can be ended.

A parser looks at each line of a message in Python, and at each line once for every part that it is inside of. So a message is first cut
to the beginnings of its parts, by searches that run at the speed of memory: an attachment keeps its header, a text what is considered of
it. Most mail is small then, and read at once. What is still large is read in a process of its own with limits on time and memory, which
does not hold up the interpreter of the call; a mail that goes over them is told as too large to read.
"""

import gc
import os
import pickle
import re
import resource
import select
import signal
from collections.abc import Callable
from math import ceil
from pathlib import Path
from time import monotonic
from typing import NoReturn, TypeVar

from providers.mime.headers import MAX_HEAD_BYTES, head_and_body

MAX_PARTS = 1_000
"""Lines that may begin a part. Real mail stays below a tenth of it."""
MAX_TEXT_BYTES = 1_500_000
MAX_TEXT_LINES = 30_000
MAX_ATTACHMENT_BYTES = 2_048
MAX_ATTACHMENT_LINES = 40
MAX_PART_HEAD = 8_192
MAX_KEPT_BYTES = 4_000_000
READ_AT_ONCE = 98_304
"""Bytes that are read without a process: linear work on so little takes some hundredths of a second, whatever it says."""
CPU_S = 0.85
"""With what it takes to cut a message, a second."""
WITHIN_S = 10.0
"""By the clock: on a busy machine a second of work takes longer."""
MEMORY_BYTES = 48 << 20

_TEXT_PART = re.compile(rb"^content-type[ \t]{0,20}:[ \t\r\n]{0,20}(?:text|message|multipart)/", re.IGNORECASE | re.MULTILINE)
_ANY_TYPE = re.compile(rb"^content-type[ \t]{0,20}:", re.IGNORECASE | re.MULTILINE)
_MOST_STEPS = 30_000
_STEPS_OF_A_PART = 10
_BLOCK = 1 << 16

Read = TypeVar("Read")


class TooLargeError(Exception):
    """Reading a mail took more time or memory than a mail may take."""


def read_within_bounds(raw: bytes, read: Callable[[bytes], Read]) -> Read:
    """What `read` makes of a message. Raises `TooLargeError`; blocks its thread for little more than a second."""
    cut = cut_to_size(raw)
    return read(cut) if _is_small(cut) else _read_apart(cut, read)


def cut_to_size(raw: bytes) -> bytes:
    """The message with the beginnings of its parts. Raises `TooLargeError` for one that has too many."""
    if len(raw) <= READ_AT_ONCE:
        return raw
    edges = [0]
    while (edge := raw.find(b"\n--", edges[-1])) >= 0:
        edges.append(edge + 1)
        if len(edges) > MAX_PARTS:
            raise TooLargeError
    kept: list[bytes] = []
    room, lines = MAX_KEPT_BYTES, MAX_TEXT_LINES
    for start, end in zip(edges, [*edges[1:], len(raw)], strict=True):
        head = MAX_PART_HEAD if start else MAX_HEAD_BYTES
        most = _considered(raw[start : min(end, start + head)])
        part = raw[start : min(end, start + (most if room > 0 else MAX_ATTACHMENT_BYTES))]
        part = b"\n".join(part.split(b"\n", max(lines, MAX_ATTACHMENT_LINES))[: max(lines, MAX_ATTACHMENT_LINES)])
        kept.append(part.removesuffix(b"\n") + b"\n")
        room -= len(part)
        lines -= part.count(b"\n")
    return b"".join(kept)


def _considered(beginning: bytes) -> int:
    """How many bytes of a part are kept, by its header; what has no header is text that goes on."""
    head, _ = head_and_body(beginning)
    if _TEXT_PART.search(head) or not _ANY_TYPE.search(head):
        return MAX_TEXT_BYTES
    return len(head) + MAX_ATTACHMENT_BYTES


def _is_small(raw: bytes) -> bool:
    """Whether reading takes little time whatever the message says: the parser holds each line against each boundary around it, and makes
    an object of each part."""
    if len(raw) > READ_AT_ONCE:
        return False
    lines = raw.count(b"\n") * (1 + raw.lower().count(b"boundary"))
    return lines + _STEPS_OF_A_PART * raw.count(b"\n--") <= _MOST_STEPS


def _read_apart(raw: bytes, read: Callable[[bytes], Read]) -> Read:
    """Read in a process that is forked for it. It loads nothing, shares the memory of ours, and is killed when its time is over."""
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        _be_the_child(raw, read, sending)
    os.close(sending)
    try:
        answer = _received(receiving, monotonic() + WITHIN_S)
    finally:
        os.close(receiving)
        os.kill(child, signal.SIGKILL)  # it is not reaped yet, so its number is its own
        os.waitpid(child, 0)
    try:
        made: Read = pickle.loads(answer)  # noqa: S301 - what our own code has made of values of ours
    except (EOFError, pickle.UnpicklingError):
        raise TooLargeError from None
    return made


def _be_the_child(raw: bytes, read: Callable[[bytes], Read], sending: int) -> NoReturn:
    """Never returns, and runs nothing of the parent's: no handler, no buffer, no thread."""
    try:
        gc.disable()
        if (sizes := Path("/proc/self/statm")).exists():
            in_use = [int(pages) * resource.getpagesize() for pages in sizes.read_text().split()]
            # A thread has reserved addresses (64 MB with glibc) that count as data only once they are used.
            for limit, used in ((resource.RLIMIT_AS, in_use[0]), (resource.RLIMIT_DATA, in_use[5])):
                resource.setrlimit(limit, (used + MEMORY_BYTES, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.setitimer(signal.ITIMER_PROF, CPU_S)
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(CPU_S), ceil(CPU_S)))
        with os.fdopen(sending, "wb") as out:
            out.write(pickle.dumps(read(raw)))
    finally:
        os._exit(0)


def _received(receiving: int, until: float) -> bytes:
    """All that comes until the other end is closed. Raises `TooLargeError` when that takes too long."""
    pieces: list[bytes] = []
    arriving = select.poll()
    arriving.register(receiving, select.POLLIN)
    while (left := until - monotonic()) > 0 and arriving.poll(left * 1000):
        if not (piece := os.read(receiving, _BLOCK)):
            return b"".join(pieces)
        pieces.append(piece)
    raise TooLargeError
