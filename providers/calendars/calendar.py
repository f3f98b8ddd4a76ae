"""Reading one user's calendar: the seam that every calendar implements. Nothing here changes one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from briefing.mail import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEntry:
    """One meeting, or one day of a repeated one. Both moments are aware; an `all_day` one begins and ends at midnight.

    `people` are those who were asked, without the user; `is_tentative`: the user has not agreed to come, as far as the calendar knows.
    """

    key: str
    title: str = field(default="", repr=False)
    starts_at: datetime
    ends_at: datetime
    all_day: bool = False
    people: tuple[Address, ...] = field(default=(), repr=False)
    place: str = field(default="", repr=False)
    is_tentative: bool = False


class Calendar(Protocol):
    async def entries(self, since: datetime, until: datetime) -> Sequence[CalendarEntry]:
        """What takes place between the two, earliest first, without what was cancelled or declined. Both moments are aware.

        Raises `MailboxUnavailableError` or `SignInNeededError`.
        """
