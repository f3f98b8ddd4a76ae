"""Two ways in which mail programs put mails into threads: by the ids they name (JWZ), and as Gmail does, by ids and subject.

Written from their descriptions (https://www.jwz.org/doc/threading.html; Google's "threads" of the Gmail API: same thread id, References or
In-Reply-To that name one another, and the same subject), and with nothing of ours: they read what a mail says and nothing else.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from email.policy import default
from itertools import pairwise


@dataclass(eq=False)
class _Container:
    """A place in a thread: of a mail, or of one that is only named."""

    message_id: str
    mail: Message | None = None
    parent: "_Container | None" = None
    children: "list[_Container]" = field(default_factory=list)

    def is_below(self, other: "_Container") -> bool:
        above: _Container | None = self
        while above is not None:
            if above is other:
                return True
            above = above.parent
        return False

    def adopt(self, child: "_Container") -> None:
        if self.is_below(child):
            return
        if child.parent is not None:
            child.parent.children.remove(child)
        child.parent = self
        self.children.append(child)

    @property
    def top(self) -> "_Container":
        return self if self.parent is None else self.parent.top


def read(raw: bytes) -> Message:
    return message_from_bytes(raw, policy=default)


def ids_in(value: object) -> list[str]:
    return re.findall(r"<([^<>\s]+)>", str(value or ""))


def jwz(mails: Iterable[bytes]) -> tuple[frozenset[str], ...]:
    """The threads, each as the ids of its mails."""
    table: dict[str, _Container] = {}

    def place(message_id: str) -> _Container:
        return table.setdefault(message_id, _Container(message_id))

    for mail in map(read, mails):
        own = place(ids_in(mail["Message-ID"])[0])
        own.mail = mail
        named = [*ids_in(mail["References"]), *ids_in(mail["In-Reply-To"])[:1]]
        chain = [place(each) for each in dict.fromkeys(named)]
        for above, below in pairwise(chain):
            if below.parent is None:
                above.adopt(below)
        if chain:
            chain[-1].adopt(own)
    tops: dict[int, set[str]] = {}
    for each in table.values():
        if each.mail is not None:
            tops.setdefault(id(each.top), set()).add(each.message_id)
    return tuple(frozenset(each) for each in tops.values())


def parent_by_jwz(mails: Iterable[bytes], message_id: str) -> str:
    """What a mail stands under: the last id in References, else In-Reply-To."""
    mail = next(each for each in map(read, mails) if ids_in(each["Message-ID"]) == [message_id])
    return [*ids_in(mail["In-Reply-To"])[:1], *ids_in(mail["References"])][-1]


def gmail(mails: Iterable[bytes]) -> tuple[frozenset[str], ...]:
    """In the order in which they come: a mail joins the thread of a mail that it names, if the subject is the same."""
    threads: list[tuple[str, set[str]]] = []
    for mail in map(read, mails):
        own, subject = ids_in(mail["Message-ID"])[0], _subject(mail)
        named = {*ids_in(mail["References"]), *ids_in(mail["In-Reply-To"])}
        joined = next((ids for said, ids in threads if said == subject and ids & named), None)
        if joined is None:
            threads.append((subject, {own}))
        else:
            joined.add(own)
    return tuple(frozenset(ids) for _, ids in threads)


def _subject(mail: Message) -> str:
    return re.sub(
        r"^(?:(?:re|aw|antw|sv|fwd?)(?:\[\d+\])?:\s*)+", "", " ".join(str(mail["Subject"] or "").split()), flags=re.IGNORECASE
    ).lower()
