"""What Aloud stores is for the user of its process alone: looked at as another user, who sees nothing."""

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from storage.database import Database
from storage.private_files import close_to_others

NOBODY = 65_534
LOOKS = """
import os, sys
os.setgroups([]), os.setgid({id}), os.setuid({id})
for path in sys.argv[1:]:
    try:
        os.listdir(path) if os.path.isdir(path) else open(path, "rb").read()
    except OSError:
        continue
    print(path)
"""
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can look as another user")


@pytest.fixture
def folder() -> Iterator[Path]:
    """One that every user may enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory(prefix="aloud-private-") as path:
        Path(path).chmod(0o755)
        yield Path(path)


def modes_in(folder: Path) -> set[tuple[str, int]]:
    return {("folder" if path.is_dir() else "file", stat.S_IMODE(path.lstat().st_mode)) for path in (folder, *folder.rglob("*"))}


def seen_by_nobody(folder: Path) -> list[str]:
    everything = [str(path) for path in (folder, *sorted(folder.rglob("*")))]
    looking = [sys.executable, "-c", LOOKS.format(id=NOBODY), *everything]
    return subprocess.run(looking, check=True, capture_output=True, text=True, timeout=60).stdout.splitlines()


def leave_open(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)


@as_root
def test_another_user_reads_what_is_open_and_this_test_would_see_it(folder: Path) -> None:
    (folder / "open").write_text("for everybody")
    (folder / "open").chmod(0o644)
    assert seen_by_nobody(folder) == [str(folder), str(folder / "open")]


@pytest.mark.slow
@pytest.mark.parametrize("umask", [0o000, 0o022])
async def test_a_database_with_its_write_ahead_log_is_its_owners_alone_whoever_opens_it_first(folder: Path, umask: int) -> None:
    usual = os.umask(umask)
    try:
        async with Database(f"sqlite:///{folder}/deeper/aloud.db") as database:
            for statement in ("CREATE TABLE word (text TEXT)", "INSERT INTO word VALUES ('secret')"):
                async with database.session() as session:
                    await session.execute(text(statement))
            assert {path.name for path in (folder / "deeper").iterdir()} == {"aloud.db", "aloud.db-wal", "aloud.db-shm"}
            assert {mode for kind, mode in modes_in(folder / "deeper") if kind == "file"} == {0o600}
    finally:
        os.umask(usual)


@pytest.mark.slow
async def test_a_database_that_was_open_to_others_is_closed_with_the_files_beside_it(folder: Path) -> None:
    async with Database(f"sqlite:///{folder}/aloud.db") as other:
        async with other.session() as session:
            await session.execute(text("CREATE TABLE word (text TEXT)"))
        leave_open(folder)
        async with Database(f"sqlite:///{folder}/aloud.db") as database, database.reading() as session:
            await session.execute(text("SELECT text FROM word"))
        assert {mode for kind, mode in modes_in(folder) if kind == "file"} == {0o600}


def test_only_the_rights_of_others_go_and_links_lead_to_what_is_not_ours(tmp_path: Path) -> None:
    elsewhere, data = tmp_path / "elsewhere", tmp_path / "data"
    elsewhere.write_text("theirs")
    elsewhere.chmod(0o644)
    data.mkdir(mode=0o755)
    (data / "link").symlink_to(elsewhere)
    (data / "program").write_text("#!/bin/sh")
    (data / "program").chmod(0o755)
    assert close_to_others(data).files == 1
    assert stat.S_IMODE((data / "program").stat().st_mode) == 0o700
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644


@pytest.mark.parametrize("mode", [0o1777, 0o1755])
def test_a_folder_that_is_meant_for_everybody_is_not_closed_and_that_is_said(tmp_path: Path, mode: int) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(mode)
    assert close_to_others(shared).left == 1
    assert stat.S_IMODE(shared.stat().st_mode) == mode


def test_what_does_not_exist_stays_so(tmp_path: Path) -> None:
    assert close_to_others(tmp_path / "nowhere").files == 0
    assert not (tmp_path / "nowhere").exists()
