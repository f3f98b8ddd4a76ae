"""The same history on both databases: up from nothing, down, up again, and the models say what the tables are."""

import asyncio
import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Executable, FromClause, MetaData, column, insert, inspect, select, table, text, update
from sqlalchemy.ext.asyncio import AsyncSession

import storage.migrations
from actions.changes.change_rows import JournalHead, JournalRow, SnoozeRow, WaitingEntry
from actions.changes.entries import written
from actions.sending.draft_store import StoredDraft
from actions.sending.sending_store import StoredSending
from conversations.conversation_rows import StoredConversation, StoredMessage
from correspondence.kept.correspondence_rows import (
    StoredCorrespondence,
    StoredLetter,
    StoredQuestion,
    StoredReply,
    StoredSeenMail,
    StoredWatch,
    StoredWish,
)
from inbox.ledger.backlog import WaitingMark
from inbox.ledger.nudged_mail import StoredNudge
from inbox.ledger.sql_ledger import BriefedMail, LastBriefing
from inbox.saved_call.sql_call_state import CallState, SqlCallState
from knowledge.memories import StoredMemory
from knowledge.preferences import StoredPreference
from providers.durable.work_lanes import StoredLane
from providers.models.typed.daily_tokens import StoredModelTokens
from providers.stored_account import StoredAccount
from storage.database import Base, Database, DatabaseUnavailableError
from storage.migrate import VERSION_TABLE, NewerSchemaError, downgrade, migrate
from team.team_rows import StoredAgent, StoredInboxItem, StoredInsight, StoredTask, StoredTeam, StoredWorkMessage, StoredWorkSession
from tests.actions.acting import an_entry
from tests.servers.ports import free_port
from web.signing_in.api_tokens import StoredApiToken
from web.signing_in.browser_sessions import StoredSession

pytest_plugins = ["tests.servers.both_databases"]

MODELS = (
    *(BriefedMail, LastBriefing, WaitingMark, StoredPreference, CallState, StoredAccount, StoredSession),
    *(JournalRow, JournalHead, WaitingEntry, SnoozeRow),
    *(StoredDraft, StoredSending),
    *(StoredConversation, StoredMessage, StoredModelTokens, StoredNudge, StoredApiToken),
    *(StoredLane, StoredMemory, StoredTeam, StoredAgent, StoredTask),
    *(StoredWorkSession, StoredWorkMessage, StoredInsight, StoredInboxItem),
    *(StoredCorrespondence, StoredLetter, StoredReply, StoredSeenMail, StoredWish, StoredQuestion, StoredWatch),
)
TABLES = {model.__tablename__ for model in MODELS}


def revisions() -> list[str]:
    """From the oldest to the newest."""
    config = Config()
    config.set_main_option("script_location", str(Path(storage.migrations.__file__).parent))
    return [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()][::-1]


@pytest.fixture
def url(database_url: str) -> str:
    return database_url


async def differences(url: str, metadata: MetaData) -> list[object]:
    """What Alembic would change to make the database equal to `metadata`; empty when they agree.

    Tables that `metadata` does not know belong to somebody else and are passed over.
    """

    def is_ours(_object: object, name: str | None, kind: str, reflected: bool, _counterpart: object) -> bool:
        return kind != "table" or not reflected or name in metadata.tables

    def compare(connection: Connection) -> list[object]:
        options = {"version_table": VERSION_TABLE, "include_object": is_ours}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))

    async with Database(url) as database, database.reading() as session:
        return await (await session.connection()).run_sync(compare)


async def tables(url: str) -> set[str]:
    async with Database(url) as database, database.reading() as session:
        return set(await (await session.connection()).run_sync(lambda connection: inspect(connection).get_table_names()))


async def rows(url: str, *wanted: FromClause) -> list[list[tuple[object, ...]]]:
    async with Database(url) as database, database.reading() as session:
        return [[tuple(row) for row in await session.execute(select(one))] for one in wanted]


async def execute(url: str, *statements: Executable) -> None:
    async with Database(url) as database, database.session() as session:
        for statement in statements:
            await session.execute(statement)


async def test_from_nothing_to_exactly_the_models(url: str) -> None:
    await migrate(url)
    assert await differences(url, Base.metadata) == []
    assert await tables(url) == set(Base.metadata.tables) | {VERSION_TABLE}
    assert set(Base.metadata.tables) == TABLES


async def test_an_empty_database_differs_from_the_models(url: str) -> None:
    assert len(await differences(url, Base.metadata)) >= len(TABLES)


@pytest.mark.slow
async def test_down_and_up_again_one_step_at_a_time(url: str) -> None:
    await migrate(url)
    for target in [*reversed(revisions()[:-1]), "base"]:
        await downgrade(url, target)
        await migrate(url)
        assert await differences(url, Base.metadata) == []
    await downgrade(url)
    assert await tables(url) == {VERSION_TABLE}
    await migrate(url)
    assert await differences(url, Base.metadata) == []


async def add_correspondence(session: AsyncSession) -> None:
    """With everything that belongs to one."""
    mailed = {"correspondence_id": "c", "content": "sealed:AA=="}
    began = {"opened_at": 1_772_440_215_123, "active_at": 1_772_440_215_123, "not_before": 0, "attempts": 0}
    session.add(StoredCorrespondence(**mailed, **began, user_id="anna", day="2026-03-02", account="work"))
    await session.flush()
    session.add(StoredLetter(**mailed, number=0, message_id="b@example.com", state="sent", sent_at=1_772_440_215_123))
    session.add(StoredReply(**mailed, number=1, message_id="r@example.com", mail_id="work:9", at=1_772_440_215_123))
    session.add(StoredSeenMail(**mailed, message_id="x@example.com", mail_id="work:8", at=1_772_440_215_123))
    session.add(StoredWish(**mailed, reply=1, place=0, is_done=True))
    session.add(StoredQuestion(**mailed, answer=1, mail=2, digest="ab", expires_at=1_772_440_215_123))
    session.add(StoredWatch(user_id="anna", watch_id="w", looks_at=1_772_440_215_123, briefs_at=0))


async def test_rows_survive_migrating_again(url: str) -> None:  # noqa: PLR0915 - a row of each table
    await migrate(url)
    async with Database(url) as database, database.session() as session:
        session.add(BriefedMail(user_id="anna", mail_id="work:1", status="actioned", action="archived", at_minute=29_540_190))
        session.add(LastBriefing(user_id="anna", at_minute=29_540_190))
        session.add(WaitingMark(user_id="anna", mail_id="work:2", status="briefed", at_minute=29_540_191))
        session.add(StoredPreference(user_id="anna", kind="vip", value="ben@example.com"))
        session.add(CallState(user_id="anna", owner="call 1", owned_since=1_772_440_215_123, number=1, ended=True, snapshot="{}"))
        session.add(JournalRow(**written(an_entry("work:3")) | {"user_id": "anna", "number": 1}))
        session.add(JournalHead(user_id="anna", number=1, hash="ab12"))
        session.add(WaitingEntry(user_id="anna", entry="{}"))
        session.add(SnoozeRow(user_id="anna", mail_id="work:4", until_minute=29_540_190, was_read=False))
        written_now = {"user_id": "anna", "message_id": "a@example.com", "content": "{}"}
        session.add(StoredDraft(**written_now, draft_id="d", place="work:t", version=1, edited_by_hand=False, changed_at=1_772_440_215_123))
        times = dict.fromkeys(("put_at", "leaves_at", "due_at"), 1_772_440_215_123)
        granted = {"action": "send", "words_hash": "ab", "digest": "cd", "rule": "yes to the question"}
        session.add(StoredSending(**written_now, **times, **granted, sending_id="s", account="work", state="held", told=False))
        given = {"user_id": "anna", "slug": "gm01234567", "provider": "google", "label": "work", "connected_at": 1_772_440_215_123}
        session.add(StoredAccount(**given, sealed=b"\x01\x00\xff", needs_sign_in=False))
        talk = {"user_id": "anna", "conversation_id": "t", "call_id": "call 1"}
        session.add(StoredConversation(**talk, began_at=1_772_440_215_123, last_activity_at=1_772_440_215_123))
        session.add(StoredMessage(**talk, number=1, at=1_772_440_215_123, content="sealed:AA=="))
        session.add(StoredModelTokens(user_id="anna", day=739_677, tokens=3_000_000_000))
        session.add(StoredLane(lane="agent:a", owner="run 1", leased_until=1_772_440_215_123))
        written_at = {"user_id": "anna", "created_at": 1_772_440_215_123}
        session.add(StoredMemory(**written_at, memory_id="m", content="sealed:AA==", changed_at=1_772_440_215_123))
        session.add(StoredTeam(**written_at, team_id="t", lead_id="a", content="sealed:AA=="))
        await session.flush()
        being = {"role": "lead", "paused": False, "conversation_id": "t", "rests_until": 0}
        session.add(StoredAgent(**written_at, **being, agent_id="a", team_id="t", content="sealed:AA=="))
        await session.flush()
        of_agent = written_at | {"agent_id": "a"}
        counted = dict.fromkeys(("depth", "attempts", "requests", "tokens", "not_before"), 0)
        given = {"assigned_by": "a", "source": "user", "status": "pending", "out_of_mail": False}
        session.add(StoredTask(**of_agent, **counted, **given, task_id="k", text="sealed:AA=="))
        used = dict.fromkeys(("requests", "tokens", "delegations"), 0)
        session.add(StoredWorkSession(**of_agent, **used, session_id="w", status="active", stage=""))
        await session.flush()
        session.add(StoredWorkMessage(session_id="w", number=1, role="user", content="sealed:AA==", created_at=1_772_440_215_123))
        learned = {"insight_id": "i", "kind": "fact", "content": "sealed:AA==", "session_id": "w", "confidence": 0.5}
        session.add(StoredInsight(**of_agent, **learned, by_user=False))
        told_as = {"kind": "briefing", "state": "unread", "summary": "sealed:AA==", "conversation_id": "t", "written_by": "session:w"}
        session.add(StoredInboxItem(**of_agent, **told_as, item_id="x"))
        named = {"token_id": "t", "label": "a script", "scopes": "team:read"}
        session.add(StoredApiToken(**named, key="cd34", user_id="anna", created_at=1_772_440_215_123))
        await add_correspondence(session)
        session.add(StoredNudge(user_id="anna", mail_id="work:1", at_minute=29_000_000))
        session.add(StoredSession(key="ab12", user_id="anna", expires_at=1_772_440_215_123, room="call-x", identity="caller-x"))
    before = await rows(url, *Base.metadata.sorted_tables)
    await migrate(url)
    assert await rows(url, *Base.metadata.sorted_tables) == before
    assert [len(found) for found in before] == [1] * len(TABLES)


async def test_tables_of_others_are_left_alone(url: str) -> None:
    theirs = table("workflow_status", column("id"))
    await execute(url, text("CREATE TABLE workflow_status (id TEXT PRIMARY KEY)"), insert(theirs).values(id="theirs"))
    await migrate(url)
    assert await differences(url, Base.metadata) == []
    await downgrade(url)
    assert await rows(url, theirs) == [[("theirs",)]]


async def test_a_newer_schema_is_refused_and_left_alone(url: str) -> None:
    version = table(VERSION_TABLE, column("version_num"))
    await migrate(url)
    await execute(url, update(version).values(version_num="9999"))
    with pytest.raises(NewerSchemaError):
        await migrate(url)
    assert await rows(url, version) == [[("9999",)]]
    assert await tables(url) == TABLES | {VERSION_TABLE}


@pytest.mark.slow
async def test_several_processes_may_start_on_a_new_database_at_once(url: str) -> None:
    program = "import asyncio, sys; from storage.migrate import migrate; asyncio.run(migrate(sys.argv[1]))"

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", program, url], capture_output=True, text=True, check=False)

    for done in await asyncio.gather(*(asyncio.to_thread(run) for _ in range(4))):
        assert (done.returncode, done.stderr) == (0, "")
    assert await differences(url, Base.metadata) == []


async def test_a_database_that_is_away_is_unavailable() -> None:
    with pytest.raises(DatabaseUnavailableError):
        await migrate(f"postgresql://aloud@127.0.0.1:{free_port()}/aloud")


async def test_a_call_saved_as_a_base_and_its_changes_is_taken_up_at_the_same_mail(url: str) -> None:
    state = table("call_state", *map(column, ("user_id", "owner", "owned_since", "number", "saved_by", "saved_at", "ended")))
    part = table("call_state_part", *map(column, ("user_id", "number", "part")))
    way = {"cursor": "w:1", "history": [], "just_skipped": []}
    base = {"format": 1, "topics": [["similar", ["w:1", "w:2"]], ["other", ["w:3"]]], "mails": {}, **way}
    heard = {"status": "briefed", "briefed_at": "2026-03-02T08:30:15+00:00"}
    arrived = {"order": None, "added": [["w:2", ["arrivals", ["w:9"]]]], "mails": {"w:1": heard, "w:2": heard}}
    moved = {"cursor": "w:9", "kept": 0, "went": ["w:1", "w:2"], "just_skipped": None}
    back = {"cursor": "w:2", "kept": 1, "went": [], "just_skipped": ["w:3"]}
    changes = [arrived | moved, {"order": None, "added": [], "mails": {"w:2": {}}} | back]
    await migrate(url)
    await downgrade(url, "0007")
    for user_id, parts in (("anna", [base, *changes]), ("ben", [{"format": 1}, {}])):
        row = {"owner": "old", "owned_since": 1, "number": 3, "saved_by": "old", "saved_at": 1_772_440_215_123, "ended": False}
        stored = [{"user_id": user_id, "number": number, "part": json.dumps(each)} for number, each in enumerate(parts, start=1)]
        await execute(url, insert(state).values(user_id=user_id, **row), insert(part).values(stored))
    await migrate(url)
    async with Database(url) as database:
        states, now = SqlCallState(database), datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
        left = await states.take_over("anna", "new", now=now)
        assert left is not None
        assert (left.call_id, left.ended, left.snapshot.cursor, left.snapshot.history) == ("old", False, "w:2", ("w:1",))
        assert [list(topic.mails) for topic in left.snapshot.topics] == [["w:1", "w:2"], ["w:9"], ["w:3"]]
        assert (list(left.snapshot.mails), left.snapshot.just_skipped) == (["w:1"], ("w:3",))
        assert await states.take_over("ben", "new", now=now) is None
    await downgrade(url, "0007")
    await migrate(url)
    async with Database(url) as database:
        assert await SqlCallState(database).take_over("anna", "newer", now=now) == left


async def test_a_mail_agreed_to_in_a_dry_run_goes_with_the_column_that_says_so_and_the_others_stay(url: str) -> None:
    await migrate(url)
    times = dict.fromkeys(("put_at", "leaves_at", "due_at"), 1_772_440_215_123)
    granted = {"action": "send", "words_hash": "ab", "digest": "cd", "rule": "yes to the question", "state": "held", "told": False}
    async with Database(url) as database, database.session() as session:
        for name, dry_run in (("real", False), ("dry", True)):
            row = {"user_id": "anna", "message_id": f"{name}@example.com", "account": "work", "content": "{}", "dry_run": dry_run}
            session.add(StoredSending(**row, **times, **granted, sending_id=name))
    await downgrade(url, "0009")
    await migrate(url)
    async with Database(url) as database, database.reading() as session:
        kept = [(row.sending_id, row.dry_run) for row in await session.scalars(select(StoredSending))]
    assert kept == [("real", False)]


async def test_conversations_come_to_a_database_with_rows_and_go_again_without_touching_them(url: str) -> None:
    await migrate(url)
    await downgrade(url, "0010")
    async with Database(url) as database, database.session() as session:
        session.add(StoredPreference(user_id="anna", kind="vip", value="ben@example.com"))
        session.add(CallState(user_id="anna", owner="call 1", owned_since=1_772_440_215_123, number=1, ended=True, snapshot="{}"))
    kept = [StoredPreference.__table__, CallState.__table__]
    before = await rows(url, *kept)
    await migrate(url)
    assert await rows(url, *kept, StoredConversation.__table__) == [*before, []]
    await downgrade(url, "0010")
    assert await rows(url, *kept) == before
    assert {"conversation", "conversation_message"}.isdisjoint(await tables(url))


async def test_the_link_to_a_draft_that_waits_is_one_nullable_column_and_rows_of_before_stay_as_they_were(url: str) -> None:
    await migrate(url)
    await downgrade(url, "0013")
    columns = ("user_id", "conversation_id", "call_id", "title", "began_at", "last_activity_at")
    old = table("conversation", *map(column, columns))
    row = dict(zip(columns, ("anna", "t", "call 1", "sealed:AA==", 1_772_440_215_123, 1_772_440_215_124), strict=True))
    await execute(url, insert(old).values(row))
    before = await rows(url, old)
    await migrate(url)
    assert await rows(url, old, select(StoredConversation.pending_link).subquery()) == [*before, [(None,)]]
    await downgrade(url, "0013")
    assert await rows(url, old) == before
