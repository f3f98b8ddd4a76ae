"""The conversation as a call needs it: who has the floor, and how words get to the user. Implemented by whoever carries them."""

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

from briefing.speech.sentences.about_failures import Trouble
from briefing.understanding.commands import CommandKind


class CallOverError(Exception):
    """Nobody can be spoken to any more."""


class Floor(Protocol):
    """What speaking unasked needs to know of a conversation, and to do in it."""

    @property
    def users_turn(self) -> bool:
        """Whether the user speaks, or has spoken and is not answered yet."""

    @property
    def free(self) -> bool:
        """Whether nobody speaks, and no answer is on its way."""

    async def wait_until_free(self) -> None:
        """Return once the floor is free. Raises `CallOverError`."""

    def end_reading(self) -> None:
        """Let a reading end with the sentence that is being read."""

    async def say(self, words: str) -> bool:
        """Say this now; whether the caller has heard it to its end. Raises `CallOverError`."""


class ConversationEvent(StrEnum):
    """What happens in a conversation that others act upon."""

    PASSAGE_PLAYED = "passage_played"
    """A passage was played to its end; the reply may go on."""
    QUIET = "quiet"
    """A reply is over, and nobody speaks."""
    NOT_HEARD = "not_heard"
    """What the user said could not be made out, since the recogniser failed."""
    HEARD = "heard"
    """The recogniser understood something."""


class Conversation(Floor, Protocol):
    """Everything that a call says or does without being asked goes through here."""

    @property
    def voice_trouble(self) -> Trouble | None:
        """What is wrong with the voice now."""

    def on(self, moment: ConversationEvent, listener: Callable[[], None]) -> None:
        """Call `listener` whenever this happens, until the call is over."""

    async def wait_until_idle(self) -> None:
        """Return once nobody speaks and no reply is being made. Raises `CallOverError`."""

    async def tell(self, words: str) -> bool:
        """Say this as a turn of our own, which the conversation remembers; whether nobody interrupted it. Raises `CallOverError`."""

    async def act(self, kind: CommandKind) -> None:
        """Do what a plain command would do, and say what it says; returns when it was said. Raises `CallOverError`."""
