"""What is said, looked at on an emulated terminal."""

import io
import re

import pyte
import pytest
from rich.console import Console

from cli.terminal.conversation_screen import ConversationScreen

WORDS = "Luca Ferretti answers you about the portfolio, and would like to know by Friday whether a small task is enough."


class Emulated:
    """A terminal of `columns` that shows what a console writes."""

    def __init__(self, columns: int) -> None:
        self._written = io.StringIO()
        self.console = Console(file=self._written, force_terminal=True, width=columns, highlight=False, emoji=False, legacy_windows=False)
        self._screen = pyte.Screen(columns, 40)
        self._stream = pyte.Stream(self._screen)

    @property
    def lines(self) -> list[str]:
        self._stream.feed(self._written.getvalue().replace("\n", "\r\n"))
        self._written.seek(0)
        self._written.truncate()
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip().split("\n")


@pytest.fixture
def terminal() -> Emulated:
    return Emulated(40)


@pytest.fixture
def screen(terminal: Emulated) -> ConversationScreen:
    return ConversationScreen(terminal.console)


async def say(screen: ConversationScreen, *pieces: str) -> None:
    for piece in pieces:
        screen.write(piece)
    screen.end_turn()


@pytest.mark.parametrize("pieces", [[WORDS], list(WORDS), re.split(r"(\s)", WORDS), [f"{word} " for word in WORDS.split(" ")]])
async def test_words_are_never_broken_whatever_the_pieces(terminal: Emulated, screen: ConversationScreen, pieces: list[str]) -> None:
    await say(screen, *pieces)
    assert terminal.lines == [
        "aloud Luca Ferretti answers you about",
        "      the portfolio, and would like to",
        "      know by Friday whether a small",
        "      task is enough.",
    ]


async def test_an_interrupted_sentence_ends_where_it_was_cut(terminal: Emulated, screen: ConversationScreen) -> None:
    screen.write("First topic: the boiler, of")
    screen.write_user("stop")
    await say(screen, "Next.")
    assert terminal.lines == ["aloud First topic: the boiler, of", "you   stop", "aloud Next."]


async def test_control_characters_and_markup_of_a_mail_are_only_text(terminal: Emulated, screen: ConversationScreen) -> None:
    await say(screen, "He writes [red]now\x1b[2J\x07 or\r\nnever.")
    assert terminal.lines == ["aloud He writes [red]now [2J  or  never."]


async def test_of_what_was_piped_in_only_text_is_shown(terminal: Emulated, screen: ConversationScreen) -> None:
    screen.write_user("archive\x1b[2J it\t")
    assert terminal.lines == ["you   archive [2J it"]


async def test_where_nobody_looks_each_turn_is_one_line() -> None:
    written = io.StringIO()
    screen = ConversationScreen(Console(file=written, width=40, highlight=False, soft_wrap=True))
    await say(screen, WORDS[:20], WORDS[20:])
    screen.write_user("next")
    assert written.getvalue() == f"aloud {WORDS}\nyou   next\n"
