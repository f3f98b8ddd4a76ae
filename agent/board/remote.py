"""The agent's methods that a page can call: the newest board, what was said before, the buttons, the voice and the draft.

Anyone in the room can call an agent's methods, so the caller of each is checked. A method answers at once: LiveKit cancels one that takes
long, and what a button does must not be cancelled half way.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from livekit import rtc
from pydantic import BaseModel, ValidationError

from agent.board.board_messages import Looks, Missed, Press, Pressed
from agent.board.buttons import Buttons
from agent.board.captions import Captions
from agent.board.publishing import Publisher
from agent.board.voice_wish import VoiceWish
from session.outcome import SkillRefusedError
from session.skills.writing.draft_pane import DraftEdit, Edited

NOT_YOURS, NOT_KNOWN, NOTHING_TO_DO, CALL_OVER = 403, 400, 409, 410
"""Error codes; LiveKit reserves 1001 to 1999."""

Edit = Callable[[DraftEdit], Awaitable[Edited]]
Sound = Callable[[VoiceWish], Awaitable[None]]
Message = TypeVar("Message", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class FromPage:
    """What takes the edits of a draft, how Aloud is to sound, and whether the page is looked at."""

    edit: Edit
    sound: Sound
    looked_at: Callable[[bool], None]


class Remote:
    """The methods of one call. `is_over` returns whether the call is over."""

    def __init__(
        self,
        identity: str,
        board: Publisher,
        captions: Captions,
        buttons: Buttons,
        takes: FromPage,
        is_over: Callable[[], bool],
    ) -> None:
        self._identity = identity
        self._board = board
        self._captions = captions
        self._buttons = buttons
        self._takes = takes
        self._is_over = is_over

    async def newest(self, call: rtc.RpcInvocationData) -> str:
        """The newest board, as JSON. Raises `RpcError`."""
        self._admit(call)
        return self._board.newest().model_dump_json()

    async def said_before(self, call: rtc.RpcInvocationData) -> str:
        """What was said before the page came, as JSON. Raises `RpcError`."""
        return self._captions.before(self._read(call, Missed).here_for_s).model_dump_json()

    async def press(self, call: rtc.RpcInvocationData) -> str:
        """Take a press and begin to do what it says. Raises `RpcError` with a sentence for the user."""
        press = self._read(call, Press, unknown="This button is not known here.")
        with self._while_it_lasts():
            await self._buttons.press(press)
        return Pressed().model_dump_json()

    async def voice(self, call: rtc.RpcInvocationData) -> str:
        """Take how the user wants Aloud to sound. Raises `RpcError` with a sentence for the user."""
        wish = self._read(call, VoiceWish)
        with self._while_it_lasts():
            await self._takes.sound(wish)
        return Pressed().model_dump_json()

    async def looks(self, call: rtc.RpcInvocationData) -> str:
        """Take whether the page is looked at. Raises `RpcError`."""
        self._takes.looked_at(self._read(call, Looks).looks)
        return Pressed().model_dump_json()

    async def edit(self, call: rtc.RpcInvocationData) -> str:
        """Take what the user typed in a draft. Raises `RpcError` with a sentence for the user."""
        edit = self._read(call, DraftEdit)
        with self._while_it_lasts():
            edited = await self._takes.edit(edit)
        self._board.stir()
        return edited.model_dump_json()

    def _read(self, call: rtc.RpcInvocationData, message: type[Message], *, unknown: str = "That is not known here.") -> Message:
        self._admit(call)
        try:
            return message.model_validate_json(call.payload)
        except ValidationError:
            raise rtc.RpcError(NOT_KNOWN, unknown) from None

    @contextmanager
    def _while_it_lasts(self) -> Iterator[None]:
        if self._is_over():
            raise rtc.RpcError(CALL_OVER, "The call is over.")
        try:
            yield
        except SkillRefusedError as refusal:
            raise rtc.RpcError(NOTHING_TO_DO, str(refusal)) from None

    def _admit(self, call: rtc.RpcInvocationData) -> None:
        if call.caller_identity != self._identity:
            raise rtc.RpcError(NOT_YOURS, "This call is somebody else's.")
