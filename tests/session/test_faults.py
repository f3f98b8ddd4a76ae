"""The health of services, and the rule that no apology follows another."""

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.mail_action import MailAction
from briefing.speech.sentences import after_a_change
from briefing.speech.sentences.about_failures import REMARKS, Trouble
from session.metrics import Service
from session.service_health import SERVICE_OF, ServiceHealth
from session.timeouts import ANSWER_BEGINS_WITHIN_S, PROBE_WITHIN_S
from tests.inbox.virtual_clock import in_virtual_time

FIRST = frozenset(remarks.first for remarks in REMARKS.values())


@pytest.mark.parametrize(
    ("worked", "waited_s"),
    [
        ([], ANSWER_BEGINS_WITHIN_S),
        ([False], ANSWER_BEGINS_WITHIN_S),
        ([False, False], PROBE_WITHIN_S),
        ([False, True], ANSWER_BEGINS_WITHIN_S),
        ([False, False, True], ANSWER_BEGINS_WITHIN_S),
        ([True, False, False], PROBE_WITHIN_S),
        ([False, True, False], ANSWER_BEGINS_WITHIN_S),
    ],
)
@in_virtual_time
async def test_a_model_is_judged_by_what_it_did_last_and_by_no_other_service(worked: list[bool], waited_s: float) -> None:
    faults = ServiceHealth()
    faults.failed_unheard(Trouble.NOT_HEARD)
    faults.failed_unheard(Trouble.NOT_HEARD)
    for well in worked:
        if well:
            faults.worked(Service.LLM)
        else:
            faults.failed_unheard(Trouble.NO_ANSWER)
    assert faults.model_begins_within_s() == waited_s


@in_virtual_time
async def test_a_model_that_failed_twice_in_a_row_is_waited_for_less_until_it_works() -> None:
    faults = ServiceHealth()
    for within_s in (ANSWER_BEGINS_WITHIN_S, ANSWER_BEGINS_WITHIN_S, PROBE_WITHIN_S):
        assert faults.model_begins_within_s() == within_s
        faults.failed_unheard(Trouble.NO_ANSWER)
    faults.worked(Service.LLM)
    assert faults.model_begins_within_s() == ANSWER_BEGINS_WITHIN_S


def test_every_trouble_belongs_to_a_service_and_has_words() -> None:
    assert SERVICE_OF.keys() == REMARKS.keys() == set(Trouble)


@given(st.lists(st.one_of(st.sampled_from(Trouble), st.sampled_from(Service), st.just("Anna asks about Friday.")), max_size=30))
@in_virtual_time
async def test_no_apology_ever_follows_another(events: list[Trouble | Service | str]) -> None:
    faults, said = ServiceHealth(), [""]
    for event in events:
        if isinstance(event, Trouble):
            words = faults.failed(event)
        elif isinstance(event, Service):
            faults.worked(event)
            continue
        else:
            words = event
        if words:
            faults.note_said(words)
            said.append(words)
    for earlier, later in pairwise(said):
        assert not (earlier in FIRST and later in FIRST)
        assert earlier != later or later not in {sentence for remarks in REMARKS.values() for sentence in (remarks.first, *remarks.after)}


@in_virtual_time
async def test_what_may_not_be_said_now_is_said_later() -> None:
    faults = ServiceHealth()
    faults.failed(Trouble.NO_ANSWER)
    assert faults.failed(Trouble.MAIL_AWAY) == ""
    assert not faults.was_told(Trouble.MAIL_AWAY)
    faults.note_said("Anna asks about Friday.")
    assert faults.failed(Trouble.MAIL_AWAY) == REMARKS[Trouble.MAIL_AWAY].first
    assert faults.failed(Trouble.MAIL_AWAY) == ""


@in_virtual_time
async def test_a_tool_that_says_what_did_not_work_has_apologised() -> None:
    faults = ServiceHealth()
    faults.note_said(after_a_change.failed_sentence(MailAction.ARCHIVE))
    assert faults.failed(Trouble.MAIL_AWAY) == ""


@in_virtual_time
async def test_noise_is_answered_ever_more_seldom_while_nothing_can_be_heard() -> None:
    faults, moments = ServiceHealth(), []
    for second in range(100):
        if faults.failed(Trouble.NOT_HEARD):
            moments.append(second)
        await asyncio.sleep(1)
    assert moments == [0, 1, 3, 7, 15, 31, 63]
    faults.worked(Service.STT)
    faults.note_said("Anna asks about Friday.")
    assert faults.failed(Trouble.NOT_HEARD) == REMARKS[Trouble.NOT_HEARD].first


@in_virtual_time
async def test_after_it_worked_a_service_is_apologised_for_again() -> None:
    faults = ServiceHealth()
    faults.failed(Trouble.NO_ANSWER)
    faults.worked(Service.LLM)
    faults.note_said("Anna asks about Friday.")
    assert faults.failed(Trouble.NO_ANSWER) == REMARKS[Trouble.NO_ANSWER].first
