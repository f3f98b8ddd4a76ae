"""Asks the user before something is done, in the exact words of consent, and asks once more if their answer could not count."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from actions.consent.consent import VoidReason
from actions.consent.payloads import BulkPayload, Payload
from briefing.mail import MailId
from briefing.speech.content.names import spoken_name
from briefing.speech.sentences import before_a_change
from briefing.speech.sentences.before_a_change import MOST_EXAMPLES
from session.call import Call
from session.dialogue import Again, Asked
from session.outcome import CameTo, Outcome
from session.passages import Passage, PassageRole
from session.skills.presenting import take_up


def ask(call: Call, payload: Payload, *, lead: str = "", anew: Again | None = None, whole: bool = False, data: str = "") -> Outcome:
    """Ask whether to do this. Each piece of the question is a passage of its own, because a yes counts only once all were played.

    `anew` asks about what has become of the payload, for a user who wants to hear the question again; by default, about the same. `whole`:
    what was heard of a mail before is read again. `data` is the mail, for a model. A question that is being said is not put twice.
    """
    payload = _named(call, payload)
    if not whole and call.acting.consent.is_asking(payload):
        call.dialogue.note(Asked())
        return Outcome(spoken=(), happened=CameTo.ASKED, what="", data=data, verbatim=True)
    if isinstance(payload, BulkPayload):
        _speak_of(call, payload)
    pieces = call.dialogue.ask(payload, whole=whole)
    role = PassageRole.LEAD if isinstance(payload, BulkPayload) else PassageRole.DRAFT
    put = [Passage(piece, role=role) for piece in pieces]
    spoken = (Passage(lead), *call.dialogue.say(*put, again=partial(_put_again, call, payload, anew)))
    what = f"{pieces[0]} {pieces[-1]}" if data else " ".join(pieces)
    return Outcome(spoken=spoken, happened=CameTo.ASKED, what=what, data=data, verbatim=True)


def _speak_of(call: Call, payload: BulkPayload) -> None:
    """What is asked about is what is spoken of."""
    mails = [mail for mail in map(call.acting.known_as, payload.mails) if mail in call.mail.pipeline.envelopes]
    if len(payload.mails) > 1:
        call.speak_of_several(mails, named=len(payload.examples) == len(payload.mails))
        call.doubt_it()
    elif mails:
        call.name(mails[0])


def _named(call: Call, payload: Payload) -> Payload:
    """The same question with the name of its mail, where "it" no longer means that mail."""
    if not isinstance(payload, BulkPayload) or payload.examples or len(payload.mails) != 1:
        return payload
    current = call.tracker.current()
    is_open = current is not None and current.mail_id == payload.mails[0]
    return payload if is_open else replace(payload, examples=examples(call, payload.mails))


async def _put_again(call: Call, payload: Payload, anew: Again | None) -> Outcome:
    """Put the question again to a user who wants to hear it again, unless they have answered it."""
    if call.dialogue.state.last.answered:
        return await take_up(call)
    return ask(call, payload, whole=True) if anew is None else await anew()


def ask_again(call: Call, payload: Payload, *, anew: Again | None = None) -> Outcome:
    """Say why the answer did not count, and ask again; nothing was done."""
    refused = call.acting.consent.refused
    return ask(call, payload, lead=_LEADS.get(refused, "") if refused else "", anew=anew)


def examples(call: Call, mails: Sequence[MailId]) -> tuple[str, ...]:
    """The names of a few senders of these mails, for a question about many mails."""
    states = [call.tracker.state_of(mail) for mail in mails]
    known = {state.mail.mail_id: state.mail.sender for state in states if state is not None}
    known |= {mail: envelope.sender for mail in mails if (envelope := call.mail.pipeline.envelopes.get(mail)) is not None}
    return tuple(dict.fromkeys(spoken_name(known[mail]) for mail in mails if mail in known))[:MOST_EXAMPLES]


_LEADS = {
    VoidReason.OVERLAPPED: before_a_change.WE_BOTH_SPOKE,
    VoidReason.OTHER_WORDS: before_a_change.SOMETHING_CAME_BETWEEN,
    VoidReason.SPOKEN_OVER: before_a_change.SOMETHING_CAME_BETWEEN,
    VoidReason.NOT_SAID_OUT: before_a_change.NOT_FINISHED,
    VoidReason.TOO_LATE: before_a_change.A_WHILE_AGO,
    VoidReason.RECONNECTED: before_a_change.LINE_WAS_GONE,
    VoidReason.CHANGED: before_a_change.IT_CHANGED,
    VoidReason.ANOTHER_PAYLOAD: before_a_change.IT_CHANGED,
}
"""What is said first, by the reason why the answer did not count."""
