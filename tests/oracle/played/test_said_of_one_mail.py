"""What is said in one breath of the mail that is written, whom it goes to as well and when, is of it before it is asked about."""

from pathlib import Path

import pytest

from session.outgoing import OnItsWay, OutgoingStage
from tests.oracle.line import Heard, Line
from tests.oracle.play import line_of, moved

pytestmark = pytest.mark.slow

ANNA, ELEANOR, RAJ = "anna@berg.example", "eleanor@price.example", "raj@patel.example"


async def said(line: Line, *lines: str) -> str:
    """What was said to the last of these lines."""
    line.call.line.has_model, told = False, 0
    for words in lines:
        told = len(line.told)
        await line.hears(Heard(words=words))
    return " ".join(each.words for each in line.told[told:])


def leaving(line: Line) -> list[OnItsWay]:
    return [*line.call.acting.outgoing.agreed.values()]


@pytest.mark.parametrize(
    ("words", "text", "to"),
    [
        ("reply yes. Then cc Eleanor", "Yes.", (ANNA, ELEANOR)),
        ("reply that I'm in and cc Eleanor", "I'm in.", (ANNA, ELEANOR)),
        ("reply that it's fine, and copy in Eleanor", "It's fine.", (ANNA, ELEANOR)),
        ("reply that I am in, send a copy to Eleanor", "I am in.", (ANNA, ELEANOR)),
        ("reply that it's fine and blind copy Raj", "It's fine.", (ANNA, RAJ)),
        ("reply that I'm in. Also cc Eleanor. And bcc Raj", "I'm in.", (ANNA, ELEANOR, RAJ)),
        ("forward it to Eleanor and cc Raj", "It passes on", (ELEANOR, RAJ)),
        ("reply that I'm in and send it", "I'm in.", (ANNA,)),
    ],
)
async def test_it_is_asked_about_once_to_all_who_were_named(tmp_path: Path, words: str, text: str, to: tuple[str, ...]) -> None:
    async with line_of(tmp_path) as line:
        asked = await said(line, words)
        assert text in asked
        assert asked.count("Shall I send it like this?") == 1
        assert asked.endswith("Shall I send it like this?")
        await said(line, "yes")
        assert [each.to for each in leaving(line)] == [to]


@pytest.mark.parametrize(
    "words", ["reply that it's fine. Send it on Friday", "reply that it's fine and send it on Friday", "reply it's fine, send it on Friday"]
)
async def test_it_leaves_when_that_was_said_with_it(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        assert "to leave on Friday" in await said(line, words)
        await said(line, "yes")
        assert [each.stage for each in leaving(line)] == [OutgoingStage.SCHEDULED]


@pytest.mark.parametrize("words", ["reply that I'm in, cc Eleanor, and archive it", "reply that I'm in, archive it, and cc Eleanor"])
async def test_what_else_is_wanted_waits_for_the_answer(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await said(line, words)
        assert moved(line) == set()
        await said(line, "yes")
        assert [each.to for each in leaving(line)] == [(ANNA, ELEANOR)]
        assert moved(line) == {"anna"}


async def test_a_mail_to_somebody_unknown_is_not_asked_about_without_them(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        assert "I know no address for zorro." in await said(line, "reply that I'm in and cc Zorro")
        await said(line, "yes")
        assert leaving(line) == []
        assert "Draft to Anna Berg: “I'm in.” Shall I send it like this?" in await said(line, "send it")


async def test_a_draft_that_is_changed_and_sent_in_one_breath_is_asked_about_once(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        asked = await said(line, "reply that I'm in", "change in to out and cc Eleanor and send it on Friday")
        assert asked.count("Shall I send it like this?") == 1
        assert "I'm out." in asked
        await said(line, "yes")
        assert [(each.to, each.stage) for each in leaving(line)] == [((ANNA, ELEANOR), OutgoingStage.SCHEDULED)]


@pytest.mark.parametrize("words", ["tell Anna I'll finish it and send it on Friday", "tell Anna please send the plan and cc Eleanor"])
async def test_a_text_that_may_go_on_with_it_is_not_cut(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        assert "Shall I send it" not in await said(line, words)
