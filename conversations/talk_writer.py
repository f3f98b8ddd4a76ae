"""Writes down what is said in a call without making the call wait, and forgets it when the user wants that.

Where the store is away, nothing of the call changes: the queue tries again, and says so once in the log, without a word of what was said.
The conversation is looked for with the first write, so no call waits for it to open either.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Self

from briefing.mail import MailId
from conversations.conversation_rows import Owner
from conversations.headings import summary_of, title_of
from conversations.parts import LONGEST_WORDS, OurWords, Part, ReadOut, TalkMessage, ToolResult, ToolUsed, UserWords
from conversations.store import ConversationStore
from storage.write_behind import CLOSE_WITHIN_S, WriteBehind

logger = logging.getLogger(__name__)

WRITE_EVERY_S = 0.5
MOST_PARTS = 40
"""Of one message: it is written anew with each part."""
_STILL_OPEN = 8
"""So many messages may still get the result of a tool that was used in them: the user may have spoken meanwhile."""
_TAKEN_UP = -1
"""The number under which a call that goes on with another one's conversation says so, before anything is said in it."""


class TalkWriter:
    """The talk of one call. An async context manager; belongs to one event loop. All but `forget` return at once."""

    def __init__(
        self,
        store: ConversationStore,
        owner: Owner,
        call_id: str,
        now: Callable[[], datetime],
        *,
        resumes: str | None = None,
        goes_on_in: str | None = None,
    ) -> None:
        """`resumes` is the call that broke off and that this one goes on with, `goes_on_in` the conversation that the user has opened."""
        self._store = store
        self._owner = owner
        self._call_id = call_id
        self._now = now
        self._resumes = resumes
        self._goes_on_in = goes_on_in
        self._conversation_id: str | None = None
        self._latest: dict[int, TalkMessage] = {}
        self._number = self._since = self._tools_used = 0
        self._title = ""
        self._waits_for_user = False
        self._one_at_a_time = asyncio.Lock()
        self._queue = WriteBehind[int, TalkMessage | None]("conversation", self._write, rest_s=WRITE_EVERY_S)
        if resumes or goes_on_in:
            self._queue.put(_TAKEN_UP, None)

    @property
    def conversation_id(self) -> str | None:
        """None until something of it is stored."""
        return self._conversation_id

    def user_said(self, words: str, *, entitles: bool = True) -> None:
        """`entitles`: the words may be a title, where there is none yet."""
        words = words[:LONGEST_WORDS]
        self._waits_for_user = False
        if entitles:
            self._title = self._title or title_of(words)
        self._put(TalkMessage(number=self._next(), at=self._now(), parts=(UserWords(words=words),)))

    def we_said(self, words: str, *, heard: int, mail: MailId | None = None) -> None:
        """`heard`: so many of its characters have reached the user."""
        words = words[:LONGEST_WORDS]
        self._add(OurWords(words=words, heard=min(heard, len(words)), mail=mail))

    def read_out(self, mail: MailId | None, *, heard: bool) -> None:
        """A piece of a mail, or of a draft, was read out, and `heard` to its end."""
        piece, message = ReadOut(mail=mail, pieces=1, heard=int(heard)), self._latest.get(self._number)
        last = message.parts[-1] if message is not None else None
        if message is not None and isinstance(last, ReadOut) and last.mail == mail:
            so_far = replace(last, pieces=last.pieces + piece.pieces, heard=last.heard + piece.heard)
            self._put(replace(message, parts=(*message.parts[:-1], so_far)))
        else:
            self._add(piece)

    def used_just_now(self, tool: str) -> bool:
        """Whether this tool was used since the user spoke last."""
        message = self._latest.get(self._number)
        return message is not None and any(isinstance(part, ToolUsed) and part.tool == tool for part in message.parts)

    def tool_used(self, tool: str, choice: str, by: str = "") -> int:
        """Returns the number that its result goes by."""
        self._tools_used += 1
        self._add(ToolUsed(number=self._tools_used, tool=tool, choice=choice, by=by))
        return self._tools_used

    def tool_came_to(self, number: int, came_to: str, mails: tuple[MailId, ...]) -> None:
        """Stands in the message in which the tool was used, also where the user has spoken since."""
        result = ToolResult(number=number, came_to=came_to, mails=mails)
        for message in self._latest.values():
            if any(isinstance(part, ToolUsed) and part.number == number for part in message.parts):
                self._put(replace(message, parts=(*message.parts, result)))
                return

    async def forget(self) -> None:
        """Delete the conversation, what was said of it in earlier calls too. What the user says next begins a new one.

        Raises `DatabaseUnavailableError`; then it is still kept.
        """
        async with self._one_at_a_time:
            if self._conversation_id is None and (self._resumes or self._goes_on_in):
                self._conversation_id = await self._begun()
            if self._conversation_id is not None:
                await self._store.forget_one(self._owner, self._conversation_id)
            self._begin_anew()

    async def drain(self, *, within_s: float = CLOSE_WITHIN_S) -> int:
        """Wait until everything is stored, or `within_s` have passed; returns how many messages are not."""
        return await self._queue.drain(within_s=within_s)

    async def __aenter__(self) -> Self:
        await self._queue.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        if lost := await self._queue.aclose():
            logger.error("the end of a conversation is lost", extra={"messages": lost})

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _add(self, part: Part) -> None:
        """Add to what we say and do in this turn."""
        if self._waits_for_user:
            return
        message = self._latest.get(self._number)
        if message is None or message.by_user or len(message.parts) >= MOST_PARTS:
            message = TalkMessage(number=self._next(), at=self._now(), parts=())
        self._put(replace(message, parts=(*message.parts, part)))

    def _put(self, message: TalkMessage) -> None:
        self._latest[message.number] = message
        for oldest in list(self._latest)[:-_STILL_OPEN]:
            del self._latest[oldest]
        self._queue.put(message.number, message)

    def _begin_anew(self) -> None:
        """The conversation is gone: what was put until now is written nowhere any more."""
        self._since = self._number + 1
        self._conversation_id = self._resumes = self._goes_on_in = None
        self._latest.clear()
        self._title, self._waits_for_user = "", True

    async def _begun(self) -> str:
        if self._goes_on_in and await self._store.take_up(self._owner, self._goes_on_in, call_id=self._call_id):
            return self._goes_on_in
        return await self._store.begin(self._owner, call_id=self._call_id, now=self._now(), resumes=self._resumes)

    async def _write(self, put: Mapping[int, TalkMessage | None]) -> None:
        async with self._one_at_a_time:
            messages = [message for _, message in sorted(put.items()) if message is not None and message.number >= self._since]
            if not messages and not (self._resumes or self._goes_on_in):
                return
            if self._conversation_id is None:
                self._conversation_id = await self._begun()
            if not messages:
                return
            if not await self._store.write(self._owner, self._conversation_id, self._call_id, messages, title=self._title):
                self._begin_anew()  # it was forgotten on the page meanwhile
                return
            summaries = [summary for message in messages if (summary := summary_of(message))]
            if summaries:
                await self._store.update_summary(self._owner, self._conversation_id, summaries[-1])
