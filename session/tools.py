"""The tools of a call by name: one table for plain commands, for a model's tool calls and for written calls.

Tools that differ in one word are one tool with an argument of few values, so that a model has few to choose from; each value has a skill
and a tier of its own. A tier is the most that calling it may do; whether it does that is decided by `actions.consent`, from the user's
words.
"""

import inspect
import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from briefing.mail_action import ON_MAILS, TIER_OF, MailAction, Tier
from briefing.speech.sentences import replies
from session.call import Call
from session.outcome import Outcome, SkillRefusedError
from session.progress_updates import progress_updates
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

    def ways(self) -> Mapping[str, "Tool"]:
        return {"": self}

    @property
    def takes(self) -> Mapping[str, inspect.Parameter]:
        """The skill's arguments by name, with their types."""
        return dict([*inspect.signature(self.skill, eval_str=True).parameters.items()][1:])


@dataclass(frozen=True, slots=True)
class Choice:
    """Tools under one name: the argument `by` says which. Its values are a closed list, and each has a tier of its own."""

    by: str
    tools: Mapping[str, Tool]

    def ways(self) -> Mapping[str, Tool]:
        return self.tools

    @property
    def takes(self) -> Mapping[str, inspect.Parameter]:
        """Which one, and the arguments of all of them; they agree on what an argument's name means."""
        which = inspect.Parameter(self.by, inspect.Parameter.KEYWORD_ONLY, annotation=Literal[tuple(self.tools)])
        return {self.by: which, **{name: each for tool in self.tools.values() for name, each in tool.takes.items()}}


def _changing(action: MailAction) -> Tool:
    return Tool(snoozing.snooze if action is MailAction.SNOOZE else mailing.change_of(action), TIER_OF[action])


TOOLS: Mapping[str, Tool | Choice] = MappingProxyType(
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
        "change_mail": Choice("action", {action.value: _changing(action) for action in ON_MAILS}),
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


def chosen(name: str, arguments: Mapping[str, object]) -> tuple[Tool, Mapping[str, object]]:
    """The tool that these arguments choose, and those of them that it takes. Raises `SkillRefusedError` where no tool has that value."""
    tool = TOOLS[name]
    if isinstance(tool, Tool):
        return tool, arguments
    one = tool.tools.get(str(arguments.get(tool.by)))
    if one is None:
        raise SkillRefusedError(replies.DID_NOT_WORK)
    return one, {each: arguments[each] for each in one.takes if each in arguments}


async def use(call: Call, name: str, arguments: Mapping[str, object]) -> Outcome:
    """Run the tool, and keep the caller company while it takes long.

    Raises only `SkillRefusedError`: whatever goes wrong in a tool, the user gets an answer.
    """
    tool, taken = chosen(name, arguments)
    if not tool.keeps_the_offer:
        call.dialogue.let_offer_lapse()

    async def work(call: Call) -> Outcome:
        async with progress_updates(call):
            return await tool.skill(call, **taken)

    try:
        outcome = await call.perform(work)
    except SkillRefusedError:
        raise
    except Exception as error:
        logger.error("a tool failed", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
        raise SkillRefusedError(replies.DID_NOT_WORK) from None
    call.acting.receipts.worked = True
    return outcome
