"""A whole call over Gmail with one request failing, each request in each way, one at a time: the call ends complete all the same. Where one
kind of request fails for long, what the call could not tell is left for the next.

`make test` has each fault once, at requests from all over the call; every one at every request is for `make proofs`. How long a caller
waits then is measured by `benchmarks/gmail/failing.py`.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest

from briefing.mail import provider_id_of
from providers.gmail.mailbox import READS_AT_ONCE
from tests.agent.typed_call import typed_call
from tests.providers.gmail.doubles.double import Json, error_body, kind_of, serving
from tests.providers.gmail.doubles.model import GmailModel
from tests.providers.gmail.doubles.served import Moment, ServedGmail
from tests.providers.gmail.failing_calls import (
    FAULTS,
    FRIENDS,
    MOMENTS,
    all_calls,
    call_with,
    calls_by_fault,
    letter,
    settings_over,
    through_an_outage,
)
from tests.providers.messages import OWN_ADDRESS


@dataclass
class GmailWithBadMails(ServedGmail):
    """Some mails cannot be read, whoever asks for them, alone or in a batch."""

    bad: frozenset[str] = frozenset()

    def answer(self, method: str, target: str, body: bytes) -> tuple[int, Json]:
        kind, _, name = kind_of(target).partition(" ")
        if kind == "message" and name in self.bad:
            return 503, error_body(503, "backendError")
        return super().answer(method, target, body)


def _calls() -> list[object]:
    chosen = calls_by_fault()
    return [
        pytest.param((about, before), fault, id=f"{about}, {before}, {fault}", marks=() if call in chosen else pytest.mark.proof)
        for call in all_calls()
        for (about, before), fault in [call]
    ]


def _outages() -> list[object]:
    return [pytest.param(about, marks=() if place % 4 == 0 else pytest.mark.proof) for place, about in enumerate(MOMENTS)]


async def test_the_call_that_is_disturbed_asks_what_is_disturbed(tmp_path: Path) -> None:
    gmail, _ = await call_with(tmp_path)
    assert {about: min(times, gmail.moments[about]) for about, times in MOMENTS.items()} == MOMENTS
    assert gmail.moments.keys() == MOMENTS.keys()


@pytest.mark.part(0.25)
@pytest.mark.slow
@pytest.mark.parametrize(("moment", "fault"), _calls())
async def test_a_call_with_one_request_failing_ends_complete(tmp_path: Path, moment: Moment, fault: str) -> None:
    gmail, _ = await call_with(tmp_path, moment, FAULTS[fault])
    assert gmail.happened == 1


@pytest.mark.slow
@pytest.mark.parametrize("about", _outages())
async def test_what_an_outage_keeps_from_one_call_is_told_in_the_next(tmp_path: Path, about: str) -> None:
    assert await through_an_outage(tmp_path, about) > 0


@pytest.mark.slow
@pytest.mark.parametrize("before", [(), [f"Friend-{number}" for number in range(READS_AT_ONCE)]], ids=["in the first look", "behind it"])
async def test_three_bad_mails_in_a_row_are_passed_over_in_one_answer_and_told_when_they_load(tmp_path: Path, before: list[str]) -> None:
    gmail = GmailWithBadMails(model=GmailModel(address=OWN_ADDRESS))
    async with serving(gmail):
        bad = frozenset(gmail.model.deliver(letter(name)) for name in FRIENDS[:3])
        good = {gmail.model.deliver(letter(name), {"UNREAD", "INBOX", "STARRED"}) for name in before or FRIENDS[3:]}
        settings = await settings_over(tmp_path, gmail)
        gmail.bad = bad
        async with typed_call(settings) as call:
            assert ("Three mails did not load." in await call.greet()) is not bool(before)
            told, last = await call.to_the_end()
            assert {provider_id_of(mail) for mail in told} == good
            assert last.endswith("Three mails did not load; they are left for next time.")
        gmail.bad = frozenset()
        async with typed_call(settings) as call:
            await call.greet()
            told, _ = await call.to_the_end()
            assert {provider_id_of(mail) for mail in told} == bad
