"""Gmail's search language, as far as a mailbox needs it, by Google's "Refine searches in Gmail" and "Search for messages".

The third-party server knows labels, dates and attachments, but takes `OR` for a space, knows no braces and no negation but that of
labels, and looks for letters rather than words. So what it understands is handed to it (`Question.server_query`), and the rest
(`Question.holds`) is decided here by the mail itself. What neither understands is refused, so that no test passes on a query that
Gmail would read differently.

    a b   both        a OR b, {a b}   either        -a   not        from:(a b)   the operator for each        "a b"   in a row
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from html import unescape

from tests.servers.gmail.payload import header_texts, parse

_TOKEN = re.compile(r'\s*(-?[(){}]|-?(?:[a-z0-9_]+:)?"[^"]*"|-?[a-z0-9_]+:(?=[({])|[^\s(){}]+|[(){}])', re.IGNORECASE)
_SERVER_OPERATORS = {"in", "is", "label", "category", "after", "before", "newer_than", "older_than", "has"}
_HEADERS = {
    "from": "From",
    "to": "To",
    "cc": "Cc",
    "bcc": "Bcc",
    "deliveredto": "Delivered-To",
    "subject": "Subject",
    "list": "List-Id",
}
_DAYS = {"d": 1, "m": 30, "y": 365}
_CLOSING = {"(": ")", "{": "}"}

Predicate = Callable[["MailFacts"], bool]


class QueryError(ValueError):
    """The query says something that is not understood here."""


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text without case and accents."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))
    return tuple(re.findall(r"\w+", plain))


class MailFacts:
    """What a query can ask of a mail's text."""

    def __init__(self, raw: bytes) -> None:
        self._message = parse(raw)

    @cached_property
    def fields(self) -> dict[str, tuple[str, ...]]:
        return {name: words_of(" ".join(header_texts(self._message, header))) for name, header in _HEADERS.items()}

    @cached_property
    def message_id(self) -> str:
        return "".join(header_texts(self._message, "Message-ID")).strip().strip("<>")

    @cached_property
    def file_names(self) -> tuple[str, ...]:
        return tuple(name for part in self._message.walk() if (name := part.get_filename()))

    @cached_property
    def words(self) -> tuple[str, ...]:
        text = [" ".join(value) for value in self.fields.values()]
        for part in self._message.walk():
            if part.get_content_maintype() == "text":
                content = part.get_payload(decode=True)
                assert isinstance(content, bytes)
                shown = content.decode(errors="replace")
                text.append(unescape(re.sub(r"<[^>]+>", " ", shown)) if part.get_content_subtype() == "html" else shown)
        return words_of(" ".join(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A query in two halves: one for the server, and one for here, which is missing where the server can do it all."""

    server_query: str
    anywhere: bool
    holds: Predicate | None


def read_query(query: str, *, me: str, now_s: float) -> Question:
    """Split a query. Raises `QueryError`."""
    reader = _Reader(_tokens(query), me=me, now_s=now_s)
    holds = reader.everything()
    return Question(server_query=" ".join(reader.for_server), anywhere=reader.anywhere, holds=holds)


def _tokens(query: str) -> list[str]:
    tokens, at = [], 0
    while at < len(query.rstrip()):
        found = _TOKEN.match(query, at)
        if found is None:
            raise QueryError(query)
        tokens.append(found[1])
        at = found.end()
    return tokens


class _Reader:
    """Reads the tokens once. `for_server` collects what stands on the outermost level and is the server's."""

    def __init__(self, tokens: list[str], *, me: str, now_s: float) -> None:
        self.for_server: list[str] = []
        self.anywhere = False
        self._tokens = tokens
        self._at = 0
        self._me = me
        self._now_s = now_s

    def everything(self) -> Predicate | None:
        predicates = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if self._is_alternative() or not self._goes_to_server(token):
                predicates.append(self._alternatives(""))
            else:
                self._at += 1
        return _all(predicates) if predicates else None

    def _is_alternative(self) -> bool:
        return self._tokens[self._at + 1 : self._at + 2] in (["OR"], ["|"])

    def _goes_to_server(self, token: str) -> bool:
        negated, operator, value = _split(token)
        if operator not in _SERVER_OPERATORS or not value:
            return False
        if (operator, value) == ("in", "anywhere"):
            self.anywhere = True
            return True
        self.anywhere |= operator == "in" and value in {"trash", "spam"} and not negated
        self.for_server.append(self._server_term(operator, value.strip('"'), negated=negated))
        return True

    def _server_term(self, operator: str, value: str, *, negated: bool) -> str:
        if (operator, value) == ("is", "read"):
            return "is:unread" if negated else "is:read"
        if operator in {"in", "is", "label", "category"}:
            return f"-label:{value}" if negated else f"label:{value}"
        if negated or (operator == "has" and value != "attachment"):
            raise QueryError(f"{operator}:{value}")
        if operator in {"newer_than", "older_than"}:
            age = re.fullmatch(r"(\d+)([dmy])", value)
            if age is None:
                raise QueryError(f"{operator}:{value}")
            moment = int(self._now_s) - int(age[1]) * _DAYS[age[2]] * 86_400
            return f"{'after' if operator == 'newer_than' else 'before'}:{moment}"
        return f"{operator}:{value}"

    def _alternatives(self, operator: str) -> Predicate:
        """Terms joined by OR, as many as stand in a row."""
        choices = [self._term(operator)]
        while self._at < len(self._tokens) and self._tokens[self._at] in {"OR", "|"}:
            self._at += 1
            choices.append(self._term(operator))
        return _any(choices)

    def _group(self, operator: str, closing: str) -> Predicate:
        predicates: list[Predicate] = []
        while True:
            if self._at >= len(self._tokens):
                raise QueryError("a bracket is missing")
            if self._tokens[self._at] == closing:
                self._at += 1
                return (_any if closing == "}" else _all)(predicates)
            predicates.append(self._alternatives(operator))

    def _term(self, operator: str) -> Predicate:
        if self._at >= len(self._tokens):
            raise QueryError("something is missing at the end")
        token = self._tokens[self._at]
        self._at += 1
        if token in _CLOSING:
            return self._group(operator, _CLOSING[token])
        if token[:1] == "-" and token[1:] in _CLOSING:
            return _not(self._group(operator, _CLOSING[token[1:]]))
        negated, own, value = _split(token)
        inner = self._term(own) if own and not value else self._simple(own or operator, value.strip('"'))
        return _not(inner) if negated else inner

    def _simple(self, operator: str, value: str) -> Predicate:
        if operator == "rfc822msgid":
            wanted = value.strip("<>")
            return lambda mail: mail.message_id == wanted
        if operator == "filename":
            return lambda mail: any(_in_a_row(words_of(value), words_of(name)) for name in mail.file_names)
        words = words_of(self._me if value == "me" and operator in {"from", "to", "cc", "deliveredto"} else value)
        if operator == "":
            return lambda mail: _in_a_row(words, mail.words)
        if operator in _HEADERS:
            return lambda mail: _in_a_row(words, mail.fields[operator])
        raise QueryError(f"{operator}:{value}")


def _split(token: str) -> tuple[bool, str, str]:
    """Whether it is negated, its operator in lower case or nothing, and what it says."""
    negated = token.startswith("-") and len(token) > 1
    parts = re.fullmatch(r"([a-z0-9_]+):(.*)", token[negated:], re.IGNORECASE | re.DOTALL)
    return (negated, parts[1].lower(), parts[2]) if parts else (negated, "", token[negated:])


def _in_a_row(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    length = len(wanted)
    return any(words[start : start + length] == wanted for start in range(len(words) - length + 1))


def _all(predicates: list[Predicate]) -> Predicate:
    return lambda mail: all(each(mail) for each in predicates)


def _any(predicates: list[Predicate]) -> Predicate:
    return lambda mail: any(each(mail) for each in predicates)


def _not(predicate: Predicate) -> Predicate:
    return lambda mail: not predicate(mail)
