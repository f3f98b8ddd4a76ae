"""Sends a draft: asks with the exact content that will leave, holds it for some seconds, and holds it back on "stop"."""

from collections.abc import Sequence
from datetime import datetime

from actions.consent.consent import SingleUseGrant
from actions.consent.payloads import SendPayload
from actions.sending.drafts import Draft, payload_of
from actions.sending.outbox import WrongGrantError
from actions.sending.recipients import warnings_for
from actions.sending.sending_store import DraftChangedError, MessageIdUsedError
from briefing.mail import Envelope
from briefing.mail_action import MailAction
from briefing.speech.sentences import about_sending as words
from briefing.understanding.confirmation import Confirmation, confirmation
from briefing.understanding.times.when import moment_of
from briefing.words import split_words
from prompts import render
from session.call import Call
from session.dialogue import Offer
from session.outcome import Outcome, SkillRefusedError, saying
from session.outgoing import OnItsWay, OutgoingEvent, OutgoingStage
from session.passages import Passage
from session.skills.changing.asking import ask
from session.skills.changing.asking import ask_again as again
from session.skills.writing.drafting import answered_mail, discard_draft, open_draft
from storage.database import DatabaseUnavailableError


async def send_draft(call: Call, *, when: str = "") -> Outcome:
    """Ask whether to send the open draft, now or at a time."""
    return ask(call, await _payload(call, await _whole_draft(call), _moment(call, when)))


async def ask_on(call: Call, payload: SendPayload) -> Outcome:
    """After a yes to one recipient: ask about the next one, or about the mail itself."""
    draft = await _whole_draft(call)
    if draft.message_id != payload.message_id:
        raise SkillRefusedError(words.CHANGED_MEANWHILE)
    return ask(call, await _payload(call, draft, payload.send_at))


async def ask_again(call: Call, payload: SendPayload) -> Outcome:
    """Ask again after an answer that did not count, about the current draft, which may have been edited since."""
    return again(call, await _payload(call, await _whole_draft(call), payload.send_at))


async def agreed(call: Call, grant: SingleUseGrant, payload: SendPayload) -> Outcome:
    """The user said yes: the mail is held for some seconds, and then leaves."""
    try:
        held = await call.acting.outbox.put(grant, payload)
    except DatabaseUnavailableError:
        raise SkillRefusedError(words.CANNOT_KEEP) from None
    except MessageIdUsedError:
        raise SkillRefusedError(words.ON_ITS_WAY) from None
    except (DraftChangedError, WrongGrantError):
        raise SkillRefusedError(words.CHANGED_MEANWHILE) from None
    draft = call.acting.draft
    call.acting.outgoing.put(
        OnItsWay(
            sending_id=held.sending_id,
            stage=OutgoingStage.HELD if payload.send_at is None else OutgoingStage.SCHEDULED,
            by=held.leaves_at,
            draft_id=draft.draft_id if draft and draft.message_id == payload.message_id else "",
            to=tuple(address.email for address in (*payload.to, *payload.cc, *payload.bcc)),
            agreed_for_now=payload.send_at is None,
        )
    )
    call.acting.draft = call.acting.kept = None
    if payload.send_at is not None:
        said = words.leaves_later(payload.send_at, now=call.now())
    else:
        said = words.held(max(1, round((held.leaves_at - call.now()).total_seconds())))
    return saying(said)


async def cancel(call: Call) -> Outcome:
    """Hold back what is about to leave; if there is nothing, discard the open draft; if there is none, ask about scheduled mail.

    Only on the user's own words; and "stop" means only what is about to leave.
    """
    if not call.dialogue.evidence.leaves_it():
        raise SkillRefusedError(words.TO_CANCEL)
    await _look(call)
    acting = call.acting
    if acting.held or acting.outgoing.just_left(call.now()) or call.dialogue.evidence.says_stop():
        return await hold_back(call)
    if acting.draft:
        return await discard_draft(call)
    if acting.outgoing.scheduled:
        return _ask_about(call, _named_first(call, acting.outgoing.scheduled))
    raise SkillRefusedError(words.NOT_HELD)


async def hold_back(call: Call) -> Outcome:
    """Hold back all held mails, but no scheduled ones; an open question becomes void."""
    call.dialogue.void_offer()
    await _look(call)
    held = call.acting.held
    kept = await _kept_from_leaving(call, held)
    if not kept:
        raise SkillRefusedError(words.TOO_LATE if held or call.acting.outgoing.just_left(call.now()) else words.NOT_HELD)
    said = words.held_back(len(kept), drafts=sum(bool(mail.draft_id) for mail in kept))
    return saying(said if len(kept) == len(held) else f"{said} {words.ONE_HAS_LEFT}")


async def hold_back_scheduled(call: Call) -> Outcome:
    """The user said yes to holding back a scheduled mail."""
    asked = call.acting.outgoing.asked_about[:1]
    call.acting.outgoing.asked_about = ()
    if confirmation(call.dialogue.words, MailAction.UNDO) is not Confirmation.YES:
        raise SkillRefusedError(words.TO_CANCEL)
    await _look(call)
    mails = [mail for mail in call.acting.outgoing.scheduled if mail.sending_id in asked]
    kept = await _kept_from_leaving(call, mails)
    return saying(words.held_back(len(kept), drafts=sum(bool(mail.draft_id) for mail in kept)) if kept else words.TOO_LATE)


async def leave_scheduled(call: Call) -> Outcome:
    """The user said no: the mail stays scheduled, and the next one is asked about."""
    rest = call.acting.outgoing.asked_about[1:]
    scheduled = {mail.sending_id: mail for mail in call.acting.outgoing.scheduled}
    mails = [scheduled[sending_id] for sending_id in rest if sending_id in scheduled]
    return _ask_about(call, mails, lists=False) if mails else saying(words.LEAVES_AS_AGREED)


async def _look(call: Call) -> None:
    try:
        await call.acting.outgoing.look(call.acting.outbox, call.acting.drafts, call.now())
    except DatabaseUnavailableError:
        raise SkillRefusedError(words.CANNOT_HOLD_BACK) from None


async def _kept_from_leaving(call: Call, mails: Sequence[OnItsWay]) -> list[OnItsWay]:
    """Cancel these mails; returns those that certainly do not leave. The draft of the last one is shown again."""
    acting, kept = call.acting, []
    try:
        for mail in mails:
            if await acting.outbox.cancel(mail.sending_id):
                acting.outgoing.happened(mail.sending_id, OutgoingEvent.CANCELLED, call.now())
                kept.append(mail)
        for mail in kept:
            acting.kept = (await acting.drafts.get(mail.draft_id) if mail.draft_id else None) or acting.kept
    except DatabaseUnavailableError:
        raise SkillRefusedError(words.CANNOT_HOLD_BACK) from None
    return kept


def _ask_about(call: Call, mails: Sequence[OnItsWay], *, lists: bool = True) -> Outcome:
    """Name the scheduled mails, and ask about the first one."""
    call.acting.outgoing.asked_about = tuple(mail.sending_id for mail in mails)
    said = words.waits([(mail.to, mail.by.astimezone(call.now().tzinfo)) for mail in mails], now=call.now(), lists=lists)
    call.dialogue.offer, call.dialogue.last_said = Offer.HOLD_BACK, (Passage(said),)
    return Outcome(spoken=call.dialogue.last_said, told=render("told_ask", said=said), verbatim=True)


def _named_first(call: Call, mails: Sequence[OnItsWay]) -> list[OnItsWay]:
    said = set(split_words(call.dialogue.words))
    return sorted(mails, key=lambda mail: all(said.isdisjoint(split_words(address.partition("@")[0])) for address in mail.to))


async def _whole_draft(call: Call) -> Draft:
    draft = await open_draft(call)
    if not draft.to:
        raise SkillRefusedError(words.NO_RECIPIENT)
    if not draft.body.strip():
        raise SkillRefusedError(words.NO_WORDS)
    return draft


async def _payload(call: Call, draft: Draft, at: datetime | None) -> SendPayload:
    """What exactly would leave, with the warnings about its recipients. Refuses if the scheduled time has passed."""
    if at is not None and at <= call.now():
        raise SkillRefusedError(words.WHEN)
    known = call.mail.pipeline.written_to | call.acting.own_addresses
    answered = await answered_mail(call, draft)
    thread, reply_to = (_people_of(answered), _instead_of_sender(call, draft, answered)) if answered else (frozenset[str](), ())
    recipients = (*draft.to, *draft.cc, *draft.bcc)
    return payload_of(draft, warnings=warnings_for(recipients, known=known, thread=thread, reply_to_differs=reply_to), send_at=at)


def _people_of(answered: Envelope) -> frozenset[str]:
    """Everybody in the mail that is answered: its sender and its recipients."""
    return frozenset(address.email for address in (answered.sender, *answered.to, *answered.cc))


def _instead_of_sender(call: Call, draft: Draft, answered: Envelope) -> tuple[str, ...]:
    """The recipients that take the place of the mail's sender in the answer, as a Reply-To can arrange.

    If the sender gets the answer too, these are the recipients that do not stand in the mail. Otherwise all of them are, even those in its
    copies: an attacker may have put them there to look familiar. An answer to one's own mail goes to the people one wrote to.
    """
    if answered.sender.email.lower() in call.acting.own_addresses:
        return ()
    to = tuple(address.email for address in draft.to)
    expected = _people_of(answered) if answered.sender.email in to else frozenset[str]()
    return tuple(email for email in to if email not in expected)


def _moment(call: Call, when: str) -> datetime | None:
    if not when.strip():
        return None
    moment = moment_of(when, call.now())
    if moment is None:
        raise SkillRefusedError(words.WHEN)
    return moment
