"""A turn's route and acknowledgement when what they depend on fails or hangs: the turn stays where it is, and soon."""

import asyncio
import logging
from dataclasses import replace

import pytest
from pydantic import SecretStr
from sqlalchemy.exc import ProgrammingError

from conversations.conversation_rows import Owner
from conversations.parts import TalkMessage
from conversations.store import IN_A_DIGEST, MOST_MESSAGES, ConversationStore, DigestEntry
from conversations.talk_writer import TalkWriter
from conversations.turn_routing import Elsewhere, TurnRouting
from providers.models.typed.daily_tokens import DailyTokens
from providers.models.typed.models_at import ModelsAt
from providers.models.typed.typed_models import TypedModels
from storage.database import Database
from tests.conversations.routing import DIGEST, LEASE
from tests.conversations.talks import ANNA, NOW, VAULT, later, store_on, talked
from tests.providers.models.typed.asking import TODAY, TokensInMemory, as_they_are
from tests.servers.openai.double import CallTool, OpenAIDouble

pytest_plugins = ["tests.servers.both_databases"]

BROKEN = ProgrammingError("select", {}, Exception("no such column"))
SOON_S = 3.0


class TroubledStore(ConversationStore):
    """Raises, or hangs, where the test says."""

    def __init__(
        self, database: Database, *, digest: Exception | None = None, history: Exception | None = None, hangs: bool = False
    ) -> None:
        super().__init__(database, VAULT)
        self._digest, self._history, self._hangs = digest, history, hangs

    async def list_digest(self, owner: Owner, *, limit: int = IN_A_DIGEST, after: int = 0) -> list[DigestEntry]:
        if self._hangs:
            await asyncio.sleep(60)
        if self._digest:
            raise self._digest
        return list(DIGEST)

    async def messages(self, owner: Owner, conversation_id: str, *, most: int = MOST_MESSAGES) -> list[TalkMessage]:
        raise self._history or AssertionError


@pytest.fixture(autouse=True)
def _resumes(server: OpenAIDouble) -> None:
    server.always(CallTool("route", kind="resume", threadId=LEASE))


async def route(models: TypedModels, store: ConversationStore, *, within_s: float = 30.0) -> Elsewhere | None:
    async with TalkWriter(store, ANNA, "call", lambda: NOW) as talk:
        routing = TurnRouting(models, store, ANNA, talk)
        routing.within_s = within_s
        return await routing.route("And who signs it?", may_begin=True)


async def test_a_list_that_cannot_be_read_for_whatever_reason_or_in_time_leaves_the_turn_where_it_is(
    models: TypedModels, sqlite: Database
) -> None:
    for error in (BROKEN, ValueError("Carla's words")):
        assert await route(models, TroubledStore(sqlite, digest=error)) is None
    async with asyncio.timeout(SOON_S):
        assert await route(models, TroubledStore(sqlite, hangs=True), within_s=0.1) is None


async def test_a_history_that_cannot_be_read_for_whatever_reason_is_left_out(models: TypedModels, sqlite: Database) -> None:
    for error in (BROKEN, ValueError("parts of another version")):
        found = await route(models, TroubledStore(sqlite, history=error))
        assert found == Elsewhere(conversation_id=LEASE, is_new=False)


async def test_an_acknowledgement_that_fails_for_whatever_reason_is_none(sqlite: Database) -> None:
    class Unloadable(TypedModels):
        async def load(self) -> None:
            raise ImportError("no such library")

    at = ModelsAt(base_url="http://127.0.0.1:1", key=SecretStr("sk-test"), small="small-model", large=None)
    store, tokens = store_on(sqlite), DailyTokens(TokensInMemory(), 1_000, lambda: TODAY)
    async with Unloadable(at, tokens, repair=as_they_are) as models, TalkWriter(store, ANNA, "call", lambda: NOW) as talk:
        assert await TurnRouting(models, store, ANNA, talk).acknowledge("Who signs it?") is None


async def test_the_conversation_of_the_call_is_no_other_though_it_is_stored_only_meanwhile(
    server: OpenAIDouble, models: TypedModels, sqlite: Database
) -> None:
    async with TalkWriter(store_on(sqlite), ANNA, "call", lambda: NOW) as talk:

        class StoredMeanwhile(ConversationStore):
            async def list_digest(self, owner: Owner, *, limit: int = IN_A_DIGEST, after: int = 0) -> list[DigestEntry]:
                talk.user_said("Who won the match?")
                await talk.drain()
                return await super().list_digest(owner)

        server.always(lambda _: CallTool("route", kind="resume", threadId=talk.active_id))
        routing = TurnRouting(models, StoredMeanwhile(sqlite, VAULT), ANNA, talk)
        routing.within_s = 30.0
        assert await routing.route("And who signs it?", may_begin=True) is None
        assert len(server.chat_requests) == 1


async def test_an_agents_home_is_not_among_what_a_turn_may_go_on_with(server: OpenAIDouble, models: TypedModels, sqlite: Database) -> None:
    class WithAHome(TroubledStore):
        async def list_digest(self, owner: Owner, *, limit: int = IN_A_DIGEST, after: int = 0) -> list[DigestEntry]:
            return [replace(each, agent_id="lead" if each.conversation_id == LEASE else None) for each in DIGEST]

    found = await route(models, WithAHome(sqlite))
    assert found is None or found.conversation_id != LEASE
    assert LEASE not in str([message.content for message in server.chat_requests[0].messages])


LONG = "Carla asks about the heating of the house at the lake, and whether it can be repaired before May or only in the summer"


@pytest.mark.parametrize("kind", ["resume", "continue", "new"])
async def test_dispatch_resume_passes_the_older_id_continue_keeps_the_active_one_and_new_creates_one_titled_with_the_request(
    server: OpenAIDouble, models: TypedModels, sqlite: Database, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    caplog.set_level(logging.INFO, "conversations")
    store = store_on(sqlite)
    lease = await talked(store, ANNA, "last week", asks="When does the lease end?", answers="It ends in May, says Mr Petrov.")
    boiler = await talked(store, ANNA, "yesterday", asks="The boiler makes a noise", at=later(1))
    server.always(CallTool("route", kind=kind, threadId=lease))
    async with TalkWriter(store, ANNA, "call", lambda: later(2), goes_on_in=boiler) as talk:
        routing = TurnRouting(models, store, ANNA, talk)
        routing.within_s = 30.0
        found = await routing.route(LONG, may_begin=True)
        talk.user_said(LONG)
        if found is not None:
            talk.go_to(found.conversation_id, is_new=found.is_new)
    newest = (await store.list_digest(ANNA))[0]
    assert [message.words for message in await store.messages(ANNA, newest.conversation_id)][-1] == LONG
    wanted = {"resume": (lease, "When does the lease end?"), "continue": (boiler, "The boiler makes a noise")}
    assert (newest.conversation_id, newest.title) == wanted.get(kind, (newest.conversation_id, f"{LONG[:79].rstrip()}…"))
    assert (newest.conversation_id in {lease, boiler}) == (kind != "new")
    assert (found.history != () if found else None) == {"resume": True, "continue": None, "new": False}[kind]
    (record,) = [each for each in caplog.records if each.getMessage() == "a turn was dispatched"]
    told = {"mode": "voice", "agent": "companion", "route": kind, "conversation": newest.conversation_id, "frame": False}
    assert told.items() <= vars(record).items()
    assert "Carla" not in str(vars(record))
