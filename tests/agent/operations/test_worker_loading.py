"""The worker's main process loads nothing that only a call needs: that is loaded once, in the process that jobs are forked from."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from agent.operations.warm_up import warm_up
from providers.settings import Settings

pytestmark = pytest.mark.slow

NOT_YET = ("agent.answering", "session.opening.assembly", "sqlalchemy", "providers.models.typed.engine")
LOADS = f"import sys, agent.main; print(*(name for name in {NOT_YET} if name in sys.modules))"
LEAVES = """
import gc, json, psutil, sys, threading
loads = []  # modules, and when the call's own server begins
sys.addaudithook(lambda event, about: event in ("import", "socket.bind") and loads.append(about[0] if event == "import" else event))
import agent.main, agent.operations.preloaded
loaded = "agent.answering" in sys.modules
from livekit.rtc._ffi_client import FfiClient
import agent.answering
process = psutil.Process()
print(json.dumps({
    "a call is loaded": loaded,
    "loaded in the midst of it": [each for each in loads[loads.index("socket.bind"):] if each in agent.main.asked],
    "garbage is collected": gc.isenabled(),
    "calls held": agent.answering.voice_detection.cache_info().misses,
    "threads": [thread.name for thread in threading.enumerate()],
    "sockets": len(process.net_connections("all")),
    "files": [file.path for file in process.open_files() if "onnxruntime" not in file.path],
    "children": len(process.children()),
    "native half of LiveKit": FfiClient._instance is not None,
}))
"""


def test_the_main_process_loads_nothing_that_only_a_call_needs() -> None:
    run = subprocess.run([sys.executable, "-c", LOADS], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.strip() == ""


@pytest.mark.parametrize("key", [pytest.param("", id="embedded models"), pytest.param("sk-test", marks=pytest.mark.proof, id="OpenAI")])
def test_of_the_call_held_before_jobs_are_forked_nothing_is_left_but_memory(key: str, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "OPENAI_API_KEY": key,
        "ALOUD_SMALL_MODEL": "small-model" if key else "",
        "ALOUD_VOICE": "openai" if key else "none",
        "ALOUD_DATA_DIR": str(tmp_path / "data"),
        "TMPDIR": str(tmp_path),
    }
    run = subprocess.run([sys.executable, "-c", LEAVES], capture_output=True, text=True, timeout=60, check=True, env=environment)
    assert json.loads(run.stdout) == {
        "a call is loaded": True,
        "loaded in the midst of it": [],
        "garbage is collected": True,
        "calls held": 1,
        "threads": ["MainThread"],
        "sockets": 0,
        "files": [],
        "children": 0,
        "native half of LiveKit": False,
    }
    assert "warm-up failed" not in run.stderr
    assert [path for path in tmp_path.iterdir() if path.is_dir()] == []


def test_without_a_call_held_before_jobs_are_forked_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    warm_up(Settings.load(env_file=None).model_copy(update={"aloud_timezone": "Nowhere/At_All"}))
    (record,) = caplog.records
    assert record.message == "the warm-up failed"
