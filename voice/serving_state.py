"""What the routes share: the parts once they are loaded, the queue, and what is counted."""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, Request
from prometheus_client import CollectorRegistry, Counter, Gauge

from voice.api_errors import TRY_AGAIN, RequestRefusedError
from voice.core_queue import CoreQueue
from voice.unavailable import VoiceUnavailableError
from voice.voice_parts import Load, VoiceParts

LOADING = "The models are being loaded, which takes some seconds. Try again in a moment."


class VoiceCounts:
    """Metrics of one server."""

    def __init__(self, queue: CoreQueue) -> None:
        self.registry = CollectorRegistry()
        counter, gauge = partial(Counter, registry=self.registry), partial(Gauge, registry=self.registry)
        self.requests = counter("aloud_voice_requests", "Requests by path and status of the answer", ["path", "status"])
        self.pieces = counter("aloud_voice_pieces", "Pieces of speech that were computed")
        self.heard_s = counter("aloud_voice_heard_seconds", "Seconds of sound that were transcribed")
        self.real_time = gauge("aloud_voice_real_time_factor", "Seconds of computing for a second of sound, at the start", ["part"])
        gauges = {
            "aloud_voice_waiting": ("Requests that wait for a core", lambda: queue.waiting),
            "aloud_voice_computing": ("Cores that compute", lambda: queue.computing),
            "aloud_voice_cores": ("Cores that may compute", lambda: queue.cores),
        }
        for name, (meaning, value) in gauges.items():
            gauge(name, meaning).set_function(value)


@dataclass
class ServingState:
    """One server. Nothing is served before `parts` are there; `problem` says why they will not be."""

    queue: CoreQueue
    counts: VoiceCounts
    parts: VoiceParts | None = None
    problem: str | None = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    async def load(self, load: Load) -> None:
        try:
            parts = await asyncio.to_thread(load)
        except VoiceUnavailableError as error:
            self.problem = str(error)
        else:
            self.counts.real_time.labels("listens").set(parts.speed.listens)
            self.counts.real_time.labels("speaks").set(parts.speed.speaks)
            self.parts = parts
        self.settled.set()

    def ready_parts(self) -> VoiceParts:
        """Raises `RequestRefusedError` while there are none."""
        if self.parts is None:
            code, message = ("unavailable", self.problem) if self.problem else ("loading", LOADING)
            raise RequestRefusedError(HTTPStatus.SERVICE_UNAVAILABLE, code, message, headers=TRY_AGAIN)
        return self.parts


def _state(request: Request) -> ServingState:
    state: ServingState = request.app.state.serving
    return state


Serving = Annotated[ServingState, Depends(_state)]
