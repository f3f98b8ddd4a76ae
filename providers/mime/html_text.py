"""HTML mail to plain text that reads well aloud.

A few rules on selectolax's tree: hidden elements and pictures are dropped, and quoted mails that the mail program marks with an element
are cut; `providers.mime.quotes` finds the others by the wording of the flat text.
"""

import re
from dataclasses import dataclass, field
from html import unescape

from selectolax.lexbor import LexborHTMLParser, LexborNode

from providers.mime.html_flat import Left, flatten, tidy, walk
from providers.mime.html_quotes import quoted_nodes, signature_nodes

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
_MAY_BE_STRUCK = "s, strike, del, bdo, [style], font[color]"
_STRUCK = frozenset({"s", "strike", "del", "bdo"})
_WHITE = r"(?:white\b|#(?:fff|(?:f[c-f]){3})(?:f|ff)?\b|rgba?\((?:\s*+25[2-5]\s*+,?+){3}|hsla?\([^()]{0,40}100%)"
_PALE = re.compile(rf"(?<![-\w])color\s*+:\s*+{_WHITE}", re.IGNORECASE)
_BACKGROUND = re.compile(rf"background(?:-color)?\s*+:\s*+(?!{_WHITE}|none|transparent|inherit|initial|unset)", re.IGNORECASE)
_FORMATTING = frozenset({"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"})
_CLOSES_ITSELF = frozenset(
    {"area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta", "option", "p", "source", "td", "th"}
    | {"tr", "wbr"}
)
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_MARKUP = re.compile(r"<[^<>]*>")


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
    root, unseen, struck = tree.body or tree.root, _unseen(tree), _struck(tree) if marks_struck else None
    whole = flatten(root, unseen, struck)
    if not whole:
        return HtmlText(text=_picture_words(tree))
    cut = quoted_nodes(tree, forwarded=forwarded)
    signed = signature_nodes(tree, unseen | cut)
    if not cut and not signed:
        return HtmlText(text=whole)
    rest = flatten(root, unseen | cut | signed, struck) or (flatten(root, unseen | cut, struck) if cut and signed else "")
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
    quoted, unseen = quoted_nodes(tree, forwarded=False), _unseen(tree)
    with_words: set[int] = set()
    within: list[int] = []
    own_pale = own_plain = False
    quotes = 0
    for node, entering in walk(root, unseen):
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


def _picture_words(tree: LexborHTMLParser) -> str:
    return tidy("\n".join(node.attributes.get("alt") or "" for node in tree.css("img[alt]")))
