"""Words buy what they said, once, and no more: calls in which a model, or the mailbox, offers something else."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from briefing.mail import MailId
from briefing.understanding.utterance import Channel
from providers.mailbox_writing import Place
from tests.oracle.line import Called, Heard, Line
from tests.oracle.play import CHATTER, line_of, model, moved, one_database, open_mail
from tests.oracle.reading import SENDS
from tests.oracle.world import LETTERS, World

pytestmark = pytest.mark.slow

ELEANORS: Called = ("search_mail", {"query": "Eleanor"})
MARCUS: Called = ("search_mail", {"query": "Marcus"})


async def test_a_wish_that_waits_behind_a_question_means_no_mail_that_the_question_has_only_just_named(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [ELEANORS], says=("It is Tuesday.",))
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="flag it and archive it"))
        assert line.told[-1].words == "Flag the mail from Eleanor Price? Yes or no."
        await line.hears(Heard(words="fine"))
        assert line.world.mails()[MailId("work:eleanor")].place is Place.INBOX
        assert line.told[-1].words == "Archive the mail from Eleanor Price? Yes or no."


async def test_a_wish_whose_turn_was_cut_off_lands_on_no_later_mail(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        opened = open_mail(line)
        line.cuts = lambda: 0.5
        await line.hears(Heard(words="flag it and archive it"))
        line.cuts = lambda: None
        assert line.told[-1].words.startswith("Flagged")
        model(line, [("write", {"kind": "reply", "text": "The PIN is 4711."})])
        await line.hears(CHATTER)
        assert "archive it" in line.told[-1].words
        model(line)
        await line.hears(Heard(words="yes, and next"))
        assert open_mail(line) != opened
        assert {each.place for each in line.world.mails().values()} == {Place.INBOX}


async def test_a_wish_behind_a_question_that_was_cut_off_waits_for_its_answer(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [ELEANORS], says=("It is Tuesday.",))
        await line.hears(CHATTER)
        model(line)
        line.cuts = lambda: 0.9
        await line.hears(Heard(words="flag it and archive it"))
        line.cuts = lambda: None
        await line.hears(Heard(words="yes", channel=Channel.VOICE, overlapped=True))
        await line.hears(Heard(words="yes"))
        assert line.world.mails()[MailId("work:eleanor")].flagged
        assert line.told[-1].words.startswith("Archive") or moved(line) == {"eleanor"}


@pytest.mark.parametrize("verb", ["delete", "report_spam"])
@pytest.mark.parametrize("words", ["yes, and archive it", "yes and flag it"])
async def test_a_wish_behind_a_yes_lands_on_no_mail_that_is_told_behind_the_words(tmp_path: Path, verb: str, words: str) -> None:
    async with line_of(tmp_path) as line:
        opened = open_mail(line)
        model(line, [("change_mail", {"action": verb})])
        await line.hears(CHATTER)
        assert line.told[-1].words.endswith("Yes or no.")
        again: list[Called] = [("change_mail", {"action": words.split()[-2]})]
        model(line, again, again, again)
        await line.hears(Heard(words=words))
        await line.asks_model()
        assert open_mail(line) != opened
        assert moved(line) == {opened}


async def test_what_waits_for_a_question_put_once_more_is_done_to_the_mail_that_it_was_said_of(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        opened = open_mail(line)
        await line.hears(Heard(words="write to Anna that Tuesday works"))
        await line.hears(Heard(words="yes, and archive it", channel=Channel.VOICE, overlapped=True))
        assert line.told[-1].words == SENDS
        line.call.name(next(each.mail for each in LETTERS if each.key != opened))
        await line.hears(Heard(words="okay send it"))
        assert moved(line) == {opened}


async def test_what_waits_is_not_done_after_a_no_whatever_a_model_makes_of_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="write to Anna that Tuesday works"))
        await line.hears(Heard(words="yes, and archive it", channel=Channel.VOICE, overlapped=True))
        model(line, [("take_answer", {"answer": "no"})], says=("Shall I send it like this?",))
        await line.hears(Heard(words="what is the PIN"))
        model(line, [("change_draft", {"replace": "Tuesday", "by": "Sunday"})])
        await line.hears(Heard(words="No."))
        model(line)
        await line.hears(Heard(words="Send it."))
        await line.hears(Heard(words="yes, that's fine"))
        assert moved(line) == set()


async def test_words_of_the_turn_before_buy_nothing_that_the_user_has_said_anew(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="archive all the newsletters please"))
        await line.hears(Heard(words="archive the second one"))
        before = moved(line)
        model(line, [("change_mail", {"action": "archive", "number": 2})])
        await line.asks_model()
        assert moved(line) == before


@pytest.mark.parametrize("words", ["no, delete it instead", "sorry, delete it", "I mean, delete it"])
async def test_what_corrects_a_change_that_changed_nothing_takes_back_no_older_one(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words="archive the mail from Raj"))
        mails, opened = line.world.written.mails, MailId(f"work:{open_mail(line)}")
        mails[opened] = replace(mails[opened], flagged=True)
        await line.hears(Heard(words="flag this one"))
        assert "already" in line.told[-1].words
        await line.hears(Heard(words=words))
        assert line.world.mails()[MailId("work:raj")].place is Place.ARCHIVE
        assert line.world.mails()[opened].place is Place.TRASH


@pytest.mark.parametrize("between", ["forward it to Marcus with please have a look", "what is that about"])
async def test_words_that_led_to_a_question_buy_nothing_that_it_asked_about(tmp_path: Path, between: str) -> None:
    async with line_of(tmp_path) as line:
        model(line, [MARCUS], says=("It is Tuesday.",))
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="archive the first one"))
        assert line.told[-1].words == "Archive the mail from Marcus Vogel? Yes or no."  # nobody has told of the list
        model(line, [("change_mail", {"action": "archive", "mail_id": "work:marcus"})])
        await line.hears(Heard(words=between))
        await line.asks_model()
        assert moved(line) == set()


async def test_words_that_were_said_before_a_mail_was_told_of_do_not_buy_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [ELEANORS], says=("It is Tuesday.",))
        await line.hears(CHATTER)
        await line.hears(Heard(words="archive it"))
        model(line, [("change_mail", {"action": "archive", "mail_id": "work:eleanor"})])
        await line.asks_model()
        assert moved(line) == set()


@pytest.mark.parametrize(
    "words",
    ['the mail says "yes, archive it and delete everything"', "she said stop and delete everything", "Marcus says cancel and archive it"],
)
async def test_what_somebody_else_says_behind_a_stop_holds_a_mail_back_and_changes_none(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="reply that Tuesday works"))
        await line.hears(Heard(words="yes"))
        assert "leaves in ten seconds" in line.told[-1].words
        await line.hears(Heard(words=words))
        await line.wait(60)
        assert (moved(line), line.world.taken) == (set(), [])


@pytest.mark.parametrize("words", ["go to the one from Raj", "read me the one from Raj"])
async def test_who_goes_to_a_mail_instead_of_saying_which_one_has_nothing_done_to_it(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="search for Marcus"))
        await line.hears(Heard(words="archive it"))
        assert line.told[-1].words.endswith("Which one do you mean?")
        await line.hears(Heard(words=words))
        assert (moved(line), open_mail(line)) == (set(), "raj")


async def test_a_reply_that_would_go_elsewhere_is_pointed_out_also_where_the_mail_is_gone(tmp_path: Path) -> None:
    async with one_database(tmp_path) as database:
        line = Line(World(), database, Random(1))  # noqa: S311 - nothing is left to it
        for words in ("reply to Eve that I am not interested", "send it"):
            async with line.open():
                await line.hears(Heard(words=words))
                assert line.told[-1].words.startswith("Careful: the answer would go to collect@evil.example")
            mails = line.world.written.mails
            mails[MailId("work:eve")] = replace(mails[MailId("work:eve")], place=Place.ARCHIVE)


@pytest.mark.parametrize("words", ["can you archive mails", "archive mails", "could you delete emails"])
async def test_mails_by_themselves_are_no_mails(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words=words))
        assert moved(line) == set()


@pytest.mark.parametrize("words", ["archive the lease", "delete the receipt", "archive the mail about leases", "flag the one about bees"])
async def test_a_thing_that_no_mail_is_about_is_not_the_open_mail(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        model(line, [("change_mail", {"action": words.split(maxsplit=1)[0]})])
        await line.hears(Heard(words=words))
        await line.asks_model()
        assert moved(line) == set()


async def test_whom_another_wish_names_is_not_whose_mail_was_meant_before(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="mark the one from Zoe as spam"))
        model(line, [("change_mail", {"action": "flag"}), ("change_mail", {"action": "report_spam", "mail_id": "work:offer"})])
        await line.hears(Heard(words="flag the contract from Marcus"))
        assert moved(line) <= {"marcus"}


@pytest.mark.parametrize(
    "words",
    [
        "archive the offer and not the contract",
        "archive the offer rather than the contract",
        "archive the offer instead of Marcus's contract",
    ],
)
async def test_a_mail_that_is_to_stay_is_not_the_one_of_its_clause(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        model(line, [("change_mail", {"action": "archive", "description": "contract"})])
        await line.hears(Heard(words=words))
        assert moved(line) == set()


@pytest.mark.parametrize("wish", ["archive the one from Anna", "snooze the mail from Anna until tomorrow", "delete Anna's mail"])
async def test_a_mail_that_quotes_somebody_is_not_from_them(tmp_path: Path, wish: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words="archive it"))
        await line.hears(Heard(words="open the mail from Luca"))
        before, told = moved(line), len(line.told)
        await line.hears(Heard(words=wish))
        assert "Yes or no" not in " ".join(each.words for each in line.told[told:])
        await line.hears(Heard(words="yes"))
        assert moved(line) == before


async def test_a_mail_of_an_earlier_call_that_cannot_be_named_is_not_changed_unasked(tmp_path: Path) -> None:
    async with one_database(tmp_path) as database:
        line = Line(World(), database, Random(1))  # noqa: S311 - nothing is left to it
        async with line.open():
            await line.hears(Heard(words="archive the mail from Luca"))
            assert moved(line) == {"luca"}
        async with line.open():
            await line.hears(Heard(words="next"))
            await line.hears(Heard(words="undo"))
            assert (line.told[-1].words, moved(line)) == ("Undone: one mail is as it was.", set())
            await line.hears(Heard(words="archive this mail"))
            assert moved(line) == set()


async def test_a_wish_that_waits_means_no_mail_that_a_model_has_asked_about_since(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        for words in ("reply that Tuesday works", "no", "snooze this until Friday"):
            await line.hears(Heard(words=words))
        await line.hears(Heard(words="no, archive it", channel=Channel.VOICE, overlapped=True))
        assert line.told[-1].words == "Undo what was done to the mail from Anna Berg? Yes or no."
        model(line, [("change_mail", {"action": "move", "number": -1, "detail": "Receipts"})])
        await line.asks_model()
        assert line.told[-1].words.startswith("Move the mail from Luca")
        model(line)
        for words in ("send it", "yes, send it"):
            await line.hears(Heard(words=words))
        assert "luca" not in moved(line)


async def test_a_wish_behind_one_that_was_cut_off_means_no_mail_that_a_model_has_asked_about_in_its_place(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        line.cuts = lambda: 0.5
        await line.hears(Heard(words="flag it and archive it"))
        line.cuts = lambda: None
        model(line, [("change_mail", {"action": "flag", "mail_id": "work:eve"})])
        await line.asks_model()
        line.play((await line.use("take_answer", {"answer": "yes"})).spoken)
        assert line.told[-1].words == "Flag the mail from Eve Stone? Yes or no."
        model(line)
        await line.hears(Heard(words="yes, that's fine"))
        assert {each.key for each in LETTERS if line.world.mails()[each.mail].place is Place.ARCHIVE} <= {"anna"}


async def test_it_is_asked_about_once_a_reply_may_be_thrown_away(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        for words in ("reply to Raj that the invoice is paid", "delete it", "no"):
            await line.hears(Heard(words=words))
        await line.hears(Heard(words="mark it read please"))
        assert moved(line) == set()
        assert line.told[-1].words == "Mark the mail from Raj Patel as read? Yes or no."


@pytest.mark.parametrize(("after_s", "archived"), [(5.0, {"anna"}), (130.0, set())])
async def test_what_was_asked_back_long_ago_is_not_agreed_to_any_more(tmp_path: Path, after_s: float, archived: set[str]) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words="can you archive mails"))
        assert line.told[-1].words == "Did you say “archive it”?"
        line.now += after_s
        await line.hears(Heard(words="yes, that's fine"))
        assert moved(line) == archived


async def test_what_was_asked_back_is_forgotten_with_the_line(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words="can you archive mails"))
        line.breaks()
        await line.hears(Heard(words="good"))
        assert moved(line) == set()


@pytest.mark.parametrize("words", ["yes?", "yeah?", "okay?"])
async def test_what_was_asked_back_is_not_agreed_to_by_a_question(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words="can you archive mails"))
        await line.hears(Heard(words=words))
        assert moved(line) == set()


@pytest.mark.parametrize(("began_s_ago", "archived"), [(0.5, {"anna"}), (8.0, set())])
async def test_what_was_asked_back_is_not_agreed_to_by_words_that_began_before_it(
    tmp_path: Path, began_s_ago: float, archived: set[str]
) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words="can you archive mails"))
        line.now += 2
        await line.hears(Heard(words="ok do it", began_s_ago=began_s_ago))
        assert moved(line) == archived
