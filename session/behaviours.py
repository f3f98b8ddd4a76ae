"""What a call does without being asked: one function per occasion, and `behave`, the list of them."""

import asyncio
import contextlib
from functools import partial

from briefing.speech.sentences import about_accounts, replies
from briefing.speech.sentences.about_failures import Trouble
from briefing.understanding.commands import CommandKind
from inbox.listing.first_look import FirstLook
from session.announcements.account_news import tell_of_return
from session.announcements.announcement import Announcement, AnnouncementOutcome, Moment, PolitePoint, Precedence
from session.announcements.apologies import Apologies
from session.announcements.arrivals import Announcer
from session.announcements.sending_news import SendingTeller
from session.announcements.team_news import TeamNewsTeller
from session.call import Call
from session.floor import Conversation, ConversationEvent
from session.skills.greeting import greeting, leave_to_the_greeting, load_the_rest
from session.skills.inbox_changes import is_polite, presented_mail
from session.skills.liking.left_out_mails import until_when
from session.skills.presenting import unpresented
from session.summaries.ahead import read_ahead

ACCOUNTS_AGAIN_AFTER_S = 60.0
"""After several failed tries with growing back-off."""


def behave(call: Call, conversation: Conversation, look: FirstLook, *, greets: bool = True) -> None:
    """Start everything that a call does without being asked, except the greeting; each runs until the call is over. Where nothing `greets`,
    what does not work is told apart."""
    load_the_rest_meanwhile(call, look)
    announce_arrivals(call, conversation)
    tell_of_sendings(call)
    tell_of_the_team(call, conversation)
    apologise_for_failing_services(call, conversation, look, greets=greets)
    call.background.start("say what is unasked", call.announcements.follow(conversation))


async def greet(call: Call, look: FirstLook) -> None:
    """Say what there is, then the mail under the cursor. A user who interrupts the greeting, or comes before it, takes it from there.

    What that mail says is asked for while they are greeted; where it is not there by then, the mail is told by rule.
    """
    first = [mail for mail in [call.tracker.current()] if mail]
    call.background.start("read ahead", read_ahead(call.mail.prefetch, call.mail.summaries, first))
    opening = Announcement(
        says=partial(_greeting, call, look),
        precedence=Precedence.OPENING,
        point=PolitePoint.GAP,
        still=lambda: not call.dialogue.last_said,
        ready=lambda _: not call.turn.lock.locked(),
        in_history=True,
        ended=partial(_greeted, call),
    )
    await call.announcements.said(opening)


def _greeting(call: Call, look: FirstLook) -> str:
    said = greeting(call, look)
    call.told.after_greeting = said.later
    return said.words


def _greeted(call: Call, outcome: AnnouncementOutcome) -> Announcement | None:
    """What the greeting had no time for follows in a pause, once the first mail was told."""
    if later := call.told.after_greeting:
        left_out = until_when(call)
        call.announcements.put(
            Announcement(
                says=lambda: later,
                precedence=Precedence.OPENING,
                still=lambda: until_when(call) == left_out,
                ready=partial(_may_follow, call),
                in_history=True,
            )
        )
    return then_brief(call, outcome)


def _may_follow(call: Call, moment: Moment) -> bool:
    begun = presented_mail(call) is not None or call.tracker.current() is None
    return begun and is_polite(call, settled=moment.settled)


def then_brief(call: Call, outcome: AnnouncementOutcome) -> Announcement | None:
    """What follows an opening that was heard: the mail under the cursor, by the same tool as when the user says "go on"."""
    if outcome is not AnnouncementOutcome.HEARD or (call.tracker.current() is None and call.earlier.resumption is None):
        return None
    before = call.dialogue.last_said
    return Announcement(says=lambda: CommandKind.GO_ON, precedence=Precedence.OPENING, still=lambda: call.dialogue.last_said is before)


def load_the_rest_meanwhile(call: Call, look: FirstLook) -> None:
    """Read what the first look left out, in the background; if the agenda was empty before, say that there is mail now."""
    call.mail.loading = not look.complete
    call.mail.unlisted.update(call.mail.inbox.behind)
    call.background.start("load the rest", keep_loading(call))
    call.background.start("tell of mail", _tell_of_mail(call))
    if not call.mail.pipeline.finished:
        call.events.load_again.set()


async def keep_loading(call: Call) -> None:
    """Read what is left whenever that is wanted, and from time to time while a whole account is missing."""
    wanted = call.events.load_again
    while True:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ACCOUNTS_AGAIN_AFTER_S if call.mail.inbox.behind and call.mail.tried else None):
                await wanted.wait()
        wanted.clear()
        call.mail.tried = True
        await load_the_rest(call)
        wanted.clear()  # a request that came while reading is done, or would fail again at once


async def _tell_of_mail(call: Call) -> None:
    """Go on with the briefing when mail comes after everything was told: it has loaded at last, or its mailbox answers again."""
    news = Announcement(
        says=partial(_mail_is_here, call),
        precedence=Precedence.ARRIVAL,
        still=lambda: unpresented(call) is not None,
        in_history=True,
        ended=partial(then_brief, call),
    )
    while True:
        await call.events.mail_came.wait()
        call.events.mail_came.clear()
        call.announcements.put(news)


def _mail_is_here(call: Call) -> str:
    progress = call.tracker.progress()
    due = progress.remaining - progress.held_back
    return tell_of_return(call) or (replies.mail_is_here(due) if call.mail.nothing_before else about_accounts.has_loaded(due))


def announce_arrivals(call: Call, conversation: Conversation) -> None:
    """Tell of new mail, and drop mail that was handled elsewhere."""
    announcer = Announcer(call)
    conversation.on(ConversationEvent.PASSAGE_PLAYED, announcer.sentence_ended)
    conversation.on(ConversationEvent.QUIET, announcer.fell_silent)
    call.background.start("follow the inbox", announcer.follow())
    call.background.start("announce arrivals", announcer.announce())
    call.background.start("wake snoozed mails", announcer.wake_snoozed())


def tell_of_sendings(call: Call) -> None:
    call.background.start("send and tell", SendingTeller(call).follow())


def tell_of_the_team(call: Call, conversation: Conversation) -> None:
    if (desk := call.records.team) is not None:
        teller = TeamNewsTeller(call, desk)
        conversation.on(ConversationEvent.QUIET, teller.fell_silent)
        call.background.start("tell of the team", teller.follow())


def apologise_for_failing_services(call: Call, conversation: Conversation, look: FirstLook, *, greets: bool) -> None:
    """Say in one sentence, between two replies, what does not work; what the greeting says already is not repeated."""
    greeted = greets and call.earlier.resumption is None  # the welcome back says nothing about services
    if greeted:
        leave_to_the_greeting(call, look)
    told = {Trouble.MAIL_AWAY: greeted and bool(call.mail.inbox.away), Trouble.MEMORY_AWAY: greeted and look.memory_partial}
    apologies = Apologies(call, conversation, told=[trouble for trouble, there in told.items() if there])
    conversation.on(ConversationEvent.NOT_HEARD, apologies.not_heard)
    conversation.on(ConversationEvent.HEARD, apologies.heard)
    conversation.on(ConversationEvent.QUIET, apologies.fell_silent)


def end_for_a_newer_call(call: Call) -> None:
    """When the user calls from somewhere else, say so and end; the newer call goes on at the same mail."""

    async def make_way() -> None:
        await call.records.saved.taken_over.wait()
        await say_that_another_call_goes_on(call)
        call.events.ended.set()

    call.background.start("make way", make_way())


async def say_that_another_call_goes_on(call: Call) -> None:
    await call.announcements.said(Announcement(says=lambda: replies.TAKEN_OVER, precedence=Precedence.FAREWELL, point=PolitePoint.AT_ONCE))
