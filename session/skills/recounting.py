"""What was done and sent, in this call or, of all calls, in a time that the user named.

It is read from the journal and the outbox, never from what this call remembers, and only what is still so counts: what was undone, done
otherwise since or held back does not.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from actions.changes.entries import ChangeOutcome, Entry
from actions.changes.journal import JournalUnavailableError
from actions.sending.outbox import SendingNews
from actions.sending_states import SendingState
from briefing.mail import Address, Envelope, MailId
from briefing.mail_action import ON_MAILS, MailAction
from briefing.speech.content.names import spoken_name
from briefing.speech.sentences import about_facts, about_sending
from briefing.speech.sentences.before_a_change import spoken_address
from briefing.understanding.times.spans import Span, span_of
from providers.mailbox import MailboxError
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.outgoing import OnItsWay
from session.skills.writing.asking_to_send import names_of
from session.skills.writing.drafting import keeping, seconds_until
from session.untrusted import as_data

MOST_SENT = 3
MOST_READ = 20
"""Mails of other calls whose senders are read for it."""


async def changes(call: Call, when: str = "") -> Outcome:
    """What was done to mails; with a time, what was sent as well."""
    span = _span(call, when)
    entries = [entry for entry in await _entries(call, span) if entry.outcome in {ChangeOutcome.DONE, ChangeOutcome.UNDONE}]
    undone = {entry.undoes_key for entry in entries if entry.outcome is ChangeOutcome.UNDONE}
    latest: dict[tuple[MailId, str], Entry] = {}
    for entry in reversed(entries):
        if entry.outcome is ChangeOutcome.DONE and entry.key not in undone and entry.action in ON_MAILS and _is_meant(call, entry, span):
            latest[call.acting.known_as(entry.mail_id), entry.about] = entry
    senders = await _senders(call, {mail: entry.mail_after for (mail, _), entry in latest.items()})
    done: defaultdict[MailAction, list[Address | None]] = defaultdict(list)
    for (mail, _), entry in latest.items():
        done[entry.action].append(senders.get(mail))
    said = about_facts.changes(done, when)
    return _told(f"{said} {await _sent_in(call, span, when)}" if span is not None else said)


async def sent(call: Call, when: str = "") -> Outcome:
    """What became of the mails that the user agreed to send in this call, and what waits to leave; with a time, what has left in it."""
    span = _span(call, when)
    outgoing, outbox = call.acting.outgoing, call.acting.outbox
    async with keeping(call):
        await outgoing.look(outbox, call.acting.drafts, call.now())
        waiting = (*outgoing.held, *outgoing.scheduled)
        mails = (
            {mail.sending_id: mail for mail in waiting}
            if span is not None
            else {**outgoing.agreed, **{mail.sending_id: mail for mail in waiting}}
        )
        said = [await _what_became_of(call, mail) for mail in list(mails.values())[-MOST_SENT:]]
        if span is not None:
            return _verbatim(" ".join([await _sent_in(call, span, when), *said]))
    draft = call.acting.draft or call.acting.kept
    if not said:
        said = [about_sending.NOTHING_SENT]
        if draft is not None:
            said.append(about_sending.drafts([(await names_of(call, draft), "", "is not sent")], 1))
    return _verbatim(" ".join(said))


def _span(call: Call, when: str) -> Span | None:
    """The time that is meant; None for this call. Raises `SkillRefusedError` if no past time is named."""
    span = span_of(when.lower(), call.now()) if when.strip() else None
    if when.strip() and span is None:
        raise SkillRefusedError(about_facts.WHICH_TIME)
    return span


async def _entries(call: Call, span: Span | None) -> Sequence[Entry]:
    """The newest first: of this call and what took them back, or all since then."""
    journal = call.acting.journal
    try:
        if span is None:
            return await journal.entries(call.user_id, limit=None, about_call=call.acting.changer.steps.call_id)
        found = []
        async for entry in journal.everything(call.user_id):
            if entry.at < span.since:
                break
            found.append(entry)
    except JournalUnavailableError:
        raise SkillRefusedError(about_facts.CANNOT_LOOK) from None
    return found


def _is_meant(call: Call, entry: Entry, span: Span | None) -> bool:
    return entry.call_id == call.acting.changer.steps.call_id if span is None else span.since <= entry.at <= span.until


async def _senders(call: Call, mails: Mapping[MailId, MailId]) -> Mapping[MailId, Address]:
    """Who wrote these, as far as it is known or can be read now. `mails` has the ids by which they are found."""
    known = {mail: envelope.sender for mail in mails if (envelope := call.mail.pipeline.envelopes.get(mail)) is not None}
    read = await _read(call, [now for mail, now in mails.items() if mail not in known][-MOST_READ:])
    return {**{mail: read[now].sender for mail, now in mails.items() if now in read}, **known}


async def _read(call: Call, mails: Sequence[MailId]) -> Mapping[MailId, Envelope]:
    try:
        return {each.mail_id: each for each in (await call.mail.inbox.envelopes(mails)).found} if mails else {}
    except MailboxError:
        return {}


async def _sent_in(call: Call, span: Span, when: str) -> str:
    """How many mails have left in this time, of all calls, and to whom."""
    async with keeping(call):
        gone = await call.acting.outbox.sent(since=span.since, until=span.until)
    left = [mail for mail in gone if not mail.dry_run]
    copies = await _read(call, [mail.sent_as for mail in left[-MOST_SENT:] if mail.sent_as is not None])
    names = []
    for mail in left[-MOST_SENT:]:
        copy = copies.get(mail.sent_as) if mail.sent_as is not None else None
        names += list(map(spoken_name, copy.to)) if copy is not None else list(map(spoken_address, mail.to))
    return about_facts.sent(len(left), list(dict.fromkeys(names)), when, dry_runs=len(gone) - len(left))


async def _what_became_of(call: Call, mail: OnItsWay) -> str:
    found = await call.acting.outbox.find(mail.sending_id)
    said = _in_this_state(call, mail, found)
    settled = {SendingState.SENT, SendingState.NOT_SENT, SendingState.CANCELLED}
    return said if found and found.state in settled else about_sending.truly(said, dry_run=mail.dry_run)


def _in_this_state(call: Call, mail: OnItsWay, found: SendingNews | None) -> str:
    match found.state if found else SendingState.UNKNOWN:
        case SendingState.HELD if found:
            at = found.leaves_at.astimezone(call.now().tzinfo)
            in_seconds = about_sending.leaves_in(mail.to, seconds_until(call, at))
            return in_seconds if mail.agreed_for_now else about_sending.waits_until(mail.to, at, now=call.now())
        case SendingState.NOT_SENT if found:
            return about_sending.not_sent(mail.to, found.refusal.value if found.refusal else "")
        case SendingState.SENDING:
            return about_sending.is_leaving(mail.to)
        case SendingState.SENT:
            return about_sending.sent(mail.to, dry_run=mail.dry_run)
        case SendingState.CANCELLED:
            return about_sending.was_held_back(mail.to)
        case _:
            return about_sending.unknown(mail.to)


def _told(said: str) -> Outcome:
    """A sentence with names out of mails: a model gets it as data."""
    return saying(said, what="", data=as_data({"answer": said}))


def _verbatim(said: str) -> Outcome:
    return replace(_told(said), verbatim=True)
