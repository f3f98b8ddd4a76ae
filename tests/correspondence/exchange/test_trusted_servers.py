"""A reply that is written on a phone lies in no folder of sent mail here: it counts by what the user's own server found, which the settings
name."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from tests.correspondence.exchange.post_office import OWN, PostOffice, post_office
from tests.storage.migrated import migrated

SERVER = "mx.example.com"
PASSES = f"dkim=pass header.d=example.com; spf=pass smtp.mailfrom={OWN}; dmarc=pass header.from=example.com"
FAILS = "spf=pass smtp.mailfrom=eve@evil.example; dmarc=fail header.from=example.com"
DELIVERED = f"Received: from {SERVER} by store.example.com with LMTP id 1; Mon, 2 Mar 2026 05:10:01 +0000\n"
RECEIVED = f"Received: from out.example.net by {SERVER} with ESMTPS id 2; Mon, 2 Mar 2026 05:10:00 +0000\n"

Opened = Callable[[tuple[str, ...]], AbstractAsyncContextManager[PostOffice]]


def results(found: str, *, by: str = SERVER) -> str:
    return f"Authentication-Results: {by}; {found}\n"


@pytest.fixture
async def opened(tmp_path: Path) -> Opened:
    """With these servers named, for as many folders as there are names."""
    url, folders = f"sqlite:///{tmp_path}/aloud.db", (tmp_path / "mail", tmp_path / "second")
    await migrated(url)
    (folders[1] / "cur").mkdir(parents=True)

    @asynccontextmanager
    async def of(named: tuple[str, ...]) -> AsyncIterator[PostOffice]:
        more = {"aloud_authserv_id": named, "aloud_maildir": folders[: max(1, len(named))]}
        async with post_office(tmp_path, url, more=more) as office:
            yield office

    return of


async def why_not(office: PostOffice, above: str, fields: Mapping[str, str] | None = None) -> list[str]:
    """Of a reply that came with these lines above it: why it did nothing; empty for one that counts."""
    await office.send()
    await office.work()
    office.reply("2 archive", sent=False, above=above, fields=fields)
    await office.look_and_work()
    found = await office.now()
    assert bool(found.replies) == office.is_in(2, ".Archive")
    return [] if found.replies else [each.why for each in await office.parts.store.not_from_you(found)]


@pytest.mark.parametrize(
    ("named", "above"),
    [
        ((SERVER,), results(PASSES) + RECEIVED),
        ((f"{SERVER}:1",), DELIVERED + results(PASSES) + RECEIVED),
        ((f"{SERVER}:0:2",), results("dmarc=pass header.from=example.com") + results(PASSES.rpartition(";")[0]) + RECEIVED),
        (("mx.google.com",), RECEIVED + results(PASSES, by="mx.google.com")),
        ((SERVER, "-"), results(PASSES) + RECEIVED),
    ],
)
async def test_a_reply_from_a_phone_counts_by_the_results_of_the_server_that_is_named(
    opened: Opened, named: tuple[str, ...], above: str
) -> None:
    async with opened(named) as office:
        assert await why_not(office, above) == []
        assert "Archived." in office.texts[-1]


@pytest.mark.part(0.25)
@pytest.mark.parametrize(
    ("named", "above", "why"),
    [
        ((), results(PASSES) + RECEIVED, "not_authenticated"),
        (("-",), results(PASSES) + RECEIVED, "not_authenticated"),
        (("-", SERVER), results(PASSES) + RECEIVED, "not_authenticated"),  # of another folder
        (("mx.other.example",), results(PASSES) + RECEIVED, "not_authenticated"),
        ((SERVER,), RECEIVED, "not_authenticated"),
        ((SERVER,), results(FAILS) + RECEIVED, "failed"),
        ((SERVER,), results(FAILS) + RECEIVED + results(PASSES), "failed"),  # written by the sender, below
        ((SERVER,), RECEIVED + results(PASSES), "not_authenticated"),
        ((SERVER,), RECEIVED + RECEIVED + results(PASSES), "not_authenticated"),
        ((SERVER,), results(PASSES, by="attacker.example") + results(FAILS) + RECEIVED, "failed"),  # above, by another
        ((SERVER,), results(FAILS) + results(PASSES) + RECEIVED, "failed"),  # above, behind the one that counts
        ((f"{SERVER}:1",), DELIVERED + results(FAILS) + RECEIVED + results(PASSES), "failed"),
        ((f"{SERVER}:1",), DELIVERED + RECEIVED + results(PASSES), "not_authenticated"),
        ((f"{SERVER}:0:2",), results(FAILS) + RECEIVED + results(PASSES), "failed"),
        (("mx.google.com",), RECEIVED + results(FAILS, by="mx.google.com") + results(PASSES, by="mx.google.com"), "failed"),
    ],
)
async def test_results_that_the_sender_wrote_or_that_nobody_trusts_make_no_reply(
    opened: Opened, named: tuple[str, ...], above: str, why: str
) -> None:
    async with opened(named) as office:
        assert await why_not(office, above) == [why]


async def test_the_mail_does_not_say_who_is_to_be_trusted(opened: Opened) -> None:
    async with opened((SERVER,)) as office:
        above = results(PASSES, by="attacker.example") + RECEIVED.replace(SERVER, "attacker.example")
        assert await why_not(office, above, {"Reply-To": OWN, "X-Authserv-Id": "attacker.example"}) == ["not_authenticated"]
