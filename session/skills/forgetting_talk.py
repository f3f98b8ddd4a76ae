"""Forgets the conversation, once the user has said yes to that: what was deleted does not come back."""

import asyncio

from briefing.speech.sentences import replies
from session.call import Call
from session.dialogue import Offer, Offered
from session.outcome import CameTo, Outcome, SkillRefusedError, saying
from session.passages import Passage
from storage.database import DatabaseUnavailableError

FORGOTTEN_WITHIN_S = 4.0


async def forget_talk(call: Call) -> Outcome:
    if call.records.talk is None:
        return saying(replies.TALK_NOT_KEPT)
    call.dialogue.note(Offered(Offer.FORGET_TALK))
    spoken = call.dialogue.say(Passage(replies.TO_FORGET_TALK))
    return Outcome(spoken=spoken, happened=CameTo.ASKED, what=replies.TO_FORGET_TALK, verbatim=True)


async def agreed(call: Call, *, certain: bool) -> Outcome:
    """Forget it if it is `certain` that the user said yes, and not a model for them; else ask again."""
    if not certain or call.records.talk is None:
        return await forget_talk(call)
    try:
        async with asyncio.timeout(FORGOTTEN_WITHIN_S):
            await call.records.talk.forget()
    except (DatabaseUnavailableError, TimeoutError):
        raise SkillRefusedError(replies.TALK_NOT_FORGOTTEN) from None
    call.records.earlier_talk = ()
    call.records.talks_forgotten += 1
    return saying(replies.TALK_FORGOTTEN, verbatim=True)
