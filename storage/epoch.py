"""Moments as they are stored: whole milliseconds or minutes since the epoch, which compare alike in every database."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime.fromtimestamp(0, UTC)

_MILLISECOND = timedelta(milliseconds=1)
_MINUTE = timedelta(minutes=1)


def now_in_utc() -> datetime:
    return datetime.now(UTC)


def ms_of(at: datetime) -> int:
    """Rounded down. Raises `ValueError` for a time without a zone."""
    return _since_epoch(at) // _MILLISECOND


def moment_of_ms(ms: int) -> datetime:
    return EPOCH + ms * _MILLISECOND


def minute_of(at: datetime) -> int:
    """Rounded down. Raises `ValueError` for a time without a zone."""
    return _since_epoch(at) // _MINUTE


def moment_of_minute(minute: int) -> datetime:
    return EPOCH + minute * _MINUTE


def _since_epoch(at: datetime) -> timedelta:
    if at.tzinfo is None:
        raise ValueError("a time that is stored needs a time zone")
    return at - EPOCH
