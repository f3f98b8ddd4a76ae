"""What a model is told of what is under way: the open question, drafts, what waits to leave, what was done in this call.

All of it is read from what keeps it: consent and the dialogue, the drafts as they were last seen, the outbox as it was last seen, the
tracker. Nothing here waits for a store.
"""

from collections.abc import Iterator, Mapping
from itertools import chain, islice

from actions.consent.payloads import About, BulkPayload, RecipientPayload, SendPayload, UnsubscribePayload, action_of
from actions.sending.drafts import Draft
from actions.sending_states import SendingState
from briefing.mail_action import ON_MAILS, MailAction
from briefing.understanding.telling_words import of_a_matter
from briefing.understanding.understanding import Understanding
from knowledge.memories import fitting_memories
from prompts import render
from session.call import Call
from session.model_request.fitting import OF_A_NAME, OF_A_SUBJECT, in_words, listed, named, short
from session.model_request.mail_blocks import identified
from session.outgoing import OnItsWay, OutgoingStage
from session.untrusted import as_data

MOST_DRAFTS, MOST_DONE, MOST_REMEMBERED = 3, 8, 6
OF_A_QUESTION, OF_FIRST_WORDS, OF_AN_ADDRESS, OF_A_MEMORY = 70, 25, 18, 30
MOST_ADDRESSES = 3

ON_THEIR_WAY = frozenset({OutgoingStage.HELD, OutgoingStage.SCHEDULED, OutgoingStage.LEFT})

BECAME = {
    SendingState.SENT: "sent",
    SendingState.NOT_SENT: "could not be sent",
    SendingState.UNKNOWN: "perhaps sent, nobody knows",
    SendingState.CANCELLED: "held back, not sent",
}
STAGES = {
    OutgoingStage.HELD: "agreed to, leaves in seconds",
    OutgoingStage.SCHEDULED: "agreed to, leaves later",
    OutgoingStage.LEFT: "leaving, not known to be sent",
    OutgoingStage.TAKEN_BACK: "held back, not sent",
    OutgoingStage.OVER: "held back, not sent",
}


def question(call: Call) -> str:
    """What the user was asked and has not answered, as data, and what a yes does."""
    dialogue = call.dialogue
    if (asked := dialogue.asked) is not None:
        return _asked(dialogue.consent.sentence, _kind(asked))
    if dialogue.to_ask_again is not None:
        return _asked(dialogue.consent.sentence, "interrupted")
    answers = dialogue.offer or dialogue.awaits
    return _asked(dialogue.last_said[-1] if dialogue.last_said else "", answers.value) if answers else ""


def drafts(call: Call, room: float) -> str:
    """The drafts that have not left, the open one first."""
    acting = call.acting
    under_way = {mail.draft_id for mail in acting.outgoing.agreed.values() if mail.stage in ON_THEIR_WAY}
    now = [draft for draft in (acting.draft or acting.kept,) if draft is not None]
    others = (draft for draft in reversed(acting.drafts.seen.values()) if draft.draft_id not in {each.draft_id for each in now})
    left = [draft for draft in (*now, *others) if draft.draft_id not in under_way]
    return listed((_draft(call, draft) for draft in left[:MOST_DRAFTS]), room)


def leaving(call: Call, room: float) -> str:
    """What waits to leave, and when."""
    outgoing = call.acting.outgoing
    return listed(({"to": _to(mail.to), "leaves": _when(call, mail)} for mail in (*outgoing.held, *outgoing.scheduled)), room)


def remembered(call: Call, said: Understanding | None, room: float) -> str:
    """What the user told of themselves: first what their words now may be about, then the newest."""
    known = call.records.team.memories_known if call.records.team is not None else ()
    last = said or (call.dialogue.last if call.dialogue.said else None)
    telling = of_a_matter(last.own_words) if last is not None else frozenset[str]()
    fitting = fitting_memories([each.content for each in known], telling, MOST_REMEMBERED)
    return listed((short(each, OF_A_MEMORY) for each in fitting), room)


def done(call: Call, room: float) -> str:
    """What was done in this call and is still so, the mails that were sent first, then the newest."""
    return listed(islice(chain(_sent(call), _on_agenda(call), _elsewhere(call)), MOST_DONE), room)


def _asked(sentence: str, kind: str) -> str:
    meaning = next(line for line in render("answers").splitlines() if line.startswith(f"{kind}: "))
    return f"{as_data(short(sentence, OF_A_QUESTION))} {meaning.removeprefix(f'{kind}: ')}"


def _kind(asked: About) -> str:
    match asked:
        case RecipientPayload():
            return "recipient"
        case UnsubscribePayload():
            return "unsubscribe"
        case SendPayload():
            return action_of(asked).value
        case BulkPayload():
            return "undo" if asked.action is MailAction.UNDO else "change"


def _draft(call: Call, draft: Draft) -> Mapping[str, object]:
    acting = call.acting
    state = "open" if draft == acting.draft else "kept" if draft == acting.kept else ""
    fields = {
        "state": state,
        "to": _to([address.email for address in draft.to]),
        "cc": _to([address.email for address in draft.cc]),
        "subject": short(draft.subject, OF_A_NAME),
        "version": draft.version,
        "begins": short(draft.text, OF_FIRST_WORDS),
    }
    return {key: value for key, value in fields.items() if value}


def _to(addresses: list[str] | tuple[str, ...]) -> list[str]:
    shown = [short(address, OF_AN_ADDRESS) for address in addresses[:MOST_ADDRESSES]]
    return [*shown, f"and {len(addresses) - MOST_ADDRESSES} more"] if len(addresses) > MOST_ADDRESSES else shown


def _when(call: Call, mail: OnItsWay) -> str:
    seconds = (mail.by - call.now()).total_seconds()
    return f"in {max(1, round(seconds))} s" if mail.agreed_for_now else in_words(mail.by, call.now())


def _sent(call: Call) -> Iterator[Mapping[str, object]]:
    outgoing = call.acting.outgoing
    for mail in reversed(outgoing.agreed.values()):
        ended = outgoing.ended.get(mail.sending_id)
        became = BECAME[ended] if ended in BECAME else STAGES[mail.stage]
        draft = call.acting.drafts.seen.get(mail.draft_id)
        subject = {"subject": short(draft.subject, OF_A_SUBJECT)} if draft else {}
        yield {"done": became, "to": _to(mail.to), **subject, **(_answers(call, draft) if draft else {})}


def _answers(call: Call, draft: Draft) -> Mapping[str, object]:
    envelope = call.mail.pipeline.envelopes.get(draft.replies_to) if draft.replies_to else None
    return {} if envelope is None else {"answers": envelope.mail_id}


def _on_agenda(call: Call) -> Iterator[Mapping[str, object]]:
    for mail in call.tracker.touched(limit=4 * MOST_DONE):
        state = call.tracker.state_of(mail)
        if state is not None and state.actions:
            yield {"done": ", ".join(outcome(action) for action in state.actions), "mail_id": mail, **named(state.mail)}


def _elsewhere(call: Call) -> Iterator[Mapping[str, object]]:
    """Mails that are not on the agenda."""
    for mail, action in reversed(call.acting.off_agenda.latest.items()):
        yield {"done": outcome(action.action), **identified(call, mail)}


def outcome(action: MailAction) -> str:
    return ON_MAILS[action].outcome.lower() if action in ON_MAILS else action.value
