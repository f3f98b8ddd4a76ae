"""Whatever fails, and whenever a process dies: what the user heard and did is remembered once, and nothing else is.

`tests/agent/fault_run/` plays the sequences over the real agent logic, tracker, writers and stores, and holds them against a plain record
of what was heard and done.
"""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.agent.fault_run.stage import Stage
from tests.agent.fault_run.steps import CallAgain, Fault, HangUp, Heard, Intent, Say, Sequence, sequences
from tests.agent.fault_run.weather import Service, Sky
from tests.randomness import times

NOT_ASKED = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
"""A sequence is hundreds of steps of a virtual clock, and the stage makes a new world for each."""

SEQUENCES = times(25, in_proofs=500)
"""Over each of the two kinds of stores, a quarter of them long; some five a second."""
LONG = SEQUENCES // 4
FEW_STEPS = 12

A_MOVE_WHILE_THE_ONE_BEFORE_IS_WRITTEN = Sequence(
    embedded=True, mails=5, steps=(Fault(Service.DISK, Sky.SLOW, 90.0), CallAgain(Heard(passages=99, begun=False, gone=True)))
)


A_SKIP_OF_WHAT_AN_EARLIER_CALL_TOLD = Sequence(
    embedded=True,
    mails=1,
    steps=tuple(
        HangUp() if intent is None else Say(intent=intent, heard=Heard(passages=99, begun=False, gone=False), number=1)
        for intent in (Intent.NEXT, None, Intent.SEARCH, Intent.SKIP_MAIL)
    ),
)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    stage = Stage(tmp_path_factory.mktemp("fault run"))
    yield stage
    stage.close()


@pytest.mark.slow
@pytest.mark.random
@pytest.mark.parametrize("embedded", [True, False], ids=["embedded database", "stores on another machine"])
@settings(max_examples=SEQUENCES - LONG, suppress_health_check=NOT_ASKED)
@given(data=st.data())
def test_faults_and_crashes_lose_double_and_invent_nothing(stage: Stage, embedded: bool, data: st.DataObject) -> None:
    sequence = data.draw(sequences(embedded=embedded, most_steps=FEW_STEPS))
    assert stage.play(sequence).findings == []


@pytest.mark.slow
@pytest.mark.random
@settings(max_examples=LONG, suppress_health_check=NOT_ASKED)
@example(A_MOVE_WHILE_THE_ONE_BEFORE_IS_WRITTEN)
@example(A_SKIP_OF_WHAT_AN_EARLIER_CALL_TOLD)
@given(sequence=sequences(embedded=True))
def test_nor_in_longer_sequences_over_the_embedded_database(stage: Stage, sequence: Sequence) -> None:
    assert stage.play(sequence).findings == []


@pytest.mark.slow
@pytest.mark.random
@settings(max_examples=LONG, suppress_health_check=NOT_ASKED)
@given(sequence=sequences(embedded=False))
def test_nor_in_longer_sequences_over_stores_on_another_machine(stage: Stage, sequence: Sequence) -> None:
    assert stage.play(sequence).findings == []
