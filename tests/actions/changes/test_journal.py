"""The journal: nothing in it is changed or left out unnoticed, two processes append at once, a database that is away loses nothing."""

import asyncio
import json
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select, update

from actions.changes.change_rows import JournalHead, JournalRow, WaitingEntry
from actions.changes.entries import ChangeOutcome, chain_hash, entry_of, new_key, written
from actions.changes.journal import Journal, JournalUnavailableError
from briefing.mail import MailId, mail_id
from briefing.mail_action import MailAction
from storage.database import Database
from tests.actions.acting import BEGAN, Acting, an_entry
from tests.providers.arranged_maildir import ArrangedMaildir, make_maildir
from tests.providers.messages import message
from tests.servers.ports import free_port
from tests.storage.migrated import migrated

pytestmark = pytest.mark.slow

pytest_plugins = ["tests.servers.both_databases"]

NOWHERE = f"postgresql://aloud@127.0.0.1:{free_port()}/aloud"


@pytest.fixture
def journal(database: Database) -> Journal:
    return Journal(database)


async def all_of(journal: Journal, user: str = "anna") -> list[MailId]:
    """The mails of a user's entries, oldest first."""
    return [entry.mail_id async for entry in journal.everything(user)][::-1]


class TestTheChain:
    async def test_entries_come_back_as_they_were_written_newest_first(self, journal: Journal) -> None:
        until = BEGAN + timedelta(days=9)
        given = [
            an_entry("work:1"),
            an_entry("work:2", label="Grüße", action=MailAction.LABEL),
            an_entry("work:3", until=until, rule="yes"),
        ]
        (first,) = await journal.append("anna", given[:1])
        taken = (first, *await journal.append("anna", given[1:]))
        assert [entry.number for entry in taken] == [1, 2, 3]
        assert await journal.entries("anna") == taken[::-1]
        assert await journal.entries("anna", limit=2) == taken[:0:-1]
        assert await journal.entries("anna", before=2) == taken[:1]
        plain = [replace(entry, number=0, previous="", hash="") for entry in taken]
        assert [written(entry) for entry in plain] == [written(entry) for entry in given]
        assert await journal.verify("anna") is None

    async def test_a_call_has_its_own_entries_and_what_took_them_back_however_much_came_since(self, journal: Journal) -> None:
        first, other = an_entry("work:1"), an_entry("work:2", call_id="call-2")
        await journal.append("anna", [first, other])
        await journal.append("ben", [an_entry("work:8")])
        back = an_entry("work:1", call_id="call-3", action=MailAction.UNDO, outcome=ChangeOutcome.UNDONE, undoes_key=first.key)
        await journal.append("anna", [back])
        await journal.append("anna", [an_entry(f"work:{n}", call_id="call-2") for n in range(10, 20)])
        assert [entry.key for entry in await journal.entries("anna", limit=None, about_call="call-1")] == [back.key, first.key]

    async def test_an_entry_of_before_an_attribute_was_known_is_read_with_its_default(self, journal: Journal) -> None:
        (taken,) = await journal.append("anna", [an_entry("work:1")])
        stored = written(taken)
        for side in ("before", "after"):
            stored[side] = json.dumps(json.loads(str(stored[side]))[:5])  # as it was written when mails had no importance
        assert entry_of(stored) == taken

    async def test_users_have_journals_of_their_own(self, journal: Journal) -> None:
        await journal.append("anna", [an_entry("work:1")])
        (bens,) = await journal.append("ben", [an_entry("work:2")])
        assert (bens.number, bens.previous) == (1, "")
        assert await all_of(journal, "anna") == ["work:1"]
        assert await journal.forget("anna") == 1
        assert (await all_of(journal, "anna"), await all_of(journal, "ben")) == ([], ["work:2"])
        assert (await journal.verify("anna"), await journal.verify("ben")) == (None, None)
        assert [entry.number for entry in await journal.append("anna", [an_entry("work:3")])] == [1]

    @pytest.mark.parametrize("column", sorted(set(JournalRow.__table__.columns.keys()) - {"user_id", "number", "hash"}))
    async def test_a_column_that_was_changed_is_found(self, journal: Journal, database: Database, column: str) -> None:
        await journal.append("anna", [an_entry(f"work:{number}") for number in range(5)])
        numeric = column in {"at", "until", "until_before", "undoes"}
        async with database.session() as session:
            forged = update(JournalRow).where(JournalRow.number == 3)
            await session.execute(forged.values({column: 7 if numeric else '["inbox","",true,true,[]]'}))
        assert await journal.verify("anna") == 3

    async def test_an_entry_that_was_taken_out_is_found_wherever_it_stood(self, database: Database) -> None:
        for number in range(1, 6):
            user, journal = f"user-{number}", Journal(database)
            await journal.append(user, [an_entry(f"work:{each}") for each in range(5)])
            async with database.session() as session:
                await session.execute(delete(JournalRow).where(JournalRow.user_id == user, JournalRow.number == number))
            assert await journal.verify(user) == number

    async def test_an_entry_that_was_forged_with_a_right_hash_breaks_the_next_one(self, journal: Journal, database: Database) -> None:
        taken = await journal.append("anna", [an_entry(f"work:{number}") for number in range(3)])
        forged = {**written(taken[1]), "mail_id": "work:other"}
        async with database.session() as session:
            await session.execute(
                update(JournalRow).where(JournalRow.number == 2).values(mail_id="work:other", hash=chain_hash("anna", forged))
            )
        assert await journal.verify("anna") == 3

    async def test_an_entry_that_was_slipped_in_at_the_end_is_found(self, journal: Journal, database: Database) -> None:
        (last,) = await journal.append("anna", [an_entry("work:1")])
        forged = written(replace(an_entry("work:2"), number=2, previous=last.hash))
        async with database.session() as session:
            await session.execute(insert(JournalRow), [{**forged, "hash": chain_hash("anna", forged), "user_id": "anna"}])
        assert await journal.verify("anna") == 3

    async def test_entries_of_another_user_cannot_be_put_in_their_place(self, journal: Journal, database: Database) -> None:
        await journal.append("ben", [an_entry("work:1")])
        async with database.session() as session:
            await session.execute(update(JournalRow).values(user_id="anna"))
            await session.execute(update(JournalHead).values(user_id="anna"))
        assert await journal.verify("anna") == 1


class TestAppending:
    async def test_an_entry_that_comes_twice_is_stored_once(self, journal: Journal) -> None:
        entry = an_entry("work:1")
        assert await journal.append("anna", [entry]) == await journal.append("anna", [entry])
        assert await all_of(journal) == ["work:1"]

    async def test_an_intention_has_one_end_until_something_else_turns_out_to_be_true(self, journal: Journal) -> None:
        intention = an_entry("work:1", outcome=ChangeOutcome.INTENDED)
        ends = [
            replace(intention, key=new_key(), settles=intention.key, outcome=outcome) for outcome in ChangeOutcome if outcome != "intended"
        ]
        await journal.append("anna", [intention])
        assert await journal.open_intentions("anna") == await journal.entries("anna")
        failed = next(end for end in ends if end.outcome is ChangeOutcome.FAILED)
        done = next(end for end in ends if end.outcome is ChangeOutcome.DONE)
        for end in (failed, replace(failed, key=new_key()), done, replace(done, key=new_key())):
            await journal.append("anna", [end])
        assert [entry.outcome for entry in await journal.entries("anna")] == [
            ChangeOutcome.DONE,
            ChangeOutcome.FAILED,
            ChangeOutcome.INTENDED,
        ]
        assert await journal.open_intentions("anna") == ()

    async def test_the_number_of_what_is_undone_is_looked_up(self, journal: Journal) -> None:
        await journal.append("anna", [an_entry("work:0"), done := an_entry("work:1")])
        (undone,) = await journal.append("anna", [an_entry("work:1", action=MailAction.UNDO, undoes_key=done.key)])
        assert undone.undoes == 2

    async def test_two_processes_append_at_once_and_the_chain_holds(self, journal: Journal, migrated_url: str) -> None:
        program = (
            "import asyncio, sys\n"
            "from actions.changes.journal import Journal\n"
            "from storage.database import Database\n"
            "from tests.actions.acting import an_entry\n"
            "async def main():\n"
            "    async with Database(sys.argv[1]) as database:\n"
            "        journal = Journal(database)\n"
            "        for number in range(25):\n"
            "            await journal.append('anna', [an_entry(f'work:{sys.argv[2]}-{number}'), an_entry('work:x')])\n"
            "asyncio.run(main())\n"
        )
        processes = [await asyncio.create_subprocess_exec(sys.executable, "-c", program, migrated_url, name) for name in "ab"]
        assert [await process.wait() for process in processes] == [0, 0]
        entries = [entry async for entry in journal.everything("anna")]
        assert [entry.number for entry in entries] == list(range(100, 0, -1))
        assert await journal.verify("anna") is None
        for name in "ab":
            mine = [entry.mail_id for entry in reversed(entries) if entry.mail_id.startswith(f"work:{name}-")]
            assert mine == [f"work:{name}-{number}" for number in range(25)]


class TestADatabaseThatIsAway:
    async def test_entries_wait_on_disk_and_are_delivered_in_order_when_it_is_back(self, tmp_path: Path, database: Database) -> None:
        await migrated(f"sqlite:///{tmp_path}/here.db")
        async with Database(f"sqlite:///{tmp_path}/here.db") as here:
            async with Database(NOWHERE) as nowhere:
                away = Journal(nowhere, local=here)
                given = [an_entry(f"work:{number}") for number in range(4)]
                assert await away.append("anna", given[:1]) == (given[0],)
                await away.append("anna", given[1:3])
                assert [entry.mail_id for entry in await away.entries("anna")] == ["work:2", "work:1", "work:0"]
                assert {entry.number for entry in await away.entries("anna")} == {0}
                with pytest.raises(JournalUnavailableError):
                    await away.deliver()
                with pytest.raises(JournalUnavailableError):
                    await away.verify("anna")
            back = Journal(database, local=here)
            (last,) = await back.append("anna", given[3:])
            assert last.number == 4
            assert await all_of(back) == ["work:0", "work:1", "work:2", "work:3"]
            assert await back.verify("anna") is None
            await back.deliver()
            async with here.reading() as session:
                assert (await session.scalars(select(WaitingEntry))).all() == []

    async def test_one_killed_between_delivering_and_crossing_off_delivers_twice_and_it_is_stored_once(
        self, tmp_path: Path, database: Database
    ) -> None:
        await migrated(f"sqlite:///{tmp_path}/here.db")
        async with Database(f"sqlite:///{tmp_path}/here.db") as here:
            entries = [an_entry("work:1"), an_entry("work:2")]
            async with here.session() as session:
                session.add_all(WaitingEntry(user_id="anna", entry=json.dumps(written(entry))) for entry in entries)
            journal = Journal(database, local=here)
            await Journal(database).append("anna", entries[:1])
            await journal.deliver()
            assert await all_of(journal) == ["work:1", "work:2"]
            assert await journal.verify("anna") is None

    async def test_forgetting_forgets_what_waits_too(self, tmp_path: Path, database: Database) -> None:
        await migrated(f"sqlite:///{tmp_path}/here.db")
        async with Database(f"sqlite:///{tmp_path}/here.db") as here, Database(NOWHERE) as nowhere:
            await Journal(nowhere, local=here).append("anna", [an_entry("work:1")])
            journal = Journal(database, local=here)
            assert await journal.forget("anna") == 1
            await journal.deliver()
            assert await all_of(journal) == []

    async def test_with_neither_the_database_nor_a_disk_nothing_is_written_and_nothing_changed(self, tmp_path: Path) -> None:
        work = ArrangedMaildir(make_maildir(tmp_path / "work"))
        mail = await work.deliver(message("a"))
        before = await work.standing(mail)
        async with Database(NOWHERE) as nowhere:
            acting = Acting(nowhere, {work.mailbox.account.slug: work.writer})
            assert (await acting.do(MailAction.ARCHIVE, mail)).failed == (mail,)
        assert await work.standing(mail) == before

    async def test_the_change_goes_on_and_can_be_undone_before_and_after_it_is_delivered(self, tmp_path: Path, database: Database) -> None:
        await migrated(f"sqlite:///{tmp_path}/here.db")
        work = ArrangedMaildir(make_maildir(tmp_path / "work"))
        mails = [await work.deliver(message(name)) for name in "ab"]
        before = [await work.standing(mail) for mail in mails]
        writers = {work.mailbox.account.slug: work.writer}
        async with Database(f"sqlite:///{tmp_path}/here.db") as here, Database(NOWHERE) as nowhere:
            away = Acting(here, writers, journal=Journal(nowhere, local=here, within_s=0.3))
            for mail in mails:
                assert (await away.do(MailAction.ARCHIVE, mail)).done == (mail,)
            assert [entry.mail_id for entry in (await away.undo()).undone] == [mails[1]]
            back = Acting(database, writers, journal=Journal(database, local=here))
            assert [entry.mail_id for entry in (await back.undo()).undone] == [mails[0]]
            assert (await back.undo()).undone == ()
            assert await back.journal.verify("anna") is None
        assert [await work.standing(mail) for mail in mails] == before


async def test_no_column_holds_anything_that_a_mail_says(tmp_path: Path, database: Database) -> None:
    canary = "canary-words"
    work = ArrangedMaildir(make_maildir(tmp_path / "work"))
    raw = message("a", subject=f"{canary} in the subject", text=f"{canary} in the text\n", sender=f"Canary <{canary}@example.org>")
    mail = await work.deliver(raw)
    acting = Acting(database, {work.mailbox.account.slug: work.writer})
    for action in (MailAction.FLAG, MailAction.SNOOZE, MailAction.ARCHIVE, MailAction.DELETE):
        assert (await acting.do(action, mail)).done == (mail,)
    await acting.undo(count=2)
    assert (await acting.do(MailAction.FLAG, mail_id("elsewhere", "1"))).gone
    async with database.reading() as session:
        rows = [dict(row) for row in (await session.execute(select(*JournalRow.__table__.columns))).mappings()]
    assert len(rows) == 12
    said = json.dumps(rows).lower()
    assert canary not in said
    assert "example.org" not in said
    assert {entry_of(row).mail_id for row in rows} == {mail}
