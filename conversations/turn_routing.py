"""The router and the acknowledgement of a call's turn, asked beside its answer; neither ever fails the turn."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self
from uuid import uuid4

from conversations.acknowledging import Acknowledgement, acknowledge
from conversations.conversation_rows import Owner
from conversations.restored import restored
from conversations.router import ROUTED_WITHIN_S, Continue, New, Route, TurnToRoute, decided, route_turn
from conversations.store import ConversationStore, DigestEntry
from conversations.talk_writer import TalkWriter
from conversations.turn import Dispatching, dispatched
from providers.models.typed.history import HistoryLine
from providers.models.typed.typed_errors import TypedModelError
from providers.models.typed.typed_models import TypedModels

logger = logging.getLogger(__name__)

HISTORY_WITHIN_S = 0.5
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

    def __init__(self, models: TypedModels, store: ConversationStore, owner: Owner, talk: TalkWriter) -> None:
        self._models = models
        self._store = store
        self._owner = owner
        self._talk = talk
        self.within_s = ROUTED_WITHIN_S

    def turn(self, words: str) -> "RoutedTurn":
        """To be made before the words are committed: they would be the subject of a conversation that has none."""
        return RoutedTurn(self, words, has_subject=self._talk.has_subject)

    async def route(self, words: str, *, has_subject: bool) -> Elsewhere | None:
        """Where the turn belongs; None: to the active conversation, and so does a new subject if that has none yet, or what is not known
        in time. Never raises."""
        try:
            async with asyncio.timeout(self.within_s):
                return await self._route(words, has_subject=has_subject)
        except Exception as error:  # a database, a library, a stored row: whatever fails here, the answer is made where the call is
            logger.warning("a turn stays where it is", extra={"error": type(error).__name__})
            return None

    async def _route(self, words: str, *, has_subject: bool) -> Elsewhere | None:
        active = self._talk.active_id or NOT_STORED_YET

        async def route(digest: Sequence[DigestEntry]) -> Route:
            if not has_subject and not any(entry.conversation_id != active for entry in digest):
                return decided(None, active, ())
            turn = TurnToRoute(user_id=self._owner.user_id, words=words, active=active, digest=digest)
            return await route_turn(self._models, turn, within_s=self.within_s)

        async def begin(_title: str) -> str:
            return str(uuid4())  # the talk's writer begins it, with its first words

        found = await dispatched(words, Dispatching(digest=self._digest, route=route, begin=begin), mode="voice")
        is_new = isinstance(found.route, New)
        here = {active, self._talk.active_id}  # it may have been stored since
        if isinstance(found.route, Continue) or found.conversation_id in here or (is_new and not has_subject):
            return None
        history = () if is_new else await self._history(found.conversation_id)
        return Elsewhere(conversation_id=found.conversation_id, is_new=is_new, history=history)

    async def acknowledge(self, words: str) -> Acknowledgement | None:
        """None where it does not come. Never raises."""
        try:
            return await acknowledge(self._models, self._owner.user_id, words)
        except Exception as error:  # whatever fails, the answer is said without it
            if not isinstance(error, TypedModelError):  # which is in the log already
                logger.warning("a turn is not acknowledged", extra={"error": type(error).__name__})
            return None

    async def _digest(self) -> Sequence[DigestEntry]:
        return await self._store.list_digest(self._owner)

    async def _history(self, conversation_id: str) -> tuple[HistoryLine, ...]:
        try:
            async with asyncio.timeout(HISTORY_WITHIN_S):
                return restored(await self._store.messages(self._owner, conversation_id))
        except Exception as error:  # what is stored may be of another version, too; the answer is made without it
            logger.warning("a conversation is taken up without its history", extra={"error": type(error).__name__})
            return ()


class RoutedTurn:
    """One turn's route and acknowledgement, both under way while the block lasts."""

    def __init__(self, routing: TurnRouting, words: str, *, has_subject: bool) -> None:
        self._routing = routing
        self._words = words
        self._has_subject = has_subject

    async def __aenter__(self) -> Self:
        self.route = asyncio.create_task(self._routing.route(self._words, has_subject=self._has_subject), name="route a turn")
        self.acknowledgement = asyncio.create_task(self._routing.acknowledge(self._words), name="acknowledge a turn")
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in (self.route, self.acknowledgement):
            task.cancel()
        await asyncio.gather(self.route, self.acknowledgement, return_exceptions=True)
