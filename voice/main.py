"""The speech server's composition root: what it is made of, read as a list. Run as `aloud voice`."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import uvicorn
from fastapi import FastAPI
from fastapi.routing import APIRoute

from voice.api_errors import answer_with_api_errors
from voice.core_queue import CoreQueue
from voice.health_routes import health_routes
from voice.outermost import Outermost
from voice.serving_state import ServingState, VoiceCounts
from voice.speech_routes import speech_routes
from voice.transcription_routes import transcription_routes
from voice.unavailable import VoiceUnavailableError
from voice.voice_parts import Load, load
from voice.weights.found import WeightPlaces

MAY_WAIT = 8
"""Requests: at half a second each on two cores, the last is answered after two seconds, and nobody waits longer in a conversation."""
ENDS_WITHIN_S = 2


def usable_cores() -> int:
    """How many this process may use, which in a container can be fewer than there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def create_app(load: Load, *, cores: int, may_wait: int = MAY_WAIT) -> FastAPI:
    """The server as an ASGI application. It answers at once; `/health` is 200 when `load` has returned."""
    queue = CoreQueue(cores=cores, may_wait=may_wait)
    serving = ServingState(queue=queue, counts=VoiceCounts(queue))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        loading = asyncio.create_task(serving.load(load))
        yield
        await loading  # a thread, which nothing can stop
        await queue.close()

    application = FastAPI(
        title="Aloud's voice",
        description="Listens and speaks on this machine, in the shapes of OpenAI's audio API.",
        version="1",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        generate_unique_id_function=_name_of_route,
    )
    application.state.serving = serving
    answer_with_api_errors(application)
    application.add_middleware(Outermost, counts=serving.counts)
    application.include_router(transcription_routes)
    application.include_router(speech_routes)
    application.include_router(health_routes)
    return application


def serve(places: WeightPlaces, listening: socket.socket, *, ready: Callable[[], None] = lambda: None) -> None:
    """Serve on this socket until the process is stopped; `ready` is called once it listens and speaks.

    Raises `VoiceUnavailableError`, a sentence for the user, where the models cannot be used; the process ends with 1 then. It logs
    through `logging` and sets nothing up.
    """
    cores = usable_cores()
    application = create_app(partial(load, places, cores=cores), cores=cores)
    serving: ServingState = application.state.serving
    config = uvicorn.Config(
        application,
        lifespan="on",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=ENDS_WITHIN_S,
    )
    asyncio.run(_served(uvicorn.Server(config), serving, listening, ready))
    if serving.problem is not None:
        raise VoiceUnavailableError(serving.problem)


async def _served(server: uvicorn.Server, serving: ServingState, listening: socket.socket, ready: Callable[[], None]) -> None:
    async def announce() -> None:
        await serving.settled.wait()
        if serving.problem is None:
            ready()
        else:
            server.should_exit = True

    announcing = asyncio.create_task(announce())
    try:
        await server.serve(sockets=[listening])
    finally:
        announcing.cancel()


def _name_of_route(route: APIRoute) -> str:
    return route.name
