"""What is said in one breath of the mail that is written, whom it goes to as well and when, is of it before it is asked about."""

from pathlib import Path

import pytest

from session.outgoing import OnItsWay, OutgoingStage
from tests.actions.sending_desk import OWN
from tests.oracle.line import Heard, Line
from tests.oracle.play import CHATTER, line_of, model, moved

pytestmark = pytest.mark.slow

ANNA, ELEANOR, RAJ = "anna@berg.example", "eleanor@price.example", "raj@patel.example"


def leaving(line: Line) -> list[OnItsWay]:
    return [each for each in line.call.acting.outgoing.agreed.values() if each.stage is not OutgoingStage.OVER]


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
        ("reply yes and send it and cc Eleanor", "Yes.", (ANNA, ELEANOR)),
        ("reply that I'm in and cc me", "I'm in.", (ANNA, OWN)),
        ("reply that I'm in and cc Raj too", "I'm in.", (ANNA, RAJ)),
        ("forward it to me", "It passes on", (OWN,)),
        ("reply that I'm in. Oh, and cc Eleanor", "I'm in.\u201d", (ANNA, ELEANOR)),
        ("reply that I'm in, cc Raj, Eleanor", "I'm in.", (ANNA, RAJ, ELEANOR)),
        ("reply that I'm in. Cc Eleanor Raj", "I'm in.", (ANNA, ELEANOR, RAJ)),
        ("reply that I'm in and cc Raj and Anna", "I'm in.", (ANNA, RAJ)),
        ("reply that I'm in. Send it. Cc Eleanor. Bcc Raj.", "I'm in.", (ANNA, ELEANOR, RAJ)),
    ],
)
async def test_it_is_asked_about_once_to_all_who_were_named(tmp_path: Path, words: str, text: str, to: tuple[str, ...]) -> None:
    async with line_of(tmp_path) as line:
        asked = await line.by_rules(words)
        assert text in asked
        assert asked.count("Shall I send it like this?") == 1
        assert asked.endswith("Shall I send it like this?")
        await line.by_rules("yes")
        assert [each.to for each in leaving(line)] == [to]


@pytest.mark.parametrize(
    ("words", "to"),
    [
        ("reply that it's fine. Send it on Friday", (ANNA,)),
        ("reply that it's fine and send it on Friday", (ANNA,)),
        ("reply yes and send it on Friday and cc Eleanor", (ANNA, ELEANOR)),
    ],
)
async def test_it_leaves_when_that_was_said_with_it(tmp_path: Path, words: str, to: tuple[str, ...]) -> None:
    async with line_of(tmp_path) as line:
        assert "to leave on Friday" in await line.by_rules(words)
        await line.by_rules("yes")
        assert [(each.to, each.stage) for each in leaving(line)] == [(to, OutgoingStage.SCHEDULED)]


@pytest.mark.parametrize(
    ("words", "stage"),
    [
        ("send it now", OutgoingStage.HELD),
        ("send it right away", OutgoingStage.HELD),
        ("send it on Saturday instead", OutgoingStage.SCHEDULED),
    ],
)
async def test_a_mail_that_was_to_leave_later_is_asked_about_once_it_is_to_leave_at_another_time(
    tmp_path: Path, words: str, stage: OutgoingStage
) -> None:
    async with line_of(tmp_path) as line:
        asked = await line.by_rules("reply that it's fine and send it on Friday", "yes", "next", words)
        assert asked.startswith("It is to leave on Friday")
        assert asked.count("Friday") == 1
        assert asked.endswith("Shall I send it like this?")
        await line.by_rules("yes")
        assert [(each.to, each.stage) for each in leaving(line)] == [((ANNA,), stage)]


@pytest.mark.parametrize("words", ["send it now", "send it on Saturday instead"])
@pytest.mark.parametrize("answer", ["no", "leave it", "not now", "goodbye", "next", "stop"])
async def test_until_a_yes_it_leaves_as_agreed(tmp_path: Path, words: str, answer: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply that it's fine and send it on Friday", "yes", "next")
        (agreed,) = leaving(line)
        await line.by_rules(words, answer)
        assert leaving(line) == [agreed]


async def test_of_a_mail_that_left_meanwhile_nothing_is_sent_again(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply that it's fine and send it on Friday", "yes", "next")
        (mail,) = leaving(line)
        line.now += (mail.by - line.wall()).total_seconds() - 15
        assert "and would leave now" in await line.by_rules("send it now")
        line.now = max(line.now, line.now + (mail.by - line.wall()).total_seconds())
        await line.send_what_is_due()
        assert len(line.world.taken) == 1
        assert "on its way already" in await line.by_rules("yes")
        await line.wait(60)
        assert len(line.world.taken) == 1


@pytest.mark.parametrize(
    "words", ["send it", "send it on Friday", "don't send it now", "what if you send it now", "tell Raj to send it now"]
)
async def test_nothing_else_takes_a_mail_off_its_day(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply that it's fine and send it on Friday", "yes", words)
        assert [(each.to, each.stage) for each in leaving(line)] == [((ANNA,), OutgoingStage.SCHEDULED)]


@pytest.mark.parametrize("words", ["send the other one now", "send both now", "send it now"])
async def test_nor_is_one_of_two_taken_off_its_day(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply that it's fine and send it on Friday", "yes", "reply to Raj thanks", "send it on Saturday", "yes", words)
        assert [each.stage for each in leaving(line)] == [OutgoingStage.SCHEDULED] * 2


async def test_a_blind_copy_is_no_copy_and_a_copy_no_blind_one(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        assert "blind copy to Anna Berg" in await line.by_rules("reply that it's fine", "cc Raj", "bcc Anna")
        asked = await line.by_rules("bcc Raj", "cc Raj")
        assert ("copy to raj@patel.example" in asked, "blind copy to raj" in asked) == (False, False)
        assert asked.startswith("Draft to raj@patel.example")


async def test_nor_does_a_model_that_nobody_asked_for_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply that it's fine and send it on Friday", "yes")
        line.call.line.has_model = True
        model(line, [("send_draft", {})])
        await line.hears(Heard(words="who wins the cup now, do you think"))
        assert [(each.to, each.stage) for each in leaving(line)] == [((ANNA,), OutgoingStage.SCHEDULED)]


@pytest.mark.parametrize("words", ["cc Eleanor", "yes and cc Eleanor", "change fine to great", "read it to me", "cc Eleanor and send it"])
@pytest.mark.parametrize("agreed", [True, False])
async def test_a_mail_that_is_changed_leaves_when_it_was_to_before(tmp_path: Path, words: str, *, agreed: bool) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply that it's fine and send it on Friday", *(["yes"] if agreed else []), words, "yes")
        assert [each.stage for each in leaving(line)] == [OutgoingStage.SCHEDULED]


async def test_a_mail_that_was_agreed_to_in_an_earlier_call_keeps_its_day_when_it_is_changed(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply that it's fine and send it on Friday", "yes")
        line.call.acting.leaves_on.clear()
        assert "to leave on Friday" in await line.by_rules("cc Eleanor")


async def test_what_is_sent_now_after_all_leaves_now(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        assert "Friday" not in await line.by_rules("reply that it's fine and send it on Friday", "send it now")
        await line.by_rules("yes")
        assert [each.stage for each in leaving(line)] == [OutgoingStage.HELD]


@pytest.mark.parametrize("words", ["reply yes and send it later", "reply yes and send it on Friday and send it on Monday"])
async def test_a_mail_is_not_asked_about_while_it_is_not_known_when_it_is_to_leave(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        assert "Shall I send it" not in await line.by_rules(words)
        await line.by_rules("yes")
        assert leaving(line) == []


@pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        ("reply yes and cc Luca and tell Raj that it's paid and send it on Friday", OutgoingStage.HELD, OutgoingStage.SCHEDULED),
        ("reply yes and send it on Friday and tell Raj that it's paid", OutgoingStage.SCHEDULED, OutgoingStage.HELD),
        ("forward it to Raj. Cc Eleanor. Reply yes. Send it on Friday.", OutgoingStage.HELD, OutgoingStage.SCHEDULED),
    ],
)
async def test_of_two_mails_each_has_its_own(tmp_path: Path, words: str, first: OutgoingStage, second: OutgoingStage) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(words, "yes")
        assert [each.stage for each in leaving(line)] == [first]
        await line.by_rules("yes")
        assert [each.stage for each in leaving(line)] == [first, second]


@pytest.mark.parametrize("words", ["reply and send it on Friday", "reply and cc Zorro"])
async def test_what_it_shall_say_is_asked_first_and_heard(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(words)
        asked = await line.by_rules("it is fine")
        assert "“It is fine.” Shall I send it like this?" in asked
        assert ("to leave on Friday" in asked) == ("Friday" in words)


@pytest.mark.parametrize(
    ("words", "deleted"),
    [
        ("reply to Eleanor that it's fine, cc Raj and delete it", {"eleanor"}),
        ("reply to Eleanor that it's fine and delete it", {"eleanor"}),
        ("reply yes and cc Raj. Next. Delete it.", {"eleanor"}),
        ("reply yes. Open the one from Raj. Delete it.", {"raj"}),
        ("reply yes and cc Raj. Delete it. Next.", {"anna"}),
    ],
)
async def test_it_is_the_mail_that_was_answered_or_the_one_that_was_gone_to_since(tmp_path: Path, words: str, deleted: set[str]) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(words, "yes")
        assert moved(line) == deleted


async def test_what_is_said_of_a_mail_that_a_model_writes_comes_before_the_question_too(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [("write", {"kind": "new", "to": "luca@rossi.example", "text": "I'm in."})])
        await line.hears(Heard(words="flag it, tell Luca Smith that I'm in and cc Eleanor"))
        told = " ".join(each.words for each in line.told)
        assert told.count("Shall I send it like this?") == told.count("copy to eleanor@price.example")


async def test_a_wish_behind_another_that_a_model_does_means_no_mail_that_was_found_for_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [("search_mail", {"query": "photos"})], [("write", {"kind": "new", "to": "luca@rossi.example", "text": "I'm in."})])
        await line.hears(Heard(words="flag it, tell Luca Smith I'm in and archive it"))
        model(line)
        await line.hears(Heard(words="yes"))
        assert moved(line) <= {"anna"}


async def test_a_wish_that_waits_means_its_mail_though_others_are_listed_since(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply that I'm in and archive it")
        line.call.line.has_model = True
        model(line, says=("You have mails from Eleanor and Raj.",))
        await line.hears(CHATTER)
        model(line)
        for _ in range(2):
            await line.hears(Heard(words="yes"))
        assert moved(line) <= {"anna"}
        assert "Which one" not in line.told[-1].words


@pytest.mark.parametrize("words", ["reply that I'm in, cc Eleanor, and archive it", "reply that I'm in, archive it, and cc Eleanor"])
async def test_what_else_is_wanted_waits_for_the_answer(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(words)
        assert moved(line) == set()
        await line.by_rules("yes")
        assert [each.to for each in leaving(line)] == [(ANNA, ELEANOR)]
        assert moved(line) == {"anna"}


async def test_a_mail_to_somebody_unknown_is_not_asked_about_without_them(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        assert "I know no address for zorro." in await line.by_rules("reply that I'm in and cc Zorro")
        await line.by_rules("yes")
        assert leaving(line) == []
        assert "Draft to Anna Berg: “I'm in.” Shall I send it like this?" in await line.by_rules("send it")


async def test_a_draft_that_is_changed_and_sent_in_one_breath_is_asked_about_once(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        asked = await line.by_rules("reply that I'm in", "change in to out and cc Eleanor and send it on Friday")
        assert asked.count("Shall I send it like this?") == 1
        assert "I'm out." in asked
        await line.by_rules("yes")
        assert [(each.to, each.stage) for each in leaving(line)] == [((ANNA, ELEANOR), OutgoingStage.SCHEDULED)]
