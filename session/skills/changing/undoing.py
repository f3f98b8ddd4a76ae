"""Takes changes back: what the last turn did, be it to a draft, the last three, what was archived today; from any call and channel."""

import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from actions.changes.entries import Entry
from actions.changes.journal import JournalUnavailableError
from actions.changes.taking_back import Why
from actions.changes.undo import Wanted
from actions.consent.consent import SingleUseGrant
from actions.consent.payloads import BulkPayload
from actions.sending_states import SendingState
from briefing.mail import MailId, provider_id_of
from briefing.mail_action import ON_MAILS, MailAction, Tier, tier_of
from briefing.speech.sentences import about_sending, after_a_change, replies
from briefing.understanding.command_grammar.command_words import place_of
from briefing.understanding.telling_words import of_description, shared_words
from briefing.understanding.times.spans import span_of
from providers.mailbox import MailGoneError
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.outgoing import OutgoingStage
from session.skills.changing.asking import ask, examples
from session.skills.inbox_changes import reopen
from session.skills.presenting import present
from session.skills.writing.withdrawing import as_it_was_before
from session.turn.wish import was_said_before_the_yes
from storage.database import DatabaseUnavailableError

MOST, MOST_LOOKED_THROUGH = 20, 500


async def undo(call: Call, *, count: int = 1, what: str = "", when: str = "", description: str = "") -> Outcome:
    """Take back all that the last turn did, or the last `count` changes, only those of one kind if `what` names it, or all since `when`.
    Many are asked about first. With a `description`, what was done in this call to that mail, or "the second" thing that was done."""
    if description:
        return await _take_back_one(call, what, description)
    if call.acting.held and was_said_before_the_yes(call.dialogue.wishes):
        raise SkillRefusedError(about_sending.AGREED_TO_SINCE)
    asks = not what and not when and count == 1 and call.dialogue.evidence.last.change.asks_for(MailAction.UNDO)
    try:
        found = await call.acting.undo.preview(_wanted(call, count, what, when))
        has_left = asks and await _has_left_since(call, found)
    except JournalUnavailableError:
        if asks and (brought_back := await as_it_was_before(call)) is not None:
            return brought_back
        raise SkillRefusedError(after_a_change.CANNOT_UNDO) from None
    with_draft = asks and bool(found) and found[0].turn == call.acting.wrote_in
    if asks and not with_draft and (brought_back := await as_it_was_before(call)) is not None:
        return brought_back
    if has_left:
        raise SkillRefusedError(after_a_change.MAIL_HAS_LEFT)
    if not found:
        raise SkillRefusedError(await _nothing_to_undo(call))
    keys = tuple(entry.key for entry in found)  # these and no others, whatever else is done before the answer
    mails = tuple(dict.fromkeys(entry.mail_after for entry in found))
    evidence = call.dialogue.evidence
    own = (count == 1 or evidence.counts(count)) and evidence.says(when) and (not what or evidence.tells_of(what))
    grant = call.acting.consent.granted_by_words(MailAction.UNDO, mails) if own else None
    if grant is None:
        names = examples(call, [call.acting.known_as(entry.mail_id) for entry in found])
        return ask(call, BulkPayload(action=MailAction.UNDO, mails=mails, examples=names, entries=keys))
    undone = await _take_back(call, grant, Wanted(keys=keys))
    return (await as_it_was_before(call, lead=undone.words) or undone) if with_draft else undone


async def _take_back_one(call: Call, what: str, description: str) -> Outcome:
    """What was done to the mail that is named. By its place it is asked about, where more was done: people count from either end."""
    try:
        found = await call.acting.undo.preview(replace(_wanted(call, 1, what, ""), turns=False, count=MOST_LOOKED_THROUGH))
    except JournalUnavailableError:
        raise SkillRefusedError(after_a_change.CANNOT_UNDO) from None
    here = [entry for entry in found if entry.call_id == call.acting.changer.steps.call_id and entry.action in ON_MAILS]
    acts = list(dict.fromkeys(entry.act for entry in reversed(here)))
    if place := place_of(tuple(description.split())):
        meant = [entry for entry in here if entry.act in acts[place - 1 : place]]
    else:
        meant = [entry for entry in here if _is_of(call, entry, description)]
    mails = tuple(dict.fromkeys(entry.mail_after for entry in meant))
    names = examples(call, [call.acting.known_as(entry.mail_id) for entry in meant])
    if not mails:
        raise SkillRefusedError(after_a_change.NO_SUCH_CHANGE if here else await _nothing_to_undo(call))
    if not place and len(mails) > 1:
        raise SkillRefusedError(after_a_change.which_change([entry.action for entry in meant], names))
    keys, evidence = tuple(entry.key for entry in meant), call.dialogue.evidence
    own = len(meant) == 1 and (not place or len(acts) == 1) and evidence.says(description) and (not what or evidence.tells_of(what))
    grant = call.acting.consent.granted_by_words(MailAction.UNDO, mails) if own else None
    if grant is None:
        return ask(call, BulkPayload(action=MailAction.UNDO, mails=mails, examples=names, entries=keys))
    return await _take_back(call, grant, Wanted(keys=keys))


def _is_of(call: Call, entry: Entry, description: str) -> bool:
    envelope = call.mail.pipeline.envelopes.get(call.acting.known_as(entry.mail_id))
    wanted = of_description(description)
    return envelope is not None and bool(wanted) and shared_words(wanted, envelope)[0] == len(wanted)


async def would_take_back(call: Call) -> str:
    """What a bare "undo" would take back now: `Archived: Anna Weber`. Empty for nothing, and while nobody can tell."""
    try:
        found = await call.acting.undo.preview(Wanted(turns=True))
        if not found or await _has_left_since(call, found):
            return ""
    except JournalUnavailableError:
        return ""
    if call.acting.wrote_in and found[0].turn != call.acting.wrote_in:
        return ""
    mails = [*dict.fromkeys(call.acting.known_as(entry.mail_id) for entry in found)]
    if len(mails) == 1:
        await _come_to_know(call, mails[0])
    envelope = call.mail.pipeline.envelopes.get(mails[0])
    return after_a_change.to_take_back([entry.action for entry in found], len(mails), envelope.sender if envelope is not None else None)


async def _has_left_since(call: Call, found: Sequence[Entry]) -> bool:
    """Whether a mail of this call was sent since the change that an "undo" would reach: it means that mail, or nothing."""
    agreed_to = [*call.acting.outgoing.agreed.values()]
    if not agreed_to or agreed_to[-1].stage is not OutgoingStage.LEFT or await _was_not_sent(call, agreed_to[-1].sending_id):
        return False
    newest = await call.acting.journal.entries(call.user_id, limit=1)
    return bool(newest) and tier_of(newest[0].action) is Tier.OUTGOING and newest[0].key not in {entry.key for entry in found}


async def _was_not_sent(call: Call, sending_id: str) -> bool:
    """Whether it is certain that nobody got this mail, though its time came."""
    try:
        return await call.acting.outbox.state(sending_id) is SendingState.NOT_SENT
    except DatabaseUnavailableError:
        return False


async def _nothing_to_undo(call: Call) -> str:
    """Why nothing is there to be taken back: the last thing may be a mail that was not sent."""
    newest = await call.acting.journal.entries(call.user_id, limit=1)
    is_mail = bool(newest) and newest[0].action in {MailAction.SEND, MailAction.SEND_LATER}
    not_sent = is_mail and await _was_not_sent(call, provider_id_of(newest[0].mail_id))
    return after_a_change.MAIL_NOT_SENT if not_sent else after_a_change.NOTHING_TO_UNDO


async def agreed(call: Call, grant: SingleUseGrant, payload: BulkPayload) -> Outcome:
    return await _take_back(call, grant, Wanted(keys=payload.entries))


async def _take_back(call: Call, grant: SingleUseGrant, wanted: Wanted) -> Outcome:
    before = call.tracker.current()
    try:
        taken = await call.actions.take_back(grant, wanted)
    except JournalUnavailableError:
        raise SkillRefusedError(after_a_change.CANNOT_UNDO) from None
    call.acting.receipts.note(MailAction.UNDO, proved=bool(taken.undone))
    refused = Counter([await _why(call, entry, why) for entry, why in taken.refused])
    actions = Counter(entry.action for entry in taken.undone)
    mails = list(dict.fromkeys(call.acting.known_as(entry.mail_id) for entry in taken.undone if tier_of(entry.action) is not Tier.OUTGOING))
    if len(mails) == 1:
        await _come_to_know(call, mails[0])
    said = after_a_change.taken_back(
        len(mails),
        one=_one(call, mails),
        only=taken.undone[0].action if taken.stays and len(actions) == 1 else None,
        not_sent=actions[MailAction.SEND] + actions[MailAction.SEND_LATER],
        lists_kept=actions[MailAction.UNSUBSCRIBE],
        refused=refused,
    )
    if before is None and call.tracker.current() is not None:
        return await present(call, lead=said)
    if len(mails) == 1:
        reopen(call, mails[0], said)
    elif mails:
        call.speak_of_several(mails, named=False)
    return saying(said)


async def _come_to_know(call: Call, mail: MailId) -> None:
    """A mail that an earlier call changed is known by its id alone; it is named like any other."""
    with contextlib.suppress(MailGoneError):
        if mail not in call.mail.pipeline.envelopes and (envelope := await call.mail.prefetch.envelope(mail)) is not None:
            call.mail.pipeline.envelopes[mail] = envelope


async def _why(call: Call, entry: Entry, why: Why) -> str:
    """Why this was not taken back; a mail of a dry run never left."""
    if why is Why.HAS_LEFT:
        with contextlib.suppress(DatabaseUnavailableError):
            found = await call.acting.outbox.find(provider_id_of(entry.mail_id))
            return "dry run" if found is not None and found.dry_run else why.value
    return why.value


def _wanted(call: Call, count: int, what: str, when: str) -> Wanted:
    span = span_of(when, call.now()) if when else None
    action = next((each for each in MailAction if each.value == what), None)
    if what and action is None:
        raise SkillRefusedError(after_a_change.NOTHING_TO_UNDO)
    turns = count == 1 and action is None and span is None and "last" not in call.dialogue.last.own_words  # "the last one" is one thing
    return Wanted(count=max(1, min(count, MOST)), since=span.since if span else None, action=action, turns=turns)


def _one(call: Call, mails: list[MailId]) -> str:
    envelope = call.mail.pipeline.envelopes.get(mails[0]) if len(mails) == 1 else None
    return replies.one_from(envelope.sender) if envelope else ""
