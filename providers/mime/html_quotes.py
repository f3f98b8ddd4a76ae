"""Finds in the tree of an HTML mail what is no word of the sender's own: the mails that it quotes, and its signature.

Most mail programs mark both with an element. Where one marks only where the quoted mail begins, all that follows goes; where it marks the
quotation itself, what is typed below or between is kept. An `<hr>` alone marks nothing, because people also draw lines for other reasons.
"""

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from providers.mime.attributions import FORWARD_MARKER, names_sender_and_day, opens_quotation
from providers.mime.html_flat import Left, flatten

_QUOTE = (
    "blockquote[type=cite], .gmail_quote, .gmail_quote_container, .gmail_attr, .yahoo_quoted, .moz-cite-prefix, .protonmail_quote"
    ", .zmail_extra, .tutanota_quote, .front-blockquote, #reply-intro, #isReplyContent, #OLK_SRC_BODY_SECTION"
    ", [data-marker=__HEADERS__], [data-marker=__QUOTED_TEXT__], [name=messageReplySection], div[name=quote]"
)
_SIGNATURE = "[class*=signature i]:not(br), [id*=signature i]:not(br), [name*=signature i], [data-smartmail*=signature i]"
_SIGNATURE += ", [data-marker*=__SIG], [data-signature-widget=container]"
_SHORTENED = r"(?:Ltd|Inc|Corp|Co|Cie|Bros|Jr|Sr|Tel|Mob|Str|Nr|No|e\.V|[BN]\.V|S\.A|r\.l|p\.A|Sp|o\.o|Lda|Ltda)\."
_SENTENCE = re.compile(rf"(?:\S{{1,40}} ){{2}}(?!{_SHORTENED}(?:\s|$))\S{{0,40}}[.?!](?=\s|$)|\w{{4}}[。！？]")  # noqa: RUF001 - Chinese
"""Who types below the mark of a signature writes sentences there; what a program puts there are names and numbers."""
_QUOTE_HEADER = "[id$=divRplyFwdMsg]"
_QUOTE_BEGINS = "[id$=divRplyFwdMsg], [id$=appendonsend]"
_LINED = "hr, div[style*=border-top]"
_LINE_ABOVE = re.compile(
    r"border-top\s*+:[^;]{0,40}?(?:#e1e1e1|#b5c4df|rgb\((?:225, ?225, ?225|181, ?196, ?223)\))[^;]{0,20};\s*+padding\s*+:\s*+3(?:\.0)?pt",
    re.IGNORECASE,
)
"""Outlook draws it above the headers of the mail that is answered, in every language."""
_FIRST_HEADER = re.compile(r"\W{0,9}[^\W\d_][^:：]{0,30}[:：]")  # noqa: RUF001 - Chinese
_MARKER_LOOKAHEAD = 300
_LOOK_BACK = 5
_TOP_LEVEL = 12
_MANY_LINES = 50


def quoted_nodes(tree: LexborHTMLParser, *, forwarded: bool) -> Left:
    """Nodes of quoted mails; in a forwarded mail, only of those that the forwarded mail quotes."""
    quotes = tree.css(_QUOTE) or _indented_answers(tree)
    wanted = frozenset(node.mem_id for node in quotes)
    marked = tree.css(_QUOTE_HEADER if forwarded else _QUOTE_BEGINS)[:_MANY_LINES]
    begins = [node for node in marked if not _is_inside(node, wanted)]
    begins = begins or ([] if forwarded else _lined_headers(tree, wanted))
    cut = {each for node in (begins[1:2] if forwarded else begins[:1]) for each in _with_rest(node)}
    for node in _outermost(tree.root, wanted):
        passed_on = forwarded or _holds_forward(node)
        inner = [each for each in _outermost(node, wanted) if not _holds_forward(each)] if passed_on else _without_answers(node, wanted)
        cut |= {each.mem_id for each in inner}
    return frozenset(cut)


def signature_nodes(tree: LexborHTMLParser, left_out: Left) -> Left:
    marked = _outermost(tree.root, frozenset(node.mem_id for node in tree.css(_SIGNATURE)) - left_out)
    return frozenset(node.mem_id for node in marked if not _SENTENCE.search(flatten(node, left_out)))


def _without_answers(node: LexborNode, wanted: Left) -> list[LexborNode]:
    """A container that goes on below the blockquote in it holds the answers as well, when these are typed below or between."""
    children = [*node.iter(include_text=True)]
    quotes = [at for at, child in enumerate(children) if child.tag == "blockquote" and child.mem_id in wanted]
    if node.tag == "blockquote" or not quotes:
        return [node]
    return [child for at, child in enumerate(children) if at <= quotes[0] or child.mem_id in wanted]


def _is_inside(node: LexborNode, wanted: Left) -> bool:
    above = node.parent
    while above is not None and above.mem_id not in wanted:
        above = above.parent
    return above is not None


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
    """Blockquotes right after a line that ends in a colon ("Anna wrote:"), or that begin by saying whose words they are; any other
    blockquote is the sender's own layout."""
    indented = tree.css("blockquote")
    outermost = {node.mem_id for node in _outermost(tree.root, frozenset(node.mem_id for node in indented))}
    return [
        node
        for node in indented
        if _text_before(node).endswith(":") or (node.mem_id in outermost and opens_quotation(flatten(node, frozenset()).split("\n")))
    ]


def _lined_headers(tree: LexborHTMLParser, wanted: Left) -> list[LexborNode]:
    """The first line that is drawn above copied headers."""
    for node in tree.css(_LINED)[:_MANY_LINES]:
        headed = node if node.tag == "div" else _next_with_text(node)
        if headed is None or _is_inside(node, wanted):
            continue
        opening = _opening(headed)
        drawn = node.tag == "div" and _LINE_ABOVE.search(node.attributes.get("style") or "") is not None
        if (drawn and _FIRST_HEADER.match(opening)) or (node.tag == "hr" and names_sender_and_day(opening)):
            return [headed]
    return []


def _opening(node: LexborNode) -> str:
    """The first words from there on."""
    words, here = "", node
    for _ in range(_LOOK_BACK):
        words = f"{words} {here.text(deep=True)[:_MARKER_LOOKAHEAD]}"
        if here.next is None or len(words) > _MARKER_LOOKAHEAD:
            break
        here = here.next
    return " ".join(words.split())


def _next_with_text(node: LexborNode) -> LexborNode | None:
    after = node.next
    for _ in range(_LOOK_BACK):
        if after is None or after.text(deep=True).strip():
            break
        after = after.next
    return after


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
