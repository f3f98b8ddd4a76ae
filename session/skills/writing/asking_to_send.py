"""Asks whether a draft is to be sent: the question reads what exactly would leave, to whom, and when."""

from collections import defaultdict
from datetime import datetime

from actions.consent.payloads import SendPayload
from actions.sending.draft_store import DraftKind
from actions.sending.drafts import Draft, payload_of
from actions.sending.recipients import warnings_for
from briefing.mail import Address, Envelope
from briefing.speech.content.names import bare_name, spoken_name
from briefing.speech.content.topics import subject_of
from briefing.speech.sentences import about_sending as words
from briefing.speech.sentences.before_a_change import spoken_address
from providers.mailbox import MailboxError
from session.call import Call
from session.dialogue import Again
from session.outcome import Outcome, SkillRefusedError
from session.skills.changing.asking import ask

_REPLIES = frozenset({DraftKind.REPLY, DraftKind.REPLY_ALL})
_AT_ONCE = frozenset({"now", "immediately", "away", "once"})
"""Said of a mail that was to leave later: "send it now", "send it right away"."""


def note_when(call: Call, draft: Draft, at: datetime | None) -> None:
    """The user wants this draft to leave then, also if it is changed before; where they name no time, when they wanted it before."""
    if at is not None:
        call.acting.leaves_on[draft.draft_id] = at
    elif wants_it_at_once(call):
        call.acting.leaves_on.pop(draft.draft_id, None)


def wants_it_at_once(call: Call) -> bool:
    return not _AT_ONCE.isdisjoint(call.dialogue.last.own_words)


async def ask_to_send(
    call: Call, draft: Draft, at: datetime | None = None, *, anew: Again, lead: str = "", whole: bool = False, data: str = ""
) -> Outcome:
    """Ask about this version of the draft, to leave `at` a time, or when that was wanted of an earlier version. `anew` reads it again, for
    a user who wants to hear that. In a dry run it is said first that nothing leaves, in full once in a call."""
    if at is None:
        wanted = call.acting.leaves_on.get(draft.draft_id)
        at = wanted if wanted is not None and wanted > call.now() else None
    payload = await payload_for(call, draft, at)
    if call.acting.outbox.dry_run:
        lead = f"{lead} {words.IN_TRIAL_AGAIN if call.told.trial else words.IN_TRIAL}".strip()
        call.told.trial = True
    return ask(call, payload, lead=lead, anew=anew, whole=whole, data=data)


async def payload_for(call: Call, draft: Draft, at: datetime | None) -> SendPayload:
    """What exactly would leave, with the warnings about its recipients. Refuses if the scheduled time has passed."""
    if at is not None and at <= call.now():
        raise SkillRefusedError(words.WHEN)
    known = call.mail.pipeline.written_to | call.acting.own_addresses
    answered = await answered_mail(call, draft)
    thread, reply_to = _people_of(answered) if answered else frozenset[str](), _other_than_sender(call, draft, answered)
    recipients = (*draft.to, *draft.cc, *draft.bcc)
    senders = (envelope.sender for envelope in call.mail.pipeline.envelopes.values())
    names = {sender.email.lower(): sender.name for sender in senders}
    warnings = warnings_for(recipients, known=known, names=names, thread=thread, reply_to_differs=reply_to)
    return payload_of(
        draft,
        warnings=warnings,
        send_at=at,
        known=tuple(address.email for address in recipients if _goes_by_name(call, address, answered)),
        answers=answered is not None and _is_same(answered.subject, draft.subject),
    )


async def names_of(call: Call, draft: Draft) -> list[str]:
    """The recipients as they are said: by name, or by address where the name says less than it seems."""
    answered = await answered_mail(call, draft)
    return [spoken_name(address) if _goes_by_name(call, address, answered) else spoken_address(address.email) for address in draft.to]


async def answered_mail(call: Call, draft: Draft) -> Envelope | None:
    """The mail that a draft answers; None if it answers none, or the mail cannot be read now."""
    if draft.replies_to is None or draft.kind not in _REPLIES:
        return None
    try:
        return await call.mail.prefetch.envelope(draft.replies_to)
    except MailboxError:
        return None


def _goes_by_name(call: Call, address: Address, answered: Envelope | None) -> bool:
    """Whether the user knows who is behind the address: they wrote to it before, or answer its mail; and nobody else has that name.

    Names of others in a mail that is answered were chosen by who wrote it.
    """
    known = call.mail.pipeline.written_to | call.acting.own_addresses
    if address.email not in known and not (answered and address.email == answered.sender.email):
        return False
    bearers = defaultdict[str, set[str]](set)
    for envelope in call.mail.pipeline.envelopes.values():
        if envelope.sender.claimed and envelope.sender == address:
            return False
        bearers[bare_name(envelope.sender).casefold()].add(envelope.sender.email.lower())
    return bearers[bare_name(address).casefold()] <= {address.email.lower()}


def _is_same(answered: str, subject: str) -> bool:
    was, now = subject_of(answered), subject_of(subject)
    return (was.title, was.tags) == (now.title, now.tags)


def _people_of(answered: Envelope) -> frozenset[str]:
    """Everybody in the mail that is answered: its sender and its recipients."""
    return frozenset(address.email for address in (answered.sender, *answered.to, *answered.cc))


def _other_than_sender(call: Call, draft: Draft, answered: Envelope | None) -> tuple[str, ...]:
    """The addresses to which the mail wants its answer to go and which it does not come from, as a Reply-To can arrange.

    They are as strange while the mail cannot be read. That such an address stands in the mail's copies makes it no more familiar: who wrote
    the mail put it there. An answer to one's own mail goes to the people one wrote to.
    """
    if draft.kind not in _REPLIES:
        return ()
    sender = (answered.sender.email if answered else draft.came_from).lower()
    if sender in call.acting.own_addresses:
        return ()
    wanted = draft.answered or tuple(address.email for address in draft.to)
    return tuple(email for each in wanted if (email := each.lower()) != sender)
