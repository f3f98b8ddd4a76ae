"""Whatever the real worker writes about a call could be published: at DEBUG, with every store, and while the services it leans on fail.

One word is planted in each part of a mail, in each way of speaking to the agent, in a memory, an insight and a task, in what a model
answers and in what a service says when it refuses. Afterwards they are looked for in the log, in the traces, on the metrics page, in Redis,
and in both databases.
"""

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.typed_call import sample_settings
from tests.room.caller import TIMEOUT_S, Caller, caller_in
from tests.room.canaries import (
    ANSWERED,
    ARGUMENTS,
    BODY,
    FACT,
    FILE,
    IDENTITY,
    IN_CALL,
    IN_MAIL,
    MEMORY,
    NAME,
    REFUSED,
    ROOM,
    SEARCHED,
    SPOKEN,
    SUBJECT,
    TASK,
    TYPED,
    USER,
    WHO_CALLS,
    commands_in,
    deliver_the_mail,
    files_in,
    found,
    rows_in,
)
from tests.room.shared import HURRIED
from tests.servers.livekit import LiveKitServer
from tests.servers.openai.chat import CallToolGarbled, ChatRequest, FailQuoting, Reply
from tests.servers.openai.double import CallTool, OpenAIDouble, Say, openai_server
from tests.servers.openai.faults import Fault
from tests.servers.otlp import otlp_collector
from tests.servers.ports import free_port
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer
from tests.servers.worker import worker

pytestmark = pytest.mark.server

LOOK_EVERY_S = 0.1


class RefuseQuoting(Fault):
    """An error whose body quotes what it was sent, as far as that is text."""

    async def happen(self, http: web.Request) -> web.StreamResponse:
        sent = (await http.read()).decode(errors="replace") if http.content_type == "application/json" else ""
        return web.json_response({"error": {"message": f"{REFUSED} {sent}", "type": "error", "param": None, "code": None}}, status=400)


def quote_everything(chat: ChatRequest) -> Reply:
    """The service fails, and its error quotes all that it was sent."""
    return FailQuoting("\n".join([REFUSED, *(message.content for message in chat.messages)]))


class Watch:
    """What can be asked of the worker's main process over HTTP."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self._http = http
        self._url = url

    async def metrics(self) -> bytes:
        async with self._http.get(f"{self._url}/metrics") as answer:
            assert answer.status == 200
            return await answer.read()

    async def until_counted(self, sample: str) -> None:
        """Return once a sample is on the metrics page, whatever its value."""
        async with asyncio.timeout(TIMEOUT_S):
            while True:
                if sample.encode() in await self.metrics():
                    return
                await asyncio.sleep(LOOK_EVERY_S)


async def say_it_all(caller: Caller, openai: OpenAIDouble, watch: Watch) -> None:
    """A call with every kind of turn, and every service failing once."""
    await caller.hear(after=0, containing="First topic")
    await caller.type(f"go to the one from {NAME}", containing=SUBJECT)
    await caller.type("read it in full", containing=BODY)
    await caller.type(f"search for {SEARCHED}", containing="found")
    openai.replies(CallToolGarbled("change_mail", ARGUMENTS), Say(f"My {ANSWERED} is yes."))
    await caller.type(f"please consider the {TYPED}", containing=ANSWERED)
    openai.replies(Say(f"Once more, {ANSWERED}."))
    openai.hear(f"and what about the {SPOKEN} over there")
    await caller.say("and what about the harpsichord over there", containing="Once more")
    await caller.type("flag it", containing="Flagged")
    await caller.type("next", containing="?")
    await caller.type(f"remember that my {MEMORY} blooms in May", containing=MEMORY)
    await caller.type(f"our {FACT} supplier always invoices on the last Friday", containing=FACT)
    await caller.type(f"find out what the {TASK} dealer still owes us", containing=TASK)
    openai.replies(CallTool("team", what="known", about=f"{FACT} supplier"), Say(f"On Fridays, and {ANSWERED}."))
    await caller.type(f"please consider what is known of the {FACT} supplier", containing=ANSWERED)
    openai.replies(*[quote_everything] * 8)
    await caller.room.local_participant.send_text(f"and once more the {TYPED}", topic="lk.chat")
    await watch.until_counted('aloud_faults_total{service="llm"}')
    openai.transcription_fault = RefuseQuoting()
    await caller.speak("and what about the harpsichord over there")
    await watch.until_counted('aloud_faults_total{service="stt"}')
    openai.speech_fault = RefuseQuoting()
    await caller.room.local_participant.send_text("where were we", topic="lk.chat")
    await watch.until_counted('aloud_faults_total{service="tts"}')
    openai.transcription_fault = openai.speech_fault = None
    await caller.room.local_participant.send_text("goodbye", topic="lk.chat")
    await caller.wait_until_gone()


@pytest.mark.takes(41)
async def test_nothing_private_is_in_logs_traces_metrics_redis_or_databases(tmp_path: Path, livekit: LiveKitServer) -> None:
    sample_settings(tmp_path, now=datetime.now(UTC), unread=5)
    deliver_the_mail(tmp_path / "inbox", to=SAMPLE_ADDRESS)
    port = free_port()
    async with AsyncExitStack() as stack:
        collector = await stack.enter_async_context(otlp_collector())
        openai = await stack.enter_async_context(openai_server())
        openai.hurried = HURRIED
        redis = stack.enter_context(RedisServer())
        database = await stack.enter_async_context(stack.enter_context(PostgresServer()).empty_database())
        process = await stack.enter_async_context(
            worker(
                livekit,
                tmp_path,
                ALOUD_USER=USER,
                ALOUD_MAILDIR=str(tmp_path / "inbox"),
                ALOUD_ADDRESSES=SAMPLE_ADDRESS,
                ALOUD_LOG_LEVEL="DEBUG",
                ALOUD_METRICS_PORT=str(port),
                OPENAI_API_KEY="sk-test",
                OPENAI_BASE_URL=openai.url,
                OTEL_EXPORTER_OTLP_ENDPOINT=collector.url,
                REDIS_URL=redis.url,
                DATABASE_URL=database,
            )
        )
        watch = Watch(await stack.enter_async_context(aiohttp.ClientSession()), f"http://127.0.0.1:{port}")
        async with caller_in(livekit, room=ROOM, identity=IDENTITY, user_id=USER) as caller:
            await caller.open_microphone()
            await say_it_all(caller, openai, watch)
        await collector.wait_for("job_entrypoint")
        await watch.until_counted("aloud_calls_ended_total{")
        metrics, traces, log = await watch.metrics(), b"\n".join(collector.received), process.log.read_bytes()
        stored = {"Redis": await commands_in(redis.url), "database": await rows_in(database), "files": files_in(tmp_path / "data")}

    private = (*IN_MAIL, *IN_CALL, SAMPLE_ADDRESS)
    seen = {"metrics": metrics, "traces": traces, "log": log + process.log.read_bytes()}
    assert {where: words for where, written in seen.items() if (words := found((*private, *WHO_CALLS), written))} == {}
    assert {where: words for where, written in stored.items() if (words := found(private, written))} == {}

    asked = str([chat.raw for chat in openai.chat_requests])
    assert found([SUBJECT, BODY, TYPED, SPOKEN, MEMORY, FACT], asked.encode()) == [SUBJECT, BODY, TYPED, SPOKEN, MEMORY, FACT]
    assert found([FILE, USER], stored["Redis"]) == [FILE, USER]
    assert {"agent_session", "llm_node", "function_tool", "tts_request"} <= {span.name for span in collector.spans()}
    assert b'aloud_turns_total{input="spoken",kind="model"}' in metrics
    assert b'aloud_turns_total{input="typed",kind="instant"}' in metrics
    assert b'"level": "DEBUG"' in log
