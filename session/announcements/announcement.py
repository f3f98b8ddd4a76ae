"""Something that is said unasked: how urgent it is, when it may be said, whether it is still true, and who is told what became of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from briefing.understanding.commands import CommandKind


class Precedence(IntEnum):
    """Which of two announcements is said first."""

    FAREWELL = 0
    """The call ends, or another one goes on."""
    OPENING = 1
    """The greeting, the welcome back, and the first mail behind them."""
    SENDING = 2
    """A mail of the user has left, or has not."""
    TROUBLE = 3
    """A service fails."""
    ARRIVAL = 4
    """There is mail that was not there before."""
    NUDGE = 5
    """Something on the shared screen waits for the user."""
    TEAM = 6
    """The team has something, found in the background."""
    COMPANY = 7
    """The caller has heard nothing for a while."""


class PolitePoint(StrEnum):
    """When an announcement may be said. The user's turn, until its answer is over, comes before all but the first two."""

    AT_ONCE = "at_once"
    """Now, whoever speaks."""
    AFTER_SENTENCE = "after_sentence"
    """After the sentence that is being said; the rest of the reply is not said."""
    GAP = "gap"
    """While nobody is speaking, though an answer may be on its way."""
    READING = "reading"
    """As `REPLY`, but a mail that is being read out stops for it after its current sentence."""
    REPLY = "reply"
    """Between two replies, when nobody speaks and nobody waits for an answer."""


class AnnouncementOutcome(StrEnum):
    HEARD = "heard"
    """It was said to its end. Only this makes anything told."""
    INTERRUPTED = "interrupted"
    """It was cut off, or no voice spoke it."""
    EXPIRED = "expired"
    """It was not begun: it is no longer true, or the call is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """`answering`: the agent is at the end of a sentence in a reply. `settled`: nothing was said for a while."""

    answering: bool = False
    settled: bool = False


def _always() -> bool:
    return True


def _at_any_moment(_: Moment) -> bool:
    return True


def _nothing_follows(_: AnnouncementOutcome) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Announcement:
    """One thing to say. It is the same one only if it is the same object.

    `says` is called when its turn has come, so that it is true when it is said: words, or a plain command to be run and answered; nothing
    if there is nothing to say any more. `still` says whether it is still wanted, `ready` whether its source wants it at this moment.
    `in_history`: a model reads it later as what it has said itself, so it quotes no mail. `ended` hears what became of it; what it
    returns is said directly behind it. The functions are not printed: they are bound to a call, which holds mail.
    """

    says: Callable[[], str | CommandKind] = field(repr=False)
    precedence: Precedence
    point: PolitePoint = PolitePoint.REPLY
    still: Callable[[], bool] = field(default=_always, repr=False)
    ready: Callable[[Moment], bool] = field(default=_at_any_moment, repr=False)
    in_history: bool = False
    ended: "Callable[[AnnouncementOutcome], Announcement | None]" = field(default=_nothing_follows, repr=False)
