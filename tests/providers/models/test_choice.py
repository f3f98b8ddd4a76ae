"""Which models these settings choose, and how the local speech server is reached."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager

import pytest
import pytest_asyncio
from aiohttp import web
from livekit import rtc
from livekit.agents.utils import is_given
from pydantic import SecretStr

from providers.models.choice import choose_models
from providers.models.local_voice import LocalVoiceAwayError, local_voice
from providers.settings import Settings, SettingsError, local_voice_installed
from tests.servers.http_server import http_server
from tests.servers.openai.double import OpenAIDouble, openai_server
from tests.servers.ports import free_port

KEY = SecretStr("sk-test")
SECOND = rtc.AudioFrame(b"\x10\x20" * 16_000, 16_000, 1, 16_000)


def settings(**changes: object) -> Settings:
    return Settings.load(env_file=None).model_copy(update=changes)


@pytest_asyncio.fixture
async def speech() -> AsyncIterator[OpenAIDouble]:
    async with openai_server() as running:
        yield running


@pytest.mark.parametrize(
    ("key", "set_to", "voice", "asks_model"),
    [
        (None, "none", "none", False),
        (None, "local", "local", False),
        (KEY, None, "openai", True),
        (KEY, "openai", "openai", True),
        (KEY, "local", "local", True),
        (KEY, "none", "none", True),
    ],
)
async def test_key_and_voice_choose_who_answers_listens_and_speaks(
    key: SecretStr | None, set_to: str | None, voice: str, asks_model: bool
) -> None:
    chosen = settings(openai_api_key=key, aloud_voice=set_to)
    async with choose_models(chosen) as models:
        assert chosen.voice == voice
        assert models.asks_model is asks_model
        assert is_given(models.stt) is (voice != "none")
        assert not (is_given(models.stt) and models.stt.capabilities.interim_results), "a turn could be routed while it is spoken"


def test_without_a_key_and_a_word_the_local_voice_is_used_only_where_it_is_installed() -> None:
    assert not local_voice_installed(("json", "no_such_package"))
    assert local_voice_installed(("json", "wave"))
    assert settings(openai_api_key=None, aloud_voice=None).voice == ("local" if local_voice_installed() else "none")


def test_openai_cannot_be_the_voice_without_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALOUD_VOICE", "openai")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(SettingsError, match="ALOUD_VOICE is wrong: it should be local, openai"):
        Settings.load(env_file=None)


async def test_the_local_server_hears_and_speaks_and_openai_is_asked_for_no_sound(speech: OpenAIDouble) -> None:
    elsewhere = f"http://127.0.0.1:{free_port()}/v1"
    async with choose_models(
        settings(openai_api_key=KEY, openai_base_url=elsewhere, aloud_voice="local", aloud_voice_url=speech.url, aloud_words_per_minute=340)
    ) as models:
        assert is_given(models.stt)
        assert is_given(models.tts)
        speech.hear("archive it")
        heard = await models.stt.recognize(SECOND)
        assert [each.text for each in heard.alternatives] == ["archive it"]
        async with models.tts.synthesize("Archived.") as stream:
            assert [frame async for frame in stream]
    assert speech.speech_requests == ["Archived."]
    assert speech.speech_speeds == [2.0]


async def test_espeak_speaks_where_the_local_server_is_away() -> None:
    async with choose_models(
        settings(openai_api_key=None, aloud_voice="local", aloud_voice_url=f"http://127.0.0.1:{free_port()}/v1")
    ) as models:
        assert is_given(models.tts)
        async with models.tts.synthesize("Archived.") as stream:
            assert [frame async for frame in stream]


def health_at(handler: Callable[[web.Request], Awaitable[web.Response]]) -> AbstractAsyncContextManager[str]:
    application = web.Application()
    application.router.add_get("/health", handler)
    return http_server(application)


def part(factor: float) -> dict[str, object]:
    return {"model": "tiny", "licence": "MIT", "size_bytes": 75_000_000, "real_time_factor": factor}


@pytest.mark.parametrize(("factor", "slow"), [(0.2, False), (0.9, True)])
async def test_a_server_that_is_too_slow_is_known_by_what_it_measured(factor: float, slow: bool) -> None:
    async def health(_: web.Request) -> web.Response:
        return web.json_response({"status": "ready", "listens": part(0.1), "speaks": part(factor)})

    async with health_at(health) as url:
        voice = await local_voice(f"{url}/v1", within_s=5)
    assert voice.is_too_slow is slow
    assert voice.listens.line == "tiny (MIT, 75 MB, 0.10 s for a second of sound)"


async def test_a_server_that_is_not_ready_or_not_there_is_away() -> None:
    async def health(_: web.Request) -> web.Response:
        return web.json_response({"status": "weights altered"}, status=503)

    async with health_at(health) as url:
        with pytest.raises(LocalVoiceAwayError, match="not ready"):
            await local_voice(f"{url}/v1", within_s=5)
    with pytest.raises(LocalVoiceAwayError, match="No speech server answers"):
        await local_voice(f"http://127.0.0.1:{free_port()}/v1", within_s=5)
