"""The first words of a call: true counts, what matters, how long it will take, what is left out, what is not working."""

from agent.call import Call, Offer
from agent.outcome import Outcome
from agent.presenting import present
from briefing.mail import REMEMBERED_FOR, MailStatus
from briefing.speech import sentences
from inbox.pipeline import FirstLook


def greeting(call: Call, look: FirstLook) -> str:
    """The greeting sentence; offers what was skipped when nothing is new."""
    now = call.now()
    mails = [mail for topic in look.agenda.topics for mail in topic.mails]
    received = [mail.received_at for mail in mails if mail.received_at is not None]
    old = sum(1 for moment in received if now - moment > REMEMBERED_FOR)
    since = look.last_briefed_at
    skipped = look.left_out.get(MailStatus.SKIPPED, 0)
    if not mails and skipped:
        call.offer = Offer.HEAR_SKIPPED
    facts = sentences.GreetingFacts(
        new=len(mails) - old,
        arrived=None if since is None or not look.complete else sum(1 for moment in received if moment > since),
        still_unread=old,
        topics=len(look.agenda.topics),
        important=sum(mail.important for mail in mails),
        flagged=sum(mail.flagged for mail in mails),
        left_out_heard=look.left_out.get(MailStatus.BRIEFED, 0) + look.left_out.get(MailStatus.ACTIONED, 0),
        left_out_skipped=skipped,
        minutes=sentences.minutes_for(len(mails)),
        last_briefed_at=look.last_briefed_at,
        now=now,
        still_loading=not look.complete,
        first_call=look.last_briefed_at is None,
        unreachable_accounts=tuple(account.label for account in call.inbox.away.values()),
        ledger_away=look.memory_partial,
    )
    return sentences.greeting(facts)


async def first_mail(call: Call) -> Outcome | None:
    """The first mail of the agenda, or none if there is nothing to brief."""
    return None if call.tracker.is_complete() else await call.perform(present)


async def load_the_rest(call: Call) -> None:
    """Refine the agenda behind the conversation; the cursor never jumps."""
    async for agenda in call.pipeline.refinements(call.now()):
        async with call.turn:
            call.tracker.refine(agenda)
    call.loading = False
