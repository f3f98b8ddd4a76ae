"""The logs of a whole call could be published: no word of a mail, no address, nothing the user said."""

import logging
from pathlib import Path

import pytest

from tests.agent.typed_call import sample_settings, typed_call

CANARIES = {
    "subject": "zephyranthes-subject",
    "name": "Quillon Farthingale",
    "address": "quillon.farthingale@canary.example",
    "body": "marmalade-canary-body",
    "words": "xylophone-utterance",
}


@pytest.mark.slow
async def test_logs_hold_nothing_of_mails_or_words(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings = sample_settings(tmp_path, unread=5)
    (tmp_path / "inbox" / "new" / "1773000000.canary.host").write_text(
        f"From: {CANARIES['name']} <{CANARIES['address']}>\nTo: me@example.com\nSubject: {CANARIES['subject']}\n"
        f"Message-ID: <canary@canary.example>\nDate: Mon, 09 Mar 2026 08:00:00 +0000\n\nCould you answer {CANARIES['body']} today?\n"
    )
    caplog.set_level(logging.INFO)
    async with typed_call(settings) as call:
        await call.greet()
        search = f"find mails about {CANARIES['words']}"
        for line in (f"go to the one from {CANARIES['name']}", "read it in full", search, "flag it", "archive it"):
            await call.type(line)
        for _ in range(6):
            await call.type("next")
    ours = [record for record in caplog.records if not record.name.startswith("livekit")]
    logged = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
    assert ours
    for canary in CANARIES.values():
        assert canary.lower() not in logged.lower()
