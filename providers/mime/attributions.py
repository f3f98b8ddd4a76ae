"""How mail programs introduce the mail that is answered or forwarded, in the languages that they speak.

An attribution is "On Thursday, Anna Berg wrote:" in any of their orders of words; a header block is From, Sent, To and Subject copied above
the quoted mail; a device line is what telephones put below an answer. English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
Danish, Swedish, Norwegian, Finnish and Russian, and, less fully, Ukrainian, Czech, Hungarian, Turkish, Chinese, Japanese and Korean.
Everything here only names a shape: `providers.mime.quotes` decides, by two signs.
"""

import re
from collections.abc import Iterator

ATTRIBUTION_LINES = 4
_NAMED_FIRST_LINES = 2
"""An attribution that begins with a name has no sign of its own at its beginning, so fewer lines are joined for it."""
_ATTRIBUTION_CHARACTERS = 600

_START = re.compile(
    r"^\s*(?:-{1,9}\s?)?(?:(?:On|Am|Le|El|Il|Op|Em|No dia|À[sà]?|Den|På|W dniu|Dnia|Wiadomość|In (?:article|Artikel|message)"
    r"|Dans l'article|En el artículo)\b|\*\s"
    r"|\d{4}(?:[-/]\d{1,2}[-/]\d{1,2}\b|年)|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\d{1,2}(?:\. ?|\s)[^\W\d]{3,12}\.?\s\d{4}\b"
    r"|[^\W\d]{2,10}\.?,?\s\d{1,2}\.?\s[^\W\d]{3,12}\.?,?\s\d{4}\b)"
)
_END = re.compile(
    r"(?:\b(?:wrote|writes)(?:\son\s.{0,80})?"
    r"|\b(?:schrieb|schreibt|schreef|schrijft|skrev|skriver|kirjoitti|kirjoittaa|escreveu|escreve)(?:\s.{0,160})?"
    r"|\b(?:geschrieben|geschreven)|\ba\s+écrit|\bécri(?:t|vait)|\bescribi(?:ó|a)|\bescribe|\bha\s+scritto|\bscri(?:ve|sse)"
    r"|\bnap(?:isał|sal)a?(?:\(a\))?|\bpisze|\bnapisana\sprzez\s.{0,160}|\b(?:на)?писа(?:ла?|в)(?:\(а\))?|\bпишет?"  # noqa: RUF001 - Russian
    r"|\bírta|\byazdı|[写寫]道|のメール)\s*[:：]\s*$",  # noqa: RUF001 - Chinese
    re.IGNORECASE,
)
_COLONS = (":", "：")  # noqa: RUF001 - Chinese
_NO_COLON = re.compile(r"\b(?:wrote|schrieb|schreef|skrev|escreveu|escribió|a\s+écrit|ha\s+scritto)\s*$", re.IGNORECASE)
_ADDRESS = r"[<(]\s?[^<>()\s@]{1,80}@[^<>()\s]{1,120}\s?[>)]"
_NO_VERB = re.compile(rf"(?:{_ADDRESS}(?: [^<>:]{{1,40}})?|\[[\d :./-]{{8,25}}\])\s*:\s*$")
"""A language that is not named here: an address, with time and day before it, and a colon at the end."""
_ADDRESS_LAST = re.compile(rf"{_ADDRESS}\s*$")
_ONE_AUTHOR = re.compile(rf"\s{{0,9}}(?:[^\W\d_a-z][\w.'-]{{0,30}},? ){{1,4}}{_ADDRESS} ?[^\W\d_,]{{4,12}} ?:\s*$")
_IN_THE_LINE = re.compile(r"(?:\s|-{2,9}\s?)(?=(?:On|Am|Le|El|Il|Op|Em|Den)\s[^\n]{0,40}\d)")
_LONGEST_SHARED = 2_000
_DATE = re.compile(r"\b\d{1,2}[:.h]\d\d\b|(?<!\w)(?:19|20)\d\d(?:\b|年)|\w@\w")
_TIME = re.compile(r"(?<!\d)\d{1,2}[:.h]\d\d")
_DAY = re.compile(r"(?<![A-Za-z\d])(?:19|20)\d\d(?:\b|[年년])|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b")

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
    r"^\s*-{2,}\s*(?:Original (?:Message|Appointment)|Reply Message|Ursprüngliche (?:Nachricht|E-?Mail)|Antwort Nachricht|Message d.origine"
    r"|Mensaje original|Messaggio originale|Mensagem original|Oorspronkelijk(?:e)? bericht|(?:Wiadomość oryginalna|Oryginalna wiadomość)"
    r"|Oprindelig meddelelse|Ursprungligt meddelande|Opprinnelig melding|Alkuperäinen viesti|Исходное сообщение|Оригинальное сообщение"
    r"|(?:On .{4,120},? )?[^-]{2,80} wrote)"
    r"\s*-{2,}\s*$",
    re.IGNORECASE,
)
DASHED_TITLE = re.compile(r"^\s*[-_]{2,}\s*[^\W\d_][^-_]{2,40}[-_]{2,}\s*$")
"""A title between dashes: one of a language that is not named here, if a header follows."""

_FROM = "From|Von|De|Da|Van|Od|Fra|Från|Lähettäjä|От|От кого|Від|Feladó|Kimden|发件人|寄件[者人]|差出人|보낸 ?사람"
_SENT = (
    "Sent|Date|Gesendet|Datum|Envoyé|Date d.envoi|Enviad[oa](?: (?:el|em))?|Fecha|Data|Inviato|Verzonden|Wysłan[oe]|Sendt|Dato"
    "|Skickat|Lähetetty|Päivämäärä|Отправлено|Дата|Надіслано|Odesláno|Elküldve|Dátum|Gönderildi|Tarih"
    "|日期|发送时间|發送時間|寄件日期|送信日時|日時|보낸 ?날짜"
)
_TO = (
    "To|An|À|A|Para|Aan|Do|Til|Till|Vastaanottaja|Кому|Komu|Címzett|Kime|收件[人者]|抄送|宛先|받는 ?사람|Pour"
    "|Cc|Kopie|Copie(?: à)?|Kopi|Kopia|Kopio|Копия|Reply-To|Antwort an|Répondre à"
)
_SUBJECT = "Subject|Betreff|Objet|Sujet|Asunto|Oggetto|Assunto|Onderwerp|Temat|Emne|Ämne|Aihe|Тема|Předmět|Tárgy|Konu|主[题題旨]|件名|제목"
_NAME = f"(?:(?P<sender>{_FROM})|(?P<sent>{_SENT})|(?P<to>{_TO})|(?P<subject>{_SUBJECT}))"
HEADER_LINE = re.compile(
    rf"^\s*\*{{0,2}}{_NAME}\*{{0,2}}\s?[:：]\*{{0,2}}\s*+(?P<value>.*)$",  # noqa: RUF001 - Chinese
    re.IGNORECASE,
)
BELOW_TITLE = re.compile(rf"^\s*\*{{0,2}}{_NAME}(?:\*{{0,2}}\s?[:：]|\s)", re.IGNORECASE)  # noqa: RUF001 - Chinese
"""A header below a title between dashes, where some programs write no colon."""
_IN_ONE_LINE = re.compile(rf"(?<!\w)\*?{_NAME}\*?\s?:\*?\s")
_ONLY_WHEN = re.compile("Date|Datum|Fecha|Data|Dato|Päivämäärä|Дата|Dátum|Tarih|日期|日時", re.IGNORECASE)
_NOTES_WHEN = re.compile(
    r"^\s*(?:(?P<sender>\S.{0,160}@\S{1,120}) (?:on|am) )?\d{1,2}[/.]\d{1,2}[/.]\d{2,4} \d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\s*$"
)
HEADERS_NEEDED = 3
HEADER_LINES = 8
_LONGEST_HEADER = 2_000

_HANDHELD = r"(?:i(?:Phone|Pad|Pod)|Android|mobile|(?:smart)?phone|tablet|Galaxy|Samsung|BlackBerry|Pixel|Outlook|Windows)"
DEVICE = re.compile(
    r"^\s*[<(\[]{0,2}"
    r"(?:Sent (?:from|via|with|using) \[?(?:my|Mail|Yahoo|Outlook|Proton|the|an?|GMX|AOL|iCloud|K-9|mobile)\b.{0,60}|Sent from .{2,30}"
    r"|Sent (?:via|with) (?:Spark|Superhuman|Shortwave|Mailbird|Tuta\w*|BlueMail|Canary|Airmail|Sparrow|Edison|Newton|Aqua Mail)\b.{0,40}"
    rf"|Sent by(?: my| an?)? {_HANDHELD}(?: \d{{1,2}})?|From my (?:i(?:Phone|Pad|Pod)|Android|BlackBerry|Galaxy|Pixel)(?: \d{{1,2}})?"
    rf"|[从從發发自]{{1,2}}我的 ?.{{2,20}} ?(?:发送|發送|傳送|寄出)|[发發寄]自.{{2,24}}|.{{2,30}}から送信(?:されました)?"
    rf"|(?:나의 ?)?{_HANDHELD}\S{{0,12}} ?(?:에서 보냄|gönderildi)"
    r"|Надіслано з .{2,50}|Odesláno z .{2,50}"
    r"|(?:Get|Download|Hent|Hämta|Last ned|Obter o|Obtener|Ottieni|Scarica|Télécharger|Pobierz|Hanki|Скачать) (?:the )?Outlook .{0,60}"
    r"|Outlook (?:für|voor|til|för|fra) .{0,60}|Diese Nachricht wurde von .{2,60} gesendet\.?"
    r"|Von mein\w{1,3}(?:/mein\w{1,3})? .{2,40} gesendet\.?|Gesendet (?:von|mit|über|aus) .{2,60}"
    r"|Envoyé (?:de|depuis|avec|à partir de) .{2,60}|Envoyée depuis .{2,60}|Enviad[oa] (?:desde|do|de|a partir do|com) .{2,50}"
    r"|Inviato (?:da|dal|con) .{2,50}"
    r"|(?:Verzonden|Verstuurd) (?:vanaf|met|via|vanuit) .{2,50}|(?:Wysłan[eoy]|Wysłano) (?:z|za|przy) .{2,50}"
    r"|Sendt fra .{2,50}|Skickat från .{2,50}|Lähetetty .{2,50}|Отправлено (?:с|из|от) .{2,50})"  # noqa: RUF001 - Russian
    r"(?:\s?[<(\[]{1,2}https?://\S+)?[>)\]]{0,2}\s*$",
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
    if not starts and before_attribution(lines[at]) is not None:
        return 0
    if not starts and at and lines[at - 1].strip() and not quotes_at[at - 1]:
        return at + 1 if _ends(lines[at]) and quotes_at[at + 1] else 0
    goes_on = ATTRIBUTION_LINES if starts else _NAMED_FIRST_LINES if "@" in lines[at] else 1
    for end in range(at, min(at + goes_on, len(lines))):
        if not lines[end].strip() or lines[end].lstrip(" ").startswith(">"):
            return 0
        whole = " ".join(line.strip() for line in lines[at : end + 1])[-_ATTRIBUTION_CHARACTERS:]
        if not lines[end].rstrip().endswith(_COLONS):
            blank_below = not "".join(lines[end + 1 : end + 2]).strip()
            bare = (end == at and quotes_at[end + 1] and _ADDRESS_LAST.search(whole)) or (blank_below and _is_said(whole))
            if starts and bare:
                return end + 1
            continue
        if _END.search(whole):
            alone = bool(_DATE.search(whole)) if starts else "@" in whole and _is_dated(whole)
            alone = alone or (not starts and ((_is_dated(whole) and len(whole) < 100) or _ONE_AUTHOR.match(whole) is not None))
        elif _NO_VERB.search(whole):
            alone = _is_dated(whole)
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
    below = [*_headers_in_a_row(lines[at : at + HEADER_LINES])]
    return _is_block(below) or _is_sent_somewhere(below) or _is_block([*_IN_ONE_LINE.finditer(lines[at][:_LONGEST_HEADER])])


def opens_quotation(lines: list[str]) -> bool:
    """Whether a passage begins by saying whose words it holds."""
    nothing_quoted = [False] * (len(lines) + 1)
    return bool(attribution_end(lines, 0, quotes_at=nothing_quoted)) or opens_headers(lines, 0)


def names_sender_and_day(text: str) -> bool:
    """Whether copied headers in one line tell who sent a mail and when: below a drawn line, no more are needed."""
    named = [*_IN_ONE_LINE.finditer(text)]
    sent = [each["sent"] for each in named if each["sent"]]
    mailed = "@" in text or any(not _ONLY_WHEN.fullmatch(each) for each in sent)
    return bool(sent) and named[0].start() == 0 and any(each["sender"] for each in named) and mailed and _is_dated(text)


def opens_notes_headers(lines: list[str], at: int) -> bool:
    """Whether a mail is copied below as Lotus Notes does it: the sender and when, in one line or two, and To, cc and Subject under that."""
    alone = _NOTES_WHEN.match(lines[at][:_LONGEST_HEADER])
    named = alone is None and lines[at].strip() and at + 1 < len(lines) and _NOTES_WHEN.match(lines[at + 1][:_LONGEST_HEADER])
    if not (named and not named["sender"]) and not (alone and alone["sender"]):
        return False
    below = [found for line in lines[at + 1 : at + 2 + HEADER_LINES] if (found := HEADER_LINE.match(line[:_LONGEST_HEADER]))]
    if alone:
        return any(each["to"] for each in below)
    addressed = any("@" in part or "/" in part for part in [lines[at], *(each["value"] for each in below if each["to"])])
    return addressed and any(each["to"] for each in below) and any(each["subject"] for each in below)


def _headers_in_a_row(lines: list[str]) -> Iterator[re.Match[str]]:
    """Headers, which may go on for some lines or have blank ones between them, up to a paragraph that is none."""
    blank = False
    for line in lines:
        found = HEADER_LINE.match(line[:_LONGEST_HEADER])
        if found is not None:
            yield found
        elif blank and line.strip():
            return
        blank = not line.strip()


def _is_block(headers: list[re.Match[str]]) -> bool:
    return len(headers) >= HEADERS_NEEDED and any(each["sender"] for each in headers) and any(each["subject"] for each in headers)


def _is_sent_somewhere(headers: list[re.Match[str]]) -> bool:
    """Whether headers without a subject tell when a mail was sent and to which address, or that it was sent and not only when."""
    dated = any(each["sent"] and _is_dated(each["value"]) for each in headers)
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
    return line[: start.start()] if _is_dated(attribution) else None


def _ends(line: str) -> bool:
    tail = line[-_ATTRIBUTION_CHARACTERS:]
    return tail.rstrip().endswith(_COLONS) and bool(_END.search(tail))


def _is_said(whole: str) -> bool:
    """Whether an attribution without a colon says when, and from which address."""
    return "@" in whole and _is_dated(whole) and _NO_COLON.search(whole) is not None


def _is_dated(text: str) -> bool:
    return _TIME.search(text) is not None and _DAY.search(text) is not None
