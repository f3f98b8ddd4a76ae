"""Offers and the user's yes or no to them: new mail, skipped mail, or an action that was asked about."""

from functools import partial

from actions.consent.consent import VoidReason
from actions.consent.payloads import About, BulkPayload, RecipientPayload, SendPayload, mails_of
from briefing.mail import MailStatus, Mark
from briefing.mail_action import MailAction
from briefing.speech.sentences import about_the_team, replies
from briefing.speech.sentences.about_arrivals import DEALT_WITH, stays_for_later
from briefing.tracking.focus import Listed
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.small_talk import SmallTalk
from session.call import Call
from session.dialogue import Asked, Awaits, Closed, Offer, Offered, Open, SlotAsked
from session.glancing.taking import take_nudge
from session.outcome import Outcome, SkillRefusedError, saying
from session.skills import forgetting_talk
from session.skills.changing import mailing, undoing, unsubscribing
from session.skills.changing.asking import ask_again
from session.skills.inbox_changes import announce, begin_at_once, begins_at_once, look_for_arrivals, presented_mail, put_arrivals_at_the_end
from session.skills.lookup import listed, refs_of
from session.skills.narrowing_down import all_again
from session.skills.presenting import close, is_presented, present, skipped_earlier, skipped_in_all, take_up, what_now
from session.skills.team import hiring, remembering, results
from session.skills.writing import cancelling, sending, withdrawing
from session.turn.left_for_later import left_for_later
from session.turn.which_of_them import asks_to_read, asks_which_one


async def check_for_new_mail(call: Call) -> Outcome:
    """Whether mail came in during the call, with the offer to hear it. What was offered before and not answered is offered again."""
    await look_for_arrivals(call)
    return await _arrived(call)


async def _arrived(call: Call) -> Outcome:
    announce(call, call.arrivals.waiting)
    refs = [arrival.mail for arrival in call.arrivals.announced]
    if not refs:
        return saying(replies.away([account.label for account in call.mail.inbox.away.values()]) or replies.NOTHING_ARRIVED)
    return listed(call, refs, replies.arrived_list, again=partial(_arrived, call))


async def what_did_i_skip(call: Call) -> Outcome:
    """Name what was skipped, in this call and in earlier ones, and offer to hear it."""
    skipped = call.tracker.skipped_mails()
    read = {ref.mail_id: ref for ref in await refs_of(call, [ref.mail_id for ref in skipped if not ref.loaded])}
    refs = [*(read.get(ref.mail_id, ref) for ref in skipped), *await refs_of(call, skipped_earlier(call))]
    if not refs:
        return saying(replies.NOTHING_SKIPPED)
    call.dialogue.note(Offered(Offer.HEAR_SKIPPED))
    return listed(call, refs, replies.skipped_list, again=partial(what_did_i_skip, call))


async def accept_offer(call: Call) -> Outcome:
    was, asked, again = call.dialogue.state.open, call.dialogue.asked, call.dialogue.to_ask_again
    call.dialogue.note(Closed())
    match was:
        case Asked() if asked is not None:
            return await _agreed(call, asked)
        case Offered(offer=Offer.HOLD_BACK, about=sendings):
            return await cancelling.hold_back_scheduled(call, sendings)
        case Offered(offer=Offer.HEAR_RESULT, about=(item_id,)):
            return await results.read_in_full(call, item_id)
        case Offered(offer=Offer.DISCARD | Offer.FORGET_TALK | Offer.FORGET_NOTED | Offer.LET_GO):
            return await _deleted(call, was, certain=call.dialogue.last.confirmation() is Confirmation.YES)
        case Offered(offer=offer):
            return await TO_HEAR[offer](call)
        case _:
            return await _yes_to_no_offer(call, was, again)


async def _deleted(call: Call, offered: Offered, *, certain: bool) -> Outcome:
    """What does not come back goes only if it is `certain` that the user said yes."""
    if offered.offer is Offer.FORGET_NOTED:
        return await remembering.forget_agreed(call, offered.about, certain=certain)
    if offered.offer is Offer.LET_GO:
        return await hiring.let_go_agreed(call, offered.about, certain=certain)
    if offered.offer is Offer.FORGET_TALK:
        return await forgetting_talk.agreed(call, certain=certain)
    return await withdrawing.discard_draft(call, certain=certain)


async def _yes_to_no_offer(call: Call, was: Open, again: About | None) -> Outcome:
    """What was asked before is asked again, and so is what no yes answers; one more yes to a mail that is held says when it leaves."""
    if again is not None:
        return await _asked_again(call, again)
    if was == SlotAsked(Awaits.DRAFT_DECISION):
        return cancelling.ask_what_becomes_of_it(call)
    if call.acting.held:
        return await cancelling.say_when_it_leaves(call)
    raise SkillRefusedError(replies.NO_OFFER)


async def _agreed(call: Call, asked: About) -> Outcome:
    """Do what was asked about if consent has the user's own yes; otherwise, for a call of the tool without it, ask once more."""
    if isinstance(asked, RecipientPayload):
        agreed = call.acting.consent.agreed_to(asked)
        return await sending.ask_on(call, asked.mail) if agreed else await _not_agreed(call, asked)
    grant = call.acting.consent.confirmed(asked)
    if grant is None:
        return await _not_agreed(call, asked)
    if isinstance(asked, SendPayload):
        return await sending.agreed(call, grant, asked)
    if isinstance(asked, BulkPayload):
        return await (undoing.agreed(call, grant, asked) if asked.action is MailAction.UNDO else mailing.agreed(call, grant, asked))
    return await unsubscribing.agreed(call, grant, asked)


async def _not_agreed(call: Call, asked: About) -> Outcome:
    if call.acting.consent.refused is VoidReason.SAID_NO:
        raise SkillRefusedError(replies.LEFT_ALONE)
    return await _asked_again(call, asked)


async def _asked_again(call: Call, asked: About) -> Outcome:
    if isinstance(asked, RecipientPayload):
        asked = asked.mail
    return await sending.ask_again(call, asked) if isinstance(asked, SendPayload) else ask_again(call, asked)


async def _hear_skipped(call: Call) -> Outcome:
    """Go to the first of what was skipped, in this call or an earlier one; the rest follows."""
    skipped = call.tracker.skipped_mails()
    earlier = await refs_of(call, skipped_earlier(call))
    call.tracker.return_skipped(at=call.now())
    if earlier:
        call.tracker.add_arrivals(earlier, accepted=True, label=replies.SKIPPED_LABEL)
        call.records.marks.put([Mark(mail_id=mail.mail_id, status=MailStatus.PENDING, at=call.now()) for mail in earlier])
    for mail in (*skipped, *earlier):
        if call.tracker.jump_to(mail.mail_id, at=call.now(), settles=is_presented(call)):
            break
    return await present(call)


async def _hear_arrivals(call: Call) -> Outcome:
    """Urgent ones at once, and any where no mail is open; else they are the topic behind the current one."""
    at_once = begins_at_once(call, call.arrivals.announced)
    arrivals = call.arrivals.accept()
    call.tracker.note_arrivals_waiting(0)
    if not arrivals:
        return await take_up(call, lead=DEALT_WITH)
    if at_once:
        begin_at_once(call, arrivals)
        return await present(call)
    call.tracker.add_arrivals(arrivals, accepted=True, label=replies.ARRIVALS_LABEL)
    return saying(f"{replies.comes_next(len(arrivals))} {what_now(call)}".strip())


TO_HEAR = {
    Offer.HEAR_SKIPPED: _hear_skipped,
    Offer.HEAR_ARRIVALS: _hear_arrivals,
    Offer.HEAR_ALL_ACCOUNTS: all_again,
    Offer.HEAR_REST: present,
    Offer.TAKE_NUDGE: take_nudge,
}
"""What a yes begins that changes no mail."""


async def decline_offer(call: Call) -> Outcome:
    """Leave what was offered for later; nothing is lost."""
    was, asked = call.dialogue.state.open, call.dialogue.asked
    if not isinstance(was, Offered | Asked):
        return await _let_go(call)
    call.dialogue.note(Closed())
    match was:
        case Asked():
            return await _not_agreed_to(call, asked)
        case Offered(offer=Offer.HOLD_BACK, about=sendings):
            return await cancelling.leave_scheduled(call, sendings)
        case Offered(offer=Offer.DISCARD, about=(draft_id,)):
            return await cancelling.leave_draft(call, draft_id)
        case Offered(offer=Offer.HEAR_ARRIVALS):
            return await _without_arrivals(call)
        case Offered(offer=offer):
            return saying(_left_as_it_is(call, offer))


def _left_as_it_is(call: Call, offer: Offer) -> str:
    if offer is Offer.FORGET_TALK:
        return replies.TALK_STAYS
    if offer in {Offer.HEAR_REST, Offer.HEAR_RESULT, Offer.TAKE_NUDGE}:
        return replies.ALL_RIGHT
    if offer is Offer.FORGET_NOTED:
        return about_the_team.KEPT
    if offer is Offer.LET_GO:
        return about_the_team.STAYS
    call.told.declined = left_for_later(call) if offer is Offer.HEAR_ALL_ACCOUNTS else skipped_in_all(call)
    return replies.DECLINED


async def _not_agreed_to(call: Call, asked: About | None) -> Outcome:
    """After a no about another mail "it" may be that one or the open one, so whoever says it is asked."""
    if isinstance(asked, SendPayload | RecipientPayload):
        return await cancelling.leave_draft(call, (asked.mail if isinstance(asked, RecipientPayload) else asked).draft_id)
    current, declined = call.tracker.current(), mails_of(asked) if asked is not None else ()
    if current is not None and not call.more_to_come and len(declined) == 1 and current.mail_id not in declined:
        call.dialogue.note(Listed((current.mail_id, *declined)))
    return saying(replies.LEFT_ALONE)


async def _let_go(call: Call) -> Outcome:
    """Nothing was offered: drop what the user was asked for. What was done stays done, and what was written stays written."""
    if call.dialogue.awaits is Awaits.WHICH_TASK:
        call.dialogue.note(Closed())
        return saying(replies.ALL_RIGHT)
    if asks_which_one(call) or asks_to_read(call):
        said = replies.ALL_RIGHT if asks_to_read(call) else replies.NONE_OF_THEM
        call.dialogue.note(Listed(()))
        return saying(said)
    kept = call.acting.kept if call.dialogue.awaits is Awaits.DRAFT_DECISION else None
    if kept is None and call.dialogue.last.small_talk is not SmallTalk.NEVER_MIND:
        raise SkillRefusedError(replies.NO_OFFER)
    waited, before = (
        call.dialogue.awaits is not None or call.dialogue.focus.unclear,
        call.dialogue.said[0].command if len(call.dialogue.said) > 1 else None,
    )
    call.dialogue.note(Closed())
    if (draft := kept or call.acting.draft) is not None:
        return await cancelling.leave_draft(call, draft.draft_id)
    was_changed = not waited and before is not None and before.action is not None
    return saying(replies.STAYS_DONE if was_changed else replies.ALL_RIGHT)


async def _without_arrivals(call: Call) -> Outcome:
    """Go on with what the announcement came into: a reading, the next topic, the open mail, or the end."""
    declined = stays_for_later(len(call.arrivals.announced))
    at_the_end = call.tracker.current() is None
    put_arrivals_at_the_end(call)
    if at_the_end:
        return close(call, lead=declined)
    if call.dialogue.reading is not None or presented_mail(call) is None:
        return await take_up(call, lead=declined)
    return saying(declined)
