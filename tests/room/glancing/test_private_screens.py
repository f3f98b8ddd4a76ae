"""What a real worker writes while it looks at a screen could be published: at DEBUG, while its models quote what they were sent, and as a
process of it crashes with a frame in memory.

Words are planted in the mail on the screen and in what a model says it sees; they, and the pictures' bytes, are looked for afterwards.
"""

import asyncio
import base64
import json
import signal
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import aiohttp
import psutil
import pytest

from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.typed_call import sample_settings
from tests.room.caller import caller_in
from tests.room.canaries import files_in, found
from tests.room.glancing.shared_picture import Shown, picture_in, shares, shown_to
from tests.room.jobs import job_process, view_of
from tests.room.shared import HURRIED
from tests.servers.livekit import LiveKitServer
from tests.servers.openai.chat import ChatRequest, FailQuoting, Late, Reply
from tests.servers.openai.double import CallTool, OpenAIDouble, openai_server
from tests.servers.otlp import otlp_collector
from tests.servers.ports import free_port
from tests.servers.process import ServerProcess
from tests.servers.worker import worker

pytestmark = pytest.mark.server

ROOM = "screens"
LONG_S = 60.0
ENDED = "a glance has ended"
NAME, ADDRESS = "Ottoline Wrexham", "ottoline@snowgoose.example"
SUBJECT, BODY = "snapdragon beds", "tamarind"
PAINTED, OFFER = "wisteria on the wall", "Ottoline asks whether tamarind may go into the snapdragon beds; shall I draft the answer?"
PROMPT = "Draft an answer to Ottoline Wrexham about the tamarind in the snapdragon beds."
PRIVATE = (*NAME.split(), ADDRESS, "snapdragon", BODY, "wisteria", "Robin Sommer")
PIECE = 36
"""Characters of a picture in Base64 that stand for it."""


def deliver(inbox: Path) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = f"{NAME} <{ADDRESS}>", SAMPLE_ADDRESS, SUBJECT
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail.set_content(f"Hello, may {BODY} go into the {SUBJECT} this week? I wait for your answer.\n")
    (inbox / "cur" / "1773000001.screen.host:2,S").write_bytes(mail.as_bytes())


def seeing(chat: ChatRequest) -> Reply:
    """The waiting mail is seen and offered; for what only informs, the service fails and quotes everything; the rest takes for ever."""
    shown, quoting = shown_to(chat), FailQuoting(json.dumps(chat.raw))
    if shown is Shown.DOCUMENT:
        return Late(quoting, after_s=LONG_S)
    if "finalize_glance_triage" in chat.tool_names:
        candidate = {"subject": SUBJECT, "sender": NAME, "query": f"{SUBJECT} Ottoline"}
        return quoting if shown is Shown.INFORMING else CallTool("finalize_glance_triage", digIn=True, reason=PAINTED, candidate=candidate)
    step = sum(message.role == "assistant" for message in chat.messages)
    if step < 2:
        return (
            CallTool("search_email", query=SUBJECT),
            CallTool("read_email_thread", conversation_id="t1"),
        )[step]
    return CallTool("finalize_glance", surface=True, message=OFFER, actionPrompt=PROMPT)


def with_pictures(openai: OpenAIDouble) -> list[ChatRequest]:
    return [chat for chat in openai.chat_requests if "image_url" in json.dumps(chat.raw)]


def pieces_of(openai: OpenAIDouble) -> list[bytes]:
    """A piece of each picture that a model was sent, from its middle, as bytes and in Base64."""
    pictures = [base64.b64encode(picture_in(chat)) for chat in with_pictures(openai)]
    assert pictures
    texts = [each[middle : middle + PIECE] for each in pictures if (middle := len(each) // 8 * 4)]
    return [*texts, *map(base64.b64decode, texts)]


async def until_asked(openai: OpenAIDouble, shown: Shown) -> None:
    async with asyncio.timeout(LONG_S):
        while not any(shown_to(chat) is shown for chat in with_pictures(openai)):  # noqa: ASYNC110 - another process asks
            await asyncio.sleep(0.1)


async def crash(livekit: LiveKitServer, process: ServerProcess) -> None:
    """The call's process, as a fault in a library would end it; it may write no core."""
    job = await job_process(livekit, process.process.pid)
    assert job.rlimit(psutil.RLIMIT_CORE) == (0, 0)
    job.send_signal(signal.SIGABRT)
    await process.wait_for_log("Fatal Python error: Aborted")


@pytest.mark.proof
@pytest.mark.takes(45)
async def test_nothing_of_a_screen_or_its_mail_is_in_logs_traces_metrics_stores_temporary_files_or_a_crash(
    tmp_path: Path, livekit: LiveKitServer
) -> None:
    sample_settings(tmp_path, now=datetime.now(UTC), unread=3)
    deliver(tmp_path / "inbox")
    (tmp_path / "temp").mkdir()
    port = free_port()
    async with otlp_collector() as collector, openai_server() as openai:
        openai.hurried = HURRIED
        openai.always(seeing)
        settings = {
            "ALOUD_MAILDIR": str(tmp_path / "inbox"),
            "ALOUD_ADDRESSES": SAMPLE_ADDRESS,
            "ALOUD_LOG_LEVEL": "DEBUG",
            "ALOUD_METRICS_PORT": str(port),
            "ALOUD_SMALL_VISION_MODEL": "small-vision-model",
            "ALOUD_VISION_MODEL": "vision-model",
            "OPENAI_API_KEY": "sk-test",
            "OPENAI_BASE_URL": openai.url,
            "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
            "PYTHONFAULTHANDLER": "1",
            "TMPDIR": str(tmp_path / "temp"),
        }
        async with worker(livekit, tmp_path, **settings) as process, caller_in(livekit, room=ROOM, bound="caller") as caller:
            await caller.hear(after=0, containing="First topic")
            async with shares(caller.room, Shown.WAITING) as screen:
                await caller.hear(after=0, containing=OFFER)
                screen.shown = Shown.INFORMING
                await process.wait_for_log("model_away")
                screen.shown = Shown.DOCUMENT
                await until_asked(openai, Shown.DOCUMENT)
                await crash(livekit, process)
                async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port}/metrics") as answer:
                    metrics = await answer.read()
            async with view_of(livekit, ROOM) as room:  # else the server waits for the one that has crashed
                await room.close()
        log, traces = process.log.read_bytes(), b"\n".join(collector.received)
    written = {"metrics": metrics, "traces": traces, "log": log, "files": files_in(tmp_path / "data") + files_in(tmp_path / "temp")}
    assert {where: words for where, what in written.items() if (words := found(PRIVATE, what))} == {}
    pieces = pieces_of(openai)
    assert [where for where, what in written.items() if b"\xff\xd8\xff" in what or any(piece in what for piece in pieces)] == []
    assert log.count(ENDED.encode()) >= 2
    assert found(["snapdragon", BODY], str([chat.raw for chat in openai.chat_requests]).encode()) == ["snapdragon", BODY]
