"""Calls that go to another conversation with a draft open, by the real router; and by which ids what is kept is read and written."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import select, update

from conversations.conversation_rows import StoredConversation, StoredMessage, of_owner
from providers.settings import Settings
from storage.database import Database
from tests.agent.talking_models import LOCAL, TalkingModels, conversations_of, routed_call, talking
from tests.agent.typed_call import TypedCall
from tests.agent.whole_calls.test_routed_turns import LEASE, MATCH, Resumes, lease_of_last_week, new, waited_for
from tests.conversations.recorded import recorded
from tests.servers.openai.chat import BreakOff, Fails
from tests.servers.openai.double import CallTool, Say
from tests.servers.openai.faults import HangUp, Refuse
from tests.servers.smtp import SmtpDesk, smtp_server
from tests.web.served import KEY, SEALING_KEY, SECRET, Browser, served
from tests.web.typing_browser import Typist

pytestmark = pytest.mark.slow

TUESDAY, NOON = "Tuesday works for me.", "Lunch is at noon."
OF_TUESDAY = "What did we say about Tuesday last time?"


@asynccontextmanager
async def desk_of(folder: Path) -> AsyncIterator[tuple[Settings, TalkingModels, SmtpDesk]]:
    keys = {"livekit_api_key": KEY, "livekit_api_secret": SecretStr(SECRET), "aloud_secret_key": SecretStr(SEALING_KEY)}
    async with smtp_server() as desk:
        sends_by = SecretStr(f"smtp://127.0.0.1:{desk.port}")
        async with talking(folder, aloud_smtp_url=sends_by, aloud_llm_model="large-model", **keys) as (settings, models):
            yield settings, models, desk


async def writes(call: TypedCall, models: TalkingModels, line: str, text: str, **whom: str) -> str:
    """The id of the draft that a model writes for this line; the question about it is answered with no."""
    before = models.answers
    models.answers = lambda _: CallTool("write", text=text, **whom)
    assert text in await call.type(line)
    models.answers = before
    draft = call.call.acting.draft
    assert draft
    await call.type("no")
    return draft.draft_id


async def on_the_page(browser: Browser, *conversations: str) -> list[list[str]]:
    """The texts of the drafts that a page shows in each of these."""
    found = [(await browser.get(f"/api/conversations/{each}")).json()["shown"]["drafts"] for each in conversations]
    return [[draft["text"] for draft in drafts] for drafts in found]


async def place_of(call: TypedCall) -> str:
    talk = call.call.records.talk
    assert talk
    await talk.drain()
    assert talk.conversation_id
    return talk.conversation_id


async def test_a_draft_stays_with_its_conversation_when_the_router_takes_the_call_elsewhere_and_is_found_on_coming_back(
    tmp_path: Path,
) -> None:
    async with desk_of(tmp_path) as (settings, models, desk), conversations_of(settings) as store, served(settings) as server:
        lease, browser = await lease_of_last_week(store), await server.user()
        async with routed_call(settings) as call:
            acting = call.call.acting
            first = await writes(call, models, "reply that Tuesday works for me", TUESDAY, kind="reply")
            here = await place_of(call)
            models.routes = Resumes("lease")
            await call.type(LEASE)
            assert (await place_of(call), acting.waits) == (lease, None)
            assert await on_the_page(browser, here, lease) == [[TUESDAY], []]
            models.routes = lambda *_: CallTool("route", kind="continue")
            await writes(
                call, models, "write to zoe at hearth dot example that lunch is at noon", NOON, kind="new", to="zoe@hearth.example"
            )
            assert await place_of(call) == lease
            assert await on_the_page(browser, here, lease) == [[TUESDAY], [NOON]]
            models.routes = Resumes("Tuesday")
            await call.type(OF_TUESDAY)
            await waited_for(lambda: acting.waits is not None)
            assert acting.waits
            assert (await place_of(call), acting.waits.draft_id) == (here, first)
            assert acting.draft is None
            assert TUESDAY in await call.type("read the draft")
            await call.type("no")
            models.routes = new
            await call.type("What did we say about the match last week?")
            begun = await place_of(call)
            assert begun not in {here, lease}
            assert not acting.waits
            assert await on_the_page(browser, here, lease, begun) == [[TUESDAY], [NOON], []]
        listed = (await browser.get("/api/conversations")).json()["conversations"]
        assert {each["id"]: each["waits"] for each in listed} == {here: True, lease: True, begun: False}
        assert desk.taken == []


async def test_no_state_of_a_conversation_is_read_or_written_but_by_its_id_in_calls_and_typed_turns_errors_included(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as (settings, models, _), conversations_of(settings) as store:
        lease = await lease_of_last_week(store)
        with recorded() as seen:
            async with routed_call(settings) as call:
                await writes(call, models, "reply that Tuesday works for me", TUESDAY, kind="reply")
                here = await place_of(call)
                assert seen.taken() == {here}
                models.answers = lambda _: Fails(Refuse(400))
                await call.type("Tell me about the weather in Rome")
                models.answers, models.routes = lambda _: BreakOff("It ends in "), lambda *_: Fails(HangUp())
                await call.type(MATCH)
                assert (await place_of(call), seen.taken()) == (here, {here})
                models.answers, models.routes = lambda _: Say("It is as I said."), Resumes("lease")
                await call.type(LEASE)
                assert (await place_of(call), seen.taken()) == (lease, {here, lease}), "the line leaves the one and goes to the other"
                await call.type("And who signs the contract in the end?")
                await call.type("go on with my reply")
                assert (await place_of(call), seen.taken()) == (lease, {lease})
            seen.taken()
            async with served(settings) as server:
                page = Typist(await server.user(), here)
                await page.type("")
                models.routes = lambda *_: CallTool("route", kind="continue")
                await page.type("Tell me about the weather in Oslo")
                models.answers = lambda _: BreakOff("It ends in ")
                await page.type(MATCH)
                assert seen.taken() == {here}
                models.routes, models.answers = Resumes("lease"), lambda _: Say("It is as I said.")
                await page.type(LEASE)
                assert (page.conversation_id, seen.taken()) == (lease, {here, lease})
            assert (seen.otherwise, seen.statements > 50) == ([], True)


async def test_what_is_read_as_the_newest_is_recorded(tmp_path: Path) -> None:
    """The test above can fail."""
    async with (
        desk_of(tmp_path) as (settings, _, _),
        conversations_of(settings) as store,
        Database(settings.shared_database_url) as database,
    ):
        await lease_of_last_week(store)
        theirs = of_owner(StoredConversation, LOCAL)
        newest = select(StoredConversation.summary).where(*theirs).order_by(StoredConversation.last_activity_at.desc()).limit(1)
        for statement in (
            newest,
            update(StoredConversation).where(*theirs).values(summary=None),
            select(StoredMessage).where(*of_owner(StoredMessage, LOCAL)),
        ):
            with recorded() as seen:
                async with database.session() as session:
                    await session.execute(statement)
            assert len(seen.otherwise) == 1
