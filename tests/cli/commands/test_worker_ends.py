"""How a worker ends that has not begun to work: at Ctrl-C without a traceback, and with a code that says so where it failed."""

import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.cli.pseudo_terminal import environment
from tests.servers.ports import free_port

pytestmark = pytest.mark.slow

ENDS_WITHIN_S = 20.0
UNREACHABLE = Path(__file__).with_name("unreachable_agent.py")


def out_of_reach(folder: Path, **more: str) -> dict[str, str]:
    """Settings for a LiveKit server that is not there."""
    keys = {"LIVEKIT_API_KEY": "key", "LIVEKIT_API_SECRET": "s" * 32}
    return environment(folder, LIVEKIT_URL=f"ws://127.0.0.1:{free_port()}", **keys, **more)


def test_ctrl_c_while_libraries_are_imported_ends_it_at_once_without_a_traceback(tmp_path: Path) -> None:
    values = out_of_reach(tmp_path, PYTHONVERBOSE="1", PYTHONUNBUFFERED="1")  # says what is being imported
    command = [str(Path(sys.executable).with_name("aloud")), "worker"]
    with subprocess.Popen(command, env=values, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        assert process.stdout
        seen: list[bytes] = []
        for line in process.stdout:
            seen.append(line)
            if b"import 'livekit.agents" in line and "cli.commands.worker_process" in psutil.Process(process.pid).cmdline():
                break
        process.send_signal(signal.SIGINT)
        seen += process.stdout.readlines()
        assert process.wait(ENDS_WITHIN_S) == -signal.SIGINT
    said = b"".join(seen)
    assert b"Traceback" not in said
    assert b"KeyboardInterrupt" not in said


def test_one_that_reaches_no_server_ends_with_1_so_that_it_is_started_again(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cli.commands.worker_process", "start", str(UNREACHABLE)]
    ended = subprocess.run(command, env=out_of_reach(tmp_path), cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert "worker failed" in ended.stdout + ended.stderr
    assert ended.returncode == 1
