"""Mail that comes into the inbox or leaves it during the call: it is taken into the call, and offered.

The watchers in the background and the user's "any new mail?" both go through here. No tool runs meanwhile, except
during the reading, which takes time.
"""

import asyncio
import contextlib
import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta

from briefing.agenda import MailRef
from briefing.mail import Envelope, MailId
from briefing.mail_action import MailAction
from briefing.speech.sentences import replies
from briefing.speech.sentences.about_arrivals import back_to, came_in, offer_to_read, urgent_came_in
from briefing.tracking.arrival_states import Arrival, Situation
from briefing.tracking.focus import Listed, Presented
from briefing.tracking.position import NextStep
from briefing.triage.urgency import is_urgent
from inbox.arrivals.incoming import Happening
from inbox.ledger.briefed_emails import LedgerUnavailableError
from session.call import Call
from session.dialogue import Again, Offer, Offered
from session.outcome import Outcome
from session.passages import Passage, Reading
from session.untrusted import as_data, mail_fields

logger = logging.getLogger(__name__)

READ_AHEAD = 3

MAY_BE_OUTDATED = timedelta(seconds=30)
"""How long after an undo the inbox may still report what was undone."""

ASKED_S = 6.0
"""The longest that a user who asks for new mail waits."""


async def read_incoming(call: Call) -> None:
    """Read what has happened in the inbox. Changes nothing in the call yet, so it does not need `Turn.lock`."""

    async def known(mails: Sequence[MailId]) -> Collection[MailId]:
        try:
            recall = await call.records.ledger.recall(call.user_id, mails, now=call.now())
        except LedgerUnavailableError:
            return ()  # better told twice than not at all
        return {*recall.marks, *(call.mail.snoozed.asleep if call.mail.snoozed else ())}

    await call.mail.incoming.read(call.mail.inbox, known)


def take_in(call: Call) -> None:
    """Apply to the call what was read of the inbox, in order. Must hold `Turn.lock`, or have seen it free in this very step."""
    for happening in call.mail.incoming.take():
        try:
            _happened(call, happening)
        except Exception as error:  # one bad mail must not keep the others from being told
            logger.error("a change of the inbox was passed over", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
    call.arrivals.forget([arrival.mail_id for arrival in call.arrivals.waiting if call.tracker.state_of(arrival.mail_id)])
    call.tracker.note_arrivals_waiting(len(call.arrivals.announced))


def _happened(call: Call, happening: Happening) -> None:
    if happening.envelope is not None:
        _came(call, happening.envelope)
    else:
        _left(call, happening.mail_id)


async def look_for_arrivals(call: Call) -> None:
    """Ask all mailboxes now. The caller holds `Turn.lock`. What is not read within `ASKED_S` is told when it has been read."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(ASKED_S):
            await call.mail.inbox.look()
            if call.mail.snoozed and (woken := await call.mail.snoozed.look(call.now())):
                call.mail.incoming.wake(woken)
            await read_incoming(call)
    take_in(call)


def _came(call: Call, envelope: Envelope) -> None:
    """Take in one mail. It is no arrival if the user wrote it, heard it before or has it on the agenda.

    A mail that left the agenda and is unread again returns to its place.
    """
    mail = call.acting.known_as(envelope.mail_id)
    ours = envelope.sender.email in call.mail.pipeline.preferences.own_addresses
    if _has_slept(call, mail):
        call.tracker.restore(mail, at=call.now())
        return
    if ours or mail in call.mail.pipeline.left_out or call.tracker.state_of(mail) or call.tracker.restore(mail, at=call.now()):
        return
    ref, urgent = _judged(call, envelope)
    is_wanted = call.tracker.wants_account_of(mail) and not call.mail.wanted.leaves_out(mail, lastingly=True)
    if urgent or is_wanted:
        call.arrivals.come(ref, urgent=urgent)
    else:
        call.tracker.add_arrivals([ref], accepted=False, label=replies.ARRIVALS_LABEL)


def _has_slept(call: Call, mail: MailId) -> bool:
    """Whether the mail was snoozed in this call and its time has come; then it returns to its old place on the agenda."""
    state = call.tracker.state_of(mail)
    awake = call.mail.snoozed is not None and mail in call.mail.snoozed.due
    return awake and state is not None and state.action is MailAction.SNOOZE and not state.pending


def _judged(call: Call, envelope: Envelope) -> tuple[MailRef, bool]:
    ref = call.mail.pipeline.agenda_of([envelope], call.now()).topics[0].mails[0]
    return ref, is_urgent(ref, envelope, now=call.now())


def judge_anew(call: Call) -> None:
    """Judge again the arrivals that were not told yet: the list of people the user wrote to may have loaded after a mail came in."""
    for arrival in call.arrivals.waiting:
        if envelope := call.mail.pipeline.envelopes.get(arrival.mail_id):
            ref, urgent = _judged(call, envelope)
            call.arrivals.update(ref, urgent=urgent)
    call.events.stirred.set()


def _left(call: Call, mail: MailId) -> None:
    """A mail that left the inbox leaves the agenda without a word, unless the user has heard it, or hears it now.

    A mail that is being told is told to its end. If a mail has got another id, its old id disappearing means nothing. After
    an undo, the change that was undone may be read late: the receipt of the undo says that the mail is there.
    """
    if call.acting.id_now(mail) != mail:
        return
    mail = call.acting.known_as(mail)
    if (at := call.acting.brought_back.get(mail)) is not None and call.now() - at < MAY_BE_OUTDATED:
        return
    call.arrivals.leave([mail])
    state = call.tracker.state_of(mail)
    if state is None or not (state.pending or state.skipped) or mail == presented_mail(call):
        return
    call.tracker.remove_handled_elsewhere([mail])


def presented_mail(call: Call) -> MailId | None:
    """The mail under the cursor, if the user has been told of it or is being told."""
    context = call.tracker.cursor_context()
    return context.mail.mail_id if context.mail is not None and context.next_step is not NextStep.PRESENT else None


def moment_of(call: Call, *, users_turn: bool = False, answering: bool = False, settled: bool = False) -> Situation:
    """The situation of the call, for the rules about when to tell of arrivals."""
    current = call.tracker.current()
    state = current and call.tracker.state_of(current.mail_id)
    topic = current and call.tracker.topic_of(current.mail_id)
    return Situation(
        users_turn=users_turn,
        answering=answering,
        settled=settled,
        topic_over=bool(state and topic and topic.pending <= int(state.pending)),
        agenda_over=current is None,
        asked=call.dialogue.offer is Offer.AGREE,
        offered=call.dialogue.offer is not None,
    )


def is_polite(call: Call, *, settled: bool) -> bool:
    """Whether what does not press may be told now: nothing is open, and the user has said nothing for a while."""
    if call.turn.lock.locked() or not call.line.caller_is_there or call.line.finished or call.told.holds:
        return False
    if call.acting.outgoing.can_be_held or call.dialogue.offer is not None or call.dialogue.awaits is not None:
        return False
    return settled or moment_of(call).allows_any


def announce(call: Call, arrivals: Sequence[Arrival], *, offered: bool = True, spoken_of: bool = True) -> None:
    """Note that the user was told of these; `offered`: a yes now means to hear them, `spoken_of`: "it" is one of them. In flow they are not
    offered, and come at the end. The caller holds `Turn.lock`."""
    call.arrivals.announce(arrivals)
    call.tracker.note_arrivals_waiting(len(call.arrivals.announced))
    if offered and call.arrivals.announced:
        call.dialogue.note(Offered(Offer.HEAR_ARRIVALS))
    if (offered or spoken_of) and call.arrivals.announced:
        call.dialogue.note(Listed(tuple(each.mail_id for each in call.arrivals.announced), unasked=True))
        if len(call.arrivals.announced) == 1:
            call.name(call.arrivals.announced[0].mail_id)
        call.background.start("read ahead", call.mail.prefetch.prepare(*(arrival.mail for arrival in arrivals[:READ_AHEAD])))


def news_of(call: Call, arrivals: Sequence[Arrival]) -> str:
    """One sentence that tells of these arrivals; there is at least one."""
    refs = [arrival.mail for arrival in arrivals]
    if all(arrival.urgent for arrival in arrivals):
        return urgent_came_in([(ref, call.mail.pipeline.envelopes.get(ref.mail_id)) for ref in refs], now=call.now())
    return came_in([(ref.sender, ref.subject) for ref in refs])


def begins_at_once(call: Call, arrivals: Sequence[Arrival]) -> bool:
    """Whether a yes begins with these arrivals now: if one is urgent, or no mail is open."""
    return any(arrival.urgent for arrival in arrivals) or presented_mail(call) is None


def begin_at_once(call: Call, arrivals: Sequence[MailRef]) -> None:
    """Go to these now; after them the cursor returns to the mail that is open, and to the rest of its reading."""
    call.dialogue.interrupted.update(_open_now(call))
    call.tracker.begin_arrivals(arrivals, label=replies.ARRIVALS_LABEL)


def reopen(call: Call, mail: MailId, said: str) -> None:
    """Undoing has named this mail: it is open again where it was before, and what is open now is come back to behind it."""
    left = _open_now(call)
    if not call.tracker.reopen(mail):
        call.name(mail)
    else:
        if mail not in left:
            call.dialogue.interrupted.update(left)
            call.dialogue.reading = None
        call.told.topic = call.tracker.progress().topic_label
        call.dialogue.note(Presented())
    call.dialogue.say(Passage(said, mail=mail))


def _open_now(call: Call) -> Mapping[MailId, Reading | None]:
    """The mail under the cursor, if the user was told of it, with what is left of its reading."""
    here, reading = call.tracker.current(), call.dialogue.reading
    if here is None or (presented_mail(call) is None and (reading is None or reading.mail != here.mail_id)):
        return {}
    return {here.mail_id: reading if reading is not None and reading.mail == here.mail_id else None}


def come_back(call: Call) -> str:
    """If the cursor is back on a mail that was left for arrivals, restore its reading; returns what to say first, else nothing.

    Its topic is not announced again. Mails that the tracker will not return to are forgotten.
    """
    here = call.tracker.current()
    interrupted, left = call.dialogue.interrupted, call.tracker.left_for_arrivals
    call.dialogue.interrupted = {mail: reading for mail, reading in interrupted.items() if mail in left}
    if here is None or here.mail_id not in interrupted:
        return ""
    call.dialogue.reading, call.told.topic = interrupted[here.mail_id], call.tracker.progress().topic_label
    if call.dialogue.reading is not None:
        call.tracker.note_presented(here.mail_id)
    return back_to(here.sender)


def offer_between_topics(call: Call, *, again: Again, lead: str = "") -> Outcome | None:
    """When the user moves on to another topic, offer what came in meanwhile before that topic begins. None if nothing waits."""
    if not (arrivals := _due_between_topics(call)):
        return None
    call.dialogue.note(Presented())
    call.dialogue.reading = None
    put_arrivals_at_the_end(call)
    announce(call, arrivals)
    spoken = call.dialogue.say(Passage(news_of(call, arrivals)), Passage(offer_to_read(len(arrivals), at_once=True)), again=again)
    offered = as_data({"count": len(arrivals), "new_mails": [mail_fields(arrival.mail) for arrival in arrivals]})
    return Outcome(spoken=(Passage(lead), *spoken), what=lead, data=offered)


def tell_between_topics(call: Call) -> str:
    """The same in flow, where nothing is asked: they come at the end. Empty if nothing waits."""
    if not (arrivals := _due_between_topics(call)):
        return ""
    announce(call, arrivals, offered=False, spoken_of=False)
    return news_of(call, arrivals)


def _due_between_topics(call: Call) -> Sequence[Arrival]:
    progress = call.tracker.progress()
    if call.mail.loading or (progress.mail is not None and progress.topic_label == call.told.topic):
        return ()
    return call.arrivals.due(Situation(between_topics=True))


def put_arrivals_at_the_end(call: Call, *, untold: bool = False) -> None:
    """Put arrivals that were not accepted at the end of the agenda, pending; `untold`: also those that were not told yet."""
    if aside := call.arrivals.set_aside(untold=untold):
        call.tracker.add_arrivals(aside, accepted=False, label=replies.ARRIVALS_LABEL)
        call.tracker.note_arrivals_waiting(0)
