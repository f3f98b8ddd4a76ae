"""The models of one call as one value, whoever makes them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol, Self

from livekit.agents import llm, stt, tts
from livekit.agents.types import NotGivenOr
from livekit.agents.utils import is_given


async def _nothing_to_close() -> None:
    pass


class AdjustablePace(Protocol):
    """A voice that can speak faster or slower."""

    def change_pace(self, factor: float) -> None:
        """From now on so much faster than it is."""


@dataclass(frozen=True, slots=True)
class Ear:
    """A recogniser that can be told what may be said: `expect` takes what is asked before each utterance, and `put_right` what each
    transcript is handed to before anybody else sees it. `is_local`: on this machine."""

    expect: Callable[[Callable[[], str]], None] = field(repr=False)
    put_right: Callable[[Callable[[str], str]], None] = field(repr=False)
    is_local: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The models of one call; an async context manager that closes their connections.

    `asks_model` is false where rules answer every turn; `pace` is the voice, if its pace can be changed; `name` is one sentence for
    people.
    """

    llm: llm.LLM[str]
    asks_model: bool
    stt: NotGivenOr[stt.STT[str]]
    tts: NotGivenOr[tts.TTS[str]]
    pace: AdjustablePace | None
    name: str
    ear: Ear | None = None
    close: Callable[[], Awaitable[None]] = _nothing_to_close

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def speaks(self) -> bool:
        """Whether there is a voice at all; without one, what is said is delivered as text."""
        return is_given(self.tts)
