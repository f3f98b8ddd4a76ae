"""Counts what happens in a call from the session's own events, so the code that answers turns does not count.

What follows a turn shows who answered it. A tool whose call id begins with `INSTANT` was chosen by our code, any other by a model. A model
reports each request that ends or fails. An answer with neither is a fixed sentence of ours. "Stop" is not counted as a turn: it has no
answer, and LiveKit does not see it.

LiveKit reports every failure of a model or a speech service. Other faults are counted where they are noticed, by `count_fault`: a model
that is given up because it takes too long, a mailbox, the ledger.
"""

from dataclasses import dataclass

from livekit.agents import (
    AgentSession,
    AgentStateChangedEvent,
    CloseEvent,
    ConversationItemAddedEvent,
    ErrorEvent,
    FunctionToolsExecutedEvent,
    llm,
)
from livekit.agents.metrics import LLMMetrics

from agent.tools.running import INSTANT
from briefing.speech.sentences import what_next
from session.call import Call
from session.metrics import METRICS, CallMetrics, Ending, Service, TurnInput, TurnKind

SERVICE_OF_ERROR = {"llm_error": Service.LLM, "stt_error": Service.STT, "tts_error": Service.TTS}
"""By the `type` of LiveKit's error events."""


@dataclass(slots=True, kw_only=True)
class _MeasuredTurn:
    """One turn of the caller. `ended_at` is when the caller had finished, in seconds since the epoch, as LiveKit's events tell time."""

    made: TurnInput
    ended_at: float
    kind: TurnKind | None = None
    first_audio_s: float | None = None


class CallCounter:
    """Counts one call: its start, its end, its faults, and each turn once it is known who answered."""

    def __init__(self, metrics: CallMetrics) -> None:
        self._metrics = metrics
        self._turn: _MeasuredTurn | None = None
        self._asked_ahead = False

    def began(self) -> None:
        """The call was answered. From now on, a counted fault of the model shows that its turn went to the model."""
        self._metrics.count_call()
        self._metrics.on_fault.append(self._service_failed)

    def service_failed(self, service: Service) -> None:
        self._metrics.count_fault(service)

    def user_said(self, *, made: TurnInput, ended_at: float) -> None:
        """A turn begins; the one before can get no answer any more."""
        self.close()
        self._turn = _MeasuredTurn(made=made, ended_at=ended_at)
        if self._asked_ahead:
            self._settle(TurnKind.MODEL)

    def tools_ran(self, call_ids: list[str]) -> None:
        instant = all(call_id.startswith(INSTANT) for call_id in call_ids)
        self._settle(TurnKind.INSTANT if instant else TurnKind.MODEL)

    def model_was_asked(self) -> None:
        """A request to a model has ended or failed. A quick one may end before LiveKit has told of the turn that it answers."""
        self._asked_ahead = self._turn is None or self._turn.kind is not None
        self._settle(TurnKind.MODEL)

    def agent_said(self, text: str) -> None:
        """An answer is complete, or was cut off."""
        self._settle(TurnKind.NOT_UNDERSTOOD if text.startswith(what_next.not_understood()) else TurnKind.INSTANT)

    def agent_began(self, *, at: float) -> None:
        """The first sound of an answer."""
        if self._turn and self._turn.first_audio_s is None:
            self._turn.first_audio_s = max(0.0, at - self._turn.ended_at)
            self._observe(self._turn)

    def agent_ended(self) -> None:
        """The agent listens again: requests to a model so far belong to turns that were answered."""
        self._asked_ahead = False

    def close(self) -> None:
        """Nothing more will answer the turn."""
        self._settle(TurnKind.UNANSWERED)
        self._turn = None

    def ended(self, how: Ending) -> None:
        self._metrics.on_fault.remove(self._service_failed)
        self.close()
        self._metrics.count_ending(how)

    def _service_failed(self, service: Service) -> None:
        if service is Service.LLM:
            self.model_was_asked()

    def _settle(self, kind: TurnKind) -> None:
        if self._turn and self._turn.kind is None:
            self._turn.kind = kind
            self._asked_ahead = False
            self._metrics.count_turn(kind, self._turn.made)
            self._observe(self._turn)

    def _observe(self, turn: _MeasuredTurn) -> None:
        if turn.kind and turn.first_audio_s is not None:
            self._metrics.observe_first_audio(turn.first_audio_s, turn.kind, turn.made)


def measure_the_call(session: AgentSession[None], call: Call, metrics: CallMetrics = METRICS) -> None:
    """Count this call from its session's events; to be called before the session starts."""
    counter = CallCounter(metrics)
    counter.began()
    _count_turns(session, counter)

    @session.on("error")
    def _(event: ErrorEvent) -> None:
        if service := SERVICE_OF_ERROR.get(event.error.type):
            counter.service_failed(service)

    @session.on("close")
    def _(event: CloseEvent) -> None:
        counter.ended(Ending.GOODBYE if call.events.ended.is_set() else Ending(event.reason.value))


def _count_turns(session: AgentSession[None], counter: CallCounter) -> None:
    @session.on("conversation_item_added")
    def _(event: ConversationItemAddedEvent) -> None:
        item = event.item
        if isinstance(item, llm.ChatMessage) and item.role == "user":
            spoken = item.transcript_confidence is not None
            ended_at = item.metrics.get("stopped_speaking_at", event.created_at)
            counter.user_said(made=TurnInput.SPOKEN if spoken else TurnInput.TYPED, ended_at=ended_at)
        elif isinstance(item, llm.ChatMessage) and item.role == "assistant":
            counter.agent_said(item.text_content or "")

    @session.on("function_tools_executed")
    def _(event: FunctionToolsExecutedEvent) -> None:
        counter.tools_ran([called.call_id for called in event.function_calls])

    @session.on("agent_state_changed")
    def _(event: AgentStateChangedEvent) -> None:
        if event.new_state == "speaking":
            counter.agent_began(at=event.created_at)
        elif event.new_state == "listening":
            counter.agent_ended()

    if isinstance(session.llm, llm.LLM):

        @session.llm.on("metrics_collected")
        def _(_: LLMMetrics) -> None:
            counter.model_was_asked()
