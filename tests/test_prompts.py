"""Prompts are files with named slots: each is used, each can be filled, and none goes out with an empty slot."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import prompts
from prompts import PromptError, render, slots
from session.model_request.end_message import OPEN_MAIL
from session.tools import TOOLS

FOLDER = Path(prompts.__file__).parent
ROOT = FOLDER.parent
PROMPTS = sorted(file.stem for file in FOLDER.glob("*.md"))
WORDING = ("agent", "session", "conversations", "team", "glance", "correspondence", "inbox")
SOURCES = sorted(path for folder in WORDING for path in (ROOT / folder).glob("**/*.py"))


def render_calls() -> Iterator[tuple[str, ast.Call]]:
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "render":
                name = node.args[0]
                assert isinstance(name, ast.Constant), f"{source.name} line {node.lineno}: the prompt must be named outright"
                yield str(name.value), node


def test_every_prompt_is_used_and_every_prompt_that_is_used_exists() -> None:
    assert {name for name, _ in render_calls()} == set(PROMPTS)


def test_every_call_names_the_slots_of_its_prompt() -> None:
    for name, call in render_calls():
        named = {keyword.arg for keyword in call.keywords}
        if None in named:  # values handed on together are checked when they are rendered
            assert named - {None} <= slots(name)
        else:
            assert named == slots(name)


@pytest.mark.parametrize("name", PROMPTS)
def test_a_prompt_shows_every_value_and_leaves_no_slot(name: str) -> None:
    values = {slot: f"value of {slot}" for slot in slots(name)}
    text = render(name, **values)
    assert all(value in text for value in values.values())
    assert "{{" not in text
    assert "}}" not in text


@pytest.mark.parametrize("name", PROMPTS)
def test_a_missing_value_raises(name: str) -> None:
    values = dict.fromkeys(slots(name), "x")
    for slot in values:
        with pytest.raises(PromptError, match=slot):
            render(name, **{other: value for other, value in values.items() if other != slot})


@pytest.mark.parametrize("name", PROMPTS)
def test_a_value_without_a_slot_raises(name: str) -> None:
    with pytest.raises(PromptError, match="surplus"):
        render(name, **dict.fromkeys(slots(name), "x"), surplus="x")


@pytest.mark.parametrize("name", ["nobody", "", "briefing.md", "../README"])
def test_an_unknown_prompt_raises(name: str) -> None:
    with pytest.raises(PromptError, match="no prompt named"):
        render(name)


@pytest.mark.parametrize("value", ["{{mail}}", "{{progress}} {{mails}}", "{{{{mails}}}}", r"\1 \g<1> {0}", "{{count}}"])
def test_a_value_that_looks_like_a_slot_is_said_as_it_stands(value: str) -> None:
    text = render("result", happened=value, mail="", data="the mails", now="")
    assert text.count(value) == 1
    assert text.count("the mails") == 1


def test_the_static_instructions_have_no_slot_so_that_their_prefix_never_changes() -> None:
    assert slots("briefing") == frozenset()
    assert render("briefing") == (FOLDER / "briefing.md").read_text(encoding="utf-8").strip()


RULES = {
    1: ("position", "believe it over everything said earlier", "open_mail", "no look-up"),
    2: ("all of it and in their order", "two wishes", "could not do", "stop or wait comes first"),
    3: ("who wrote", "archive, flag, move on", "`go` with `next`", "of one mail found, tell at once"),
    4: ('"it"', "the second one", "ask", "never guess a recipient"),
    5: ("user's words", "language", "ask nothing twice"),
    6: ("done, asked, kept as a draft, or not possible", "only if", "recount", "refused"),
    7: ("you cannot", "comes nearest"),
    8: ("all is done", "close", "briefed, archived, flagged"),
}


@pytest.mark.parametrize("number", RULES)
def test_the_static_instructions_hold_the_rules(number: int) -> None:
    rules = re.findall(r"^(\d)\. (.*(?:\n   .*)*)", render("briefing"), flags=re.MULTILINE)
    assert [int(found) for found, _ in rules] == list(RULES)
    text = " ".join(rules[number - 1][1].lower().split())
    assert [words for words in RULES[number] if words not in text] == []


def test_the_static_instructions_forbid_no_choice_and_ask_for_no_needless_question() -> None:
    assert [words for words in ("You do not choose", "ask which one to read") if words in render("briefing")] == []


def test_the_tools_that_the_instructions_name_exist() -> None:
    values = {which for tool in TOOLS.values() for which in tool.ways()}
    assert set(re.findall(r"`(\w+)`", render("briefing"))) <= {*TOOLS.keys(), *values, OPEN_MAIL}
    assert set(re.findall(r"`(\w+)`", render("tools").partition("\n# ")[2])) <= TOOLS.keys() | values


def test_every_tool_is_described_and_nothing_else_is() -> None:
    assert set(re.findall(r"^# (\w+)$", render("tools"), flags=re.MULTILINE)) == TOOLS.keys()


@pytest.mark.parametrize("name", PROMPTS)
def test_prompts_do_not_shout(name: str) -> None:
    words = re.findall(r"\b[A-Z]{4,}\b", re.sub(r"\{\{\w+\}\}", "", (FOLDER / f"{name}.md").read_text()))
    assert set(words) <= {"JSON", "POSITION"}
