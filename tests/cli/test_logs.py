"""What the commands that own the terminal write down."""

import logging
from pathlib import Path

from cli.logs import DiscreetFormatter
from tests.cli.piped import aloud_piped

PRIVATE = "Mr Grant comes on Thursday"


def record(name: str, message: str, **added: object) -> logging.LogRecord:
    made = logging.LogRecord(name, logging.WARNING, "generation.py", 12, message, None, None, "speak")
    vars(made).update(added)
    return made


def test_our_own_records_keep_their_message_and_values() -> None:
    line = DiscreetFormatter().format(record("inbox.pipeline", "mail listed", fetched=50))
    assert line.endswith("WARNING inbox.pipeline mail listed fetched=50")


def test_of_a_librarys_record_only_its_place_is_kept() -> None:
    error = (ValueError, ValueError(PRIVATE), None)
    failed = record("livekit.agents", f"could not say {PRIVATE}", text=PRIVATE, exc_info=error)
    line = DiscreetFormatter().format(failed)
    assert PRIVATE not in line
    assert line.endswith("WARNING livekit.agents in speak of generation.py, line 12 ValueError")


def test_a_call_leaves_a_log_without_a_word_of_the_mails(tmp_path: Path) -> None:
    written = aloud_piped("console", "--sample", folder=tmp_path, lines="next\nread it in full\nfind boiler\n")
    log = (tmp_path / "data" / "demo" / "logs" / "console.log").read_text()
    assert "mail listed fetched=50 left_out=0 remaining=50" in log
    assert "Tomasz" in written.stdout
    assert not any(word in log for word in ("Tomasz", "boiler", "Boiler", "@"))
