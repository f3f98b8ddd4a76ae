"""A user's wall clock, which follows them where they go."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo


class UsersClock:
    """A user's wall clock: `now`, in the zone that they have chosen, else in its own."""

    def __init__(self, now: Callable[[], datetime], zone: ZoneInfo | None = None) -> None:
        self._now = now
        self.zone = zone

    def __call__(self) -> datetime:
        return self._now() if self.zone is None else self._now().astimezone(self.zone)
