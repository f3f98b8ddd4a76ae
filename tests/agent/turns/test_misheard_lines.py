"""What changes mail and was misheard is asked back in a call: nothing is done without a yes, and with one what was meant."""

from pathlib import Path

import pytest

from tests.agent.acting_calls import acting_call

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("heard", "said", "place"),
    [("achieve it", "archive it", ".Archive"), ("the lead it", "delete it", ".Trash"), ("flat it", "flag it", "")],
)
async def test_a_misheard_change_waits_for_a_yes(tmp_path: Path, heard: str, said: str, place: str) -> None:
    async with acting_call(tmp_path, unread=12) as call:
        mail, before = call.open, call.place(call.open)
        assert await call.type(heard) == f"Did you say “{said}”?"
        assert call.place(mail) == before
        await call.type("yes")
        assert call.place(mail)[0] == place
        assert call.place(mail) != before


async def test_without_a_yes_nothing_is_done(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=12) as call:
        mail, before = call.open, call.place(call.open)
        for answer in ("no", "what is the weather like", "next"):
            await call.type("the lead it")
            await call.type(answer)
        assert call.place(mail) == before


async def test_what_changes_nothing_is_done_at_once(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=12) as call:
        mail = call.open
        await call.type("next nail")
        assert call.open != mail
