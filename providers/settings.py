"""Everything that can be set, in one place, read from the environment and `.env`.

Names are the standard ones where such exist (`LIVEKIT_URL`, `OPENAI_API_KEY`, `REDIS_URL`, `DATABASE_URL`), else they begin with
`ALOUD_`. `.env.example` documents each. Every outside address is a setting, so that a compatible server can stand in.
"""

import os
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, Field, FilePath, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from tzlocal import get_localzone_name

from providers.connections.secret_key import parse_secret_keys

LOCAL_VOICE_PACKAGES = ("faster_whisper", "piper")


def local_voice_installed(packages: tuple[str, ...] = LOCAL_VOICE_PACKAGES) -> bool:
    """Whether the extra `local-voice` is, with which `aloud voice` runs on this machine."""
    return all(find_spec(package) is not None for package in packages)


class SettingsError(Exception):
    """A setting is wrong. `str()` is one line per setting: its name and what it should look like. Values are not repeated."""


def _split(separator: str) -> BeforeValidator:
    return BeforeValidator(lambda text: [part.strip() for part in text.split(separator) if part.strip()] if isinstance(text, str) else text)


def _expanded(path: Path) -> Path:
    try:
        return path.expanduser().absolute()
    except (RuntimeError, OSError):  # ~somebody, who does not exist; a relative path in a folder that was deleted
        raise ValueError("path") from None


def _machine_timezone() -> str:
    try:
        return get_localzone_name() or "UTC"
    except (LookupError, ValueError, OSError):  # TZ holds a rule instead of a name, or nothing that is known
        return "UTC"


def _with_scheme(*schemes: str) -> AfterValidator:
    def checked(value: str) -> str:
        parts = urlsplit(value)  # raises ValueError for brackets that do not match, as does `port` for one that is no number
        complete = parts.path if parts.scheme == "unix" else parts.hostname and parts.port != 0
        if parts.scheme not in schemes or not complete:
            raise ValueError("address")
        return value

    return AfterValidator(checked)


def _keys(value: SecretStr) -> SecretStr:
    parse_secret_keys(value.get_secret_value())
    return value


def _mail_server(value: SecretStr) -> SecretStr:
    from providers.smtp import SmtpServer  # noqa: PLC0415 - few set this

    SmtpServer.of(value.get_secret_value())
    return value


def _database_address(value: str) -> str:
    from storage.database import driver_url  # noqa: PLC0415 - takes half a second to load, and few set this

    driver_url(value)
    return value


WebUrl = Annotated[str, _with_scheme("http", "https")]
LiveKitUrl = Annotated[str, _with_scheme("ws", "wss", "http", "https")]
RedisUrl = Annotated[str, _with_scheme("redis", "rediss", "unix", "redis+cluster", "rediss+cluster")]
HomePath = Annotated[Path, AfterValidator(_expanded)]
PathList = Annotated[tuple[HomePath, ...], NoDecode, _split(os.pathsep)]
WordList = Annotated[tuple[str, ...], NoDecode, _split(",")]


def _setting(default: object, shape: str, **rules: Any) -> Any:
    """`shape`: what the value should look like, said to whoever has set a wrong one."""
    return Field(default, description=shape, **rules)


def _web_address(example: str) -> Any:
    return _setting(example, f"an http or https address, like {example}")


class Settings(BaseSettings):
    """The settings of one process. Build it with `Settings.load()`, which turns a wrong value into `SettingsError`."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True)

    livekit_url: LiveKitUrl = _setting("ws://127.0.0.1:7880", "the LiveKit server, like ws://127.0.0.1:7880 or wss://example.livekit.cloud")
    livekit_api_key: str = _setting("", "a LiveKit API key")
    livekit_api_secret: SecretStr = _setting(SecretStr(""), "the secret that belongs to the LiveKit API key")

    openai_api_key: SecretStr | None = _setting(None, "a key that begins with sk-, or any text that a compatible server accepts")
    openai_base_url: WebUrl = _web_address("https://api.openai.com/v1")
    aloud_llm_model: str = "gpt-4o"
    aloud_small_model: str | None = None
    aloud_small_vision_model: str | None = None
    aloud_vision_model: str | None = None
    aloud_tokens_a_day: int = _setting(2_000_000, "how many tokens a user may spend in a day, a whole number from 1000", ge=1_000)
    aloud_stt_model: str = "gpt-4o-mini-transcribe"
    aloud_tts_model: str = "gpt-4o-mini-tts"
    aloud_tts_voice: str = "alloy"

    google_client_id: str = _setting(
        "", "the client ID of a desktop app, like 1234-abcd.apps.googleusercontent.com (`aloud doctor` says how to get one)"
    )
    google_client_secret: SecretStr = _setting(SecretStr(""), "the client secret that belongs to the client ID")
    aloud_google_auth_url: WebUrl = _web_address("https://accounts.google.com/o/oauth2/v2/auth")
    aloud_google_token_url: WebUrl = _web_address("https://oauth2.googleapis.com/token")
    aloud_google_revoke_url: WebUrl = _web_address("https://oauth2.googleapis.com/revoke")
    aloud_gmail_url: WebUrl = _web_address("https://gmail.googleapis.com")
    aloud_gmail_topic: str | None = _setting(
        None, "a Pub/Sub topic, like projects/my-project/topics/mail", pattern=r"^projects/[^/]+/topics/[^/]+$"
    )
    aloud_gmail_subscription: str | None = _setting(
        None, "a Pub/Sub subscription, like projects/my-project/subscriptions/mail", pattern=r"^projects/[^/]+/subscriptions/[^/]+$"
    )
    aloud_pubsub_url: WebUrl = _web_address("https://pubsub.googleapis.com")
    google_application_credentials: Annotated[FilePath, AfterValidator(_expanded)] | None = _setting(
        None, "a file that holds the key of a service account"
    )
    aloud_sending: bool = _setting(False, "true or false")
    aloud_sending_dry_run: bool = _setting(False, "true or false")
    aloud_smtp_url: Annotated[SecretStr, AfterValidator(_mail_server)] | None = _setting(
        None, "an address like smtps://user:password@mail.example.com or smtp://127.0.0.1:25"
    )
    aloud_send_hold_s: int = _setting(
        10, "for how many seconds a mail is held before it leaves, a whole number from 5 to 120", ge=5, le=120
    )
    aloud_keep_conversations_days: int = _setting(
        90, "for how many days a conversation is kept after the last word in it, a whole number from 1 to 3650", ge=1, le=3650
    )
    aloud_secret_key: Annotated[SecretStr, AfterValidator(_keys)] | None = _setting(
        None, "32 random bytes in base64, as `openssl rand -base64 32` writes them; older keys may follow, separated by commas"
    )

    redis_url: RedisUrl | None = _setting(None, "an address like redis://127.0.0.1:6379/0")
    database_url: Annotated[str, AfterValidator(_database_address)] | None = _setting(
        None, "an address like postgresql://user@host/name or sqlite:///aloud.db"
    )

    aloud_user: str = _setting("local", "the id of the user whose mail this is, like local", min_length=1)
    aloud_maildir: PathList = _setting(
        (), f"one or more Maildir folders (each holds a folder named cur), separated by '{os.pathsep}'; {{user}} is a user's id"
    )
    aloud_addresses: WordList = _setting((), "mail addresses separated by commas, like me@example.com")
    aloud_timezone: str = Field(default_factory=_machine_timezone, description="a time zone name, like Europe/Berlin")
    aloud_data_dir: HomePath = _setting(Path("~/.local/share/aloud"), "a folder that Aloud may write to")
    aloud_vips: WordList = _setting((), "mail addresses separated by commas")
    aloud_keywords: WordList = _setting((), "words separated by commas")

    aloud_voice: Literal["local", "openai", "none"] | None = _setting(None, "local, openai (which needs OPENAI_API_KEY) or none")
    aloud_voice_url: WebUrl = _web_address("http://127.0.0.1:8091/v1")
    aloud_voice_models: HomePath | None = _setting(None, "a folder with a folder for each model")
    aloud_words_per_minute: int = _setting(170, "a whole number from 80 to 450", ge=80, le=450)
    aloud_turn_detection: Literal["model", "vad"] = _setting("model", "model or vad")
    aloud_max_calls: int = _setting(8, "how many calls one worker takes at once, a whole number from 1", ge=1)
    aloud_silence_limit_s: int = _setting(
        600, "after how many seconds of silence a call ends, a whole number from 15 to 86400", ge=15, le=86_400
    )
    aloud_health_host: str = _setting("127.0.0.1", "an address of this machine, like 127.0.0.1, or 0.0.0.0 for all of them")
    aloud_health_port: int = _setting(0, "a port number; 0 takes any free one", ge=0, le=65535)
    aloud_metrics_port: int = _setting(0, "a port number; 0 serves no metrics", ge=0, le=65535)
    aloud_team_metrics_port: int = _setting(0, "a port number; 0 serves no metrics", ge=0, le=65535)
    otel_exporter_otlp_endpoint: WebUrl | None = _setting(None, "an http or https address, like http://127.0.0.1:4318")
    aloud_web_host: str = _setting("127.0.0.1", "an address of this machine, like 127.0.0.1, or 0.0.0.0 for all of them")
    aloud_web_port: int = _setting(8000, "a port number from 1", ge=1, le=65535)
    aloud_web_url: WebUrl | None = _setting(None, "the address that people open, without a path, like https://aloud.example.com")
    aloud_livekit_public_url: LiveKitUrl | None = _setting(None, "where browsers reach the LiveKit server, like wss://livekit.example.com")
    aloud_oidc_issuer: WebUrl | None = _setting(None, "the address of an OpenID Connect issuer, like https://login.example.com")
    aloud_oidc_client_id: str = _setting("", "the client ID that the issuer has given to this server")
    aloud_oidc_client_secret: SecretStr = _setting(SecretStr(""), "the client secret that belongs to that client ID")
    aloud_oidc_organisation_claim: str = _setting("", "the claim that names the user's organisation, like hd, tid or org_id")
    aloud_drain_s: int = _setting(300, "how many seconds running calls get when the worker is stopped, a whole number from 1", ge=1)
    aloud_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = _setting("INFO", "DEBUG, INFO, WARNING or ERROR")

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
