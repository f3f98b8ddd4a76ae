"""`aloud sample-inbox`: a made-up mailbox of one's own."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.command_line import app
from tests.agent.maildir_state import unread_names


@pytest.fixture(autouse=True)
def settings_of_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))


def test_it_is_written_and_the_next_step_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["sample-inbox", "my mail", "--unread", "7"])
    assert result.exit_code == 0
    assert len(unread_names(tmp_path / "my mail")) == 7
    assert f"ALOUD_MAILDIR='{tmp_path}/my mail' ALOUD_ADDRESSES=" in result.stdout


def test_mail_that_is_there_is_never_touched(tmp_path: Path) -> None:
    CliRunner().invoke(app, ["sample-inbox", "mail"])
    before = unread_names(tmp_path / "mail")
    result = CliRunner().invoke(app, ["sample-inbox", "mail"])
    assert result.exit_code == 1
    assert "already holds mail" in result.stderr
    assert unread_names(tmp_path / "mail") == before


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "to-anna.txt").write_text("Dear Anna")
    result = CliRunner().invoke(app, ["sample-inbox", "letters"])
    assert result.exit_code == 1
    assert "is not empty" in result.stderr
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["to-anna.txt"]


def test_a_place_that_cannot_be_written_to_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = CliRunner().invoke(app, ["sample-inbox", "file/inbox"])
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_at_least_one_mail_must_be_asked_for() -> None:
    assert CliRunner().invoke(app, ["sample-inbox", "mail", "--unread", "0"]).exit_code == 2
