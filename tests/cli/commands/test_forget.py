"""`aloud forget`: nothing of the one user is left anywhere, and everything of the other."""

import asyncio
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, aclosing, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from redis.asyncio import Redis
from sqlalchemy import MetaData, select, text

from actions.changes.change_rows import WaitingEntry
from actions.changes.entries import written as written_entry
from actions.changes.journal import Journal
from actions.changes.snoozes import SnoozeStore
from briefing.mail import Address, MailId, MailStatus
from briefing.mail_action import MailAction
from conversations.conversation_rows import Owner
from inbox.ledger.backlog import Backlog
from inbox.ledger.nudged_mail import NudgedMailRecords
from inbox.ledger.redis_ledger import RedisLedger
from inbox.ledger.sql_ledger import SqlLedger
from inbox.saved_call.redis_call_state import RedisCallState
from inbox.saved_call.sql_call_state import SqlCallState
from knowledge.memories import MemoryStore
from knowledge.preferences import PreferenceStore
from providers.models.typed.daily_tokens import TokenRecords
from providers.sample_inbox import write_sample_inbox
from storage.database import Database
from storage.migrate import VERSION_TABLE, downgrade, migrate
from tests.actions.acting import an_entry
from tests.actions.sending_desk import Desk
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import NOW
from tests.cli.piped import Written, aloud_piped
from tests.cli.pseudo_terminal import aloud
from tests.conversations.talks import store_on, talked
from tests.correspondence.exchange.post_office import a_correspondence
from tests.inbox.call_state_contract import begun
from tests.inbox.ledger_contract import mark
from tests.servers.ports import free_port
from tests.servers.postgres import PostgresServer
from tests.servers.redis import RedisServer
from tests.team.teams import VAULT, HandClock, a_team
from tests.team.teams import store_on as team_store_on
from web.signing_in.api_tokens import ApiTokens, TokenScope
from web.signing_in.browser_sessions import SessionStore

ANNA, ANNABEL = "anna", "annabel"
MARKS = [mark("work:1"), mark("work:2", MailStatus.SKIPPED), mark("work:3", MailStatus.ACTIONED, action=MailAction.ARCHIVE)]
STAYS = "Mail itself was not touched."


def database_of(folder: Path) -> str:
    return f"sqlite:///{folder}/data/aloud.db"


async def plant_in_database(url: str, user: str, *, marks_wait: bool = False) -> None:
    await migrate(url)
    async with Database(url) as database:
        await SqlLedger(database).mark(user, MARKS)
        if marks_wait:
            await Backlog(database).keep(user, [mark(f"work:waiting-for-{user}"), mark("work:2")])
        await NudgedMailRecords(database).add(user, MailId(f"work:offered-to-{user}"), datetime(2026, 3, 9, tzinfo=UTC))
        await PreferenceStore(database).add_vip(user, f"friend@of.{user}.example.com")
        await Journal(database).append(user, [an_entry(f"work:changed-by-{user}")])
        await SnoozeStore(database).snooze(user, MailId(f"work:put-off-by-{user}"), datetime(2026, 3, 9, tzinfo=UTC))
        desk = Desk(database, user=user)
        friend = Address(email=f"friend@of.{user}.example.com")
        await desk.put(await desk.drafts.new("work", address="me@example.com", to=(friend,), body=f"For {user} only."))
        if marks_wait:
            async with database.session() as session:
                session.add(WaitingEntry(user_id=user, entry=json.dumps(written_entry(an_entry(f"work:waiting-for-{user}")))))
        await plant_call(SqlCallState(database), user)
        await plant_conversations(database, user)
        await a_team(team_store_on(database), Owner(user_id=user))
        await a_correspondence(database, user)
        await MemoryStore(database, VAULT, now=HandClock()).add(Owner(user_id=user), "Prefers mornings")
        await SessionStore(database).begin(user, now=datetime.now(UTC))
        await ApiTokens(database).make(Owner(user_id=user), f"script of {user}", [TokenScope.READ], now=datetime.now(UTC))


async def plant_conversations(database: Database, user: str) -> None:
    talks = store_on(database)
    await talked(talks, Owner(user_id=user), f"call of {user}", asks=f"What does friend@of.{user}.example.com want?", answers="A reply.")
    await talked(talks, Owner(user_id=user, organisation_id="acme"), f"other call of {user}", asks="And the budget?")
    await TokenRecords(database).add({(user, 739_677): 500})


async def plant_call(store: SqlCallState | RedisCallState, user: str) -> None:
    briefing = await begun(store, f"call of {user}", user)
    await briefing.go_on()
    await briefing.go_on()


async def plant_in_redis(url: str, user: str) -> None:
    async with aclosing(RedisLedger.from_url(url)) as ledger, aclosing(RedisCallState.from_url(url)) as calls:
        await ledger.mark(user, [*MARKS, mark(f"work:of-{user}")])
        await plant_call(calls, user)


async def rows_of(url: str) -> list[str]:
    """Every row of every table, as text."""
    found = []
    metadata = MetaData()
    async with Database(url) as database, database.reading() as session:
        await (await session.connection()).run_sync(metadata.reflect)
        for table in metadata.sorted_tables:
            if table.name != VERSION_TABLE:
                found += [f"{table.name} {tuple(row)}" for row in await session.execute(select(table))]
    return sorted(found)


async def entries_of(url: str) -> list[str]:
    """Every key of Redis with what it holds, as text."""
    found = []
    async with Redis.from_url(url, decode_responses=True) as client:
        for key in sorted(map(str, await client.keys("*"))):
            value = await client.hgetall(key) if await client.type(key) == "hash" else await client.lrange(key, 0, -1)
            found.append(f"{key} {value}")
    return found


def all_entries(folder: Path, postgres: PostgresServer, redis: RedisServer) -> list[list[str]]:
    return [asyncio.run(look) for look in (rows_of(database_of(folder)), rows_of(postgres.url()), entries_of(redis.url))]


def of(user: str, entries: list[str]) -> list[str]:
    return [entry for entry in entries if re.search(rf"\b{user}\b", entry)]


async def written_to_its_files(postgres: PostgresServer) -> None:
    async with Database(postgres.url()) as database, database.session() as session:
        await session.execute(text("CHECKPOINT"))


def files_that_name(user: str, *folders: Path) -> list[str]:
    """Files in which a byte of the user is left; a PostgreSQL server's own log is what `aloud forget` says that it cannot clear."""
    canary = re.compile(rb"\b%b\b|[@.]%b\.example" % (user.encode(), user.encode()))
    files = [(folder, file) for folder in folders for file in sorted(folder.rglob("*")) if file.is_file() and "pg_wal" not in file.parts]
    return [str(file.relative_to(folder)) for folder, file in files if canary.search(file.read_bytes())]


def forget(*arguments: str, folder: Path, lines: str = "", **settings: str) -> Written:
    return aloud_piped("forget", *arguments, folder=folder, settings=settings, lines=lines)


@pytest.fixture(scope="module")
def planted_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("planted")
    for user in (ANNA, ANNABEL):
        asyncio.run(plant_in_database(database_of(folder), user, marks_wait=True))
    return folder


@pytest.fixture
def planted(planted_once: Path, tmp_path: Path) -> Path:
    """A folder whose data are of two users."""
    shutil.copytree(planted_once, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.mark.slow
def test_everything_of_the_one_is_deleted_and_told_and_nothing_of_the_other(planted: Path) -> None:
    before = asyncio.run(rows_of(database_of(planted)))
    assert len(of(ANNA, before)) > 5
    written = forget(ANNA, "--yes", folder=planted)
    assert (written.exit_code, written.stderr) == (0, "")
    assert written.stdout.splitlines() == [
        'Deleted about "anna":',
        "  agents of your team, with all that they do and know, on this machine: 1",
        "  briefings by mail, with their replies and answers, on this machine: 1",
        "  mails heard or dealt with, not delivered yet, on this machine: 2",
        "  mails heard or dealt with, on this machine: 3",
        "  mails that something was offered about, on this machine: 1",
        "  preferences, on this machine: 1",
        "  entries about changes of mail, on this machine: 2",
        "  mails put off, on this machine: 1",
        "  drafts, on this machine: 1",
        "  mails sent, or to be sent, on this machine: 1",
        "  saved calls, on this machine: 1",
        "  conversations, on this machine: 4",
        "  memories of you, on this machine: 1",
        "  days of use of language models, on this machine: 1",
        "  browsers signed in, on this machine: 1",
        "  tokens for programs, on this machine: 1",
        "  connected accounts, on this machine: 0",
        STAYS,
    ]
    after = asyncio.run(rows_of(database_of(planted)))
    assert of(ANNA, after) == []
    assert after == of(ANNABEL, before) == of(ANNABEL, after)


@pytest.mark.slow
def test_the_file_itself_holds_nothing_of_the_one_any_more(planted: Path) -> None:
    file = planted / "data" / "aloud.db"
    assert re.search(rb"\banna\b", file.read_bytes())
    forget(ANNA, "--yes", folder=planted)
    left = b"".join(path.read_bytes() for path in file.parent.glob("aloud.db*"))
    assert not re.search(rb"\banna\b|friend@of\.anna\.", left)
    assert re.search(rb"\bannabel\b", left)


@pytest.mark.slow
@pytest.mark.parametrize("reads", [False, True])
async def test_beside_a_connected_worker_no_byte_is_left_or_it_is_said(planted: Path, reads: bool) -> None:
    database = await asyncio.to_thread(sqlite3.connect, planted / "data" / "aloud.db", check_same_thread=False)
    with closing(database):
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("UPDATE preference SET value = value")
        database.commit()
        if reads:
            database.execute("BEGIN")
        assert database.execute("SELECT count(*) FROM draft").fetchone() == (2,)
        written = await asyncio.to_thread(forget, ANNA, "--yes", folder=planted)
        left = files_that_name(ANNA, planted / "data")
    if reads:
        assert (written.exit_code, written.stderr.partition(",")[0]) == (1, "What was deleted may still be in the files on this machine")
        assert await asyncio.to_thread(forget, ANNA, "--yes", folder=planted) == written.__class__(
            stdout=written.stdout.translate(str.maketrans("123456789", "000000000")), stderr="", exit_code=0
        )
        left = files_that_name(ANNA, planted / "data")
    else:
        assert (written.exit_code, written.stderr) == (0, "")
    assert left == []


@pytest.mark.slow
def test_what_was_said_to_the_sample_inbox_goes_with_its_user(planted: Path) -> None:
    demo = planted / "data" / "demo"
    demo.mkdir()
    (demo / "aloud.db").write_text("what anna dictated")
    forget("--yes", folder=planted, ALOUD_USER=ANNA)
    assert not demo.exists()


@pytest.mark.slow
def test_without_a_name_it_is_the_configured_user_whose_settings_stay(planted: Path) -> None:
    written = forget("--yes", folder=planted, ALOUD_USER=ANNA, ALOUD_VIPS="boss@example.com")
    assert written.exit_code == 0
    assert written.stdout.splitlines()[-2:] == [STAYS, "Your settings (.env and the environment) are not changed."]
    assert of(ANNA, asyncio.run(rows_of(database_of(planted)))) == []


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_nothing_is_deleted_unless_the_question_is_answered_with_yes(planted: Path, answer: str) -> None:
    before = asyncio.run(rows_of(database_of(planted)))
    written = forget(ANNA, folder=planted, lines=answer)
    assert written.exit_code == 1
    assert 'Delete all that Aloud has stored about "anna"? Mail itself is not touched. [y/N]' in written.stdout
    assert "Deleted" not in written.stdout
    assert asyncio.run(rows_of(database_of(planted))) == before


@pytest.mark.slow
def test_it_is_asked_on_a_terminal(planted: Path) -> None:
    with aloud("forget", ANNA, folder=planted) as terminal:
        terminal.see("[y/N]")
        terminal.press("y\r")
        assert terminal.exit_code() == 0
        assert STAYS in terminal.words
        assert terminal.is_as_before()
    assert of(ANNA, asyncio.run(rows_of(database_of(planted)))) == []


@pytest.mark.slow
def test_of_a_stranger_nothing_is_there_to_delete_and_no_database_is_made_for_that(tmp_path: Path) -> None:
    written = forget("nobody", "--yes", folder=tmp_path)
    assert written.exit_code == 0
    assert {line[-3:] for line in written.stdout.splitlines()[1:-1]} == {": 0"}
    assert not (tmp_path / "data" / "aloud.db").exists()


@pytest.mark.slow
def test_a_database_of_an_older_aloud_is_no_obstacle(planted: Path) -> None:
    asyncio.run(downgrade(database_of(planted), "0001"))
    assert forget(ANNA, "--yes", folder=planted).exit_code == 0
    assert of(ANNA, asyncio.run(rows_of(database_of(planted)))) == []


@pytest.mark.slow
def test_mail_is_not_touched(planted: Path) -> None:
    inbox = planted / "Mail"
    write_sample_inbox(inbox, now=NOW, unread=7)
    before = flags_of(inbox)
    assert forget("--yes", folder=planted, ALOUD_MAILDIR=str(inbox), ALOUD_USER=ANNA).exit_code == 0
    assert flags_of(inbox) == before


@pytest.mark.slow
def test_a_store_that_is_away_is_named_and_the_others_forget_all_the_same(planted: Path) -> None:
    port = free_port()
    away = {
        "REDIS_URL": f"redis://:hidden-password@127.0.0.1:{port}/0",
        "DATABASE_URL": f"postgresql://aloud:hidden@127.0.0.1:{port}/aloud",
    }
    written = forget(ANNA, "--yes", folder=planted, **away)
    assert written.exit_code == 1
    assert [line.partition(":")[0] for line in written.stderr.splitlines()] == [
        "The database of DATABASE_URL could not be reached, or is of a newer Aloud",
        "Redis could not be reached",
    ]
    assert "hidden" not in written.stdout + written.stderr
    assert written.stdout.splitlines()[-1] == STAYS
    assert of(ANNA, asyncio.run(rows_of(database_of(planted)))) == []


class TestSharedStores:
    pytestmark = pytest.mark.server

    @pytest.fixture
    def servers(self) -> Iterator[tuple[PostgresServer, RedisServer]]:
        with ExitStack() as stack:
            yield stack.enter_context(PostgresServer()), stack.enter_context(RedisServer())

    def test_every_store_forgets_the_one_and_keeps_the_other(self, servers: tuple[PostgresServer, RedisServer], planted: Path) -> None:
        postgres, redis = servers
        for user in (ANNA, ANNABEL):
            asyncio.run(plant_in_database(postgres.url(), user))
            asyncio.run(plant_in_redis(redis.url, user))
        asyncio.run(written_to_its_files(postgres))
        assert {file.split("/")[0] for file in files_that_name(ANNA, planted / "data", redis.files, postgres.files)} >= {"aloud.db", "base"}
        before = all_entries(planted, postgres, redis)
        assert all(len(of(ANNA, entries)) >= 3 for entries in before)
        written = forget(ANNA, "--yes", folder=planted, DATABASE_URL=postgres.url(), REDIS_URL=redis.url)
        assert (written.exit_code, written.stderr) == (0, "")
        assert written.stdout.splitlines()[-1].startswith("PostgreSQL has its own log of changes")
        assert written.stdout.splitlines()[18:-2] == [
            "  agents of your team, with all that they do and know, in the database of DATABASE_URL: 1",
            "  briefings by mail, with their replies and answers, in the database of DATABASE_URL: 1",
            "  mails heard or dealt with, in the database of DATABASE_URL: 3",
            "  mails that something was offered about, in the database of DATABASE_URL: 1",
            "  preferences, in the database of DATABASE_URL: 1",
            "  entries about changes of mail, in the database of DATABASE_URL: 1",
            "  mails put off, in the database of DATABASE_URL: 1",
            "  drafts, in the database of DATABASE_URL: 1",
            "  mails sent, or to be sent, in the database of DATABASE_URL: 1",
            "  saved calls, in the database of DATABASE_URL: 1",
            "  conversations, in the database of DATABASE_URL: 4",
            "  memories of you, in the database of DATABASE_URL: 1",
            "  days of use of language models, in the database of DATABASE_URL: 1",
            "  browsers signed in, in the database of DATABASE_URL: 1",
            "  tokens for programs, in the database of DATABASE_URL: 1",
            "  connected accounts, in the database of DATABASE_URL: 0",
            "  mails heard or dealt with, in Redis: 4",
            "  saved calls, in Redis: 1",
        ]
        assert files_that_name(ANNA, planted / "data", redis.files, postgres.files) == []
        after = all_entries(planted, postgres, redis)
        assert [of(ANNA, entries) for entries in after] == [[], [], []]
        assert after == [of(ANNABEL, entries) for entries in before]
