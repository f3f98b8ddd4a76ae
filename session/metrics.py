"""Metrics for Prometheus: calls, turns, time to the first word, faults.

Low cardinality by construction: every label is one of our enumerations, so no text can get in. Each call runs in its own process and writes
into its own file (the multiprocess mode of `prometheus_client`, which LiveKit switches on by the environment); `metrics_page.py` adds the
files up. Where that mode is off, in tests and in the console, the values stay in memory.
"""

from collections.abc import Callable
from enum import StrEnum

from prometheus_client import CollectorRegistry, Counter, Histogram

FIRST_AUDIO_BUCKETS_S = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0)
"""Fine where an instant command should be, and up to the longest silence that a caller may ever hear."""


class Service(StrEnum):
    """A service that a call depends on."""

    LLM = "llm"
    STT = "stt"
    TTS = "tts"
    MAILBOX = "mailbox"
    LEDGER = "ledger"


class TurnKind(StrEnum):
    INSTANT = "instant"
    """Our code, without a model."""
    MODEL = "model"
    """A language model, or its failure."""
    NOT_UNDERSTOOD = "not_understood"
    """A fixed sentence: there is no model, and it was not a plain command."""
    UNANSWERED = "unanswered"
    """The caller went on, or left, before there was an answer."""


class TurnInput(StrEnum):
    SPOKEN = "spoken"
    TYPED = "typed"


class Ending(StrEnum):
    """How a call ended; the first two are ours, the others are LiveKit's reasons for closing a session.

    Another agent that takes over counts as another call. One whose process dies ends without being counted here.
    """

    GOODBYE = "goodbye"
    TURNED_AWAY = "turned_away"
    """The call could not be opened, or had no user; the caller was told."""
    ERROR = "error"
    JOB_SHUTDOWN = "job_shutdown"
    PARTICIPANT_DISCONNECTED = "participant_disconnected"
    USER_INITIATED = "user_initiated"
    TASK_COMPLETED = "task_completed"


class SummaryFate(StrEnum):
    """What became of a model's summary of a mail."""

    HELD = "held"
    """It stands in the mail, and is told."""
    REFUSED = "refused"
    """No line of it does; the mail is told by rule."""


class CallMetrics:
    """The metrics that a call writes, kept in `registry`. Listeners in `on_fault` are called for every counted fault."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.registry = registry
        self.on_fault: list[Callable[[Service], None]] = []
        self._calls = Counter("aloud_calls", "Calls that were answered.", registry=registry)
        self._ended = Counter("aloud_calls_ended", "Calls that came to an end, by how.", ["how"], registry=registry)
        self._turns = Counter(
            "aloud_turns", "Turns of callers, by who answered and how they were made.", ["kind", "input"], registry=registry
        )
        self._first_audio = Histogram(
            "aloud_first_audio_seconds",
            "From the end of a caller's turn to the first sound (without a voice: the first word) of the answer.",
            ["kind", "input"],
            buckets=FIRST_AUDIO_BUCKETS_S,
            registry=registry,
        )
        self._summaries = Counter(
            "aloud_summaries", "Summaries by a model, by whether they stood in their mail.", ["fate"], registry=registry
        )
        self._faults = Counter("aloud_faults", "Failures of services, by service.", ["service"], registry=registry)

    def count_call(self) -> None:
        self._calls.inc()

    def count_turned_away(self) -> None:
        """A call began and ended with one sentence."""
        self.count_call()
        self.count_ending(Ending.TURNED_AWAY)

    def count_ending(self, how: Ending) -> None:
        self._ended.labels(how=how).inc()

    def count_turn(self, kind: TurnKind, made: TurnInput) -> None:
        """A caller's turn, once it is known who answered."""
        self._turns.labels(kind=kind, input=made).inc()

    def observe_first_audio(self, seconds: float, kind: TurnKind, made: TurnInput) -> None:
        """How long the caller waited for the first sound of an answer."""
        self._first_audio.labels(kind=kind, input=made).observe(seconds)

    def count_summary(self, fate: SummaryFate) -> None:
        self._summaries.labels(fate=fate).inc()

    def count_fault(self, service: Service) -> None:
        """A service failed once, whether or not the caller heard of it. Errors that LiveKit reports of a session are counted already."""
        self._faults.labels(service=service).inc()
        for listener in self.on_fault:
            listener(service)


METRICS = CallMetrics(CollectorRegistry())
"""Those of this process."""
