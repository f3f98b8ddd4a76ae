"""The log of the real worker could be published: not even at DEBUG, and while the model's service fails, does it hold a private word."""

from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import pytest

from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.typed_call import sample_settings
from tests.room.caller import caller_in
from tests.servers.livekit import LiveKitServer
from tests.servers.openai_chat import CallToolGarbled, ChatRequest, FailQuoting, Reply
from tests.servers.openai_double import Say, openai_server
from tests.servers.worker import worker

pytestmark = pytest.mark.server

SUBJECT, NAME, ADDRESS, BODY = "zephyranthes", "Quillon Farthingale", "quillon.farthingale@canary.example", "marmalade-in-the-body"
SAID, ARGUMENTS, ROOM, IDENTITY = "xylophone", "bassoon-arguments", "room-of-quillon", "caller-from-wexford"
CANARIES = (SUBJECT, "Quillon", "Farthingale", ADDRESS, BODY, SAID, ARGUMENTS, ROOM, IDENTITY, SAMPLE_ADDRESS, "Archived at last")
ATTEMPTS = 4  # LiveKit's, for one question to a model


def quote_everything(chat: ChatRequest) -> Reply:
    """The service fails, and its error quotes all that it was sent."""
    return FailQuoting("\n".join(message.content for message in chat.messages))


def deliver_the_canary(inbox: Path) -> None:
    mail = EmailMessage()
    mail["From"] = f"{NAME} <{ADDRESS}>"
    mail["To"] = SAMPLE_ADDRESS
    mail["Subject"] = f"Urgent: {SUBJECT}, deadline today"
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail["Message-ID"] = "<canary@canary.example>"
    mail.set_content(f"Could you answer {BODY} today?\n")
    (inbox / "new" / "1773000000.canary.host").write_bytes(mail.as_bytes())


async def test_the_workers_log_holds_no_word_of_mails_callers_tools_or_services(tmp_path: Path, livekit: LiveKitServer) -> None:
    sample_settings(tmp_path, now=datetime.now(UTC), unread=5)
    deliver_the_canary(tmp_path / "inbox")
    async with openai_server() as openai:
        openai.replies(CallToolGarbled("flag_followup", ARGUMENTS), Say("Archived at last."))
        openai.replies(*[quote_everything] * ATTEMPTS)
        async with (
            worker(
                livekit,
                tmp_path,
                ALOUD_MAILDIR=str(tmp_path / "inbox"),
                ALOUD_ADDRESSES=SAMPLE_ADDRESS,
                ALOUD_LOG_LEVEL="DEBUG",
                OPENAI_API_KEY="sk-test",
                OPENAI_BASE_URL=openai.url,
            ) as process,
            caller_in(livekit, room=ROOM, identity=IDENTITY) as caller,
        ):
            await caller.hear(after=0, containing="First topic")
            await caller.type(f"go to the one from {NAME}", containing=SUBJECT)
            await caller.type("read it in full", containing=BODY)
            await caller.type(f"please consider the {SAID}", containing="Archived at last")
            await caller.room.local_participant.send_text(f"and once more the {SAID}", topic="lk.chat")
            await process.wait_for_log("Error in _llm_inference_task")
        asked = [str(chat.raw) for chat in openai.chat_requests]
    assert len(asked) == 2 + ATTEMPTS
    assert SUBJECT in asked[-1]
    log = process.log.read_text()
    assert [canary for canary in CANARIES if canary.casefold() in log.casefold()] == []
    assert '"error": "APIConnectionError"' in log
    assert '"level": "DEBUG"' in log
