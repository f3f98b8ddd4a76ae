"""Finding a mail that is not on the agenda, and what "it" then means."""

from pathlib import Path

import pytest

from briefing.mail import provider_id_of
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import sample_settings, typed_call

FOUND = "1770000000.found.host"


def deliver_read_mail(inbox: Path) -> None:
    (inbox / "cur" / f"{FOUND}:2,S").write_text(
        "From: Ursula Keller <ursula@example.org>\nTo: me@example.com\nSubject: The zebra crossing\n"
        "Message-ID: <zebra@example.org>\nDate: Mon, 02 Feb 2026 08:00:00 +0000\n\nThe zebra crossing will be painted in March.\n"
    )


@pytest.mark.slow
async def test_it_is_the_found_mail_until_the_briefing_goes_on(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    deliver_read_mail(tmp_path / "inbox")
    async with typed_call(settings) as call:
        await call.greet()
        current = call.current
        assert current
        assert "Ursula Keller" in await call.type("find mails about the zebra crossing")
        assert "painted in March" in await call.type("the first one")
        assert "Archived" in await call.type("archive it")
        assert call.current == current
        assert FOUND in flags_of(tmp_path / "inbox" / ".Archive")
        assert provider_id_of(current) in flags_of(tmp_path / "inbox")
        await call.type("where were we?")
        assert "Archived" in await call.type("archive it")
        assert provider_id_of(current) in flags_of(tmp_path / "inbox" / ".Archive")


async def test_a_search_that_finds_nothing_says_so_and_a_number_then_means_the_topic(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        assert "found no mail" in await call.type("find mails about xylophones")
        second = call.call.tracker.active_mails()[1].mail_id
        await call.type("the second one")
        assert call.current == second
