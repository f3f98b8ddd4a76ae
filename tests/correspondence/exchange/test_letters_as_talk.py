"""A correspondence is a conversation of the list like any other, and its words stand in one place alone."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from conversations.conversation_rows import Owner, StoredMessage, TalkPlace
from conversations.parts import OurWords, TalkMessage, UserWords
from conversations.restored import restored
from conversations.store import ConversationStore
from correspondence.exchange import AlreadySentError, Correspondence, LetterState, OwnLetter
from correspondence.kept.letters_as_talk import LettersAsTalk
from providers.models.typed.history import UserLine
from session.opening.assembly import open_call
from session.opening.forgetting import Kind, forget_user
from session.opening.talk_store import talk_store
from session.written_call import WrittenCall
from tests.correspondence.exchange.post_office import ANNA, DAY, MORNING, TEXT, PostOffice
from tests.session.test_written_call import Paper

pytest_plugins = ["tests.servers.both_databases"]

MINE = Owner(user_id=ANNA)


@pytest.fixture
def talks(office: PostOffice) -> ConversationStore:
    return talk_store(office.settings, office.database)


async def replied(office: PostOffice, text: str) -> None:
    office.reply(text)
    await office.look_and_work()


def told(messages: list[TalkMessage]) -> list[tuple[str, str]]:
    parts = [part for message in messages for part in message.parts]
    return [("you" if isinstance(part, UserWords) else "aloud", part.words) for part in parts if isinstance(part, UserWords | OurWords)]


async def test_it_is_in_the_list_from_the_moment_the_briefing_is_sent(talks: ConversationStore) -> None:
    (entry,) = await talks.list_digest(MINE)
    assert (entry.title, entry.by_mail, entry.last_activity_at) == ("Briefing by mail, Monday, 2 March", True, MORNING)
    assert told(await talks.messages(MINE, entry.conversation_id)) == [("aloud", TEXT)]


async def test_replies_and_answers_stand_in_it_in_the_order_of_the_record(office: PostOffice, talks: ConversationStore) -> None:
    await replied(office, "2 archive")
    await replied(office, "1 flag")
    (entry,) = await talks.list_digest(MINE)
    said = told(await talks.messages(MINE, entry.conversation_id))
    assert [by for by, _ in said] == ["aloud", "you", "aloud", "you", "aloud"]
    assert [words for by, words in said if by == "you"] == ["2 archive", "1 flag"]
    assert "Archived." in said[2][1]
    assert entry.last_activity_at > MORNING
    assert [each.conversation_id for each in await talks.search(MINE, "flag")] == [entry.conversation_id]


async def test_its_words_are_copied_nowhere(office: PostOffice) -> None:
    await replied(office, "2 archive")
    async with office.database.reading() as session:
        assert (await session.scalars(select(StoredMessage))).all() == []


async def test_a_call_goes_on_in_it_and_knows_what_was_answered(office: PostOffice, talks: ConversationStore) -> None:
    await replied(office, "2 archive")
    (entry,) = await talks.list_digest(MINE)
    place = TalkPlace(conversation_id=entry.conversation_id)
    async with open_call(office.settings, ANNA, call_id="a-call", now=office.clock, place=place) as (call, look):
        written = WrittenCall(call, Paper())
        await written.start(look, greets=False)
        await written.take("how many are left?")
        talk = call.records.talk
        assert talk is not None
        await talk.drain()
        assert talk.conversation_id == entry.conversation_id
        history = restored(await talk.so_far(most=60, within_s=30))
        said = [line.words for line in history if isinstance(line, UserLine)]
        assert [words for words in said if not words.startswith("(")] == ["2 archive", "how many are left?"]
    messages = told(await talks.messages(MINE, entry.conversation_id))
    assert [words for by, words in messages if by == "you"] == ["2 archive", "how many are left?"]
    assert [each.conversation_id for each in await talks.list_digest(MINE)] == [entry.conversation_id]


async def test_whoever_forgets_it_forgets_what_was_mailed_and_gets_no_second_one_that_day(
    office: PostOffice, talks: ConversationStore
) -> None:
    await replied(office, "2 archive")
    before = await office.now()
    assert await talks.forget_one(MINE, before.correspondence_id)
    assert await talks.list_digest(MINE) == []
    found = await office.now()
    assert (found.letters, found.replies, found.mails) == ((), (), ())
    assert not await office.parts.store.append_reply(before, replace(before.replies[0], message_id="late@example.com"), office.clock())
    await replied(office, "1 archive")
    assert (await office.now()).replies == ()
    assert office.is_in(1)
    with pytest.raises(AlreadySentError):
        await office.send()


async def test_what_is_kept_of_a_user_goes_with_all_else(office: PostOffice, talks: ConversationStore) -> None:
    await replied(office, "2 archive")
    counted = {each.kind: each.count for each in await forget_user(office.settings, ANNA, beside={}) if each.count}
    assert (counted[Kind.CORRESPONDENCES], counted[Kind.CONVERSATIONS]) == (1, 1)
    assert await talks.list_digest(MINE) == []
    assert await office.parts.store.of_user(ANNA) == []


async def test_it_is_kept_as_long_as_any_conversation(office: PostOffice, talks: ConversationStore) -> None:
    letters = LettersAsTalk(office.parts.store)
    later = MORNING + timedelta(days=1)
    found = await office.now()
    await talks.write(MINE, found.correspondence_id, "a-call", [TalkMessage(number=1, at=later, parts=(UserWords(words="Hello."),))])
    for before, left in ((MORNING + timedelta(hours=1), 1), (later + timedelta(hours=1), 0)):
        await talks.forget_outdated(before)
        await letters.forget_outdated(before)
        assert len(await office.parts.store.of_user(ANNA)) == left
        assert len(await talks.list_digest(MINE)) == left


async def test_nobody_else_sees_it(office: PostOffice, talks: ConversationStore) -> None:
    found = await office.now()
    for owner in (Owner(user_id="ben"), Owner(user_id=ANNA, organisation_id="other.example")):
        assert await talks.list_digest(owner) == []
        assert await talks.messages(owner, found.correspondence_id) == []
        assert not await talks.forget_one(owner, found.correspondence_id)
    assert (await office.now()).letters != ()


async def test_it_belongs_to_the_organisation_for_which_the_user_talked_last(office: PostOffice, talks: ConversationStore) -> None:
    theirs = Owner(user_id=ANNA, organisation_id="example.com")
    await talks.open_new(theirs, "a-talk", call_id="a-call", now=MORNING + timedelta(hours=1))
    await office.send(DAY + timedelta(days=1))
    assert len(await talks.list_digest(theirs)) == 2


async def test_where_nothing_was_mailed_there_is_no_conversation(office: PostOffice, talks: ConversationStore) -> None:
    kept_back = OwnLetter(number=0, message_id="none@example.com", state=LetterState.NONE, subject="", text="")
    day = DAY + timedelta(days=1)
    new = Correspondence(correspondence_id="", user_id=ANNA, day=day, account=office.account, zone="UTC", letters=(kept_back,))
    async with office.database.session() as session:
        await office.parts.store.open(session, new, MORNING)
    assert len(await talks.list_digest(MINE)) == 1
