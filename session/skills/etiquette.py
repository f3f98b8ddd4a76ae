"""Manners of a call: waiting when asked to, speaking slower, saying goodbye."""

from briefing.mail import MailStatus
from briefing.speech.sentences import call_closing, replies
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.wish_words import CAME_BACK
from session.call import Call
from session.outcome import Outcome, saying
from session.skills.inbox_changes import put_arrivals_at_the_end
from session.skills.moving import next_item
from session.skills.presenting import closing_sentence, take_up
from session.skills.voice_choice import change_voice

SLOWER, FASTER = 0.85, 1.18
"""Times the speed that it was."""


async def slower(call: Call) -> Outcome:
    return await _speak_at(call, _speed(call) * SLOWER, replies.SLOWER)


async def faster(call: Call) -> Outcome:
    return await _speak_at(call, _speed(call) * FASTER, replies.FASTER)


async def at_normal_speed(call: Call) -> Outcome:
    return await _speak_at(call, 1.0, replies.NORMAL_SPEED)


async def _speak_at(call: Call, speed: float, said: str) -> Outcome:
    """From the next sentence on."""
    await change_voice(call, speed=speed)
    return saying(said, verbatim=True)


def _speed(call: Call) -> float:
    return call.line.voice.speed if call.line.voice is not None else 1.0


async def hold_on(call: Call) -> Outcome:
    return saying(replies.TAKE_YOUR_TIME, verbatim=True)


async def go_on(call: Call) -> Outcome:
    """Go on where the user was, in the middle of a reading too; with the next mail if they heard all of this one."""
    before = call.dialogue.said[0].command if len(call.dialogue.said) > 1 else None
    said = call.dialogue.last.command == Command(kind=CommandKind.GO_ON) and call.dialogue.last.own_words.isdisjoint(CAME_BACK)
    waited = before is not None and before.kind in {CommandKind.HOLD_ON, CommandKind.STOP}
    heard = call.tracker.cursor_context().status is MailStatus.BRIEFED and call.dialogue.reading is None
    return await (next_item(call) if said and heard and not waited else take_up(call))


async def goodbye(call: Call) -> Outcome:
    """Say the closing numbers; the transport hangs up once they were said."""
    put_arrivals_at_the_end(call, untold=True)
    call.line.finished = True
    said = f"{closing_sentence(call)} {call_closing.GOODBYE}"
    return saying(said, verbatim=True)
