"""The scripted server speaks the protocol that LiveKit's OpenAI plugin expects: the plugin itself is the judge."""

import json
import math
from array import array

import pytest
from livekit import rtc
from livekit.agents import APIStatusError, llm
from livekit.agents.types import APIConnectOptions
from livekit.plugins import openai
from openai import AsyncClient, BadRequestError
from openai.types.chat import ChatCompletionMessageFunctionToolCallParam

from tests.servers.openai.double import CallTool, CallTools, ChatRequest, OpenAIDouble, Reply, Say, Script, openai_server

pytestmark = pytest.mark.slow

ONCE = APIConnectOptions(max_retry=0, timeout=5.0)


def client_of(double: OpenAIDouble) -> AsyncClient:
    return AsyncClient(api_key="test", base_url=double.url, max_retries=0)


@llm.function_tool
async def archive_email(mail_id: str) -> str:
    """Archive a mail."""
    return mail_id


@llm.function_tool
async def next_item() -> str:
    """Go on."""
    return "next"


def conversation(*user_texts: str) -> llm.ChatContext:
    context = llm.ChatContext.empty()
    context.add_message(role="system", content="You brief.")
    for text in user_texts:
        context.add_message(role="user", content=text)
    return context


async def ask(client: AsyncClient, *texts: str, tools: list[llm.Tool] | None = None) -> list[llm.ChatChunk]:
    model = openai.LLM(model="gpt-4o", client=client)
    async with model.chat(chat_ctx=conversation(*texts), tools=tools or [], conn_options=ONCE) as stream:
        return [chunk async for chunk in stream]


def text_of(chunks: list[llm.ChatChunk]) -> str:
    return "".join(chunk.delta.content or "" for chunk in chunks if chunk.delta)


def calls_of(chunks: list[llm.ChatChunk]) -> list[tuple[str, object]]:
    return [(call.name, json.loads(call.arguments)) for chunk in chunks if chunk.delta for call in chunk.delta.tool_calls]


def tone(seconds: float, amplitude: int = 8000, rate: int = 16_000) -> rtc.AudioFrame:
    samples = array("h", (round(amplitude * math.sin(n / 10)) for n in range(round(seconds * rate))))
    return rtc.AudioFrame(samples.tobytes(), rate, 1, len(samples))


async def speak(client: AsyncClient, text: str, *, model: str = "gpt-4o-mini-tts", speed: float = 1.0) -> rtc.AudioFrame:
    voice = openai.TTS(model=model, client=client, response_format="pcm", speed=speed)
    async with voice.synthesize(text, conn_options=ONCE) as stream:
        return await stream.collect()


async def test_said_text_arrives_in_pieces_with_its_usage(double: OpenAIDouble, client: AsyncClient) -> None:
    double.replies(Say("Anna asks whether you can come on Friday."))
    chunks = await ask(client, "next")
    assert text_of(chunks) == "Anna asks whether you can come on Friday."
    assert sum(1 for chunk in chunks if chunk.delta and chunk.delta.content) > 3
    assert [chunk.usage.total_tokens > 0 for chunk in chunks if chunk.usage] == [True]


async def test_tool_call_arrives_with_its_arguments(double: OpenAIDouble, client: AsyncClient) -> None:
    double.replies(CallTool("archive_email", mail_id="work:7"))
    assert calls_of(await ask(client, "archive", tools=[archive_email])) == [("archive_email", {"mail_id": "work:7"})]


async def test_several_tool_calls_of_one_response_keep_their_order(double: OpenAIDouble, client: AsyncClient) -> None:
    double.replies(CallTools([CallTool("archive_email", mail_id="a:1"), CallTool("next_item")]))
    chunks = await ask(client, "archive", tools=[archive_email, next_item])
    assert calls_of(chunks) == [("archive_email", {"mail_id": "a:1"}), ("next_item", {})]
    assert len({call.call_id for chunk in chunks if chunk.delta for call in chunk.delta.tool_calls}) == 2


async def test_replies_come_in_turn_and_then_the_default(double: OpenAIDouble, client: AsyncClient) -> None:
    def echo(request: ChatRequest) -> Reply:
        return Say(f"You said {request.last_user_text}.")

    double.replies(Say("One."), echo)
    assert [text_of(await ask(client, "two")) for _ in range(3)] == ["One.", "You said two.", "I am the scripted model."]


async def test_requests_are_kept_as_values(double: OpenAIDouble, client: AsyncClient) -> None:
    await ask(client, "hello", tools=[archive_email])
    (request,) = double.chat_requests
    assert [(message.role, message.content) for message in request.messages] == [("system", "You brief."), ("user", "hello")]
    assert (request.model, request.tool_names, request.tools[0].function.description) == (
        "gpt-4o",
        ("archive_email",),
        "Archive a mail.",
    )  # fmt: skip
    assert request.raw["stream"] is True


async def test_completion_without_a_stream_is_one_message(double: OpenAIDouble, client: AsyncClient) -> None:
    double.replies(Say("Whole."))
    answer = await client.chat.completions.create(model="gpt-4o", messages=[{"role": "user", "content": "hi"}])
    assert (answer.choices[0].message.content, answer.choices[0].finish_reason) == ("Whole.", "stop")
    assert answer.usage is not None


async def test_history_with_an_unanswered_tool_call_is_refused() -> None:
    with pytest.raises(AssertionError, match="followed by tool messages"):
        await send_unanswered_call()


async def send_unanswered_call() -> None:
    call: ChatCompletionMessageFunctionToolCallParam = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "next_item", "arguments": "{}"},
    }
    async with openai_server() as double, client_of(double) as client:
        with pytest.raises(BadRequestError):
            await client.chat.completions.create(
                model="gpt-4o",
                messages=[{"role": "assistant", "tool_calls": [call]}, {"role": "user", "content": "go on"}],
            )


async def test_answered_tool_call_is_accepted(double: OpenAIDouble, client: AsyncClient) -> None:
    context = conversation("next")
    context.items.append(llm.FunctionCall(call_id="call_1", name="next_item", arguments="{}"))
    context.items.append(llm.FunctionCallOutput(call_id="call_1", name="next_item", output="a mail", is_error=False))
    async with openai.LLM(client=client).chat(chat_ctx=context, tools=[next_item], conn_options=ONCE) as stream:
        assert text_of([chunk async for chunk in stream])
    assert double.chat_requests[-1].messages[-1].role == "tool"


async def test_script_that_calls_a_tool_never_offered_fails_the_test() -> None:
    with pytest.raises(AssertionError, match="does not offer"):
        await run_script(CallTool("delete_everything"))


async def test_script_that_raises_fails_the_test() -> None:
    def faulty(request: ChatRequest) -> Reply:
        return Say(request.tool_names[5])

    with pytest.raises(AssertionError, match="IndexError"):
        await run_script(faulty)


async def run_script(script: Script) -> None:
    async with openai_server() as double, client_of(double) as client:
        double.replies(script)
        with pytest.raises(APIStatusError):
            await ask(client, "next", tools=[next_item])


async def test_caller_who_hangs_up_in_mid_reply_is_no_fault(double: OpenAIDouble, client: AsyncClient) -> None:
    double.replies(Say("A very long reply. " * 20_000))
    async with openai.LLM(client=client).chat(chat_ctx=conversation("next"), conn_options=ONCE) as stream:
        assert (await anext(aiter(stream))).delta
    assert text_of(await ask(client, "again")) == "I am the scripted model."


@pytest.mark.parametrize("model", ["gpt-4o-mini-transcribe", "whisper-1"])
async def test_what_is_heard_is_transcribed_once(double: OpenAIDouble, client: AsyncClient, model: str) -> None:
    recogniser = openai.STT(model=model, client=client, use_realtime=False)
    double.hear("archive it")
    heard = [await recogniser.recognize(tone(0.4), conn_options=ONCE) for _ in range(2)]
    assert [event.alternatives[0].text for event in heard] == ["archive it", ""]
    assert double.transcription_requests == 2
    await recogniser.aclose()


async def test_silence_is_transcribed_as_nothing_and_keeps_what_is_to_be_heard(double: OpenAIDouble, client: AsyncClient) -> None:
    recogniser = openai.STT(client=client, use_realtime=False)
    double.hear("archive it")
    heard = [await recogniser.recognize(tone(0.4, amplitude=loud), conn_options=ONCE) for loud in (33, 9000)]
    assert [event.alternatives[0].text for event in heard] == ["", "archive it"]
    await recogniser.aclose()


@pytest.mark.parametrize("model", ["gpt-4o-mini-tts", "tts-1"])
async def test_speech_is_audible_and_as_long_as_its_text(double: OpenAIDouble, client: AsyncClient, model: str) -> None:
    frame = await speak(client, "Twelve new mails.", model=model)
    assert (frame.sample_rate, frame.num_channels) == (24_000, 1)
    assert frame.duration == pytest.approx(0.72, abs=0.05)
    assert max(frame.data) > 8000
    assert double.speech_requests == ["Twelve new mails."]


async def test_long_speech_is_capped_and_speed_shortens_it(double: OpenAIDouble, client: AsyncClient) -> None:
    text = "A long mail about many things. " * 20
    assert (await speak(client, text)).duration == pytest.approx(2.4, abs=0.05)
    assert (await speak(client, text, speed=2.0)).duration == pytest.approx(1.2, abs=0.05)
    assert double.speech_speeds == [1.0, 2.0]
