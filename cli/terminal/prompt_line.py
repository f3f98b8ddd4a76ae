"""The line being typed, at the bottom of the terminal. Everything written to standard output meanwhile goes above it.

One prompt lasts for the whole call instead of one for each line, so that what is typed while the agent speaks is never echoed twice.
"""

import asyncio
import contextlib
import signal
from typing import Self

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.patch_stdout import patch_stdout

from cli.terminal.conversation_screen import USER
from cli.terminal.piped_lines import Lines

THINKING = "one moment…"
THINKING_SHOWN_AFTER_S = 1.0


class PromptLine:
    """An async context manager: typed text arrives in `lines`, which Ctrl-D ends. Leaving it restores the terminal."""

    def __init__(self) -> None:
        self.lines: Lines = asyncio.Queue()
        self._thinking = False
        self._thinking_timer: asyncio.TimerHandle | None = None
        self._resources = contextlib.AsyncExitStack()
        output = get_app_session().output
        if isinstance(output, Vt100_Output):
            output.enable_cpr = False  # a prompt need not know where the cursor is, and not every terminal answers
        self._session: PromptSession[str] = PromptSession(
            message=self._message,
            prompt_continuation=" " * len(USER),
            key_bindings=_keys(),
            enable_suspend=True,
            erase_when_done=True,
        )
        self._session.default_buffer.accept_handler = self._take

    def think(self, thinking: bool) -> None:
        """Show that the user is waiting for an answer, after a moment and only if nothing is typed."""
        if self._thinking_timer:
            self._thinking_timer.cancel()
        self._show_thinking(False)
        if thinking:
            self._thinking_timer = asyncio.get_running_loop().call_later(THINKING_SHOWN_AFTER_S, self._show_thinking, True)

    async def __aenter__(self) -> Self:
        self._resources.enter_context(patch_stdout(raw=True))
        self._resources.push_async_callback(_ended, asyncio.create_task(self._type()))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.think(False)
        await self._resources.aclose()

    async def _type(self) -> None:
        try:
            with contextlib.suppress(EOFError):
                await self._session.prompt_async(handle_sigint=False, set_exception_handler=False)
        finally:
            self.lines.put_nowait(None)

    def _take(self, buffer: Buffer) -> bool:
        """Hand over the line, or several pasted lines. Returns false, so that the prompt is emptied."""
        for line in buffer.text.splitlines():
            self.lines.put_nowait(line)
        return False

    def _message(self) -> StyleAndTextTuples:
        return [("dim", THINKING)] if self._thinking and not self._session.default_buffer.text else [("bold ansigreen", USER)]

    def _show_thinking(self, shown: bool) -> None:
        self._thinking = shown
        self._session.app.invalidate()


async def _ended(typing: asyncio.Task[None]) -> None:
    typing.cancel()
    await asyncio.wait({typing})
    if not typing.cancelled():
        typing.result()


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("c-c")
    def _(_: KeyPressEvent) -> None:
        signal.raise_signal(signal.SIGINT)  # ends this command like any other

    return keys
