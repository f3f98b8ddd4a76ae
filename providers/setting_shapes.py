"""The shapes that settings have: addresses, paths, lists and secrets, each checked when it is read."""

import os
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr
from pydantic_settings import NoDecode
from tzlocal import get_localzone_name

from providers.connections.secret_key import parse_secret_keys


def split(separator: str) -> BeforeValidator:
    return BeforeValidator(lambda text: [part.strip() for part in text.split(separator) if part.strip()] if isinstance(text, str) else text)


def expanded(path: Path) -> Path:
    try:
        return path.expanduser().absolute()
    except (RuntimeError, OSError):  # ~somebody, who does not exist; a relative path in a folder that was deleted
        raise ValueError("path") from None


def machine_timezone() -> str:
    try:
        return get_localzone_name() or "UTC"
    except (LookupError, ValueError, OSError):  # TZ holds a rule instead of a name, or nothing that is known
        return "UTC"


def with_scheme(*schemes: str) -> AfterValidator:
    def checked(value: str) -> str:
        parts = urlsplit(value)  # raises ValueError for brackets that do not match, as does `port` for one that is no number
        complete = parts.path if parts.scheme == "unix" else parts.hostname and parts.port != 0
        if parts.scheme not in schemes or not complete:
            raise ValueError("address")
        return value

    return AfterValidator(checked)


def secret_keys(value: SecretStr) -> SecretStr:
    parse_secret_keys(value.get_secret_value())
    return value


def mail_server(value: SecretStr) -> SecretStr:
    from providers.smtp import SmtpServer  # noqa: PLC0415 - few set this

    SmtpServer.of(value.get_secret_value())
    return value


def results_server(value: str) -> str:
    from providers.mime.authentication import ResultsServer  # noqa: PLC0415 - the same

    ResultsServer.of(value)
    return value


def database_address(value: str) -> str:
    from storage.database import driver_url  # noqa: PLC0415 - takes half a second to load, and few set this

    driver_url(value)
    return value


WebUrl = Annotated[str, with_scheme("http", "https")]
LiveKitUrl = Annotated[str, with_scheme("ws", "wss", "http", "https")]
RedisUrl = Annotated[str, with_scheme("redis", "rediss", "unix", "redis+cluster", "rediss+cluster")]
HomePath = Annotated[Path, AfterValidator(expanded)]
PathList = Annotated[tuple[HomePath, ...], NoDecode, split(os.pathsep)]
WordList = Annotated[tuple[str, ...], NoDecode, split(",")]


def setting(default: object, shape: str, **rules: Any) -> Any:
    """`shape`: what the value should look like, said to whoever has set a wrong one."""
    return Field(default, description=shape, **rules)


def web_address(example: str) -> Any:
    return setting(example, f"an http or https address, like {example}")
