"""The double is held to the contract of the stores that it stands in for."""

import pytest

from tests.inbox.call_state_contract import CallStateContract
from tests.inbox.memory_call_state import MemoryCallState


class TestMemoryCallState(CallStateContract):
    @pytest.fixture
    def store(self) -> MemoryCallState:
        return MemoryCallState()
