"""Likes in words that people use: each is done as it was said, what is told of it is true, and what cannot be done says what can."""

import asyncio
import re
from pathlib import Path

import pytest

from briefing.speech.sentences.about_narrowing import called, first_of_all
from briefing.speech.sentences.small_answers import hint
from briefing.understanding.commands import Command, CommandKind, PlainReading
from briefing.understanding.near_commands import NearCommand, NearIntent
from briefing.understanding.understanding import understand
from knowledge.likes import Length
from session.dialogue import Awaits, Offer, SlotAsked
from session.turn.can_be_meant import is_meant
from tests.session.skills.test_liking import only_important_is_told
from tests.session.skills.test_narrowing_down import from_people
from tests.session.test_written_call import Written, written


async def _loaded(told: Written) -> None:
    while not told.call.mail.pipeline.finished:  # noqa: ASYNC110 - nothing tells the end of it
        await asyncio.sleep(0)


async def test_what_presses_is_told_before_all_else_which_is_counted_and_offered(tmp_path: Path) -> None:
    async with written(tmp_path, unread=30) as told:
        await _loaded(told)
        said = await told.type("only the urgent ones first")
        assert re.search(r"What is important first: [\w-]+ of the [\w-]+ mails that are left; I offer the others after that\.", said)
        held = told.call.tracker.progress().held_back
        assert held > 0
        await only_important_is_told(told)
        assert told.call.tracker.progress().remaining == held
        assert told.call.dialogue.offer is Offer.HEAR_ALL_ACCOUNTS
        assert (await told.type("yes")).startswith("All your mail again.")


async def test_each_like_is_done_as_it_was_said(tmp_path: Path) -> None:
    answered = {
        "only stuff from humans": "Only mails from people from now on",
        "nothing automated please, only mails people wrote": "Only mails from people from now on",
        "you can skip the marketing": "Everything but newsletters from now on",
        "make it three minutes": "Three minutes: what matters most comes first.",
        "start with everything but newsletters": "Everything but newsletters from now on",
        "we have to be done in ten minutes": "Ten minutes: what matters most comes first.",
        "just give me subjects and senders": "Just the headlines from now on.",
        "read them sorted by size, oldest at the end": hint(NearCommand(NearIntent.HOW_TOLD, "read")),
    }
    async with written(tmp_path, unread=30) as told:
        await _loaded(told)
        people = from_people(told.call)
        for words, begins in answered.items():
            said = await told.type(words)
            assert begins in said, (words, said)
            if "people" in begins:
                assert {mail.mail_id for mail in told.call.tracker.pending_mails()} <= people
            await told.type("everything again")
        await told.type("the usual length again")
        await told.type("you're going on a bit, make it shorter")
        assert told.call.records.likes.length is Length.SHORTER


@pytest.mark.parametrize("words", ["make it ten minutes", "make it an hour", "keep it to five minutes"])
async def test_while_a_time_is_awaited_a_time_is_not_how_long_the_briefing_shall_last(tmp_path: Path, words: str) -> None:
    async with written(tmp_path) as told:
        said = understand(words)
        assert said.command is not None
        assert is_meant(told.call, said.command, said)
        told.call.dialogue.note(SlotAsked(Awaits.TIME))
        assert not is_meant(told.call, said.command, said)


def test_what_comes_first_is_told_in_few_words_and_none_of_it_is_no_number() -> None:
    assert first_of_all(called("the oldest", None), 2, 9).startswith("The Oldest first: two of the nine mails")
    assert "no of" not in first_of_all("what is important", 0, 9)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("start with what's urgent", "what is urgent"),
        ("the urgent ones first, then the rest", "the urgent ones"),
        ("just the real people first please", "the real people"),
        ("let's begin with mails from Anna", "mails from anna"),
        ("due today before anything else", "due today"),
    ],
)
def test_what_comes_first_is_named_as_in_any_other_narrowing(words: str, named: str) -> None:
    assert PlainReading(words).command == Command(kind=CommandKind.ONLY_SOME, target=f"{named} first")


@pytest.mark.parametrize("words", ["archive the urgent ones first", "Anna first", "first things first", "delete everything from marketing"])
def test_what_is_no_sort_of_mail_does_not_come_first(words: str) -> None:
    command = PlainReading(words).command
    assert command is None or command.kind is not CommandKind.ONLY_SOME
    assert command is None or command.target in {"", "everything from marketing", "anna", "first"}
