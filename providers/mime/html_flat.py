"""The tree of an HTML mail as flat text: block elements become line breaks, cells spaces, and links keep their text."""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborNode

STRUCK = "~~"
"""Stands on both sides of words that are struck out, white on white, or turned round, where these are asked for."""
_TURNED_ROUND = re.compile("[\u202d\u202e]")
_BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset", "figcaption", "figure"}
    | {"footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table"}
    | {"tbody", "tfoot", "thead", "tr", "ul"}
)
_APART = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "blockquote", "ul", "ol", "hr"})
_BLOCK, _PARAGRAPH = "\x01", "\x02"
_BREAKS = re.compile(r"(?<! ) *+(?>(?:[\x01\x02\n] *+)+)")
_CELLS = frozenset({"td", "th"})
Left = frozenset[int]
"""Ids of nodes to leave out. The tree itself is never changed, because removing a node frees children that are still referenced."""


def flatten(root: LexborNode | None, left_out: Left, struck: Left | None = None) -> str:
    if root is None:
        return ""
    pieces: list[str] = []
    preformatted = 0
    for node, entering in walk(root, left_out):
        tag = node.tag
        if struck and node.mem_id in struck:
            pieces.append(STRUCK)
        if tag == "-text":
            words = _words(node, keep_lines=preformatted > 0)
            pieces.append(words if struck is None else _TURNED_ROUND.sub(STRUCK, words))
        elif tag == "br":
            pieces.append("\n" if entering else "")
        elif tag in _BLOCKS:
            pieces.append(_PARAGRAPH if tag in _APART else _BLOCK)
            preformatted += (1 if entering else -1) if tag == "pre" else 0
        elif tag in _CELLS:
            pieces.append(" ")
    return tidy(_BREAKS.sub(_line_breaks, "".join(pieces)))


def _line_breaks(found: re.Match[str]) -> str:
    """Adjacent block edges become one line break; paragraph edges, and a block that holds only a `<br>`, become an empty line."""
    run = found[0].replace(" ", "")
    empty_line = _PARAGRAPH in run or f"{_BLOCK}\n{_BLOCK}" in run
    return "\n\n" if empty_line else "\n" * max(1, run.count("\n"))


def _words(node: LexborNode, *, keep_lines: bool) -> str:
    text = (node.text_content or "").replace(_BLOCK, "").replace(_PARAGRAPH, "")
    return text if keep_lines else re.sub(r"\s+", " ", text)


def walk(root: LexborNode, left_out: Left) -> Iterator[tuple[LexborNode, bool]]:
    """Each node when it is entered, and each element when it is left. Not recursive: hostile mail nests deeper than Python's stack."""
    stack: list[tuple[LexborNode, bool]] = [(root, True)]
    while stack:
        node, entering = stack.pop()
        yield node, entering
        if entering and node.tag != "-text":
            stack.append((node, False))
            stack.extend((child, True) for child in reversed([*node.iter(include_text=True)]) if child.mem_id not in left_out)


def tidy(text: str) -> str:
    """Collapse spaces and blank lines, and drop invisible characters (zero-width, soft hyphen, byte order mark)."""
    text = _SHAPELESS.sub("", text).replace("\u00a0", " ")
    lines = [re.sub(r"[ \t\f\v\r]+", " ", line).strip() for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


_SHAPELESS = re.compile("[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
