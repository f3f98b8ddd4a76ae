"""What the analyst may call: to search the user's mail and to read a thread of it. A set of tools that can change something cannot be made.

Each run has tools of its own, which note what was found and read, so that code can hold the result against it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from pydantic import BaseModel, Field, ValidationError

from briefing.mail import Address, Envelope, MailId, MailText, ThreadId
from briefing.mail_query import MailQuery, query_of
from briefing.words import split_words
from glance.identity import Identity
from glance.thread_match import REPLIES
from prompts import render
from prompts.data_quotation import as_data
from providers.models.typed.history import ToolDescription

MOST_FOUND = 20
MOST_COMPARED = 40
"""Mails that code looks at to tell that only one thread is meant; where there are more, nobody can tell."""
MOST_READ = 30
"""Mails of a thread, the newest."""
MOST_OF_A_MAIL = 4_000
_MOST_OF_A_LINE = 200


class ReadOnly(StrEnum):
    """All that the analyst may ever call beside finishing."""

    SEARCH = "search_email"
    READ = "read_email_thread"


class WritingToolError(Exception):
    """A tool was to be offered to the analyst that is not one of those that read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HitsOfASearch:
    """The newest mails for which a query holds. `is_all`: there are no others, and every account was asked."""

    newest: tuple[Envelope, ...] = ()
    is_all: bool = True


class ReadableMail(Protocol):
    """One user's mail for reading. Raises `MailboxError`; none of it changes a mailbox."""

    async def search(self, identity: Identity, query: MailQuery, *, limit: int) -> HitsOfASearch:
        """At most so many."""

    async def thread(self, identity: Identity, mail: MailId, thread: ThreadId) -> Sequence[Envelope]:
        """The exchange that the mail stands in, oldest first, the user's own mails included."""

    async def text(self, identity: Identity, mail: MailId) -> MailText:
        """The words of a mail."""

    async def is_sent(self, identity: Identity, mail: MailId) -> bool:
        """Whether it lies among the mails that the user has sent, whatever address they wrote it from."""


Run = Callable[[Identity, Mapping[str, object]], Awaitable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingTool(ToolDescription):
    """`run` gets the identity from the run and the arguments from the model, and returns what the model is told."""

    run: Run = field(repr=False)


class ReadOnlyTools:
    """The tools of one run by name. Raises `WritingToolError` for one that `ReadOnly` does not name."""

    def __init__(self, tools: Iterable[ReadingTool]) -> None:
        self._tools = {tool.name: tool for tool in tools}
        if not self._tools.keys() <= set(ReadOnly):
            raise WritingToolError

    @property
    def described(self) -> tuple[ToolDescription, ...]:
        return tuple(self._tools.values())

    def named(self, name: str) -> ReadingTool | None:
        return self._tools.get(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadRead:
    """A thread as it was read, oldest first."""

    envelopes: tuple[Envelope, ...]
    texts: tuple[MailText, ...] = field(repr=False)


class SearchWords(BaseModel):  # what a tool takes: a docstring would be sent with it
    query: str = Field(max_length=300)


class ThreadAsked(BaseModel):
    conversation_id: str = Field(max_length=300)


class MailSeen:
    """What one run has found and read. The ids that a model is given mean nothing outside of it."""

    def __init__(self, mail: ReadableMail, own_addresses: frozenset[str]) -> None:
        self._mail = mail
        self._own = own_addresses
        self._numbers: dict[ThreadId, str] = {}
        self.found: dict[MailId, Envelope] = {}
        self.read: dict[ThreadId, ThreadRead] = {}

    @property
    def tools(self) -> ReadOnlyTools:
        return ReadOnlyTools(
            [
                _tool(ReadOnly.SEARCH, render("glance_search_tool"), SearchWords, self._search),
                _tool(ReadOnly.READ, render("glance_read_tool"), ThreadAsked, self._read),
            ]
        )

    async def look_for(self, identity: Identity, query: MailQuery, *, most: int = MOST_FOUND) -> HitsOfASearch:
        """What the query finds; noted as found."""
        found = await self._mail.search(identity, query, limit=most) if query.asks_for_something else HitsOfASearch()
        self.found.update({envelope.mail_id: envelope for envelope in found.newest})
        return found

    async def _search(self, identity: Identity, arguments: Mapping[str, object]) -> str:
        found = await self.look_for(identity, searched_with(SearchWords.model_validate(arguments).query))
        threads: dict[ThreadId, list[Envelope]] = {}
        for envelope in found.newest:
            threads.setdefault(envelope.thread_id, []).append(envelope)
        told = [
            {
                "conversation_id": self._numbers.setdefault(thread, f"t{len(self._numbers) + 1}"),
                "subject": _line(mails[0].subject),
                "from": sorted({_written(mail.sender) for mail in mails}),
                "newest": mails[0].received_at.isoformat(timespec="minutes"),
            }
            for thread, mails in threads.items()
        ]
        return as_data({"threads": told})

    async def _read(self, identity: Identity, arguments: Mapping[str, object]) -> str:
        wanted = ThreadAsked.model_validate(arguments).conversation_id
        thread = next((thread for thread, number in self._numbers.items() if number == wanted), None)
        if thread is None:
            return render("glance_no_such_thread")
        of_it = next(mail for mail, envelope in self.found.items() if envelope.thread_id == thread)
        envelopes = tuple(await self._mail.thread(identity, of_it, thread))[-MOST_READ:]
        texts = tuple(await asyncio.gather(*(self._mail.text(identity, envelope.mail_id) for envelope in envelopes)))
        self.read[thread] = ThreadRead(envelopes=envelopes, texts=texts)
        return as_data({"mails": [self._told(envelope, text) for envelope, text in zip(envelopes, texts, strict=True)]})

    def _told(self, envelope: Envelope, text: MailText) -> Mapping[str, object]:
        return {
            "from": _written(envelope.sender),
            "from_the_user": envelope.sender.email in self._own,
            "to": [_written(each) for each in envelope.to[:10]],
            "date": envelope.received_at.isoformat(timespec="minutes"),
            "subject": _line(envelope.subject),
            "text": text.text[:MOST_OF_A_MAIL],
            "text_is_cut": len(text.text) > MOST_OF_A_MAIL,
        }


def searched_with(words: str) -> MailQuery:
    """Mails that hold all of these words; of what a program puts before a subject none has to be there."""
    told = [word.strip(".,;:!?()[]<>\"'") for word in words.split()]
    return query_of(" ".join(word for word in told if word and not REPLIES.issuperset(split_words(word))))


def _tool(name: ReadOnly, description: str, takes: type[BaseModel], run: Run) -> ReadingTool:
    async def checked(identity: Identity, arguments: Mapping[str, object]) -> str:
        try:
            takes.model_validate(arguments)
        except ValidationError:
            return render("glance_misfit", tool=name, takes=", ".join(takes.model_fields))
        return await run(identity, arguments)

    return ReadingTool(name=name, description=description, parameters=takes.model_json_schema(), run=checked)


def _written(sender: Address) -> str:
    return _line(f"{sender.name} <{sender.email}>" if sender.name else sender.email)


def _line(text: str) -> str:
    return " ".join(text.split())[:_MOST_OF_A_LINE]
