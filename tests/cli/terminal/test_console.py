"""The call in the terminal, as a new user meets it: typed at a real terminal, on the sample inbox."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.agent.maildir_state import flags_of, unread_names
from tests.cli.pseudo_terminal import CTRL_D, aloud

pytestmark = pytest.mark.slow

NEWS = "unread mails"


def test_a_briefing_by_typing_says_what_is_true_and_does_what_it_says(tmp_path: Path) -> None:
    inbox = tmp_path / "data" / "demo" / "inbox"
    with aloud("console", "--sample", folder=tmp_path) as terminal:
        greeting = terminal.see("or next.")
        assert "It runs on the embedded set" in greeting
        assert f"You have {len(unread_names(inbox))} {NEWS}" in greeting
        archived_before, before = flags_of(inbox / ".Archive"), flags_of(inbox)

        terminal.say("next", until="Archive it, flag it, or next?")
        terminal.say("archive it", until="Archived.")
        assert "Flagged." in terminal.say("flag it", until="or next?")
        terminal.say("skip this one", until="Skipped.")
        assert "You skipped one" in terminal.say("what did I skip?", until="Shall I go through it?")
        terminal.say("no", until="stay for later")
        assert "You can say" in terminal.say("frobnicate the mail", until="“help”")
        said = terminal.say("goodbye", until="Goodbye.")
        assert "2 briefed, 1 archived, 1 skipped. You flagged 1. 46 are left for next time. Goodbye." in said

        assert terminal.exit_code() == 0
        assert terminal.is_as_before()
        assert "Traceback" not in terminal.text

    new_archived = flags_of(inbox / ".Archive").keys() - archived_before.keys()
    assert len(new_archived) == 1
    assert before.keys() - flags_of(inbox).keys() == new_archived
    newly_flagged = {name for name, flags in flags_of(inbox).items() if "F" in flags and "F" not in before[name]}
    assert len(newly_flagged) == 1
    assert len(unread_names(inbox)) == 49

    with aloud("console", "--sample", folder=tmp_path) as terminal:
        again = terminal.see("or next.")
        assert "46 unheard mails" in again
        assert "I leave out two you heard and one you skipped" in again
        terminal.press(CTRL_D)
        assert "1 briefed. 45 are left for next time. Goodbye." in terminal.see("Goodbye.")
        assert terminal.exit_code() == 0
        assert terminal.is_as_before()


def test_in_the_demo_a_reply_is_written_and_agreed_to_and_goes_to_nobody(tmp_path: Path) -> None:
    sent = tmp_path / "data" / "demo" / "inbox" / ".Sent"
    with aloud(
        "console", "--sample", folder=tmp_path, settings={"ALOUD_SEND_HOLD_S": "5", "ALOUD_SMTP_URL": "smtp://127.0.0.1:1"}
    ) as terminal:
        terminal.see("or next.")
        before = flags_of(sent)
        terminal.say("reply that Thursday is fine", until="Shall I send it like this?")
        terminal.say("yes", until="say stop to hold it back.")
        terminal.see("This is a dry run: it went to nobody.")
        terminal.say("goodbye", until="Goodbye.")
    (name,) = flags_of(sent).keys() - before.keys()
    assert "Thursday is fine." in next(sent.rglob(f"{name}*")).read_text()


def test_what_is_said_is_broken_between_words_and_stands_above_the_prompt(tmp_path: Path) -> None:
    with aloud("console", "--sample", folder=tmp_path, columns=50) as terminal:
        terminal.see("or next.")
        terminal.see("you", after="or next.")
        terminal.press("arch")
        terminal.see("you arch", after="or next.")
        *above, prompt = terminal.text.splitlines()
        assert prompt == "you   arch"
        rows = [line for line in above if line.startswith(("aloud ", "      "))]
        assert len(rows) > 4
        assert all(len(row) <= 50 for row in rows)
        for row, following in pairwise(rows):
            if following.startswith("  ") and not row.endswith((".", "?", "”")):  # a passage begins on a row of its own
                assert len(f"{row} {following.split()[0]}") > 50, "there was room for another word"
        whole = " ".join(row[6:] for row in rows)
        assert re.search(r"50 unread mails; \d+ look important, the first from \w+ \w+\.", whole)
