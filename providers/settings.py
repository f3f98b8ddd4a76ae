"""Everything that can be set, in one place, read from the environment and `.env`.

Names are the standard ones where such exist (`LIVEKIT_URL`, `OPENAI_API_KEY`, `REDIS_URL`, `DATABASE_URL`), else they begin with
`ALOUD_`. `.env.example` documents each. Every outside address is a setting, so that a compatible server can stand in.
"""

import os
import re
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, FilePath, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from providers.setting_shapes import (
    HomePath,
    LiveKitUrl,
    PathList,
    RedisUrl,
    WebUrl,
    WordList,
    database_address,
    expanded,
    machine_timezone,
    mail_server,
    results_server,
    secret_keys,
    setting,
    web_address,
)

NO_RESULTS = "-"
"""Stands for a mail folder whose server writes no results that could be believed."""
_ADDRESS = re.compile(r"[^\s@<>,;]++@[^\s@<>,;.]++(?>(?:\.[^\s@<>,;.]++)+)")
LOCAL_VOICE_PACKAGES = ("faster_whisper", "piper")


def local_voice_installed(packages: tuple[str, ...] = LOCAL_VOICE_PACKAGES) -> bool:
    """Whether the extra `local-voice` is, with which `aloud voice` runs on this machine."""
    return all(find_spec(package) is not None for package in packages)


class SettingsError(Exception):
    """A setting is wrong. `str()` is one line per setting: its name and what it should look like. Values are not repeated."""


class Settings(BaseSettings):
    """The settings of one process. Build it with `Settings.load()`, which turns a wrong value into `SettingsError`."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True)

    livekit_url: LiveKitUrl = setting("ws://127.0.0.1:7880", "the LiveKit server, like ws://127.0.0.1:7880 or wss://example.livekit.cloud")
    livekit_api_key: str = setting("", "a LiveKit API key")
    livekit_api_secret: SecretStr = setting(SecretStr(""), "the secret that belongs to the LiveKit API key")

    openai_api_key: SecretStr | None = setting(None, "a key that begins with sk-, or any text that a compatible server accepts")
    openai_base_url: WebUrl = web_address("https://api.openai.com/v1")
    aloud_llm_model: str = "gpt-4o"
    aloud_small_model: str | None = None
    aloud_small_vision_model: str | None = None
    aloud_vision_model: str | None = None
    aloud_tokens_a_day: int = setting(2_000_000, "how many tokens a user may spend in a day, a whole number from 1000", ge=1_000)
    aloud_stt_model: str = "gpt-4o-mini-transcribe"
    aloud_tts_model: str = "gpt-4o-mini-tts"
    aloud_tts_voice: str = "alloy"

    google_client_id: str = setting(
        "", "the client ID of a desktop app, like 1234-abcd.apps.googleusercontent.com (`aloud doctor` says how to get one)"
    )
    google_client_secret: SecretStr = setting(SecretStr(""), "the client secret that belongs to the client ID")
    aloud_google_auth_url: WebUrl = web_address("https://accounts.google.com/o/oauth2/v2/auth")
    aloud_google_token_url: WebUrl = web_address("https://oauth2.googleapis.com/token")
    aloud_google_revoke_url: WebUrl = web_address("https://oauth2.googleapis.com/revoke")
    aloud_gmail_url: WebUrl = web_address("https://gmail.googleapis.com")
    aloud_gmail_topic: str | None = setting(
        None, "a Pub/Sub topic, like projects/my-project/topics/mail", pattern=r"^projects/[^/]+/topics/[^/]+$"
    )
    aloud_gmail_subscription: str | None = setting(
        None, "a Pub/Sub subscription, like projects/my-project/subscriptions/mail", pattern=r"^projects/[^/]+/subscriptions/[^/]+$"
    )
    aloud_pubsub_url: WebUrl = web_address("https://pubsub.googleapis.com")
    google_application_credentials: Annotated[FilePath, AfterValidator(expanded)] | None = setting(
        None, "a file that holds the key of a service account"
    )
    aloud_google_calendar: bool = setting(False, "true or false")
    aloud_google_calendar_url: WebUrl = web_address("https://www.googleapis.com")
    aloud_sending: bool = setting(False, "true or false")
    aloud_sending_dry_run: bool = setting(False, "true or false")
    aloud_smtp_url: Annotated[SecretStr, AfterValidator(mail_server)] | None = setting(
        None, "an address like smtps://user:password@mail.example.com or smtp://127.0.0.1:25"
    )
    aloud_briefing_smtp_url: Annotated[SecretStr, AfterValidator(mail_server)] | None = setting(
        None, "an address like smtps://user:password@mail.example.com or smtp://127.0.0.1:25, from which briefings by mail are sent"
    )
    aloud_briefing_address: str | None = setting(
        None, "the address that briefings sent by ALOUD_BRIEFING_SMTP_URL come from, like briefing@aloud.example.com", validate_default=True
    )
    aloud_briefing_maildir: HomePath | None = setting(
        None, "the Maildir folder in which replies to ALOUD_BRIEFING_ADDRESS are delivered", validate_default=True
    )
    aloud_briefing_authserv_id: Annotated[str, AfterValidator(results_server)] | None = setting(
        None,
        "under which name the server that receives for ALOUD_BRIEFING_ADDRESS writes its results, like mx.example.com",
        validate_default=True,
    )
    aloud_send_hold_s: int = setting(10, "for how many seconds a mail is held before it leaves, a whole number from 5 to 120", ge=5, le=120)
    aloud_keep_conversations_days: int = setting(
        90, "for how many days a conversation is kept after the last word in it, a whole number from 1 to 3650", ge=1, le=3650
    )
    aloud_secret_key: Annotated[SecretStr, AfterValidator(secret_keys)] | None = setting(
        None, "32 random bytes in base64, as `openssl rand -base64 32` writes them; older keys may follow, separated by commas"
    )

    redis_url: RedisUrl | None = setting(None, "an address like redis://127.0.0.1:6379/0")
    database_url: Annotated[str, AfterValidator(database_address)] | None = setting(
        None, "an address like postgresql://user@host/name or sqlite:///aloud.db"
    )

    aloud_user: str = setting("local", "the id of the user whose mail this is, like local", min_length=1)
    aloud_maildir: PathList = setting(
        (), f"one or more Maildir folders (each holds a folder named cur), separated by '{os.pathsep}'; {{user}} is a user's id"
    )
    aloud_authserv_id: WordList = setting(
        (), "the name under which your mail server writes its results, like mx.example.com; one for all folders, or one for each"
    )
    aloud_addresses: WordList = setting((), "mail addresses separated by commas, like me@example.com")
    aloud_timezone: str = Field(default_factory=machine_timezone, description="a time zone name, like Europe/Berlin")
    aloud_data_dir: HomePath = setting(Path("~/.local/share/aloud"), "a folder that Aloud may write to")
    aloud_vips: WordList = setting((), "mail addresses separated by commas")
    aloud_keywords: WordList = setting((), "words separated by commas")

    aloud_voice: Literal["local", "openai", "none"] | None = setting(None, "local, openai (which needs OPENAI_API_KEY) or none")
    aloud_voice_url: WebUrl = web_address("http://127.0.0.1:8091/v1")
    aloud_voice_models: HomePath | None = setting(None, "a folder with a folder for each model")
    aloud_words_per_minute: int = setting(170, "a whole number from 80 to 450", ge=80, le=450)
    aloud_turn_detection: Literal["model", "vad"] = setting("model", "model or vad")
    aloud_max_calls: int = setting(8, "how many calls one worker takes at once, a whole number from 1", ge=1)
    aloud_silence_limit_s: int = setting(
        600, "after how many seconds of silence a call ends, a whole number from 15 to 86400", ge=15, le=86_400
    )
    aloud_health_host: str = setting("127.0.0.1", "an address of this machine, like 127.0.0.1, or 0.0.0.0 for all of them")
    aloud_health_port: int = setting(0, "a port number; 0 takes any free one", ge=0, le=65535)
    aloud_metrics_port: int = setting(0, "a port number; 0 serves no metrics", ge=0, le=65535)
    aloud_team_metrics_port: int = setting(0, "a port number; 0 serves no metrics", ge=0, le=65535)
    aloud_web_search_url: WebUrl | None = setting(None, "the address of a SearXNG server, like http://127.0.0.1:8888")
    otel_exporter_otlp_endpoint: WebUrl | None = setting(None, "an http or https address, like http://127.0.0.1:4318")
    aloud_web_host: str = setting("127.0.0.1", "an address of this machine, like 127.0.0.1, or 0.0.0.0 for all of them")
    aloud_web_port: int = setting(8000, "a port number from 1", ge=1, le=65535)
    aloud_web_url: WebUrl | None = setting(None, "the address that people open, without a path, like https://aloud.example.com")
    aloud_livekit_public_url: LiveKitUrl | None = setting(None, "where browsers reach the LiveKit server, like wss://livekit.example.com")
    aloud_oidc_issuer: WebUrl | None = setting(None, "the address of an OpenID Connect issuer, like https://login.example.com")
    aloud_oidc_client_id: str = setting("", "the client ID that the issuer has given to this server")
    aloud_oidc_client_secret: SecretStr = setting(SecretStr(""), "the client secret that belongs to that client ID")
    aloud_oidc_organisation_claim: str = setting("", "the claim that names the user's organisation, like hd, tid or org_id")
    aloud_drain_s: int = setting(300, "how many seconds running calls get when the worker is stopped, a whole number from 1", ge=1)
    aloud_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = setting("INFO", "DEBUG, INFO, WARNING or ERROR")

    @field_validator("aloud_web_url")
    @classmethod
    def _origin(cls, value: str | None) -> str | None:
        if value and (urlsplit(value).path.strip("/") or urlsplit(value).query):
            raise ValueError("address")
        return value and value.rstrip("/")

    @field_validator("aloud_voice")
    @classmethod
    def _reachable_voice(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value == "openai" and not info.data.get("openai_api_key"):
            raise ValueError("voice")
        return value

    @field_validator("aloud_timezone")
    @classmethod
    def _known_timezone(cls, value: str) -> str:
        try:
            return ZoneInfo(value).key
        except (LookupError, OSError):  # no such name; the name of a folder of time zones
            raise ValueError("time zone") from None

    @field_validator("aloud_health_host", "aloud_web_host")
    @classmethod
    def _address_of_this_machine(cls, value: str) -> str:
        return value if value == "localhost" else str(ip_address(value))

    @field_validator("aloud_addresses", "aloud_vips")
    @classmethod
    def _addresses(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if any("@" not in part for part in value):
            raise ValueError("address")
        return tuple(part.lower() for part in value)

    @field_validator("aloud_briefing_address", "aloud_briefing_maildir", "aloud_briefing_authserv_id")
    @classmethod
    def _complete_briefing(cls, value: Path | str | None, info: ValidationInfo) -> Path | str | None:
        """Whoever sends briefings from an address of the installation has to read the replies, and to know whose they are."""
        if value is None and info.data.get("aloud_briefing_smtp_url") is not None:
            raise ValueError("missing")
        if isinstance(value, str) and info.field_name == "aloud_briefing_address":
            if not _ADDRESS.fullmatch(value):
                raise ValueError("address")
            return value.lower()
        return value

    @field_validator("aloud_authserv_id")
    @classmethod
    def _one_for_each_folder(cls, value: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        if len(value) not in {0, 1, len(info.data.get("aloud_maildir", ()))}:
            raise ValueError("number")
        return tuple(part if part == NO_RESULTS else results_server(part) for part in value)

    @field_validator("aloud_data_dir")
    @classmethod
    def _writable(cls, value: Path) -> Path:
        try:
            there = next(folder for folder in (value, *value.parents) if folder.exists())
        except OSError:  # a folder on the way there may not be entered
            raise ValueError("folder") from None
        if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
            raise ValueError("folder")
        return value

    @classmethod
    def load(cls, *, env_file: Path | None = Path(".env")) -> Self:
        """Read the environment and `.env`. Raises `SettingsError` naming every wrong variable."""
        try:
            return cls(_env_file=env_file)
        except ValidationError as error:
            names = dict.fromkeys(str(part["loc"][0]).upper() for part in error.errors() if part["loc"])
            raise SettingsError(
                "\n".join(f"{name} is wrong: it should be {SHAPES.get(name, 'set as in .env.example')}." for name in names)
            ) from None
        except (OSError, UnicodeDecodeError):
            raise SettingsError(f"{env_file} cannot be read: make it a readable text file or remove it.") from None

    def as_environment(self) -> dict[str, str]:
        """The variables from which another process reads these very settings, provided that it has no `.env`; secrets included.

        What is not set is empty, so that the environment of a shell does not set it either.
        """
        return {name.upper(): "" if value is None else _as_text(value) for name, value in self}

    @property
    def timezone(self) -> ZoneInfo:
        return ZoneInfo(self.aloud_timezone)

    @property
    def voice(self) -> Literal["local", "openai", "none"]:
        """Who listens and speaks: as set, else OpenAI with a key, and without one the local speech server where it is installed."""
        if self.aloud_voice is not None:
            return self.aloud_voice
        if self.openai_api_key:
            return "openai"
        return "local" if local_voice_installed() else "none"

    @property
    def asks_services(self) -> bool:
        """Whether a call asks any model over HTTP."""
        return self.openai_api_key is not None or self.voice == "local"

    @property
    def voice_port(self) -> int:
        """Where the speech server listens on this machine."""
        parts = urlsplit(self.aloud_voice_url)
        return parts.port or (443 if parts.scheme == "https" else 80)

    @property
    def local_database_url(self) -> str:
        """The embedded database in the data folder: the default database, and always where undelivered marks are kept."""
        return f"sqlite:///{self.aloud_data_dir / 'aloud.db'}"

    @property
    def shared_database_url(self) -> str:
        """The database that all processes share."""
        return self.database_url or self.local_database_url


SHAPES = {name.upper(): field.description for name, field in Settings.model_fields.items() if field.description}


def _as_text(value: object) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if isinstance(value, tuple):
        return (os.pathsep if value and isinstance(value[0], Path) else ",").join(map(str, value))
    return str(value)
