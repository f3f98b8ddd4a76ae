"""The agent's methods that a page can call: the newest board, what was said before, and the buttons.

Anyone in the room can call an agent's methods, so each call is checked for who it comes from. A method answers at once: LiveKit cancels
one that takes long, and what a button does must not be cancelled half way.
"""

from collections.abc import Awaitable, Callable

from livekit import rtc
from pydantic import ValidationError

from agent.board.board_messages import DraftEdit, Edited, Missed, Press, Pressed
from agent.board.buttons import Buttons, NothingToDoError
from agent.board.captions import Captions
from agent.board.draft_pane import NotEditedError
from agent.board.publishing import Publisher

NOT_YOURS, NOT_KNOWN, NOTHING_TO_DO, CALL_OVER = 403, 400, 409, 410
"""Codes of what is refused; LiveKit keeps 1001 to 1999 for itself."""

Edit = Callable[[DraftEdit], Awaitable[Edited]]


class Remote:
    """The methods of one call. `is_over` says that nobody can be answered any more."""

    def __init__(
        self, identity: str, board: Publisher, captions: Captions, buttons: Buttons, edit: Edit, is_over: Callable[[], bool]
    ) -> None:
        self._identity = identity
        self._board = board
        self._captions = captions
        self._buttons = buttons
        self._edit = edit
        self._is_over = is_over

    async def newest(self, call: rtc.RpcInvocationData) -> str:
        """The newest board, as JSON. Raises `RpcError`."""
        self._admit(call)
        return self._board.newest().model_dump_json()

    async def said_before(self, call: rtc.RpcInvocationData) -> str:
        """What was said before the page came, as JSON. Raises `RpcError`."""
        self._admit(call)
        try:
            missed = Missed.model_validate_json(call.payload)
        except ValidationError:
            raise rtc.RpcError(NOT_KNOWN, "That is not known here.") from None
        return self._captions.before(missed.here_for_s).model_dump_json()

    async def press(self, call: rtc.RpcInvocationData) -> str:
        """Take a press and begin to do what it says. Raises `RpcError` with a sentence for the user."""
        self._admit(call)
        try:
            press = Press.model_validate_json(call.payload)
        except ValidationError:
            raise rtc.RpcError(NOT_KNOWN, "This button is not known here.") from None
        if self._is_over():
            raise rtc.RpcError(CALL_OVER, "The call is over.")
        try:
            self._buttons.press(press)
        except NothingToDoError as error:
            raise rtc.RpcError(NOTHING_TO_DO, str(error)) from None
        return Pressed().model_dump_json()

    async def edit(self, call: rtc.RpcInvocationData) -> str:
        """Take what the user typed in a draft. Raises `RpcError` with a sentence for the user."""
        self._admit(call)
        try:
            edit = DraftEdit.model_validate_json(call.payload)
        except ValidationError:
            raise rtc.RpcError(NOT_KNOWN, "That is not known here.") from None
        if self._is_over():
            raise rtc.RpcError(CALL_OVER, "The call is over.")
        try:
            edited = await self._edit(edit)
        except NotEditedError as error:
            raise rtc.RpcError(NOTHING_TO_DO, str(error)) from None
        self._board.stir()
        return edited.model_dump_json()

    def _admit(self, call: rtc.RpcInvocationData) -> None:
        if call.caller_identity != self._identity:
            raise rtc.RpcError(NOT_YOURS, "This call is somebody else's.")
