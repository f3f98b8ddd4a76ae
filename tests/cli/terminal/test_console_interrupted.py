"""Ctrl-C at every stage of a call: it ends soon, with 130, and leaves neither a process nor a spoilt terminal behind."""

import os
from pathlib import Path

import pytest

from tests.agent.roomless.sound_card import SoundCard, on_linux
from tests.cli.pseudo_terminal import CTRL_C, Terminal, aloud

pytestmark = pytest.mark.slow

INTERRUPTED = 130


def ends(terminal: Terminal) -> None:
    terminal.press(CTRL_C)
    assert terminal.exit_code() == INTERRUPTED
    assert terminal.is_as_before()
    assert "Traceback" not in terminal.text


def test_while_it_is_loading(tmp_path: Path) -> None:
    with aloud("console", "--sample", folder=tmp_path, installed=True) as terminal:
        terminal.see("Starting…")
        ends(terminal)


def test_while_mail_is_read_from_a_disk_that_does_not_answer(tmp_path: Path) -> None:
    for part in ("cur", "new", "tmp"):
        (tmp_path / "Mail" / part).mkdir(parents=True)
    os.mkfifo(tmp_path / "Mail" / "new" / "1.2.host")
    with aloud("console", folder=tmp_path, settings={"ALOUD_MAILDIR": str(tmp_path / "Mail")}) as terminal:
        terminal.see("Reading your mail…")
        ends(terminal)


def test_at_the_prompt_in_the_middle_of_a_line(tmp_path: Path) -> None:
    with aloud("console", "--sample", folder=tmp_path) as terminal:
        terminal.see("or next.")
        terminal.press("arch")
        terminal.see("you arch")
        ends(terminal)


@on_linux
def test_in_the_greeting(tmp_path: Path, sound_card: SoundCard) -> None:
    with aloud("console", "--sample", "--speak", folder=tmp_path, settings=sound_card.environment) as terminal:
        terminal.see("50 unread mails")
        sound_card.wait_until_loud()
        ends(terminal)
        assert "First topic" not in terminal.words


@on_linux
def test_in_an_answer_after_typing_has_cut_off_the_greeting(tmp_path: Path, sound_card: SoundCard) -> None:
    with aloud("console", "--sample", "--speak", folder=tmp_path, settings=sound_card.environment) as terminal:
        terminal.see("50 unread mails")
        sound_card.wait_until_loud()
        terminal.press("stop\r")
        terminal.see("you stop")
        assert sound_card.heard_until_silent() < 1.0
        terminal.press("next\r")
        terminal.see("First topic", after="you next")
        sound_card.wait_until_loud()
        ends(terminal)
