"""Who has the floor: when one may speak unasked without cutting anybody off."""

from typing import Protocol


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
