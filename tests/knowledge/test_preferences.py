import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from briefing.mail import Preferences
from knowledge.left_out import LeftOut, read_left_out
from knowledge.likes import Length, Likes
from knowledge.preferences import MOST_LEFT_OUT, PreferenceStore, VoiceChoice
from storage.database import Database

pytest_plugins = ["tests.servers.both_databases"]

USER = "anna"


@pytest.fixture
def store(database: Database) -> PreferenceStore:
    return PreferenceStore(database)


async def test_a_new_user_has_none(store: PreferenceStore) -> None:
    assert await store.load(USER) == Preferences()


async def test_what_was_added_is_loaded_sorted(store: PreferenceStore) -> None:
    assert await store.add_vip(USER, " Ben@Example.COM ")
    assert await store.add_keyword(USER, "tax  return")
    assert await store.add_keyword(USER, "QBR")
    assert await store.load(USER) == Preferences(vips=frozenset({"ben@example.com"}), keywords=("QBR", "tax return"))


async def test_settings_come_first_and_count_once(store: PreferenceStore) -> None:
    own = frozenset({"anna@example.com"})
    settings = Preferences(vips=frozenset({"Carla@example.com"}), keywords=("Zeppelin", "qbr"), own_addresses=own)
    await store.add_vip(USER, "carla@example.com")
    await store.add_vip(USER, "ben@example.com")
    for keyword in ("QBR", "audit", "zeppelin"):
        await store.add_keyword(USER, keyword)
    assert await store.load(USER, settings) == Preferences(
        vips=frozenset({"carla@example.com", "ben@example.com"}),
        keywords=("Zeppelin", "qbr", "audit"),
        own_addresses=own,
    )


async def test_adding_again_says_that_it_was_there(store: PreferenceStore) -> None:
    assert [await store.add_vip(USER, address) for address in ("ben@example.com", "BEN@example.com")] == [True, False]
    assert [await store.add_keyword(USER, word) for word in ("QBR", " qbr ", "Q BR")] == [True, False, True]
    assert (await store.load(USER)).keywords == ("Q BR", "QBR")


@pytest.mark.parametrize("address", ["", "ben", "@example.com", "ben@", "ben smith@example.com"])
async def test_a_vip_needs_an_address(store: PreferenceStore, address: str) -> None:
    with pytest.raises(ValueError, match="address"):
        await store.add_vip(USER, address)


async def test_a_keyword_needs_a_letter(store: PreferenceStore) -> None:
    with pytest.raises(ValueError, match="letter"):
        await store.add_keyword(USER, "  ")


async def test_users_never_see_each_other(store: PreferenceStore) -> None:
    await store.add_keyword(USER, "QBR")
    await store.add_keyword("ben", "audit")
    assert [(await store.load(user)).keywords for user in (USER, "ben")] == [("QBR",), ("audit",)]


async def test_how_a_user_likes_to_be_told_is_kept_for_them_alone_and_forgotten(store: PreferenceStore) -> None:
    assert await store.likes(USER) == Likes()
    for likes in (Likes(length=Length.HEADLINES, flows=True, prods=0, prod_after_s=60), Likes(prods=1)):
        await store.keep_likes(USER, likes)
        assert await store.likes(USER) == likes
    await store.keep_voice(USER, VoiceChoice(voice="alba"))
    assert await store.likes(USER) == Likes(prods=1)
    assert await store.likes("ben") == Likes()
    await store.forget(USER)
    assert await store.likes(USER) == Likes()
    for name, likes in (("prods", Likes(prods=0)), ("flows", Likes(flows=True)), ("length", Likes(length=Length.SHORTER))):
        await store.keep_likes(USER, likes, changed=[name])
    assert await store.likes(USER) == Likes(prods=0, flows=True, length=Length.SHORTER)
    await store.keep_likes(USER, Likes(), changed=["flows"])
    assert await store.likes(USER) == Likes(prods=0, length=Length.SHORTER)
    assert Likes.of({"length": "endless", "prods": "many", "flows": "yes"}) == Likes()


async def test_forget_deletes_and_counts(store: PreferenceStore) -> None:
    await store.add_vip(USER, "ben@example.com")
    await store.add_keyword(USER, "QBR")
    await store.add_keyword("ben", "audit")
    assert [await store.forget(USER), await store.forget(USER)] == [2, 0]
    assert await store.load(USER) == Preferences()
    assert (await store.load("ben")).keywords == ("audit",)


async def test_the_voice_that_was_chosen_last_is_kept_for_each_user(store: PreferenceStore) -> None:
    assert await store.voice(USER) == VoiceChoice()
    await store.keep_voice(USER, VoiceChoice(voice="alba", speed=0.85))
    await store.keep_voice(USER, VoiceChoice(voice="joe", speed=1.2))
    await store.add_keyword(USER, "QBR")
    assert await store.voice(USER) == VoiceChoice(voice="joe", speed=1.2)
    assert await store.voice("ben") == VoiceChoice()
    assert (await store.load(USER)).keywords == ("QBR",)
    await store.forget(USER)
    assert await store.voice(USER) == VoiceChoice()


async def test_own_addresses_are_added_to_those_of_the_settings_and_taken_back(store: PreferenceStore) -> None:
    settings = Preferences(own_addresses=frozenset({"anna@example.com"}))
    assert await store.add_address(USER, "Anna@Home.example")
    assert not await store.add_address(USER, "anna@home.example")
    assert (await store.load(USER, settings)).own_addresses == {"anna@example.com", "anna@home.example"}
    assert (await store.load("ben", settings)).own_addresses == {"anna@example.com"}
    assert await store.remove_address(USER, "anna@home.example")
    assert (await store.load(USER, settings)).own_addresses == {"anna@example.com"}
    with pytest.raises(ValueError, match="mail address"):
        await store.add_address(USER, "anna")


NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)


async def test_what_is_left_out_is_so_until_its_time_and_is_its_users_alone(store: PreferenceStore) -> None:
    github, letters = (LeftOut(what="github", until=NOW + timedelta(days=3)), LeftOut(what="newsletters", until=NOW + timedelta(days=1)))
    await store.leave_out(USER, github, now=NOW)
    await store.leave_out(USER, letters, now=NOW)
    assert await store.left_out(USER, now=NOW) == (letters, github)
    assert await store.left_out("ben", now=NOW) == ()
    assert await store.left_out(USER, now=NOW + timedelta(days=1)) == (github,)
    longer = LeftOut(what="github", until=NOW + timedelta(days=9))
    await store.leave_out(USER, longer, now=NOW + timedelta(days=2))
    assert await store.left_out(USER, now=NOW) == (longer,), "what was over has gone, and one thing has one end"
    await store.bring_back(USER, "github", now=NOW)
    assert await store.left_out(USER, now=NOW) == ()
    await store.leave_out(USER, LeftOut(what="this call alone"), now=NOW)
    assert await store.left_out(USER, now=NOW) == ()
    await store.leave_out(USER, longer, now=NOW)
    assert await store.forget(USER) == 1


async def test_what_two_leave_out_at_once_is_both_left_out_and_there_is_an_end_to_it(store: PreferenceStore) -> None:
    both = [LeftOut(what=what, until=NOW + timedelta(days=day)) for day, what in enumerate(("github", "newsletters"), start=1)]
    await asyncio.gather(*(store.leave_out(USER, each, now=NOW) for each in both))
    assert await store.left_out(USER, now=NOW) == tuple(both)
    for number in range(MOST_LEFT_OUT):
        await store.leave_out(USER, LeftOut(what=f"matter {number}", until=NOW + timedelta(days=9)), now=NOW)
    left = [each.what for each in await store.left_out(USER, now=NOW)]
    assert len(left) == MOST_LEFT_OUT
    assert not {"github", "newsletters"} & {*left}


def test_what_cannot_be_read_is_left_out_no_longer() -> None:
    assert read_left_out(["monday github", "2026-03-10T09:00 github", "2026-03-10T09:00+00:00 ", ""]) == ()
