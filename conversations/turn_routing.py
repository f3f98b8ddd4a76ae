"""The router and the acknowledgement of a turn, asked beside its answer; neither ever fails the turn.

What is typed on the page leaves the conversation that is open there only for one that it clearly means: a new one is begun on the page
itself, and a doubt of the model would take the line out of the user's sight.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Self
from uuid import uuid4

from conversations.acknowledging import Acknowledgement, acknowledge
from conversations.conversation_rows import Owner
from conversations.restored import restored
from conversations.router import ROUTED_WITHIN_S, Continue, New, Resume, TurnToRoute, decided, route_turn
from conversations.store import ConversationStore
from conversations.talk_writer import TalkWriter
from providers.models.typed.history import HistoryLine
from providers.models.typed.typed_errors import TypedModelError
from providers.models.typed.typed_models import TypedModels

logger = logging.getLogger(__name__)

TYPED_WITHIN_S = 3.0
"""Nobody hears silence meanwhile."""
HISTORY_WITHIN_S = 0.5
SUMMARY_WITHIN_S = 0.3
AGENT = "companion"
"""Who answers; in the log, beside the agents of the background."""
Mode = Literal["voice", "text"]
KINDS = {Continue: "continue", Resume: "resume", New: "new"}
NOT_STORED_YET = "this-call"
"""Stands for a conversation that has no id yet: it is active all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """The turn belongs to another conversation than the active one, of which this is known."""

    conversation_id: str
    is_new: bool
    history: tuple[HistoryLine, ...] = field(default=(), repr=False)


class TurnRouting:
    """The conversations of one call, and what asks about them."""

    def __init__(
        self,
        models: TypedModels,
        store: ConversationStore,
        owner: Owner,
        talk: TalkWriter,
        *,
        memories: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        """`memories` are what the user told of themselves."""
        self._models = models
        self._store = store
        self._owner = owner
        self._talk = talk
        self._memories = memories
        self.within_s = ROUTED_WITHIN_S

    def turn(self, words: str) -> "RoutedTurn":
        """To be made before the words are committed: they would be the subject of a conversation that has none."""
        return RoutedTurn(self, words, may_begin=self._talk.has_subject)

    async def typed(self, words: str) -> Elsewhere | None:
        """The older conversation that a line of the page means, without its history: the answer reads that anyway. Never raises."""
        return await self.route(words, may_begin=False, mode="text")

    async def route(self, words: str, *, may_begin: bool, mode: Mode = "voice") -> Elsewhere | None:
        """Where the turn belongs; None: to the active conversation, and so does a new subject unless it `may_begin` a conversation, or what
        is not known in time. Never raises."""
        try:
            if mode == "text":
                await self._models.load()  # once in the process; the answer to the line would wait for it too
            async with asyncio.timeout(self._within_s(mode)):
                return await self._route(words, may_begin=may_begin, mode=mode)
        except Exception as error:  # a database, a library, a stored row: whatever fails here, the answer is made where the call is
            logger.warning("a turn stays where it is", extra={"error": type(error).__name__})
            return None

    def _within_s(self, mode: Mode) -> float:
        return self.within_s if mode == "voice" else max(self.within_s, TYPED_WITHIN_S)

    async def _route(self, words: str, *, may_begin: bool, mode: Mode) -> Elsewhere | None:
        active = self._talk.active_id or NOT_STORED_YET
        # An agent's home is no place for a call: what is said there is handed over to the agent.
        digest = [each for each in await self._store.list_digest(self._owner) if each.agent_id is None]
        if may_begin or any(entry.conversation_id != active for entry in digest):
            turn = TurnToRoute(user_id=self._owner.user_id, words=words, active=active, digest=digest)
            found = await route_turn(self._models, turn, within_s=self._within_s(mode))
        else:
            found = decided(None, active, ())
        here = {active, self._talk.active_id}  # it may have been stored since
        if isinstance(found, New):
            elsewhere = Elsewhere(conversation_id=str(uuid4()), is_new=True) if may_begin else None
        elif found.conversation_id in here:
            elsewhere = None
        else:
            history = await self._history(found.conversation_id) if mode == "voice" else ()
            elsewhere = Elsewhere(conversation_id=found.conversation_id, is_new=False, history=history)
        goes_to = elsewhere.conversation_id if elsewhere is not None else active
        told = {"mode": mode, "agent": AGENT, "route": KINDS[type(found)], "conversation": goes_to, "frame": False}
        logger.info("a turn was dispatched", extra=told)
        return elsewhere

    async def acknowledge(self, words: str) -> Acknowledgement | None:
        """None where it does not come. Never raises."""
        try:
            before, memories = await self._turn_before(), self._memories()
            return await acknowledge(self._models, self._owner.user_id, words, before=before, memories=memories)
        except Exception as error:  # whatever fails, the answer is said without it
            if not isinstance(error, TypedModelError):  # which is in the log already
                logger.warning("a turn is not acknowledged", extra={"error": type(error).__name__})
            return None

    async def _turn_before(self) -> str:
        """One line on it, as the conversation keeps it; empty where there is none, or none in time."""
        if (active := self._talk.active_id) is None:
            return ""
        try:
            async with asyncio.timeout(SUMMARY_WITHIN_S):
                entry = await self._store.entry(self._owner, active)
        except Exception as error:  # as above
            logger.warning("a turn is acknowledged without the one before", extra={"error": type(error).__name__})
            return ""
        return (entry.summary or "") if entry is not None else ""

    async def _history(self, conversation_id: str) -> tuple[HistoryLine, ...]:
        try:
            async with asyncio.timeout(HISTORY_WITHIN_S):
                return restored(await self._store.messages(self._owner, conversation_id))
        except Exception as error:  # what is stored may be of another version, too; the answer is made without it
            logger.warning("a conversation is taken up without its history", extra={"error": type(error).__name__})
            return ()


class RoutedTurn:
    """One turn's route and acknowledgement, both under way while the block lasts."""

    def __init__(self, routing: TurnRouting, words: str, *, may_begin: bool) -> None:
        self._routing = routing
        self._words = words
        self._may_begin = may_begin

    async def __aenter__(self) -> Self:
        self.route = asyncio.create_task(self._routing.route(self._words, may_begin=self._may_begin), name="route a turn")
        self.acknowledgement = asyncio.create_task(self._routing.acknowledge(self._words), name="acknowledge a turn")
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in (self.route, self.acknowledgement):
            task.cancel()
        await asyncio.gather(self.route, self.acknowledgement, return_exceptions=True)
