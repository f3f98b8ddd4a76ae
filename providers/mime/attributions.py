"""How mail programs introduce the mail that is answered or forwarded, in the languages that they speak.

An attribution is "On Thursday, Anna Berg wrote:" in any of their orders of words; a header block is From, Sent, To and Subject copied above
the quoted mail; a device line is what telephones put below an answer. English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
Danish, Swedish, Norwegian, Finnish and Russian. Everything here only names a shape: `providers.mime.quotes` decides, by two signs.
"""

import re

ATTRIBUTION_LINES = 4
_NAMED_FIRST_LINES = 2
"""An attribution that begins with a name has no sign of its own at its beginning, so fewer lines are joined for it."""
_ATTRIBUTION_CHARACTERS = 600

_START = re.compile(
    r"^\s*(?:(?:On|Am|Le|El|Il|Op|Em|No dia|À[sà]?|Den|På|W dniu|Dnia|Wiadomość|In (?:article|Artikel|message)"
    r"|Dans l'article|En el artículo)\b|\*\s"
    r"|\d{4}[-/]\d{1,2}[-/]\d{1,2}\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\d{1,2}(?:\. ?|\s)[^\W\d]{3,12}\.?\s\d{4}\b"
    r"|[^\W\d]{2,10}\.?,?\s\d{1,2}\.?\s[^\W\d]{3,12}\.?,?\s\d{4}\b)"
)
_END = re.compile(
    r"(?:\b(?:wrote|writes)(?:\son\s.{0,80})?"
    r"|\b(?:schrieb|schreibt|schreef|schrijft|skrev|skriver|kirjoitti|kirjoittaa|escreveu|escreve)(?:\s.{0,160})?"
    r"|\b(?:geschrieben|geschreven)|\ba\s+écrit|\bécri(?:t|vait)|\bescribi(?:ó|a)|\bescribe|\bha\s+scritto|\bscri(?:ve|sse)"
    r"|\bnapisała?(?:\(a\))?|\bpisze|\bnapisana\sprzez\s.{0,160}|\b(?:на)?писала?(?:\(а\))?|\bпишет)\s*:\s*$",  # noqa: RUF001 - Russian
    re.IGNORECASE,
)
_NO_VERB = re.compile(r"(?:[<(]\s?[^<>()\s@]{1,80}@[^<>()\s]{1,120}\s?[>)](?: [^<>:]{1,40})?|\[[\d :./-]{8,25}\])\s*:\s*$")
"""A language that is not named here: an address, with time and day before it, and a colon at the end."""
_ADDRESS_LAST = re.compile(r"[<(][^<>()\s@]{1,80}@[^<>()\s]{1,120}[>)]\s*$")
_IN_THE_LINE = re.compile(r"(?:\s|-{2,9}\s?)(?=(?:On|Am|Le|El|Il|Op|Em|Den)\s[^\n]{0,40}\d)")
_LONGEST_SHARED = 2_000
_DATE = re.compile(r"\b\d{1,2}[:.h]\d\d\b|\b(?:19|20)\d\d\b|\w@\w")
_TIME = re.compile(r"\b\d{1,2}[:.h]\d\d")
_DAY = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b")

FORWARD_MARKER = re.compile(
    r"(?<!-)-{2,}+\s*+(?:Forwarded message|Weitergeleitete Nachricht|Message (?:transféré|transmis)|Mensaje reenviado|Messaggio inoltrato"
    r"|Mensagem (?:encaminhada|reencaminhada)|Doorgestuurd bericht|Wiadomość przekazana|Przekazana wiadomość"
    r"|Videresendt (?:meddelelse|melding)"
    r"|Vidarebefordrat meddelande|(?:Edelleenl|L)ähetetty viesti|Välitetty viesti|Пересылаемое сообщение|Пересланное сообщение)"
    r"|Begin forwarded message:|Anfang der weitergeleiteten (?:Nachricht|E-Mail)|Début du message (?:réexpédié|transféré)"
    r"|Inicio del mensaje reenviado|Inizio messaggio inoltrato|Início da mensagem (?:encaminhada|reencaminhada)"
    r"|Begin doorgestuurd bericht|Początek przekazywanej wiadomości|Start på videresendt|Vidarebefordrat brev|Начало переадресованного",
    re.IGNORECASE,
)
_FORWARD_SUBJECT = re.compile(
    r"^\s*(?:\[[^\]]{1,40}\]\s*)?(?:(?P<sure>fwd?|wg|tr|rv|i|doorst|enc|pd|vb|vl|videresendt|пересл)|vs)\s*:", re.IGNORECASE
)
_FINNISH = re.compile(r"\bLähettäjä\s?:|\bkirjoitti\b", re.IGNORECASE)

ORIGINAL_MESSAGE = re.compile(
    r"^\s*-{2,}\s*(?:Original (?:Message|Appointment)|Ursprüngliche (?:Nachricht|E-?Mail)|Message d.origine|Mensaje original"
    r"|Messaggio originale|Mensagem original|Oorspronkelijk(?:e)? bericht|(?:Wiadomość oryginalna|Oryginalna wiadomość)"
    r"|Oprindelig meddelelse|Ursprungligt meddelande|Opprinnelig melding|Alkuperäinen viesti|Исходное сообщение|Оригинальное сообщение"
    r"|(?:On .{4,120},? )?[^-]{2,80} wrote)"
    r"\s*-{2,}\s*$",
    re.IGNORECASE,
)
DASHED_TITLE = re.compile(r"^\s*[-_]{2,}\s*[^\W\d_][^-_]{2,40}[-_]{2,}\s*$")
"""A title between dashes: one of a language that is not named here, if a header follows."""

_FROM = "From|Von|De|Da|Van|Od|Fra|Från|Lähettäjä|От|От кого"
_SENT = (
    "Sent|Date|Gesendet|Datum|Envoyé|Date d.envoi|Enviad[oa](?: (?:el|em))?|Fecha|Data|Inviato|Verzonden|Wysłan[oe]|Sendt|Dato"
    "|Skickat|Lähetetty|Päivämäärä|Отправлено|Дата"
)
_TO = "To|An|À|A|Para|Aan|Do|Til|Till|Vastaanottaja|Кому|Cc|Kopie|Copie|Kopi|Kopia|Kopio|Копия|Reply-To|Antwort an"
_SUBJECT = "Subject|Betreff|Objet|Asunto|Oggetto|Assunto|Onderwerp|Temat|Emne|Ämne|Aihe|Тема"
HEADER_LINE = re.compile(
    rf"^\s*\*?(?:(?P<sender>{_FROM})|(?P<sent>{_SENT})|(?P<to>{_TO})|(?P<subject>{_SUBJECT}))\*?\s?:\*?\s*+(?P<value>.*)$", re.IGNORECASE
)
_IN_ONE_LINE = re.compile(rf"(?<!\w)\*?(?:(?P<sender>{_FROM})|(?P<sent>{_SENT})|(?P<to>{_TO})|(?P<subject>{_SUBJECT}))\*?\s?:\*?\s")
_ONLY_WHEN = re.compile("Date|Datum|Fecha|Data|Dato|Päivämäärä|Дата", re.IGNORECASE)
_NOTES_WHEN = re.compile(
    r"^\s*(?:(?P<sender>\S.{0,160}@\S{1,120}) (?:on|am) )?\d{1,2}[/.]\d{1,2}[/.]\d{2,4} \d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\s*$"
)
HEADERS_NEEDED = 3
HEADER_LINES = 8
_LONGEST_HEADER = 2_000

DEVICE = re.compile(
    r"^\s*(?:Sent (?:from|via|with|using) \[?(?:my|Mail|Yahoo|Outlook|Proton|the|an?|GMX|AOL|iCloud|K-9)\b.{0,60}|Sent from .{2,30}"
    r"|Sent (?:via|with) (?:Spark|Superhuman|Shortwave|Mailbird|Tuta\w*|BlueMail|Canary)\b.{0,40}"
    r"|(?:Get|Download|Hent|Hämta|Last ned|Obter o|Obtener|Ottieni|Scarica|Télécharger|Pobierz|Hanki|Скачать) (?:the )?Outlook .{0,60}"
    r"|Outlook (?:für|voor|til|för|fra) .{0,60}|Diese Nachricht wurde von .{2,60} gesendet\.?"
    r"|Von mein\w{1,3}(?:/mein\w{1,3})? .{2,40} gesendet\.?|Gesendet (?:von|mit|über|aus) .{2,60}"
    r"|Envoyé (?:de|depuis|avec|à partir de) .{2,60}|Envoyée depuis .{2,60}|Enviad[oa] (?:desde|do|de|a partir do|com) .{2,50}"
    r"|Inviato (?:da|dal|con) .{2,50}"
    r"|(?:Verzonden|Verstuurd) (?:vanaf|met|via|vanuit) .{2,50}|(?:Wysłan[eoy]|Wysłano) (?:z|za|przy) .{2,50}"
    r"|Sendt fra .{2,50}|Skickat från .{2,50}|Lähetetty .{2,50}|Отправлено (?:с|из|от) .{2,50})\s*$",  # noqa: RUF001 - Russian
    re.IGNORECASE,
)


def forwards(subject: str, text: str = "") -> bool:
    """Whether the prefix of a subject tells of a forwarded mail. "VS:" does in Danish and Norwegian, and in Finnish it is an answer."""
    found = _FORWARD_SUBJECT.match(subject)
    return found is not None and (found["sure"] is not None or not _FINNISH.search(text))


def attribution_end(lines: list[str], at: int, *, quotes_at: list[bool]) -> int:
    """The line after an attribution that begins at `at`; 0 when none does.

    One that names a day, a time or an address needs no quoted lines below it.
    `quotes_at` tells of each line, and of the end, whether the next line with words is a quoted one.
    """
    starts = _START.match(lines[at]) is not None
    if not starts and at and lines[at - 1].strip() and not quotes_at[at - 1]:
        return at + 1 if _ends(lines[at]) and quotes_at[at + 1] else 0
    if not starts and before_attribution(lines[at]) is not None:
        return 0
    goes_on = ATTRIBUTION_LINES if starts else _NAMED_FIRST_LINES if "@" in lines[at] else 1
    for end in range(at, min(at + goes_on, len(lines))):
        if not lines[end].strip() or lines[end].lstrip(" ").startswith(">"):
            return 0
        if not lines[end].rstrip().endswith(":"):
            if starts and end == at and quotes_at[end + 1] and _ADDRESS_LAST.search(lines[end][-_ATTRIBUTION_CHARACTERS:]):
                return end + 1
            continue
        whole = " ".join(line.strip() for line in lines[at : end + 1])[-_ATTRIBUTION_CHARACTERS:]
        if _END.search(whole):
            alone = bool(_DATE.search(whole)) if starts else bool("@" in whole and _TIME.search(whole) and _DAY.search(whole))
            alone = alone or (not starts and bool(_TIME.search(whole) and _DAY.search(whole)) and len(whole) < 100)
        elif _NO_VERB.search(whole):
            alone = bool(_TIME.search(whole) and _DAY.search(whole))
        else:
            continue
        return end + 1 if alone or quotes_at[end + 1] else 0
    return 0


def opens_headers(lines: list[str], at: int) -> bool:
    """Whether a copied header block begins here: three headers, among them the sender and the subject.

    "From, To, Date" alone may be an itinerary.
    """
    first = HEADER_LINE.match(lines[at][:_LONGEST_HEADER])
    if first is None or not (first["sender"] or first["sent"]):
        return False
    below = [found for line in lines[at : at + HEADER_LINES] if (found := HEADER_LINE.match(line[:_LONGEST_HEADER]))]
    return _is_block(below) or _is_sent_somewhere(below) or _is_block([*_IN_ONE_LINE.finditer(lines[at][:_LONGEST_HEADER])])


def opens_notes_headers(lines: list[str], at: int) -> bool:
    """Whether a mail is copied below as Lotus Notes does it: the sender and when, in one line or two, and To, cc and Subject under that."""
    alone = _NOTES_WHEN.match(lines[at][:_LONGEST_HEADER])
    named = alone is None and lines[at].strip() and at + 1 < len(lines) and _NOTES_WHEN.match(lines[at + 1][:_LONGEST_HEADER])
    if not (named and not named["sender"]) and not (alone and alone["sender"]):
        return False
    below = [found for line in lines[at + 1 : at + 2 + HEADER_LINES] if (found := HEADER_LINE.match(line[:_LONGEST_HEADER]))]
    return any(each["to"] for each in below) and len(below) >= (1 if alone else HEADERS_NEEDED - 1)


def _is_block(headers: list[re.Match[str]]) -> bool:
    return len(headers) >= HEADERS_NEEDED and any(each["sender"] for each in headers) and any(each["subject"] for each in headers)


def _is_sent_somewhere(headers: list[re.Match[str]]) -> bool:
    """Whether headers without a subject tell when a mail was sent and to which address, or that it was sent and not only when."""
    dated = any(each["sent"] and _TIME.search(each["value"]) and _DAY.search(each["value"]) for each in headers)
    addressed = any(not each["sent"] and "@" in each["value"] for each in headers)
    sent = any(each["sent"] and not _ONLY_WHEN.fullmatch(each["sent"]) for each in headers)
    return dated and (addressed or (sent and len(headers) >= HEADERS_NEEDED))


def before_attribution(line: str) -> str | None:
    """What stands before an attribution that shares a line with the answer: "Thanks On 3 Mar 2026 at 10:00, Bo <bo@x.example> wrote:"."""
    if not _ends(line) or len(line) > _LONGEST_SHARED:
        return None
    start = next((found for found in _IN_THE_LINE.finditer(line, max(0, len(line) - _ATTRIBUTION_CHARACTERS // 2))), None)
    if start is None:
        return None
    attribution = line[start.end() :]
    return line[: start.start()] if _TIME.search(attribution) and _DAY.search(attribution) else None


def _ends(line: str) -> bool:
    tail = line[-_ATTRIBUTION_CHARACTERS:]
    return tail.rstrip().endswith(":") and bool(_END.search(tail))
