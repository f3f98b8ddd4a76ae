"""Watches for a silent user: asks once more, says that the line stays open, and in the end hangs up; in flow, goes on with the next mail.

The clock runs only while nobody speaks and no tool runs. The agent's own words, a tool, or a noise that is not a word only pause it. So
background noise neither restarts it nor keeps a call open for ever.
"""

import asyncio

from livekit.agents import (
    AgentSession,
    AgentStateChangedEvent,
    ConversationItemAddedEvent,
    FunctionToolsExecutedEvent,
    UserInputTranscribedEvent,
    UserStateChangedEvent,
    llm,
)

from briefing.speech.sentences import silences
from briefing.understanding.commands import CommandKind
from session.announcements.announcement import Announcement, AnnouncementOutcome, Precedence
from session.call import Call
from session.silence import SilenceEvent, SilenceStage, advance, lasted, silence_s
from session.skills.presenting import goes_on

GRACE_S = 3.0
"""Extra time after noises, in total for each stage: a transcript may still be on its way."""

HOLDS = "hold_on"
"""An argument of the tool with which the user asks for quiet."""


def check_in_when_user_is_silent(session: AgentSession[None], call: Call, *, limit_s: float) -> "Silence":
    """Mind the user of a call from now on; after `limit_s` seconds of silence the call ends."""
    silence = Silence(call, limit_s=limit_s)
    silence.follow(session)
    return silence


class Silence:
    def __init__(self, call: Call, *, limit_s: float) -> None:
        self._call = call
        self._limit_s = limit_s
        self._stage = SilenceStage.WAITING
        self._left_s, self._grace_s = self._stage_s(), GRACE_S
        self._silences = 0
        self._agent_is_quiet = self._user_is_quiet = True
        self._clock: asyncio.TimerHandle | None = None

    def follow(self, session: AgentSession[None]) -> None:
        """Watch who speaks. Call it before the session starts."""
        session.on("agent_state_changed", self._agent_changed)
        session.on("user_state_changed", self._user_changed)
        session.on("user_input_transcribed", self._transcribed)
        session.on("conversation_item_added", self._added)
        session.on("function_tools_executed", self._executed)
        session.on("close", lambda _: self._stop())

    def heard(self, words: str) -> None:
        if words.strip():
            self._happened(SilenceEvent.HOLD if self._call.wants_silence(words) else SilenceEvent.PRESENCE)

    def _agent_changed(self, event: AgentStateChangedEvent) -> None:
        self._stop()
        self._agent_is_quiet = event.new_state in {"listening", "idle"}
        if event.old_state == "speaking" and self._stage in {SilenceStage.WAITING, SilenceStage.ASKED}:
            self._left_s = self._stage_s()  # what was said last was, or ended with, a question
        self._run()

    def _user_changed(self, event: UserStateChangedEvent) -> None:
        self._stop()
        self._user_is_quiet = event.new_state != "speaking"
        if event.old_state == "speaking":
            grace_s = min(self._grace_s, max(0.0, GRACE_S - self._left_s))
            self._left_s, self._grace_s = self._left_s + grace_s, self._grace_s - grace_s
        self._run()

    def _transcribed(self, event: UserInputTranscribedEvent) -> None:
        if event.is_final:
            self.heard(event.transcript)

    def _added(self, event: ConversationItemAddedEvent) -> None:
        if isinstance(event.item, llm.ChatMessage) and event.item.role == "user":
            self.heard(event.item.text_content or "")

    def _executed(self, event: FunctionToolsExecutedEvent) -> None:
        if any(call.name == "manage_call" and HOLDS in call.arguments for call in event.function_calls):
            self._happened(SilenceEvent.HOLD)

    def _happened(self, occasion: SilenceEvent) -> None:
        self._stop()
        self._stage = advance(self._stage, occasion)
        self._silences += 1
        self._left_s, self._grace_s = self._stage_s(), GRACE_S
        self._run()

    def _stage_s(self) -> float:
        likes = self._call.records.likes
        return silence_s(self._stage, self._limit_s, prods=likes.prods, ask_after_s=likes.prod_after_s, flows=goes_on(self._call))

    def _run(self) -> None:
        """Run the clock for what is left of this stage, if all is quiet."""
        if self._agent_is_quiet and self._user_is_quiet and self._stage is not SilenceStage.GIVEN_UP:
            self._clock = asyncio.get_running_loop().call_later(self._left_s, self._lasted)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._left_s = max(0.0, self._clock.when() - asyncio.get_running_loop().time())
            self._clock = None

    def _lasted(self) -> None:
        self._clock = None
        if not self._call.line.caller_is_there:  # they cannot answer; `coming_back` decides how long to wait
            self._happened(SilenceEvent.PRESENCE)
            return
        occasion = lasted(self._stage, prods=self._call.records.likes.prods, flows=goes_on(self._call))
        self._happened(occasion)
        silence = self._silences
        says = self._next if occasion is SilenceEvent.BREATH else self._words
        self._call.announcements.put(
            Announcement(says=says, precedence=Precedence.COMPANY, still=lambda: self._silences == silence, ended=self._ended)
        )

    def _next(self) -> CommandKind | str:
        """Nothing where the user was told something else meanwhile."""
        return CommandKind.NEXT if goes_on(self._call) else ""

    def _words(self) -> str:
        match self._stage:
            case SilenceStage.ASKED:
                mail_open = self._call.tracker.current() is not None
                return silences.ask_again(offered=self._call.dialogue.offer is not None, mail_open=mail_open)
            case SilenceStage.TOLD:
                return silences.STILL_HERE
            case _:
                return silences.FAREWELL

    def _ended(self, outcome: AnnouncementOutcome) -> None:
        if self._stage is not SilenceStage.GIVEN_UP or outcome is AnnouncementOutcome.EXPIRED:
            return
        if outcome is AnnouncementOutcome.HEARD:
            self._call.events.ended.set()
        else:
            self._happened(SilenceEvent.PRESENCE)
