"""A draft that was read is put right in the words that people use for that, without a model; each time it is read as it is then."""

from pathlib import Path

import pytest

from session.outgoing import OutgoingStage
from tests.oracle.line import Line
from tests.oracle.play import line_of

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
        (("cc Raj", "replace Raj with Eleanor"), (ANNA, ELEANOR)),
    ],
)
async def test_who_gets_it(tmp_path: Path, words: tuple[str, ...], to: tuple[str, ...]) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(SAYS, *words, "yes")
        (mail,) = line.call.acting.outgoing.agreed.values()
        assert mail.to == to
        assert text_of(line) if line.call.acting.draft else True


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("edit it", "What shall I change?"),
        ("start over", "What shall I change?"),
        ("make it five dollars", "Sorry, I did not get that."),
        ("take out the fourth sentence", "These words are not in the draft."),
        ("delete the part about wine", "These words are not in the draft."),
        ("change it to the 3rd of May or so", ""),
    ],
)
async def test_what_cannot_be_told_changes_nothing_or_is_read(tmp_path: Path, words: str, said: str) -> None:
    async with line_of(tmp_path) as line:
        answer = await line.by_rules(SAYS, words)
        assert answer.startswith(said) or text_of(line) in answer
        assert not said or text_of(line) == "Tuesday at three works. See you there."


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
        assert "Sorry, I did not get that." in await line.by_rules(words) or "I did not get" in line.told[-1].words
        assert line.world.mails() == before
        assert line.call.acting.draft is None
