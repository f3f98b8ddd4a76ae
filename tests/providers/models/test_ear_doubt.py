"""What makes a transcript doubtful, and what is read from a service's answer."""

import pytest
from livekit import rtc
from openai import AsyncClient
from openai.types.audio import Transcription, TranscriptionVerbose

from providers.models.ear_doubt import MOST_IN_DOUBT, SURE, HeardSigns, confidence, is_in_doubt
from providers.models.service_stt import ServiceSTT, signs_in
from tests.servers.openai.double import openai_server

SECOND = rtc.AudioFrame(b"\x10\x20" * 16_000, 16_000, 1, 16_000)


@pytest.mark.parametrize(
    "signs",
    [
        HeardSigns(text="archive it"),
        HeardSigns(text="archive it", logprob=-0.45, no_speech=0.16, compression=1.3),
        HeardSigns(text="flag it", second="Slide it"),
        HeardSigns(text="Yes.", second="yeah"),
        HeardSigns(text="No.", second="Now."),
        HeardSigns(text="Mark it as unread.", second="Mark it hasn't read."),
        HeardSigns(text="Undo.", second="And do it."),
        HeardSigns(text="Delete it.", second="Billy did."),
        HeardSigns(text="Open the one from Priya.", second="Open the one from Peter."),
        HeardSigns(text="Send it.", second="send it"),
        HeardSigns(text=""),
    ],
)
def test_what_nothing_speaks_against_is_sure(signs: HeardSigns) -> None:
    assert confidence(signs) == SURE
    assert not is_in_doubt(confidence(signs))


@pytest.mark.parametrize(
    "signs",
    [
        HeardSigns(text="archive it", logprob=-0.53),
        HeardSigns(text="archive it", logprob=-0.1, no_speech=0.4),
        HeardSigns(text="archive it", logprob=-0.1, compression=2.5),
        HeardSigns(text="Yes.", second="Next."),
        HeardSigns(text="yeah", second=""),
        HeardSigns(text="Do it", second="Doing"),
        HeardSigns(text="go ahead", second="Go head"),
        HeardSigns(text="send it", second="Set it"),
        HeardSigns(text="Goodbye. Send it.", second="Do not send it."),
        HeardSigns(text="Read it in full. Send it.", second="Read it in full and end it."),
        HeardSigns(text="Unsubscribe.", second="and subscribe"),
        HeardSigns(text="Read this.", second="previous"),
        HeardSigns(text="Archive it.", second="Delete it."),
    ],
)
def test_each_sign_alone_makes_it_doubtful(signs: HeardSigns) -> None:
    assert confidence(signs) <= MOST_IN_DOUBT
    assert is_in_doubt(confidence(signs))


def test_one_doubtful_part_makes_a_turn_doubtful_and_a_typed_one_is_never() -> None:
    assert is_in_doubt((SURE + SURE + confidence(HeardSigns(text="it", no_speech=0.9))) / 3)
    assert not is_in_doubt((SURE + SURE + SURE) / 3)
    assert not is_in_doubt(None)


def test_signs_are_read_from_whisper_from_our_server_and_from_the_newer_models() -> None:
    part = {"id": 0, "start": 0, "end": 1, "text": "Yes.", "seek": 0, "tokens": [], "temperature": 0, "compression_ratio": 1.2}
    parts = [part | {"avg_logprob": -0.2, "no_speech_prob": 0.6}, part | {"avg_logprob": -0.4, "no_speech_prob": 0.1}]
    told = {"duration": 1.0, "language": "en", "text": "Yes.", "segments": parts, "second": "Next."}
    whole = TranscriptionVerbose.model_validate(told)
    assert signs_in(whole) == HeardSigns(text="Yes.", second="Next.", logprob=-0.4, no_speech=0.6, compression=1.2)
    tokens = Transcription.model_validate(
        {"text": "Yes.", "logprobs": [{"token": "Yes", "logprob": -2.0}, {"token": ".", "logprob": -1.0}]}
    )
    assert signs_in(tokens) == HeardSigns(text="Yes.", logprob=-1.5)
    assert signs_in(Transcription(text="Yes.")) == HeardSigns(text="Yes.")


@pytest.mark.parametrize(("model", "shape"), [("whisper-1", "verbose_json"), ("gpt-4o-mini-transcribe", "json"), ("other", "json")])
async def test_each_model_is_asked_for_what_it_can_tell_and_told_what_may_be_said(model: str, shape: str) -> None:
    async with openai_server() as server, AsyncClient(api_key="sk-test", base_url=server.url, max_retries=0) as client:
        recogniser = ServiceSTT(client, model=model)
        recogniser.expect(lambda: "Flag it. Tomasz.")
        recogniser.put_right(lambda heard: heard.replace("Thomas", "Tomasz"))
        server.hear("tell Thomas")
        heard = await recogniser.recognize(SECOND)
        await recogniser.aclose()
    (form,) = server.transcription_forms
    assert (form["response_format"], form["prompt"], form["model"]) == (shape, "Flag it. Tomasz.", model)
    assert ("include[]" in form) is model.startswith("gpt-4o")
    assert [(each.text, each.confidence) for each in heard.alternatives] == [("tell Tomasz", SURE)]
