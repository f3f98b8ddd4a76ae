"""Leaving a mailing list: by a mail to the address in its own header, after a yes; no page is visited, no private host told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from briefing.speech.sentences.after_a_change import LIST_REFUSED, LIST_UNKNOWN
from tests.agent.acting_calls import ActingCall, acting_call
from tests.agent.typed_call import NOW, sample_settings, typed_call

pytestmark = pytest.mark.slow

LEAVE = "leave@lists.hearth.example"


def deliver(folder: Path, header: str) -> None:
    """One more mail, the only one from a list of that header."""
    sample_settings(folder, unread=1)
    lines = (
        "From: Wool Weekly <news@lists.hearth.example>",
        "To: me@example.com",
        "Subject: New wool this week",
        "Message-ID: <wool@lists.hearth.example>",
        f"Date: {NOW:%a, %d %b %Y %H:%M:%S} +0000",
        "List-Id: Wool Weekly <wool.lists.hearth.example>",
        header,
    )
    (folder / "inbox" / "new" / "1.wool.host").write_text("\n".join(lines) + "\n\nhttps://lists.hearth.example/all-of-it\n")


@asynccontextmanager
async def at_the_list(folder: Path, header: str, *, sends: bool = False) -> AsyncIterator[ActingCall]:
    """A call in which the list's mail is open."""
    deliver(folder, header)
    async with acting_call(folder, unread=1, sends=sends) as call:
        while not call.open.endswith("wool.host"):
            await call.type("next")
        yield call


async def test_a_list_is_left_by_a_mail_to_the_address_in_its_header_after_a_yes(tmp_path: Path) -> None:
    async with at_the_list(tmp_path, f"List-Unsubscribe: <mailto:{LEAVE}?subject=I%20resign&body=My%20IBAN>", sends=True) as call:
        assert f"I would write “unsubscribe” to {LEAVE}. Yes or no." in await call.type("unsubscribe me from this newsletter please")
        assert call.desk.taken == []
        await call.type("yes")
        taken = await call.sent()
        assert (taken.recipients, taken.message["Subject"]) == ((LEAVE,), "unsubscribe")
        assert taken.message.get_content().strip() == "unsubscribe"


@pytest.mark.parametrize("answer", ["no", "how many are left"])
async def test_without_a_yes_no_list_is_left(tmp_path: Path, answer: str) -> None:
    async with at_the_list(tmp_path, f"List-Unsubscribe: <mailto:{LEAVE}>") as call:
        await call.dialogue("unsubscribe", answer)
        assert await call.typed.call.acting.outbox.waiting() == ()


async def test_to_undo_it_within_the_hold_is_to_stay_on_the_list(tmp_path: Path) -> None:
    async with at_the_list(tmp_path, f"List-Unsubscribe: <mailto:{LEAVE}>") as call:
        await call.dialogue("unsubscribe", "yes")
        assert await call.type("undo") == "Held back; it is not sent. You stay on the list."
        assert await call.typed.call.acting.outbox.waiting() == ()


async def test_stop_holds_back_the_mail_that_leaves_a_list(tmp_path: Path) -> None:
    async with at_the_list(tmp_path, f"List-Unsubscribe: <mailto:{LEAVE}>") as call:
        await call.dialogue("unsubscribe", "yes")
        assert len(await call.typed.call.acting.outbox.waiting()) == 1
        assert "not sent" in await call.type("stop")
        assert await call.typed.call.acting.outbox.waiting() == ()


async def test_a_list_that_names_no_address_or_only_a_page_is_not_left_and_nothing_is_fetched(tmp_path: Path) -> None:
    async with at_the_list(tmp_path, "List-Unsubscribe: <https://lists.hearth.example/unsubscribe-page>") as call:
        assert "no safe way to unsubscribe" in await call.type("unsubscribe")


async def test_a_host_of_ones_own_network_is_never_told(tmp_path: Path) -> None:
    visitors: list[asyncio.StreamWriter] = []
    async with await asyncio.start_server(lambda _, writer: visitors.append(writer), "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        header = f"List-Unsubscribe: <https://localhost:{port}/u>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click"
        async with at_the_list(tmp_path, header) as call:
            answer = await call.dialogue("unsubscribe", "yes")
            assert "Unsubscribed" not in answer
    assert visitors == []


@pytest.mark.parametrize(
    ("header", "asks"),
    [
        ("List-Unsubscribe: <https://lists.hearth.invalid/u>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click", True),
        (f"List-Unsubscribe: <mailto:{LEAVE}>", False),
    ],
)
async def test_only_a_mail_to_a_list_needs_a_way_to_send(tmp_path: Path, header: str, asks: bool) -> None:
    deliver(tmp_path, header)
    async with typed_call(sample_settings(tmp_path, unread=1)) as call:
        await call.greet()
        while not (call.current or "").endswith("wool.host"):
            await call.type("next")
        answer = await call.type("unsubscribe")
        assert ("I would tell lists.hearth.invalid" in answer, "cannot send" in answer) == (asks, not asks)
        if asks:
            assert await call.type("yes") in {LIST_REFUSED, LIST_UNKNOWN}
