"""Snoozes a mail: it leaves the briefing and comes back at the user's time, in this call or a later one."""

from briefing.mail_action import MailAction
from briefing.speech.sentences.before_a_change import moment
from briefing.speech.sentences.replies import IS_PAST, UNTIL_WHEN
from briefing.understanding.times.when import moment_of, names_moment
from session.call import Call
from session.dialogue import Awaits, SlotAsked
from session.outcome import Outcome, SkillRefusedError
from session.skills.changing.mailing import Intent, change


async def snooze(call: Call, detail: str = "", mail_id: str = "", number: int = 0, description: str = "", *, ask: bool = False) -> Outcome:
    """Snooze a mail: the current one unless named. `detail` is the time, in the user's words."""
    wakes_at = moment_of(detail.lower(), call.now())
    if wakes_at is None:
        if not (mail_id or number or description):
            call.dialogue.note(SlotAsked(Awaits.TIME))
        raise SkillRefusedError(f"{IS_PAST} {UNTIL_WHEN}" if names_moment(detail.lower().split()) else UNTIL_WHEN)
    intent = Intent(kind=MailAction.SNOOZE, label=moment(wakes_at, now=call.now()), until=wakes_at, when=detail)
    return await change(call, intent, mail_id, number, description, ask=ask)
