"""HTML mail to plain text that reads well aloud.

A few rules on selectolax's tree: hidden elements and pictures are dropped, block elements become line breaks, and links keep their text.
Quoted mails are cut here if the mail program marks them with an element; `providers.mime.quotes` finds the others by the wording of the
flat text. An `<hr>` alone does not mark a quotation, because people also draw lines for other reasons.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape

from selectolax.lexbor import LexborHTMLParser, LexborNode

from providers.mime.attributions import FORWARD_MARKER

MAX_HTML = 600_000
"""Characters of HTML that are looked at; newsletters stay below half of this."""
MAX_DEPTH = 1_000
MAX_OPEN_FORMATTING = 40

_UNSEEN = "head, script, style, title, template, noscript, object, svg, [hidden], [class*=preheader], [id*=preheader]"
_HIDING_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|(?:opacity|zoom)\s*:\s*0?(?:\.0+)?(?<=0)%?\s*(?:;|!|$)"
    r"|max-height\s*:\s*0|content-visibility\s*:\s*hidden"
    r"|font-size\s*:\s*(?:0(?:px|pt|r?em|%)?|1(?:px|pt)?|0?\.\d+(?:px|pt)|0?\.[0-3]\d*r?em)\s*(?:;|!|$)"
    r"|(?:left|top|text-indent)\s*:\s*-\d{3,}(?:px|r?em)|clip\s*:\s*rect\((?:[01](?:px)?[\s,]*){4}\)|clip-path\s*:\s*inset\(100%"
    r"|scale\(0(?:,\s*0)?\)|(?<![-\w])color\s*:\s*(?:transparent|rgba\([^()]{,60},\s*0?\.?0\s*\)|#[\da-f]{3}0\b|#[\da-f]{6}00\b)",
    re.IGNORECASE,
)
_NO_SIZE = re.compile(r"(?<![-\w])(?:height|width)\s*:\s*[01](?:px)?\s*(?:;|!|$)", re.IGNORECASE)
_CLIPS = re.compile(r"overflow\s*:\s*hidden", re.IGNORECASE)
_COMMENT = re.compile(r"/\*[^*]*+\*/")
STRUCK = "~~"
"""Stands on both sides of words that are struck out, white on white, or turned round, where these are asked for."""
_MAY_BE_STRUCK = "s, strike, del, bdo, [style], font[color]"
_STRUCK = frozenset({"s", "strike", "del", "bdo"})
_WHITE = r"(?:white\b|#(?:fff|(?:f[c-f]){3})(?:f|ff)?\b|rgba?\((?:\s*+25[2-5]\s*+,?+){3}|hsla?\([^()]{0,40}100%)"
_PALE = re.compile(rf"(?<![-\w])color\s*+:\s*+{_WHITE}", re.IGNORECASE)
_BACKGROUND = re.compile(rf"background(?:-color)?\s*+:\s*+(?!{_WHITE}|none|transparent|inherit|initial|unset)", re.IGNORECASE)
_TURNED_ROUND = re.compile("[\u202d\u202e]")
_QUOTE = "blockquote[type=cite], .gmail_quote, .gmail_quote_container, .yahoo_quoted, .moz-cite-prefix, .protonmail_quote, .zmail_extra"
_SIGNATURE = ".gmail_signature, .moz-signature, .protonmail_signature_block"
_SENTENCE = re.compile(r"(?:\S{1,40}\s){2}\S{0,40}[.?!](?=\s|$)")
"""Who types below the mark of a signature writes sentences there; what a program puts there are names and numbers."""
_QUOTE_HEADER = "[id$=divRplyFwdMsg]"
_QUOTE_BEGINS = "[id$=divRplyFwdMsg], [id$=appendonsend]"
_BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset", "figcaption", "figure"}
    | {"footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table"}
    | {"tbody", "tfoot", "thead", "tr", "ul"}
)
_FORMATTING = frozenset({"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"})
_CLOSES_ITSELF = frozenset(
    {"area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta", "option", "p", "source", "td", "th"}
    | {"tr", "wbr"}
)
_APART = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "blockquote", "ul", "ol", "hr"})
_BLOCK, _PARAGRAPH = "\x01", "\x02"
_BREAKS = re.compile(r"(?<! ) *+(?:[\x01\x02\n] *+)++")
_CELLS = frozenset({"td", "th"})
_MARKER_LOOKAHEAD = 300
_LOOK_BACK = 5
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_MARKUP = re.compile(r"<[^<>]*>")
_TOP_LEVEL = 12

Left = frozenset[int]
"""Ids of nodes to leave out. The tree itself is never changed, because removing a node frees children that are still referenced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlText:
    """The flat text, and whether an earlier mail was cut from it."""

    text: str = field(repr=False)
    quoted: bool = False


def html_to_text(html: str, *, forwarded: bool = False, marks_struck: bool = False) -> HtmlText:
    """Flatten `html`. A forwarded mail keeps the mail that it forwards, without that mail's own quotations.

    A mail that is only a quotation is returned whole, with `quoted` false. A mail of pictures alone gives their descriptions.
    With `marks_struck`, words that nobody is to take as said stand between `STRUCK`.
    """
    html = html[:MAX_HTML]
    if _is_bottomless(html):
        return HtmlText(text=tidy(unescape(_MARKUP.sub(" ", html))))
    tree = LexborHTMLParser(html)
    unseen, struck = _unseen(tree), _struck(tree) if marks_struck else None
    whole = _flatten(tree, unseen, struck)
    if not whole:
        return HtmlText(text=_picture_words(tree))
    cut = _quoted(tree, forwarded=forwarded)
    signed = frozenset(node.mem_id for node in tree.css(_SIGNATURE) if not _SENTENCE.search(node.text(deep=True, separator="\n")))
    if not cut and not signed:
        return HtmlText(text=whole)
    rest = _flatten(tree, unseen | cut | signed, struck) or (_flatten(tree, unseen | cut, struck) if cut and signed else "")
    return HtmlText(text=rest, quoted=bool(cut)) if rest else HtmlText(text=whole)


def _is_bottomless(html: str) -> bool:
    """Whether elements nest deeper than in any real mail. Parsing time is quadratic in depth, and the parser holds the GIL."""
    depth = deepest = styled = most_styled = 0
    for tag in _TAG.finditer(html):
        name, step = tag[2].lower(), -1 if tag[1] else 1
        if name in _CLOSES_ITSELF:
            continue
        if name in _FORMATTING:
            styled = max(0, styled + step)
            most_styled = max(most_styled, styled)
        depth = max(0, depth + step)
        deepest = max(deepest, depth)
    return deepest > MAX_DEPTH or most_styled > MAX_OPEN_FORMATTING


def _unseen(tree: LexborHTMLParser) -> Left:
    unseen = tree.css(_UNSEEN)
    unseen += [node for node in tree.css("[style]") if _hides(_style(node))]
    return frozenset(node.mem_id for node in unseen if node.tag not in {"html", "body"})


def _hides(style: str) -> bool:
    shown = _COMMENT.sub("", style)
    return _HIDING_STYLE.search(shown) is not None or (_NO_SIZE.search(shown) is not None and _CLIPS.search(shown) is not None)


def _struck(tree: LexborHTMLParser) -> Left:
    marked = [(node, node.tag in _STRUCK or "line-through" in _style(node).lower()) for node in tree.css(_MAY_BE_STRUCK)]
    pale = frozenset(node.mem_id for node, is_struck in marked if not is_struck and _is_unreadable(node))
    return frozenset(node.mem_id for node, is_struck in marked if is_struck) | _pale_among_others(tree, pale)


def _pale_among_others(tree: LexborHTMLParser, pale: Left) -> Left:
    """Those with words in them. None where all words that are not quoted are pale: so a program leaves them that shows dark pages."""
    root = tree.body or tree.root
    if not pale or root is None:
        return pale
    quoted, unseen = _quoted(tree, forwarded=False), _unseen(tree)
    with_words: set[int] = set()
    within: list[int] = []
    own_pale = own_plain = False
    quotes = 0
    for node, entering in _walk(root, unseen):
        if node.mem_id in quoted:
            quotes += 1 if entering else -1
        if node.tag == "-text" and re.search(r"[^\W_]", node.text_content or ""):
            with_words.update(within[-1:])
            own_pale, own_plain = own_pale or bool(within and not quotes), own_plain or not (within or quotes)
        elif node.mem_id in pale and entering:
            within.append(node.mem_id)
        elif node.mem_id in pale and within.pop() in with_words:
            with_words.update(within[-1:])
    return frozenset(with_words) if own_plain or not own_pale else frozenset()


def _is_unreadable(node: LexborNode) -> bool:
    """White where nothing around it has another background."""
    style = f"{_style(node)};color:{node.attributes.get('color') or ''}" if node.tag == "font" else _style(node)
    if not _PALE.search(style):
        return False
    around: LexborNode | None = node
    while around is not None and around.tag != "html":
        if _BACKGROUND.search(_style(around)) or around.attributes.get("bgcolor"):
            return False
        around = around.parent
    return True


def _style(node: LexborNode) -> str:
    return node.attributes.get("style") or ""


def _quoted(tree: LexborHTMLParser, *, forwarded: bool) -> Left:
    """Nodes of quoted mails; in a forwarded mail, only of those that the forwarded mail quotes."""
    begins = tree.css(_QUOTE_HEADER) if forwarded else tree.css(_QUOTE_BEGINS)
    cut = {each for node in (begins[1:2] if forwarded else begins[:1]) for each in _with_rest(node)}
    quotes = tree.css(_QUOTE) or _indented_answers(tree)
    wanted = frozenset(node.mem_id for node in quotes)
    for node in _outermost(tree.root, wanted):
        inner = _outermost(node, wanted) if forwarded or _holds_forward(node) else [node]
        cut |= {each.mem_id for each in inner}
    return frozenset(cut)


def _outermost(root: LexborNode | None, wanted: Left) -> list[LexborNode]:
    """The wanted nodes below `root` that are not inside another wanted node."""
    found: list[LexborNode] = []
    stack = [*root.iter(include_text=True)] if root is not None and wanted else []
    while stack:
        node = stack.pop()
        if node.mem_id in wanted:
            found.append(node)
        else:
            stack += node.iter(include_text=True)
    return found


def _indented_answers(tree: LexborHTMLParser) -> list[LexborNode]:
    """Blockquotes right after a line that ends in a colon ("Anna wrote:"); any other blockquote is the sender's own layout."""
    return [node for node in tree.css("blockquote") if _text_before(node).endswith(":")]


def _text_before(node: LexborNode) -> str:
    before = node.prev
    for _ in range(_LOOK_BACK):
        if before is None:
            break
        if text := before.text(deep=True).strip():
            return text
        before = before.prev
    return ""


def _holds_forward(node: LexborNode) -> bool:
    """Forwarded and quoted mails use the same elements; only the first words tell them apart."""
    opening = node.text(deep=True).lstrip()[:_MARKER_LOOKAHEAD]
    first = FORWARD_MARKER.search(opening)
    return (first is not None and first.start() == 0) or bool(FORWARD_MARKER.search(_text_before(node)[-_MARKER_LOOKAHEAD:]))


def _with_rest(node: LexborNode) -> set[int]:
    """The node and everything after it, up to the body's own level: Outlook marks only where the quoted mail begins."""
    gone = {node.mem_id}
    current: LexborNode | None = node
    for _ in range(_TOP_LEVEL):
        if current is None or current.tag in {"body", "html"}:
            break
        after = current.next
        while after is not None:
            gone.add(after.mem_id)
            after = after.next
        current = current.parent
    return gone


def _flatten(tree: LexborHTMLParser, left_out: Left, struck: Left | None = None) -> str:
    root = tree.body or tree.root
    if root is None:
        return ""
    pieces: list[str] = []
    preformatted = 0
    for node, entering in _walk(root, left_out):
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


def _walk(root: LexborNode, left_out: Left) -> Iterator[tuple[LexborNode, bool]]:
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


def _picture_words(tree: LexborHTMLParser) -> str:
    return tidy("\n".join(node.attributes.get("alt") or "" for node in tree.css("img[alt]")))
