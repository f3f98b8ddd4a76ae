"""Writes down what is said in a call without making the call wait, and forgets it when the user wants that.

Where the store is away, nothing of the call changes: the queue tries again, and says so once in the log, without a word of what was said.
The conversation is looked for with the first write, so no call waits for it to open either.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Self

from briefing.mail import MailId
from conversations.conversation_rows import Owner
from conversations.headings import summary_of, title_of
from conversations.parts import LONGEST_WORDS, OurWords, Part, ReadOut, TalkMessage, ToolResult, ToolUsed, UserWords
from conversations.store import ConversationStore
from conversations.talked_in import MovedMessage, TalkedIn
from storage.write_behind import CLOSE_WITHIN_S, WriteBehind

logger = logging.getLogger(__name__)

WRITE_EVERY_S = 0.5
MOST_PARTS = 40
"""Of one message: it is written anew with each part."""
_STILL_OPEN = 8
"""So many messages may still get the result of a tool that was used in them: the user may have spoken meanwhile."""
_TAKEN_UP, _LINKED = -1, -2
"""The numbers under which a call says that it goes on with another one's conversation, and that there are links to drafts to write."""


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
        self._place = TalkedIn(conversation_id=goes_on_in, resumes=resumes, taken_up=bool(resumes or goes_on_in))
        self._moved: list[MovedMessage] = []
        self._to_link: list[tuple[TalkedIn, str]] = []
        self._to_sum_up: dict[TalkedIn, str] = {}
        self._unwritten: dict[int, TalkMessage] = {}
        self._written: dict[str, int] = {}
        self._latest: dict[int, tuple[TalkMessage, TalkedIn]] = {}
        self._number = self._since = self._tools_used = 0
        self._waits_for_user = False
        self._one_at_a_time = asyncio.Lock()
        self._queue = WriteBehind[int, tuple[TalkMessage | None, TalkedIn]]("conversation", self._write, rest_s=WRITE_EVERY_S)
        if resumes or goes_on_in:
            self._queue.put(_TAKEN_UP, (None, self._place))

    @property
    def takes_up(self) -> bool:
        """Whether the call goes on with a conversation of before."""
        return self._place.taken_up

    @property
    def active_id(self) -> str | None:
        """The conversation that is talked in, stored or not; None where only its first write finds it."""
        return self._place.known_id

    @property
    def place(self) -> TalkedIn:
        """Where the call talks now."""
        return self._place

    @property
    def has_subject(self) -> bool:
        """Whether it is about something: by words of this call, or because it was taken up."""
        return bool(self._place.title or self._place.taken_up)

    def go_to(self, conversation_id: str, *, is_new: bool) -> None:
        """What the user said last, and all that follows, belongs to this conversation."""
        if conversation_id == self.active_id:
            return
        left = self._place
        self._place = TalkedIn(begins=conversation_id) if is_new else TalkedIn(conversation_id=conversation_id, taken_up=True)
        newest = self._newest
        if newest is not None and newest.by_user:
            entitled = left.entitled_by == newest.number
            self._moved.append(MovedMessage(left, newest.number, entitled))
            left.title = "" if entitled else left.title
            self._entitle(newest)
            self._put(newest)

    @property
    def conversation_id(self) -> str | None:
        """None until something of it is stored."""
        return self._place.conversation_id if self._place.is_there else None

    def user_said(self, words: str, *, entitles: bool = True) -> None:
        """`entitles`: the words may be a title, where there is none yet."""
        words = words[:LONGEST_WORDS]
        self._waits_for_user = False
        message = TalkMessage(number=self._next(), at=self._now(), parts=(UserWords(words=words),))
        if entitles:
            self._entitle(message)
        self._put(message)

    def we_said(self, words: str, *, heard: int, mail: MailId | None = None) -> None:
        """`heard`: so many of its characters have reached the user."""
        words = words[:LONGEST_WORDS]
        self._add(OurWords(words=words, heard=min(heard, len(words)), mail=mail))

    def read_out(self, mail: MailId | None, *, heard: bool) -> None:
        """A piece of a mail, or of a draft, was read out, and `heard` to its end."""
        piece, message = ReadOut(mail=mail, pieces=1, heard=int(heard)), self._newest
        last = message.parts[-1] if message is not None else None
        if message is not None and isinstance(last, ReadOut) and last.mail == mail:
            so_far = replace(last, pieces=last.pieces + piece.pieces, heard=last.heard + piece.heard)
            self._put(replace(message, parts=(*message.parts[:-1], so_far)))
        else:
            self._add(piece)

    def used_just_now(self, tool: str) -> bool:
        """Whether this tool was used since the user spoke last."""
        message = self._newest
        return message is not None and any(isinstance(part, ToolUsed) and part.tool == tool for part in message.parts)

    def tool_used(self, tool: str, choice: str, by: str = "") -> int:
        """Returns the number that its result goes by."""
        self._tools_used += 1
        self._add(ToolUsed(number=self._tools_used, tool=tool, choice=choice, by=by))
        return self._tools_used

    def tool_came_to(self, number: int, came_to: str, mails: tuple[MailId, ...]) -> None:
        """Stands in the message in which the tool was used, also where the user has spoken since."""
        result = ToolResult(number=number, came_to=came_to, mails=mails)
        for message, place in self._latest.values():
            if any(isinstance(part, ToolUsed) and part.number == number for part in message.parts):
                self._put(replace(message, parts=(*message.parts, result)), place)
                return

    def drafts_written(self, versions: Mapping[str, int]) -> None:
        """The drafts that were written in the call until now, in these versions: what is new of it was written where the talk is."""
        new = [draft_id for draft_id, version in versions.items() if self._written.get(draft_id) != version]
        self._written.update(versions)
        if new and not self._waits_for_user:
            self._to_link += [(self._place, draft_id) for draft_id in new]
            self._queue.put(_LINKED, (None, self._place))

    async def drafts_there(self) -> tuple[str, ...]:
        """The drafts that were written in the conversation that is talked in, as stored. Raises `DatabaseUnavailableError`."""
        return await self._store.links.drafts_in(self._owner, conversation_id=self.active_id) if self.active_id else ()

    async def so_far(self, *, most: int, within_s: float) -> list[TalkMessage]:
        """The newest messages of its conversation, as far as they are stored by then; whatever call they are of.

        Raises `DatabaseUnavailableError`.
        """
        await self.drain(within_s=within_s)
        if self.conversation_id is None:
            return []
        return await self._store.messages(self._owner, self.conversation_id, most=most)

    async def forget(self) -> None:
        """Delete the conversation, what was said of it in earlier calls too. What the user says next begins a new one.

        Raises `DatabaseUnavailableError`; then it is still kept.
        """
        async with self._one_at_a_time:
            place = self._place
            if place.resumes or place.conversation_id:
                await self._there(place)
            if place.conversation_id is not None:
                await self._store.forget_one(self._owner, place.conversation_id)
            self._begin_anew()

    async def drain(self, *, within_s: float = CLOSE_WITHIN_S) -> int:
        """Wait until everything is stored, or `within_s` have passed; returns how many messages are not."""
        await self._queue.drain(within_s=within_s)
        return len(self._unwritten)

    async def __aenter__(self) -> Self:
        await self._queue.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        left = await self._queue.aclose()
        if self._unwritten:
            logger.error("the end of a conversation is lost", extra={"messages": len(self._unwritten)})
        elif left:
            logger.error(
                "a conversation is kept without what tells of it", extra={"summaries": len(self._to_sum_up), "links": len(self._to_link)}
            )

    def _entitle(self, message: TalkMessage) -> None:
        if not self._place.title and (title := title_of(message.words)):
            self._place.title, self._place.entitled_by = title, message.number

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _add(self, part: Part) -> None:
        """Add to what we say and do in this turn."""
        if self._waits_for_user:
            return
        message = self._newest
        if message is None or message.by_user or len(message.parts) >= MOST_PARTS:
            message = TalkMessage(number=self._next(), at=self._now(), parts=())
        self._put(replace(message, parts=(*message.parts, part)))

    @property
    def _newest(self) -> TalkMessage | None:
        message, _ = self._latest.get(self._number, (None, None))
        return message

    def _put(self, message: TalkMessage, place: TalkedIn | None = None) -> None:
        self._latest[message.number] = message, place or self._place
        self._unwritten[message.number] = message
        for oldest in list(self._latest)[:-_STILL_OPEN]:
            del self._latest[oldest]
        self._queue.put(message.number, self._latest[message.number])

    def _begin_anew(self) -> None:
        """The conversation is gone: what was put until now is written nowhere any more."""
        self._since = self._number + 1
        self._place = TalkedIn()
        self._latest.clear()
        self._moved.clear()
        self._to_link.clear()
        self._to_sum_up.clear()
        self._unwritten.clear()
        self._waits_for_user = True

    async def _there(self, place: TalkedIn) -> str:
        """The id of the conversation, begun or taken up where it has to be; that of the call where it was forgotten meanwhile."""
        if place.is_there and place.conversation_id is not None:
            return place.conversation_id
        if place.begins is not None:
            await self._store.open_new(self._owner, place.begins, call_id=self._call_id, now=self._now())
            place.conversation_id = place.begins
        elif place.conversation_id is None or not await self._store.take_up(self._owner, place.conversation_id, call_id=self._call_id):
            place.conversation_id = await self._store.begin(self._owner, call_id=self._call_id, now=self._now(), resumes=place.resumes)
            place.taken_up = place.resumes is not None
        place.is_there = True
        return place.conversation_id

    async def _write(self, put: Mapping[int, tuple[TalkMessage | None, TalkedIn]]) -> None:
        async with self._one_at_a_time:
            by_place: dict[TalkedIn, list[TalkMessage]] = defaultdict(list)
            for _, (message, place) in sorted(put.items(), key=lambda item: item[0]):
                if message is not None and message.number >= self._since:
                    by_place[place].append(message)
                elif message is None and not place.is_there and place is self._place:
                    await self._there(place)
            for place, messages in by_place.items():
                await self._write_to(place, messages)
            while self._moved:
                await self._take_away(self._moved[0])
                del self._moved[:1]
            while self._to_link:
                place, draft_id = self._to_link[0]
                await self._store.links.keep(self._owner, await self._there(place), draft_id)
                del self._to_link[:1]
            while self._to_sum_up:  # last: nothing else waits for it
                place, line = next(iter(self._to_sum_up.items()))
                await self._store.update_summary(self._owner, await self._there(place), line)
                del self._to_sum_up[place]

    async def _write_to(self, place: TalkedIn, messages: list[TalkMessage]) -> None:
        there = await self._there(place)
        written = await self._store.write(self._owner, there, self._call_id, messages, title=place.title)
        for message in messages:
            if self._unwritten.get(message.number) is message:
                del self._unwritten[message.number]
        if written is None:
            if place is self._place:
                self._begin_anew()  # it was forgotten on the page meanwhile
            return
        place.gave_title = place.gave_title or written.gave_title
        summaries = [summary for message in messages if (summary := summary_of(message))]
        if summaries:
            self._to_sum_up[place] = summaries[-1]

    async def _take_away(self, moved: MovedMessage) -> None:
        if moved.place.is_there and moved.place.conversation_id is not None:
            await self._store.drop(self._owner, moved.place.conversation_id, self._call_id, [moved.number])
            if moved.entitled and moved.place.gave_title is not None:
                await self._store.withdraw_title(self._owner, moved.place.conversation_id, moved.place.gave_title)
                moved.place.gave_title = None
