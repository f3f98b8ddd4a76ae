""" "The second one" and "them" are mails of the list that was told: calls in which a model lists others."""

from pathlib import Path

import pytest

from briefing.mail import MailId
from providers.mailbox_writing import Place
from tests.oracle.line import Called, Heard
from tests.oracle.play import CHATTER, line_of, model, moved
from tests.oracle.world import LETTERS

pytestmark = pytest.mark.slow

ELEANORS: Called = ("search_mail", {"query": "Eleanor"})
MARCUS: Called = ("search_mail", {"query": "Marcus"})


@pytest.mark.parametrize("words", ["archive these two", "archive both", "archive the first two"])
async def test_how_many_they_are_is_not_which_one(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        model(line, [("change_mail", {"action": "archive", "number": 2})])
        await line.hears(Heard(words=words))
        assert moved(line) == set()


async def test_a_number_that_was_said_of_another_wish_is_none_of_this(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="flag the first one"))
        flagged = moved(line)
        model(line, [("change_mail", {"action": "delete", "number": 2})])
        await line.hears(Heard(words="delete the lease"))
        assert moved(line) == flagged


async def test_of_mails_that_were_changed_without_being_named_none_is_the_second_one(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="mark all newsletters as read"))
        assert moved(line) == {"deals", "garden"}
        await line.hears(Heard(words="archive the second one"))
        assert line.world.mails()[MailId("work:garden")].place is Place.INBOX


@pytest.mark.parametrize("words", ["delete them", "yes delete them"])
async def test_a_list_of_before_is_not_them_once_others_were_changed(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="search for Marcus"))
        await line.hears(Heard(words="archive all the newsletters please"))
        await line.hears(Heard(words="oh no, undo"))
        assert (line.told[-1].words, moved(line)) == ("Undone: two mails are as they were.", set())
        await line.hears(Heard(words=words))
        assert moved(line) == set()


async def test_a_number_of_a_list_that_was_left_long_ago_is_asked_about(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, says=("The mail from Marcus is next, then Eleanor's.",))
        await line.hears(CHATTER)
        model(line)
        for words in ("reply to Raj that the invoice is paid", "flag it", "who is it from", "go ahead and send it", "undo the archiving"):
            await line.hears(Heard(words=words))
        before = moved(line)
        await line.hears(Heard(words="flag the first one"))
        assert moved(line) == before
        assert line.told[-1].words.startswith("Flag the mail from ")


async def test_the_mails_of_a_list_are_taken_one_by_one_however_long_it_takes(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="search for Marcus"))
        for words in ("archive the first one", "what is that about", "who is it from", "what does he want"):
            await line.hears(Heard(words=words))
        await line.hears(Heard(words="flag the second one"))
        assert moved(line) == {"marcus", "offer"}


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("flag the second", {"offer"}),
        ("archive the first two", {"marcus", "offer"}),
        ("archive the last two of them", {"marcus", "offer"}),
        ("archive all of them except the first", {"offer"}),
        ("archive them all but the last one", {"marcus"}),
    ],
)
async def test_places_of_the_list_that_was_told_mean_its_mails(tmp_path: Path, words: str, keys: set[str]) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words="search for Marcus"))
        await line.hears(Heard(words=words))
        assert moved(line) == keys


@pytest.mark.parametrize("number", [1, 2])
async def test_a_place_that_is_to_be_left_out_is_not_the_mail_to_be_changed(tmp_path: Path, number: int) -> None:
    async with line_of(tmp_path) as line:
        model(line, [("change_mail", {"action": "archive", "number": number})])
        await line.hears(Heard(words=f"archive all of them except the {'first' if number == 1 else 'second'}"))
        assert moved(line) == set()


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("archive the last one", {"number": -1, "description": "Eleanor"}),
        ("archive the second one", {"number": 2, "description": "newest screens"}),
    ],
)
async def test_a_place_that_was_said_buys_no_mail_that_a_model_describes_beside_it(
    tmp_path: Path, words: str, named: dict[str, object]
) -> None:
    async with line_of(tmp_path) as line:
        model(line, [("change_mail", {"action": "archive", **named})])
        await line.hears(Heard(words=words))
        await line.asks_model()
        assert moved(line) == set()


@pytest.mark.parametrize(
    "words",
    [
        "flag the second one and not the first",
        "flag the second one rather than the first",
        "flag the second one instead of number one",
        "flag the second one and tell me what the first one is about",
        "the first one is done, flag the second one",
        "would you flag the second one for me and then archive the first one for me",
    ],
)
async def test_a_place_that_is_not_that_of_a_wish_does_not_mean_its_mail(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words="search for Marcus"))
        line.call.line.has_model = True
        model(line, [("change_mail", {"action": "flag", "number": 1})])
        await line.hears(Heard(words=words))
        mails = line.world.mails()
        assert not [each for each in LETTERS if each.key == "marcus" and mails[each.mail].flagged]


@pytest.mark.parametrize("words", ["archive the first two", "archive all of them except the first", "archive the first three hundred"])
async def test_places_of_no_list_mean_no_mails(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words=words))
        assert moved(line) == set()


async def test_a_list_of_long_ago_is_none_of_now_because_something_else_came_and_was_not_told(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words="search for Marcus"))
        for words in ("flag the one from Raj", "who is it from", "what is the subject", "who is it from", "what is the subject"):
            await line.hears(Heard(words=words))
        await line.hears(Heard(words="archive all newsletters"))
        before = moved(line)
        await line.hears(Heard(words="thank you"))
        await line.hears(Heard(words="flag the first one"))
        assert moved(line) == before
        assert line.told[-1].words.endswith("Yes or no.")


@pytest.mark.parametrize("words", ["flag the first one", "archive the second one", "archive all of them"])
async def test_a_list_that_a_model_made_of_what_the_user_named_is_none_until_it_is_told(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        model(line, [MARCUS], says=("It is Tuesday.",))
        await line.hears(Heard(words="I wonder about Marcus and his contract and the offer"))
        model(line)
        await line.hears(Heard(words=words))
        assert moved(line) == set()
        assert line.told[-1].words.endswith(("Yes or no.", "Which one do you mean?"))


async def test_them_is_of_no_list_that_was_told_after_the_words(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="flag it"))
        model(
            line, [("change_mail", {"action": "archive", "description": "these"})], says=("The mail from Marcus is next, then Eleanor's.",)
        )
        await line.hears(Heard(words="yes, archive them"))
        before = moved(line)
        model(line, [("change_several", {"action": "archive", "description": "them"})])
        await line.hears(Heard(words="add that the keys are under the mat"))
        assert moved(line) == before


@pytest.mark.parametrize("last", ["um", "hmm", "thanks"])
async def test_them_is_no_mail_that_is_named_later_for_something_else_and_a_hum_is_no_turn(tmp_path: Path, last: str) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="yes, archive them"))
        await line.hears(Heard(words="flag the contract from Marcus"))
        before = moved(line)
        model(line, [("change_mail", {"action": "archive", "mail_id": "work:offer"})])
        await line.hears(Heard(words=last))
        assert moved(line) == before


async def test_a_day_that_we_speak_of_tells_of_no_mail_in_whose_subject_it_stands(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        for words in ("reply that it is fine", "send it tomorrow at nine"):
            await line.hears(Heard(words=words))
        model(line, [("change_mail", {"action": "delete", "ask": True, "description": "Marcus"}), ("take_answer", {"answer": "yes"})])
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="correct"))
        assert not any("Marcus" in told.words for told in line.told)
        await line.hears(Heard(words="archive the second one"))
        assert moved(line) == set()


@pytest.mark.parametrize(
    ("says", "number", "flagged"),
    [
        (("Eleanor's mail is next, then Raj's.",), "first", {"eleanor"}),
        (("Raj's mail is next, then Eleanor's.",), "first", {"raj"}),
        (("Raj's mail is next, then Eleanor's.",), "second", {"eleanor"}),
        (("Raj's mail is next.", "Then Eleanor's."), "second", {"eleanor"}),
        (("Marcus sent an offer and a contract.",), "first", {"offer"}),
        (("Marcus sent a contract and an offer.",), "second", {"offer"}),
        (("The mail from Marcus is next, then Eleanor's.",), "second", set()),
        (("The mail from Marcus is next.", "Then Eleanor's."), "second", set()),
        (("There are two from Marcus, and one from Raj.",), "third", set()),
        (("Number two is from Raj, number one is from Eleanor.",), "second", set()),
        (("Raj's mail is the second one, after Eleanor's.",), "second", set()),
        (("Before Raj's mail there is Eleanor's.",), "first", set()),
        (("Anna wants lunch with Raj. Eleanor has screens.",), "second", set()),
        (("Apart from Raj's, Eleanor's and Luca's are left.",), "second", set()),
    ],
)
async def test_a_model_tells_mails_in_the_order_of_its_words(tmp_path: Path, says: tuple[str, ...], number: str, flagged: set[str]) -> None:
    async with line_of(tmp_path) as line:
        model(line, says=says)
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words=f"flag the {number} one"))
        assert moved(line) == flagged
        assert flagged or line.told[-1].words.endswith("Yes or no.")


@pytest.mark.parametrize("says", ["Raj's and Eleanor's are left.", "Marcus wrote, then there is Eleanor's."])
async def test_of_a_list_that_a_model_retells_otherwise_a_number_is_asked_about(tmp_path: Path, says: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words="search for example"))
        line.call.line.has_model = True
        model(line, says=(says,))
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="flag the second one"))
        assert moved(line) == set()
        assert line.told[-1].words.endswith("Yes or no.")


async def test_a_list_that_is_told_again_in_order_has_its_places(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        for says in ("Two came from Marcus Vogel.", "From Marcus there is the offer for March, then the contract."):
            model(line, says=(says,))
            await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="archive the second one"))
        assert moved(line) == {"marcus"}


async def test_all_of_a_list_are_them_whatever_their_places(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, says=("Two came from Marcus Vogel.",))
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="archive them"))
        assert moved(line) == {"marcus", "offer"}
