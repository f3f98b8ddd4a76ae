"""What the page asks for where the user chooses how Aloud speaks and tells; data, of which nothing is understood as words."""

from enum import StrEnum

from pydantic import Field

from knowledge.left_out import LONGEST
from knowledge.likes import MOST_PRODS, Length
from session.skills.liking.how_told import LATEST_S, SOONEST_S
from session.skills.writing.draft_pane import PageMessage


class LeaveOutUntil(StrEnum):
    """When it is to be told again, by the user's own clock."""

    TOMORROW = "tomorrow"
    MONDAY = "monday"
    NEXT_MONTH = "next month"


class LeaveOut(PageMessage, strict=True):
    """Mail that is not to be told until then: `what` is a sender, words of a subject, or a sort of mail, and nothing that is understood."""

    what: str = Field(min_length=1, max_length=LONGEST)
    until: LeaveOutUntil


class VoiceWish(PageMessage, strict=True):
    """Speak, and tell, like this from now on; null stays as it is. An empty `zone` is that of the server; `bring_back` is told again.
    `heeds`: who or what matters was changed where it is kept."""

    voice: str | None = Field(default=None, max_length=200)
    speed: float | None = Field(default=None, ge=0.5, le=2.0)
    length: Length | None = None
    flows: bool | None = None
    prods: int | None = Field(default=None, ge=0, le=MOST_PRODS)
    prod_after_s: int | None = Field(default=None, ge=SOONEST_S, le=LATEST_S)
    zone: str | None = Field(default=None, max_length=100)
    languages: tuple[str, ...] | None = Field(default=None, max_length=20)
    leave_out: LeaveOut | None = None
    bring_back: str | None = Field(default=None, max_length=200)
    heeds: bool = False
