"""The page's buttons. Each stands for a line that the user could have typed, so voice, keyboard and buttons share one path.

A press interrupts the agent and is answered aloud. Presses are handled one after the other. A press that was meant for another mail than
the one that is open when its turn comes does nothing, so a double click on "archive" archives one mail; nor does one in the pane of a draft
that is not there any more as the pane showed it, which is said. A row of a list is about what stands in it, wherever the briefing is.
"""

import asyncio
from collections.abc import Awaitable, Callable

from agent.board.board_messages import Button, Press
from agent.board.drawing import shown
from briefing.mail import MailId
from briefing.speech.sentences import about_narrowing, replies
from briefing.understanding.commands import EXAMPLES, CommandKind
from session.call import Call
from session.call_records import PanePress, RowPress
from session.dialogue import Awaits
from session.outcome import SkillRefusedError
from session.skills.changing.open_question import open_question
from session.skills.presses import OPEN_THIS
from session.skills.writing.holding_at_once import hold_at_once
from session.skills.writing.pane_buttons import DISCARD, SEND, pressed_draft

_BY_NAME = {meant.value: example for meant, example in EXAMPLES.items()}
_SHORT_NAMES = {Button.SKIP: CommandKind.SKIP_MAIL, Button.READ: CommandKind.READ_IN_FULL}
IN_A_PANE = {Button.SEND: SEND, Button.CANCEL: DISCARD}
_OF_THEIR_OWN = {
    **IN_A_PANE,
    Button.REPLY: "reply",
    Button.SNOOZE_TO_EVENING: "snooze it until this evening",
    Button.SNOOZE_TO_TOMORROW: "snooze it until tomorrow",
    Button.SNOOZE_TO_NEXT_WEEK: "snooze it until next week",
    Button.OPEN: OPEN_THIS,
    Button.TOPIC: "topic",
    Button.MAILS: "only what is important",
}
LINES = {button: _OF_THEIR_OWN.get(button) or _BY_NAME[_SHORT_NAMES.get(button, button)] for button in Button}
ANSWERS = frozenset({Button.YES, Button.NO})
SNOOZES = frozenset({Button.SNOOZE_TO_EVENING, Button.SNOOZE_TO_TOMORROW, Button.SNOOZE_TO_NEXT_WEEK})
NEED_A_MAIL = frozenset({Button.ARCHIVE, Button.MARK_READ, Button.FLAG, Button.READ, Button.DELETE, Button.REPLY, *SNOOZES})
NEED_THE_AGENDA = frozenset({Button.SKIP, Button.SKIP_TOPIC})
LOOKING = (Button.STOP_LOOKING, Button.LOOK_AGAIN)
MEAN_NO_MAIL = frozenset(
    {Button.STOP, Button.BACK, Button.REPEAT, Button.UNDO, Button.OPEN, Button.TOPIC, Button.MAILS, *LOOKING, *IN_A_PANE}
)
"""These work wherever the briefing is; the others settle, change or read a mail."""

MOVED_ON = "The briefing has moved on to another mail meanwhile."
ANOTHER_QUESTION = "That was about another question than the one that is open now."

_WHICH_MAILS = frozenset({CommandKind.ONLY_SOME, CommandKind.ALL_AGAIN})
OTHER_TOPIC = "The topics have another order by now."

TakeLine = Callable[[str, str, PanePress | RowPress | None], Awaitable[None]]
"""Answers a button's line, with the digest of the question that it is about, and with what a draft's pane or a row showed; returns once the
answer has begun."""


class Buttons:
    """The buttons of one call. `noticed` is told the words of each press, as of each typed line."""

    def __init__(self, call: Call, take: TakeLine, noticed: Callable[[str], None]) -> None:
        self._call = call
        self._take = take
        self._noticed = noticed
        self._one_at_a_time = asyncio.Lock()

    async def press(self, press: Press) -> None:
        """Begin to do what the button says; returns before that. Raises `SkillRefusedError` if it cannot be done now."""
        await self._check(press)
        self._call.background.start("button", self._answer(press))

    async def _answer(self, press: Press) -> None:
        words, points_at = _line_of(press), _points_at(press)
        if points_at is None:
            await hold_at_once(self._call, words)
        async with self._one_at_a_time:
            if points_at is None:  # else the tool of the press looks at it once more, and says what is not so any more
                try:
                    await self._check(press)
                except SkillRefusedError:
                    return  # it was meant for what was open a moment ago: a double click
            self._noticed(words)
            await self._take(words, press.about, points_at)

    async def _check(self, press: Press) -> None:
        here = self._call.tracker.current()
        if not self._is_meant(press):
            raise SkillRefusedError(MOVED_ON)
        if press.command in ANSWERS and self._call.dialogue.offer is None:
            raise SkillRefusedError(replies.NO_OFFER)
        if press.command in ANSWERS and press.about != open_question(self._call)[1]:
            raise SkillRefusedError(ANOTHER_QUESTION)
        if isinstance(pane := _points_at(press), PanePress):
            await pressed_draft(self._call, LINES[press.command], pane)
        if press.command is Button.MAILS and (not self._says_which(press.row) or self._call.dialogue.awaits is Awaits.WORDS):
            raise SkillRefusedError(about_narrowing.CANNOT_TELL)
        if press.command is Button.TOPIC and not self._is_topic(press):
            raise SkillRefusedError(OTHER_TOPIC)
        if (press.command in NEED_A_MAIL and self._call.it is None) or (press.command in NEED_THE_AGENDA and here is None):
            raise SkillRefusedError(replies.NOTHING_UNDER_CURSOR)

    def _is_meant(self, press: Press) -> bool:
        """Whether the page showed, when the button was pressed, what is open now."""
        return press.command in MEAN_NO_MAIL or press.mail_id is None or press.mail_id == self._call.it

    def _says_which(self, words: str) -> bool:
        """Whether they say which mails are to be told, and nothing else."""
        command = self._call.dialogue.understandings.of(words).command
        return command is not None and command.kind in _WHICH_MAILS

    def _is_topic(self, press: Press) -> bool:
        """Whether the topic of this number is the one that the row showed."""
        return any(shown(topic.label) == press.label for topic in self._call.tracker.topics(limit=1, start=press.topic) if press.topic)


def _line_of(press: Press) -> str:
    if press.command is Button.MAILS:
        return press.row
    return f"{LINES[press.command]} {press.topic}" if press.command is Button.TOPIC else LINES[press.command]


def _points_at(press: Press) -> PanePress | RowPress | None:
    if press.command is Button.OPEN:
        return RowPress(mail_id=MailId(press.row))
    return PanePress(draft_id=press.draft_id, version=press.draft_version) if press.command in IN_A_PANE else None
