"""Reads what a receiving server found out about a sender (Authentication-Results, RFC 8601) and what a signature covers (DKIM, RFC 6376).

Strict, because a sender writes parts of these fields: comments, quoted strings and addresses of the sender's choice must not be read as
results. A field that does not keep to the grammar is not read at all.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self

LONGEST_FIELD = 16_384
MOST_TOKENS = 2_000
MOST_COMMENTS = 10
"""One inside of the other."""

_TOKEN = re.compile(r'(?P<gap>[ \t\r\n]+)|(?P<quoted>"(?>(?:[^"\\\r\n]|\\.)*)")|(?P<mark>[;=])|(?P<word>[^\s"();=]+)')
_RESULT = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:/[0-9]+)?", re.IGNORECASE)
_PROPERTY = re.compile(r"[a-z][\w.-]*", re.IGNORECASE)
_TAG_NAME = re.compile(r"[A-Za-z]\w*")

_PLAIN = frozenset({"word", "quoted"})

_SERVER = re.compile(r"(?P<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)(?::(?P<above>[0-9])(?::(?P<fields>[1-9]))?)?", re.ASCII)
_BELOW_ITS_OWN_RECEIVED = frozenset({"mx.google.com"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsServer:
    """A server whose results are believed: its id (authserv-id), how many fields of results it writes into one mail, and how many Received
    fields that tell where a mail came from stand above them."""

    name: str
    above: int = 0
    fields: int = 1

    @classmethod
    def of(cls, written: str) -> Self:
        """`mx.example.com`, or `mx.example.com:1:2` with one field above and two of results. Raises `ValueError`."""
        found = _SERVER.fullmatch(written.strip())
        if found is None:
            raise ValueError("a server's id looks like mx.example.com")
        name = found["name"].lower()
        usual = int(name in _BELOW_ITS_OWN_RECEIVED)
        return cls(name=name, above=usual if found["above"] is None else int(found["above"]), fields=int(found["fields"] or 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodResult:
    """What one method found: `dmarc`, `pass`, and its properties ("header.from"), all in small letters but for their values."""

    method: str = field(repr=False)
    result: str = field(repr=False)
    properties: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    def of(self, name: str) -> str:
        """The property of this name; empty where there is none, and where there are several that differ."""
        values = {value for each, value in self.properties if each == name}
        return values.pop() if len(values) == 1 else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthenticationResults:
    """One field: `server` is who says so (authserv-id), in small letters."""

    server: str = field(repr=False)
    results: tuple[MethodResult, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """One DKIM-Signature: whose it is, which fields it covers, how often each, and whether it covers the whole body."""

    domain: str = field(repr=False)
    fields: tuple[str, ...] = field(repr=False)
    whole_body: bool


class _NotReadableError(Exception):
    """The field does not keep to the grammar."""


def authentication_results(value: str) -> AuthenticationResults | None:
    """The value of an Authentication-Results field; None if it is not one by the grammar."""
    try:
        return _read(value)
    except _NotReadableError:
        return None


def server_of(value: str) -> str:
    """Who a field says that it is from, even if the rest of it cannot be read; empty if that cannot be told."""
    try:
        kind, text = next(_tokens(value[:LONGEST_FIELD]))
    except (StopIteration, _NotReadableError):
        return ""
    return _plain(text).lower() if kind in _PLAIN else ""


def signature(value: str) -> Signature | None:
    """The value of a DKIM-Signature field; None if it lacks what one needs, or says something twice."""
    unfolded = re.sub(r"\s+", " ", value[:LONGEST_FIELD])
    parts = [each.partition("=") for each in unfolded.split(";") if each.strip()]
    tags = {name.strip().lower(): text.strip() for name, _, text in parts}
    if not all(mark and _TAG_NAME.fullmatch(name.strip()) for name, mark, _ in parts):
        return None
    if len(tags) != len(parts) or not tags.get("d") or not tags.get("h"):
        return None
    covered = tuple(name.strip().lower() for name in tags["h"].split(":"))
    return Signature(domain=tags["d"].lower().rstrip("."), fields=covered, whole_body="l" not in tags)


def _read(value: str) -> AuthenticationResults:
    if len(value) > LONGEST_FIELD:
        raise _NotReadableError
    parts: list[list[tuple[str, str]]] = [[]]
    for kind, text in _tokens(value):
        if (kind, text) == ("mark", ";"):
            parts.append([])
        else:
            parts[-1].append((kind, text))
    head, *statements = parts
    if not 1 <= len(head) <= 2 or any(kind not in _PLAIN for kind, _ in head) or (len(head) == 2 and head[1] != ("word", "1")):
        raise _NotReadableError
    said = [each for each in statements if each]
    if len(said) == 1 and [text.lower() for _, text in said[0]] == ["none"]:
        said = []
    return AuthenticationResults(server=_plain(head[0][1]).lower(), results=tuple(_result(each) for each in said))


def _result(tokens: list[tuple[str, str]]) -> MethodResult:
    pairs = [*_pairs(tokens)]
    (method, result), *rest = pairs
    if not _RESULT.fullmatch(method) or not _RESULT.fullmatch(result):
        raise _NotReadableError
    if any(name != "reason" and not _PROPERTY.fullmatch(name) for name, _ in rest):
        raise _NotReadableError
    properties = tuple((name.lower(), text) for name, text in rest if name != "reason")
    return MethodResult(method=method.partition("/")[0].lower(), result=result.lower(), properties=properties)


def _pairs(tokens: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """`name = value`, one after another. A value may hold "=" itself, as addresses of returned mail do, but no name does."""
    at = 0
    while at < len(tokens):
        if at + 2 >= len(tokens) or tokens[at][0] != "word" or tokens[at + 1] != ("mark", "=") or tokens[at + 2][0] not in _PLAIN:
            raise _NotReadableError
        name, value = tokens[at][1], _plain(tokens[at + 2][1])
        at += 3
        while at < len(tokens) and tokens[at] == ("mark", "="):  # SRS0=hash=tt=domain=user@forwarder: glued to what stands before it
            value += "="
            at += 1
            if at < len(tokens) and tokens[at][0] in _PLAIN:
                value += _plain(tokens[at][1])
                at += 1
        yield name, value


def _tokens(value: str) -> Iterator[tuple[str, str]]:
    """Words, quoted strings and marks, without comments. Raises `_NotReadableError`."""
    at = 0
    for _ in range(MOST_TOKENS):
        if at >= len(value):
            return
        if value[at] == "(":
            at = _behind_comment(value, at)
            continue
        found = _TOKEN.match(value, at)
        if found is None:
            raise _NotReadableError
        at = found.end()
        if found.lastgroup != "gap":
            yield str(found.lastgroup), found[0]
    raise _NotReadableError


def _behind_comment(value: str, at: int) -> int:
    depth = 0
    while at < len(value):
        letter = value[at]
        if letter == "\\":
            at += 1
        elif letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
        at += 1
        if depth == 0:
            return at
        if depth > MOST_COMMENTS:
            break
    raise _NotReadableError


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text
