"""Holds back what is on its way: on "stop" what is about to leave, else the open draft or scheduled mail."""

from collections.abc import Sequence

from actions.consent.leave import agrees
from actions.sending_states import SendingState
from briefing.mail_action import MailAction
from briefing.speech.sentences import about_sending as words
from briefing.speech.sentences import replies
from briefing.words import split_words
from session.call import Call
from session.dialogue import Awaits, Closed, Offer, Offered, SlotAsked, SomethingElse
from session.outcome import CameTo, Outcome, SkillRefusedError, saying
from session.outgoing import OnItsWay, OutgoingEvent, OutgoingStage
from session.passages import Passage
from session.skills.writing.asking_to_send import names_of
from session.skills.writing.drafting import on_its_way, seconds_until, when_it_leaves
from session.skills.writing.withdrawing import discard_draft
from storage.database import DatabaseUnavailableError

_SENDS = frozenset({"send", "sending", "sent"})
"""What is not to be sent stays a draft: "don't send it" throws nothing away."""


async def say_when_it_leaves(call: Call) -> Outcome:
    """One more yes while a mail is held: nothing is asked anew."""
    await look_at_outgoing(call)
    if not (held := call.acting.held):
        return saying(await _what_became_of_it(call))
    return saying(words.truly(words.held(seconds_until(call, held[-1].by)), dry_run=held[-1].dry_run))


async def cancel(call: Call) -> Outcome:
    """Hold back what is about to leave; if there is nothing, discard the open draft; if there is none, ask about scheduled mail.

    Only on the user's own words; and "stop" means only what is about to leave.
    """
    undecided = call.dialogue.awaits is Awaits.DRAFT_DECISION
    call.dialogue.note(SomethingElse())
    acting = call.acting
    may_hold = acting.outgoing.can_be_held and (call.dialogue.last.too_long or call.dialogue.last.holding.may_hold_back)
    if not (acting.outgoing.taken_back or may_hold or call.dialogue.evidence.leaves_it()):
        raise SkillRefusedError(words.TO_CANCEL)
    await look_at_outgoing(call)
    if not acting.outgoing.can_be_held and acting.draft is None and acting.kept is not None:
        # It was held back already: a second "cancel" in a fright only leaves it.
        if call.dialogue.last.holding.throws_away:
            return await discard_draft(call, certain=undecided or call.dialogue.evidence.drops_it())
        if undecided:
            return await leave_draft(call, acting.kept.draft_id)
    if call.heeds_stop() or call.dialogue.evidence.says_stop():
        return await hold_back(call)
    if acting.draft and not _SENDS.isdisjoint(call.dialogue.last.own_words) and not call.dialogue.last.holding.throws_away:
        return await leave_draft(call, acting.draft.draft_id)
    if acting.draft:
        return await discard_draft(call, certain=call.dialogue.evidence.drops_it())
    if acting.outgoing.scheduled:
        return _ask_about(call, _named_first(call, acting.outgoing.scheduled))
    raise SkillRefusedError(await _what_became_of_it(call))


async def hold_back(call: Call) -> Outcome:
    """Hold back all held mails, but no scheduled ones; an open question becomes void."""
    call.dialogue.note(Closed())
    await look_at_outgoing(call)
    held = (*call.acting.outgoing.taken_back, *call.acting.outgoing.held)
    kept = await keep_from_leaving(call, held)
    if not kept:
        raise SkillRefusedError(await _what_became_of_it(call))
    return await _ask_what_becomes_of(call, kept, lead="" if len(kept) == len(held) else words.ONE_HAS_LEFT)


async def leave_draft(call: Call, draft_id: str) -> Outcome:
    """The user does not want this draft sent now: said is what the outbox says of it, and of what leaves all the same."""
    try:
        draft = await call.acting.drafts.get(draft_id)
    except DatabaseUnavailableError:
        return saying(replies.LEFT_ALONE)
    if draft is None:
        return saying(words.DRAFT_GONE)
    if (mail := await on_its_way(call, draft)) is not None:
        call.acting.draft = None
        return saying(when_it_leaves(call, mail))
    others = [words.truly(words.another_leaves(mail.to, seconds_until(call, mail.by)), dry_run=mail.dry_run) for mail in call.acting.held]
    return saying(" ".join([words.STAYS_DRAFT, *others]))


async def hold_back_scheduled(call: Call, asked_about: Sequence[str]) -> Outcome:
    """The user said yes to holding back the first of these scheduled mails."""
    asked = asked_about[:1]
    if not agrees(call.dialogue.last, MailAction.UNDO, mails=1):
        raise SkillRefusedError(words.TO_CANCEL)
    await look_at_outgoing(call)
    mails = [mail for mail in call.acting.outgoing.scheduled if mail.sending_id in asked]
    kept = await keep_from_leaving(call, mails)
    return await _ask_what_becomes_of(call, kept) if kept else saying(await _what_became_of_it(call, asked))


async def leave_scheduled(call: Call, asked_about: Sequence[str]) -> Outcome:
    """The user said no: the first of these stays scheduled, and the next one is asked about."""
    asked, rest = asked_about[:1], asked_about[1:]
    await look_at_outgoing(call)
    scheduled = {mail.sending_id: mail for mail in call.acting.outgoing.scheduled}
    mails = [scheduled[sending_id] for sending_id in rest if sending_id in scheduled]
    if mails:
        return _ask_about(call, mails, lists=False)
    if still := [scheduled[each] for each in asked if each in scheduled]:
        return saying(words.truly(words.LEAVES_AS_AGREED, dry_run=still[0].dry_run))
    return saying(await _what_became_of_it(call, asked))


async def look_at_outgoing(call: Call) -> None:
    try:
        await call.acting.outgoing.look(call.acting.outbox, call.acting.drafts, call.now())
    except DatabaseUnavailableError:
        if not call.acting.outgoing.taken_back:  # these do not leave, whatever the database says of others
            raise SkillRefusedError(words.CANNOT_HOLD_BACK) from None


async def keep_from_leaving(call: Call, mails: Sequence[OnItsWay]) -> list[OnItsWay]:
    """Cancel these mails; returns those that certainly do not leave. The draft of the last one is shown again."""
    acting, kept = call.acting, []
    try:
        for mail in mails:
            if mail.stage is OutgoingStage.TAKEN_BACK or await acting.outbox.cancel(mail.sending_id):
                acting.outgoing.happened(mail.sending_id, OutgoingEvent.CANCELLED, call.now())
                kept.append(mail)
    except DatabaseUnavailableError:
        if not kept:
            raise SkillRefusedError(words.CANNOT_HOLD_BACK) from None
    try:
        for mail in kept:
            acting.kept = (await acting.drafts.get(mail.draft_id) if mail.draft_id else None) or acting.kept
    except DatabaseUnavailableError:  # they do not leave, whether their drafts can be shown or not
        acting.kept = None
    return kept


async def _ask_what_becomes_of(call: Call, kept: Sequence[OnItsWay], *, lead: str = "") -> Outcome:
    """Say that these do not leave, and ask about the draft of the last of them, which "it" means from now on; where the user wants more in
    the same turn, that is done instead of asking."""
    drafts = sum(bool(mail.draft_id) for mail in kept)
    draft = call.acting.kept if drafts else None
    said = words.held_back(len(kept), drafts=drafts, to=await names_of(call, draft) if draft else None, asks=not call.more_to_come)
    said = f"{lead} {said}".strip()
    return ask_what_becomes_of_it(call, said) if draft else saying(said)


def ask_what_becomes_of_it(call: Call, said: str = words.ASKS) -> Outcome:
    """Ask about the draft that was held back: "it" means that from now on."""
    call.acting.draft = None
    call.dialogue.note(SlotAsked(Awaits.DRAFT_DECISION))
    return Outcome(spoken=call.dialogue.say(Passage(said)), happened=CameTo.ASKED, what=said, verbatim=True)


async def _what_became_of_it(call: Call, asked: Sequence[str] = ()) -> str:
    """Why nothing could be held back: what became of these, or else of the mail that was held or has left last."""
    outgoing = call.acting.outgoing
    last = [*asked, *(mail.sending_id for mail in outgoing.held), outgoing.latest(call.now())][0]
    try:
        found = await call.acting.outbox.find(last)
    except DatabaseUnavailableError:
        raise SkillRefusedError(words.CANNOT_HOLD_BACK) from None
    dry_run = found is not None and found.dry_run
    match found and found.state:
        case None | SendingState.CANCELLED:
            return words.NOT_HELD
        case SendingState.SENT:
            return words.too_late(dry_run=dry_run, left=True)
        case SendingState.NOT_SENT:
            return words.DID_NOT_LEAVE
        case _:
            return words.too_late(dry_run=dry_run)


def _ask_about(call: Call, mails: Sequence[OnItsWay], *, lists: bool = True) -> Outcome:
    """Name the scheduled mails, and ask about the first one."""
    said = words.waits([(mail.to, mail.by.astimezone(call.now().tzinfo)) for mail in mails], now=call.now(), lists=lists)
    said = f"{words.DRY_RUNS_SEND_NOTHING} {said}" if any(mail.dry_run for mail in mails) else said
    call.dialogue.note(Offered(Offer.HOLD_BACK, tuple(mail.sending_id for mail in mails)))
    return Outcome(spoken=call.dialogue.say(Passage(said)), happened=CameTo.ASKED, what=said, verbatim=True)


def _named_first(call: Call, mails: Sequence[OnItsWay]) -> list[OnItsWay]:
    said = call.dialogue.last.own_words
    return sorted(mails, key=lambda mail: all(said.isdisjoint(split_words(address.partition("@")[0])) for address in mail.to))
