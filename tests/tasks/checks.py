"""What has to be so at the end of a task: at the mailbox, in the drafts and the outbox, and at the SMTP server."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from actions.changes.entries import Entry
from actions.sending.drafts import Draft
from actions.sending.outbox import SendingNews
from providers.sample_inbox.letter import SAMPLE_ADDRESS
from tests.servers.smtp import Taken
from tests.tasks.letters import letters, names

Places = Mapping[str, tuple[str, str]]
"""Folder and flags of every mail, by its unique name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What can be seen from outside at one moment."""

    places: Places
    journal: Sequence[Entry]
    drafts: Sequence[Draft]
    waiting: Sequence[SendingNews]
    taken: Sequence[Taken]

    def place(self, key: str) -> tuple[str, str]:
        return self.places.get(names()[key], ("gone", ""))


class Check(Protocol):
    """One thing that has to be so."""

    def failure(self, world: World) -> str:
        """What is wrong, or nothing."""


@dataclass(frozen=True, slots=True)
class Lies:
    """Mails that lie in a folder: of the inbox, its name is empty. It was written down in the journal."""

    folder: str
    keys: tuple[str, ...]

    def failure(self, world: World) -> str:
        wrong = [f"{key} lies in {world.place(key)[0] or 'the inbox'}" for key in self.keys if world.place(key)[0] != self.folder]
        written = {entry.mail_id.partition(":")[2] for entry in world.journal}
        wrong += [f"{key} is not in the journal" for key in self.keys if names()[key] not in written]
        return f"{', '.join(wrong)}, and not in {self.folder or 'the inbox'}" if wrong else ""


@dataclass(frozen=True, slots=True)
class Flagged:
    """Mails that have this letter among their flags: `F` flagged, `S` seen."""

    flag: str
    keys: tuple[str, ...]

    def failure(self, world: World) -> str:
        wrong = [key for key in self.keys if self.flag not in world.place(key)[1]]
        return f"{', '.join(wrong)} without the flag {self.flag}" if wrong else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """The server has one mail to exactly these addresses that says this.

    `answers`: the letter in whose thread it stands; without it, it stands in none. A forward has `forwards` instead.
    """

    to: tuple[str, ...]
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    not_text: tuple[str, ...] = ()
    answers: str = ""
    forwards: str = ""

    @property
    def everybody(self) -> frozenset[str]:
        return frozenset((*self.to, *self.cc, *self.bcc))

    def failure(self, world: World) -> str:
        if not world.taken:
            return f"nothing was sent to {', '.join(self.to)}"
        wrong = [self._wrong(taken) for taken in world.taken]
        return "" if "" in wrong else min(wrong, key=len)

    def _wrong(self, taken: Taken) -> str:
        message = taken.message
        part = message.get_body(("plain",))
        body, subject = part.get_content() if part else "", str(message["Subject"])
        headers = {name: _addresses(message.get_all(name, [])) for name in ("To", "Cc", "Bcc")}
        thread = str(message["In-Reply-To"] or "").strip("<>")
        wanted = _message_id(self.answers) if self.answers else ""
        found = [
            f"it went to {sorted(taken.recipients)}" if frozenset(taken.recipients) != self.everybody else "",
            f"To is {headers['To']}" if headers["To"] != set(self.to) else "",
            f"Cc is {headers['Cc']}" if headers["Cc"] != set(self.cc) else "",
            "Bcc can be seen" if headers["Bcc"] else "",
            f"In-Reply-To is {thread or 'missing'}" if not self.forwards and thread != wanted else "",
            f"it is no forward of {self.forwards}" if self.forwards and letters()[self.forwards].subject not in subject else "",
            *(f"it does not say {each!r}: {body!r}" for each in self.text if not re.search(each, body, re.IGNORECASE)),
            *(f"it says {each!r}" for each in self.not_text if re.search(each, body, re.IGNORECASE)),
        ]
        return ", ".join(each for each in found if each)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """There is one draft to these addresses that says this, and nothing waits to leave from it."""

    to: tuple[str, ...]
    text: tuple[str, ...] = ()

    def failure(self, world: World) -> str:
        for draft in world.drafts:
            if {each.email for each in (*draft.to, *draft.cc, *draft.bcc)} == set(self.to):
                lacks = [each for each in self.text if not re.search(each, draft.body, re.IGNORECASE)]
                leaves = any(news.message_id == draft.message_id for news in world.waiting)
                return f"the draft lacks {lacks}: {draft.body!r}" if lacks else "the draft is on its way" if leaves else ""
        return f"no draft to {', '.join(self.to)} among {[[each.email for each in draft.to] for draft in world.drafts]}"


@dataclass(frozen=True, slots=True)
class LeavesLater:
    """One mail to this address waits for its time."""

    to: str
    at: str
    """As ISO text."""

    def failure(self, world: World) -> str:
        found = [(list(news.to), news.leaves_at.strftime("%Y-%m-%dT%H:%M")) for news in world.waiting]
        return "" if ([self.to], self.at) in found else f"what waits to leave is {found}"


def touched(checks: Sequence[Check]) -> frozenset[str]:
    """The letters that these are about; all others stay as they were."""
    return frozenset(key for check in checks if isinstance(check, Lies | Flagged) for key in check.keys)


def unlike(before: World, after: World, but: frozenset[str]) -> list[str]:
    """What was changed although nobody asked for it. An answered mail may be marked as that."""
    return [
        f"{key} was {_shown(before.place(key))} and is {_shown(after.place(key))}"
        for key in letters()
        if key not in but and _shown(before.place(key)) != _shown(after.place(key))
    ]


def _shown(place: tuple[str, str]) -> tuple[str, str]:
    return place[0], place[1].replace("R", "")


def _addresses(values: Sequence[object]) -> set[str]:
    return {address.addr_spec for value in values for address in getattr(value, "addresses", ())}


def _message_id(key: str) -> str:
    return f"{key}@{letters()[key].sender.domain}"


def address_of(key: str) -> str:
    """Of who wrote this letter."""
    return letters()[key].sender.addr_spec


OWN = SAMPLE_ADDRESS
