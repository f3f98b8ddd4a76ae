"""Whose reply it is: the user's own, or not, and why not.

A reply counts if all of this holds; anything in doubt is not from the user, does nothing, and is told with its reason:

- it has one From with one plain address, which is the user's, and nothing that a machine, a list or a mail of ours has;
- it answers a mail of ours: In-Reply-To or References hold an id whose token is right;
- it is addressed to the correspondence alone, and is no forwarded mail;
- it comes from the user: by the results of the server that receives for the user, or as the copy in the account's own folder of sent mail.

Whose results count is set when the account is connected (`Trust`) and never taken from the mail. Where a user's own server delivers what
it was handed by the user, it writes no results: such a mail counts by its copy among the sent mail, so a refusal of one copy is none of
the other, which has the same message id.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import idna

from correspondence.came_from import Origin, came_from
from correspondence.message_ids import OurLetter, letter_of
from providers.mime.attributions import forwards
from providers.mime.headers import HEAD_END, MAX_HEAD_BYTES, header_fields, read_headers

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_DOMAIN = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+"
_ADDRESS = rf"{_ATOM}(?:\.{_ATOM})*@{_DOMAIN}"
_NAME = r'(?>(?:(?:"(?>(?:[^"\\]|\\.)*)"|[^\s"<>()@,;:\\\[\]]++)\s*+)*)'
_MAILBOX = re.compile(rf"(?:(?:{_NAME}|(?P<same>{_ADDRESS})\s+)<(?P<address>{_ADDRESS})>|(?P<bare>{_ADDRESS}))\s*+(?:\([^()<>@\\]*\))?\s*")
"""One mailbox as mail programs write it. What can be read in two ways (a group, a route, an address in two places) is none."""

_ID = re.compile(r"<([^<>\s]{1,400})>")
_ONCE = ("message-id", "in-reply-to", "references", "subject", "date", "to")
_AUTOMATIC = re.compile(
    r"x-(?:.*-)?(?:auto-?(?:repl|respon|generat|mail)|vacation|out-?of-?office|loop\b|failed-recipients)|x-mail-autoreply$|x-pm-auto"
)
_OF_A_LIST = re.compile(r"list-.+|(?:x-)?mailing-list|x-mailman-version|x-beenthere|x-google-group-id")
_LONGEST_SENDER = 1_000
"""Characters: of a longer field, the end may not have been read."""
_REPORT = re.compile(r"\s*(?:multipart/report|message/|text/rfc822-headers|text/calendar)", re.IGNORECASE)
_AWAY = re.compile(
    r"\s*(?:\[[^\]]{0,40}\]\s*)?(?:auto(?:matic)?[- _]?(?:reply|response|matische antwort)|autoreply|out of (?:the )?office|vacation"
    r"|abwesenheits?(?:notiz|assistent|meldung)?|automatische antwort|réponse automatique|absence du bureau|respuesta automática"
    r"|risposta automatica|resposta automática|automatisch antwoord|autosvar|automatiskt svar|undeliver(?:able|ed)"
    r"|delivery (?:status|failure)|mail delivery|returned mail|failure notice|unzustellbar|read:|gelesen:|not read:)",
    re.IGNORECASE,
)


class Folder(StrEnum):
    """Where a mail lies. Nobody puts a mail among the sent ones but who may use the account."""

    INBOX = "inbox"
    SENT = "sent"


class NotFromUser(StrEnum):
    """Why a mail does not count. The page has a sentence for each."""

    NO_SENDER = "no_sender"  # no From, several, or one that can be read in two ways
    OTHER_SENDER = "other_sender"
    SENT_FOR_THEM = "sent_for_them"  # Sender names somebody else
    OWN_MAIL = "own_mail"
    AUTOMATIC = "automatic"
    LIST = "list"
    TWICE = "twice"  # a field that may be there once: who checked the mail may have read the other
    NO_REPLY_OF_OURS = "no_reply_of_ours"
    FORWARDED = "forwarded"
    TO_OTHERS = "to_others"
    NO_ID = "no_id"  # it could not be counted once
    SEEN = "seen"
    NOT_AUTHENTICATED = "not_authenticated"  # the user's server says nothing that shows who sent it
    FAILED = "failed"  # it says that it is not from where it claims to be
    REPLAYABLE = "replayable"  # it was passed on, and its signature does not cover what makes it a reply


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivedReply:
    """One mail as it lies in the mailbox: its raw bytes, of which only the header is read, and where it lies."""

    raw: bytes = field(repr=False)
    folder: Folder = Folder.INBOX


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """What is known of the user's account since it was connected.

    `addresses` are the user's own; `to` are those that our mails can be answered to. `servers` are the ids (RFC 8601, authserv-id) under
    which the server that receives for the account writes its results, `fields` how many such fields it writes into one mail, and `above`
    how many Received fields that tell where a mail came from may stand above them: 1 where it writes them below its own, as Gmail does.
    `one_mailbox`: our mails come from the account to itself, so that replies may be copies in its own folder of sent mail.
    `replaced` are the ids that the service gave to mails of ours in place of the ids that we chose, `subjects` those of the briefings.
    """

    key: bytes = field(repr=False)
    user_id: str
    addresses: frozenset[str] = field(repr=False)
    to: frozenset[str] = field(repr=False)
    servers: frozenset[str] = frozenset()
    fields: int = 1
    above: int = 1
    one_mailbox: bool = False
    replaced: Mapping[str, OurLetter] = field(default_factory=dict, repr=False)
    subjects: Mapping[OurLetter, str] = field(default_factory=dict, repr=False)

    def letter(self, message_id: str) -> OurLetter | None:
        return self.replaced.get(message_id) or letter_of(self.key, self.user_id, message_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyVerdict:
    """From the user, in reply to `letter`; or not, because of `refused`, and then it does nothing."""

    message_id: str = field(default="", repr=False)
    letter: OurLetter | None = None
    refused: NotFromUser | None = None

    @property
    def from_user(self) -> bool:
        return self.refused is None and self.letter is not None


def verified(arrival: ArrivedReply, trust: Trust, *, recorded: Collection[str] = ()) -> ReplyVerdict:
    """Whether it is a reply of the user's. `recorded` are the message ids of replies that are kept already. Never raises."""
    mail = _Mail(arrival, trust)
    letter = mail.answered(recorded)
    refused = mail.refused(recorded) or (NotFromUser.NO_REPLY_OF_OURS if letter is None else mail.from_elsewhere(letter))
    return ReplyVerdict(message_id=mail.message_id, letter=letter, refused=refused)


class _Mail:
    """The header of one mail, read for one question each."""

    def __init__(self, arrival: ArrivedReply, trust: Trust) -> None:
        self._fields = header_fields(arrival.raw)
        self._headers = read_headers(arrival.raw)
        self._folder, self._trust = arrival.folder, trust
        ids = _ID.findall(self._first("message-id"))
        self.message_id = ids[0] if len(ids) == 1 else ""
        self._own = {_ascii(each) for each in trust.addresses}
        froms = self._all("from")
        is_whole = len(arrival.raw) <= MAX_HEAD_BYTES or HEAD_END.search(arrival.raw[:MAX_HEAD_BYTES]) is not None
        self._sender = _address(froms[0]) if len(froms) == 1 and is_whole else ""

    def refused(self, recorded: Collection[str]) -> NotFromUser | None:
        """What is wrong with it before anybody asks whose it is."""
        wrong = {
            NotFromUser.OWN_MAIL: self._trust.letter(self.message_id) is not None,
            NotFromUser.AUTOMATIC: self._is_automatic(),
            NotFromUser.LIST: self._is_of_a_list(),
            NotFromUser.NO_SENDER: not self._sender,
            NotFromUser.OTHER_SENDER: self._sender not in self._own,
            NotFromUser.SENT_FOR_THEM: any(
                _address(each) not in self._own for name in ("sender", "resent-from", "resent-sender") for each in self._all(name)
            ),
            NotFromUser.TWICE: any(len(self._all(name)) > 1 for name in _ONCE),
            NotFromUser.NO_ID: not self.message_id,
            NotFromUser.SEEN: self.message_id in recorded,
            NotFromUser.TO_OTHERS: self._is_to_others(),
            NotFromUser.FORWARDED: forwards(self._headers.subject),
        }
        return next((reason for reason, holds in wrong.items() if holds), None)

    def answered(self, recorded: Collection[str]) -> OurLetter | None:
        """The mail of ours that it answers: named by In-Reply-To, else the last one in References.

        None where it answers a mail that is neither ours nor a reply to us: whoever was passed a mail of ours can write one that names it.
        """
        replied_to, references = _ID.findall(self._first("in-reply-to")), _ID.findall(self._first("references"))
        if not all(each in recorded or self._trust.letter(each) is not None for each in replied_to or references[-1:]):
            return None
        chain = [*references, *replied_to]
        return next((letter for each in reversed(chain) if (letter := self._trust.letter(each)) is not None), None)

    def from_elsewhere(self, letter: OurLetter) -> NotFromUser | None:
        """Why it may not come from the user, or None where it does."""
        trust = self._trust
        if self._folder is Folder.SENT and trust.one_mailbox and not self._was_received():
            return None
        subject = trust.subjects.get(letter) or trust.subjects.get(OurLetter(day=letter.day), "")
        origin = came_from(
            self._fields,
            address=self._sender,
            servers=trust.servers,
            most=trust.fields,
            above=trust.above,
            binding=self._binding(subject),
        )
        return _REFUSED_BY.get(origin)

    def _was_received(self) -> bool:
        """Whether a server took it in from outside, and a rule or the user put it where it lies."""
        checked = any(
            name in {"authentication-results", "received-spf", "arc-authentication-results", "arc-seal"} for name, _ in self._fields
        )
        return checked or any(each.strip(" <>").lower() not in self._own for each in self._all("return-path"))

    def _binding(self, subject: str) -> frozenset[str]:
        """The fields each of which ties the mail to the correspondence, if it is signed."""
        tying = {name for name in ("in-reply-to", "references") if any(self._trust.letter(each) for each in _ID.findall(self._first(name)))}
        if subject and _base(self._headers.subject) == _base(subject):
            tying.add("subject")
        return frozenset(tying)

    def _is_to_others(self) -> bool:
        to, cc = ({_ascii(each.email) for each in named} for named in (self._headers.to, self._headers.cc))
        ours = {_ascii(each) for each in self._trust.to}
        return not to & ours or bool((to | cc) - ours - self._own)

    def _is_automatic(self) -> bool:
        submitted = [each.partition(";")[0].partition("(")[0].strip().lower() for each in self._all("auto-submitted")]
        return (
            any(each != "no" for each in submitted)
            or any(_AUTOMATIC.match(name) for name, _ in self._fields)
            or any(each.replace(" ", "") == "<>" for each in self._all("return-path"))
            or any(_REPORT.match(each) for each in self._all("content-type"))
            or self._first("precedence").strip().lower() == "auto_reply"
            or _AWAY.match(self._headers.subject) is not None
            or self._announces_something()
        )

    def _announces_something(self) -> bool:
        """Whether the subject is that of a briefing behind words that no mail program puts before an answer: "Away: Your briefing"."""
        said = _base(self._headers.subject)
        return any(said.endswith(ours) and said != ours for each in self._trust.subjects.values() if (ours := _base(each)))

    def _is_of_a_list(self) -> bool:
        precedence = {each.strip().lower() for each in self._all("precedence")}
        return any(_OF_A_LIST.fullmatch(name) for name, _ in self._fields) or bool(precedence & {"list", "bulk", "junk"})

    def _all(self, name: str) -> list[str]:
        return [value for each, value in self._fields if each == name]

    def _first(self, name: str) -> str:
        return next(iter(self._all(name)), "")


_REFUSED_BY = {
    Origin.UNKNOWN: NotFromUser.NOT_AUTHENTICATED,
    Origin.FAILED: NotFromUser.FAILED,
    Origin.REPLAYABLE: NotFromUser.REPLAYABLE,
}


def _address(value: str) -> str:
    """The one address of a From or Sender, in small letters; empty if it is not exactly one."""
    found = _MAILBOX.fullmatch(value.strip()) if len(value) <= _LONGEST_SENDER else None
    if found is None or (found["same"] and found["same"].lower() != found["address"].lower()):
        return ""
    return str(found["address"] or found["bare"]).lower()


def _ascii(address: str) -> str:
    """An address as it stands in a header: in small letters, the domain in ASCII."""
    local, at, domain = address.strip().lower().rpartition("@")
    if domain.isascii():
        return f"{local}{at}{domain}"
    try:
        return f"{local}{at}{idna.encode(domain, uts46=True).decode('ascii')}"
    except idna.IDNAError:
        return ""


_MACHINE = r"\bauto(?:mat|[- ]?(?:repl|respon|antwort|svar))|\b(?:away|vacation|ooo|urlaub)\b|\babsen[ct]|\babwesen|\bout of"
_TAG = rf"\[(?![^\]]*(?:{_MACHINE}))[^\[\]]{{0,120}}\]"
_ANSWERS = (
    r"(?:re|aw|sv|vs|antw|odp|ynt|rif|ref|res|reply|answer|antwort|antwoord|r\u00e9ponse|respuesta|resposta|risposta|v\u00e1lasz|yan\u0131t"
    r"|odpov\u011b\u010f|odpove\u010f|odpowied\u017a|svar|vastaus|\u03b1\u03c0\u03ac\u03bd\u03c4\u03b7\u03c3\u03b7"
    r"|\u043e\u0442\u0432\u0435\u0442|\u05ea\u05d2\u05d5\u05d1\u05d4)\.?\s?(?:[\[(]\d+[\])])?\s?[:\uff1a]"
)
_OUTSIDE = r"(?:ext(?:ern(?:al|e)?)?\s?[:\uff1a]|\(ext(?:ern(?:al|e)?)?\)|\*++ext(?:ern(?:al|e)?)?\*++)"
_SHORT = r"(?!ooo|oof|ooto|auto|away|afk|pto|out|lu\b)[^\W\d]{1,4}\.?\s?(?:\[\d+\])?\s?[:\uff1a]"
_PREFIX = re.compile(rf"^\s*(?:(?:{_TAG}|{_ANSWERS}|{_SHORT}|(?<=[:\uff1a\])*\s]){_OUTSIDE})\s*)+", re.IGNORECASE)
"""Marks of answers in any language ("Re:", "AW:", "Antw:"), which are short or known, tags ("[EXT]"), and behind these what programs put
there for a mail from outside ("Re: Extern:")."""


def _base(subject: str) -> str:
    """The subject without what mail programs put before it in an answer."""
    return " ".join(_PREFIX.sub("", subject).split()).casefold()
