"""What a caller hears while Gmail is slow, fails and throttles. How long nothing is heard is measured by `benchmarks/silences.py`."""

from pathlib import Path

import pytest

from tests.room.gmail.slow_gmail import through_a_slow_provider, where_everything_is_slow
from tests.servers.gmail.faults import Fault
from tests.servers.livekit import LiveKitServer


@pytest.mark.server
@pytest.mark.proof
async def test_however_slow_the_provider_every_line_of_the_caller_is_answered_in_sound(tmp_path: Path, livekit: LiveKitServer) -> None:
    silences, faults = await through_a_slow_provider(tmp_path, livekit)
    assert len(silences) == 3
    assert faults == {Fault.TOO_MANY_REQUESTS}


@pytest.mark.server
@pytest.mark.proof
async def test_nor_is_any_line_lost_where_everything_is_slow_at_once(tmp_path: Path, livekit: LiveKitServer) -> None:
    assert len(await where_everything_is_slow(tmp_path, livekit)) == 3
