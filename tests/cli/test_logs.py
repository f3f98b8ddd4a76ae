"""What the commands that own the terminal write down."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.logs import log_to_file
from tests.agent.typed_call import sample_settings
from tests.cli.piped import aloud_piped

PRIVATE = "Mr Grant comes on Thursday"


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The log of a command that runs in this process until the test ends."""
    monkeypatch.setattr(logging.Logger, "callHandlers", logging.Logger.callHandlers)  # given back afterwards
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    settings = sample_settings(tmp_path, unread=1)
    log_to_file(settings, "doctor")
    yield settings.aloud_data_dir / "logs" / "doctor.log"
    for handler in root.handlers:
        handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)


def test_our_own_records_keep_their_message_and_values(log: Path) -> None:
    logging.getLogger("inbox.listing.pipeline").info("mail listed", extra={"fetched": 50})
    assert log.read_text().endswith(" INFO inbox.listing.pipeline mail listed fetched=50\n")


def test_of_a_librarys_record_only_its_place_and_the_type_of_its_error_are_kept(log: Path) -> None:
    try:
        int(PRIVATE)
    except ValueError:
        logging.getLogger("livekit.agents").exception("could not say %s", PRIVATE, extra={"text": PRIVATE})
    line = log.read_text()
    assert PRIVATE not in line
    assert " ERROR livekit.agents in test_of_a_librarys_record_" in line
    assert line.endswith(" error=ValueError\n")


def test_a_librarys_chatter_is_left_out(log: Path) -> None:
    logging.getLogger("livekit.agents").info("registered worker")
    assert log.read_text() == ""


@pytest.mark.slow
def test_a_call_leaves_a_log_without_a_word_of_the_mails(tmp_path: Path) -> None:
    written = aloud_piped("console", "--sample", folder=tmp_path, lines="next\nread it in full\nfind boiler\n")
    log = (tmp_path / "data" / "demo" / "logs" / "console.log").read_text()
    assert "mail listed fetched=50 left_out=0 remaining=50" in log
    assert "Tomasz" in written.stdout
    assert not any(word in log for word in ("Tomasz", "boiler", "Boiler", "@"))
