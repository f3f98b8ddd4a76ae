"""The lines of a reply as they were meant: wrapped lines are joined, dictated text keeps its lines, greetings and farewells go."""

import re
from dataclasses import dataclass, field, replace

from briefing.understanding.understanding import understand
from correspondence.cut_words import PieceKind, is_sure, items_of
from correspondence.numbers import headed
from correspondence.wishing.stated_preferences import stated

_WISHES = frozenset({PieceKind.WISH, PieceKind.DESCRIBED})
_WRAPPED_FROM = 60
_MOST_BELOW = 6
_MOST_CORRECTED = 3
_BULLET = re.compile(r"^\s*(?:[*\u2022\u00b7>]\s+|[-\u2013\u2014]\s+)(?=\S)")
_STARRED = re.compile(r"^\s*\*(?=[^\s*][^*]*$)")
"""Below other lines, how people correct a word of these: "*3"."""
_LISTED = re.compile(r"\d{1,3}\s?[.):]\s")
_ENDS = re.compile(r"[.;:!?\u2026]\s*$")
_GREETING = re.compile(
    r"(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|morning|hallo|moin|bonjour)\b(?:[ ,]+[^\W\d]+){0,3}\s*[,!.:-]*", re.IGNORECASE
)
_FAREWELL = re.compile(
    r"(?:(?:best|kind|warm|many)(?: (?:regards|wishes|thanks))?|regards|cheers|yours(?: \w+)?|sincerely|love|xx?|take care"
    r"|all the best|ciao|lg|vg|mfg|viele gr\u00fc\u00dfe|liebe gr\u00fc\u00dfe|cordialement)\s*[,.!-]*",
    re.IGNORECASE,
)
_THANKS = re.compile(r"(?:many )?(?:thanks|thank you|thx|cheers|ty)(?: (?:so much|a lot|again|in advance))?\s*[,.!-]*", re.IGNORECASE)
_GOES_ON = re.compile(r"(?:but|unless|except|if|only|not|or|and not|because|since|however|otherwise|though)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyLine:
    """`begins`: it stands at the beginning of a paragraph. `goes_on`: a line below, without a number, goes on with it and was joined."""

    text: str = field(repr=False)
    begins: bool = False
    goes_on: bool = False


def lines_of(words: str, known: frozenset[int]) -> list[ReplyLine]:
    """The lines, without bullets, greeting and farewell."""
    lines = words.split("\n")
    starred = [at for at, line in enumerate(lines) if _STARRED.match(line)]
    wished_above = any(_is_wish(line.strip(), known) for line in lines[: starred[0]]) if starred else False
    if starred and starred[0] and (len(starred) == 1 or wished_above):  # several in a row are a list
        lines = [_STARRED.sub("Correction: ", line) if _corrects(line) else line for line in lines]
    lines = [_BULLET.sub("", line.replace("*", "")).strip() for line in lines]
    return _joined(_without_farewell(_without_greeting(lines), known), known)


def _corrects(line: str) -> bool:
    """Whether it may put other words in place of those above, as no line of a signature does."""
    bare = _STARRED.sub("", line).strip()
    return len(bare.split()) <= _MOST_CORRECTED or re.search(r"\b\d{1,3}\b", bare) is not None or is_sure(bare) or _has_wish(bare)


def _without_greeting(lines: list[str]) -> list[str]:
    first = next((at for at, line in enumerate(lines) if line), len(lines))
    return lines[first + 1 :] if first < len(lines) and _GREETING.fullmatch(lines[first]) else lines[first:]


def _without_farewell(lines: list[str], known: frozenset[int]) -> list[str]:
    """Without name and telephone below a farewell. Thanks stay: they may be all that a reply says."""
    for at, line in enumerate(lines):
        below = [each for each in lines[at + 1 :] if each]
        ends = len(below) <= _MOST_BELOW and all(len(each) < _WRAPPED_FROM and not _is_wish(each, known) for each in below)
        if ends and _FAREWELL.fullmatch(line):
            return lines[:at]
        if ends and _THANKS.fullmatch(line):
            return lines[: at + 1]
    return lines


def _joined(lines: list[str], known: frozenset[int]) -> list[ReplyLine]:
    joined: list[ReplyLine] = []
    gap = True
    for line in lines:
        if not line:
            gap = True
            continue
        above = joined[-1].text if joined else ""
        if joined and not _begins(line, known) and (_is_open(above) or (not gap and _goes_on(above, line))):
            goes_on = not _is_open(above) and not _is_wrapped(above) and not re.search(r"\d", line)
            text = above + ("\n" if _is_open(above) else " ") + line
            joined[-1] = replace(joined[-1], text=text, goes_on=joined[-1].goes_on or goes_on)
        else:
            joined.append(ReplyLine(text=line, begins=gap))
        gap = False
    return joined


def _is_open(line: str) -> bool:
    """Whether a text is dictated that begins in the line below, or has begun there: "4 reply:"."""
    first = line.partition("\n")[0]
    return first.endswith(":") and headed(first.removesuffix(":")) is not None


def _begins(line: str, known: frozenset[int]) -> bool:
    """Whether the line begins with a number for certain, or with what is stated for later."""
    if stated(line):
        return True
    head = headed(line)
    return head is not None and (is_sure(head.words) or _LISTED.match(line) is not None)


def _goes_on(above: str, line: str) -> bool:
    says_more = line[:1].islower() and not is_sure(line) and not _has_wish(line) and understand(line, verbatim=True).small_talk is None
    return _is_wrapped(above) or _GOES_ON.match(line) is not None or says_more


def _is_wrapped(line: str) -> bool:
    return len(line.rpartition("\n")[2]) >= _WRAPPED_FROM and not _ENDS.search(line)


def _has_wish(line: str) -> bool:
    return any(each.kind in _WISHES for each in items_of(line, frozenset(range(1, 1000))))


def _is_wish(line: str, known: frozenset[int]) -> bool:
    head = headed(line)
    return (head is not None and is_sure(head.words)) or any(
        each.kind is PieceKind.DESCRIBED or (each.kind is PieceKind.WISH and is_sure(each.words)) for each in items_of(line, known)
    )
