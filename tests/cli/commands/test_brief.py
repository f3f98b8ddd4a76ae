"""`aloud brief`: the agenda as text."""

from email import message_from_bytes, policy
from pathlib import Path

import pytest
from rich.cells import cell_len

from providers.mime.composition import as_sent
from tests.agent.maildir_state import flags_of
from tests.cli.piped import aloud_piped
from tests.cli.pseudo_terminal import aloud

pytestmark = pytest.mark.slow


def test_every_mail_is_listed_with_a_reason_below_the_greeting_that_counts_them(tmp_path: Path) -> None:
    written = aloud_piped("brief", "--sample", folder=tmp_path)
    assert written.exit_code == 0
    assert written.stderr == ""
    greeting, *lines = written.stdout.splitlines()
    assert all(line.isprintable() for line in lines), "there is something but text in it"
    topics = [line for line in lines if line[:2].strip().isdecimal()]
    assert len(topics) > 10
    mails = [line for line in lines if " · " in line and line not in topics]
    assert len(mails) == 50
    assert f"You have 50 unread mails; {sum(line.startswith('  ! ') for line in mails)} look important" in greeting
    assert "it asks you something" in written.stdout


def test_the_mail_is_written_to_files_and_nothing_is_sent_or_counts_as_heard(tmp_path: Path) -> None:
    inbox = tmp_path / "data" / "demo" / "inbox"
    before = aloud_piped("brief", "--sample", folder=tmp_path).stdout
    flags = flags_of(inbox)
    written = aloud_piped("brief", "--sample", "--mail-preview", str(tmp_path / "preview.html"), folder=tmp_path)
    assert (written.exit_code, written.stderr) == (0, "")
    mail = message_from_bytes((tmp_path / "preview.eml").read_bytes(), policy=policy.default)
    text, html = (mail.get_body((kind,)) for kind in ("plain", "html"))
    assert text is not None
    assert html is not None
    assert "1. " in text.get_content()
    assert html.get_content().split() == as_sent((tmp_path / "preview.html").read_text(encoding="utf-8")).split()
    assert mail["From"] == mail["To"]
    assert flags_of(inbox) == flags
    assert aloud_piped("brief", "--sample", folder=tmp_path).stdout == before


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    written = aloud_piped("brief", "--sample", "--mail-preview", str(tmp_path / "none" / "preview"), folder=tmp_path)
    assert written.exit_code == 1
    assert "cannot be written" in written.stderr + written.stdout


def test_it_fits_a_narrow_terminal(tmp_path: Path) -> None:
    with aloud("brief", "--sample", folder=tmp_path, columns=60) as terminal:
        assert terminal.exit_code() == 0
        assert terminal.is_as_before()
        lines = terminal.raw.replace("\r", "").split("\n")
        assert "Nothing here counts as heard" in terminal.words
        assert max(cell_len(line) for line in terminal.text.splitlines()) <= 60
        assert len(lines) > 100


def test_looking_changes_nothing_and_counts_as_nothing(tmp_path: Path) -> None:
    inbox = tmp_path / "data" / "demo" / "inbox"
    first = aloud_piped("brief", "--sample", folder=tmp_path)
    before = flags_of(inbox)
    assert aloud_piped("brief", "--sample", folder=tmp_path).stdout == first.stdout
    assert flags_of(inbox) == before


def test_words_of_a_mail_cannot_command_the_terminal(tmp_path: Path) -> None:
    for part in ("cur", "new", "tmp"):
        (tmp_path / "Mail" / part).mkdir(parents=True)
    subject = b"=?utf-8?q?=1B]0;owned=07=1B[31m[bold]:smile:?="
    mail = b"From: =?utf-8?q?=1B[2JEve?= <eve@example.com>\nTo: me@example.com\nSubject: " + subject + b"\n\nHello.\n"
    (tmp_path / "Mail" / "new" / "1.2.host").write_bytes(mail)
    written = aloud_piped("brief", folder=tmp_path, settings={"ALOUD_MAILDIR": str(tmp_path / "Mail")})
    assert written.exit_code == 0
    assert all(line.isprintable() for line in written.stdout.splitlines())
    assert "[bold]:smile:" in written.stdout
