"""A draft that waits when a turn or a call ends: it is linked to its conversation, nothing leaves, and the next call says so."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from pydantic import SecretStr
from sqlalchemy import text

from actions.sending.waiting_drafts import newest_of, waiting_drafts
from briefing.speech.sentences import about_sending as words
from conversations.conversation_rows import Owner, TalkPlace
from conversations.store import ConversationStore
from providers.settings import Settings
from session.call_records import GoesTo
from session.opening.assembly import open_call
from session.opening.sending_due import writing_vault
from session.written_call import WrittenCall
from storage.database import Database
from tests.agent.acting_calls import mailbox_hash
from tests.agent.typed_call import NOW, sample_settings
from tests.servers.smtp import SmtpDesk, smtp_server
from tests.session.test_written_call import Paper, Written
from tests.storage.prepared import prepared

LOCAL = Owner(user_id="local")
REPLY = "reply that Tuesday works for me"
MORE = "write to zoe at hearth dot example that lunch is at noon"
IN_THE_MIDDLE = "We were in the middle of your reply to "
LONG = 3_650
"""Days: the clock of these calls stands in the past."""


@pytest.fixture
async def desk() -> AsyncIterator[SmtpDesk]:
    async with smtp_server() as desk:
        yield desk


@pytest.fixture
async def settings(tmp_path: Path, desk: SmtpDesk) -> Settings:
    sends_by = SecretStr(f"smtp://127.0.0.1:{desk.port}")
    settings = sample_settings(tmp_path, unread=9, aloud_smtp_url=sends_by, aloud_keep_conversations_days=LONG)
    await prepared(settings)
    return settings


@asynccontextmanager
async def call_after(settings: Settings, minutes: int, *, place: TalkPlace | None = None, shows: bool = True) -> AsyncIterator[Written]:
    """A call that is greeted; the clock all but stands still in it, so that nothing leaves."""
    begins, ticks = NOW + timedelta(minutes=minutes), itertools.count()
    opening = open_call(
        settings, "local", call_id=str(uuid4()), now=lambda: begins + timedelta(milliseconds=next(ticks)), place=place or TalkPlace()
    )
    async with opening as (call, look):
        call.line.shows = shows
        paper = Paper()
        conversation = WrittenCall(call, paper)
        await conversation.start(look)
        await conversation.greet(look)
        yield Written(call, conversation, paper)


async def linked(settings: Settings, call: Written) -> list[tuple[str, str | None]]:
    """Every conversation with the draft that waits in it, as a page that is opened later finds them."""
    assert call.call.records.talk
    await call.call.records.talk.drain()
    acting = call.call.acting
    async with Database(settings.local_database_url) as database:
        digest = await ConversationStore(database, writing_vault(settings)).list_digest(LOCAL)
    waiting = await waiting_drafts(acting.drafts, acting.outbox)
    found = [(entry.conversation_id, newest_of(entry.draft_ids, waiting)) for entry in digest]
    return [(conversation, draft.draft_id if draft else None) for conversation, draft in found]


async def test_a_draft_that_waits_at_the_end_of_a_turn_is_linked_and_nothing_is_sent_or_saved(
    tmp_path: Path, settings: Settings, desk: SmtpDesk
) -> None:
    before = mailbox_hash(tmp_path / "inbox")
    async with call_after(settings, 0) as call:
        await call.type("next")
        assert [draft for _, draft in await linked(settings, call)] == [None]
        assert "raft to" in await call.type(REPLY)
        draft = call.call.acting.draft
        assert draft
        ((conversation, named),) = await linked(settings, call)
        assert named == draft.draft_id
        assert await call.call.acting.outbox.waiting() == ()
        async with call_after(settings, 1, place=TalkPlace(conversation_id=conversation)) as later:  # the first has not ended
            assert IN_THE_MIDDLE in later.paper.since(0)
            assert later.call.acting.waits == draft
    assert (desk.taken, mailbox_hash(tmp_path / "inbox")) == ([], before)


async def test_the_call_that_resumes_its_conversation_says_what_was_in_the_middle_until_it_is_sent(settings: Settings) -> None:
    async with call_after(settings, 0) as call:
        await call.type(REPLY)
        whom = await call.type("read it back")
    name = whom.partition("Draft to ")[2].partition(":")[0]
    async with call_after(settings, 1) as call:
        greeting = call.paper.turns[0]
        assert greeting.endswith(f" {IN_THE_MIDDLE}{name}.")
        assert (await call.type("send it")).endswith("Shall I send it like this?")  # the yes belongs to what is asked in this call
        assert (await call.type("yes")).startswith("It leaves in ")
        assert [draft for _, draft in await linked(settings, call)] == [None]
    async with call_after(settings, 1) as call:
        assert IN_THE_MIDDLE not in call.paper.since(0)
        await call.type("stop")
        assert [draft is None for _, draft in await linked(settings, call)] == [False]
    async with call_after(settings, 3) as call:
        assert f"{IN_THE_MIDDLE}{name}." in call.paper.turns[0]


async def test_what_was_sent_or_thrown_away_elsewhere_is_not_in_the_middle_of_anything(settings: Settings) -> None:
    async with call_after(settings, 0) as call:
        await call.type(REPLY)
        ((_, named),) = await linked(settings, call)
        assert named
    async with Database(settings.local_database_url) as database, database.session() as session:
        await session.execute(text("DELETE FROM draft"))
    async with call_after(settings, 1) as call:
        assert IN_THE_MIDDLE not in call.paper.since(0)
        assert call.call.acting.waits is None


async def test_a_draft_that_is_thrown_away_is_linked_no_more_and_one_that_comes_back_is(settings: Settings) -> None:
    async with call_after(settings, 0) as call:
        await call.type(REPLY)
        assert await call.type("throw the draft away") == words.DISCARDED
        assert [draft for _, draft in await linked(settings, call)] == [None]
        await call.type("undo")
        assert call.call.acting.draft
        assert [draft for _, draft in await linked(settings, call)] == [call.call.acting.draft.draft_id]


async def test_what_did_not_leave_waits_where_it_was_written_wherever_it_was_held_back(settings: Settings) -> None:
    async with call_after(settings, 0) as call:
        await call.type(REPLY)
        ((written_in, named),) = await linked(settings, call)
        assert named
        assert (await call.type("send it")).startswith("It leaves in ")
        assert [draft for _, draft in await linked(settings, call)] == [None]
    async with call_after(settings, 0, place=TalkPlace(anew=True)) as call:
        await call.type("stop")
        assert call.call.acting.waits
        assert {place: draft for place, draft in await linked(settings, call) if draft} == {written_in: named}
        await call.type("send it")
        assert (await call.type("yes")).startswith("It leaves in ")
    async with Database(settings.local_database_url) as database, database.session() as session:
        await session.execute(text("UPDATE outbox SET state = 'not_sent'"))
    async with call_after(settings, 1, place=TalkPlace(conversation_id=written_in)) as call:
        assert IN_THE_MIDDLE in call.paper.since(0)
        assert dict(await linked(settings, call))[written_in] == named


async def test_talk_that_goes_on_elsewhere_leaves_its_draft_behind_and_takes_up_the_one_that_waits_there(settings: Settings) -> None:
    async with call_after(settings, 0) as call:
        await call.type(REPLY)
        ((lease, first),) = await linked(settings, call)
    async with call_after(settings, 1, place=TalkPlace(anew=True)) as call:
        await call.type(MORE)
        second, asks = call.call.acting.draft, "what did we say about Tuesday"
        assert second
        await call.type("no")
        place = next(place for place, draft in await linked(settings, call) if draft == second.draft_id)
        call.call.turn.goes_to = GoesTo(asks, lease, False)
        await call.type(asks)
        assert call.call.records.talk
        assert call.call.records.talk.active_id == lease
        async with asyncio.timeout(5):
            while (taken_up := call.call.acting.waits) is None:  # noqa: ASYNC110 - it is taken up beside the answer
                await asyncio.sleep(0.01)
        assert (taken_up.draft_id, call.call.acting.draft) == (first, None)
        assert dict(await linked(settings, call)) == {lease: first, place: second.draft_id}
        await call.type("add See you then.")
        assert dict(await linked(settings, call)) == {lease: first, place: second.draft_id}
        call.call.turn.goes_to = GoesTo(asks, "begun", True)
        await call.type(asks)
        assert call.call.acting.waits is None
        assert dict(await linked(settings, call)) == {lease: first, place: second.draft_id, "begun": None}


async def test_a_second_draft_of_a_conversation_hides_the_first_only_while_it_waits(settings: Settings) -> None:
    async with call_after(settings, 0) as call:
        await call.type(REPLY)
        ((place, first),) = await linked(settings, call)
        await call.type(MORE)
        ((_, second),) = await linked(settings, call)
        assert second not in {None, first}
        assert await call.type("throw the draft away") == words.DISCARDED
        assert await linked(settings, call) == [(place, first)]
    async with call_after(settings, 1) as call:
        assert IN_THE_MIDDLE in call.paper.since(0)


async def test_another_conversation_says_nothing_of_it_and_a_strangers_id_finds_nothing(settings: Settings) -> None:
    async with call_after(settings, 0) as call:
        await call.type(REPLY)
        ((conversation, _),) = await linked(settings, call)
    strange = TalkPlace(conversation_id=conversation, organisation_id="acme")
    for place in (TalkPlace(anew=True), strange):
        async with call_after(settings, 1, place=place) as call:
            assert IN_THE_MIDDLE not in call.paper.since(0)


async def test_who_sees_no_draft_is_told_once_that_it_is_on_the_page(settings: Settings) -> None:
    async with call_after(settings, 0, shows=False) as call:
        answer = await call.type(REPLY)
        assert answer.startswith(words.DRAFT_IS_READY)
        assert answer.endswith("?")
        assert words.DRAFT_IS_READY not in await call.type("add See you then.")
        assert (await call.type("send it")).startswith("It leaves in ")
    async with call_after(settings, 1, shows=True) as call:
        assert words.DRAFT_IS_READY not in await call.type(REPLY)


async def test_a_link_that_cannot_be_written_costs_no_turn_and_no_word(settings: Settings) -> None:
    async with call_after(settings, 0) as call:
        await call.type("next")
        await linked(settings, call)
        async with Database(settings.local_database_url) as database, database.session() as session:
            await session.execute(text("ALTER TABLE conversation DROP COLUMN pending_link"))
        assert "raft to" in await call.type(REPLY)
        assert (await call.type("send it")).startswith("It leaves in ")
        assert call.call.records.talk
        await call.call.records.talk.drain(within_s=0.5)
        conversation = call.call.records.talk.conversation_id
        assert conversation
        async with Database(settings.local_database_url) as database:
            kept = await ConversationStore(database, writing_vault(settings)).messages(LOCAL, conversation)
    assert "Tuesday" in " ".join(message.words for message in kept)
