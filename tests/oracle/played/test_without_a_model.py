"""What people say in their first days is done, or asked about, where no model answers."""

from pathlib import Path

import pytest

from session.outgoing import OutgoingStage
from tests.oracle.play import line_of, moved

pytestmark = pytest.mark.slow

ANNA, ELEANOR, RAJ, MARCUS = "anna@berg.example", "eleanor@price.example", "raj@patel.example", "marcus@vogel.example"


@pytest.mark.parametrize(
    ("words", "to", "text"),
    [
        ("say thanks to Raj", "Raj Patel", "Thanks."),
        ("reply yes to Eleanor", "Eleanor Price", "Yes."),
        ("say hello to her", "Anna Berg", "Hello."),
        ("reply many thanks", "Anna Berg", "Many thanks."),
        ("reply to her thanks", "Anna Berg", "Thanks."),
        ("answer her yes", "Anna Berg", "Yes."),
        ("reply to Eleanor's mail thanks", "Eleanor Price", "Thanks."),
        ("reply no, I can't", "Anna Berg", "No, I can't."),
        ("reply no I can't come", "Anna Berg", "No I can't come."),
        ("tell her she can have it", "Anna Berg", "You can have it."),
        ("ask Eleanor when she is free", "Eleanor Price", "Could you tell me when you are free?"),
        ("thank Raj for the invoice", "Raj Patel", "Thank you for the invoice."),
        ("say hello to everyone", "Anna Berg", "Hello to everyone."),
    ],
)
async def test_a_mail_is_written(tmp_path: Path, words: str, to: str, text: str) -> None:
    async with line_of(tmp_path) as line:
        asked = await line.by_rules(words)
        draft = line.call.acting.draft
        assert draft is not None
        assert (draft.to[0].name, draft.body) == (to, text)
        assert asked.endswith("Shall I send it like this?")


async def test_what_is_said_beside_a_reply_waits_until_it_is_known_which_mail_is_answered(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        asked = await line.by_rules("reply to Marcus that I agree and cc Raj and send it on Friday")
        assert asked.endswith("Which one do you mean?")
        assert "copy to" in await line.by_rules("the first one")
        await line.by_rules("yes")
        (mail,) = line.call.acting.outgoing.agreed.values()
        assert (mail.to, mail.stage) == ((MARCUS, RAJ), OutgoingStage.SCHEDULED)


async def test_what_waited_for_that_is_named_where_the_user_goes_elsewhere(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        said = await line.by_rules("reply to Marcus that I agree and cc Raj", "next")
        assert said.endswith("I have left \u201ccc Raj\u201d undone.")
        assert line.call.acting.draft is None


@pytest.mark.parametrize("answer", ["no", "never mind", "neither"])
async def test_what_waited_for_that_is_named_where_none_is_meant(tmp_path: Path, answer: str) -> None:
    async with line_of(tmp_path) as line:
        assert "\u201ccc Raj\u201d undone" in await line.by_rules("reply to Marcus that I agree and cc Raj", answer)
        assert line.call.acting.draft is None


@pytest.mark.parametrize("between", ["hm", "um", "what"])
async def test_it_still_waits_behind_words_that_say_nothing(tmp_path: Path, between: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("reply to Marcus that I agree and send it on Friday", between, "the second one", "yes")
        assert [each.stage for each in line.call.acting.outgoing.agreed.values()] == [OutgoingStage.SCHEDULED]


@pytest.mark.parametrize("words", ["reply to Marcus that I agree and delete it", "forward Marcus's mail to Raj and delete it"])
async def test_it_is_then_the_mail_that_was_answered(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        said = await line.by_rules(words, "the second one", "yes", "yes")
        assert "the mail from Marcus Vogel" in said
        assert moved(line) == {"offer"}


@pytest.mark.parametrize("words", ["tell Eleanor Raj can help her", "reply that I found it and put it in the work folder"])
async def test_what_may_mean_two_things_is_not_done(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(words, "yes")
        assert (line.call.acting.draft, moved(line)) == (None, set())


@pytest.mark.parametrize(
    ("words", "mails"),
    [
        (("delete the next two",), set()),
        (("delete the next two", "yes"), {"eleanor", "marcus"}),
        (("archive the next one",), set()),
        (("archive the next one", "yes"), {"eleanor"}),
        (("next", "delete the next mail", "yes"), {"marcus"}),
        (("next", "archive the previous one", "yes"), {"anna"}),
        (("next", "archive the one before", "yes"), {"anna"}),
        (("archive it", "bring it back"), set()),
        (("archive it", "can I undo that", "yes"), set()),
        (("archive everything from Anna", "bring them back"), set()),
        (("move it",), set()),
        (("label it",), set()),
        (("bring them back",), set()),
    ],
)
async def test_mails_are_changed(tmp_path: Path, words: tuple[str, ...], mails: set[str]) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules(*words)
        assert moved(line) == mails


@pytest.mark.parametrize(
    ("words", "who"),
    [
        ("start with Eleanor", "Eleanor Price"), ("go to Raj", "Raj Patel"), ("open Raj's invoice", "Raj Patel"),
        ("back to Eleanor", "Eleanor Price"),
        ("take me to Raj's mail", "Raj Patel"), ("can you read Eleanor's mail", "Eleanor Price"),
    ],
)  # fmt: skip
async def test_somebodys_mail_is_opened(tmp_path: Path, words: str, who: str) -> None:
    async with line_of(tmp_path) as line:
        assert (await line.by_rules(words)).startswith(who)


@pytest.mark.parametrize(
    ("words", "asked"), [("move it", "Which folder?"), ("please move this one", "Which folder?"), ("tag it", "Which label?")]
)
async def test_half_a_wish_is_asked_about(tmp_path: Path, words: str, asked: str) -> None:
    async with line_of(tmp_path) as line:
        assert (await line.by_rules(words)).startswith(asked)
