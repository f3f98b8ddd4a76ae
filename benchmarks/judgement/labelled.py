"""Mail with labels that were written before the product was asked: who writes, what must be heard, what never may be.

`mails/` holds it in two parts: one to tune on, one that is only counted. A labelled mail is one block of `tune.txt` or `test.txt`: its
name, its kind and whether it belongs in the first third; the mail; what has to be heard (a fact a line, its wordings apart by a bar); what
must not. Of a mail in another language, its language stands for words that only a model could tell in English. The posts of lists are one
exchange a line: its subject and then its mails. All of it is made up.
"""

import asyncio
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from enum import StrEnum
from pathlib import Path
from random import Random

from briefing.mail import Envelope, MailText, Preferences, provider_id_of
from briefing.triage.scoring import Signals
from providers.mailbox import Account
from providers.maildir.mailbox import MaildirMailbox

MAILS = Path(__file__).parent / "mails"
NOW = datetime(2026, 11, 24, 8, 0, tzinfo=UTC)
ME = "robin@vale.example"
WRITTEN_TO = frozenset({"jonas@fernweh.example", "maja.holm@fernweh.example", "clara.voss@gmail.com", "juno@fernweh.example"})
KINDS = frozenset({"person", "list", "newsletter", "machine"})
POSTERS = ("Ada Ek", "Bo Lim", "Cy Ross", "Di Tan", "Ed Fox", "Flo Hay")
EVERYWHERE = "Max Kern <max.kern@postmail.example>"
"""Writes to every list, and may join none of them."""

_TELLS_BULK = ("list-id:", "list-unsubscribe:", "precedence:")


class Part(StrEnum):
    TUNE = "tune"
    TEST = "test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """One mail and its labels; `facts` are the wordings of each fact that has to be heard, the sender first."""

    name: str
    kind: str
    must: bool = False
    raw: str = field(repr=False)
    facts: tuple[tuple[str, ...], ...] = field(default=(), repr=False)
    never: tuple[str, ...] = field(default=(), repr=False)

    @property
    def is_post(self) -> bool:
        """Whether it comes from the table of lists: its kind is then the name of one."""
        return self.kind not in KINDS

    def without_bulk_headers(self) -> "Labelled":
        head, gap, body = self.raw.partition("\n\n")
        lines = [line for line in head.split("\n") if not line.lower().startswith(_TELLS_BULK)]
        return Labelled(name=self.name, kind=self.kind, must=self.must, raw="\n".join(lines) + gap + body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A labelled mail as the product has read it."""

    label: Labelled
    envelope: Envelope
    text: MailText


def labelled(part: Part) -> list[Labelled]:
    """The mails to be told."""
    return [_labelled(block) for block in (MAILS / f"{part}.txt").read_text(encoding="utf-8").split("=== ")[1:]]


def posts(part: Part, *, headers: bool = True) -> list[Labelled]:
    """The posts of the lists of a part, each of the kind of its list; without `headers` nothing but its words tells which."""
    found: list[Labelled] = []
    for block in (MAILS / f"lists_{part}.txt").read_text(encoding="utf-8").split("== ")[1:]:
        name, *exchanges = block.strip().split("\n")
        for number, exchange in enumerate(exchanges):
            subject, *mails = exchange.split(" | ")
            found += [_post(name, number, place, subject, words, headers=headers) for place, words in enumerate(mails)]
    return found


def read(mails: Sequence[Labelled]) -> list[Read]:
    """The mails as a Maildir gives them, in an order and at times that have nothing to do with their labels."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_read(Path(folder), mails))


def signals() -> Signals:
    return Signals(now=NOW, written_to=WRITTEN_TO, preferences=Preferences(own_addresses=frozenset({ME})))


async def _read(folder: Path, mails: Sequence[Labelled]) -> list[Read]:
    for name in ("cur", "new", "tmp"):
        (folder / name).mkdir()
    by_key: dict[str, Labelled] = {}
    for place, mail in enumerate(mails):
        key = f"{1_700_000_000 + place}.{place}.judged"
        by_key[key] = mail
        (folder / "new" / key).write_bytes(_dated(mail, place).encode("utf-8"))
    account = Account(slug="judged", label="")
    mailbox = MaildirMailbox(folder, account=account, own_addresses=frozenset({ME}))
    try:
        envelopes = (await mailbox.envelopes([account.mail_id(key) for key in by_key])).found
        return [
            Read(label=by_key[provider_id_of(envelope.mail_id)], envelope=envelope, text=await mailbox.text(envelope.mail_id))
            for envelope in envelopes
        ]
    finally:
        await mailbox.aclose()


def _dated(mail: Labelled, place: int) -> str:
    """The mail with what each mail has: a date, an addressee, a type."""
    head = mail.raw.partition("\n\n")[0].lower()
    hours_ago = 14 - place % 56 / 4 if mail.is_post else Random(mail.name).uniform(1, 14)
    added = f"Date: {format_datetime(NOW - timedelta(hours=hours_ago))}\n"
    added += "" if "\nto:" in head else f"To: Robin Vale <{ME}>\n"
    added += "" if "content-type:" in head else "Content-Type: text/plain; charset=utf-8\n"
    return f"{added}Content-Transfer-Encoding: 8bit\n{mail.raw}"


def _labelled(block: str) -> Labelled:
    first, _, rest = block.partition("\n")
    name, kind, *must = first.split()
    raw, _, labels = rest.partition("\n--- hear\n")
    hear, _, never = labels.partition("\n--- never\n")
    facts = tuple(tuple(wording.strip().lower() for wording in line.split("|")) for line in _lines(hear))
    return Labelled(name=name, kind=kind, must=bool(must), raw=raw, facts=facts, never=tuple(line.lower() for line in _lines(never)))


def _lines(text: str) -> Iterator[str]:
    return (line.strip() for line in text.split("\n") if line.strip())


def _post(name: str, number: int, place: int, subject: str, words: str, *, headers: bool) -> Labelled:
    poster = POSTERS[(number * 2 + place) % len(POSTERS)]
    sender = EVERYWHERE if (number + place) % 4 == 0 else f"{poster} <{poster.split()[0].lower()}.{name[:3]}@homes.example>"
    lines = [f"From: {sender}", f"Subject: {'Re: ' if place else ''}{subject}", f"Message-ID: <{name}.{number}.{place}@lists.example>"]
    if place:
        lines.append(f"In-Reply-To: <{name}.{number}.0@lists.example>")
    if headers:
        lines += [f"To: {name}@lists.example", f"List-Id: <{name}.lists.example>", "Precedence: list"]
    return Labelled(name=f"{name}-{number}-{place}", kind=name, raw="\n".join([*lines, "", words, ""]))


def share(right: Iterable[bool]) -> float:
    """Of what is right; nothing at all is right."""
    found = list(right)
    return sum(found) / len(found) if found else 1.0
