"""How the user wants to be briefed by mail is said in a call, said back, and kept; nothing but their own words changes it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest

from briefing.speech.sentences import about_likes
from briefing.understanding.command_grammar.command_phrases.mail_wishing import MailWish
from briefing.understanding.commands import Command, CommandKind, PlainReading
from knowledge.mail_wishes import WEEKDAYS, MailLength, MailWay, MailWishes
from session.acting import Ways
from session.outcome import SkillRefusedError
from session.skills.liking.briefed_by_mail import wishing
from storage.database import DatabaseUnavailableError
from tests.session.test_written_call import written

SIX = datetime(2026, 3, 10, 6, tzinfo=UTC)
SAID: dict[MailWish, tuple[str, ...]] = {
    MailWish.ON: ("send me the briefing by mail", "Email me the briefing every morning, please.", "brief me by email", "start mailing me"),
    MailWish.OFF: ("stop mailing me", "Stop emailing me the briefing.", "no more briefings by mail", "don't mail me the briefing any more"),
    MailWish.NOW: ("send me today's briefing now", "Email me today's briefing.", "mail me the briefing right now", "brief me by mail now"),
    MailWish.WEEKDAYS: ("no briefing on weekends", "no briefings on the weekend", "brief me by mail on weekdays"),
    MailWish.EVERY_DAY: ("brief me by mail on weekends too", "mail me the briefing on weekends as well"),
    MailWish.SHORTER: ("make the mailed briefing shorter", "a shorter briefing by mail"),
    MailWish.LONGER: ("make the briefing by mail longer",),
    MailWish.QUIET: ("only mail me if something matters", "don't mail me when nothing matters"),
    MailWish.NOT_QUIET: ("mail me even if nothing matters",),
    MailWish.ALL_ACCOUNTS: (
        "brief me by mail about all my accounts",
        "all accounts in the briefing by mail",
        "mail me of all of my accounts",
    ),
    MailWish.FROM_MINE: (
        "send me the briefing by mail from my own account",
        "brief me by mail from my own address",
        "the briefing by mail should come from my account",
    ),
    MailWish.FROM_YOURS: (
        "brief me by mail from your address",
        "Email me the briefing from your own account.",
        "mail me from your own address",
    ),
    MailWish.HOW: ("where does the briefing by mail come from?", "when do you mail me", "do you brief me by mail?"),
}
TIMED = {
    "send me the briefing by mail at seven": "at seven",
    "mail me the briefing every day at 7:30": "at 7:30",
    "brief me by mail at half past six": "at half past six",
    "send me my briefing every morning at six": "at six",
    "the mailed briefing should come at eight in the morning": "at eight in the morning",
}
OF_ACCOUNTS = {
    "brief me by mail only about my work account": "work account",
    "mail me only about work and home": "work and home",
    "only work in the briefing by mail": "work",
    "the briefing by mail should be only about work": "work",
}
NO_WISH = (
    "send me the report by mail",
    "tell her to send me the briefing by mail",
    "I don't want the briefing by mail to Anna",
    "did he mail me the briefing",
    "what does the briefing by mail say",
    "stop",
    "mail me",
    "send the briefing to Anna",
)


def test_each_wish_is_understood() -> None:
    assert SAID.keys() == set(MailWish) - {MailWish.AT, MailWish.ACCOUNTS}
    understood = {words: PlainReading(words).command for each in SAID.values() for words in each}
    assert understood == {words: Command(kind=CommandKind.BY_MAIL, target=wish) for wish, each in SAID.items() for words in each}


def test_a_time_of_day_is_taken_with_it() -> None:
    understood = {words: PlainReading(words).command for words in TIMED}
    assert understood == {words: Command(kind=CommandKind.BY_MAIL, target=MailWish.AT, when=when) for words, when in TIMED.items()}


def test_names_of_accounts_are_taken_with_it() -> None:
    understood = {words: PlainReading(words).command for words in OF_ACCOUNTS}
    assert understood == {words: Command(kind=CommandKind.BY_MAIL, target=MailWish.ACCOUNTS, who=who) for words, who in OF_ACCOUNTS.items()}


@pytest.mark.parametrize("line", NO_WISH)
def test_what_is_no_wish_of_it_is_none(line: str) -> None:
    command = PlainReading(line).command
    assert command is None or command.kind is not CommandKind.BY_MAIL


async def test_it_is_said_back_and_kept_for_whoever_sends_it(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3, now=SIX) as told:

        async def kept() -> MailWishes:
            return await told.call.records.preferences.mail_wishes(told.call.user_id)

        assert about_likes.NO_MAIL_BRIEFING in await told.type("do you brief me by mail")
        assert "every day at 7 am" in await told.type("send me the briefing by mail at seven")
        assert await kept() == MailWishes(on=True, at=time(7))
        assert await told.call.records.preferences.briefed_by_mail() == [told.call.user_id]
        assert "every weekday at 7 am" in await told.type("no briefing on weekends")
        assert "a short one" in await told.type("make the mailed briefing shorter")
        assert "if anything matters" in await told.type("only mail me if something matters")
        assert await kept() == MailWishes(on=True, at=time(7), days=WEEKDAYS, length=MailLength.SHORT, quiet=True)
        assert "at 5:30 am" in await told.type("brief me by mail at half past five")
        assert (await kept()).from_day == date(2026, 3, 11), "half past five has passed today"
        assert about_likes.MAIL_NOW in await told.type("send me today's briefing now")
        assert (await kept()).asked_on == date(2026, 3, 10)
        assert about_likes.MAIL_STOPPED in await told.type("stop mailing me")
        assert not (await kept()).on
        assert (await kept()).asked_on is None
        assert await told.call.records.preferences.briefed_by_mail() == []


async def test_which_accounts_it_tells_of_is_said_back_and_kept(tmp_path: Path) -> None:
    async with written(tmp_path / "work", unread=3, now=SIX) as told:
        (account,) = told.call.mail.inbox.accounts

        async def kept() -> tuple[str, ...]:
            return (await told.call.records.preferences.mail_wishes(told.call.user_id)).accounts

        assert f"only of your {account.label} mail" in await told.type(f"brief me by mail only about my {account.label} account")
        assert await kept() == (account.slug,)
        assert f"I know your {account.label} mail" in await told.type("mail me only about kangaroos")
        assert await kept() == (account.slug,)
        assert "only of" in await told.type("brief me by mail at seven")
        assert "only of" not in await told.type("all my accounts in the briefing by mail")
        assert await kept() == ()


def by(*ways: MailWay) -> Ways:
    """These are the ways there are."""

    async def there_are() -> Sequence[MailWay]:
        return ways

    return there_are


async def unknown() -> Sequence[MailWay]:
    raise DatabaseUnavailableError("away")


async def test_from_where_it_comes_is_chosen_by_the_user_where_there_are_two_ways(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3, now=SIX) as told:
        told.call.acting = replace(told.call.acting, ways=by(*MailWay))

        async def way() -> MailWay:
            return (await told.call.records.preferences.mail_wishes(told.call.user_id)).way

        assert about_likes.FROM_MY_ADDRESS not in await told.type("send me the briefing by mail at seven")
        assert about_likes.FROM_MY_ADDRESS in await told.type("where does the briefing by mail come from?")
        assert about_likes.FROM_YOUR_ACCOUNT in await told.type("the briefing by mail should come from my own account")
        assert await way() is MailWay.OWN
        assert about_likes.FROM_MY_ADDRESS in await told.type("brief me by mail from your own address")
        assert await way() is MailWay.INSTALLATION


@pytest.mark.parametrize(
    ("ways", "asked", "said"),
    [
        (by(MailWay.OWN), "brief me by mail from your own address", about_likes.ONLY_FROM_YOUR_ACCOUNT),
        (by(MailWay.INSTALLATION), "brief me by mail from my own account", about_likes.ONLY_FROM_MY_ADDRESS),
    ],
)
async def test_where_there_is_one_way_it_says_which_and_keeps_what_it_had(tmp_path: Path, ways: Ways, asked: str, said: str) -> None:
    async with written(tmp_path, unread=3, now=SIX) as told:
        told.call.acting = replace(told.call.acting, ways=ways)
        assert said in await told.type(asked)
        assert "It comes from" not in said, "there is no briefing by mail yet"
        assert await told.call.records.preferences.mail_wishes(told.call.user_id) == MailWishes()


async def test_it_says_when_nothing_can_be_sent(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3, now=SIX) as told:
        told.call.acting = replace(told.call.acting, ways=by())
        assert about_likes.NO_SENDING in await told.type("send me the briefing by mail")


async def test_where_nobody_knows_from_where_it_can_come_nothing_is_said_of_it(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3, now=SIX) as told:
        told.call.acting = replace(told.call.acting, ways=unknown)
        said = [
            await told.type(line)
            for line in ("send me the briefing by mail", "brief me by mail from my own account", "when do you mail me")
        ]
        assert all("I'll mail you the briefing every day" in each for each in said)
        assert not any(words in each for each in said for words in ("come from", "comes from", about_likes.NO_SENDING))
        assert (await told.call.records.preferences.mail_wishes(told.call.user_id)).way is MailWay.OWN


async def test_only_the_users_own_words_change_it(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3, now=SIX) as told:
        await told.type("next")
        for wish in MailWish:
            with pytest.raises(SkillRefusedError, match="Say yourself"):
                await wishing(wish)(told.call, name="at seven")
        assert await told.call.records.preferences.mail_wishes(told.call.user_id) == MailWishes()
