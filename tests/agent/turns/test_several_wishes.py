"""What is said in one turn is done wish by wish: nothing twice, nothing dropped without a word, and nothing that was not wanted."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from briefing.mail import MailId
from briefing.speech.sentences import about_sending as words
from briefing.speech.sentences import what_next
from briefing.understanding.utterance import Channel, Utterance
from session.turn.tool_of_command import Use
from session.turn.wish import Wish, WishState
from session.turn.wish_by_wish import next_answer
from tests.agent.acting_calls import ActingCall, acting_call
from tests.servers.openai.double import CallTool, OpenAIDouble, Say, openai_server
from tests.session.test_written_call import written

pytestmark = pytest.mark.slow

WRITTEN, SENT = "reply that Tuesday works", ("reply that Tuesday works", "send it")
INGRID = "What does Ingrid need?"


@pytest_asyncio.fixture
async def call(tmp_path: Path) -> AsyncIterator[ActingCall]:
    """One without a model, in which nothing leaves."""
    async with acting_call(tmp_path, hold_s=60, unread=12) as call:
        yield call


@pytest_asyncio.fixture
async def openai() -> AsyncIterator[OpenAIDouble]:
    async with openai_server() as double:
        yield double


async def waiting(call: ActingCall) -> int:
    return len(await call.typed.call.acting.outbox.waiting())


async def test_two_commands_are_done_to_the_mail_that_was_open(call: ActingCall) -> None:
    mail = call.open
    answer = await call.type("flag it and archive it")
    assert call.place(mail) == (".Archive", "F")
    assert answer.startswith("Flagged. Archived. ")
    assert call.open != mail
    assert call.place(call.open) == ("", "")


async def test_what_was_archived_first_is_the_mail_that_is_flagged_then(call: ActingCall) -> None:
    mail = call.open
    await call.type("archive it and flag it")
    assert call.place(mail) == (".Archive", "F")
    assert call.place(call.open) == ("", "")


async def test_to_go_on_behind_what_has_moved_on_already_passes_no_mail_over(call: ActingCall) -> None:
    await call.dialogue("next", "go back")
    answer = await call.type("archive it, then next")
    assert (await call.type("undo")).startswith("Undone")
    passed = [mail.mail_id for mail in call.typed.call.tracker.pending_mails()]
    assert len(passed) >= 10
    assert answer.count("Archived.") == 1


async def test_a_mail_that_was_gone_to_is_told_before_it_is_changed(call: ActingCall) -> None:
    mail = call.open
    answer = await call.type("next, and archive it")
    assert call.place(mail) == ("", "")
    assert answer.index("?") < answer.index("Archived.")


@pytest.mark.parametrize("line", ["archive it and tell Bob", "archive it, then tell Bob"])
async def test_without_a_model_what_was_not_understood_is_named(call: ActingCall, line: str) -> None:
    mail = call.open
    assert (await call.type(line)).startswith("Archived. I did not get \u201ctell Bob\u201d. ")
    assert call.place(mail)[0] == ".Archive"


@pytest.mark.parametrize(
    "line",
    [
        "if she hasn't answered, archive it",
        "archive it unless it's from Bob",
        "archive it but don't delete anything",
        "she said, archive it",
        "tell Bob and archive it",
    ],
)
async def test_without_a_model_nothing_is_done_that_hangs_on_something_else(call: ActingCall, line: str) -> None:
    mail = call.open
    assert "did not get" in await call.type(line)
    assert (call.place(mail), call.open) == (("", ""), mail)


async def test_what_was_not_found_is_not_done_to_the_open_mail(call: ActingCall) -> None:
    mail = call.open
    answer = await call.type("search for xylophones and archive it")
    assert answer.endswith("I have left \u201carchive it\u201d undone.")
    assert call.place(mail) == ("", "")


async def test_a_wish_behind_a_question_goes_on_after_the_answer(call: ActingCall) -> None:
    mail = call.open
    assert (await call.type(f"{WRITTEN} and then archive it")).startswith("Draft to ")
    assert call.place(mail) == ("", "")
    answer = await call.type("send it")
    assert answer.startswith(f"{words.held(60)} Archived. ")
    assert (call.place(mail)[0], await waiting(call)) == (".Archive", 1)


async def test_a_wish_behind_a_question_is_named_if_the_user_goes_elsewhere(call: ActingCall) -> None:
    mail = call.open
    await call.type(f"{WRITTEN} and then archive it")
    assert (await call.type("next")).endswith("I have left \u201carchive it\u201d undone.")
    assert call.place(mail) == ("", "")
    assert "undone" not in await call.type("next")


async def test_a_wish_behind_a_question_is_not_done_after_stop(call: ActingCall) -> None:
    mail = call.open
    await call.type(f"{WRITTEN} and then archive it")
    assert (await call.type("cancel")).endswith("I have left \u201carchive it\u201d undone.")
    assert (call.place(mail), await waiting(call)) == (("", ""), 0)


async def test_a_wish_behind_a_question_is_not_done_after_a_no(call: ActingCall) -> None:
    mail = call.open
    await call.type(f"{WRITTEN} and then archive it")
    assert (await call.type("no")).endswith("I have left \u201carchive it\u201d undone.")
    assert (call.place(mail), await waiting(call)) == (("", ""), 0)


@pytest.mark.parametrize(
    "line", ["yes, and then next", "yes and archive the one from Marcus", f"yes. {INGRID}", f"Yes, and {INGRID.lower()}"]
)
async def test_a_yes_with_another_wish_behind_it_is_a_yes(call: ActingCall, line: str) -> None:
    await call.type(WRITTEN)
    assert (await call.type(line)).startswith(words.held(60))
    assert await waiting(call) == 1


async def test_a_no_gives_up_what_waited_for_the_answer_whatever_else_stands_behind_it(call: ActingCall) -> None:
    """ "Yes, and archive it", put once more, and then "no, undo that"."""
    live, understand = call.typed.call, call.typed.call.dialogue.understandings.of

    def wish(words: str, state: WishState, tool: str = "") -> Wish:
        return Wish(
            understand(words), Utterance(said=understand(words), by="caller", at=0.0, channel=Channel.TYPED), state=state, tool=tool
        )

    answered = wish("no", WishState.TAKEN, "take_answer")
    live.dialogue.wishes = [answered, wish("undo that", WishState.OPEN), wish("archive it", WishState.WAITS)]
    first = next_answer(live)
    assert isinstance(first, Use)
    assert first.tool == "undo"
    live.dialogue.wishes[0].tool = "undo"
    assert next_answer(live) == what_next.not_done(["archive it"])


@pytest.mark.parametrize(
    "line",
    [
        "yes but tell her Friday",
        "yes, but to Anna",
        "yes, and copy Anna",
        "yes, and add that I bring cake",
        "yes and make it Friday",
        "yes, and Ruth too",
        "yes, if Marcus is on it",
        "yes, is Marcus on it?",
        "yes, and is he in copy?",
        "yes, and wait",
        "yes, and delete it",
        "yes, and then send it to Anna",
        "yes, tomorrow",
        "yes, only to Tomasz",
        "yes, the second one",
        "yes or no",
        "yes, and what does it say?",
        "yes, is Tuesday right?",
        "yes, and what about Tuesday?",
        "yes, how is Tomasz spelled?",
        "yes, and what was the spelling?",
        "yes, who gets the blind one?",
        "yes, would that day suit?",
        "yes, does the wording sound okay?",
        "send it, is Tuesday right?",
        "send it, will Tuesday clash?",
    ],
)
async def test_a_yes_with_a_condition_or_a_change_is_none(call: ActingCall, line: str) -> None:
    await call.type(WRITTEN)
    assert not (await call.type(line)).startswith("It leaves in ")
    assert await waiting(call) == 0


async def test_a_no_with_another_wish_behind_it_is_a_no_and_goes_on(call: ActingCall) -> None:
    mail = call.open
    await call.type(WRITTEN)
    answer = await call.type("no, archive it instead")
    assert answer.startswith(words.STAYS_DRAFT)
    assert (call.place(mail)[0], await waiting(call)) == (".Archive", 0)


@pytest.mark.parametrize("between", [(), ("um",), ("hmm", "uh")])
async def test_a_correction_is_of_what_was_done_before_with_a_hum_between_as_well(call: ActingCall, between: tuple[str, ...]) -> None:
    mail = call.open
    await call.type("archive it")
    after = call.open
    for hum in between:
        await call.type(hum)
    await call.type("no, delete it")
    assert (call.place(mail)[0], call.place(after)[0]) == (".Trash", "")


async def test_a_yes_goes_on_with_the_rest_in_the_model_and_the_model_knows_what_is_left(tmp_path: Path, openai: OpenAIDouble) -> None:
    async with acting_call(tmp_path, model=openai, hold_s=60, unread=12) as call:
        await call.type(WRITTEN)
        openai.replies(Say("She needs the dates."))
        answer = await call.type(f"yes, and {INGRID.lower()}")
        assert (answer, await waiting(call)) == (f"{words.held(60)} She needs the dates.", 1)
        assert INGRID.lower() in str(openai.chat_requests[-1].messages[-1])


async def test_what_is_not_completely_plain_goes_to_the_model_whole(tmp_path: Path, openai: OpenAIDouble) -> None:
    async with acting_call(tmp_path, model=openai, unread=12) as call:
        mail = call.open
        openai.replies(CallTool("change_mail", action="archive"), Say("It is archived; I cannot call Bob."))
        await call.type("archive it and tell Bob")
        assert call.place(mail)[0] == ".Archive"
        assert len(openai.chat_requests) == 2


async def test_what_is_not_to_be_deleted_is_not_deleted_by_a_model(tmp_path: Path, openai: OpenAIDouble) -> None:
    async with acting_call(tmp_path, model=openai, unread=12) as call:
        mail = call.open
        openai.replies(CallTool("change_mail", action="delete"), Say("Shall I?"))
        await call.type("archive it but don't delete anything")
        assert call.place(mail) == ("", "")


@pytest.mark.parametrize("line", ["flag it and archive it", "archive it, then next", "flag it. Read it to me."])
async def test_no_model_is_asked_for_what_is_completely_plain(tmp_path: Path, openai: OpenAIDouble, line: str) -> None:
    async with acting_call(tmp_path, model=openai, unread=12) as call:
        await call.type(line)
        assert not openai.chat_requests


HOLDS = ["hang on, is Marcus on it?", "stop, who else is on the list?", "wait. don't send it yet. what does Ingrid need"]
CHANGES = ["send it to Marcus instead", "actually make it Friday", "no wait, tell him Friday"]


@pytest.mark.parametrize("line", [*HOLDS, *CHANGES])
async def test_a_mail_is_held_first_and_the_rest_goes_on_in_the_model(tmp_path: Path, openai: OpenAIDouble, line: str) -> None:
    async with acting_call(tmp_path, model=openai, hold_s=60, unread=12) as call:
        await call.dialogue(*SENT)
        openai.replies(Say("Which Marcus do you mean?"))
        answer = await call.type(line)
        assert answer.startswith(words.HELD_BACK)
        assert answer.endswith("Which Marcus do you mean?")
        assert (await waiting(call), len(openai.chat_requests)) == (0, 1)


@pytest.mark.parametrize("line", [*HOLDS, *CHANGES, "let me read it first", "I want to see it first", "not yet", "hold that"])
async def test_a_mail_is_held_wherever_in_a_sentence_it_is_said(call: ActingCall, line: str) -> None:
    await call.dialogue(*SENT)
    assert (await call.type(line)).startswith(words.HELD_BACK)
    assert await waiting(call) == 0


async def test_what_follows_a_hold_is_done(call: ActingCall) -> None:
    mail = call.open
    await call.dialogue(*SENT)
    assert (await call.type("hold on, archive it")).startswith(words.HELD_BACK)
    assert (call.place(mail)[0], await waiting(call)) == (".Archive", 0)


@pytest.mark.parametrize("after_s", [0.0, 0.4, 0.9])
async def test_a_mail_is_held_at_every_moment_of_its_hold(tmp_path: Path, after_s: float) -> None:
    """The clock of such a call is the loop's own."""
    async with acting_call(tmp_path, hold_s=3 + after_s, sends=True, unread=12) as call:
        await call.dialogue(*SENT)
        assert (await call.type("hang on, is Marcus on it?")).startswith(words.HELD_BACK)
        assert (await waiting(call), call.desk.taken) == (0, [])


FLAGS, MOVES = {"flag it": "F", "mark it as read": "S"}, {"archive it": ".Archive"}


@pytest.mark.parametrize("through", ["agent", "writing"])
async def test_any_plain_commands_in_one_line_are_done_once_each_and_in_order(tmp_path: Path, through: str) -> None:
    chance = random.Random(through)  # noqa: S311 - the same lines in every run
    mail = MailId("")
    for number in range(4):
        wishes = chance.sample([*FLAGS, *MOVES], chance.choice([2, 3]))
        line = "".join(f"{chance.choice([', ', ' and ', ' and then ', '. ']) if place else ''}{wish}" for place, wish in enumerate(wishes))
        folder = tmp_path / str(number)
        if through == "agent":
            async with acting_call(folder, unread=12) as call:
                mail, answer = call.open, ""
                answer = await call.type(line)
                place = call.place(mail)
        else:
            async with written(folder, unread=12) as text:
                mail = text.current or mail
                answer = await text.type(line)
                place = ActingCall(None, folder / "inbox", None).place(mail)  # type: ignore[arg-type]
        flags = "".join(sorted(FLAGS[wish] for wish in wishes if wish in FLAGS))
        assert place == (next((MOVES[wish] for wish in wishes if wish in MOVES), ""), flags), line
        said = {"flag it": "Flagged", "mark it as read": "Marked as read", "archive it": "Archived"}
        assert [answer.count(said[wish]) for wish in wishes] == [1] * len(wishes), (line, answer)
        assert sorted(wishes, key=lambda wish: answer.index(said[wish])) == wishes, (line, answer)


@pytest.mark.parametrize("line", ["reply that I'm in. Archive it.", "tell him I'm in and archive it"])
async def test_where_words_are_asked_for_a_dictation_ends_before_the_next_wish(call: ActingCall, line: str) -> None:
    await call.type("reply")
    answer = await call.type(line)
    assert "“I'm in.”" in answer


@pytest.mark.parametrize("line", ["Archive it yourself. Next week I'm away.", "Tell her I said hi, please. Archive it if you like."])
async def test_where_words_are_asked_for_any_other_line_is_their_words(call: ActingCall, line: str) -> None:
    await call.type("reply")
    assert line in await call.type(line)
