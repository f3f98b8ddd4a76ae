"""One change to many mails that the user describes: "archive all newsletters". For many, it asks first, with the number and examples."""

from collections.abc import Callable, Coroutine

from briefing.agenda import TopicKind
from briefing.mail import MailId
from briefing.mail_action import MailAction
from briefing.speech.sentences import replies
from briefing.tracking.mail_state import MailState
from briefing.triage.grouping import kind_alone
from briefing.understanding.command_grammar.described_mails import MOST_NEXT, Surroundings, described, matching
from session.call import Call
from session.outcome import Outcome, SkillRefusedError
from session.skills.changing.mailing import Intent, ask_first, carry_out, carry_out_several


def change_of(action: MailAction) -> Callable[..., Coroutine[object, object, Outcome]]:
    """The skill that does this to every mail of the briefing that is meant, or asks first."""
    intent = Intent(kind=action)

    async def skill(call: Call, *, description: str) -> Outcome:
        mails, what = _meant(call, description), described(description.lower())
        if what is not None and what.uncounted:
            raise SkillRefusedError(replies.HOW_MANY)
        if not mails:
            raise SkillRefusedError(replies.NO_SUCH_MAIL)
        own = call.dialogue.evidence.describes(action, description)
        grant = call.acting.consent.granted_by_words(action, mails) if own else None
        if grant is None:
            return ask_first(call, intent, mails)
        return await (carry_out(call, grant, intent, mails[0]) if len(mails) == 1 else carry_out_several(call, grant, intent, mails))

    return skill


def _meant(call: Call, description: str) -> list[MailId]:
    """The loaded mails on the agenda that fit, in its order, without those that were already taken out."""
    current = call.tracker.current()
    states = {mail: state for mail in call.mail.pipeline.envelopes if (state := call.tracker.state_of(mail))}
    envelopes = [envelope for mail, envelope in call.mail.pipeline.envelopes.items() if mail in states and _may_be_meant(states[mail])]
    around = Surroundings(
        now=call.now(),
        sender=current.sender if current else None,
        here=[mail.mail_id for mail in call.tracker.active_mails()],
        ahead=[mail.mail_id for mail in (current, *call.tracker.upcoming(limit=MOST_NEXT)) if mail is not None],
        newsletters={mail.mail_id for mail in envelopes if kind_alone(mail, states[mail.mail_id].mail) is TopicKind.NEWSLETTERS},
    )
    return [envelope.mail_id for envelope in matching(description.lower(), envelopes, around)]


def _may_be_meant(state: MailState) -> bool:
    return state.active or state.skipped
