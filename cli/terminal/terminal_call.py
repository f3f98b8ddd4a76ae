"""A call in the terminal: typed or piped lines and perhaps a microphone in, text and perhaps sound out. It needs no LiveKit server."""

import asyncio
import contextlib
import sys
from contextlib import AsyncExitStack
from uuid import uuid4

from agent.roomless.roomless_call import RoomlessCall
from cli.account_states import closed_line
from cli.async_run import prepare_folder
from cli.dev.voice_process import voice_started, without_voice
from cli.screen import fail, out, progress
from cli.terminal.conversation_screen import ConversationScreen
from cli.terminal.piped_lines import Lines, piped_lines
from cli.terminal.prompt_line import PromptLine
from cli.terminal.speaking import Speaking, chosen_loudspeaker, chosen_microphone
from inbox.listing.first_look import FirstLook
from providers.models.choice import choose_models
from providers.models.espeak import find_espeak
from providers.settings import Settings
from session.announcements.sending_news import let_leave
from session.call import Call
from session.opening.assembly import local_now, open_call
from session.skills.writing.holding_at_once import hold_at_once
from session.written_call import WrittenCall

FAREWELL = "goodbye"
HOW_TO = 'Type what you would say: "help" lists it, "goodbye" ends.'
SENDS_WITHIN_S = 10.0
"""How long the program waits, after the call, for a mail that is still held before sending."""
NO_ANSWER = "No answer from the models. `aloud doctor` may say why."
MODELS_AWAY = "The models do not answer; the call is over. `aloud doctor` may say why."


async def terminal_call(settings: Settings, speaking: Speaking) -> None:
    """One call, from the greeting to the goodbye or the end of the input."""
    by_hand = bool(sys.stdin and sys.stdin.isatty())
    face_to_face = by_hand and out.is_terminal
    prompt = PromptLine() if face_to_face and not out.is_dumb_terminal else None
    screen = ConversationScreen(out, echoed=face_to_face and not prompt)
    async with AsyncExitStack() as stack:
        if loudspeaker := chosen_loudspeaker(speaking, has_voice=settings.voice != "none" or find_espeak() is not None):
            stack.push_async_callback(loudspeaker.aclose)
            settings = await stack.enter_async_context(voice_started(settings))
        elif settings.voice == "local":
            settings = without_voice(settings)
        models = choose_models(settings)
        if loudspeaker and not models.speaks:
            loudspeaker = chosen_loudspeaker(speaking, has_voice=False)
        if microphone := chosen_microphone(speaking, listens=models.listens):
            stack.push_async_callback(microphone.aclose)
        out.print(models.name, style="dim", markup=False)
        with progress("Reading your mail…"):
            await prepare_folder(settings, "console")
            call, look = await stack.enter_async_context(
                open_call(
                    settings,
                    settings.aloud_user,
                    call_id=f"console-{uuid4()}",
                    now=local_now(settings),
                    voice=models.voice,
                    tell_to_sign_in=lambda account: screen.note(closed_line(account)),
                )
            )
        stack.callback(screen.end_turn)
        if loudspeaker is None and not models.asks_model:
            written = WrittenCall(call, screen)
            await written.start(look)
            # Without a voice or a model the answer is written at once, so it is not interrupted.
            await _talk(call, look, written, screen, prompt, by_hand=by_hand, hurried=False)
        else:
            think = prompt.think if prompt else _nobody_sees
            spoken = RoomlessCall(
                call,
                models,
                screen,
                think=think,
                note_away=lambda: screen.note(NO_ANSWER),
                settings=settings if microphone is not None else None,
                heard=screen.write_user,
            )
            try:
                await spoken.start(look, loudspeaker, microphone)
                await _talk(call, look, spoken, screen, prompt, by_hand=by_hand, hurried=by_hand)
            finally:
                await spoken.aclose()
            if spoken.failed:
                raise fail(MODELS_AWAY, code=1)
        await let_leave(call, within_s=settings.aloud_send_hold_s + SENDS_WITHIN_S)


def _nobody_sees(thinking: bool) -> None:
    pass


async def _talk(
    call: Call,
    look: FirstLook,
    conversation: RoomlessCall | WrittenCall,
    screen: ConversationScreen,
    prompt: PromptLine | None,
    *,
    by_hand: bool,
    hurried: bool,
) -> None:
    """Greet and take lines. `hurried`: a line interrupts what is being said; else it waits until that has been said."""
    if prompt:
        screen.note(HOW_TO)
    async with prompt or contextlib.nullcontext():
        lines = prompt.lines if prompt else piped_lines(sys.stdin)
        if by_hand:
            lines = heeded(call, lines)
        call.background.start("ended", _wake_up(call, lines))
        greeting = conversation.greet(look)
        if hurried:
            call.background.start("greet", greeting)
        else:
            await greeting
        while not call.events.ended.is_set():
            if not hurried:
                await conversation.everything_said()
            line = await lines.get()
            if call.events.ended.is_set():
                break
            if line is None:
                await conversation.take(FAREWELL)
                await conversation.everything_said()
                break
            if line.strip():
                screen.write_user(line)
                await conversation.take(line.strip())


def heeded(call: Call, lines: Lines) -> Lines:
    """The same lines. A line that calls back a mail holds that mail at once, even while the line before is still being answered."""
    heeded: Lines = asyncio.Queue()

    async def heed() -> None:
        while (line := await lines.get()) is not None:
            await hold_at_once(call, line)
            heeded.put_nowait(line)
        heeded.put_nowait(None)

    call.background.start("heed what is typed", heed())
    return heeded


async def _wake_up(call: Call, lines: Lines) -> None:
    """End the wait for a line when the call has ended."""
    await call.events.ended.wait()
    lines.put_nowait(None)
