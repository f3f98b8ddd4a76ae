"""The conversation on the screen.

What the agent says arrives in pieces. On a terminal each row is written as soon as it is full, broken between words; where the output is
not a terminal, each turn is one line.
"""

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

AGENT = "aloud "
USER = "you   "
UNBOUNDED = 1_000_000


class ConversationScreen:
    """The page of a call (`session.written_call.WrittenOutput`).

    `echoed`: the terminal itself shows what the user types, so it need not be written again.
    """

    def __init__(self, console: Console, *, echoed: bool = False) -> None:
        self._console = console
        self._echoed = echoed
        self._begun = False
        self._unwritten = ""

    def write(self, words: str) -> None:
        self._unwritten += _printable(words)
        *full, self._unwritten = self._rows(self._unwritten)
        self._write_agent(full)

    def end_passage(self) -> None:
        """A passage is over: on a terminal, the rest of the turn begins on a new row."""
        if self._console.is_terminal:
            self._write_rest()

    def end_turn(self) -> None:
        """The agent's turn is over, or was interrupted: write the rest of it."""
        self._write_rest()
        self._begun = False

    def write_user(self, line: str) -> None:
        self.end_turn()
        if not self._echoed:
            self._write(self._rows(_printable(line).strip()), first=Text(USER, "bold green"))

    def note(self, text: str) -> None:
        self.end_turn()
        self._console.print(Text(text, "dim"))

    def _write_rest(self) -> None:
        self._write_agent([self._unwritten.strip()] if self._unwritten.strip() else [])
        self._unwritten = ""

    def _rows(self, text: str) -> list[str]:
        """`text` broken between words; the last row keeps its trailing space for the next piece."""
        width = self._console.width - cell_len(AGENT) if self._console.is_terminal else UNBOUNDED
        rows = [row.plain.rstrip() for row in Text(text).wrap(self._console, max(1, width))] or [""]
        return [*rows[:-1], text[len(text.rstrip()) - len(rows[-1]) :]] if rows[-1] else [text]

    def _write_agent(self, rows: list[str]) -> None:
        if rows:
            self._write(rows, first=None if self._begun else Text(AGENT, "bold cyan"))
            self._begun = True

    def _write(self, rows: list[str], *, first: Text | None) -> None:
        """Write the rows after the margin `first`; further rows are indented like the first."""
        for number, row in enumerate(rows):
            margin = first if first and not number else Text(" " * cell_len(AGENT))
            self._console.print(margin + Text(row), soft_wrap=True)


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)
