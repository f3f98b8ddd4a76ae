"""The conversation as a call sees it: who has the floor, and how words get to the user. Each transport implements it."""

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

from briefing.speech.sentences.about_failures import Trouble
from briefing.understanding.commands import CommandKind


class CallOverError(Exception):
    """The call has ended, so nothing can be said any more."""


class ConversationEvent(StrEnum):
    PASSAGE_PLAYED = "passage_played"
    """A passage was played to its end; the reply may go on."""
    QUIET = "quiet"
    """A reply is over, and nobody speaks."""
    NOT_HEARD = "not_heard"
    """Speech of the user was lost because the recogniser failed."""
    HEARD = "heard"
    """The recogniser understood something."""


class Conversation(Protocol):
    """What one call is said in. Only `session.announcements.queue` speaks here unasked, and decides when; others listen."""

    @property
    def users_turn(self) -> bool:
        """Whether the user speaks, or waits for an answer."""

    @property
    def free(self) -> bool:
        """Whether nobody speaks, and no answer is on its way."""

    @property
    def quiet(self) -> bool:
        """Whether nobody is speaking, though an answer may be on its way."""

    @property
    def voice_trouble(self) -> Trouble | None:
        """What is wrong with the voice now."""

    def on(self, moment: ConversationEvent, listener: Callable[[], None]) -> None:
        """Call `listener` whenever this happens, until the call is over."""

    async def wait_until_free(self) -> None:
        """Return once the floor is free. Raises `CallOverError`."""

    def end_reading(self) -> None:
        """Stop a reading after its current sentence."""

    async def say(self, words: str) -> bool:
        """Say this now; returns whether the caller heard it to its end. Raises `CallOverError`."""

    async def tell(self, words: str) -> bool:
        """Say this as a turn of the agent, kept in the history; returns whether it was not interrupted. Raises `CallOverError`."""

    async def cut_in(self, words: str) -> bool:
        """Stop whatever is being said, and say this, which nobody can interrupt. Raises `CallOverError`."""

    async def act(self, kind: CommandKind) -> None:
        """Run a plain command and say its answer; returns when it was said. Raises `CallOverError`."""
