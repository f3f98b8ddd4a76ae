"""One call in a job of the worker, as the list of its parts.

The process that jobs are forked from loads this module; the worker's main process never does: see `agent.main`.
"""

import asyncio
import logging
from contextlib import AsyncExitStack, aclosing
from functools import cache, partial

from livekit.agents import AutoSubscribe, JobContext, JobProcess
from livekit.agents.utils import is_given
from livekit.agents.vad import VAD
from livekit.agents.voice.room_io import RoomOptions
from livekit.plugins import silero

from agent.board.pulse import beat_of, pulsing
from agent.board.showing import CallerPage, show_the_board, tell_the_page
from agent.board.voice_pane import learn_of_the_voice
from agent.briefer import Briefer
from agent.caller.coming_back import wait_for_the_caller_to_come_back
from agent.caller.last_words import SessionWithLastWords, say_that_the_line_will_be_back
from agent.caller.leaving import leave_if_it_fails
from agent.caller.presence import bound_identity, wait_for_caller
from agent.caller.silence_watch import check_in_when_user_is_silent
from agent.carrying import carry
from agent.connect_options import CONNECT
from agent.glancing.screen_track import look_at_the_shared_screen
from agent.operations.measuring import measure_the_call
from agent.operations.traces import export_traces
from agent.operations.watchdog import end_process_when_blocked
from agent.room_behaviours import (
    call_id_of,
    end_job_when_call_closes,
    hang_up_after_goodbye,
    keep_the_room_told_of_the_state,
    leave_the_room_to_a_newer_call,
    turn_away,
)
from agent.speaking.waiting_tone import sound_while_a_caller_waits
from agent.tools.running import BriefingTools
from agent.turns.endpointing import ENDPOINTING, SOUND_ENDS_AFTER_S, Endpointing
from agent.turns.endpointing_audio import EndpointingAudio, bundled_model
from agent.turns.typed_lines import TypedLines
from briefing.speech.sentences import replies
from conversations.conversation_rows import TalkPlace
from inbox.listing.first_look import FirstLook
from providers.livekit.dispatch_metadata import DispatchMetadata
from providers.mime import language
from providers.models.choice import choose_models
from providers.models.model_set import Models
from providers.settings import Settings
from session.behaviours import greet
from session.call import Call
from session.metrics import METRICS
from session.opening.assembly import local_now, open_call, prepare_storage
from session.timeouts import MAX_TOOL_STEPS
from session.turn.known_names import put_right
from session.turn.likely_words import likely_words, plain_now

logger = logging.getLogger(__name__)


def prepare(process: JobProcess, settings: Settings) -> None:
    """Load what every call needs, before the first call."""
    process.userdata["vad"] = voice_detection()
    language.prepare()
    asyncio.run(prepare_storage(settings))
    export_traces(settings)


async def answer(ctx: JobContext, settings: Settings) -> None:
    """One call, from the first word to the last."""
    stack = AsyncExitStack()
    ctx.add_shutdown_callback(stack.aclose)
    await stack.enter_async_context(end_process_when_blocked())
    models = await stack.enter_async_context(choose_models(settings))
    endpointing = await stack.enter_async_context(aclosing(new_endpointing(models, settings)))
    session = new_session(ctx.proc.userdata["vad"], models, endpointing)
    end_job_when_call_closes(session, ctx)
    metadata = DispatchMetadata.parse(ctx.job.metadata)
    if metadata is None:
        logger.error("call without a user id; the dispatch metadata must be JSON with user_id")
        METRICS.count_turned_away()
        await turn_away(session, ctx, replies.UNKNOWN_CALLER)
        return
    await ctx.connect(auto_subscribe=AutoSubscribe.AUDIO_ONLY)  # a screen only while it is looked at
    identity = await bound_identity(ctx, metadata)  # before this call takes over from one that may still go on
    await stack.enter_async_context(pulsing(beat_of(ctx.room, identity)))
    try:
        call, look = await stack.enter_async_context(
            open_call(
                settings,
                metadata.user_id,
                call_id=call_id_of(ctx),
                replaces=metadata.replaces is not None,
                now=local_now(settings),
                voice=models.voice,
                place=place_of(metadata),
            )
        )
    except Exception as error:
        logger.error("the call could not be opened", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
        METRICS.count_turned_away()
        await turn_away(session, ctx, replies.CANNOT_OPEN)
        return
    measure_the_call(session, call)
    briefer = Briefer(BriefingTools(call), asks_model=models.asks_model)
    silence = check_in_when_user_is_silent(session, call, limit_s=settings.aloud_silence_limit_s)
    options = RoomOptions(
        text_input=False,  # `TypedLines` takes the lines from the room
        audio_output=models.speaks,
        participant_identity=identity,
        close_on_disconnect=False,
    )
    keep_the_room_told_of_the_state(session, ctx.room, call.background)
    await carry(call, briefer, session, look, room=ctx.room, room_options=options, ends=partial(tell_the_page, ctx.room, identity))
    endpointing.overhear(session)
    if models.speaks and is_given(models.stt):
        sound_while_a_caller_waits(session, call, ctx.room)
    endpointing.belongs_to(call)
    listen_for_what_may_be_said(models, call)
    lines = TypedLines(briefer.answering, call, endpointing)
    lines.follow(session, ctx.room, identity, call.background, noticed=silence.heard)
    session.say_at_the_end(partial(say_that_the_line_will_be_back, call, ctx, identity))
    page = CallerPage(room=ctx.room, identity=identity, speaks=models.speaks, hears=is_given(models.stt))
    show_the_board(briefer, call, page, lines, noticed=silence.heard)
    call.background.start("what the voice is", learn_of_the_voice(call, models.voice, models.about_voice))
    look_at_the_shared_screen(call, ctx, identity)
    hang_up_after_goodbye(call, ctx)
    leave_the_room_to_a_newer_call(call, ctx, session)
    # Not awaited: LiveKit closes a session only after its job's entrypoint has returned, and the last words are said on closing.
    call.background.start("greet", leave_if_it_fails(ctx, meet(briefer, call, ctx, identity, look)))


def place_of(metadata: DispatchMetadata) -> TalkPlace:
    """An agent that replaces another goes on where that one's talk was by then, which may be another conversation than at the beginning."""
    opened = None if metadata.replaces else metadata.conversation_id
    return TalkPlace(organisation_id=metadata.organisation_id, conversation_id=opened)


async def meet(briefer: Briefer, call: Call, ctx: JobContext, identity: str, look: FirstLook) -> None:
    """Greet the caller as soon as they are in the room, and wait for them whenever they drop out."""
    await wait_for_caller(ctx, identity)
    wait_for_the_caller_to_come_back(briefer, call, ctx, identity)
    await greet(call, look)


def listen_for_what_may_be_said(models: Models, call: Call) -> None:
    """Tell the recogniser what is likely before each utterance, and put right the names in what it heard."""
    if models.ear is not None:
        models.ear.expect(partial(likely_words, call, private=models.ear.is_local))
        if models.ear.is_local:
            models.ear.hear_again(lambda heard: plain_now(call).forms(heard))
        models.ear.put_right(partial(put_right, call))


def new_endpointing(models: Models, settings: Settings) -> Endpointing:
    """The turn detector. It judges sound only if there is speech and the settings ask for it."""
    listens = settings.aloud_turn_detection == "model" and is_given(models.stt)
    return Endpointing(EndpointingAudio(bundled_model()) if listens else None)


@cache
def voice_detection() -> VAD:
    """The voice activity detection: loaded before jobs are forked, so all of them share its memory."""
    return silero.VAD.load(min_silence_duration=SOUND_ENDS_AFTER_S)


def new_session(vad: VAD, models: Models, endpointing: Endpointing) -> SessionWithLastWords:
    """A session on these models. Turn detection is set explicitly: by default LiveKit would connect to a service of its own."""
    session = SessionWithLastWords(
        llm=models.llm,
        stt=models.stt,
        tts=models.tts,
        vad=vad,
        conn_options=CONNECT,
        max_tool_steps=MAX_TOOL_STEPS,
        turn_handling={
            "turn_detection": endpointing,
            "endpointing": ENDPOINTING,
            "interruption": {"mode": "vad"},
            # A reply begun before the turn is over would be spoken although the cursor, which LiveKit does not know, has moved meanwhile.
            "preemptive_generation": {"enabled": False},
        },
    )
    endpointing.follow(session, models.stt)
    return session
