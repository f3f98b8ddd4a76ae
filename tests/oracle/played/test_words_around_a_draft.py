"""What is said while a mail waits to leave, or while a draft is open, is about that unless it is plainly about something else."""

from pathlib import Path

import pytest

from tests.oracle.line import Called, Heard, Line
from tests.oracle.play import line_of, model, moved

pytestmark = pytest.mark.slow

STOPS = [
    *("tell Eleanor hold on", "tell Eleanor wait", "let Eleanor know stop", "text Anna no", "mail Anna the address is wrong"),
    *("tell Eleanor please wait", "tell Marcus one moment", "tell Ruth let's not", "tell Eleanor maybe later", "tell Ruth of course not"),
    *("let Eleanor know did it go", "tell Marcus are you sending it", "text Eleanor sorry that was wrong", "tell Ruth that please wait"),
    *("tell Anna forget it", "tell Anna hold that thought", "tell Ruth nothing yet", "tell nobody", "write nothing", "uh-uh"),
    *("tell Ruth I'm late instead", "tell Ruth instead I'm late", "tell Eleanor I take that back", "tell Marcus I don't want to send it"),
    *("tell Eleanor call it off", "tell Eleanor keep that mail", "tell Ruth this shouldn't go out", "tell Anna no", "call her off"),
    *("reply don't send it yet", "reply not to Anna", "tell Anna don't send that", "reply never", "tell Eleanor can you stop it"),
]

REFUSALS = [
    *("reply not now", "say never", "text her no", "reply not to all", "tell Anna please don't"),
    *("reply sorry don't send it", "say no don't", "tell her stop", "tell everyone stop"),
]


async def say(line: Line, *lines: str) -> str:
    """What is answered to the last of them."""
    before = 0
    for words in lines:
        before = len(line.told)
        await line.hears(Heard(words=words))
        line.now += 2
    return " ".join(told.words for told in line.told[before:])


@pytest.mark.parametrize("stop", STOPS)
async def test_a_stop_behind_words_that_begin_another_mail_holds_the_one_that_leaves(tmp_path: Path, stop: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await say(line, "reply that I'm in", "yes")
        assert line.call.acting.held
        assert (await say(line, stop)).startswith("Held back")
        await line.wait(60)
        assert line.world.taken == []


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_a_refusal_that_sounds_like_another_text_refuses_what_is_asked(tmp_path: Path, refusal: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        assert (await say(line, "reply that I'm in", refusal)).startswith("All right, it is not sent")
        assert line.call.acting.draft is not None
        assert line.call.acting.draft.text == "I'm in."


@pytest.mark.parametrize("has_model", [False, True])
@pytest.mark.parametrize("wish", ["tell Eleanor come and archive it", "tell Eleanor call me and delete it"])
async def test_what_somebody_is_asked_to_do_goes_on_behind_an_and(tmp_path: Path, wish: str, has_model: bool) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = has_model
        before = moved(line)
        await say(line, wish, "yes")
        await line.wait(60)
        assert moved(line) == before
        assert line.world.taken == []


async def test_a_hum_lets_no_model_throw_another_draft_away(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await say(line, "reply that I'm in", "no", "next", "reply that I'm out", "discard it")
        calls: list[Called] = [("send_draft", {}), ("take_answer", {"answer": "cancel"})]
        for call in calls:
            model(line, [call])
            await say(line, "hmm")
        assert [draft.text for draft in await line.call.acting.drafts.all()] == ["I'm in."]


async def test_a_hum_lets_no_model_put_other_words_into_a_draft(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await say(line, "reply that I'm in", "add that I'm late")
        model(line, [("change_draft", {"text": "Evil words."})])
        await say(line, "hmm")
        assert line.call.acting.draft is not None
        assert line.call.acting.draft.text == "I'm in. I'm late."


async def test_a_mail_to_somebody_else_within_the_words_that_are_asked_for_is_part_of_them(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        words = "Tell Marcus I'm fine, then delete this mail"
        assert "Draft to Anna Berg" in await say(line, "reply", words)


@pytest.mark.parametrize("wish", ["reply that I'm in. Then delete it.", "reply yes and then delete this mail", "reply no, delete it"])
async def test_what_was_wanted_before_a_mail_was_agreed_to_does_not_stop_it(tmp_path: Path, wish: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await say(line, wish)
        assert moved(line) == set()
        await say(line, "yes")
        assert len(moved(line)) == 1
        await line.wait(60)
        assert len(line.world.taken) == 1


@pytest.mark.parametrize("wish", ["undo it", "cc Eleanor", "tell Anna no", "archive it. Then tell Eleanor no"])
async def test_nothing_that_was_said_before_a_yes_stops_the_mail_that_it_agreed_to(tmp_path: Path, wish: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await say(line, f"reply yes. Then {wish}.", "yes")
        assert line.call.acting.held
        await line.wait(60)
        assert len(line.world.taken) == 1


@pytest.mark.parametrize("wish", ["archive it", "cc Eleanor"])
@pytest.mark.parametrize("stop", ["stop", "undo it", "at five", "tell Eleanor no", "tell Eleanor I sent it by mistake", "reply uh-uh"])
async def test_a_stop_that_is_said_after_the_yes_holds_what_was_agreed_to(tmp_path: Path, wish: str, stop: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await say(line, f"reply yes. Then {wish}.", "yes", stop)
        assert not line.call.acting.held
        await line.wait(60)
        assert line.world.taken == []


@pytest.mark.parametrize("remark", ["it goes to Ruth", "it should go to Ruth"])
async def test_whom_a_mail_goes_to_is_no_folder(tmp_path: Path, remark: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await say(line, remark)
        assert moved(line) == set()
        await say(line, "reply that I'm in", "yes", remark)
        await line.wait(60)
        assert (moved(line), line.world.taken) == (set(), [])


@pytest.mark.parametrize("words", ["do nothing", "do nothing with it"])
async def test_a_mail_that_is_about_to_leave_is_held_where_nothing_is_to_be_done(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        assert (await line.by_rules("reply that I'm in", "yes", words)).startswith("Held back")
