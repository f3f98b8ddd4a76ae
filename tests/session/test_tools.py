"""The one table of tools: what a plain command becomes is in it, and tools under one name agree on their arguments."""

import pytest

from briefing.mail_action import ON_MAILS, MailAction
from briefing.understanding.commands import Command, CommandKind
from session.outcome import SkillRefusedError
from session.tools import LONGEST_ARGUMENT, TOOLS, Choice, chosen
from session.turn.tool_of_command import HOLD_BACK, TOOL_OF, Use, tool_for

CHOICES = {name: tool for name, tool in TOOLS.items() if isinstance(tool, Choice)}
TARGETS = {CommandKind.LOOK_UP: "sender", CommandKind.PREFER: "prods", CommandKind.TEAM: "known", CommandKind.BY_MAIL: "mail_at"}
COMMANDS = [
    Command(kind=kind, action=MailAction.ARCHIVE, ordinal=2, target=TARGETS.get(kind, "receipts"), when="tomorrow") for kind in TOOL_OF
]
CHANGES = [Command(kind=CommandKind.CHANGE, action=action, target="receipts", when="tomorrow") for action in ON_MAILS]
USES = [
    *map(tool_for, [*COMMANDS, *CHANGES]),
    HOLD_BACK,
]


@pytest.mark.parametrize("use", USES, ids=lambda use: f"{use.tool} {dict(use.arguments)}")
def test_what_a_plain_command_becomes_is_a_tool_that_takes_all_that_was_said(use: Use) -> None:
    tool, taken = chosen(use.tool, use.arguments)
    which = TOOLS[use.tool]
    assert use.arguments.keys() - taken.keys() == ({which.by} if isinstance(which, Choice) else set())
    assert taken.keys() <= tool.takes.keys()


@pytest.mark.parametrize("name", CHOICES)
def test_tools_under_one_name_agree_on_what_an_argument_is(name: str) -> None:
    for way in [each for each in CHOICES[name].ways().values() if each.offered]:
        assert {each: CHOICES[name].takes[each].annotation for each in way.takes} == {
            each: way.takes[each].annotation for each in way.takes
        }


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("value", ["", "made up"])
def test_a_value_that_is_not_listed_chooses_no_tool(name: str, value: str) -> None:
    with pytest.raises(SkillRefusedError):
        chosen(name, {CHOICES[name].by: value})


def test_an_argument_that_is_too_long_to_look_at_is_refused() -> None:
    with pytest.raises(SkillRefusedError):
        chosen("search_mail", {"query": "a" * (LONGEST_ARGUMENT + 1)})


@pytest.mark.parametrize("name", CHOICES)
def test_without_a_value_no_tool_is_chosen(name: str) -> None:
    with pytest.raises(SkillRefusedError):
        chosen(name, {})
