"""The command line itself."""

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.command_line import app
from tests.cli.pseudo_terminal import TIMEOUT_S, environment

COMMANDS = ["console", "brief", "worker", "dev", "doctor", "journal", "connect", "accounts", "forget", "sample-inbox"]


@pytest.mark.slow
def test_help_names_every_command_and_loads_nothing_for_it(tmp_path: Path) -> None:
    script = "import sys, cli.command_line; assert not sys.modules.keys() & {'livekit', 'openai', 'sqlalchemy', 'numpy', 'prompt_toolkit'}"
    command = [sys.executable, "-c", script]
    subprocess.run(command, env=environment(tmp_path), cwd=tmp_path, timeout=TIMEOUT_S, check=True)
    shown = CliRunner().invoke(app, ["--help"])
    assert shown.exit_code == 0
    assert all(name in shown.stdout for name in COMMANDS)


@pytest.mark.slow
def test_the_package_can_be_run_as_a_module(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cli.main", "--help"]
    shown = subprocess.run(command, env=environment(tmp_path), cwd=tmp_path, capture_output=True, text=True, timeout=TIMEOUT_S, check=True)
    assert "sample-inbox" in shown.stdout
    assert "\x1b" not in shown.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_says_what_it_does(name: str) -> None:
    shown = CliRunner().invoke(app, [name, "--help"])
    assert shown.exit_code == 0
    assert f"aloud {name}" in shown.stdout


def test_a_command_that_does_not_exist_is_refused() -> None:
    assert CliRunner().invoke(app, ["brew"]).exit_code == 2
