"""A draft that was read is put right in the words that people use for that, without a model; each time it is read as it is then."""

from pathlib import Path

import pytest

from session.outgoing import OutgoingStage
from tests.oracle.line import Called, Heard, Line
from tests.oracle.play import line_of, model

pytestmark = pytest.mark.slow

SAYS = "reply that Tuesday at three works. See you there"
ANNA, ELEANOR, RAJ = "anna@berg.example", "eleanor@price.example", "raj@patel.example"


def text_of(line: Line) -> str:
    draft = line.call.acting.draft or line.call.acting.kept
    assert draft is not None
    return draft.body


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("make it Wednesday", "Wednesday at three works. See you there."),
        ("change it to Wednesday", "Wednesday at three works. See you there."),
        ("say wednesday instead", "Wednesday at three works. See you there."),
        ("no, Wednesday", "Wednesday at three works. See you there."),
        ("not Tuesday, Wednesday", "Wednesday at three works. See you there."),
        ("Wednesday instead", "Wednesday at three works. See you there."),
        ("actually, four o'clock", "Tuesday at four o'clock works. See you there."),
        ("make that half past three", "Tuesday at half past three works. See you there."),
        ("make it Wednesday and send it", "Wednesday at three works. See you there."),
        ("change it to I can't come", "I can't come."),
        ("make it say that's fine", "That's fine."),
        ("change the text to I'm ill", "I'm ill."),
        ("also tell her I will bring cake", "Tuesday at three works. See you there. I will bring cake."),
        ("and say I will bring cake", "Tuesday at three works. See you there. I will bring cake."),
        ("also tell her she can bring cake", "Tuesday at three works. See you there. You can bring cake."),
        ("add best wishes Ben at the end", "Tuesday at three works. See you there. Best wishes Ben."),
        ("sign it with Ben", "Tuesday at three works. See you there. Ben."),
        ("add hi Anna at the beginning", "Hi Anna. Tuesday at three works. See you there."),
        ("start it with hi Anna", "Hi Anna. Tuesday at three works. See you there."),
        ("take out the last sentence", "Tuesday at three works."),
        ("delete the part about see you", "Tuesday at three works."),
        ("remove see you there", "Tuesday at three works."),
        ("please cut the word there", "Tuesday at three works. See you."),
        ("tell her I'm ill", "I'm ill."),
        ("sign it Ben", "Tuesday at three works. See you there. Ben."),
        ("end with thanks", "Tuesday at three works. See you there. Thanks."),
        ("start with dear Anna", "Dear Anna. Tuesday at three works. See you there."),
        ("cc Raj and tell her I'm ill", "Tuesday at three works. See you there. I'm ill."),
    ],
)
async def test_its_words(tmp_path: Path, words: str, text: str) -> None:
    async with line_of(tmp_path) as line:
        said = await line.by_rules(SAYS, words)
        assert text_of(line) == text
        assert text in said
        assert said.endswith("Shall I send it like this?")
        await line.by_rules("undo that")
        assert text_of(line) == "Tuesday at three works. See you there."


@pytest.mark.parametrize(
    "words", ["make it Wednesday", "take out the last sentence", "add Raj", "sign it with Ben", "edit it", "no, Wednesday"]
)
async def test_a_mail_that_is_about_to_leave_is_held_for_it(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        assert (await line.by_rules(SAYS, "yes", words)).startswith("Held back; it is not sent.")


@pytest.mark.parametrize(
    ("words", "to"),
    [
        (("add Raj",), (ANNA, RAJ)),
        (("cc Raj", "remove Raj"), (ANNA,)),
        (("put Raj instead of Anna",), (RAJ,)),
        (("change Anna to Raj",), (RAJ,)),
        (("bcc Raj", "change Raj to Eleanor"), (ANNA, ELEANOR)),
        (("cc Raj", "replace Raj with Eleanor"), (ANNA, ELEANOR)),
    ],
)
async def test_who_gets_it(tmp_path: Path, words: tuple[str, ...], to: tuple[str, ...]) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(SAYS, *words, "yes")
        (mail,) = line.call.acting.outgoing.agreed.values()
        assert mail.to == to


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("edit it", "What shall I change?"),
        ("start over", "What shall I change?"),
        ("make it five dollars", "Sorry, I did not get that."),
        ("take out the fourth sentence", "These words are not in the draft."),
        ("delete the part about wine", "These words are not in the draft."),
        ("change it to german", "Sorry, I did not get that."),
        ("change it to something more polite", "Sorry, I did not get that."),
        ("it should read better", "Sorry, I did not get that."),
        ("not today, thanks", "All right, it is not sent."),
        ("no one", "All right, it is not sent."),
        ("wait one", "Sorry, I did not get that."),
    ],
)
async def test_what_is_no_edit_changes_nothing(tmp_path: Path, words: str, said: str) -> None:
    async with line_of(tmp_path) as line:
        assert (await line.by_rules(SAYS, words)).startswith(said)
        assert text_of(line) == "Tuesday at three works. See you there."


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("Wednesday", "Wednesday at three works. See you there."),
        ("Tuesday to Friday", "Friday at three works. See you there."),
        ("I can't come", "I can't come."),
        ("add that I'm ill", "Tuesday at three works. See you there. I'm ill."),
        *(
            (words, "Tuesday at three works. See you there.")
            for words in (
                "next",
                "nothing",
                "no",
                "no thanks",
                "okay",
                "thank you",
                "yes",
                "no changes",
                "hello",
                "never mind",
                "no, leave it as it is",
                "it's fine",
                "we",
            )
        ),
    ],
)
async def test_what_is_to_be_changed_is_asked_for(tmp_path: Path, answer: str, text: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(SAYS, "edit it", answer)
        assert text_of(line) == text


@pytest.mark.parametrize("words", ["take out the last sentence", "remove the words tuesday works", "take out tuesday works"])
async def test_the_only_sentence_stays(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        assert (await line.by_rules("reply that Tuesday works", words)).startswith("That is all it says.")
        await line.by_rules("no", "stop")
        assert text_of(line) == "Tuesday works."


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("add that I'm looking forward to it", "I'm in. I'm looking forward to it."),
        ("add that payment is due at the end", "I'm in. Payment is due at the end."),
        ("change in to out", "I'm out."),
        ("change i'm to we're", "We're in."),
    ],
)
async def test_words_stay_whole(tmp_path: Path, words: str, text: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply that I'm in", words)
        assert text_of(line) == text


@pytest.mark.parametrize("words", ["make it say hello", "take out the last sentence", "edit it", "add Raj", "make it Friday"])
async def test_a_draft_of_some_turns_ago_is_not_meant(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(SAYS, "next", "next", words)
        assert text_of(line) == "Tuesday at three works. See you there."


@pytest.mark.parametrize(
    ("words", "text", "to"),
    [
        (("make it Saturday and send it",), "Saturday's fine.", (ANNA,)),
        (("make it Saturday and cc Raj",), "Saturday's fine.", (ANNA, RAJ)),
        (("no, Saturday",), "Saturday's fine.", (ANNA,)),
        (("Saturday instead",), "Saturday's fine.", (ANNA,)),
        (("stop, make it Saturday",), "Saturday's fine.", (ANNA,)),
        (("not Friday, Saturday",), "Saturday's fine.", (ANNA,)),
        (("sign it Ben",), "Friday's fine. Ben.", (ANNA,)),
        (("edit it", "Saturday"), "Saturday's fine.", (ANNA,)),
    ],
)
async def test_what_is_said_in_the_hold_is_what_leaves(tmp_path: Path, words: tuple[str, ...], text: str, to: tuple[str, ...]) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply that Friday's fine", "yes", *words)
        assert text_of(line) == text
        await line.by_rules("yes")
        await line.wait(30)
        (mail,) = line.world.taken
        assert (mail.body, tuple(each.email for each in (*mail.to, *mail.cc))) == (text, to)


async def test_a_draft_that_is_asked_about_is_meant_and_not_a_mail_that_leaves(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        said = await line.by_rules("reply that Tuesday is fine", "yes", "next", "reply that Monday works", "make it Friday")
        assert said.startswith("Draft to Eleanor Price: \u201cFriday works.\u201d")


@pytest.mark.parametrize(
    "words", ["make it Wednesday", "change it to German", "no, Wednesday", "take out the last sentence", "make it say no", "edit it"]
)
async def test_a_model_that_answers_is_asked(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(SAYS)
        line.call.line.has_model = True
        asked: list[str] = []

        def calls() -> list[Called]:
            asked.append(words)
            return []

        line.model_calls = calls
        await line.hears(Heard(words=words))
        assert asked
        assert text_of(line) == "Tuesday at three works. See you there."


@pytest.mark.parametrize("between", ["never mind", "nothing", "leave it", "stop", "wait", "help", "I don't know", "Anna", "next"])
async def test_what_is_to_be_changed_is_asked_for_once(tmp_path: Path, between: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(SAYS, "edit it", between, "yes")
        await line.by_rules("Wednesday")
        assert text_of(line) == "Tuesday at three works. See you there."


@pytest.mark.parametrize(
    ("begun", "words", "text"),
    [
        ("write to Raj that I need it by Friday", "also tell him that it is late", "I need it by Friday. It is late."),
        ("write to Raj that I need it by Friday", "tell him I paid", "I need it by Friday. I paid."),
        ("write to Raj that I need it by Friday", "cc Eleanor and tell him I am sorry", "I need it by Friday. I am sorry."),
        ("thank Raj for his help", "also tell him I paid", "Thank you for your help. I paid."),
        ("tell Raj I paid", "also tell him he can call me", "I paid. You can call me."),
    ],
)
async def test_what_is_told_too_goes_to_the_same_person(tmp_path: Path, begun: str, words: str, text: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(begun, words)
        assert text_of(line) == text
        assert line.call.acting.draft is not None
        assert line.call.acting.draft.to[0].email == RAJ


@pytest.mark.parametrize(
    "words",
    ["end the call", "end of story", "sign the contract", "sign me up", "end with a question mark",
     "change Tuesday to Monday and Raj to Anna", "don't send it", "make it something"],
)  # fmt: skip
async def test_what_says_something_else_is_no_edit(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(SAYS, words)
        assert text_of(line) == "Tuesday at three works. See you there."


async def test_a_draft_that_is_not_to_be_sent_stays(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        assert "The draft stays" in await line.by_rules(SAYS, "edit it", "don't send it")
        assert len(await line.call.acting.drafts.all()) == 1


async def test_of_the_day_in_the_words_and_that_of_leaving_the_one_that_was_said_last_is_put_right(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        assert "to leave on Friday" in await line.by_rules(SAYS, "send it on Wednesday", "make it Friday")
        assert text_of(line) == "Tuesday at three works. See you there."


async def test_what_a_model_writes_after_also_is_all_of_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(SAYS)
        line.call.line.has_model = True
        model(line, [("write", {"kind": "reply", "text": "Tuesday at three works. I might bring cake."})])
        await line.hears(Heard(words="also mention to her somehow that I might bring cake"))
        assert text_of(line) == "Tuesday at three works. I might bring cake."


@pytest.mark.parametrize("by", ["more polite", "Best regards from all of us."])
async def test_a_model_puts_no_words_of_its_own_in_the_place_of_what_was_typed(tmp_path: Path, by: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(SAYS)
        typed = "Typed with care."
        assert await line.types_into_the_draft(typed) == typed
        line.call.line.has_model = True
        model(line, [("change_draft", {"by": by})])
        await line.hears(Heard(words="could you make it rather a bit more polite for her"))
        assert text_of(line) == typed


async def test_two_things_are_put_right_in_one_line(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        said = await line.by_rules(SAYS, "make it Wednesday and add that I'm ill")
        assert text_of(line) == "Wednesday at three works. See you there. I'm ill."
        assert said.count("Shall I send it like this?") == 1


async def test_one_of_two_is_not_guessed(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        assert (await line.by_rules("reply that Tuesday or Friday works", "make it Wednesday")).startswith("I cannot tell which words")
        assert text_of(line) == "Tuesday or Friday works."


@pytest.mark.parametrize("words", ["make it Friday", "change it to Friday", "no, Friday", "Friday instead"])
async def test_what_was_put_off_is_put_off_until_then(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        said = await line.by_rules("snooze it until Thursday", words)
        assert "Put off until Friday" in said
        assert "the mail from Anna Berg" in said


@pytest.mark.parametrize(
    ("snoozed", "words", "until"),
    [
        ("Thursday at noon", "make it two", "Thursday, 12 March, at 2 pm"),
        ("Thursday", "make it four", "Thursday, 12 March, at 4 pm"),
        ("Thursday at noon", "make it Friday", "Friday, 13 March, at noon"),
        ("tomorrow at noon", "no, one o'clock", "Wednesday, 11 March, at 1 pm"),
    ],
)
async def test_of_a_time_only_what_is_named_changes(tmp_path: Path, snoozed: str, words: str, until: str) -> None:
    async with line_of(tmp_path) as line:
        assert f"Put off until {until}" in await line.by_rules(f"snooze it until {snoozed}", words)


async def test_one_of_two_mails_that_were_put_off_is_not_guessed(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("snooze it until Thursday and snooze the one from Raj until Thursday")
        before = line.world.mails()
        assert "Undone" not in await line.by_rules("make it Friday")
        assert line.world.mails() == before


@pytest.mark.parametrize(
    ("words", "leaves"),
    [("make it five", "Friday 17"), ("make it Saturday", "Saturday 16"), ("no, Saturday", "Saturday 16"), ("make it noon", "Friday 12")],
)
@pytest.mark.parametrize("agreed", [True, False])
async def test_nor_of_when_a_mail_leaves(tmp_path: Path, words: str, leaves: str, *, agreed: bool) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply that it's fine and send it on Friday at four", *(["yes"] if agreed else []), words, "yes")
        (mail,) = (each for each in line.call.acting.outgoing.agreed.values() if each.stage is not OutgoingStage.OVER)
        assert mail.by.strftime("%A %H") == leaves


@pytest.mark.parametrize("words", ["make it Saturday", "no, Saturday", "Saturday instead"])
@pytest.mark.parametrize("agreed", [True, False])
async def test_what_is_to_leave_later_leaves_then(tmp_path: Path, words: str, *, agreed: bool) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply that it's fine and send it on Friday", *(["yes"] if agreed else []), words, "yes")
        (mail,) = (each for each in line.call.acting.outgoing.agreed.values() if each.stage is not OutgoingStage.OVER)
        assert (mail.stage, mail.by.strftime("%A")) == (OutgoingStage.SCHEDULED, "Saturday")


@pytest.mark.parametrize(
    "words", ["make it Friday", "edit it", "start over", "no, Friday", "remove the last sentence", "change it to Friday"]
)
async def test_nothing_of_it_means_anything_where_nothing_is_written(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        before = line.world.mails()
        assert "did not get" in await line.by_rules(words)
        assert line.world.mails() == before
        assert line.call.acting.draft is None
