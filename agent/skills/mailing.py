"""Changing mails on the user's word. Tracker and ledger follow only after the receipt; who fails says so, and nothing has moved."""

from collections.abc import Awaitable, Callable
from typing import Literal

from actions import changes
from actions.changes import Writers
from agent.call import Call, Offer
from agent.outcome import Outcome, RefusedError, saying
from agent.skills.finding import find_one
from agent.skills.presenting import present, present_unheard
from briefing.mail import TAKES_OUT, ActionKind, MailId, MailStatus, Mark
from briefing.speech import replies, sentences
from prompts import render
from providers.mailbox import MailboxError, MailGoneError

Apply = Callable[[Writers, MailId], Awaitable[object]]


async def archive_email(call: Call, mail_id: str = "", number: int = 0, description: str = "") -> Outcome:
    """Archive a mail (the current one unless named) and go on."""
    return await _take_out(call, _meant(call, mail_id, number, description), ActionKind.ARCHIVED, changes.archive)


async def mark_read(call: Call, mail_id: str = "", number: int = 0, description: str = "") -> Outcome:
    """Mark a mail as read and go on."""
    return await _take_out(call, _meant(call, mail_id, number, description), ActionKind.READ, changes.mark_read)


async def ask_back(call: Call, *, wish: Literal["archive", "mark_read"]) -> Outcome:
    """Ask before doing what may have been misheard; any mail presented meanwhile makes the question void."""
    resolve(call, "")
    call.offer = Offer(wish)
    said = replies.ARCHIVE_IT if call.offer is Offer.ARCHIVE else replies.MARK_IT_READ
    return saying(said, told=render("told_ask", said=said))


async def flag_followup(call: Call, mail_id: str = "", number: int = 0, description: str = "") -> Outcome:
    """Flag a mail; it stays where it is in the briefing."""
    return await _set_flag(call, _meant(call, mail_id, number, description), ActionKind.FLAGGED, changes.flag)


async def unflag(call: Call, mail_id: str = "", number: int = 0, description: str = "") -> Outcome:
    """Take the flag off a mail."""
    return await _set_flag(call, _meant(call, mail_id, number, description), ActionKind.UNFLAGGED, changes.unflag)


async def _take_out(call: Call, mail: MailId, action: ActionKind, apply: Apply) -> Outcome:
    is_current = _is_current(call, mail)
    if is_current and (unheard := await present_unheard(call)):
        return unheard
    if not await _apply(call, mail, action, apply):
        return await _already_gone(call, is_current=is_current)
    _record(call, mail, action)
    done = _done(call, mail, action, is_current=is_current)
    if is_current:
        return await present(call, lead=done, moving_on=True)
    return saying(done, told=render("told_elsewhere", done=done))


async def _set_flag(call: Call, mail: MailId, action: ActionKind, apply: Apply) -> Outcome:
    is_current = _is_current(call, mail)
    if is_current and (unheard := await present_unheard(call)):
        return unheard
    if not await _apply(call, mail, action, apply):
        return await _already_gone(call, is_current=is_current)
    _record(call, mail, action)
    done = _done(call, mail, action, is_current=is_current)
    return saying(f"{done} {replies.AFTER_FLAG}", told=render("told_flag", done=done))


def _done(call: Call, mail: MailId, action: ActionKind, *, is_current: bool) -> str:
    """What was done, and to which mail if it is not the one that is open."""
    envelope = call.pipeline.envelopes.get(mail)
    if is_current or mail == call.opened or envelope is None:
        return sentences.done_sentence(action)
    return sentences.done_sentence(action, replies.one_from(envelope.sender))


async def _apply(call: Call, mail: MailId, action: ActionKind, apply: Apply) -> bool:
    """Have the mailbox changed and confirmed; false when the mail is gone. Refuses, with what is true, when it did not go through."""
    try:
        await apply(call.writers, mail)
    except MailGoneError:
        call.tracker.remove_handled_elsewhere([mail])
        return False
    except MailboxError:
        raise RefusedError(sentences.failed_sentence(action)) from None
    return True


async def _already_gone(call: Call, *, is_current: bool) -> Outcome:
    """The cursor has moved on from a mail that is gone, so the next one is presented at once."""
    if not is_current:
        raise RefusedError(replies.ALREADY_GONE)
    return await present(call, lead=replies.ALREADY_GONE)


def _record(call: Call, mail: MailId, action: ActionKind) -> None:
    """What the receipt proved: for a mail that is not on the agenda, the ledger is told directly."""
    if call.tracker.state_of(mail):
        call.tracker.mark_actioned(mail, action, at=call.now())
        return
    call.beside[action] += 1
    if action in TAKES_OUT:
        call.marks.put([Mark(mail_id=mail, status=MailStatus.ACTIONED, at=call.now(), action=action)])


def _is_current(call: Call, mail: MailId) -> bool:
    current = call.tracker.current()
    return current is not None and current.mail_id == mail


def _meant(call: Call, mail_id: str, number: int, description: str) -> MailId:
    """A mail by its id, or as the user named it: by a number or a description; else the current one."""
    if number or description:
        return find_one(call, number=number, description=description)
    return resolve(call, mail_id)


def resolve(call: Call, mail_id: str) -> MailId:
    """The mail that is meant: the current one unless named; only mails on the agenda or in the last search can be named."""
    if not mail_id and call.opened:
        return call.opened
    if not mail_id:
        current = call.tracker.current()
        if current is None:
            raise RefusedError(replies.NOTHING_UNDER_CURSOR)
        return current.mail_id
    mail = MailId(mail_id)
    state = call.tracker.state_of(mail)
    if (state is None or not state.active) and mail not in call.found:
        valid = ", ".join([*call.tracker.compact_reference().mail_ids, *call.found]) or "none"
        raise RefusedError(f"{replies.NO_SUCH_MAIL} Valid mail ids now: {valid}.")
    return mail
