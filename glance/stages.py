"""The two stages by name: which model each asks, what it may call, and how far it may go."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from glance.identity import Identity
from glance.mail_tools import ReadOnly
from providers.models.typed.history import AssistantLine, ModelStep
from providers.models.typed.purposes import Purpose


class GlanceModels(Protocol):
    """Who answers one request; `TypedModels` does."""

    async def step(self, purpose: Purpose, step: ModelStep) -> AssistantLine:
        """What the model answers, its calls not run. Raises `TypedModelError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """`ends_with` is the tool that gives its result. Each answer of the model and each round of tools is one of its `steps`."""

    name: str
    purpose: Purpose
    ends_with: str
    tools: tuple[ReadOnly, ...] = ()
    steps: int
    within_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """Of one run of a stage. A glance has no conversation: it is told none, and is written down in none."""

    stage: Stage
    identity: Identity
    step_limit: int


TRIAGE = Stage(name="glance_triage", purpose=Purpose.SCREEN, ends_with="finalize_glance_triage", steps=1, within_s=5.0)
ANALYST = Stage(
    name="glance_analyst",
    purpose=Purpose.GLANCE,
    ends_with="finalize_glance",
    tools=(ReadOnly.SEARCH, ReadOnly.READ),
    steps=8,  # low on purpose: search, read and finish take six, and a confused analyst is to fail fast
    within_s=10.0,
)

STAGES: Mapping[str, Stage] = MappingProxyType({stage.name: stage for stage in (TRIAGE, ANALYST)})
