"""What happens of itself during a call: one function per occasion, each a sentence."""

import asyncio
from collections.abc import Callable
from functools import partial

from livekit.agents import Agent, AgentSession, AgentStateChangedEvent, CloseEvent, JobContext

from agent.briefer import Briefer
from agent.caller.last_words import SessionWithLastWords
from agent.caller.presence import wait_for_caller
from agent.speaking.apologies import Apologies
from agent.speaking.session_floor import SessionFloor, ends_with_the_call
from briefing.speech.sentences import accounts, replies
from briefing.speech.sentences.apologies import Trouble
from briefing.understanding.commands import CommandKind
from inbox.listing.pipeline import FirstLook
from inbox.saved_call.call_state import CallStateUnavailableError
from session.announcements.account_news import tell_of_return
from session.announcements.arrivals import SETTLED_AFTER_S, Announcer, Boundary
from session.announcements.sending_news import SendingTeller
from session.call import Call
from session.skills.greeting import greeting, leave_to_the_greeting, load_the_rest
from session.skills.presenting import unpresented

STORED_WITHIN_S = 1.0
"""A line that stays open longer after the goodbye is noticed."""
ACCOUNTS_AGAIN_AFTER_S = 60.0
"""Behind several tries in vain, each after a longer pause."""


async def greet(briefer: Briefer, call: Call, look: FirstLook) -> None:
    """Say what there is, then the mail under the cursor; whoever interrupts the greeting takes it from there."""
    call.background.start("read the first mail", call.prefetch.prepare(*(mail for mail in [call.tracker.current()] if mail)))
    words = briefer.session.say(greeting(call, look))
    await words.wait_for_playout()
    if not words.interrupted:
        await begin_the_briefing(briefer, call)


async def begin_the_briefing(briefer: Briefer, call: Call) -> None:
    """Say the mail under the cursor, by the same tool as when the user says "go on"."""
    if call.tracker.current() is not None or call.resumption is not None:
        await briefer.act(CommandKind.GO_ON).wait_for_playout()


async def turn_away(session: AgentSession[None], ctx: JobContext, why: str) -> None:
    """Tell a caller to whom no mail can be read why, and hang up."""
    await session.start(Agent(instructions=""), room=ctx.room, session_host=False, record=False)
    await wait_for_caller(ctx)
    await session.say(why, allow_interruptions=False)
    await ctx.delete_room()


def load_the_rest_meanwhile(briefer: Briefer, call: Call, look: FirstLook) -> None:
    """Read what the first look left out, beside the conversation; if there was nothing at all before, say that it is here now."""
    call.loading = not look.complete
    call.unlisted.update(call.inbox.behind)
    call.load_again = partial(_load, briefer, call)
    call.tell_of_mail = lambda: call.background.start("tell of mail", _mail_is_here(briefer, call, nothing_yet=False))
    if not call.pipeline.finished:
        call.load_again()


def _load(briefer: Briefer, call: Call) -> None:
    """Read what is left, unless that is going on already."""
    if not call.refining:
        call.refining = True
        known = call.tracker.progress().mails
        tell = partial(_mail_is_here, briefer, call, nothing_yet=not known)
        call.background.start("load the rest", keep_loading(call, lambda: call.background.start("tell of mail", tell())))


async def keep_loading(call: Call, at_the_end: Callable[[], None]) -> None:
    """Read what is left, for as long as the call lasts where a whole account is missing."""
    await load_the_rest(call, at_the_end=at_the_end)
    while call.inbox.behind:
        await asyncio.sleep(ACCOUNTS_AGAIN_AFTER_S)
        if call.refining:  # somebody else has begun anew
            return
        await load_the_rest(call, at_the_end=at_the_end)


async def _mail_is_here(briefer: Briefer, call: Call, *, nothing_yet: bool) -> None:
    """Go on by ourselves after all was told: what had not loaded has, or the inbox that had not answered."""
    with ends_with_the_call():
        await briefer.session.wait_for_idle()
        if unpresented(call) is not None:
            progress = call.tracker.progress()
            due = progress.remaining - progress.held_back
            words = replies.mail_is_here(due) if nothing_yet else accounts.has_loaded(due)
            await briefer.session.say(tell_of_return(call) or words)
            await begin_the_briefing(briefer, call)


def end_job_when_call_closes(session: AgentSession[None], ctx: JobContext) -> None:
    """Ending the session does not end the job: without this it would stay as a mute ghost."""

    @session.on("close")
    def _(event: CloseEvent) -> None:
        ctx.shutdown(event.reason.value)


def apologise_for_failing_services(briefer: Briefer, call: Call, look: FirstLook) -> None:
    """Say in one sentence what does not work, between two replies; what the greeting says already is not said again."""
    greeted = call.resumption is None  # who is welcomed back is told nothing else
    if greeted:
        leave_to_the_greeting(call, look)
    told = {Trouble.MAIL_AWAY: greeted and bool(call.inbox.away), Trouble.MEMORY_AWAY: greeted and look.memory_partial}
    Apologies(briefer.session, call, briefer.faults, told=[trouble for trouble, there in told.items() if there])


def forget_what_is_no_longer_sent(briefer: Briefer, call: Call) -> None:
    """Keep the conversation's history within bounds, however long the call; what is cut off is nothing that a model would still read."""

    @briefer.session.on("agent_state_changed")
    def _(event: AgentStateChangedEvent) -> None:
        if event.new_state == "listening":
            call.background.start("forget old turns", briefer.forget_old_turns())


def hang_up_after_goodbye(call: Call, ctx: JobContext) -> None:
    """Once the goodbye was said, close the room: a caller on the telephone hears the line go."""

    async def hang_up() -> None:
        await call.ended.wait()
        try:
            await call.store_the_end(within_s=STORED_WITHIN_S)
        finally:
            await ctx.delete_room()

    call.background.start("hang up", hang_up())


def make_way_for_a_newer_call(briefer: Briefer, call: Call, ctx: JobContext, session: SessionWithLastWords) -> None:
    """When the user calls from somewhere else, say so and hang up; the newer call goes on at the same mail.

    Where the newer agent is in this very room, it was sent because this one was taken for dead: then it has the word, and the room.
    """

    async def make_way() -> None:
        await call.saved.taken_over.wait()
        session.leave_silently()
        if await _newer_room(call) != ctx.room.name:
            await briefer.session.interrupt(force=True)
            await briefer.session.say(replies.TAKEN_OVER, allow_interruptions=False)
            await ctx.delete_room()
        ctx.shutdown("taken over")

    call.background.start("make way", make_way())


def call_id_of(ctx: JobContext) -> str:
    """What names a call in the saved state: which job it is, and in which room."""
    return f"{ctx.job.id}@{ctx.room.name}"


async def _newer_room(call: Call) -> str:
    try:
        return (await call.saved.owner() or "").partition("@")[2]
    except CallStateUnavailableError:
        return ""


def announce_arrivals(briefer: Briefer, call: Call, *, settled_after_s: float = SETTLED_AFTER_S) -> None:
    """From now on, and until the call is over, tell of what comes in, and let go of what is handled elsewhere."""
    playback, session = briefer.playback, briefer.session
    announcer = Announcer(call, SessionFloor(session, playback), settled_after_s=settled_after_s)
    playback.on_passage_played.append(partial(announcer.note_boundary, Boundary.SENTENCE))

    @session.on("agent_state_changed")
    def _(event: AgentStateChangedEvent) -> None:
        if event.new_state == "listening":
            announcer.note_boundary(Boundary.REPLY)

    call.background.start("follow the inbox", announcer.follow())
    call.background.start("announce arrivals", announcer.announce())
    call.background.start("wake snoozed", announcer.wake_sleepers())


def tell_of_sendings(briefer: Briefer, call: Call) -> None:
    """From now on, and until the call is over, send what is due and tell what became of it."""
    call.background.start("send and tell", SendingTeller(call, SessionFloor(briefer.session, briefer.playback)).follow())
