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
from session.skills.in_time import comes_by_itself

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
        self._silences = self._replies = 0
        self._presence_at: float | None = None
        self._leads_to, self._left_s, self._grace_s = SilenceEvent.SILENCE, 0.0, GRACE_S
        self._measure()
        self._agent_is_quiet = self._user_is_quiet = True
        self._clock: asyncio.TimerHandle | None = None

    def follow(self, session: AgentSession[None]) -> None:
        """Watch who speaks. Call it before the session starts."""
        self._presence_at = asyncio.get_running_loop().time()
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
        if event.old_state == "speaking":
            self._replies += 1
            if self._stage in {SilenceStage.WAITING, SilenceStage.ASKED}:
                self._measure()  # what was said last was, or ended with, a question
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
        self._call.told.holds = self._call.told.holds or occasion is SilenceEvent.HOLD
        if occasion in {SilenceEvent.PRESENCE, SilenceEvent.HOLD}:
            self._presence_at = asyncio.get_running_loop().time()
        self._measure()
        self._grace_s = GRACE_S
        if occasion is not SilenceEvent.BREATH:  # what comes by itself starts the clock again once it was said
            self._run()

    def _measure(self) -> None:
        """How long this stage lasts, and what it leads to, as things stand."""
        likes, flows = self._call.records.likes, self._next is not None
        self._leads_to = lasted(self._stage, prods=likes.prods, flows=flows)
        self._left_s = silence_s(self._stage, self._limit_s, prods=likes.prods, ask_after_s=likes.prod_after_s, flows=flows)

    @property
    def _next(self) -> CommandKind | None:
        """What comes by itself, for a user who has shown within the limit that they are there; a call that nobody hears does not go on."""
        if self._presence_at is None or asyncio.get_running_loop().time() - self._presence_at >= self._limit_s:
            return None
        return comes_by_itself(self._call)

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
        if self._leads_to is SilenceEvent.BREATH and self._next is None:  # something was asked meanwhile
            self._measure()
            self._run()
            return
        goes_on = self._leads_to is SilenceEvent.BREATH
        self._happened(self._leads_to)
        silence, replies = self._silences, self._replies
        self._call.announcements.put(
            Announcement(
                says=(lambda: self._next or "") if goes_on else self._words,
                precedence=Precedence.COMPANY,
                still=lambda: self._silences == silence and not (goes_on and self._replies != replies),
                ended=self._went_on if goes_on else self._ended,
            )
        )

    def _went_on(self, _: AnnouncementOutcome) -> None:
        """The next mail was told, or something else came before it: either way the clock runs again."""
        if self._clock is None:
            self._measure()
            self._run()

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
