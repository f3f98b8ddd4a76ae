"""Removes quoted mails and signatures from plain text, so that only the sender's own new words are left.

No library does this well enough, and the user never hears words that are cut by mistake. So each rule needs two signs (an attribution line
*and* quoted lines, a header line *and* more headers), and text is never cut to nothing. Answers between quoted lines are kept. The text of
a forwarded mail is kept as well, with one line in place of its headers.
"""

import re
from dataclasses import dataclass, field
from itertools import islice

FORWARD_MARKER = re.compile(
    r"(?<!-)-{2,}+\s*+(?:Forwarded message|Weitergeleitete Nachricht|Message transféré|Message transmis|Mensaje reenviado)"
    r"|Begin forwarded message:|Anfang der weitergeleiteten (?:Nachricht|E-Mail)|Début du message (?:réexpédié|transféré)"
    r"|Inicio del mensaje reenviado",
    re.IGNORECASE,
)
_FORWARD_SUBJECT = re.compile(r"^\s*(?:\[[^\]]{1,40}\]\s*)?(?:fwd?|wg|tr|rv|i|vs|doorst)\s*:", re.IGNORECASE)

_ATTRIBUTION_START = re.compile(r"^\s*(?:On\b|Am\b|Le\b|El\b|Il\b|Op\b|\d{4}-\d\d-\d\d\b|\d{1,2}[./]\d{1,2}[./]\d{2,4}\b)")
_ATTRIBUTION_END = re.compile(
    r"(?:\bwrote(?:\son\s.{0,80})?|\bschrieb(?:\s.{0,160})?|\ba\s+écrit|\bescribió|\bha\s+scritto|\bschreef(?:\s.{0,160})?)\s*:\s*$"
)
_ATTRIBUTION_DATE = re.compile(r"\b\d{1,2}[:.h]\d\d\b|\b(?:19|20)\d\d\b|\w@\w")
_ATTRIBUTION_LINES = 4
_ATTRIBUTION_CHARACTERS = 600

_ORIGINAL_MESSAGE = re.compile(
    r"^\s*-{2,}\s*(?:Original (?:Message|Appointment)|Ursprüngliche Nachricht|Message d.origine|Mensaje original|Messaggio originale)"
    r"\s*-{2,}\s*$",
    re.IGNORECASE,
)
_HEADER_LINE = re.compile(
    r"^\s*\*?(?P<name>From|Sent|Date|To|Cc|Subject|Reply-To|Von|Gesendet|Datum|An|Betreff|De|Envoyé|À|Objet|Enviado(?: el)?|Fecha|Para"
    r"|Asunto|Da|Inviato|A|Oggetto)\s?:\*?\s*+(?P<value>.*)$",
    re.IGNORECASE,
)
_FROM_NAMES = frozenset({"from", "von", "de", "da"})
_SUBJECT_NAMES = frozenset({"subject", "betreff", "objet", "asunto", "oggetto"})
_HEADERS_NEEDED = 3
_HEADER_LINES = 8
_RULE = re.compile(r"^\s*[_=\-*]{8,}\s*$")

_SIGNATURE = re.compile(r"^--\s?$")
_SIGNATURE_LINES = 15
_DEVICE = re.compile(
    r"^\s*(?:Sent (?:from|via) (?:my|Mail|Yahoo|Outlook|Proton|the)\b.{0,60}|Get Outlook for \w+.{0,40}"
    r"|Von meinem .{2,40} gesendet\.?|Gesendet (?:von|mit) .{2,50}|Envoyé (?:de|depuis) mon .{2,50}|Enviado desde mi .{2,50}"
    r"|Inviato da .{2,50}|Verzonden vanaf mijn .{2,50})\s*$",
    re.IGNORECASE,
)
_LAST_LINES = 4
_LIST_FOOTER = re.compile(r"mailing list|unsubscribe|google groups|you received this message because", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWords:
    """What the sender wrote, and whether a quoted mail was removed."""

    text: str = field(repr=False)
    quoted: bool = False


def is_forward(subject: str, text: str = "") -> bool:
    """Whether a mail forwards another one: by the prefix of its subject, or by the marker line that mail programs write."""
    return bool(_FORWARD_SUBJECT.match(subject) or FORWARD_MARKER.search(text))


def own_words(text: str, *, forwarded: bool = False) -> OwnWords:
    """The sender's own new text, without quotations and signature; never empty when there was text."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    forward_at = _forward_start(lines) if forwarded or FORWARD_MARKER.search(text) else None
    if forward_at is None:
        kept, quoted = _without_quotes(lines)
    else:
        kept, quoted = _with_forward(lines, *forward_at)
    kept = _without_signature(kept)
    words = "\n".join(kept).strip()
    if words:
        return OwnWords(text=words, quoted=quoted)
    return OwnWords(text="\n".join(_unquoted(line) for line in lines).strip())


def _without_quotes(lines: list[str]) -> tuple[list[str], bool]:
    kept: list[str] = []
    quoted = False
    at = 0
    while at < len(lines):
        line = lines[at]
        if _ORIGINAL_MESSAGE.match(line) or _opens_headers(lines, at):
            return _without_rule(kept), True
        if after := _attribution_end(lines, at):
            if not _quotes_follow(lines, after):
                return kept, True
            quoted, at = True, after
            continue
        if _is_quoted(line):
            quoted = True
        else:
            kept.append(line.removeprefix(">") if line.startswith(">From ") else line)
        at += 1
    return kept, quoted


def _attribution_end(lines: list[str], at: int) -> int:
    """The line after an attribution ("On … wrote:", over up to four lines) that begins at `at`; 0 when none does."""
    if not _ATTRIBUTION_START.match(lines[at]):
        return at + 1 if _ATTRIBUTION_END.search(lines[at][-_ATTRIBUTION_CHARACTERS:]) and _quotes_follow(lines, at + 1) else 0
    for end in range(at, min(at + _ATTRIBUTION_LINES, len(lines))):
        if not lines[end].strip() or _is_quoted(lines[end]):
            return 0
        whole = " ".join(lines[at : end + 1])[:_ATTRIBUTION_CHARACTERS]
        if _ATTRIBUTION_END.search(whole):
            return end + 1 if _ATTRIBUTION_DATE.search(whole) or _quotes_follow(lines, end + 1) else 0
    return 0


def _quotes_follow(lines: list[str], at: int) -> bool:
    return next((_is_quoted(line) for line in islice(lines, at, None) if line.strip()), False)


def _is_quoted(line: str) -> bool:
    return line.lstrip(" ").startswith(">") and not line.startswith(">From ")


def _unquoted(line: str) -> str:
    return re.sub(r"^\s*+(?:>\s?)++", "", line)


def _opens_headers(lines: list[str], at: int) -> bool:
    """Whether a copied header block begins here: From, Subject and a third header. "From, To, Date" alone may be an itinerary."""
    first = _HEADER_LINE.match(lines[at])
    if first is None or first["name"].lower() not in _FROM_NAMES:
        return False
    found = [header["name"].lower() for line in lines[at : at + _HEADER_LINES] if (header := _HEADER_LINE.match(line))]
    return len(found) >= _HEADERS_NEEDED and not _SUBJECT_NAMES.isdisjoint(found)


def _without_rule(kept: list[str]) -> list[str]:
    """Drop the ruled line above a copied header block."""
    while kept and (not kept[-1].strip() or _RULE.match(kept[-1])):
        kept.pop()
    return kept


def _forward_start(lines: list[str]) -> tuple[int, int] | None:
    """Where a forwarded mail begins: the index of its marker, and of its first line below the marker."""
    for at, line in enumerate(lines):
        if FORWARD_MARKER.search(line) or _ORIGINAL_MESSAGE.match(line):
            return at, at + 1
        if _opens_headers(lines, at):
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
    return [*_without_signature(_without_rule(above)), "", title, *below], quoted_above or quoted_below


def _forwarded_sender(lines: list[str]) -> tuple[str, int]:
    """Who wrote the forwarded mail, and where its text begins below the copied headers."""
    sender, at = "", 0
    while at < len(lines) and (not lines[at].strip() or (header := _HEADER_LINE.match(lines[at]))):
        if lines[at].strip() and header is not None and header["name"].lower() in _FROM_NAMES:
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
    devices = {at for at in written[-_LAST_LINES:] if _DEVICE.match(lines[at])}
    return [line for at, line in enumerate(lines) if at not in devices]


def _ends_like_signature(lines: list[str], at: int) -> bool:
    """`-- ` is the standard separator and always counts; a bare `--` also separates sections, so the text after it must be short."""
    return lines[at] == "-- " or len(lines) - at <= _SIGNATURE_LINES
