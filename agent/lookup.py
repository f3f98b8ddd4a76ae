"""Tools that read: the words of a mail in full, a search, what came in, what was skipped. None of them changes a mailbox."""

from collections.abc import Callable, Sequence

from agent.call import QUESTIONS, Call, Offer
from agent.mailing import archive_email, mark_read, resolve
from agent.outcome import Outcome, RefusedError
from agent.presenting import close, present, put_arrivals_at_the_end
from agent.untrusted import as_data, mail_as_data, mail_fields
from briefing.agenda import MailRef
from briefing.mail import Address, Envelope, MailId, MailStatus
from briefing.speech import replies, sentences
from prompts import render
from providers.mailbox import MailGoneError

MOST_FOUND = 5
MOST_READ_CHARACTERS = 20_000

Listing = Callable[[Sequence[tuple[Address, str]], int], str]


async def read_in_full(call: Call, mail_id: str = "") -> Outcome:
    """The whole own text of a mail."""
    mail = resolve(call, mail_id)
    try:
        envelope, text = await call.shelf.envelope(mail), await call.shelf.text(mail)
    except MailGoneError:
        was_current = call.tracker.current()
        call.tracker.remove_handled_elsewhere([mail])
        if was_current and was_current.mail_id == mail:
            return await present(call, lead=replies.ALREADY_GONE)
        raise RefusedError(replies.ALREADY_GONE) from None
    if envelope is None or text is None:
        raise RefusedError(replies.CANNOT_READ)
    said = " ".join([*sentences.read_in_full(envelope, text), sentences.ask(call.question)])
    call.last_said = said
    data = mail_as_data(_ref(call, envelope), text, most=MOST_READ_CHARACTERS)
    return Outcome(spoken=said, told=render("mail_text", mail=data))


async def search_mail(call: Call, query: str) -> Outcome:
    """Find mails by their words, in every account."""
    found = await call.inbox.search(query, limit=MOST_FOUND)
    call.found = tuple(envelope.mail_id for envelope in found)
    call.pipeline.envelopes.update({envelope.mail_id: envelope for envelope in found})
    if not found:
        said = f"{replies.NOTHING_FOUND} {replies.away([account.label for account in call.inbox.away.values()])}".strip()
        return Outcome(spoken=said, told=said)
    return _listed(call, [_ref(call, envelope) for envelope in found], replies.found_list)


async def read_found(call: Call, mail: MailId) -> Outcome:
    """Present a mail that only a search found; the cursor stays, but "it" is now this mail."""
    try:
        envelope, text = await call.shelf.envelope(mail), await call.shelf.text(mail)
    except MailGoneError:
        raise RefusedError(replies.ALREADY_GONE) from None
    if envelope is None:
        raise RefusedError(replies.CANNOT_READ)
    call.opened = mail
    ref = _ref(call, envelope)
    said = sentences.present_mail(ref, envelope, text, now=call.now())
    call.last_said = said
    return Outcome(spoken=said, told=render("mail_text", mail=mail_as_data(ref, text)))


async def check_for_new_mail(call: Call) -> Outcome:
    """Whether mail came in since the last look, with the offer to hear it. What was offered before and not answered is offered again."""
    known = {mail.mail_id for mail in call.arrivals}
    call.arrived.update(dict.fromkeys(await call.inbox.arrived()))
    wanted = [mail for mail in call.arrived if call.tracker.state_of(mail) is None and mail not in call.pipeline.left_out]
    refs = await _refs(call, wanted)
    call.arrivals = (*call.arrivals, *(ref for ref in refs if ref.mail_id not in known))
    away = replies.away([account.label for account in call.inbox.away.values()])
    if not call.arrivals:
        said = away or replies.NOTHING_ARRIVED
        return Outcome(spoken=said, told=said)
    call.tracker.note_arrivals_waiting(len(call.arrivals))
    call.offer = Offer.HEAR_ARRIVALS
    return _listed(call, list(call.arrivals), replies.arrived_list)


async def what_did_i_skip(call: Call) -> Outcome:
    """Name what was skipped, in this call and in earlier ones, and offer to hear it."""
    refs = [*call.tracker.skipped_mails(), *await _refs(call, skipped_earlier(call))]
    if not refs:
        return Outcome(spoken=replies.NOTHING_SKIPPED, told=replies.NOTHING_SKIPPED)
    call.offer = Offer.HEAR_SKIPPED
    return _listed(call, refs, replies.skipped_list)


def skipped_earlier(call: Call) -> list[MailId]:
    """Unread mails that were skipped in an earlier call and are not on today's agenda."""
    return [
        mail for mail, mark in call.pipeline.left_out.items() if mark.status is MailStatus.SKIPPED and call.tracker.state_of(mail) is None
    ]  # fmt: skip


async def accept_offer(call: Call) -> Outcome:
    """Do what was just offered."""
    offer, call.offer = call.offer, None
    if offer is Offer.HEAR_SKIPPED:
        return await _hear_skipped(call)
    if offer is Offer.HEAR_ARRIVALS:
        return await _hear_arrivals(call)
    if offer is Offer.ARCHIVE:
        return await archive_email(call)
    if offer is Offer.MARK_READ:
        return await mark_read(call)
    raise RefusedError(replies.NO_OFFER)


async def _hear_skipped(call: Call) -> Outcome:
    """Go to the first of what was skipped, in this call or an earlier one; the rest follows."""
    skipped = call.tracker.skipped_mails()
    earlier = await _refs(call, skipped_earlier(call))
    call.tracker.return_skipped(at=call.now())
    if earlier:
        call.tracker.add_arrivals(earlier, accepted=True, label=replies.SKIPPED_LABEL)
    for mail in (*skipped, *earlier):
        if call.tracker.jump_to(mail.mail_id, at=call.now()):
            break
    return await present(call)


async def _hear_arrivals(call: Call) -> Outcome:
    arrivals, call.arrivals = call.arrivals, ()
    at_the_end = call.tracker.current() is None
    call.tracker.add_arrivals(arrivals, accepted=True, label=replies.ARRIVALS_LABEL)
    call.tracker.note_arrivals_waiting(0)
    if at_the_end:
        return await present(call)
    said = f"{replies.comes_next(len(arrivals))} {sentences.ask(call.question)}"
    return Outcome(spoken=said, told=said)


async def decline_offer(call: Call) -> Outcome:
    """Leave what was offered for later; nothing is lost."""
    if call.offer is None:
        raise RefusedError(replies.NO_OFFER)
    offer, call.offer = call.offer, None
    if offer in QUESTIONS:
        return Outcome(spoken=replies.LEFT_ALONE, told=replies.LEFT_ALONE)
    put_arrivals_at_the_end(call)
    if call.tracker.current() is None and call.tracker.progress().mails:
        return close(call)
    return Outcome(spoken=replies.DECLINED, told=replies.DECLINED)


def _listed(call: Call, refs: list[MailRef], sentence: Listing) -> Outcome:
    said = sentence([(ref.sender, ref.subject) for ref in refs], len(refs))
    call.last_said = said
    told = render("found", count=len(refs), mails=as_data([mail_fields(ref) for ref in refs[:MOST_FOUND]]))
    return Outcome(spoken=said, told=told)


async def _refs(call: Call, mails: Sequence[MailId]) -> list[MailRef]:
    """Mails that are not on the agenda, scored and ordered as if they were."""
    envelopes = await call.inbox.envelopes(mails)
    return [ref for topic in call.pipeline.agenda_of(envelopes, call.now()).topics for ref in topic.mails]


def _ref(call: Call, envelope: Envelope) -> MailRef:
    state = call.tracker.state_of(envelope.mail_id)
    return state.mail if state else call.pipeline.agenda_of([envelope], call.now()).topics[0].mails[0]
