"""The double keeps the contract that the stores keep, or what it proves would prove nothing."""

import pytest

from tests.inbox.ledger_contract import LedgerContract
from tests.inbox.memory_ledger import MemoryLedger


class TestMemoryLedger(LedgerContract):
    @pytest.fixture
    def ledger(self) -> MemoryLedger:
        return MemoryLedger()
