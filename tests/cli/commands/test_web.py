"""`aloud web` says in a line what keeps it from serving the page."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.command_line import app
from providers.settings import Settings
from tests.servers.ports import free_port

SECRET = "a-secret-of-this-test-run-only-0123456789"


@pytest.fixture(autouse=True)
def settings_of_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LIVEKIT_API_KEY", "key")
    monkeypatch.setenv("LIVEKIT_API_SECRET", SECRET)
    yield
    assert not (tmp_path / ".local").exists(), "something was stored although nothing was served"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"LIVEKIT_API_SECRET": ""}, "Set LIVEKIT_API_SECRET: "),
        ({"ALOUD_WEB_HOST": "192.0.2.1"}, "ALOUD_WEB_HOST would let others in, and nobody has to sign in: "),
        (
            {"ALOUD_OIDC_ISSUER": "https://login.example.com"},
            "Set ALOUD_OIDC_CLIENT_ID and ALOUD_OIDC_CLIENT_SECRET and ALOUD_SECRET_KEY: ",
        ),
    ],
)
def test_settings_that_do_not_go_together_are_one_line(given: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    result = CliRunner().invoke(app, ["web"])
    assert result.exit_code == 2
    assert result.stderr.startswith(said)
    assert len(result.stderr.splitlines()) == 1


def test_a_port_that_is_taken_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", free_port())) as other:
        monkeypatch.setenv("ALOUD_WEB_PORT", str(other.getsockname()[1]))
        result = CliRunner().invoke(app, ["web"])
    assert result.exit_code == 1
    assert "set ALOUD_WEB_PORT" in result.stderr
    assert SECRET not in result.stderr
    assert len(result.stderr.splitlines()) == 1
