"""Lines that nobody types by hand, and a machine without sound."""

from pathlib import Path

import pytest

from tests.agent.roomless.sound_card import on_linux
from tests.cli.piped import aloud_piped
from tests.cli.pseudo_terminal import CTRL_D, aloud
from tests.servers.ports import free_port

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", ["pipe", "file"])
def test_lines_are_each_answered_before_the_next_and_the_end_is_a_goodbye(tmp_path: Path, kind: str) -> None:
    lines = "next\n\narchive it"
    (tmp_path / "lines").write_text(lines)
    written = aloud_piped("console", "--sample", folder=tmp_path, lines=lines, stdin=tmp_path / "lines" if kind == "file" else None)
    assert written.exit_code == 0
    assert written.stderr == ""
    said = written.stdout.splitlines()
    assert all(line.isprintable() for line in said), "there is something but text in it"
    first, second = said.index("you   next"), said.index("you   archive it")
    assert said[first + 1].startswith("aloud ")
    assert said[second + 1].startswith("aloud Archived.")
    assert said[-1] == "aloud 2 briefed, 1 archived. 47 are left for next time. Goodbye."


def test_what_comes_after_the_goodbye_is_not_answered(tmp_path: Path) -> None:
    written = aloud_piped("console", "--sample", folder=tmp_path, lines="goodbye\nnext\nnext\n")
    assert written.exit_code == 0
    assert written.stdout.splitlines()[-1] == "aloud 1 briefed. 49 are left for next time. Goodbye."


def test_without_any_input_the_briefing_is_begun_and_left(tmp_path: Path) -> None:
    written = aloud_piped("console", "--sample", folder=tmp_path, stdin=Path("/dev/null"))
    assert written.exit_code == 0
    assert written.stdout.splitlines()[-1] == "aloud 1 briefed. 49 are left for next time. Goodbye."


def without_sound(folder: Path) -> dict[str, str]:
    """On Linux, also where the machine does have a sound device."""
    config = folder / "asound.conf"
    config.write_text("pcm.!default { type hw card 99 }\n")
    return {"ALSA_CONFIG_PATH": str(config)}


@on_linux
@pytest.mark.parametrize("option", ["--speak", "--voice"])
def test_without_a_sound_device_speaking_is_refused_in_one_line(option: str, tmp_path: Path) -> None:
    with aloud("console", "--sample", option, folder=tmp_path, settings=without_sound(tmp_path)) as terminal:
        assert terminal.exit_code() == 1
        assert terminal.text == "This machine has no sound device."


@on_linux
def test_without_a_sound_device_the_demo_goes_on_as_text(tmp_path: Path) -> None:
    with aloud("console", "--sample", "--speak-if-possible", folder=tmp_path, settings=without_sound(tmp_path)) as terminal:
        assert "This machine has no sound device. What is said stands here as text." in terminal.see("or next.")
        terminal.say("goodbye", until="Goodbye.")
        assert terminal.exit_code() == 0


def test_a_terminal_that_cannot_erase_is_written_to_as_to_paper(tmp_path: Path) -> None:
    with aloud("console", "--sample", folder=tmp_path, settings={"TERM": "dumb"}) as terminal:
        terminal.see("or next.")
        terminal.press("goodbye\n")
        terminal.see("Goodbye.")
        assert terminal.exit_code() == 0
        assert terminal.words.count("goodbye") == 1
        assert "\x1b" not in terminal.raw


def test_models_that_do_not_answer_are_said_to_and_plain_commands_still_work(tmp_path: Path) -> None:
    away = {"OPENAI_API_KEY": "sk-nobody", "OPENAI_BASE_URL": f"http://127.0.0.1:{free_port()}/v1"}
    with aloud("console", "--sample", folder=tmp_path, settings=away) as terminal:
        terminal.see("or next.")
        terminal.say("tell me a joke about it", until="No answer from the models. `aloud doctor` may say why.")
        terminal.say("next", until="or next?")
        assert terminal.words.count("No answer from the models") == 1
        terminal.press(CTRL_D)
        terminal.see("Goodbye.")
        assert terminal.exit_code() == 0
