"""A call in the terminal. No LiveKit server is needed.

The same agent, tools and session as in a room; only the ends differ: lines from the keyboard in, text and perhaps sound out.
"""

import contextlib
import sys
from contextlib import AsyncExitStack
from uuid import uuid4

from livekit.agents import AgentSession, AgentStateChangedEvent, CloseEvent, ErrorEvent
from livekit.agents.voice.agent_activity import ActivityClosedError

from agent.behaviours import forget_what_is_no_longer_sent
from agent.briefer import Briefer
from agent.connect_options import CONNECT
from agent.tools.every_tool import BriefingTools
from agent.turns.consenting import heed_what_the_user_says
from agent.turns.typed_lines import TypedLines
from briefing.speech.sentences import replies
from cli.account_states import closed_line
from cli.async_run import prepare_folder
from cli.screen import fail, out, progress
from cli.terminal.conversation_screen import ConversationScreen
from cli.terminal.loudspeaker import Loudspeaker, Speaking, chosen_loudspeaker
from cli.terminal.piped_lines import Lines, piped_lines
from cli.terminal.prompt_line import PromptLine
from inbox.listing.pipeline import FirstLook
from providers.models.choice import Models, choose_models
from providers.settings import Settings
from session.announcements.sending_news import let_leave
from session.assembly import local_now, open_call
from session.behaviours import behave, greet
from session.call import Call
from session.timeouts import MAX_TOOL_STEPS

FAREWELL = "goodbye"
HOW_TO = 'Type what you would say: "help" lists it, "goodbye" ends.'
SENDS_WITHIN_S = 10.0
"""So long a program that ends with its call waits for a mail that is held."""
NO_ANSWER = "No answer from the models. `aloud doctor` may say why."
MODELS_AWAY = "The models do not answer; the call is over. `aloud doctor` may say why."


async def terminal_call(settings: Settings, speaking: Speaking) -> None:
    """One call, from the greeting to the goodbye or the end of the input."""
    by_hand = bool(sys.stdin and sys.stdin.isatty())
    face_to_face = by_hand and out.is_terminal
    prompt = PromptLine() if face_to_face and not out.is_dumb_terminal else None
    screen = ConversationScreen(out, echoed=face_to_face and not prompt)
    models = choose_models(settings)
    async with AsyncExitStack() as stack:
        if loudspeaker := chosen_loudspeaker(speaking, has_voice=models.speaks):
            stack.push_async_callback(loudspeaker.aclose)
        out.print(models.name, style="dim", markup=False)
        with progress("Reading your mail…"):
            await prepare_folder(settings, "console")
            call, look = await stack.enter_async_context(
                open_call(
                    settings,
                    settings.aloud_user,
                    call_id=f"console-{uuid4()}",
                    now=local_now(settings),
                    voice=models.paced,
                    tell_to_sign_in=lambda account: screen.note(closed_line(account)),
                )
            )
        # Somebody who types may interrupt; but what is written at once, without a voice or a model, is better read than interrupted.
        hurried = by_hand and (loudspeaker is not None or models.asks_model)
        await _Conversation(call, look, models, screen, prompt).hold(loudspeaker, hurried=hurried)
        await let_leave(call, within_s=settings.aloud_send_hold_s + SENDS_WITHIN_S)


class _Conversation:
    """The session of one call between a screen and a keyboard."""

    def __init__(self, call: Call, look: FirstLook, models: Models, screen: ConversationScreen, prompt: PromptLine | None) -> None:
        self._call = call
        self._look = look
        self._screen = screen
        self._prompt = prompt
        self._session: AgentSession[None] = AgentSession(
            llm=models.llm,
            tts=models.tts,
            vad=None,
            conn_options=CONNECT,
            max_tool_steps=MAX_TOOL_STEPS,
            turn_handling={"turn_detection": "manual", "interruption": {"resume_false_interruption": False}},
        )
        self._briefer = Briefer(BriefingTools(call), asks_model=models.asks_model, asked_back=models.asked_back)
        self._lines = TypedLines(self._briefer.answering, holding=call.heeds_stop)
        self._failed = False

    async def hold(self, loudspeaker: Loudspeaker | None, *, hurried: bool) -> None:
        """Greet, take lines, close. `hurried`: a line interrupts what is being said; else it waits until that has been said."""
        self._watch()
        self._session.output.transcription = self._screen
        self._session.output.audio = loudspeaker
        try:
            heed_what_the_user_says(self._session, self._call)
            await self._session.start(self._briefer, record=False)
            behave(self._call, self._briefer.conversation, self._look)
            forget_what_is_no_longer_sent(self._briefer, self._call)
            self._call.background.start("make way", self._make_way())
            await self._talk(hurried=hurried)
        finally:
            await self._session.aclose()
            self._screen.end_turn()
        if self._failed:
            raise fail(MODELS_AWAY, code=1)

    def _watch(self) -> None:

        @self._session.on("agent_state_changed")
        def _(event: AgentStateChangedEvent) -> None:
            if self._prompt:
                self._prompt.think(event.new_state == "thinking")
            if event.new_state == "listening":
                self._screen.end_turn()

        @self._session.on("error")
        def _(event: ErrorEvent) -> None:
            if not event.error.recoverable:  # else it is tried again
                self._screen.note(NO_ANSWER)

        @self._session.on("close")
        def _(event: CloseEvent) -> None:
            self._failed = event.error is not None
            self._call.events.ended.set()

    async def _make_way(self) -> None:
        """The user calls from somewhere else: that call goes on, and this one says so and ends."""
        await self._call.records.saved.taken_over.wait()
        await self._session.say(replies.TAKEN_OVER, allow_interruptions=False)
        self._call.events.ended.set()

    async def _talk(self, *, hurried: bool) -> None:
        if self._prompt:
            self._screen.note(HOW_TO)
        async with self._prompt or contextlib.nullcontext():
            lines = self._prompt.lines if self._prompt else piped_lines(sys.stdin)
            self._call.background.start("ended", self._wake_up(lines))
            greeting = greet(self._call, self._briefer.conversation, self._look)
            if hurried:
                self._call.background.start("greet", greeting)
            else:
                await greeting
            while not self._call.events.ended.is_set():
                if not hurried:
                    await self._everything_said()
                line = await lines.get()
                if self._call.events.ended.is_set():
                    break
                if line is None:
                    await self._say(FAREWELL)
                    await self._everything_said()
                    break
                if line.strip():
                    self._screen.write_user(line)
                    await self._say(line.strip())

    async def _wake_up(self, lines: Lines) -> None:
        """Whoever waits for a line need not any more when the call has ended."""
        await self._call.events.ended.wait()
        lines.put_nowait(None)

    async def _say(self, line: str) -> None:
        await self._lines.take(self._session, line)

    async def _everything_said(self) -> None:
        with contextlib.suppress(ActivityClosedError):
            await self._session.wait_for_idle()
