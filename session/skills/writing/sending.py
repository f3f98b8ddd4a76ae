"""Sends a draft: asks with the exact content that will leave, and holds it for some seconds."""

from datetime import datetime
from functools import partial

from actions.consent.consent import SingleUseGrant
from actions.consent.payloads import SendPayload
from actions.sending.drafts import Draft
from actions.sending.outbox import SendingNews, WrongGrantError
from actions.sending.sending_store import DraftChangedError, MessageIdUsedError
from actions.sending.waiting_drafts import waiting_drafts
from actions.sending_states import SendingState
from briefing.mail_action import MailAction
from briefing.speech.sentences import about_sending as words
from briefing.understanding.times.when import moment_of
from briefing.understanding.wish_words import ALL_DRAFTS, THE_OTHER
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.outgoing import OnItsWay, OutgoingStage
from session.skills.changing.asking import ask_again as again
from session.skills.writing.asking_to_send import ask_to_send, note_when, payload_for, wants_it_at_once
from session.skills.writing.cancelling import look_at_outgoing
from session.skills.writing.drafting import on_its_way, open_draft, seconds_until, told, when_it_leaves
from session.turn.wish import was_said_before_the_yes
from storage.database import DatabaseUnavailableError


async def send_draft(call: Call, *, when: str = "") -> Outcome:
    """Ask whether to send the open draft, now or at a time; what of it was not heard to its end is read with that."""
    if THE_OTHER in call.dialogue.last.own_words and len(others := await _others(call)) == 1:
        call.acting.draft = others[0]
        return await _ask_anew(call, None)
    draft, at = await open_draft(call), _moment(call, when)
    note_when(call, draft, at)
    leaves = await _wants_moved(call, draft, at)
    if leaves is None and draft.to and not draft.text.strip():
        return await told(call, draft)  # what it shall say is asked first
    if leaves is None:
        return await ask_to_send(call, await _whole_draft(call), at, anew=partial(_ask_anew, call, at))
    said = words.to_leave_later(leaves.leaves_at.astimezone(call.now().tzinfo), now=call.now(), at_once=at is None)
    anew = partial(_ask_anew, call, at, moves=True)
    draft = await _whole_draft(call, moves=True)
    return await ask_to_send(call, draft, at, lead=words.truly(said, dry_run=leaves.dry_run), anew=anew, whole=True)


async def _wants_moved(call: Call, draft: Draft, at: datetime | None) -> SendingNews | None:
    """The mail made of this draft that is to leave later, where the user wants it to leave at another time. Until they say yes to that, it
    leaves as agreed."""
    mail, wants = await on_its_way(call, draft), call.dialogue.last.change.asks_for
    if mail is None or not _is_to_leave_later(mail) or mail.leaves_at == at or not (at or wants_it_at_once(call)):
        return None
    if len(call.acting.outgoing.scheduled) > 1:
        return None  # "the other one" and "both" may mean others
    wanted = wants(MailAction.SEND) or wants(MailAction.SEND_LATER)
    return mail if wanted and not was_said_before_the_yes(call.dialogue.wishes) else None


def _is_to_leave_later(mail: SendingNews) -> bool:
    return mail.action is MailAction.SEND_LATER and mail.state is SendingState.HELD


async def ask_about(call: Call, draft: Draft) -> Outcome:
    """As `send_draft`, about this draft, which is the open one from now on."""
    call.acting.draft = draft
    return await ask_to_send(call, _sendable(draft), anew=partial(_ask_anew, call, None))


async def ask_on(call: Call, payload: SendPayload) -> Outcome:
    """After a yes to one recipient: ask about the next one, or about the mail itself."""
    draft = await _whole_draft(call, moves=True)
    if draft.message_id != payload.message_id:
        raise SkillRefusedError(words.CHANGED_MEANWHILE)
    return await ask_to_send(call, draft, payload.send_at, anew=partial(_ask_anew, call, payload.send_at, moves=True))


async def ask_again(call: Call, payload: SendPayload) -> Outcome:
    """Ask again after an answer that did not count, about the current draft, which may have been edited since."""
    now = await payload_for(call, await _whole_draft(call, moves=True), payload.send_at)
    return again(call, now, anew=partial(_ask_anew, call, payload.send_at, moves=True))


async def _ask_anew(call: Call, at: datetime | None, *, moves: bool = False) -> Outcome:
    """Read the draft as it is now, in place of what was asked about it."""
    anew = partial(_ask_anew, call, at, moves=moves)
    return await ask_to_send(call, await _whole_draft(call, moves=moves), at, anew=anew, whole=True)


async def agreed(call: Call, grant: SingleUseGrant, payload: SendPayload) -> Outcome:
    """The user said yes: the mail is held for some seconds, and then leaves."""
    if payload.send_at is not None and payload.send_at <= call.now():
        raise SkillRefusedError(words.WHEN)
    try:
        async with call.acting.outgoing.being_put:
            held = await call.acting.outbox.put(grant, payload)
    except DatabaseUnavailableError:
        raise SkillRefusedError(words.CANNOT_KEEP) from None
    except MessageIdUsedError:
        raise SkillRefusedError(words.truly(words.ON_ITS_WAY, dry_run=call.acting.outbox.dry_run)) from None
    except DraftChangedError:
        has_left = await call.acting.outbox.find_mail(payload.message_id) is not None  # and its draft is gone
        raise SkillRefusedError(words.ON_ITS_WAY if has_left else words.CHANGED_MEANWHILE) from None
    except WrongGrantError:
        raise SkillRefusedError(words.CHANGED_MEANWHILE) from None
    call.acting.outgoing.gave_way(payload.draft_id)
    call.acting.outgoing.put(
        OnItsWay(
            sending_id=held.sending_id,
            stage=OutgoingStage.HELD if payload.send_at is None else OutgoingStage.SCHEDULED,
            by=held.leaves_at,
            draft_id=payload.draft_id,
            to=tuple(address.email for address in (*payload.to, *payload.cc, *payload.bcc)),
            agreed_for_now=payload.send_at is None,
            dry_run=held.dry_run,
        ),
        call.now(),
    )
    call.acting.draft = call.acting.kept = None
    if payload.send_at is not None:
        return saying(words.truly(words.leaves_later(payload.send_at, now=call.now()), dry_run=held.dry_run))
    said = words.truly(words.held(seconds_until(call, held.leaves_at)), dry_run=held.dry_run)
    wants_all = any(each.change.asks_for(MailAction.SEND) and not ALL_DRAFTS.isdisjoint(each.own_words) for each in call.dialogue.said)
    if not (wants_all or not ALL_DRAFTS.isdisjoint(call.dialogue.last.own_words)) or not (others := await _others(call)):
        return saying(said)
    call.acting.draft = others[0]
    return await ask_to_send(call, await _whole_draft(call), lead=said, anew=partial(_ask_anew, call, None), whole=True)


async def _others(call: Call) -> list[Draft]:
    """The drafts beside the open one that are not on their way."""
    try:
        await look_at_outgoing(call)
        here = call.acting.draft.draft_id if call.acting.draft else ""
        return [each for each in (await waiting_drafts(call.acting.drafts, call.acting.outbox)).values() if each.draft_id != here]
    except DatabaseUnavailableError:
        return []


async def _whole_draft(call: Call, *, moves: bool = False) -> Draft:
    """The open draft, if it can be sent; one that is on its way already is not asked about twice, unless that `moves` it."""
    draft = await open_draft(call)
    if (mail := await on_its_way(call, draft)) is not None and not (moves and _is_to_leave_later(mail)):
        call.acting.draft = None
        raise SkillRefusedError(when_it_leaves(call, mail))
    return _sendable(draft)


def _sendable(draft: Draft) -> Draft:
    if not draft.to:
        raise SkillRefusedError(words.NO_RECIPIENT)
    if not draft.text.strip():
        raise SkillRefusedError(words.NO_WORDS)
    return draft


def _moment(call: Call, when: str) -> datetime | None:
    if not when.strip():
        return None
    moment = moment_of(when, call.now())
    if moment is None:
        raise SkillRefusedError(words.WHEN)
    return moment
