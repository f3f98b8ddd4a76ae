"""The tools of a call by name: one table for plain commands, for a model's tool calls and for written calls.

Tools that differ in one word are one tool with an argument of few values, so that a model has few to choose from; each value has a skill
of its own. What calling it may do is decided by `actions.consent`, from the user's words.
"""

import inspect
import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import WithJsonSchema

from briefing.mail_action import ON_MAILS, MailAction
from briefing.speech.sentences import replies
from briefing.understanding.command_grammar.command_phrases.liking import Liking
from briefing.understanding.command_grammar.command_phrases.mail_wishing import MailWish
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from session.call import Call
from session.call_records import Unplaced
from session.dialogue import SomethingElse
from session.glancing import asked_of_it
from session.outcome import NoSuchMailError, Outcome, SkillRefusedError, WhichOneError, WhoIsMeantError
from session.progress_updates import progress_updates
from session.skills import (
    answering_from_mails,
    choosing_account,
    etiquette,
    facts,
    forgetting_talk,
    lookup,
    moving,
    narrowing_down,
    offers,
    presses,
    vips,
)
from session.skills.changing import mailing, several, snoozing, undoing, unsubscribing
from session.skills.liking import briefed_by_mail, how_told
from session.skills.team import hiring, remembering, steering, team_questions, work_handed_over
from session.skills.writing import cancelling, drafting, sending
from session.turn import kept_talk
from session.turn.known_names import named_back
from session.turn.wish import Wish, WishState, begun

logger = logging.getLogger(__name__)

Skill = Callable[..., Coroutine[object, object, Outcome]]


@dataclass(frozen=True, slots=True)
class Tool:
    """A skill under a name.

    `keeps_the_offer`: an open offer or question stays open after it. `offered`: whether a model is told of it.
    """

    skill: Skill
    keeps_the_offer: bool = False
    offered: bool = True

    def ways(self) -> Mapping[str, "Tool"]:
        return {"": self}

    @property
    def takes(self) -> Mapping[str, inspect.Parameter]:
        """The skill's arguments by name, with their types."""
        return dict([*inspect.signature(self.skill, eval_str=True).parameters.items()][1:])


@dataclass(frozen=True, slots=True)
class Choice:
    """Tools under one name: the argument `by` says which. Its values are a closed list."""

    by: str
    tools: Mapping[str, Tool]

    def ways(self) -> Mapping[str, Tool]:
        return self.tools

    @property
    def takes(self) -> Mapping[str, inspect.Parameter]:
        """Which one, and the arguments of all that are offered; they agree on what an argument's name means."""
        offered = {name: tool for name, tool in self.tools.items() if tool.offered}
        values = WithJsonSchema({"type": "string", "enum": [*offered]})
        which = inspect.Parameter(self.by, inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[Literal[tuple(self.tools)], values])
        return {self.by: which, **{name: each for tool in offered.values() for name, each in tool.takes.items()}}


_WAYS_OF_THEIR_OWN: Mapping[MailAction, Skill] = {MailAction.SNOOZE: snoozing.snooze, MailAction.UNSUBSCRIBE: unsubscribing.unsubscribe}


def _changing(action: MailAction) -> Tool:
    return Tool(_WAYS_OF_THEIR_OWN.get(action) or mailing.change_of(action))


NAMELESS = [action for action, its in ON_MAILS.items() if its.place is None]
"""What can be done to many mails at once: what needs no label, folder or time."""

TOOLS: Mapping[str, Tool | Choice] = MappingProxyType(
    {
        "go": Choice(
            "to",
            {
                "next": Tool(moving.next_item),
                "skip_mail": Tool(moving.skip_this_mail),
                "skip_topic": Tool(moving.skip_topic),
                "back": Tool(moving.go_back),
                "resume": Tool(etiquette.go_on),
                "where_were_we": Tool(moving.where_were_we, offered=False),
            },
        ),
        "open": Choice("what", {"mail": Tool(moving.jump_to_mail), "topic": Tool(moving.jump_to_topic)}),
        "read_in_full": Tool(lookup.read_in_full),
        "search_mail": Tool(lookup.search_mail),
        "tell": Choice(
            "what",
            {
                "last_words": Tool(moving.repeat, keeps_the_offer=True),
                "progress": Tool(moving.progress),
                "skipped": Tool(offers.what_did_i_skip),
                "new_mail": Tool(offers.check_for_new_mail),
                "account": Tool(choosing_account.which_account),
                "draft": Tool(drafting.read_draft),
                "in_mails": Tool(answering_from_mails.in_mails, offered=False),
                **{fact.value: Tool(skill, offered=fact in facts.OFFERED) for fact, skill in facts.SKILLS.items()},
            },
        ),
        "brief_only": Tool(narrowing_down.brief_only),
        "change_mail": Choice("action", {action.value: _changing(action) for action in (*ON_MAILS, MailAction.UNSUBSCRIBE)}),
        "change_several": Choice("action", {action.value: Tool(several.change_of(action)) for action in NAMELESS}),
        "undo": Tool(undoing.undo),
        "write": Choice(
            "kind",
            {
                "reply": Tool(drafting.reply),
                "reply_all": Tool(drafting.reply_all),
                "forward": Tool(drafting.forward),
                "new": Tool(drafting.write_mail),
            },
        ),
        "change_draft": Tool(drafting.change_draft),
        "send_draft": Tool(sending.send_draft),
        "take_answer": Choice(
            "answer",
            {
                "yes": Tool(offers.accept_offer, keeps_the_offer=True),
                "no": Tool(offers.decline_offer, keeps_the_offer=True),
                "cancel": Tool(cancelling.cancel, keeps_the_offer=True),
                "pressed": Tool(presses.take_press, offered=False),
            },
        ),
        "remember": Choice(
            "what",
            {
                "person": Tool(vips.add_vip),
                "keyword": Tool(vips.add_keyword),
                "person_no_more": Tool(vips.remove_vip, offered=False),
                "keyword_no_more": Tool(vips.remove_keyword, offered=False),
                "heard_again": Tool(narrowing_down.bring_back, offered=False),
                "whereabouts": Tool(how_told.be_in, offered=False),
                "language": Tool(how_told.understands, offered=False),
                "language_no_more": Tool(how_told.understands_no_more, offered=False),
                **{wish.value: Tool(briefed_by_mail.wishing(wish), offered=False) for wish in MailWish},
            },
        ),
        "team": Choice(
            "what",
            {
                TeamAsk.WORK.value: Tool(work_handed_over.hand_over),
                TeamAsk.NEWS.value: Tool(team_questions.news),
                TeamAsk.WORKING.value: Tool(team_questions.working),
                TeamAsk.STOP.value: Tool(steering.stop),
                TeamAsk.PAUSE.value: Tool(steering.pause, offered=False),
                TeamAsk.GO_ON.value: Tool(steering.go_on, offered=False),
                TeamAsk.KNOWN.value: Tool(team_questions.known),
                TeamAsk.ABOUT_ME.value: Tool(team_questions.about_the_user, offered=False),
                TeamAsk.REMEMBER.value: Tool(remembering.remember),
                TeamAsk.FACT.value: Tool(remembering.note_fact, offered=False),
                TeamAsk.FORGET.value: Tool(remembering.forget),
                TeamAsk.CORRECT.value: Tool(remembering.correct, offered=False),
                TeamAsk.NEW_TEAM.value: Tool(hiring.make_team),
                TeamAsk.NEW_WORKER.value: Tool(hiring.add_worker),
                TeamAsk.LET_GO.value: Tool(hiring.let_go),
            },
        ),
        "manage_call": Choice(
            "how",
            {
                "speak_slower": Tool(etiquette.slower),
                "speak_faster": Tool(etiquette.faster),
                "speak_normally": Tool(etiquette.at_normal_speed),
                "hold_on": Tool(etiquette.hold_on),
                "brief_for": Tool(moving.brief_for),
                "goodbye": Tool(etiquette.goodbye),
                "forget_talk": Tool(forgetting_talk.forget_talk),
                "stop_looking": Tool(asked_of_it.stop_looking, offered=False),
                "look_again": Tool(asked_of_it.look_again, offered=False),
                **{like.value: Tool(how_told.liking(like), offered=False) for like in Liking},
            },
        ),
    }
)


LONGEST_ARGUMENT = 20_000
"""Characters: what a model hands to a tool is held against the patterns of a user's line."""
NAMED_LATER = frozenset({"change_mail", "write"})
"""What goes on once the user has said which mail they mean; any other tool gives way to going to that mail."""


def chosen(name: str, arguments: Mapping[str, object]) -> tuple[Tool, Mapping[str, object]]:
    """The tool that these arguments choose, and those of them that it takes.

    Raises `SkillRefusedError` where no tool has that value, and for an argument that is too long to look at.
    """
    tool = TOOLS[name]
    if any(isinstance(each, str) and len(each) > LONGEST_ARGUMENT for each in arguments.values()):
        raise SkillRefusedError(replies.DID_NOT_WORK)
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
    noted = kept_talk.tool_used(call, name, *_named_choice(name, arguments))
    try:
        outcome = await _use(call, name, arguments)
    except SkillRefusedError:
        kept_talk.tool_came_to(call, noted, None)
        raise
    kept_talk.tool_came_to(call, noted, outcome)
    return outcome


def _named_choice(name: str, arguments: Mapping[str, object]) -> tuple[str, str]:
    """The value that chooses the tool, from its closed list, and the argument that it stands in; whatever else a model puts there is
    nothing."""
    tool = TOOLS[name]
    wanted = str(arguments.get(tool.by)) if isinstance(tool, Choice) else ""
    return (wanted, tool.by) if isinstance(tool, Choice) and wanted in tool.ways() else ("", "")


async def _use(call: Call, name: str, arguments: Mapping[str, object]) -> Outcome:
    wish = begun(call.dialogue.wishes, name)
    tool, taken = chosen(name, arguments)
    if not tool.keeps_the_offer:
        call.dialogue.note(SomethingElse())
    call.turn.doubted = None
    if not (tool.keeps_the_offer and name == "tell"):  # what is only said again is still asked
        call.turn.unplaced = None

    async def work(call: Call) -> Outcome:
        async with progress_updates(call):
            return await tool.skill(call, **taken)

    try:
        outcome = await call.perform(work)
    except WhichOneError:
        if name in NAMED_LATER:
            call.turn.unplaced = Unplaced(call.dialogue.turn, name, arguments)
        raise
    except WhoIsMeantError as who:
        call.turn.unplaced = Unplaced(call.dialogue.turn, name, arguments, who.heard, who.people)
        call.doubt_it()
        raise
    except SkillRefusedError as refusal:
        if isinstance(refusal, NoSuchMailError) and call.it is not None:
            call.told.unsaid = call.told.unsaid.doubted(call.it)  # also the one under the cursor: "it" may be what was not there
        _refused(wish)
        raise
    except Exception as error:
        logger.error("a tool failed", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
        _refused(wish)
        raise SkillRefusedError(replies.DID_NOT_WORK) from None
    call.acting.receipts.worked = True
    if wish is not None:
        wish.led_to = None if call.dialogue.focus.unclear else call.it
    return named_back(call, outcome)


def _refused(wish: Wish | None) -> None:
    if wish is not None:
        wish.state = WishState.REFUSED
