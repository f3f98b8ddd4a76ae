"""One change to many mails that the user describes: "archive all newsletters". Many are asked about first, with the number and examples."""

from agent.call import Call
from agent.outcome import Outcome, RefusedError
from agent.skills.mailing import Wish, ask_first, carry_out, carry_out_several
from agent.skills.own_words import describes
from briefing.described_mails import matching
from briefing.mail import MailId
from briefing.speech import replies


async def change_several(call: Call, wish: Wish, *, description: str) -> Outcome:
    """Do it to every mail of the briefing that is meant, or ask first."""
    mails = _meant(call, description)
    if not mails:
        raise RefusedError(replies.NO_SUCH_MAIL)
    own = describes(call, wish.deed, description)
    warrant = call.hands.consent.wished(wish.deed, mails, label=wish.label) if own else None
    if warrant is None:
        return ask_first(call, wish, mails)
    return await (carry_out(call, warrant, wish, mails[0]) if len(mails) == 1 else carry_out_several(call, warrant, wish, mails))


def _meant(call: Call, description: str) -> list[MailId]:
    """Mails on the agenda that have loaded, in its order; what was taken out already is not meant."""
    current = call.tracker.current()
    envelopes = [
        envelope
        for envelope in call.pipeline.envelopes.values()
        if (state := call.tracker.state_of(envelope.mail_id)) and (state.active or state.skipped)
    ]
    here = [mail.mail_id for mail in call.tracker.active_mails()]
    sender = current.sender if current else None
    return [envelope.mail_id for envelope in matching(description.lower(), envelopes, now=call.now(), sender=sender, here=here)]
