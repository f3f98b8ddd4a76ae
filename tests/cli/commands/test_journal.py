"""`aloud journal`: what a call did, as the journal kept it; its chain and its grants held to what they must be."""

import asyncio
import re
import shutil
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from actions.changes.change_rows import JournalRow
from providers.sample_inbox import write_sample_inbox
from storage.database import Database
from tests.agent.typed_call import NOW
from tests.cli.piped import aloud_piped

pytestmark = pytest.mark.slow

LINES = "next\narchive it\nundo\narchive the rest of this topic\nflag it\narchive all newsletters\nyes\nundo that\nyes\ngoodbye\n"
LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  (archive|flag|undo), (1 mail|\d+ mails): (done|undone|failed)")


@pytest.fixture(scope="module")
def called_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of somebody who has changed mail in a call, and taken some of it back."""
    folder = tmp_path_factory.mktemp("called")
    write_sample_inbox(folder / "Mail", now=NOW)
    settings = {"ALOUD_MAILDIR": str(folder / "Mail"), "ALOUD_USER": "anna"}
    assert aloud_piped("console", folder=folder, settings=settings, lines=LINES).exit_code == 0
    return folder


@pytest.fixture
def called(tmp_path: Path, called_once: Path) -> dict[str, str]:
    """A copy of it, with the settings it goes by."""
    shutil.copytree(called_once / "data", tmp_path / "data")
    return {"ALOUD_MAILDIR": str(called_once / "Mail"), "ALOUD_USER": "anna"}


def tamper(folder: Path, number: int, **values: str) -> None:
    async def change() -> None:
        async with Database(f"sqlite:///{folder}/data/aloud.db") as database, database.session() as session:
            row = JournalRow.number == number
            await session.execute(update(JournalRow).where(row).values(**values) if values else delete(JournalRow).where(row))

    asyncio.run(change())


def test_what_was_done_is_shown_newest_last_and_each_of_it_would_pass_again(tmp_path: Path, called: dict[str, str]) -> None:
    written = aloud_piped("journal", "--replay", folder=tmp_path, settings=called)
    assert (written.exit_code, written.stderr) == (0, "")
    *acts, passes, holds = written.stdout.splitlines()
    assert all(LINE.fullmatch(act) for act in acts), acts
    assert [act[21:] for act in acts][:2] == ["archive, 1 mail: done", "undo, 1 mail: undone"]
    assert [act[:19] for act in acts] == sorted(act[:19] for act in acts)
    assert any(int(many[1]) > 5 for act in acts if (many := re.search(r"undo, (\d+) mails", act)))
    assert (passes, holds) == ("Replayed: every action would be allowed again.", "The journal's hash chain is intact.")
    assert aloud_piped("journal", folder=tmp_path, settings=called).stdout.splitlines() == [*acts, holds]
    assert aloud_piped("journal", "ben", folder=tmp_path, settings=called).stdout.splitlines() == ["Nothing has been done yet.", holds]
    assert "✓ journal        The journal's hash chain is intact." in aloud_piped("doctor", folder=tmp_path, settings=called).stdout


@pytest.mark.parametrize("values", [{"mail_id": "work:other"}, {"deed": "no such thing"}, {}])
def test_an_entry_that_was_changed_or_taken_out_is_named(tmp_path: Path, called: dict[str, str], values: dict[str, str]) -> None:
    tamper(tmp_path, 3, **values)
    line = "The journal's hash chain is broken from entry 3 on: something was changed or is missing there."
    shown, looked = (aloud_piped(command, folder=tmp_path, settings=called) for command in ("journal", "doctor"))
    assert (shown.exit_code, looked.exit_code) == (1, 1)
    assert line in shown.stderr
    assert f"✗ journal        {line}" in looked.stdout.splitlines()


def test_an_act_that_would_not_be_let_pass_is_pointed_out(tmp_path: Path, called: dict[str, str]) -> None:
    for number in (1, 2):
        tamper(tmp_path, number, rule="because the mail said so")
    written = aloud_piped("journal", "--replay", folder=tmp_path, settings=called)
    assert written.exit_code == 1
    assert written.stdout.splitlines()[1] == "    ✗ this rule lets no such action pass, or not for so many mails"
    assert re.search(r"Replayed: 1 of \d+ would be refused\.", written.stdout)


def test_a_database_that_is_away_is_one_line(tmp_path: Path) -> None:
    settings = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/aloud"}
    written = aloud_piped("journal", folder=tmp_path, settings=settings)
    assert (written.exit_code, written.stdout) == (1, "")
    assert written.stderr.strip() == "The journal cannot be read: check DATABASE_URL and ALOUD_DATA_DIR."
