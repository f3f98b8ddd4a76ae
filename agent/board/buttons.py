"""The page's buttons: each is the line that the user could have typed, so that voice, keyboard and hand go one way and never disagree.

A press interrupts what is being said and is answered aloud. Presses come in one after the other; one that was meant for another mail than
the one that is open by then does nothing, so that a double click on "archive" archives one mail.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from agent.board.board_messages import Button, Press
from agent.board.drawing import open_mail
from agent.board.question import open_question
from briefing.speech.sentences import about_sending, replies
from briefing.understanding.commands import EXAMPLES, CommandKind
from session.call import Call

KINDS: Mapping[Button, CommandKind] = {
    Button.NEXT: CommandKind.NEXT,
    Button.BACK: CommandKind.BACK,
    Button.SKIP: CommandKind.SKIP_MAIL,
    Button.SKIP_TOPIC: CommandKind.SKIP_TOPIC,
    Button.ARCHIVE: CommandKind.ARCHIVE,
    Button.MARK_READ: CommandKind.MARK_READ,
    Button.FLAG: CommandKind.FLAG,
    Button.REPEAT: CommandKind.REPEAT,
    Button.READ: CommandKind.READ_IN_FULL,
    Button.STOP: CommandKind.STOP,
    Button.YES: CommandKind.YES,
    Button.NO: CommandKind.NO,
    Button.SEND: CommandKind.SEND,
    Button.CANCEL: CommandKind.CANCEL,
}
ANSWERS = frozenset({Button.YES, Button.NO})
NEED_A_MAIL = frozenset({Button.ARCHIVE, Button.MARK_READ, Button.FLAG, Button.READ})
NEED_THE_AGENDA = frozenset({Button.SKIP, Button.SKIP_TOPIC})
NEED_A_DRAFT = frozenset({Button.SEND, Button.CANCEL})
MEAN_NO_MAIL = frozenset({Button.STOP, Button.BACK, Button.REPEAT, Button.SEND, Button.CANCEL})
"""They do what they say wherever the briefing is; the others settle or change a mail, or read it."""

MOVED_ON = "The briefing has moved on to another mail meanwhile."
ANOTHER_QUESTION = "That was about another question than the one that is open now."

TakeLine = Callable[[str, str], Awaitable[None]]
"""Answers a button's line, with the digest of the question that it is about; returns once the answer has begun."""


class NothingToDoError(Exception):
    """The press asks for nothing that could be done now. `str()` is one sentence for the user."""


class Buttons:
    """The buttons of one call. `noticed` is told the words of each press, as of each typed line."""

    def __init__(self, call: Call, take: TakeLine, noticed: Callable[[str], None]) -> None:
        self._call = call
        self._take = take
        self._noticed = noticed
        self._one_at_a_time = asyncio.Lock()

    def press(self, press: Press) -> None:
        """Begin to do what the button says; returns at once. Raises `NothingToDoError`."""
        self._check(press)
        self._call.background.start("button", self._answer(press))

    async def _answer(self, press: Press) -> None:
        async with self._one_at_a_time:
            try:
                self._check(press)
            except NothingToDoError:
                return  # it was meant for what was open a moment ago
            words = EXAMPLES[KINDS[press.command]]
            self._noticed(words)
            acting = self._call.acting
            acting.draft = acting.draft or (acting.kept if press.command in NEED_A_DRAFT and not acting.held else None)
            await self._take(words, press.about)

    def _check(self, press: Press) -> None:
        here = self._call.tracker.current()
        if not self._is_meant(press):
            raise NothingToDoError(MOVED_ON)
        if press.command in ANSWERS and self._call.dialogue.offer is None:
            raise NothingToDoError(replies.NO_OFFER)
        if press.command in ANSWERS and press.about != open_question(self._call)[1]:
            raise NothingToDoError(ANOTHER_QUESTION)
        acting = self._call.acting
        if press.command in NEED_A_DRAFT and not (acting.draft or acting.kept or acting.held):
            raise NothingToDoError(about_sending.NO_DRAFT)
        if (press.command in NEED_A_MAIL and open_mail(self._call) is None) or (press.command in NEED_THE_AGENDA and here is None):
            raise NothingToDoError(replies.NOTHING_UNDER_CURSOR)

    def _is_meant(self, press: Press) -> bool:
        """Whether the page showed, when the button was pressed, what is open now."""
        return press.command in MEAN_NO_MAIL or press.mail_id is None or press.mail_id == open_mail(self._call)
