"""An error that nobody catches does not tell what it was about, wherever in a process it happens."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers.livekit import ROOT

PRIVATE = "zephyranthes"

WORKER = """
import asyncio, logging, threading
from agent.operations.discreet_crashes import make_crashes_discreet
from agent.operations.discreet_logs import make_logs_discreet


class Plain(logging.Formatter):
    def format(self, record):
        return f"{record.levelname} {record.msg} | {vars(record).get('error')} | {vars(record).get('place')}"


handler = logging.StreamHandler()
handler.setFormatter(Plain())
logging.basicConfig(level=logging.DEBUG, handlers=[handler])
make_logs_discreet()
make_crashes_discreet()


def fail():
    quoted = "zephyr" + "anthes"
    raise ValueError("could not read " + quoted)
"""

CRASHES = {
    "in the main thread": "fail()",
    "while another error is handled": "try:\n    fail()\nexcept ValueError as error:\n    raise RuntimeError(str(error)) from error",
    "in a thread": "thread = threading.Thread(target=fail)\nthread.start()\nthread.join()",
    "in a destructor": "class Mail:\n    def __del__(self):\n        fail()\nMail()",
    "in a callback": "loop = asyncio.new_event_loop()\nloop.call_soon(fail)\nloop.call_soon(loop.stop)\nloop.run_forever()\nloop.close()",
    "in a task nobody awaits": (
        "async def work():\n    fail()\nasync def main():\n    task = asyncio.ensure_future(work())\n    await asyncio.sleep(0)\n"
        "    await asyncio.sleep(0)\n    del task\nasyncio.run(main())"
    ),
    "in a log handler": (
        "class Broken(logging.Handler):\n    def emit(self, record):\n        try:\n            fail()\n"
        "        except ValueError:\n            self.handleError(record)\n"
        "logging.getLogger().addHandler(Broken())\nlogging.getLogger('agent').warning('something')"
    ),
}


@pytest.mark.parametrize("crash", CRASHES.values(), ids=CRASHES.keys())
def test_an_error_that_nobody_catches_keeps_its_text_to_itself(crash: str, tmp_path: Path) -> None:
    script = tmp_path / "worker.py"
    script.write_text(f"{WORKER}\n\n{crash}\n")
    ran = subprocess.run([sys.executable, str(script)], env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    assert ran.stderr, "nothing was told at all"
    assert PRIVATE not in ran.stderr + ran.stdout
    assert "Traceback" not in ran.stderr


def test_what_is_told_is_enough_to_find_it(tmp_path: Path) -> None:
    script = tmp_path / "worker.py"
    script.write_text(f"{WORKER}\n\n{CRASHES['in a thread']}\n")
    ran = subprocess.run([sys.executable, str(script)], env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    line = WORKER.splitlines().index('    raise ValueError("could not read " + quoted)') + 1
    assert ran.stderr == f"ERROR a thread failed | ValueError | fail in {script}, line {line}\n"
