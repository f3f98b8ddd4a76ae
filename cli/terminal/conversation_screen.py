"""The conversation on the screen: what is said goes above, the line being typed stays below.

What the agent says arrives in pieces, perhaps while the user is typing. Each row is written as soon as it is full, in the place of the
prompt, and the prompt with what was typed so far is put back underneath. Where the output is not a terminal there is no prompt, and each
turn is one line.
"""

import asyncio

from livekit.agents.voice.io import TextOutput
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

AGENT = "aloud "
USER = "you   "
THINKING = "one moment…"
THINKING_SHOWN_AFTER_S = 1.0
UNBOUNDED = 1_000_000

_WHOLE_LINE = Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 0))


class ConversationScreen(TextOutput):
    """The text output of a session.

    `prompts`: there is a line to type on. `echoed`: the terminal itself shows what the user types, so it need not be written again.
    """

    def __init__(self, console: Console, *, prompts: bool, echoed: bool = False) -> None:
        super().__init__(label="screen", next_in_chain=None)
        self._console = console
        self._echoed = echoed
        self.prompts = prompts
        self._begun = False
        self._unwritten = ""
        self._typed = ""
        self._thinking = False
        self._impatience: asyncio.TimerHandle | None = None

    async def capture_text(self, text: str) -> None:
        """Take a piece of what the agent says."""
        self.think(False)
        self._unwritten += "".join(letter if letter.isprintable() else " " for letter in text)
        *full, self._unwritten = self._rows(self._unwritten)
        self._write_agent(full)

    def flush(self) -> None:
        """A passage is over: on a terminal, what follows in the same turn begins a row of its own under it."""
        if self._console.is_terminal:
            self._write_rest()

    def end_turn(self) -> None:
        """The agent's turn is over, or was interrupted: write what is left of it."""
        self._write_rest()
        self._begun = False

    def show_typed(self, text: str) -> None:
        """Put `text` on the line being typed."""
        self._typed = text
        self._draw_prompt()

    def write_user(self, line: str) -> None:
        """What the user said becomes part of the conversation."""
        self.end_turn()
        if not self._echoed:
            self._write(self._rows(line.strip()), first=Text(USER, "bold green"))

    def note(self, text: str) -> None:
        """A remark that nobody said."""
        self.end_turn()
        self._write([text], style="dim")

    def think(self, thinking: bool) -> None:
        """Whether an answer is being waited for; shown if it lasts."""
        if self._impatience:
            self._impatience.cancel()
            self._impatience = None
        if thinking and self.prompts:
            self._impatience = asyncio.get_running_loop().call_later(THINKING_SHOWN_AFTER_S, self._show_thinking)
        elif self._thinking:
            self._thinking = False
            self._draw_prompt()

    def close(self) -> None:
        """Leave an empty line for whoever uses the terminal next."""
        self.think(False)
        self.end_turn()
        if self.prompts:
            self._console.control(_WHOLE_LINE)
        self.prompts = False

    def _show_thinking(self) -> None:
        self._thinking = True
        self._draw_prompt()

    def _write_rest(self) -> None:
        self._write_agent([self._unwritten.strip()] if self._unwritten.strip() else [])
        self._unwritten = ""

    def _rows(self, text: str) -> list[str]:
        """`text` broken between words; the last row keeps the space it may end with, for what follows."""
        width = self._console.width - cell_len(AGENT) if self._console.is_terminal else UNBOUNDED
        rows = [row.plain.rstrip() for row in Text(text).wrap(self._console, max(1, width))] or [""]
        return [*rows[:-1], text[len(text.rstrip()) - len(rows[-1]) :]] if rows[-1] else [text]

    def _write_agent(self, rows: list[str]) -> None:
        if rows:
            self._write(rows, first=None if self._begun else Text(AGENT, "bold cyan"))
            self._begun = True

    def _write(self, rows: list[str], *, first: Text | None = None, style: str = "") -> None:
        """Rows in the place of the prompt; after `first`, further ones stand under the first one's words."""
        if self.prompts:
            self._console.control(_WHOLE_LINE)
        for number, row in enumerate(rows):
            margin = first if first and not number else Text("" if style else " " * cell_len(AGENT))
            self._console.print(margin + Text(row, style), soft_wrap=not style)
        self._draw_prompt()

    def _draw_prompt(self) -> None:
        if not self.prompts:
            return
        room = max(1, self._console.width - cell_len(USER) - 1)
        if self._thinking and not self._typed:
            line = Text(set_cell_size(THINKING, min(room, cell_len(THINKING))), "dim")
        else:
            line = Text(USER, "bold green") + Text(_end_of(self._typed, room))
        self._console.control(_WHOLE_LINE)
        self._console.print(line, end="", soft_wrap=True)


def _end_of(text: str, room: int) -> str:
    """As much of the end as has room, after an ellipsis where something is missing."""
    if cell_len(text) <= room:
        return text
    while cell_len(text) > room - 1:
        text = text[1:]
    return f"…{text}"
