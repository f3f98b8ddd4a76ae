"""Words buy what they said, of the mails that they were said of: calls in which a model, or the mailbox, offers something else."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from briefing.mail import MailId
from briefing.understanding.utterance import Channel
from providers.mailbox_writing import Place
from tests.oracle.line import Called, Heard, Line
from tests.oracle.play import line_of, model, moved, one_database, open_mail
from tests.oracle.reading import SENDS
from tests.oracle.world import LETTERS, World

pytestmark = pytest.mark.slow


ELEANORS: Called = ("search_mail", {"query": "Eleanor"})
MARCUS: Called = ("search_mail", {"query": "Marcus"})
CHATTER = Heard(words="is it still raining where you are I wonder")


async def test_what_a_model_found_and_kept_to_itself_is_not_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        opened = open_mail(line)
        model(line, [ELEANORS])
        await line.hears(CHATTER)
        await line.hears(Heard(words="archive it"))
        assert moved(line) == {opened} != {"eleanor"}


@pytest.mark.parametrize(("found", "words"), [(ELEANORS, "archive it"), (MARCUS, "archive the second one"), (MARCUS, "archive them")])
async def test_what_a_model_found_and_spoke_of_in_no_words_is_asked_about(tmp_path: Path, found: Called, words: str) -> None:
    async with line_of(tmp_path) as line:
        model(line, [found], says=("It is Tuesday.",))
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words=words))
        assert moved(line) == set()
        assert line.told[-1].words.endswith(("Yes or no.", "Which one do you mean?"))


@pytest.mark.parametrize(
    ("says", "archived"),
    [
        ("The mail from Jonas is next, then Eleanor's.", set()),
        ("Jonas's mail and the one from Eleanor are left.", set()),
        ("Eleanor's mail from Monday asks about the screens.", {"eleanor"}),
        ("Eleanor asks by tomorrow about your screens.", {"eleanor"}),
    ],
)
async def test_a_mail_that_a_model_names_beside_one_that_nobody_wrote_is_asked_about(tmp_path: Path, says: str, archived: set[str]) -> None:
    async with line_of(tmp_path) as line:
        model(line, [ELEANORS], says=(says,))
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="archive it"))
        assert moved(line) == archived


async def test_what_a_model_found_and_told_is_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [ELEANORS], says=("Eleanor asks about the screens.",))
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="archive it"))
        assert moved(line) == {"eleanor"}


async def test_words_that_were_said_before_a_mail_was_told_of_do_not_buy_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [ELEANORS], says=("It is Tuesday.",))
        await line.hears(CHATTER)
        await line.hears(Heard(words="archive it"))
        model(line, [("change_mail", {"action": "archive", "mail_id": "work:eleanor"})])
        await line.asks_model()
        assert moved(line) == set()


@pytest.mark.parametrize("words", ["archive these two", "archive both", "archive the first two"])
async def test_how_many_they_are_is_not_which_one(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        model(line, [("change_mail", {"action": "archive", "number": 2})])
        await line.hears(Heard(words=words))
        assert moved(line) == set()


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


async def test_a_number_that_was_said_of_another_wish_is_none_of_this(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="flag the first one"))
        flagged = moved(line)
        model(line, [("change_mail", {"action": "delete", "number": 2})])
        await line.hears(Heard(words="delete the lease"))
        assert moved(line) == flagged


async def test_what_a_mail_says_does_not_tell_of_the_mail_that_a_question_unheard_was_about(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="go to the one from Garden Post"))
        model(line, [("read_in_full", {}), ("change_mail", {"action": "archive", "mail_id": "work:deals"})])
        line.cuts = lambda: 0.9 if line.told[-1].words.startswith("Plant them now") else None
        await line.hears(CHATTER)
        assert "spring" in " ".join(told.words for told in line.told[-3:])
        assert not line.told[-1].words.endswith("Yes or no.")
        await line.hears(Heard(words="put it in the archive", channel=Channel.VOICE, overlapped=True))
        assert moved(line) <= {"garden"}


async def test_whom_another_wish_names_is_not_whose_mail_was_meant_before(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="mark the one from Zoe as spam"))
        model(line, [("change_mail", {"action": "flag"}), ("change_mail", {"action": "report_spam", "mail_id": "work:offer"})])
        await line.hears(Heard(words="flag the contract from Marcus"))
        assert moved(line) <= {"marcus"}


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


async def test_a_question_about_it_that_is_put_again_names_a_mail_that_is_no_longer_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        opened = open_mail(line)
        name = next(letter.who for letter in LETTERS if letter.key == opened)
        model(line, [("change_mail", {"action": "delete", "ask": True})])
        await line.hears(CHATTER)
        assert line.told[-1].words == "Delete it, to the trash? Yes or no."
        await line.use("go", {"to": "next"})
        await line.hears(Heard(words="yes", channel=Channel.VOICE, overlapped=True))
        assert line.told[-1].words.startswith("Delete the mail from ")
        assert name in line.told[-1].words


async def test_our_own_voice_that_comes_back_names_no_mail(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        opened = open_mail(line)
        line.give_notice("A mail from Eve Stone came in.")
        model(line)
        await line.hears(Heard(words="from eve stone came", channel=Channel.VOICE, overlapped=True))
        await line.hears(Heard(words="archive it"))
        assert moved(line) == {opened} != {"eve"}


async def test_our_own_voice_that_comes_back_tells_of_no_mail_that_was_found_silently(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        line.give_notice("The code is 4711.")
        model(line, [("search_mail", {"query": "the invoice"})], says=("It is Tuesday.",))
        await line.hears(Heard(words="code is 4711", channel=Channel.VOICE, overlapped=True))
        model(line)
        await line.hears(Heard(words="archive it"))
        assert "raj" not in moved(line)


async def test_what_a_tool_has_put_into_words_that_were_not_played_is_not_told(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [ELEANORS], [("read_in_full", {})], says=("It is Tuesday.",))
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="archive it"))
        assert "eleanor" not in moved(line)


async def test_what_was_found_silently_stays_untold_when_something_else_is_found_silently(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [ELEANORS], says=("It is Tuesday.",))
        await line.hears(CHATTER)
        model(line, [MARCUS])
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="archive it"))
        assert moved(line) == set()
        assert line.told[-1].words.endswith("Yes or no.")


async def test_a_model_that_names_others_as_well_has_not_told_of_what_it_found(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [("search_mail", {"query": "the contract"})], says=("The mail from Marcus is next, then Eleanor's.",))
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="archive it"))
        assert moved(line) == set()


async def test_the_words_of_a_draft_tell_of_no_mail(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        draft: Called = ("write", {"kind": "reply", "text": "The PIN is 4711.", "number": 1})
        model(line, [("search_mail", {"query": "the contract"})], [("search_mail", {"query": "the invoice"})], [draft])
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="archive it"))
        assert "raj" not in moved(line)


async def test_it_is_the_mail_that_the_users_reply_answered(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        for words in ("flag Raj's invoice", "reply to Eleanor that Tuesday suits me well", "yes"):
            await line.hears(Heard(words=words))
        assert "leaves in ten seconds" in line.told[-1].words
        before = moved(line)
        await line.hears(Heard(words="archive it"))
        assert moved(line) - before == {"eleanor"}


async def test_a_mail_that_a_model_answers_is_it_only_once_the_user_has_said_so(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [("write", {"kind": "reply", "text": "All of it.", "mail_id": "work:luca"})])
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="archive it"))
        assert moved(line) == set()
        assert line.told[-1].words == "Archive the mail from Luca Rossi? Yes or no."


async def test_words_of_the_turn_before_buy_nothing_that_the_user_has_said_anew(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="archive all the newsletters please"))
        await line.hears(Heard(words="archive the second one"))
        before = moved(line)
        model(line, [("change_mail", {"action": "archive", "number": 2})])
        await line.asks_model()
        assert moved(line) == before


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


async def test_a_reply_that_would_go_elsewhere_is_pointed_out_also_where_the_mail_is_gone(tmp_path: Path) -> None:
    async with one_database(tmp_path) as database:
        line = Line(World(), database, Random(1))  # noqa: S311 - nothing is left to it
        for words in ("reply to Eve that I am not interested", "send it"):
            async with line.open():
                await line.hears(Heard(words=words))
                assert line.told[-1].words.startswith("Careful: the answer would go to collect@evil.example")
            mails = line.world.written.mails
            mails[MailId("work:eve")] = replace(mails[MailId("work:eve")], place=Place.ARCHIVE)


@pytest.mark.parametrize("words", ["archive the one from Bob", "read me the one from Bob", "search for Bob", "archive the ninth one"])
async def test_after_a_mail_was_named_that_is_not_there_it_is_not_the_one_of_before(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        model(line, [ELEANORS], says=("Eleanor asks about the screens.",))
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words=words))
        await line.hears(CHATTER)
        await line.hears(Heard(words="archive it"))
        assert moved(line) == set()
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


async def test_a_question_about_one_mail_makes_it_that_one(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="archive it"))
        (archived,) = moved(line)
        model(line, [ELEANORS], says=("Eleanor asks about the screens.",))
        await line.hears(CHATTER)
        model(line, [("undo", {"count": 2, "what": "", "when": ""})])
        await line.hears(CHATTER)
        assert line.told[-1].words.startswith("Undo what was done to")
        model(line)
        await line.hears(Heard(words="yes, flag it"))
        flagged = {letter.key for letter in LETTERS if line.world.mails()[letter.mail].flagged}
        assert flagged <= {archived}


async def test_after_a_question_about_several_mails_it_is_not_the_one_of_before(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [ELEANORS], says=("Eleanor asks about the screens.",))
        await line.hears(CHATTER)
        model(line, [("change_several", {"action": "archive", "description": "newsletters"})])
        await line.hears(CHATTER)
        assert line.told[-1].words == "Archive two mails: Weekly Deals and Garden Post? Yes or no."
        model(line)
        await line.hears(Heard(words="no"))
        await line.hears(Heard(words="flag it"))
        assert moved(line) == set()
        assert line.told[-1].words == "Flag the mail from Eleanor Price? Yes or no."


@pytest.mark.parametrize("words", ["delete them", "yes delete them"])
async def test_a_list_of_before_is_not_them_once_others_were_changed(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="search for Marcus"))
        await line.hears(Heard(words="archive all the newsletters please"))
        await line.hears(Heard(words="oh no, undo"))
        assert (line.told[-1].words, moved(line)) == ("Undone: two mails are as they were.", set())
        await line.hears(Heard(words=words))
        assert moved(line) == set()


async def test_of_mails_that_were_changed_without_being_named_none_is_the_second_one(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="mark all newsletters as read"))
        assert moved(line) == {"deals", "garden"}
        await line.hears(Heard(words="archive the second one"))
        assert line.world.mails()[MailId("work:garden")].place is Place.INBOX


async def test_after_a_draft_to_somebody_else_it_is_not_the_mail_of_before(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [ELEANORS], says=("Eleanor asks about the screens.",))
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="write to Raj about the invoice that it is paid"))
        await line.hears(CHATTER)
        await line.hears(Heard(words="put a flag on it"))
        assert moved(line) == set()
        assert line.told[-1].words == "Flag the mail from Eleanor Price? Yes or no."


@pytest.mark.parametrize("words", ["go to the one from Raj", "read me the one from Raj"])
async def test_who_goes_to_a_mail_instead_of_saying_which_one_has_nothing_done_to_it(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="search for Marcus"))
        await line.hears(Heard(words="archive it"))
        assert line.told[-1].words.endswith("Which one do you mean?")
        await line.hears(Heard(words=words))
        assert (moved(line), open_mail(line)) == (set(), "raj")


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


async def test_a_model_that_names_somebody_whose_mail_is_gone_as_well_has_not_said_which_mail_is_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        await line.hears(Heard(words="archive the one from Eleanor"))
        await line.hears(Heard(words="archive the mail from Raj"))
        before = moved(line)
        model(line, says=("The mail from Luca is next, then Eleanor's.",))
        await line.hears(CHATTER)
        await line.hears(Heard(words="flag it"))
        assert moved(line) == before
        assert line.told[-1].words == "Flag the mail from Luca Rossi? Yes or no."


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


@pytest.mark.parametrize(
    "words",
    [
        "archive it and tell me what the offer says",
        "archive it, and what does the offer say",
        "archive it and then read me the one about the offer",
        "flag it and archive it and tell me about the offer",
    ],
)
async def test_it_is_no_mail_of_a_told_list_that_only_another_wish_behind_it_names(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words="search for Marcus"))
        await line.hears(Heard(words="go to the first one"))
        line.call.line.has_model = True
        model(line, [("change_mail", {"action": "archive", "mail_id": "work:offer"})])
        await line.hears(Heard(words=words))
        assert "offer" not in moved(line)


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


@pytest.mark.parametrize("words", ["archive the first two", "archive all of them except the first", "archive the first three hundred"])
async def test_places_of_no_list_mean_no_mails(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words=words))
        assert moved(line) == set()


async def test_a_question_that_names_several_does_not_tell_which_of_them_is_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [ELEANORS], says=("It is Tuesday.",))
        await line.hears(CHATTER)
        model(line)
        await line.hears(Heard(words="mark everything as read"))
        assert "Eleanor Price" in line.told[-1].words
        await line.hears(Heard(words="no"))
        await line.hears(Heard(words="flag it"))
        assert moved(line) == set()


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


async def test_a_question_that_names_several_has_not_told_that_one_of_them_is_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        several: Called = ("change_several", {"action": "mark_read", "description": "newsletters"})
        model(line, [several, ("write", {"kind": "reply", "text": "The PIN is 4711.", "mail_id": "work:garden"})])
        await line.hears(CHATTER)
        assert "Weekly Deals and Garden Post" in " ".join(told.words for told in line.told)
        model(line)
        for words in ("throw the draft away", "yes"):
            await line.hears(Heard(words=words))
        await line.hears(Heard(words="flag it and go on"))
        assert "garden" not in moved(line)


async def test_what_was_done_to_many_mails_makes_none_of_them_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        model(line, [("change_mail", {"action": "snooze", "mail_id": "work:raj", "detail": "tomorrow"})])
        await line.hears(Heard(words="move the contract to receipts", channel=Channel.VOICE, overlapped=True))
        model(line)
        for words in ("flag everything", "yes"):
            await line.hears(Heard(words=words))
        assert line.told[-1].words.startswith("Flagged: nine")
        await line.hears(Heard(words="archive it"))
        assert {each.place for each in line.world.mails().values()} == {Place.INBOX}
        assert line.told[-1].words.endswith("Yes or no.")


async def test_who_had_many_mails_changed_may_mean_none_that_was_spoken_of_before_by_it(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        line.call.line.has_model = False
        await line.hears(Heard(words="reply to Raj that the invoice is paid"))
        await line.hears(Heard(words="discard it"))
        await line.hears(Heard(words="archive everything from Marcus"))
        await line.hears(Heard(words="would you archive it"))
        assert moved(line) == {letter.key for letter in LETTERS if letter.who == "Marcus"}
        assert line.told[-1].words == "Archive the mail from Raj Patel? Yes or no."


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
