"""What is in a mail for the eye alone: patches, logs, traces, code. They are told by what they are and how long, never letter by letter."""

import re
from collections.abc import Sequence
from itertools import pairwise

from briefing.speech.wording.counts import counted

_PATCH = re.compile(r"diff --git |Index: \S|--- \S|\+\+\+ \S|@@ -\d+|From [0-9a-f]{40} ")
_PATCH_BEGINS = re.compile(r"diff --git |Index: \S+$|--- [\w./-]{1,200}(?:\s|$)|@@ -\d+")
_CHANGE = re.compile(r"[+-]|@@ |index |diff |new file|deleted file|rename |similarity ")
_STATISTICS = re.compile(r"[\w./{}=> -]{1,200} \| +\d+ [+-]*$|\d+ files? changed")
_PROSE = re.compile(r"[^\W\d_a-z][\w',-]*(?: [\w',-]+){4,40}[.?!:]?$")
_LOG = re.compile(
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d\b|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d |\[ *\d+\.\d+\] "
    r"|Traceback \(most recent"
    r"|File \"[^\"]{1,200}\", line \d|at [\w.$<>]{1,100}\(|[\w.]{0,60}(?:Error|Exception): |(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b[ :\]]"
    r"|#\d{1,3} +0x|0x[0-9a-f]{4,16}\b|[$#%] [a-z]|>>> |sha(?:1|256):[0-9a-f]{8,64}"
)
_CODE = re.compile(
    r".{0,300}[;{}]$|(?:import|def|class|return|raise|public|private|static|const|let|var|if|for|while|else) ?[\w(].{0,200}[:({;]$"
    r"|#(?:include|define|ifdef|endif)\b|[\w.]{1,60} ?[-+*]?= ?[\w.]{1,60}\(.{0,200}\)$"
)
_LOG_LINES = 2
_CODE_LINES = 3
_TRACE = re.compile(r"Traceback \(most recent")
_TRACE_ENDS = re.compile(r"[\w.]{0,60}(?:Error|Exception|Exit|Interrupt)\b")


def without_printed_matter(lines: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """The lines to be told, and what stood between them: "a patch of 40 lines", "a log of 12 lines", "8 lines of code"."""
    kinds = _kinds(lines)
    kept = ["" if kind else line for line, kind in zip(lines, kinds, strict=True)]
    counts = {kind: kinds.count(kind) for kind in ("patch", "log", "code")}
    spoken = {"patch": "a patch of {}", "log": "a log of {}", "code": "{} of code"}
    return kept, tuple(spoken[kind].format(counted(count, "line")) for kind, count in counts.items() if count)


def _kinds(lines: Sequence[str]) -> list[str]:
    """Of each line whether it is part of a patch, a log or code; empty for what somebody wrote."""
    kinds = [""] * len(lines)
    inside = trace = False
    for at, line in enumerate(lines):
        inside = _goes_on(lines, at) if inside else _begins_patch(lines, at)
        trace = bool(_TRACE.match(line)) or (trace and bool(line.strip()))
        if inside or _STATISTICS.match(line):
            kinds[at] = "patch"
        elif trace or _LOG.match(line):
            kinds[at] = "log"
            trace = trace and not (_TRACE_ENDS.match(line) and not _TRACE.match(line))
        elif _CODE.match(line):
            kinds[at] = "code"
    return _long_enough(kinds, lines)


def _begins_patch(lines: Sequence[str], at: int) -> bool:
    return bool(_PATCH_BEGINS.match(lines[at])) and any(_PATCH.match(line) for line in lines[at + 1 : at + 6])


def _goes_on(lines: Sequence[str], at: int) -> bool:
    """A patch ends where prose stands below an empty line."""
    return bool(_CHANGE.match(lines[at])) or not (at and not lines[at - 1].strip() and _PROSE.match(lines[at]))


def _long_enough(kinds: list[str], lines: Sequence[str]) -> list[str]:
    """One line of a log or of code may be a sentence; several in a row are not."""
    found, start = list(kinds), 0
    for at, (one, other) in enumerate(pairwise([*kinds, "end"])):
        if one == other:
            continue
        needed = {"log": _LOG_LINES, "code": _CODE_LINES}.get(one, 1)
        if at + 1 - start < needed and not lines[start].startswith(("sha", "Traceback", "0x")):
            found[start : at + 1] = [""] * (at + 1 - start)
        start = at + 1
    return found
