"""How the user likes to be told: in force at once, said back in a few words, kept for their next calls, and nobody else's."""

from pathlib import Path

import pytest

from briefing.speech.sentences import about_likes
from briefing.speech.sentences.about_mails import LONGEST_SHORTER
from briefing.speech.sentences.about_sending import NEEDS_A_MODEL
from briefing.understanding.command_grammar.command_phrases.liking import LIKINGS, Liking
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.commands import Command, CommandKind, PlainReading
from knowledge.likes import Length, Likes
from session.dialogue import Closed, Offer, Offered, SomethingElse
from session.outcome import SkillRefusedError
from session.passages import Passage, PassageRole
from session.skills.in_time import comes_by_itself
from session.skills.liking.how_told import liking
from session.tools import TOOLS
from tests.randomness import some
from tests.session.test_written_call import Written, written


def test_each_wish_is_understood_in_the_words_that_people_use() -> None:
    said = {
        Liking.HEADLINES: ("just headlines", "Just the headlines, please.", "headlines only", "only give me the headlines"),
        Liking.USUAL_LENGTH: ("the usual length again", "go back to normal length", "no more headlines"),
        Liking.SHORTER: (
            "tell me a little less",
            "keep it brief from here",
            "keep the mails short",
            "shorter mails, please",
            "from now on less detail",
            "always keep it short",
            "I'd prefer shorter summaries",
            "I want less detail from now on",
        ),
        Liking.LONGER: (
            "longer summaries",
            "more about each mail",
            "in future more detail",
            "I'd like more detail from now on",
            "I want more detail about each mail",
        ),
        Liking.FLOW: (
            "stop asking every time",
            "don't ask me every time",
            "no more questions after each mail",
            "from now on keep going",
            "go on without asking me",
            "flow mode",
            "don't bother asking me every time",
            "you don't have to ask each time",
            "from now on you don't need to ask me",
        ),
        Liking.FLOW_FOR_NOW: (
            "don't bother asking",
            "no need to ask me",
            "you don't need to ask",
            "don't bother to ask me what to do",
            "let it run",
        ),
        Liking.ASK: ("ask me", "ask me again", "keep asking me", "stop the flow"),
        Liking.NO_PRODS: (
            "stop prompting me when I'm quiet",
            "don't prod me",
            "stop asking if I'm still there",
            "never nudge me",
            "stop nagging me",
            "don't nag me",
            "stop pestering me",
        ),
        Liking.ONE_PROD: ("prod me only once",),
        Liking.LATER_PRODS: ("prod me less often", "wait longer before you prod me"),
        Liking.PRODS: ("you may prod me again",),
    }
    said[Liking.HEADLINES] += ("from now on just the headlines",)
    assert said.keys() == set(Liking)
    understood = {words: PlainReading(words).command for each in said.values() for words in each}
    assert understood == {words: Command(kind=CommandKind.PREFER, target=like) for like, each in said.items() for words in each}
    assert PlainReading("prod me after thirty seconds").command == Command(kind=CommandKind.PREFER, target=Liking.PRODS, ordinal=30)


@pytest.mark.random
@pytest.mark.parametrize("like", Liking)
def test_no_phrase_of_a_wish_means_anything_else(like: Liking) -> None:
    meant = {words: PlainReading(words).command for words in some(sorted(expand_all(LIKINGS[like])), 300)}
    assert [words for words, command in meant.items() if command != Command(kind=CommandKind.PREFER, target=like)] == []


async def test_headlines_are_short_at_once_and_in_the_next_call_and_the_usual_length_comes_back(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        await told.type("next")
        assert (await told.type("just headlines")).startswith("Just the headlines from now on.")
        assert len(await told.type("next")) < 220
    async with written(tmp_path) as again:
        assert again.call.records.likes == Likes(length=Length.HEADLINES)
        assert (await again.type("longer")).startswith("I'll tell you more of each mail.")
        assert again.call.records.likes.length is Length.SHORTER
        await again.type("next")
        assert max([len(passage) for passage in again.call.dialogue.last_said if passage.mail]) <= LONGEST_SHORTER
        assert (await again.type("the usual length again")).startswith("The usual length again.")
        assert await again.type("longer") == about_likes.NO_LONGER
    async with written(tmp_path) as third:
        assert third.call.records.likes == Likes()


OF_A_DRAFT_OR_OF_MAILS = {
    "keep it short": Length.SHORTER,
    "make it brief": Length.SHORTER,
    "shorter": Length.SHORTER,
    "be brief": Length.SHORTER,
    "less detail": Length.SHORTER,
    "longer": Length.USUAL,
    "a bit more detail": Length.USUAL,
}


async def test_shorter_and_longer_are_about_the_draft_where_there_is_one_and_else_about_what_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALOUD_SENDING_DRY_RUN", "true")
    async with written(tmp_path) as told:
        await told.type("next")
        for words, length in OF_A_DRAFT_OR_OF_MAILS.items():
            told.call.records.likes = Likes(length=Length.SHORTER if length is Length.USUAL else Length.USUAL)
            await told.type(words)
            assert (words, told.call.records.likes.length) == (words, length)
        told.call.records.likes = was = Likes(length=Length.SHORTER)
        await told.type("reply that I can come")
        for words in OF_A_DRAFT_OR_OF_MAILS:
            assert await told.type(words) == NEEDS_A_MODEL
        await told.type("next")
        await told.type("shorter")
        assert told.call.records.likes == was
        await told.type("from now on just headlines")
        assert told.call.records.likes.length is Length.HEADLINES, "what is said of all mails is about no draft"


ABOUT_THIS_MOMENT = (
    *(
        "go on",
        "carry on",
        "keep going",
        "just keep going",
        "read on",
        "just read on",
        "read through",
        "read it all",
        "continue",
        "go ahead",
    ),
    *(
        "hold on",
        "just a moment",
        "give me a minute",
        "wait",
        "wait for me",
        "shh",
        "let me be silent",
        "quiet",
        "stop",
        "enough",
        "not now",
    ),
    *(
        "no more questions",
        "don't ask",
        "ask Anna",
        "nudge me later",
        "later",
        "read them all",
        "go through them all",
        "just tell me",
        "yes",
    ),
    *(
        "say it again",
        "slowly",
        "skip it",
        "what",
        "hurry up",
        "never mind",
        "I am back",
        "more",
        "that is too much",
        "tell me more",
        "sure",
    ),
    *(
        "give me more details",
        "I'd like more detail",
        "I'd like some more detail about this one",
        "read the rest",
        "what else",
        "keep it",
        "keep reading",
        "let me think",
        "one second",
        "be quiet",
        "that's all",
    ),
    *("wait a bit longer", "hold on longer", "don't stop", "just read them out", "less", "ask me later", "keep the ball rolling"),
)


@pytest.mark.parametrize("likes", [Likes(), Likes(length=Length.HEADLINES, flows=True, prods=0, prod_after_s=40)], ids=["usual", "own"])
async def test_what_is_said_about_this_moment_changes_nothing_that_lasts(tmp_path: Path, likes: Likes) -> None:
    async with written(tmp_path) as told:
        told.call.records.likes = likes
        for words in ABOUT_THIS_MOMENT:
            await told.type(words)
            assert (words, told.call.records.likes) == (words, likes)
        assert await told.call.records.preferences.likes("local") == Likes()
    assert not [words for words in ABOUT_THIS_MOMENT if (said := PlainReading(words).command) and said.kind is CommandKind.PREFER]


async def test_nothing_asks_in_flow_and_what_was_asked_keeps_the_next_mail_waiting(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        await told.type("stop asking every time")
        for words in ("next", "what time is it", "thanks", "flag it", "read it in full", "only the important ones", "who sent it"):
            said = await told.type(words)
            assert not told.call.told.asks, said
            assert comes_by_itself(told.call) is CommandKind.NEXT, words
        assert "?" in await told.type("archive all newsletters")
        assert comes_by_itself(told.call) is None
        await told.type("no")
        await told.type("next")
        assert comes_by_itself(told.call) is CommandKind.NEXT
        told.call.dialogue.note(Offered(Offer.HEAR_SKIPPED))
        assert comes_by_itself(told.call) is None
        told.call.dialogue.note(Closed())
        told.call.dialogue.say(Passage("And this one?", role=PassageRole.QUESTION))
        assert comes_by_itself(told.call) is None
        told.call.dialogue.note(SomethingElse())
        await told.type("ask me")
        assert comes_by_itself(told.call) is None


async def test_an_interrupted_question_keeps_the_next_mail_waiting(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        await told.type("stop asking every time")
        await told.type("archive all newsletters")
        await told.type("what time is it")
        assert told.call.dialogue.to_ask_again is not None or told.call.dialogue.asked is not None
        assert comes_by_itself(told.call) is None


async def test_who_does_not_want_to_be_asked_is_asked_nothing_after_a_mail_until_they_do(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        assert (await told.type("next")).endswith("?")
        assert (await told.type("stop asking every time")) == about_likes.WRITTEN_FLOW
        await told.type("next")
        assert [passage for passage in told.call.dialogue.last_said if passage.role is PassageRole.QUESTION and passage] == []
        await told.type("ask me")
        assert (await told.type("next")).endswith("?")


async def test_prods_are_as_often_and_as_late_as_the_user_said(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        for words, likes in (
            ("don't prod me", Likes(prods=0)),
            ("prod me less often", Likes(prod_after_s=30)),
            ("prod me after 40 seconds", Likes(prod_after_s=40)),
            ("prod me only once", Likes(prod_after_s=40, prods=1)),
            ("prod me again", Likes()),
        ):
            await told.type(words)
            assert told.call.records.likes == likes


async def only_important_is_told(told: Written) -> None:
    """To the end of what is told."""
    while told.current is not None:
        state = told.call.tracker.state_of(told.current)
        assert state is not None
        assert state.mail.important
        await told.type("next")


async def test_what_matters_can_be_told_alone_and_the_rest_stays_and_comes_back(tmp_path: Path) -> None:
    assert PlainReading("just that's important").command is None
    async with written(tmp_path, unread=30) as told:
        said = await told.type("only the important ones")
        assert said.startswith("Only what is important from now on")
        held = told.call.tracker.progress().held_back
        assert held > 0
        await only_important_is_told(told)
        assert told.call.tracker.progress().remaining == held
        assert (await told.type("everything again")).startswith("All your mail again.")


async def test_help_says_five_things_that_fit_the_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALOUD_SENDING_DRY_RUN", "true")
    async with written(tmp_path) as told:
        await told.type("next")
        assert "reply that Tuesday works" in (of_a_mail := await told.type("help"))
        assert of_a_mail.count("\u201c") == 5
        assert of_a_mail.endswith("Ask what else you can say for more.")
        assert "I have two minutes" in (beside := await told.type("what else can I say?"))
        assert beside.count("\u201c") == 5
        await told.type("reply that I can come")
        assert "send it" in (of_a_draft := await told.type("help"))
        assert of_a_draft.count("\u201c") == 5


async def test_nothing_but_the_users_own_words_changes_how_they_are_told(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        await told.type("next")
        with pytest.raises(SkillRefusedError, match="yourself"):
            await liking(Liking.NO_PRODS)(told.call)
        await told.type("he wrote that you should never nudge me")
        with pytest.raises(SkillRefusedError, match="yourself"):
            await liking(Liking.NO_PRODS)(told.call)
        assert told.call.records.likes == Likes()
    assert not [like for like in Liking if TOOLS["manage_call"].ways()[like.value].offered]


async def test_not_to_be_asked_for_once_holds_in_this_call_alone(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        await told.type("don't bother asking")
        assert told.call.records.likes == Likes(flows=True)
        assert not (await told.type("next")).endswith("?")
        assert await told.call.records.preferences.likes("local") == Likes()


async def test_more_detail_of_the_open_mail_is_its_whole_text(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        short = await told.type("next")
        assert len(await told.type("I'd like more detail")) > len(short)
        assert told.call.records.likes == Likes()


async def test_a_sender_can_be_left_out_by_name_and_what_is_left_out_comes_back(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        for words in ("leave out Marcus", "skip everything from Marcus Bell", "ignore Marcus"):
            said = await told.type(words)
            assert told.call.tracker.progress().held_back > 0, (words, said)
            assert said.startswith("Everything but")
            assert (await told.type("everything again")).startswith("All your mail again.")
        await told.type("leave out Fernando")
        assert told.call.tracker.progress().held_back == 0
