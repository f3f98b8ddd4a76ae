"""The settings: where they come from, what they default to, and that they keep secrets."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from zoneinfo import available_timezones

import pytest

from providers.settings import Settings, SettingsError

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_the_example_lists_exactly_the_settings_there_are() -> None:
    listed = re.findall(r"^([A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(name.upper() for name in Settings.model_fields)


def test_the_example_as_it_stands_is_what_is_set_without_it() -> None:
    assert Settings.load(env_file=EXAMPLE) == Settings.load(env_file=None)


def test_the_environment_wins_over_the_file_and_an_empty_value_counts_as_not_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("ALOUD_USER=anna\nALOUD_TIMEZONE=Asia/Tokyo\nALOUD_LLM_MODEL=\n")
    monkeypatch.setenv("ALOUD_USER", "bert")
    monkeypatch.setenv("ALOUD_TIMEZONE", "")
    settings = Settings.load()
    assert (settings.aloud_user, settings.timezone.key, settings.aloud_llm_model) == ("bert", "Asia/Tokyo", "gpt-4o")


LOADS_AS_NOBODY = """
import os, sys
from providers.settings import Settings, SettingsError
if os.geteuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
os.environ["ALOUD_DATA_DIR"] = sys.argv[1] + "/aloud"
try:
    Settings.load(env_file=None)
except SettingsError as error:
    print(error)
"""


def test_lists_and_folders_are_read_as_people_write_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALOUD_MAILDIR", "~/Mail:work")
    monkeypatch.setenv("ALOUD_ADDRESSES", " Me@Example.com , , you@example.com")
    monkeypatch.setenv("ALOUD_DATA_DIR", "~/aloud")
    settings = Settings.load()
    assert settings.aloud_maildir == (tmp_path / "Mail", tmp_path / "work")
    assert settings.aloud_addresses == ("me@example.com", "you@example.com")
    assert settings.aloud_data_dir == tmp_path / "aloud"


@pytest.mark.parametrize("rule", ["Mars", "CET-1CEST"])
def test_a_machine_whose_time_zone_has_no_name_does_not_stop_anybody(rule: str) -> None:
    """In a process of its own: the machine's zone is looked up once."""
    command = [sys.executable, "-c", "from providers.settings import Settings; print(Settings.load(env_file=None).timezone.key)"]
    said = subprocess.run(command, env={"TZ": rule, "PYTHONPATH": str(EXAMPLE.parent)}, capture_output=True, text=True, check=True)
    assert said.stdout.strip() in available_timezones()


def test_a_folder_that_may_not_be_written_to_is_refused() -> None:
    """In a process of its own: the superuser, who may write everywhere, becomes nobody there."""
    with tempfile.TemporaryDirectory(prefix="aloud-theirs-") as theirs:
        Path(theirs).chmod(0o555)
        said = subprocess.run(
            [sys.executable, "-c", LOADS_AS_NOBODY, theirs], cwd=EXAMPLE.parent, capture_output=True, text=True, check=True
        )
    assert said.stdout.startswith("ALOUD_DATA_DIR is wrong")


def test_a_folder_below_a_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ALOUD_DATA_DIR", str(tmp_path / "file" / "aloud"))
    with pytest.raises(SettingsError, match="ALOUD_DATA_DIR is wrong"):
        Settings.load()


def test_another_process_can_be_given_the_same_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings.load().model_copy(
        update={
            "database_url": None,
            "aloud_maildir": (tmp_path / "a", tmp_path / "b"),
            "aloud_addresses": ("me@example.com", "you@example.com"),
            "aloud_keywords": ("budget", "Mr Grant"),
            "redis_url": "redis://127.0.0.1:6379/0",
            "aloud_voice": "local",
        }
    )
    monkeypatch.setenv("DATABASE_URL", "sqlite:///of_the_shell.db")
    for name, value in settings.as_environment().items():
        monkeypatch.setenv(name, value)
    assert Settings.load() == settings


def test_secrets_are_not_in_what_gets_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nobody-may-read-this")
    monkeypatch.setenv("LIVEKIT_API_SECRET", "nobody-may-read-this-either-0123456789")
    settings = Settings.load()
    assert "nobody" not in f"{settings} {settings!r}"
    assert settings.as_environment()["OPENAI_API_KEY"] == "sk-nobody-may-read-this"
