"""Putting a mail off until a time of the user's: it leaves the briefing, and comes back then, in this call or a later one."""

from agent.call import Call
from agent.outcome import Outcome, RefusedError
from agent.skills.mailing import Wish, change
from briefing.mail import ActionKind
from briefing.speech.confirming import moment
from briefing.speech.replies import UNTIL_WHEN
from briefing.when import moment_of


async def snooze(call: Call, *, until: str, mail_id: str = "", number: int = 0, description: str = "") -> Outcome:
    """Let a mail sleep until the moment that the user named."""
    wakes_at = moment_of(until.lower(), call.now())
    if wakes_at is None:
        call.hands.awaits_time = not (mail_id or number or description)
        raise RefusedError(UNTIL_WHEN)
    wish = Wish(action=ActionKind.SNOOZED, label=moment(wakes_at, now=call.now()), until=wakes_at, when=until)
    return await change(call, wish, mail_id, number, description)
