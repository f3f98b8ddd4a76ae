"""The line being typed, in a call at a real terminal: one call for all of these tests, each of which begins with an empty line."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.pseudo_terminal import CTRL_C, CTRL_U, Terminal, aloud

pytestmark = pytest.mark.slow

END = "\x05"
UP = "\x1b[A"
LEFT = "\x1b[D"
BACKSPACE = "\x7f"
PASTE = "\x1b[200~{}\x1b[201~"


@pytest.fixture(scope="module")
def call(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    with aloud("console", "--sample", folder=tmp_path_factory.mktemp("prompt line")) as terminal:
        terminal.see("or next.")
        yield terminal


@pytest.fixture
def terminal(call: Terminal) -> Terminal:
    call.press(END + CTRL_U)
    return call


def test_a_line_typed_while_the_agent_speaks_stays_below_what_is_said(terminal: Terminal) -> None:
    terminal.press("how many are left\rarchi")
    terminal.see("This is topic", after="you how many are left")
    terminal.see_last_row("you   archi")
    assert terminal.words.count("archi") - terminal.words.count("archive") == 1, "it was left standing above, too"


def test_wide_letters_and_arrow_keys_edit_the_line(terminal: Terminal) -> None:
    terminal.press(f"日本語{BACKSPACE}{LEFT}naïve 🙂 ")
    terminal.see_last_row("you   日naïve 🙂 本")


def test_an_earlier_line_comes_back_with_the_arrow_key(terminal: Terminal) -> None:
    terminal.say("frobnicate the mail", until="“help”")
    terminal.press(UP)
    terminal.see_last_row("you   frobnicate the mail")


def test_pasted_lines_wait_for_enter_and_are_each_answered(terminal: Terminal) -> None:
    terminal.press(PASTE.format("flag it\nunflag it"))
    terminal.see("unflag it")
    assert "Flagged" not in terminal.words
    terminal.press("\r")
    terminal.see("Flagged.", after="you flag it")
    terminal.see("you unflag it", after="Flagged.")


def test_what_follows_is_broken_to_the_new_width_when_the_terminal_is_resized(terminal: Terminal) -> None:
    terminal.press("arch")
    terminal.see_last_row("you   arch")
    rows = len(terminal.text.splitlines())
    terminal.resize(40)
    terminal.press(f"{CTRL_U}next\r")
    terminal.see("?", after="you next")
    said = terminal.text.splitlines()[rows - 1 :]
    assert any(len(row) > 30 for row in said)
    assert all(len(row) <= 40 for row in said)


def test_that_an_answer_takes_long_is_shown_until_something_is_typed(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings = {"OPENAI_API_KEY": "sk-nobody", "OPENAI_BASE_URL": f"http://127.0.0.1:{silent.getsockname()[1]}/v1"}
        with aloud("console", "--sample", folder=tmp_path, settings=settings) as terminal:
            terminal.see("or next.")
            terminal.press("tell me a joke about it\r")
            terminal.see("one moment…", after="you tell me a joke about it")
            terminal.press("st")
            terminal.see_last_row("you   st")
            terminal.press(CTRL_C)
            assert terminal.exit_code() == 130
            assert terminal.is_as_before()
