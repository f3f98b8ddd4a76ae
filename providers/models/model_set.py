"""The models of one call as one value, whoever makes them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self

from livekit.agents import llm, stt, tts
from livekit.agents.types import NotGivenOr
from livekit.agents.utils import is_given


async def _nothing_to_close() -> None:
    pass


@dataclass(frozen=True, slots=True)
class AboutVoice:
    """What a speech server says of itself when it is asked: the names of its voices, and whether its machine is too slow for speech."""

    voices: tuple[str, ...] = field(default=(), repr=False)
    too_slow: bool = False


async def _says_nothing() -> AboutVoice:
    return AboutVoice()


class ChangeableVoice(Protocol):
    """A voice that can be changed from the next sentence on; `session.call_records.Voice` says what each means."""

    @property
    def voices(self) -> Sequence[str]: ...

    @property
    def voice(self) -> str: ...

    @property
    def speed(self) -> float: ...

    def set_voice(self, name: str) -> None: ...

    def set_speed(self, speed: float) -> None: ...

    def learned(self, voices: Sequence[str]) -> None:
        """These are the voices that there are."""


@dataclass(frozen=True, slots=True)
class Ear:
    """A recogniser that can be told what may be said: `expect` takes what is asked before each utterance, `put_right` what each
    transcript is handed to before anybody else sees it, and `hear_again` what is asked for the plain forms that it may have been, of which
    only one on this machine is told (`is_local`)."""

    expect: Callable[[Callable[[], str]], None] = field(repr=False)
    put_right: Callable[[Callable[[str], str]], None] = field(repr=False)
    hear_again: Callable[[Callable[[Sequence[str]], Sequence[str]]], None] = field(repr=False)
    is_local: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The models of one call; an async context manager that closes their connections.

    `asks_model` is false where rules answer every turn; `voice` is there if it can be changed, and `about_voice` asks its server; `name` is
    one sentence for people.
    """

    llm: llm.LLM[str]
    asks_model: bool
    stt: NotGivenOr[stt.STT[str]]
    tts: NotGivenOr[tts.TTS[str]]
    voice: ChangeableVoice | None
    name: str
    ear: Ear | None = None
    about_voice: Callable[[], Awaitable[AboutVoice]] = _says_nothing
    close: Callable[[], Awaitable[None]] = _nothing_to_close

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def speaks(self) -> bool:
        """Whether there is a voice at all; without one, what is said is delivered as text."""
        return is_given(self.tts)

    @property
    def listens(self) -> bool:
        """Whether anybody hears; else the user types."""
        return is_given(self.stt)
