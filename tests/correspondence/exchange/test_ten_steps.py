"""The exchange of one morning from end to end, on a Maildir and real mail servers, its times on a clock that is set by hand."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from correspondence.exchange import AlreadySentError, LetterState
from correspondence.kept.kinds_of_letter_work import lane_of
from correspondence.record import record_of
from providers.durable.work_lanes import WorkLanes
from tests.correspondence.exchange.imap_hands import ImapHands
from tests.correspondence.exchange.post_office import ANNA, SUBJECTS, TEXT, PostOffice, post_office
from tests.servers.dovecot import DovecotServer
from tests.storage.migrated import migrated

pytest_plugins = ["tests.servers.both_databases"]


@pytest.fixture
async def office(migrated_url: str, tmp_path: Path) -> AsyncIterator[PostOffice]:
    async with post_office(tmp_path, migrated_url) as opened:
        yield opened


async def marked_new(office: PostOffice) -> list[str]:
    return [line[:10] for line in record_of(await office.now()).splitlines() if line.startswith("## ") and "(NEW)" in line]


async def look(office: PostOffice) -> None:
    """The recorder alone."""
    office.clock.forward(seconds=31)
    (watch,) = [each for each in await office.due.due() if each.startswith("replies:")]
    await office.due.work(watch)


async def test_the_ten_steps(office: PostOffice) -> None:
    await ten_steps(office)


@pytest.mark.server
async def test_the_ten_steps_with_a_mail_program_and_a_server_beside_us(tmp_path: Path) -> None:
    """Dovecot keeps the Maildir: what is delivered, written by the user and looked at afterwards goes over IMAP."""
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    with DovecotServer() as server, server.connect() as imap:
        hands = ImapHands(server, imap)
        async with post_office(tmp_path, url, by_imap=hands) as office:
            await ten_steps(office)
            assert hands.subjects("Archive") == sorted(SUBJECTS[1:])
            assert hands.subjects("INBOX") == sorted([SUBJECTS[0], "Your briefing", *["Re: Your briefing"] * 9])


async def ten_steps(office: PostOffice) -> None:
    await office.send()  # 1
    await office.work()
    found = await office.now()
    lane = lane_of(found.correspondence_id)
    assert found.briefing is not None
    assert found.briefing.provider_id is not None
    assert all(f"> {line}".rstrip() in record_of(found) for line in TEXT.splitlines())

    with pytest.raises(AlreadySentError):  # 2
        await office.send()

    office.reply("2 archive")  # 3
    await look(office)
    assert await marked_new(office) == ["## Reply 1"]
    assert await office.due.due() == [lane]

    assert await office.due.work(lane)  # 4
    office.deliver()

    assert "Archived." in record_of(await office.now())  # 5
    assert await marked_new(office) == []
    assert len(office.letters) == 2

    for words in ("1 flag", "3 archive"):  # 6
        office.reply(words)
    await look(office)
    assert await marked_new(office) == ["## Reply 2", "## Reply 3"]
    assert await office.due.due() == [lane]

    assert await office.due.work(lane)  # 7
    office.deliver()
    assert await marked_new(office) == []
    assert [each.number for each in (await office.now()).answers] == [1, 3]

    office.reply("undo 3")  # 8
    await look(office)
    async with WorkLanes(office.database, now=office.clock).working(lane):
        assert await marked_new(office) == ["## Reply 4"]
        assert await office.due.due() == []
        assert not await office.due.work(lane)
    assert await office.due.work(lane)
    office.deliver()
    assert office.is_in(3)

    office.reply("3 archive")  # 9
    await look(office)
    assert await WorkLanes(office.database, now=office.clock).take(lane, "a process that died")
    office.clock.forward(minutes=15)
    await office.work()
    assert [each.number for each in (await office.now()).answers] == [1, 3, 4, 5]
    assert office.is_in(3, ".Archive")

    assert await office.parts.store.forget(ANNA) == 1  # 10
    assert await office.due.due() == []
    assert all(each.state is LetterState.SENT for each in found.letters)
    assert len(office.letters) == 5
