"""The board in a real room: the caller's page is in step with the briefing whoever moves it, and nobody else sees anything of it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest
from livekit import rtc

from agent.board.board_messages import BOARD_TOPIC, PRESS_METHOD, PULSE_TOPIC, Board, Button
from agent.board.remote import NOT_YOURS
from briefing.mail_action import MailAction
from briefing.tracking.tracker import BriefingSessionTracker
from tests.room.agenda import ExpectedBriefing
from tests.room.caller import TIMEOUT_S, Caller
from tests.room.shared import User

pytestmark = pytest.mark.server


@dataclass
class Page:
    """What a participant's page gets to see."""

    caller: Caller
    boards: list[Board] = field(default_factory=list)
    pulses: list[float] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _reading: set[asyncio.Task[None]] = field(default_factory=set)

    def open(self) -> None:
        self.caller.room.register_text_stream_handler(BOARD_TOPIC, self._received)
        self.caller.room.on("data_received", self._beat)

    def _received(self, reader: rtc.TextStreamReader, _: str) -> None:
        task = asyncio.create_task(self._read(reader))
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read(self, reader: rtc.TextStreamReader) -> None:
        self.boards.append(Board.model_validate_json(await reader.read_all()))
        self._news.set()

    def _beat(self, packet: rtc.DataPacket) -> None:
        if packet.topic == PULSE_TOPIC:
            self.pulses.append(asyncio.get_running_loop().time())
            self._news.set()

    async def call(self, method: str, payload: str = "") -> str:
        people = self.caller.room.remote_participants.items()
        agent = next(identity for identity, each in people if each.kind == rtc.ParticipantKind.PARTICIPANT_KIND_AGENT)
        return await self.caller.room.local_participant.perform_rpc(destination_identity=agent, method=method, payload=payload)

    async def press(self, button: Button) -> None:
        assert json.loads(await self.call(PRESS_METHOD, json.dumps({"command": button}))) == {"done": True}

    async def shows(self, tracker: BriefingSessionTracker) -> Board:
        """The first board that says what the tracker says; the one that is asked for says the same."""
        current = tracker.current()

        def same(board: Board) -> bool:
            now = tracker.progress()
            counts = (board.counts.actioned, board.counts.skipped, board.counts.total)
            shown = board.current.mail_id if board.current else None
            return shown == (current.mail_id if current else None) and counts == (now.actioned, now.skipped, now.mails)

        async with asyncio.timeout(TIMEOUT_S):
            while not (self.boards and same(self.boards[-1])):
                self._news.clear()
                await self._news.wait()
        seen = self.boards[-1].number  # another may come while the answer is on its way
        asked = Board.model_validate_json(await self.call(BOARD_TOPIC))
        assert same(asked)
        assert asked.number >= seen
        return asked

    async def beats(self, times: int) -> None:
        """Return once so many beats came."""
        async with asyncio.timeout(TIMEOUT_S):
            while len(self.pulses) < times:
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def page_of(user: User, *, identity: str = "caller") -> AsyncIterator[Page]:
    async with user.calls(identity=identity, bound="caller") as caller:
        page = Page(caller)
        page.open()
        yield page


async def brief(page: Page, expected: ExpectedBriefing) -> None:
    """By buttons and by lines in turn; the board follows each, and a first look at it shows all there is."""
    caller, tracker, now = page.caller, expected.tracker, datetime.now(UTC)
    await caller.hear(after=0, containing=expected.sender)
    first = await page.shows(tracker)
    assert (first.speaks, first.hears, first.counts.total) == (True, True, 50)

    async def pressed(button: Button) -> Board:
        said = len(caller.agent_said)
        await page.press(button)
        await caller.hear(after=said, containing=expected.sender)
        expected.heard_first()
        return await page.shows(tracker)

    expected.heard_first()
    tracker.advance(at=now)
    await pressed(Button.NEXT)
    tracker.advance(at=now)
    await caller.type("next", containing=expected.sender)
    expected.heard_first()
    await page.shows(tracker)
    archived = tracker.current()
    assert archived
    tracker.mark_actioned(archived.mail_id, MailAction.ARCHIVE, at=now)
    board = await pressed(Button.ARCHIVE)
    assert (board.done[0].mail_id, board.done[0].outcome) == (archived.mail_id, "Archived")
    tracker.skip_topic(at=now)
    await caller.type("skip this topic", containing=expected.sender)
    expected.heard_first()
    await page.shows(tracker)
    tracker.go_back()
    await pressed(Button.BACK)


@pytest.mark.takes(38)
async def test_the_board_follows_buttons_and_lines_and_shows_nothing_to_a_stranger(user: User) -> None:
    user.has_mail()
    expected = await user.expected_briefing()
    async with page_of(user, identity="stranger") as stranger:
        async with page_of(user) as page:
            await brief(page, expected)
            await page.beats(3)
            assert [board.number for board in page.boards] == sorted({board.number for board in page.boards})
            me, said = page.caller, len(page.caller.agent_said)  # what was told before is still "speaking" when the button is pressed
            await page.press(Button.READ)
            await me.wait_until(lambda: len(me.agent_said) > said and me.agent_state == "speaking", "the reading")
            await page.press(Button.STOP)
            await page.caller.wait_until(lambda: page.caller.agent_state == "listening", "silence")
        async with page_of(user) as page:
            await page.beats(1)
            late = Board.model_validate_json(await page.call(BOARD_TOPIC))
            current = expected.tracker.current()
            assert late.current
            assert current
            assert late.current.mail_id == current.mail_id
            assert late.counts.actioned == 1
        for method, payload in ((BOARD_TOPIC, ""), (PRESS_METHOD, '{"command": "archive"}')):
            with pytest.raises(rtc.RpcError) as refusal:
                await stranger.call(method, payload)
            assert refusal.value.code == NOT_YOURS
        assert (stranger.boards, stranger.pulses) == ([], [])
