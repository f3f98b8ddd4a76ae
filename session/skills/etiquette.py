"""Manners of a call: waiting when asked to, speaking slower, saying goodbye."""

from briefing.speech.sentences import call_closing, replies
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.skills.inbox_changes import put_arrivals_at_the_end
from session.skills.presenting import closing_sentence, take_up

SLOWER, FASTER = 0.85, 1.18
"""Times the pace that it was."""


async def slower(call: Call) -> Outcome:
    return _change_pace(call, SLOWER, replies.SLOWER)


async def faster(call: Call) -> Outcome:
    return _change_pace(call, FASTER, replies.FASTER)


def _change_pace(call: Call, factor: float, said: str) -> Outcome:
    """Change how fast the voice speaks, from the next sentence on."""
    if call.line.voice is None:
        raise SkillRefusedError(replies.PACE_FIXED)
    call.line.voice.change_pace(factor)
    return saying(said, verbatim=True)


async def hold_on(call: Call) -> Outcome:
    return saying(replies.TAKE_YOUR_TIME, verbatim=True)


async def go_on(call: Call) -> Outcome:
    """Go on where the user was: with the current mail, or in the middle of a reading."""
    return await take_up(call)


async def goodbye(call: Call) -> Outcome:
    """Say the closing numbers; the transport hangs up once they were said."""
    put_arrivals_at_the_end(call, untold=True)
    call.line.finished = True
    said = f"{closing_sentence(call)} {call_closing.GOODBYE}"
    return saying(said, verbatim=True)
