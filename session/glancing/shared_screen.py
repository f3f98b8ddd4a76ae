"""The shared screen of one call: whether Aloud looks at it, what the last glance came to, and the nudge that is open.

               shared     unshared   paused    resumed
    NOTHING    LOOKING    .          .         .
    LOOKING    LOOKING    NOTHING    PAUSED    .
    PAUSED     LOOKING    NOTHING    .         LOOKING

Whoever brings pictures hands one over where `may_look` says so; a picture waits for nothing and stays nowhere.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from briefing.mail import Envelope
from glance.glance import GlanceReason
from providers.models.typed.history import Picture

EVERY_S = 3.0
"""At most one glance begins in this time."""


class Sharing(StrEnum):
    NOTHING = "nothing"
    LOOKING = "looking"
    PAUSED = "paused"


class ScreenEvent(StrEnum):
    SHARED = "shared"
    UNSHARED = "unshared"
    PAUSED = "paused"
    RESUMED = "resumed"


SHARING: Mapping[tuple[Sharing, ScreenEvent], Sharing] = MappingProxyType(
    {(was, ScreenEvent.SHARED): Sharing.LOOKING for was in Sharing}
    | {(was, ScreenEvent.UNSHARED): Sharing.NOTHING for was in Sharing}
    | {(was, ScreenEvent.PAUSED): was for was in Sharing}
    | {(was, ScreenEvent.RESUMED): was for was in Sharing}
    | {(Sharing.LOOKING, ScreenEvent.PAUSED): Sharing.PAUSED, (Sharing.PAUSED, ScreenEvent.RESUMED): Sharing.LOOKING}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudge:
    """One offer. `asks` is what a model has worded as the user's request: it quotes the mail, and is nobody's word."""

    message: str = field(repr=False)
    asks: str = field(repr=False)
    mail: Envelope = field(repr=False)
    number: int


async def _nobody_else() -> bool:
    return True


@dataclass(slots=True, kw_only=True)
class SharedScreen:
    """`can_look`: models for pictures are set. `joined` counts who has come into the room, `begun` how often looking began. `nudge` is the
    one that was begun last, and `unsaid`: the last look came to one that was not. `alone` is asked whether nobody but the caller
    is in it, and `changed` is called whenever the page may look different. `stopped` ends the glance under way; `stirred` wakes who brings
    pictures."""

    can_look: bool = False
    joined: int = 0
    begun: int = 0
    sharing: Sharing = Sharing.NOTHING
    last: GlanceReason | None = None
    nudge: Nudge | None = None
    unsaid: bool = False
    alone: Callable[[], Awaitable[bool]] = field(default=_nobody_else, repr=False)
    changed: Callable[[], None] = field(default=lambda: None, repr=False)
    pictures: "asyncio.Queue[Picture]" = field(default_factory=lambda: asyncio.Queue(maxsize=1), repr=False)
    stopped: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    stirred: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    under_way: bool = False
    begun_at: float | None = None

    def happened(self, event: ScreenEvent) -> None:
        self.sharing = SHARING[self.sharing, event]
        if self.sharing is not Sharing.LOOKING:
            while not self.pictures.empty():
                self.pictures.get_nowait()
            self.stopped.set()
        if event is ScreenEvent.SHARED:
            self.last = None
        if self.looks:
            self.begun += 1
        self.stirred.set()
        self.changed()

    def has_offered(self, words: str) -> bool:
        """Whether these are the words of the nudge that was begun last."""
        return self.nudge is not None and self.nudge.message == words.strip()

    @property
    def looks(self) -> bool:
        return self.sharing is Sharing.LOOKING

    @property
    def may_look(self) -> bool:
        """Whether a glance may begin now: none is under way, and the last one began long enough ago."""
        now = asyncio.get_running_loop().time()
        rested = self.begun_at is None or now - self.begun_at >= EVERY_S
        return self.looks and not self.under_way and self.pictures.empty() and rested

    def look(self, picture: Picture) -> bool:
        """Begin a glance at this picture; whether one begins."""
        if not self.may_look:
            return False
        self.stopped.clear()
        self.begun_at = asyncio.get_running_loop().time()
        self.pictures.put_nowait(picture)
        return True
