"""A wrong setting is one line that names the variable and says what it should look like: in every command, from either source."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.command_line import app
from providers.settings import SHAPES, Settings

WRONG = [
    ("LIVEKIT_URL", "127.0.0.1:7880"),
    ("LIVEKIT_URL", "ws://127.0.0.1:port"),
    ("LIVEKIT_URL", "ws://"),
    ("OPENAI_BASE_URL", "api.openai.example"),
    ("OPENAI_BASE_URL", "https://[::1"),
    ("REDIS_URL", "127.0.0.1:6379"),
    ("REDIS_URL", "http://127.0.0.1:6379"),
    ("DATABASE_URL", "mysql://127.0.0.1/aloud"),
    ("DATABASE_URL", "sqlite:///"),
    ("DATABASE_URL", "aloud.sqlite"),
    ("ALOUD_GOOGLE_AUTH_URL", "accounts.google.example"),
    ("ALOUD_GOOGLE_TOKEN_URL", "ftp://127.0.0.1/token"),
    ("ALOUD_GOOGLE_REVOKE_URL", "https://"),
    ("ALOUD_GMAIL_URL", "127.0.0.1:4010"),
    ("ALOUD_GMAIL_TOPIC", "mail"),
    ("ALOUD_GMAIL_SUBSCRIPTION", "projects/mine/topics/mail"),
    ("ALOUD_PUBSUB_URL", "127.0.0.1:8085"),
    ("GOOGLE_APPLICATION_CREDENTIALS", "/no/such/key.json"),
    ("ALOUD_GOOGLE_CALENDAR", "perhaps"),
    ("ALOUD_GOOGLE_CALENDAR_URL", "www.googleapis.example"),
    ("ALOUD_SENDING", "perhaps"),
    ("ALOUD_SENDING_DRY_RUN", "perhaps"),
    ("ALOUD_SMTP_URL", "mail.example.com"),
    ("ALOUD_SMTP_URL", "https://mail.example.com"),
    ("ALOUD_SMTP_URL", "smtp://user@mail.example.com"),
    ("ALOUD_SMTP_URL", "smtp://mail.example.com/inbox"),
    ("ALOUD_BRIEFING_SMTP_URL", "mail.example.com"),
    ("ALOUD_BRIEFING_SMTP_URL", "https://mail.example.com"),
    ("ALOUD_BRIEFING_ADDRESS", "briefing"),
    ("ALOUD_BRIEFING_ADDRESS", "Aloud <briefing@example.com>"),
    ("ALOUD_BRIEFING_MAILDIR", "~no-such-user/briefings"),
    ("ALOUD_BRIEFING_AUTHSERV_ID", "the server"),
    ("ALOUD_AUTHSERV_ID", "mx.example.com:many"),
    ("ALOUD_AUTHSERV_ID", "mx.example.com, mx.example.org"),
    ("ALOUD_SEND_HOLD_S", "0"),
    ("ALOUD_SEND_HOLD_S", "soon"),
    ("ALOUD_KEEP_CONVERSATIONS_DAYS", "0"),
    ("ALOUD_KEEP_CONVERSATIONS_DAYS", "for ever"),
    ("ALOUD_TOKENS_A_DAY", "0"),
    ("ALOUD_TOKENS_A_DAY", "many"),
    ("ALOUD_SECRET_KEY", "correct horse battery staple"),
    ("ALOUD_SECRET_KEY", "c2hvcnQ="),
    ("ALOUD_SECRET_KEY", ","),
    ("ALOUD_MAILDIR", "/no/such/folder"),
    ("ALOUD_MAILDIR", "~no-such-user/Mail"),
    ("ALOUD_ADDRESSES", "anna, bert@example.com"),
    ("ALOUD_VIPS", "my-boss"),
    ("ALOUD_TIMEZONE", "Mars"),
    ("ALOUD_TIMEZONE", "Europe"),
    ("ALOUD_TIMEZONE", "../../etc/passwd"),
    ("ALOUD_DATA_DIR", "/etc/passwd"),
    ("ALOUD_DATA_DIR", "/etc/passwd/aloud"),
    ("ALOUD_DATA_DIR", "~no-such-user"),
    ("ALOUD_VOICE", "perhaps"),
    ("ALOUD_VOICE", "openai"),
    ("ALOUD_VOICE_URL", "127.0.0.1:8091"),
    ("ALOUD_VOICE_MODELS", "~no-such-user/voices"),
    ("ALOUD_WORDS_PER_MINUTE", "fast"),
    ("ALOUD_WORDS_PER_MINUTE", "20"),
    ("ALOUD_TURN_DETECTION", "guess"),
    ("ALOUD_MAX_CALLS", "0"),
    ("ALOUD_MAX_CALLS", "many"),
    ("ALOUD_HEALTH_HOST", "my-health"),
    ("ALOUD_HEALTH_PORT", "99999"),
    ("ALOUD_METRICS_PORT", "-1"),
    ("ALOUD_TEAM_METRICS_PORT", "99999"),
    ("ALOUD_TEAM_METRICS_PORT", "none"),
    ("ALOUD_WEB_SEARCH_URL", "search.example.com"),
    ("OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318"),
    ("ALOUD_WEB_HOST", "my-page"),
    ("ALOUD_WEB_PORT", "0"),
    ("ALOUD_WEB_URL", "aloud.example.com"),
    ("ALOUD_WEB_URL", "https://example.com/aloud"),
    ("ALOUD_LIVEKIT_PUBLIC_URL", "livekit.example.com"),
    ("ALOUD_OIDC_ISSUER", "login.example.com"),
    ("ALOUD_DRAIN_S", "0"),
    ("ALOUD_SILENCE_LIMIT_S", "5"),
    ("ALOUD_LOG_LEVEL", "LOUD"),
]
NEVER_WRONG = {
    "LIVEKIT_API_KEY", "LIVEKIT_API_SECRET", "OPENAI_API_KEY", "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "ALOUD_USER", "ALOUD_KEYWORDS",
    "ALOUD_OIDC_CLIENT_ID", "ALOUD_OIDC_CLIENT_SECRET", "ALOUD_OIDC_ORGANISATION_CLAIM",
}  # fmt: skip
"""Any text will do, and no text counts as not set."""

COMMANDS = [["console"], ["brief"], ["worker"], ["dev"], ["doctor"], ["forget", "--yes"], ["sample-inbox", "mail"]]
COMMANDS += [["connect", "google"], ["accounts"], ["accounts", "remove", "work"], ["web"]]


@pytest.fixture(autouse=True)
def settings_of_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    yield
    assert not (tmp_path / ".local").exists(), "something was stored although a setting is wrong"


def is_one_line_about(result: Result, name: str) -> None:
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == f"{name} is wrong: it should be {SHAPES[name]}.\n"


def test_every_setting_with_a_shape_is_tried() -> None:
    assert {name for name, _ in WRONG} | NEVER_WRONG == set(SHAPES)


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_value_is_one_line_that_does_not_repeat_it(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    is_one_line_about(CliRunner().invoke(app, ["brief"]), name)


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_the_same_in_a_file(name: str, value: str, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"{name}={value}\n")
    is_one_line_about(CliRunner().invoke(app, ["brief"]), name)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command[0]))
def test_the_same_in_every_command(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALOUD_TIMEZONE", "Mars")
    is_one_line_about(CliRunner().invoke(app, command), "ALOUD_TIMEZONE")


def test_a_user_whose_id_cannot_be_part_of_a_path_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALOUD_MAILDIR", str(tmp_path / "{user}"))
    monkeypatch.setenv("ALOUD_USER", "../anna")
    is_one_line_about(CliRunner().invoke(app, ["brief"]), "ALOUD_USER")


def test_several_wrong_values_are_a_line_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALOUD_TIMEZONE", "Mars")
    monkeypatch.setenv("ALOUD_MAX_CALLS", "0")
    lines = CliRunner().invoke(app, ["brief"]).stderr.splitlines()
    assert [line.split()[0] for line in lines] == ["ALOUD_TIMEZONE", "ALOUD_MAX_CALLS"]


def test_who_sends_briefings_from_an_address_of_its_own_is_told_what_else_that_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALOUD_BRIEFING_SMTP_URL", "smtp://127.0.0.1:25")
    lines = CliRunner().invoke(app, ["brief"]).stderr.splitlines()
    needed = ["ALOUD_BRIEFING_ADDRESS", "ALOUD_BRIEFING_MAILDIR", "ALOUD_BRIEFING_AUTHSERV_ID"]
    assert lines == [f"{name} is wrong: it should be {SHAPES[name]}." for name in needed]


@pytest.mark.parametrize("content", [b"\xff\xfe\x00ALOUD", "ALOUD_TIMEZONE=Zürich".encode("latin-1")])
def test_a_file_that_is_no_text_is_one_line(content: bytes, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(content)
    result = CliRunner().invoke(app, ["brief"])
    assert result.exit_code == 2
    assert result.stderr == ".env cannot be read: make it a readable text file or remove it.\n"


@pytest.mark.parametrize("command", ["console", "brief", "dev"])
def test_without_a_mailbox_the_sample_is_offered(command: str) -> None:
    result = CliRunner().invoke(app, [command])
    assert result.exit_code == 2
    assert result.stderr == "No mailbox is set: run `aloud connect google`, set ALOUD_MAILDIR to a Maildir folder, or try --sample.\n"


@pytest.mark.parametrize(
    ("given", "missing"), [({}, "LIVEKIT_API_KEY and LIVEKIT_API_SECRET"), ({"LIVEKIT_API_KEY": "a"}, "LIVEKIT_API_SECRET")]
)
def test_a_worker_without_keys_says_what_to_set(given: dict[str, str], missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    result = CliRunner().invoke(app, ["worker"])
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Set {missing}: ")
    assert len(result.stderr.splitlines()) == 1
