"""Each user has a clock of their own: said in words, in force at once, kept for later calls, and the settings are only the default."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from briefing.speech.sentences import about_likes
from briefing.understanding.commands import Command, CommandKind, PlainReading
from session.outcome import SkillRefusedError
from session.skills.liking.how_told import be_in
from tests.session.test_written_call import written

NINE_IN_LONDON = datetime(2026, 3, 10, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("I'm in Lisbon", "lisbon"),
        ("I am in New York now", "new york"),
        ("use New York time", "new york"),
        ("switch to Pacific time", "pacific"),
        ("my time zone is Europe/Berlin", "europe/berlin"),
        ("set my time zone to Tokyo", "tokyo"),
        ("I've moved to Madrid", "madrid"),
        ("I'm travelling in Japan", "japan"),
        ("we're in Paris this week", "paris"),
        ("use the time in Lisbon", "lisbon"),
        ("back to my usual time zone", ""),
        ("I'm back home again", ""),
    ],
)
def test_where_the_user_is_is_understood(said: str, place: str) -> None:
    assert PlainReading(said).command == Command(kind=CommandKind.WHEREABOUTS, target=place)


async def test_times_are_the_users_own_at_once_and_in_later_calls(tmp_path: Path) -> None:
    async with written(tmp_path, now=NINE_IN_LONDON) as told:
        assert told.paper.turns[0].startswith("Good morning.")
        said = await told.type("I'm in Tokyo")
        assert "Your times are those of Tokyo, where it is 6 pm." in said
        assert "6 pm" in await told.type("what time is it")
        await told.type("snooze it until tomorrow at nine")
        nine, snoozes = datetime(2026, 3, 11, 9, tzinfo=ZoneInfo("Asia/Tokyo")), told.call.acting.snoozes
        assert snoozes is not None
        assert len(await snoozes.sleeping("local", nine - timedelta(minutes=1))) == 1
        assert not await snoozes.sleeping("local", nine)
        await told.type("goodbye")
    async with written(tmp_path, now=NINE_IN_LONDON + timedelta(hours=3)) as again:
        assert again.paper.turns[0].startswith("Good evening.")
        assert "Tokyo" in await again.type("what is my time zone")
        await again.type("back to my usual time zone")
        assert again.call.now().utcoffset() == timedelta(0)
        await again.type("goodbye")
    async with written(tmp_path, now=NINE_IN_LONDON + timedelta(hours=3)) as third:
        assert third.paper.turns[0].startswith("Good afternoon.")


@pytest.mark.parametrize("line", ["I'm in a hurry", "I'm in trouble", "I'm in a meeting", "I'm in the car", "I'm in"])
async def test_what_is_no_place_moves_nobody(tmp_path: Path, line: str) -> None:
    async with written(tmp_path, unread=3) as told:
        await told.type(line)
        assert told.call.now.zone is None
        assert not told.call.records.likes.zone


async def test_only_the_users_own_words_move_them(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3) as told:
        await told.type("next")
        with pytest.raises(SkillRefusedError, match=about_likes.SAY_WHERE):
            await be_in(told.call, name="tokyo")
        assert told.call.now.zone is None


@pytest.mark.parametrize(
    "line",
    [
        "I'm in trouble",
        "I'm in a meeting with Anna",
        "I know Anna",
        "I understand",
        "I can't read it",
        "I speak for Anna",
    ],
)
def test_what_names_no_place_and_no_language_is_no_command(line: str) -> None:
    assert PlainReading(line).command is None


@pytest.mark.parametrize(
    ("said", "kind", "languages"),
    [
        ("I understand German", CommandKind.LANGUAGE, "german"),
        ("I also speak German and French", CommandKind.LANGUAGE, "german and french"),
        ("I don't understand German any more", CommandKind.NO_LANGUAGE, "german"),
        ("I can't read Polish", CommandKind.NO_LANGUAGE, "polish"),
    ],
)
def test_which_languages_the_user_understands_is_understood(said: str, kind: CommandKind, languages: str) -> None:
    assert PlainReading(said).command == Command(kind=kind, target=languages)


async def test_mail_in_a_language_that_the_user_understands_is_told_in_its_own_words(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        assert "Kommst du mit" not in await told.type("open the one from Jonas")
        assert "Mail in German is told in its own words from now on." in await told.type("I understand German")
        await told.type("next")
        assert "“Kommst du mit?" in await told.type("open the one from Jonas")
        told.call.line.polyglot = False
        await told.type("next")
        assert "Kommst du mit" not in await told.type("open the one from Jonas")
        assert "this voice says English only" in await told.type("I understand French")
        await told.type("goodbye")
    async with written(tmp_path) as again:
        assert again.call.understood == {"de", "fr"}
        assert "Mail in French is told in its own words" in await again.type("I don't understand German any more")
        assert again.call.understood == {"fr"}
