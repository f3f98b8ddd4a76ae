"""A voice of a speech service: which of its voices, and how fast."""

import json

import pytest
from aiohttp import web
from livekit.plugins import openai
from pydantic import SecretStr

from providers.models.choice import choose_models
from providers.models.espeak import EspeakTTS
from providers.models.local_voice import voices_at
from providers.models.service_voice import VOICES_OF_OPENAI, ServiceVoice
from providers.settings import Settings
from tests.servers.http_server import http_server
from tests.servers.openai.double import openai_server
from tests.voice.doubles import ScriptedListener, WordSynthesizer, parts_of, voice_server

JOE, ALBA = "en_US-joe-medium", "en_GB-alba-medium"


def service_voice(*, takes_any: bool, voices: tuple[str, ...] = ()) -> tuple[ServiceVoice, openai.TTS, EspeakTTS]:
    usual, other = openai.TTS(model="tts-1", voice="default", api_key="sk-test"), EspeakTTS()
    return ServiceVoice(usual, other, voice="default", voices=voices, base_speed=1.5, takes_any=takes_any), usual, other


async def test_the_speed_is_so_many_times_the_usual_one_also_of_the_voice_that_stands_in() -> None:
    voice, usual, other = service_voice(takes_any=True)
    voice.set_speed(2.0)
    assert (voice.speed, usual._opts.speed, other.words_per_minute) == (2.0, 3.0, 340)
    voice.set_speed(1.0)
    assert (usual._opts.speed, other.words_per_minute) == (1.5, 170)


async def test_a_choice_of_before_is_taken_as_soon_as_it_is_known_to_be_there() -> None:
    careful, usual, _ = service_voice(takes_any=False)
    careful.set_voice(ALBA)
    assert usual._opts.voice == "default"  # the service would refuse each sentence
    careful.learned((JOE, ALBA))
    assert (careful.voice, usual._opts.voice) == (ALBA, ALBA)
    trusting, usual, _ = service_voice(takes_any=True)
    trusting.set_voice(ALBA)
    assert usual._opts.voice == ALBA
    trusting.learned((JOE,))
    assert trusting.voice == JOE  # which is what speaks there


async def test_openais_voices_are_known_and_no_other_is_asked_for() -> None:
    voice, usual, _ = service_voice(takes_any=False, voices=VOICES_OF_OPENAI)
    spoken_by = []
    for name in (JOE, "nova"):
        voice.set_voice(name)
        spoken_by.append(usual._opts.voice)
    assert spoken_by == ["default", "nova"]


@pytest.mark.parametrize(
    "answer",
    [{"voices": [JOE, ALBA]}, {"voices": [{"id": JOE, "name": "Joe"}, {"id": ALBA}]}, {"voices": [{"voice_id": JOE}, {"name": ALBA}, ""]}],
)
async def test_servers_name_their_voices_in_several_shapes(answer: object) -> None:
    async def voices(_: web.Request) -> web.Response:
        return web.json_response(answer)

    application = web.Application()
    application.router.add_get("/v1/audio/voices", voices)
    async with http_server(application) as address:
        assert await voices_at(f"{address}/v1", within_s=5) == (JOE, ALBA)


@pytest.mark.parametrize("answer", ["[]", "no json", json.dumps({"voices": 3})])
async def test_what_is_no_list_of_voices_is_none(answer: str) -> None:
    async def voices(_: web.Request) -> web.Response:
        return web.Response(text=answer)

    application = web.Application()
    application.router.add_get("/v1/audio/voices", voices)
    async with http_server(application) as address:
        assert await voices_at(f"{address}/v1", within_s=5) == ()
        assert await voices_at(f"{address}/elsewhere", within_s=5) == ()


async def test_a_call_asks_the_server_that_speaks_in_it() -> None:
    async with openai_server() as server:
        settings = Settings.load(env_file=None).model_copy(
            update={"openai_base_url": server.url, "openai_api_key": SecretStr("sk-test"), "aloud_voice": "openai"}
        )
        async with choose_models(settings) as models:
            assert (await models.about_voice()).voices == ()
        async with choose_models(settings.model_copy(update={"openai_base_url": "https://api.openai.com/v1"})) as models:
            assert (await models.about_voice()).voices == VOICES_OF_OPENAI
            assert models.voice is not None
            assert models.voice.voices == VOICES_OF_OPENAI


async def test_our_own_server_names_its_voices_and_speaks_with_the_one_that_is_asked_for() -> None:
    joe, alba = WordSynthesizer(), WordSynthesizer()
    async with voice_server(load=lambda: parts_of(ScriptedListener(), joe, alba)) as server:
        await server.serving.settled.wait()
        told = (await server.http.get("/v1/audio/voices")).json()
        assert told == {"voices": [{"id": "mouth", "name": "mouth"}, {"id": "tongue", "name": "tongue"}]}
        await server.speak("one", voice="tongue")
        await server.speak("two", voice="alloy")
        assert (alba.spoken, joe.spoken) == (["one"], ["two"])
