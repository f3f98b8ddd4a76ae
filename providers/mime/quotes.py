"""Removes quoted mails and signatures from plain text, so that only the sender's own new words are left.

No library does this well enough, and the user never hears words that are cut by mistake. So each rule needs two signs (an attribution line
*and* quoted lines, a header line *and* more headers), and text is never cut to nothing. Answers between quoted lines are kept. The text of
a forwarded mail is kept as well, with one line in place of its headers.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby, islice

from providers.mime.attributions import (
    BELOW_TITLE,
    DASHED_TITLE,
    DEVICE,
    FORWARD_MARKER,
    HEADER_LINE,
    HEADERS_NEEDED,
    ORIGINAL_MESSAGE,
    attribution_end,
    before_attribution,
    opens_headers,
    opens_notes_headers,
)

_RULE = re.compile(r"^\s*[_=\-*]{2,}\s*$")

_MARK = re.compile("[\\s\u200b-\u200f\u2060\ufeff]*>")
_SIGNATURE = re.compile(r"^--\s?$")
_SIGNATURE_LINES = 15
_LAST_LINES = 4
_LONGEST_TITLE = 120
_ANSWER_ABOVE = re.compile(
    r"\s*##-.{3,100}-##\s*$"
    r"|.{0,40}\b(?:reply|respond|type|write|antwort|geben|schreib|répond|écri|respond|escrib|escrev|rispond|scriv|antwoord|typ|reageer)"
    r".{0,40}\b(?:above this line|(?:ober|über)\w{0,5} dieser (?:zeile|linie)|(?:au-dessus de|avant) cette ligne"
    r"|(?:encima|arriba) de esta l[ií]nea|sopra (?:a )?questa (?:riga|linea)|acima desta linha|boven deze (?:regel|lijn))\b.{0,40}$",
    re.IGNORECASE,
)
"""A ticket system puts it above a mail, and finds by it where an answer ends."""
_SUPERCITED = re.compile(r"^[ ]{0,3}([^\W\d_][\w.-]{0,11})>{1,4}(?!\w)")
_SUPERCITED_LINES = 3
_PROMPT = re.compile(r"(?:my|p|no)?sql(?:ite|plus)?|mariadb|cqlsh|mongo(?:sh)?|s?ftp|gdb|lldb|ghci|irb|php|node|nslookup", re.IGNORECASE)
"""Of a program: somebody shows what they typed there, which looks the same."""
_DECORATED = re.compile(r"^>>[^<]{1,200}<<[<\s]*$")
_WRAPPED_AT = range(60, 81)
_ROOM = 76
"""Characters of a line: a word for which there was room at the end of the line above begins no second half of it."""
_LONGEST_REST = 48
_ANSWERS = frozenset(
    {"yes", "yeah", "yep", "no", "nope", "ok", "okay", "sure", "fine", "thanks", "done", "agreed", "ja", "nein", "oui", "non"}
)
_GOES_ON = re.compile(r"[^.?!:;>\s]\s*$")
_MOST_MARKERS = 3
_LIST_FOOTER = re.compile(
    r"mailing list|unsubscribe|google groups|you received this message because"
    r"|^[ \t]{0,9}(?:sent (?:via|with|using|from my)|gesendet (?:mit|von|über)|envoyé (?:par|via|avec|depuis|de mon))\b",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWords:
    """What the sender wrote, and whether a quoted mail was removed."""

    text: str = field(repr=False)
    quoted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPassage:
    """Words in a row, and the lines right above that are quoted, with their marks. The last one has no words where the mail ends quoted."""

    words: str = field(repr=False)
    above: tuple[str, ...] = field(default=(), repr=False)


def own_words(text: str, *, forwarded: bool = False) -> OwnWords:
    """The sender's own new text, without quotations and signature; never empty when there was text."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    forward_at = _forward_start(lines) if forwarded else _unquoted_forward(lines) if FORWARD_MARKER.search(text) else None
    if forward_at is None:
        kept, quoted = _without_quotes(lines)
    else:
        kept, quoted = _with_forward(lines, *forward_at)
    kept = _without_signature(kept)
    words = "\n".join(kept).strip()
    if words:
        return OwnWords(text=words, quoted=quoted)
    return OwnWords(text="\n".join(_unquoted(line) for line in lines).strip())


def own_passages(text: str) -> tuple[OwnPassage, ...]:
    """The sender's own words in the rows in which they stand between quoted lines; none where everything is quoted."""
    lines = text.splitlines()
    found: list[OwnPassage] = []
    above: list[str] = []
    for quoted, row in groupby(_told_apart(lines), key=lambda line: line[1]):
        if quoted:
            above += [line for line, _ in row]
        elif words := "\n".join(_without_signature([line for line, _ in row])).strip():
            found.append(OwnPassage(words=words, above=tuple(above)))
            above = []
    return (*found, OwnPassage(words="", above=tuple(above))) if above else tuple(found)


def _without_quotes(lines: list[str]) -> tuple[list[str], bool]:
    told = _told_apart(lines)
    return [line for line, quoted in told if not quoted], any(quoted for _, quoted in told)


def _told_apart(lines: list[str]) -> list[tuple[str, bool]]:
    """Each line, and whether it is quoted or introduces what is."""
    told: list[tuple[str, bool]] = []
    quotes = _quoted_lines(lines)
    quotes_next = _quotes_next(lines, quotes)
    at = 0
    while at < len(lines):
        line = lines[at]
        if _ANSWER_ABOVE.match(line) and not any(words.strip() for words, quoted in told if not quoted):
            told.append((line, True))
            at += 1
            continue
        if _begins_original(lines, at) or _ANSWER_ABOVE.match(line):
            return [*_without_rule(told), *_all_quoted(lines[at:])]
        after = 0 if quotes[at] else attribution_end(lines, at, quotes_at=quotes_next)
        if after and not quotes_next[after]:
            return [*told, *_all_quoted(lines[at:])]
        if after:
            told += _all_quoted(lines[at:after])
            at = after
            continue
        if quotes[at]:
            told.append((line, True))
        elif (words := before_attribution(line)) is not None:
            told += [(words, False), (line[len(words) :], True)]
            if not quotes_next[at + 1]:
                return [*told, *_all_quoted(lines[at + 1 :])]
        else:
            told.append((line.removeprefix(">") if line.startswith(">From ") else line, False))
        at += 1
    return told


def _all_quoted(lines: list[str]) -> list[tuple[str, bool]]:
    return [(line, True) for line in lines]


def _begins_original(lines: list[str], at: int) -> bool:
    """Whether the mail that is answered stands below, as a whole and without marks: by a title between dashes, or by its headers."""
    if ORIGINAL_MESSAGE.match(lines[at]) or opens_headers(lines, at) or opens_notes_headers(lines, at):
        return True
    titled = DASHED_TITLE.match(lines[at][:_LONGEST_TITLE]) is not None
    return titled and sum(bool(BELOW_TITLE.match(line)) for line in lines[at + 1 : at + 1 + HEADERS_NEEDED]) == HEADERS_NEEDED


def _quoted_lines(lines: list[str]) -> list[bool]:
    """Of each line, whether it is quoted: by ">", or by the other one's initials as supercite writes them ("AB> ")."""
    initials = [found[1] if (found := _SUPERCITED.match(line)) and not _PROMPT.fullmatch(found[1]) else "" for line in lines]
    common = {name for name, count in Counter(initials).items() if name and count >= _SUPERCITED_LINES}
    introduced = any(lines[at - 1].rstrip().endswith(":") or not lines[at - 1].strip() for at, name in enumerate(initials) if name and at)
    said = Counter(initials).keys() - {""} if introduced and any(line.rstrip().endswith(("writes:", "wrote:")) for line in lines) else set()
    marked = [_is_quoted(line) or initial in common or initial in said for line, initial in zip(lines, initials, strict=True)]
    return [here or _is_second_half(lines, marked, at) for at, here in enumerate(marked)]


def _is_second_half(lines: list[str], marked: list[bool], at: int) -> bool:
    """Whether a line between marked ones is the rest of the one above, which a program has broken and not marked."""
    if not (0 < at < len(lines) - 1 and marked[at - 1] and marked[at + 1]):
        return False
    above, word = lines[at - 1].rstrip(), lines[at].split(" ", 1)[0]
    if len(lines[at]) > _LONGEST_REST or word.strip(",.!") in _ANSWERS:
        return False
    return word[:1].islower() and len(above) in _WRAPPED_AT and len(above) + len(word) >= _ROOM and _GOES_ON.search(above) is not None


def _quotes_next(lines: list[str], quotes: list[bool]) -> list[bool]:
    """Of each line and of the end, whether the first line with words from there on is a quoted one."""
    following = [False] * (len(lines) + 1)
    for at in range(len(lines) - 1, -1, -1):
        following[at] = quotes[at] if lines[at].strip() else following[at + 1]
    return following


def _is_quoted(line: str) -> bool:
    return _MARK.match(line) is not None and not line.startswith(">From ") and not _DECORATED.match(line)


def _unquoted(line: str) -> str:
    return re.sub(r"^\s*+(?>(?:>\s?)+)", "", line)


def _without_rule(told: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Drop the ruled line above a copied header block."""
    while told and not told[-1][1] and (not told[-1][0].strip() or _RULE.match(told[-1][0])):
        told.pop()
    return told


def _unquoted_forward(lines: list[str]) -> tuple[int, int] | None:
    """The same where the subject does not tell of a forwarded mail: one that somebody else has forwarded is part of what is quoted."""
    for at in islice((at for at, line in enumerate(lines) if FORWARD_MARKER.search(line)), _MOST_MARKERS):
        *above, (_, quoted) = _told_apart(lines[: at + 1])
        if _is_quoted(lines[at]):
            quoted = next((above_it for line, above_it in reversed(above) if line.strip()), False)
        if not quoted:
            return at, at + 1
    return None


def _forward_start(lines: list[str]) -> tuple[int, int] | None:
    """Where a forwarded mail begins: the index of its marker, and of its first line below the marker."""
    for at, line in enumerate(lines):
        if FORWARD_MARKER.search(line) or ORIGINAL_MESSAGE.match(line):
            return at, at + 1
        if opens_headers(lines, at):
            return at, at
    return None


def _with_forward(lines: list[str], marker: int, start: int) -> tuple[list[str], bool]:
    """The sender's words, a line that names the author of the forwarded mail, and that mail without its own quotations."""
    above, quoted_above = _without_quotes(lines[:marker])
    inner = [_unquoted(line) for line in lines[start:]]
    sender, body_at = _forwarded_sender(inner)
    below, quoted_below = _without_quotes(inner[body_at:])
    below = _without_signature(below)
    title = f"Forwarded message from {sender}:" if sender else "Forwarded message:"
    return [
        *_without_signature([line for line, _ in _without_rule([(line, False) for line in above])]),
        "",
        title,
        *below,
    ], quoted_above or quoted_below


def _forwarded_sender(lines: list[str]) -> tuple[str, int]:
    """Who wrote the forwarded mail, and where its text begins below the copied headers."""
    sender, at = "", 0
    while at < len(lines) and (not lines[at].strip() or (header := HEADER_LINE.match(lines[at]))):
        if lines[at].strip() and header is not None and header["sender"]:
            sender = re.sub(r"\s{0,9}(?:<[^<>]*>|\[mailto:[^\[\]]*\])\s*", "", header["value"]).strip(' "*')
        at += 1
    return sender, at


def _without_signature(lines: list[str]) -> list[str]:
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    for at, line in enumerate(lines):
        if _SIGNATURE.match(line) and first < at and _ends_like_signature(lines, at):
            lines = lines[:at]
            break
        if _RULE.match(line) and at and len(lines) - at <= _SIGNATURE_LINES and _LIST_FOOTER.search("\n".join(lines[at : at + 5])):
            lines = lines[:at]
            break
    written = [at for at, line in enumerate(lines) if line.strip()]
    devices = {at for at in written[-_LAST_LINES:] if DEVICE.match(lines[at])}
    return [line for at, line in enumerate(lines) if at not in devices]


def _ends_like_signature(lines: list[str], at: int) -> bool:
    """`-- ` is the standard separator and always counts; a bare `--` also separates sections, so the text after it must be short."""
    return lines[at] == "-- " or len(lines) - at <= _SIGNATURE_LINES
