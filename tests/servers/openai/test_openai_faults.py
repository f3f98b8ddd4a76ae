"""The scripted server's faults are what LiveKit's OpenAI plugin takes them for: the plugin itself is the judge."""

import pytest
from livekit.agents import APIConnectionError, APIStatusError, APITimeoutError, llm
from livekit.agents.types import APIConnectOptions
from livekit.plugins import openai
from openai import AsyncClient

from tests.servers.openai.chat import BreakOff, CallUnknownTool, Fails, Late
from tests.servers.openai.double import OpenAIDouble, Say
from tests.servers.openai.faults import Fault, Hang, HangUp, Refuse
from tests.servers.openai.test_openai_double import ask, conversation, speak, text_of, tone

pytestmark = pytest.mark.slow

HURRIED = APIConnectOptions(max_retry=0, timeout=0.3)
ONCE = APIConnectOptions(max_retry=0, timeout=5.0)


async def hurry(client: AsyncClient) -> list[llm.ChatChunk]:
    async with openai.LLM(client=client).chat(chat_ctx=conversation("next"), conn_options=HURRIED) as stream:
        return [chunk async for chunk in stream]


@pytest.mark.parametrize("status", [401, 429, 500])
async def test_a_refusal_has_its_status(double: OpenAIDouble, client: AsyncClient, status: int) -> None:
    double.replies(Fails(Refuse(status)))
    with pytest.raises(APIStatusError) as error:
        await ask(client, "next")
    assert error.value.status_code == status
    assert text_of(await ask(client, "next")) == "I am the scripted model."


@pytest.mark.parametrize("fault", [Hang, lambda: Hang("text/event-stream")], ids=["nothing", "headers only"])
async def test_a_server_that_hangs_times_out(double: OpenAIDouble, client: AsyncClient, fault: type[Fault]) -> None:
    double.replies(Fails(fault()))
    with pytest.raises(APITimeoutError):
        await hurry(client)


async def test_a_server_that_hangs_can_be_released(double: OpenAIDouble, client: AsyncClient) -> None:
    fault = Hang()
    fault.released.set()
    double.replies(Fails(fault))
    with pytest.raises(APIStatusError):
        await ask(client, "next")


async def collect(stream: llm.LLMStream, said: list[llm.ChatChunk]) -> None:
    async for chunk in stream:
        said.append(chunk)


async def test_an_answer_breaks_off_in_its_middle(double: OpenAIDouble, client: AsyncClient) -> None:
    double.replies(BreakOff("Anna asks whether you can come on Friday."))
    said: list[llm.ChatChunk] = []
    async with openai.LLM(client=client).chat(chat_ctx=conversation("next"), conn_options=ONCE) as stream:
        with pytest.raises(APIConnectionError):
            await collect(stream, said)
    assert text_of(said) in "Anna asks whether you can come on Friday."
    assert text_of(said)


async def test_a_late_answer_is_whole(double: OpenAIDouble, client: AsyncClient) -> None:
    double.replies(Late(Say("At last."), after_s=0.05))
    assert text_of(await ask(client, "next")) == "At last."


async def test_a_tool_that_was_not_offered_can_be_called_on_purpose(double: OpenAIDouble, client: AsyncClient) -> None:
    double.replies(CallUnknownTool("delete_everything"))
    chunks = await ask(client, "next")
    assert [call.name for chunk in chunks if chunk.delta for call in chunk.delta.tool_calls] == ["delete_everything"]


@pytest.mark.parametrize("fault", [HangUp(), Refuse(500)], ids=["hangs up", "refuses"])
async def test_each_service_fails_while_its_fault_is_set_and_no_longer(double: OpenAIDouble, client: AsyncClient, fault: Fault) -> None:
    recogniser = openai.STT(model="whisper-1", client=client, use_realtime=False)
    double.chat_fault = double.speech_fault = double.transcription_fault = fault
    with pytest.raises((APIConnectionError, APIStatusError)):
        await ask(client, "next")
    with pytest.raises((APIConnectionError, APIStatusError)):
        await speak(client, "Twelve new mails.")
    with pytest.raises((APIConnectionError, APIStatusError)):
        await recogniser.recognize(tone(0.4), conn_options=ONCE)
    double.chat_fault = double.speech_fault = double.transcription_fault = None
    double.hear("next")
    assert text_of(await ask(client, "next")) == "I am the scripted model."
    assert (await speak(client, "Twelve new mails.")).duration > 0.5
    assert (await recogniser.recognize(tone(0.4), conn_options=ONCE)).alternatives[0].text == "next"
    await recogniser.aclose()


async def test_speech_ends_in_its_middle(double: OpenAIDouble, client: AsyncClient) -> None:
    double.speech_cut_after = 10_000
    with pytest.raises(APIConnectionError):
        await speak(client, "A long mail about many things. " * 5)
