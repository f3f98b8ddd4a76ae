"""In a dry run nothing goes to anybody, then or later, and no sentence says that it did or will."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from briefing.speech.sentences import about_sending, after_a_change
from tests.agent.acting_calls import acting_call
from tests.agent.changing.test_acting_unsubscribing import LEAVE, deliver
from tests.agent.typed_call import NOW, TypedCall, sample_settings, typed_call

ANSWERED = "reply that Thursday is fine"


@asynccontextmanager
async def dry_run(folder: Path, *, now: datetime = NOW, hold_s: float = 60, moving: bool = False) -> AsyncIterator[TypedCall]:
    settings = sample_settings(folder, unread=25, aloud_sending_dry_run=True, aloud_send_hold_s=hold_s)
    async with typed_call(settings, now=now, moving=moving, slack_s=60) as call:
        await call.greet()
        yield call


async def test_what_was_agreed_in_a_dry_run_does_not_leave_once_it_is_switched_off(tmp_path: Path) -> None:
    async with dry_run(tmp_path) as call:
        for line in (ANSWERED, "send it in two minutes", "yes"):
            answer = await call.type(line)
        assert answer.endswith("It is of a dry run, and goes to nobody.")
    async with acting_call(tmp_path, now=NOW + timedelta(minutes=1), unread=25) as live:
        assert "It is of a dry run" in await live.type("what did I send")
    async with acting_call(tmp_path, now=NOW + timedelta(minutes=3), sends=True, unread=25) as live:
        await live.typed.reads("was not sent: it was agreed to in a dry run", within_s=20)
        assert live.desk.taken == []


async def test_what_was_agreed_before_waits_for_no_dry_run(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=25) as live:
        for line in (ANSWERED, "send it in two minutes", "yes"):
            await live.type(line)
    async with dry_run(tmp_path, now=NOW + timedelta(minutes=3), moving=True) as call:
        await call.reads("was not sent: its time came in a dry run", within_s=20)


async def test_every_answer_about_a_mail_that_is_held_says_that_it_goes_to_nobody(tmp_path: Path) -> None:
    async with dry_run(tmp_path) as call:
        await call.type(ANSWERED)
        for line in ("yes", "did it go", "what did I send", "send it", "yes"):
            assert "It is of a dry run, and goes to nobody." in await call.type(line), line


async def test_what_has_gone_into_the_sent_folder_is_never_said_to_be_sent(tmp_path: Path) -> None:
    async with dry_run(tmp_path, hold_s=0.2, moving=True) as call:
        await call.type(ANSWERED)
        await call.type("yes")
        await call.reads("This is a dry run: it went to nobody.", within_s=20)
        for line in ("did it go", "what did I send", "what did I send today"):
            assert "went to nobody" in (answer := await call.type(line)), answer
            assert "has been sent" not in answer
            assert "you sent" not in answer
        assert "sent already" not in (answer := await call.type("undo"))
        assert "went to nobody" in answer


@pytest.mark.parametrize(
    "header", ["<https://lists.hearth.example/off>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click", f"<mailto:{LEAVE}>"]
)
async def test_no_list_is_left_in_a_dry_run_and_nothing_is_asked(tmp_path: Path, header: str) -> None:
    deliver(tmp_path, f"List-Unsubscribe: {header}")
    async with dry_run(tmp_path) as call:
        while not (call.current or "").endswith("wool.host"):
            await call.type("next")
        assert await call.type("unsubscribe") == after_a_change.NO_LIST_IN_DRY_RUN
        assert not call.call.acting.held


async def test_the_question_says_that_nothing_leaves_in_full_once_and_then_in_short(tmp_path: Path) -> None:
    async with dry_run(tmp_path) as call:
        assert (await call.type(ANSWERED)).startswith(f"{about_sending.IN_TRIAL} Draft to ")
        await call.type("leave it")
        answer = await call.type("send it")
        assert answer.startswith(f"{about_sending.IN_TRIAL_AGAIN} Draft to ")
        assert "Shall I send it like this?" in answer


async def test_who_is_too_late_to_hold_it_back_hears_that_nothing_left(tmp_path: Path) -> None:
    async with dry_run(tmp_path, hold_s=0.2, moving=True) as call:
        for line in (ANSWERED, "yes"):
            await call.type(line)
        await call.reads("This is a dry run: it went to nobody.", within_s=20)
        assert about_sending.TOO_LATE_IN_TRIAL in await call.type("stop, don't send it")


@pytest.mark.parametrize("left", [True, False])
def test_too_late_claims_no_leaving_of_a_dry_run(*, left: bool) -> None:
    assert "nothing left" in about_sending.too_late(dry_run=True, left=left)
