""" "It" is a mail that the user was told of, and no other that a model has found, asked about or named meanwhile."""

from pathlib import Path

import pytest

from briefing.understanding.utterance import Channel
from providers.mailbox_writing import Place
from tests.oracle.line import Called, Heard
from tests.oracle.play import CHATTER, line_of, model, moved, open_mail
from tests.oracle.world import LETTERS

pytestmark = pytest.mark.slow

ELEANORS: Called = ("search_mail", {"query": "Eleanor"})
MARCUS: Called = ("search_mail", {"query": "Marcus"})


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
