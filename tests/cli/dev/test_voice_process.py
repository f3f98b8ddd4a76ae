"""The speech server beside a command: started where it is chosen, again when it dies, and done without where it cannot be."""

import asyncio
import os
import signal
from pathlib import Path

import psutil
import pytest
from pydantic import SecretStr

from cli.dev.voice_process import voice_started
from providers.models.local_voice import LocalVoiceAwayError, local_voice
from providers.settings import Settings
from tests.servers.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.takes(12)]

STARTS_WITHIN_S = 60.0


def local_settings(folder: Path, **changes: object) -> Settings:
    values = {"aloud_voice": "local", "aloud_voice_url": f"http://127.0.0.1:{free_port()}/v1", "aloud_data_dir": folder}
    return Settings.load(env_file=None).model_copy(update=values | changes)


def the_server() -> psutil.Process:
    (found,) = [child for child in psutil.Process().children() if child.cmdline()[-1:] == ["voice"]]
    return found


async def answers(settings: Settings) -> None:
    async with asyncio.timeout(STARTS_WITHIN_S):
        while True:
            try:
                await local_voice(settings.aloud_voice_url, within_s=2)
            except LocalVoiceAwayError:
                await asyncio.sleep(0.1)
            else:
                return


async def test_it_is_started_again_when_it_dies_and_ends_with_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = local_settings(tmp_path, openai_api_key=SecretStr("sk-nobody"), redis_url="redis://:nobody@127.0.0.1:1/0")
    async with voice_started(settings) as voiced:
        assert voiced.voice == "local"
        await answers(voiced)
        assert not any("nobody" in value for value in the_server().environ().values()), "no secret is any business of the speech server"
        async with voice_started(settings) as beside:
            assert beside == settings, "one that runs already is used as it is"
        first = the_server()
        os.kill(first.pid, signal.SIGKILL)
        await asyncio.to_thread(first.wait, 10)
        await answers(voiced)
        assert the_server().pid != first.pid
    assert "Another one is being started" in capsys.readouterr().out
    with pytest.raises(LocalVoiceAwayError):
        await local_voice(voiced.aloud_voice_url, within_s=2)


async def test_one_types_where_it_cannot_start_and_is_told_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with voice_started(local_settings(tmp_path, aloud_voice_models=tmp_path / "none")) as voiced:
        assert voiced.voice == "none"
    told = " ".join(capsys.readouterr().out.split())
    assert "The local voice did not start: ALOUD_VOICE_MODELS names" in told
    assert told.endswith("You type, and espeak-ng speaks where it is installed.")


@pytest.mark.parametrize("changes", [{"aloud_voice": "none"}, {"aloud_voice_url": "http://voice.example:8091/v1"}])
async def test_none_is_started_where_none_is_chosen_or_it_is_elsewhere(changes: dict[str, object], tmp_path: Path) -> None:
    settings = local_settings(tmp_path, **changes)
    async with voice_started(settings) as voiced:
        assert voiced == settings
        assert [child for child in psutil.Process().children() if child.cmdline()[-1:] == ["voice"]] == []
