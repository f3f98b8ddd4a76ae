"""The worker's main process loads nothing that only a call needs: that is loaded once, in the process that jobs are forked from."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

NOT_YET = ("agent.answering", "session.opening.assembly", "sqlalchemy")
LOADS = f"import sys, agent.main; print(*(name for name in {NOT_YET} if name in sys.modules))"
PRELOADS = "import gc, sys, agent.operations.preloaded; print('agent.answering' in sys.modules, gc.isenabled())"


@pytest.mark.parametrize(("program", "printed"), [(LOADS, ""), (PRELOADS, "True True")], ids=["main process", "before jobs are forked"])
def test_each_process_loads_what_it_needs(program: str, printed: str) -> None:
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.strip() == printed
