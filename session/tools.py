"""The tools of a call by name: one table for plain commands, for a model's tool calls and for written calls.

A tool's tier is the most that calling it may do; whether it does that is decided by `actions.consent`, from the user's words.
"""

import logging
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from types import MappingProxyType

from briefing.mail_action import Tier
from briefing.speech.sentences import replies
from session.call import Call
from session.outcome import Outcome, SkillRefusedError
from session.skills import choosing_account, etiquette, lookup, moving, offers, vips
from session.skills.changing import mailing, several, snoozing, undoing, unsubscribing
from session.skills.writing import drafting, sending

logger = logging.getLogger(__name__)

Skill = Callable[..., Coroutine[object, object, Outcome]]


@dataclass(frozen=True, slots=True)
class Tool:
    """A skill under a name. `keeps_the_offer`: an open offer or question stays open after it."""

    skill: Skill
    tier: Tier = Tier.READ
    keeps_the_offer: bool = False


TOOLS: Mapping[str, Tool] = MappingProxyType(
    {
        "next_item": Tool(moving.next_item),
        "skip_this_mail": Tool(moving.skip_this_mail),
        "skip_topic": Tool(moving.skip_topic),
        "go_back": Tool(moving.go_back),
        "repeat": Tool(moving.repeat, keeps_the_offer=True),
        "jump_to_topic": Tool(moving.jump_to_topic),
        "jump_to_mail": Tool(moving.jump_to_mail),
        "progress": Tool(moving.progress),
        "where_were_we": Tool(moving.where_were_we),
        "read_in_full": Tool(lookup.read_in_full),
        "search_mail": Tool(lookup.search_mail),
        "what_did_i_skip": Tool(offers.what_did_i_skip),
        "check_for_new_mail": Tool(offers.check_for_new_mail),
        "choose_account": Tool(choosing_account.only_account),
        "which_account": Tool(choosing_account.which_account),
        "archive_email": Tool(mailing.archive_email, Tier.REVERSIBLE),
        "mark_read": Tool(mailing.mark_read, Tier.REVERSIBLE),
        "mark_unread": Tool(mailing.mark_unread, Tier.REVERSIBLE),
        "flag_followup": Tool(mailing.flag_followup, Tier.REVERSIBLE),
        "unflag": Tool(mailing.unflag, Tier.REVERSIBLE),
        "delete_email": Tool(mailing.delete_email, Tier.REVERSIBLE),
        "report_spam": Tool(mailing.report_spam, Tier.REVERSIBLE),
        "snooze": Tool(snoozing.snooze, Tier.REVERSIBLE),
        "label_mail": Tool(mailing.label_mail, Tier.REVERSIBLE),
        "unlabel_mail": Tool(mailing.unlabel_mail, Tier.REVERSIBLE),
        "move_mail": Tool(mailing.move_mail, Tier.REVERSIBLE),
        "change_several": Tool(several.change_several, Tier.REVERSIBLE),
        "undo": Tool(undoing.undo, Tier.REVERSIBLE),
        "ask_back": Tool(mailing.ask_back, Tier.REVERSIBLE),
        "reply": Tool(drafting.reply),
        "forward": Tool(drafting.forward),
        "write_mail": Tool(drafting.write_mail),
        "change_draft": Tool(drafting.change_draft),
        "read_draft": Tool(drafting.read_draft),
        "send_draft": Tool(sending.send_draft, Tier.OUTGOING),
        "cancel": Tool(sending.cancel, keeps_the_offer=True),
        "unsubscribe": Tool(unsubscribing.unsubscribe, Tier.OUTGOING),
        "accept_offer": Tool(offers.accept_offer, keeps_the_offer=True),
        "decline_offer": Tool(offers.decline_offer, keeps_the_offer=True),
        "add_vip": Tool(vips.add_vip),
        "add_keyword": Tool(vips.add_keyword),
        "change_pace": Tool(etiquette.change_pace),
        "hold_on": Tool(etiquette.hold_on),
        "go_on": Tool(etiquette.go_on),
        "goodbye": Tool(etiquette.goodbye),
    }
)


async def use(
    call: Call, name: str, arguments: Mapping[str, object], *, beside: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
) -> Outcome:
    """Run the tool; the context `beside` is entered while it holds the turn.

    Raises only `SkillRefusedError`: whatever goes wrong in a tool, the user gets an answer.
    """
    tool = TOOLS[name]
    if not tool.keeps_the_offer:
        call.dialogue.let_offer_lapse()

    async def work(call: Call) -> Outcome:
        async with beside():
            return await tool.skill(call, **arguments)

    try:
        outcome = await call.perform(work)
    except SkillRefusedError:
        raise
    except Exception as error:
        logger.error("a tool failed", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
        raise SkillRefusedError(replies.DID_NOT_WORK) from None
    call.acting.receipts.worked = True
    return outcome
