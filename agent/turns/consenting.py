"""Hands each turn of the user to the call's `Consent`. This is the only way in which words become a grant.

LiveKit adds a turn to the conversation when it is committed, before any tool of its answer runs (1.8.9, `conversation_item_added`), and it
listens only to the participant whom the call is with. Speech that began while the agent spoke may be an echo of the agent, so that turn
is marked as overlapped and does not count as a yes.
"""

import time
from collections.abc import Callable

from livekit.agents import AgentSession, AgentStateChangedEvent, ConversationItemAddedEvent, UserStateChangedEvent, llm

from agent.turns.endpointing import TURN_IS_OVER_AFTER_S
from agent.turns.typed_lines import POINTS_AT, PRESSED
from briefing.understanding.utterance import NO_QUESTION, Channel, Utterance
from providers.models.ear_doubt import is_in_doubt
from session.call import Call
from session.call_records import PanePress, RowPress
from session.skills.presses import note_press
from session.turn.wish_by_wish import hear

ECHO_S = 0.25
"""How long after the agent fell silent its echo may still arrive."""


def heed_what_the_user_says(session: AgentSession[None], call: Call, *, begins: Callable[[], None] = lambda: None) -> None:
    """Hand every turn of the user to `call.acting.consent` from now on; `begins` is called before. Call it before the session starts."""
    _Turns(call, begins).follow(session)


class _Turns:
    """Keeps track of who speaks in one session, and when both spoke at once."""

    def __init__(self, call: Call, begins: Callable[[], None]) -> None:
        self._call = call
        self._begins = begins
        self._agent_speaks = self._user_speaks = self._overlapped = False
        self._agent_ended_at = self._user_ended_at = self._began_at = 0.0

    def follow(self, session: AgentSession[None]) -> None:
        session.on("agent_state_changed", self._agent_changed)
        session.on("user_state_changed", self._user_changed)
        session.on("conversation_item_added", self._added)

    def _agent_changed(self, event: AgentStateChangedEvent) -> None:
        if self._agent_speaks and event.new_state != "speaking":
            self._agent_ended_at = time.monotonic()
        self._agent_speaks = event.new_state == "speaking"
        self._overlapped = self._overlapped or (self._agent_speaks and self._user_speaks)

    def _user_changed(self, event: UserStateChangedEvent) -> None:
        now = time.monotonic()
        if event.new_state == "speaking" and now - self._user_ended_at > TURN_IS_OVER_AFTER_S:
            self._overlapped, self._began_at = False, 0.0  # the sound before was a noise: it did not become a turn
        if self._user_speaks and event.new_state != "speaking":
            self._user_ended_at = now
        self._user_speaks = event.new_state == "speaking"
        if self._user_speaks:
            self._began_at = self._began_at or now
            self._overlapped = self._overlapped or self._agent_speaks or now - self._agent_ended_at < ECHO_S

    def _added(self, event: ConversationItemAddedEvent) -> None:
        item = event.item
        if not isinstance(item, llm.ChatMessage) or item.role != "user":
            return
        self._begins()
        spoken = item.transcript_confidence is not None
        overlapped, self._overlapped = self._overlapped and spoken, False
        began_at, self._began_at = self._began_at if spoken else 0.0, 0.0
        pressed, points_at = item.extra.get(PRESSED), item.extra.get(POINTS_AT)
        note_press(self._call, None if points_at is None else RowPress(**points_at) if "mail_id" in points_at else PanePress(**points_at))
        hear(
            self._call,
            Utterance(
                said=self._call.dialogue.understandings.of(item.text_content or ""),
                channel=Channel.VOICE if spoken else Channel.TYPED if pressed is None else Channel.PRESSED,
                by=self._call.user_id,
                at=began_at or time.monotonic(),
                overlapped=overlapped,
                doubtful=is_in_doubt(item.transcript_confidence),
                about="" if pressed is None else str(pressed) or NO_QUESTION,
            ),
        )
