"""Sending what was written: asked about in exactly the words that leave, held for some seconds, and held back on "stop"."""

from datetime import datetime

from actions.consent import Warrant
from actions.draft_store import DraftKind
from actions.drafts import Draft, payload_of
from actions.outbox import WrongWarrantError
from actions.payloads import SendPayload
from actions.recipients import warnings_for
from actions.sending_store import DraftChangedError, MessageIdUsedError
from agent.call import Call
from agent.outcome import Outcome, RefusedError, saying
from agent.skills.asking import ask
from agent.skills.asking import ask_again as again
from agent.skills.drafting import discard_draft, open_draft
from agent.skills.own_words import leaves_it
from briefing.mail import MailId, ThreadId
from briefing.speech import sending as words
from briefing.when import moment_of
from storage.database import DatabaseUnavailableError


async def send_draft(call: Call, *, when: str = "") -> Outcome:
    """Ask whether to send the open draft, now or at a time."""
    return ask(call, await _payload(call, await _whole_draft(call), _moment(call, when)))


async def ask_again(call: Call, payload: SendPayload) -> Outcome:
    """The answer did not count; it is asked of the draft as it is now, which may have been edited since."""
    return again(call, await _payload(call, await _whole_draft(call), payload.send_at))


async def agreed(call: Call, warrant: Warrant, payload: SendPayload) -> Outcome:
    """The user said yes to it: it is held for some seconds, and then leaves."""
    try:
        held = await call.hands.outbox.put(warrant, payload)
    except DatabaseUnavailableError:
        raise RefusedError(words.CANNOT_KEEP) from None
    except MessageIdUsedError:
        raise RefusedError(words.ON_ITS_WAY) from None
    except (DraftChangedError, WrongWarrantError):
        raise RefusedError(words.CHANGED_MEANWHILE) from None
    call.hands.held, call.hands.leaves_at = held.sending_id, held.leaves_at
    call.hands.draft = call.hands.kept = None
    call.hands.sending.set()
    if payload.send_at is not None:
        said = words.leaves_later(payload.send_at)
    else:
        said = words.held(max(1, round((held.leaves_at - call.now()).total_seconds())))
    return saying(said)


async def cancel(call: Call) -> Outcome:
    """Hold back what is about to leave; where nothing is, throw away what is being written. Neither but on the user's word."""
    if not leaves_it(call):
        raise RefusedError(words.TO_CANCEL)
    if call.hands.draft and not call.hands.held:
        return await discard_draft(call)
    return await hold_back(call)


async def hold_back(call: Call) -> Outcome:
    """Hold back the mail that was to leave last."""
    held, call.hands.held = call.hands.held, ""
    try:
        waiting = {news.sending_id for news in await call.hands.outbox.waiting()}
        if not waiting:
            raise RefusedError(words.TOO_LATE if held else words.NOT_HELD)
        cancelled = await call.hands.outbox.cancel(held if held in waiting else None)
        call.hands.kept = await call.hands.drafts.current() if cancelled else None
    except DatabaseUnavailableError:
        raise RefusedError(words.CANNOT_KEEP) from None
    return saying(words.HELD_BACK if cancelled else words.TOO_LATE)


async def _whole_draft(call: Call) -> Draft:
    draft = await open_draft(call)
    if not draft.to:
        raise RefusedError(words.NO_RECIPIENT)
    if not draft.body.strip():
        raise RefusedError(words.NO_WORDS)
    return draft


async def _payload(call: Call, draft: Draft, at: datetime | None) -> SendPayload:
    """What exactly would leave, with all that the user has to hear of those whom it goes to."""
    known = call.pipeline.written_to | call.hands.own_addresses
    thread = await _people_of(call, draft.replies_to, draft.thread) if draft.replies_to else frozenset[str]()
    answers = draft.kind in {DraftKind.REPLY, DraftKind.REPLY_ALL}
    reply_to = [address.email for address in draft.to if answers and thread and address.email not in thread]
    recipients = (*draft.to, *draft.cc, *draft.bcc)
    return payload_of(draft, warnings=warnings_for(recipients, known=known, thread=thread, reply_to_differs=reply_to), send_at=at)


async def _people_of(call: Call, mail: MailId, thread: ThreadId) -> frozenset[str]:
    """Everybody who stands in the mail that is answered: its sender, and those it went to."""
    envelope = await call.shelf.envelope(mail)
    if envelope is None:
        return frozenset()
    return frozenset(address.email for address in (envelope.sender, *envelope.to, *envelope.cc))


def _moment(call: Call, when: str) -> datetime | None:
    if not when.strip():
        return None
    moment = moment_of(when, call.now())
    if moment is None:
        raise RefusedError(words.WHEN)
    return moment
