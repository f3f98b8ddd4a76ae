"""Counts what models are asked off the voice path: tokens and failures by purpose. Every label is an enumeration of ours."""

from enum import StrEnum

from prometheus_client import CollectorRegistry, Counter

from providers.models.typed.purposes import Purpose


class TypedFault(StrEnum):
    """Why a run came to nothing."""

    AWAY = "away"
    """The provider did not answer, refused, or was too slow."""
    UNUSABLE = "unusable"
    """It answered with something else than was asked for."""
    TOO_MUCH = "too_much"
    """The run went beyond its limits, or the user's day is spent."""


class TypedMetrics:
    def __init__(self, registry: CollectorRegistry) -> None:
        self.registry = registry
        self._tokens = Counter("aloud_model_tokens", "Tokens off the voice path, by purpose.", ["purpose", "direction"], registry=registry)
        self._faults = Counter("aloud_model_faults", "Runs off the voice path that failed.", ["purpose", "fault"], registry=registry)

    def count_tokens(self, purpose: Purpose, *, sent: int, received: int) -> None:
        self._tokens.labels(purpose=purpose, direction="sent").inc(sent)
        self._tokens.labels(purpose=purpose, direction="received").inc(received)

    def count_fault(self, purpose: Purpose, fault: TypedFault) -> None:
        self._faults.labels(purpose=purpose, fault=fault).inc()


TYPED_METRICS = TypedMetrics(CollectorRegistry())
"""Those of this process."""
