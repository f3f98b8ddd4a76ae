"""Presents the mail under the cursor. Every mail of the agenda is spoken through here, whatever moved the cursor to it."""

from dataclasses import replace
from functools import partial

from briefing.agenda import MailRef, ReasonKind
from briefing.mail import Envelope, MailId, MailStatus, MailText, account_of
from briefing.speech.checking.given_summary import BY_RULE
from briefing.speech.sentences import about_accounts, about_mails, call_closing, replies, what_next
from briefing.speech.sentences.about_arrivals import offer_to_read
from briefing.tracking.focus import Presented
from briefing.tracking.position import NextStep
from knowledge.likes import Length
from providers.mailbox import MailGoneError
from session.call import Call
from session.dialogue import Offer, Offered
from session.outcome import Outcome, saying
from session.passages import Passage, PassageRole
from session.skills.in_time import all_in_time, flows, time_is_up, told_in_time, turn_to_what_matters
from session.skills.inbox_changes import (
    begins_at_once,
    come_back,
    news_of,
    offer_between_topics,
    put_arrivals_at_the_end,
    tell_between_topics,
)
from session.skills.timed_reads import TimedReads
from session.summaries.ahead import read_ahead
from session.turn.left_for_later import left_for_later, waiting
from session.untrusted import mail_as_data

READ_AHEAD = 3
_MOST = {Length.HEADLINES: about_mails.HEADLINE, Length.SHORTER: about_mails.LONGEST_SHORTER, Length.USUAL: about_mails.LONGEST}


async def present(call: Call, *, lead: str = "", short: bool | None = None, moving_on: bool = False, chosen: bool = False) -> Outcome:
    """Say what the current mail is, and ask what to do with it; at the end of the agenda, close.

    `lead` is said first: what was just done. `short` chooses the short or the whole form; by default, a mail that the user has heard of is
    told in the short form. `moving_on`: the user is done with the mail before, so between two topics new arrivals are offered first.
    `chosen`: the user named this mail, so they are told if it cannot be loaded. While another wish of the turn is to follow, only what
    was done is said.

    A mail that is gone leaves the agenda without a word. One that cannot be loaded now is passed over. One that was interrupted by arrivals
    goes on where it was, in the middle of a reading too.
    """
    call.turn.untold = bool(lead) and moving_on and call.more_to_come
    if call.turn.untold:
        return saying(lead)
    call.dialogue.reading = None
    back = come_back(call)
    if moving_on and not back and flows(call) and (news := tell_between_topics(call)):
        outcome = await present(call, short=short, chosen=chosen)
        return replace(outcome, spoken=(Passage(lead), Passage(news), *outcome.spoken), what=f"{lead} {outcome.what or ''}".strip())
    if moving_on and not back and (offer := offer_between_topics(call, lead=lead, again=partial(news_again, call))):
        return offer
    call.dialogue.note(Presented())
    put_arrivals_at_the_end(call)
    if moving_on:
        turn_to_what_matters(call)
    reads = TimedReads(call)
    passed_over = False
    while (mail := call.tracker.current()) is not None:
        lead_in = f"{lead} {back}".strip()
        if call.dialogue.reading is not None:
            return read_on(call, lead=lead_in)
        try:
            envelope = await reads.envelope(mail.mail_id)
            if envelope is None and not mail.loaded and put_off(call, mail):
                passed_over, back = True, come_back(call)
                continue
            text = await reads.text(mail.mail_id)
        except MailGoneError:
            call.tracker.remove_handled_elsewhere([mail.mail_id])
            back = come_back(call)
            continue
        if envelope is not None and not mail.loaded:
            call.tracker.update_mails([ref for topic in call.mail.pipeline.agenda_of([envelope], call.now()).topics for ref in topic.mails])
        if passed_over:
            lead_in = f"{lead} {_not_loaded(call, chosen=chosen)} {back}".strip()
        brief = (_is_known(call) or call.records.likes.length is Length.HEADLINES) if short is None else short
        return _presented(call, call.tracker.current() or mail, envelope, text, lead=lead_in, short=brief)
    return close(call, lead=lead)


def put_off(call: Call, mail: MailRef) -> bool:
    """Put off a mail that does not load; if its account does not answer at all, also the account's other mails that have not loaded.

    False if the mail has to stay where it is.
    """
    if not call.tracker.put_off(mail.mail_id):
        return False
    if call.mail.inbox.is_away(mail.mail_id):
        account = account_of(mail.mail_id)
        for other in call.tracker.pending_mails():
            if not other.loaded and account_of(other.mail_id) == account and other.mail_id not in call.mail.pipeline.envelopes:
                call.tracker.put_off(other.mail_id)
    call.events.load_again.set()
    return True


def _not_loaded(call: Call, *, chosen: bool) -> str:
    """Said once in a call, but each time if the user asked for this mail."""
    if call.told.not_loaded:
        return about_accounts.NOT_LOADED_YET if chosen else ""
    call.told.not_loaded = True
    return about_accounts.did_not_load(call.tracker.held_back().not_loaded)


async def take_up(call: Call, *, lead: str = "") -> Outcome:
    """Go on where the user was: in the middle of a reading, or at the current mail."""
    if call.dialogue.reading is None:
        return await present(call, lead=lead)
    return read_on(call, lead=lead)


async def news_again(call: Call) -> Outcome:
    """Tell of the arrivals that were told and not answered yet, with the offer to read them; without any, go on where the user was."""
    if not (arrivals := call.arrivals.announced):
        return await take_up(call)
    call.dialogue.note(Offered(Offer.HEAR_ARRIVALS))
    question = offer_to_read(len(arrivals), at_once=begins_at_once(call, arrivals))
    spoken = call.dialogue.say(Passage(news_of(call, arrivals)), Passage(question), again=partial(news_again, call))
    return Outcome(spoken=spoken, verbatim=True)


def read_on(call: Call, *, lead: str = "") -> Outcome:
    """The rest of the mail that is being read out, then the question what to do with it."""
    reading = call.dialogue.reading
    if reading is not None:
        call.name(reading.mail)
    rest = reading.passages() if reading else ()
    said = call.dialogue.say(*rest, Passage(what_now(call), role=PassageRole.QUESTION))
    return Outcome(spoken=(Passage(lead), *said), verbatim=True)


def _presented(call: Call, mail: MailRef, envelope: Envelope | None, text: MailText | None, *, lead: str, short: bool) -> Outcome:
    call.background.start("read ahead", read_ahead(call.mail.prefetch, call.mail.summaries, upcoming(call)))
    label = provenance(call, mail)
    held = call.mail.summaries.of(mail.mail_id) if call.mail.summaries else BY_RULE

    def tell(length: Length) -> str:
        return about_mails.present_mail(
            mail, envelope, text, now=call.now(), account_label=label, most=_MOST[length], held=held, understood=call.understood
        )

    sentence = told_in_time(call, tell, Length.HEADLINES if short else _length(call), lead=lead)
    if sentence is None:
        return Outcome(spoken=(Passage(lead), *call.dialogue.say(time_is_up(call))), what=lead)
    spoken = call.dialogue.say(
        Passage(_topic_intro(call)),
        Passage(sentence, role=PassageRole.MAIL, mail=mail.mail_id, ends=True),
        Passage(_question(call, mail, envelope), role=PassageRole.QUESTION),
        again=partial(_presented_again, call),
    )
    call.dialogue.questions += 1
    return Outcome(spoken=(Passage(lead), *spoken), what=lead, data=mail_as_data(mail, text))


async def _presented_again(call: Call) -> Outcome:
    """The same words about the mail; its topic with the numbers as they are now."""
    intro, told, question = call.dialogue.last_said
    intro = Passage(_of_topic(call, told.mail) if intro and told.mail else "")
    return Outcome(spoken=(intro, told, question), verbatim=True)


def _length(call: Call) -> Length:
    """How much is told of a mail that is told whole."""
    return Length.SHORTER if call.records.likes.length is Length.SHORTER else Length.USUAL


def what_now(call: Call) -> str:
    """What to do with the open mail, asked anew where something else was told. In flow, and where no mail is open, nothing."""
    return "" if flows(call) or call.tracker.current() is None else what_next.ask(call.dialogue.questions)


def provenance(call: Call, mail: MailRef) -> str:
    """The label of the mail's account if the mail told before lies in another one, else empty."""
    told, call.told.account = call.told.account, account_of(mail.mail_id)
    return "" if call.told.account == told else call.mail.inbox.label_of(mail.mail_id)


def _question(call: Call, mail: MailRef, envelope: Envelope | None) -> str:
    """The question what to do with the mail. It varies, and is another one for a newsletter than for a person's question. In flow none."""
    if flows(call):
        return ""
    if envelope is None:
        return what_next.ask(call.dialogue.questions)
    waits = any(reason.kind is ReasonKind.QUESTION for reason in mail.reasons)
    return what_next.ask(call.dialogue.questions, question=waits and not envelope.bulk, bulk=envelope.bulk or envelope.automatic)


def _topic_intro(call: Call) -> str:
    """Announces a topic once, when it begins and holds more than one mail, or what is left of it; not while its size may still change."""
    progress = call.tracker.progress()
    if progress.topic_label == call.told.topic or call.mail.loading or call.line.time.runs:
        return ""
    call.told.topic = progress.topic_label
    return "" if progress.mail is None else _of_topic(call, progress.mail.mail_id)


def _of_topic(call: Call, mail: MailId) -> str:
    topic = call.tracker.topic_of(mail)
    if topic is None or topic.active < 2:
        return ""
    if topic.pending < topic.active:
        return what_next.rest_of_topic(topic.label, topic.pending, topic.active) if topic.pending else ""
    return what_next.topic_intro(topic.label, topic.active, topic.number, call.tracker.progress().topics)


def close(call: Call, *, lead: str = "") -> Outcome:
    """The closing sentence, with an offer of what was left for later, or else of what was skipped, unless that was declined.

    Where nothing has changed since it was said, in a few words that we are at the end.
    """
    lead = f"{lead} {all_in_time(call)}".strip()
    said = closing_sentence(call)
    if said == call.told.end:
        said = replies.AT_THE_END
    else:
        call.told.end = said
        if (later := left_for_later(call)) and later != call.told.declined:
            call.dialogue.note(Offered(Offer.HEAR_ALL_ACCOUNTS))
            said = f"{said} {about_accounts.GO_ON_WITH_IT}"
        elif (skipped := skipped_in_all(call)) and call.tracker.skipped_mails() and skipped != call.told.declined:
            call.dialogue.note(Offered(Offer.HEAR_SKIPPED))
            said = f"{said} {replies.offer_skipped(len(skipped), in_all=len(skipped) > call.tracker.progress().skipped)}"
    spoken = call.dialogue.say(Passage(said), again=partial(_closed_again, call))
    return Outcome(spoken=(Passage(lead), *spoken), what=f"{lead} {said}".strip())


async def _closed_again(call: Call) -> Outcome:
    """The whole closing sentence as it is true now; where mail is to be told again, that mail."""
    call.told.end = ""
    return await present(call)


def skipped_in_all(call: Call) -> frozenset[MailId]:
    """What was skipped in this call, and in earlier ones where it is unread still and not on today's agenda."""
    return frozenset([*(mail.mail_id for mail in call.tracker.skipped_mails()), *skipped_earlier(call)])


def skipped_earlier(call: Call) -> list[MailId]:
    left_out = call.mail.pipeline.left_out.items()
    return [mail for mail, mark in left_out if mark.status is MailStatus.SKIPPED and call.tracker.state_of(mail) is None]


def closing_sentence(call: Call) -> str:
    """What was done in this call: counts of the tracker, plus receipts for mails that are not on the agenda."""
    progress = call.tracker.progress()
    return call_closing.closing(
        briefed=progress.briefed,
        done=progress.actions,
        skipped=progress.skipped,
        remaining=progress.remaining - progress.held_back,
        beside=call.acting.off_agenda.actions,
        waiting=waiting(call),
    )


def is_presented(call: Call) -> bool:
    return call.tracker.cursor_context().next_step is not NextStep.PRESENT


def _is_known(call: Call) -> bool:
    """Whether the user has heard of the mail under the cursor, in this call or in one that broke off."""
    return is_presented(call) or call.tracker.cursor_context().status is MailStatus.BRIEFED


def unpresented(call: Call) -> MailId | None:
    """The mail under the cursor if the user has not been told of it yet; then the next answer has to tell of it."""
    mail = call.tracker.current()
    return mail.mail_id if mail and not is_presented(call) else None


async def present_unheard(call: Call, *, lead: str = replies.PRESENT_FIRST) -> Outcome | None:
    """Present the current mail if the user has not been told of it: they cannot have meant to skip or change a mail they do not know."""
    if call.tracker.current() is None or is_presented(call):
        return None
    return await present(call, lead=lead)


def upcoming(call: Call) -> list[MailRef]:
    reference = call.tracker.compact_reference()
    current = call.tracker.current()
    return [mail for mail in reference.mails if current is None or mail.mail_id != current.mail_id][:READ_AHEAD]
