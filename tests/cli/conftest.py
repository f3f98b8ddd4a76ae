"""The process that `aloud` is forked off, for all of these tests."""

from collections.abc import Iterator
from multiprocessing import forkserver, resource_tracker
from pathlib import Path

import pytest

from tests.agent.roomless.sound_card import SoundCard
from tests.cli import forked  # noqa: F401 - says what is loaded before the first fork


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """It outlives the tests, so it is there before the first of them looks what is running."""
    resource_tracker.ensure_running()
    forkserver.ensure_running()


@pytest.fixture
def sound_card(tmp_path: Path) -> Iterator[SoundCard]:
    with SoundCard(tmp_path) as card:
        yield card
