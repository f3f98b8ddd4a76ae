"""The greeting of a call: true counts, what matters, what does not work, what is left out, how long it takes, as far as there is time."""

import asyncio
from contextlib import aclosing
from dataclasses import replace

from briefing.mail import REMEMBERED_FOR, MailStatus
from briefing.speech.sentences import call_opening, replies
from briefing.speech.sentences.call_opening import GreetingFacts, PlaceInGreeting
from briefing.speech.wording.what_fits import Fitted
from inbox.listing.first_look import FirstLook
from session.call import Call
from session.call_records import Resumption
from session.dialogue import Offer, Offered
from session.opening.connected_accounts import UNLISTED
from session.opening.resuming import bring_up_to_date
from session.skills.inbox_changes import judge_anew
from session.skills.liking.left_out_mails import until_when
from session.skills.team.results import is_due

NUMBERS_SETTLE_S = 20.0
"""After this, sizes of topics are said even if they may grow: a mailbox on a quota may load for many minutes more."""


def greeting(call: Call, look: FirstLook, *, longest_s: float = call_opening.LONGEST_S) -> Fitted:
    """The first words: where we were if a call broke off, else what there is. What there is no time for is to follow the first mail."""
    most = longest_s * call.line.time.characters_per_s
    if call.earlier.resumption is None:
        said = call_opening.greeting(_what_there_is(call, look), most=most)
        _leave_to_the_account_news(call, said)
        return said
    hello, progress = _welcome_back(call, call.earlier.resumption)
    return call_opening.greeting_again(hello, progress, _whatever_the_mail(call, told=bool(progress)), most=most)


def _welcome_back(call: Call, resumption: Resumption) -> tuple[str, str]:
    """Few words after a short break, true counts after a long one."""
    if resumption.replaces:
        return replies.BACK_AGAIN, ""
    if resumption.shortly:
        return replies.YOU_ARE_BACK, ""
    progress = call.tracker.progress()
    return replies.WELCOME_BACK, replies.where_we_were(done=progress.mails - progress.remaining, left=progress.remaining)


def _whatever_the_mail(call: Call, *, told: bool = True) -> GreetingFacts:
    """What is known before the mailbox is looked at. Of what is not `told` again, the call that broke off has told just now."""
    desk = call.records.team
    return GreetingFacts(
        now=call.now(),
        in_the_middle=call.earlier.in_the_middle,
        from_team=tuple(news.matter for news in desk.unread if is_due(call, news)) if desk is not None else (),
        handled_elsewhere=call.earlier.handled_elsewhere if told else 0,
        left_out_until=until_when(call) if told else {},
    )


def _what_there_is(call: Call, look: FirstLook) -> GreetingFacts:
    """Of a briefing that begins; offers what was skipped when nothing is new."""
    now = call.now()
    mails = [mail for topic in look.agenda.topics for mail in topic.mails if not call.mail.wanted.leaves_out(mail.mail_id)]
    leading = [mail for mail in mails if mail.important]
    received = [mail.received_at for mail in mails if mail.received_at is not None]
    old = sum(1 for moment in received if now - moment > REMEMBERED_FOR)
    since = look.last_briefed_at
    skipped = look.left_out.get(MailStatus.SKIPPED, 0)
    if not mails and skipped:
        call.dialogue.note(Offered(Offer.HEAR_SKIPPED))
    leave_to_the_greeting(call, look)
    unread = None if look.unread_in_all is None else max(look.unread_in_all, len(mails))
    return replace(
        _whatever_the_mail(call),
        new=len(mails) - old,
        arrived=None if since is None or not look.complete else sum(1 for moment in received if moment > since),
        still_unread=old,
        important=len(leading),
        leading=tuple(mail.sender for mail in leading),
        left_out_heard=look.left_out.get(MailStatus.BRIEFED, 0) + look.left_out.get(MailStatus.ACTIONED, 0),
        left_out_skipped=skipped,
        unread_in_all=unread,
        minutes=call_opening.minutes_for(max(len(mails), (unread or 0) - sum(look.left_out.values()))),
        last_briefed_at=since,
        still_loading=not look.complete,
        unreachable_accounts=tuple(account.label for account in call.mail.inbox.away.values() if account != UNLISTED),
        accounts_unknown=UNLISTED in call.mail.inbox.away.values(),
        closed_accounts=tuple(account.label for account in call.mail.inbox.sign_in_needed.values()),
        not_loaded=look.not_loaded,
        ledger_away=look.memory_partial,
    )


def leave_to_the_greeting(call: Call, look: FirstLook) -> None:
    """Mark what the greeting tells of accounts as told, so that no announcement tells it first."""
    call.told.closed_accounts.update(call.mail.inbox.sign_in_needed)
    call.told.not_loaded = look.not_loaded > 0


def _leave_to_the_account_news(call: Call, said: Fitted) -> None:
    """What the greeting has no time for."""
    if PlaceInGreeting.CLOSED in said.unsaid:
        call.told.closed_accounts.difference_update(call.mail.inbox.sign_in_needed)
    if PlaceInGreeting.NOT_LOADED in said.unsaid:
        call.told.not_loaded = False


async def load_the_rest(call: Call) -> None:
    """Refine the agenda in the background; the cursor never jumps. Sets `Events.mail_came` if mail loads after everything was told."""
    settling = asyncio.get_running_loop().call_later(NUMBERS_SETTLE_S, _numbers_have_settled, call)
    call.mail.refining, nothing_before = True, not call.tracker.progress().mails
    try:
        async with aclosing(call.mail.pipeline.refinements(call.now())) as agendas:
            async for agenda in agendas:
                async with call.turn.lock:
                    nothing_was_left = call.tracker.current() is None
                    left_open = call.earlier.resumption.left_open if call.earlier.resumption else ()
                    bring_up_to_date(call.tracker, agenda, call.mail.pipeline, left_open=left_open)
                    judge_anew(call)
                    call.settle()
                    if nothing_was_left and call.tracker.current() is not None:
                        call.mail_came(nothing_before=nothing_before)
    finally:
        settling.cancel()
        call.mail.refining = False
    _numbers_have_settled(call)


def _numbers_have_settled(call: Call) -> None:
    call.mail.loading = False
