"""The one queue of what is said unasked, and the one task that decides when.

Sources put announcements and never speak; they are told what became of them. One sentence of ours is said at a time, and none while the
user has the floor. A command that runs unasked is answered like any other turn, so others may be said while its tool is at work.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from briefing.speech.sentences.about_failures import Trouble
from briefing.understanding.commands import CommandKind
from session.announcements.announcement import Announcement, AnnouncementOutcome, Moment, PolitePoint, Precedence
from session.floor import CallOverError, Conversation, ConversationEvent

logger = logging.getLogger(__name__)

SETTLED_AFTER_S = 4.0
"""How long the user gets for what was said last before something else is brought up."""

AGAIN_AFTER_S = 3.0
"""After news that was cut off, or that no voice would speak, and so told nothing."""

MOST_TRIES = 3
"""For news that the user cuts off each time: whoever does that does not want it."""

LOOK_AGAIN_S = 1.0
"""A source need not say when it becomes ready."""

SENTENCE_WITHIN_S = 20.0
"""The longest sentence that is waited for before a reply is cut."""

_Saying = asyncio.Task[AnnouncementOutcome | None]

_CUTS_IN = {PolitePoint.AT_ONCE, PolitePoint.AFTER_SENTENCE}


def _nothing_asked() -> bool:
    return False


@dataclass(slots=True, kw_only=True, eq=False)
class _Pending:
    announcement: Announcement
    order: tuple[bool, int, int]
    put_at: float
    sentence_over: bool = False
    done: asyncio.Future[AnnouncementOutcome] | None = None


class AnnouncementQueue:
    """What one call has to say unasked. A background task of the call runs `follow`; what is put before it begins waits for it.

    While the agent `asks` for a yes, the user gets time to answer first: a yes that is spoken over our own voice does not count.
    """

    def __init__(self, *, asks: Callable[[], bool] = _nothing_asked) -> None:
        self._asks = asks
        self._pending: list[_Pending] = []
        self._running: dict[_Saying, _Pending] = {}
        self._saying: _Pending | None = None
        self._stirred = asyncio.Event()
        self._numbers = count()
        self._quiet_since = 0.0
        self._conversation: Conversation | None = None
        self._closed = False

    @property
    def users_turn(self) -> bool:
        """Whether the user speaks, or waits for an answer."""
        return self._conversation is not None and self._conversation.users_turn

    @property
    def has_no_voice(self) -> bool:
        """Whether nothing that is said now is heard, since no voice speaks it."""
        return self._conversation is not None and self._conversation.voice_trouble is Trouble.NO_VOICE

    def put(self, announcement: Announcement, *, after_s: float = 0.0) -> None:
        """Have it said when its time has come, at the earliest `after_s` from now. One that waits already is only looked at again."""
        if after_s:
            asyncio.get_running_loop().call_later(after_s, self.put, announcement)
        elif not any(entry.announcement is announcement for entry in self._pending):
            self._add(announcement)
        self._stirred.set()

    def withdraw(self, announcement: Announcement) -> None:
        """It is not to be said after all, if it has not begun; its source is told nothing."""
        for entry in [entry for entry in self._pending if entry.announcement is announcement]:
            self._pending.remove(entry)
            _tell_who_waits(entry, AnnouncementOutcome.EXPIRED)

    async def said(self, announcement: Announcement) -> AnnouncementOutcome:
        """Put it, and wait until it, and whatever follows directly behind it, has ended; the last outcome. Withdrawn if nobody waits."""
        done: asyncio.Future[AnnouncementOutcome] = asyncio.get_running_loop().create_future()
        self._add(announcement, done=done)
        self._stirred.set()
        try:
            return await done
        finally:
            self.withdraw(announcement)

    async def follow(self, conversation: Conversation) -> None:
        """Say what is put in this conversation until the call is over. Begins to listen after the sources, which see each event first."""
        self._conversation, self._quiet_since = conversation, _now()
        conversation.on(ConversationEvent.PASSAGE_PLAYED, self._sentence_ended)
        conversation.on(ConversationEvent.QUIET, self._fell_silent)
        try:
            with contextlib.suppress(CallOverError):
                while True:
                    await self._step(conversation)
        finally:
            await self._close()

    async def _step(self, conversation: Conversation) -> None:
        self._stirred.clear()
        if ended := next((task for task in self._running if task.done()), None):
            self._finish(ended)
        elif not self._begin_next(conversation):
            await self._change(conversation)

    def _begin_next(self, conversation: Conversation) -> bool:
        """Begin what is due now, the first by priority; whether anything has changed."""
        for entry in sorted(self._pending, key=lambda entry: entry.order):
            announcement = entry.announcement
            try:
                lapsed = not announcement.still()
                due = not lapsed and self._polite(entry, conversation)
            except Exception as error:  # whatever is wrong with one, the others are to be said
                logger.error("an announcement failed", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
                lapsed, due = True, False
            if not lapsed and not due:
                continue
            self._pending.remove(entry)
            if lapsed:
                self._end(entry, AnnouncementOutcome.EXPIRED)
            else:
                self._saying = entry
                self._running[asyncio.create_task(self._say(entry, conversation), name="say something unasked")] = entry
            return True
        return False

    def _polite(self, entry: _Pending, conversation: Conversation) -> bool:
        announcement = entry.announcement
        match announcement.point:
            case PolitePoint.AT_ONCE | PolitePoint.AFTER_SENTENCE if self._saying and self._saying.announcement.point in _CUTS_IN:
                return False
            case PolitePoint.AT_ONCE:
                return True
            case PolitePoint.AFTER_SENTENCE:
                return entry.sentence_over or conversation.quiet or _now() - entry.put_at >= SENTENCE_WITHIN_S
            case PolitePoint.GAP:
                quiet = conversation.quiet and not conversation.users_turn
                return self._saying is None and quiet and announcement.ready(Moment(answering=True))
            case PolitePoint.READING | PolitePoint.REPLY:
                settled = _now() - self._quiet_since >= SETTLED_AFTER_S
                free = not self._running and conversation.free and (settled or not self._asks())
                return free and announcement.ready(Moment(settled=settled))

    async def _say(self, entry: _Pending, conversation: Conversation) -> AnnouncementOutcome | None:
        """What became of it; None if the user was quicker, and it has to wait again."""
        announcement = entry.announcement
        if conversation.users_turn and announcement.point not in _CUTS_IN:
            return None
        said = announcement.says()
        if not said:
            return AnnouncementOutcome.EXPIRED
        if isinstance(said, CommandKind):
            self._saying = None
            await conversation.act(said)
            return AnnouncementOutcome.HEARD
        if announcement.point in _CUTS_IN:
            heard = await conversation.cut_in(said)
        else:
            heard = await (conversation.tell(said) if announcement.in_history else conversation.say(said))
        return AnnouncementOutcome.HEARD if heard else AnnouncementOutcome.INTERRUPTED

    def _finish(self, task: _Saying) -> None:
        """Raises `CallOverError`."""
        entry = self._running[task]
        try:
            outcome = task.result()
        except CallOverError:
            raise
        except Exception as error:  # whatever has failed to say it, the others are to be said
            logger.error("an announcement failed", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
            outcome = AnnouncementOutcome.INTERRUPTED
        del self._running[task]
        self._saying = None if self._saying is entry else self._saying
        if outcome is None:
            self._pending.append(entry)
        else:
            self._end(entry, outcome)

    def _end(self, entry: _Pending, outcome: AnnouncementOutcome) -> None:
        try:
            follower = entry.announcement.ended(outcome)
        except Exception as error:  # as above
            logger.error("an announcement failed", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
            follower = None
        if follower is not None:
            self._add(follower, done=entry.done, follows=True)
        else:
            _tell_who_waits(entry, outcome)
        if entry.announcement.precedence is Precedence.FAREWELL and outcome is AnnouncementOutcome.HEARD:
            self._expire()

    def _add(self, announcement: Announcement, *, done: asyncio.Future[AnnouncementOutcome] | None = None, follows: bool = False) -> None:
        order = (not follows, announcement.precedence, next(self._numbers))
        entry = _Pending(announcement=announcement, order=order, put_at=_now(), done=done)
        if self._closed:
            _tell_who_waits(entry, AnnouncementOutcome.EXPIRED)
        else:
            self._pending.append(entry)

    async def _change(self, conversation: Conversation) -> None:
        """Wait until something may be due: the floor is free, something has ended or was put, or some time has passed.

        Raises `CallOverError`.
        """
        waiting: set[asyncio.Task[bool]] = {asyncio.create_task(_set(self._stirred), name="wait for announcements")}
        if self._pending and not conversation.free:
            waiting.add(asyncio.create_task(_freed(conversation), name="wait for the floor"))
        try:
            timeout = LOOK_AGAIN_S if self._pending else None
            done, _ = await asyncio.wait({*waiting, *self._running}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            for task in done & waiting:
                task.result()
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    def _sentence_ended(self) -> None:
        """A reading stops here if there is something to say; whoever wants to cut a reply does it here."""
        self._quiet_since = _now()
        for entry in self._pending:
            entry.sentence_over = True
            wants_the_floor = entry.announcement.point is PolitePoint.READING and entry.announcement.still()
            if wants_the_floor and entry.announcement.ready(Moment(answering=True)) and self._conversation and not self.users_turn:
                self._conversation.end_reading()
        self._stirred.set()

    def _fell_silent(self) -> None:
        self._quiet_since = _now()
        self._stirred.set()

    async def _close(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        self._pending += self._running.values()
        self._running.clear()
        self._expire()

    def _expire(self) -> None:
        """Nothing more is said, neither at the end of the call nor after a goodbye, and nobody waits for it."""
        self._closed = True
        for entry in self._pending:
            _tell_who_waits(entry, AnnouncementOutcome.EXPIRED)
        self._pending.clear()


async def _set(event: asyncio.Event) -> bool:
    return await event.wait()


async def _freed(conversation: Conversation) -> bool:
    await conversation.wait_until_free()
    return True


def _tell_who_waits(entry: _Pending, outcome: AnnouncementOutcome) -> None:
    if entry.done is not None and not entry.done.done():
        entry.done.set_result(outcome)


def _now() -> float:
    return asyncio.get_running_loop().time()
