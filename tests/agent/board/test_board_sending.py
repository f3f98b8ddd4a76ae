"""When a board is sent: at most ten times a second, only if it shows something new, and again if it could not be sent. And the pulse."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from agent.board.board_messages import Board, Counts, LikesOnBoard, Phase
from agent.board.publishing import AT_MOST_EVERY_S, LOOK_ANYWAY_AFTER_S, SEND_WITHIN_S, Publisher
from agent.board.pulse import pulsing
from knowledge.likes import Length
from tests.inbox.virtual_clock import in_virtual_time, now


def board(briefed: int) -> Board:
    counts = Counts(briefed=briefed, actioned=0, skipped=0, remaining=9 - briefed, total=9)
    return Board(
        phase=Phase.BRIEFING, counts=counts, topics=(), topics_total=0, current=None, next=(), done=(), arrivals=(), arrivals_total=0,
        offer=None, speaks=True, hears=True, likes=LikesOnBoard(length=Length.USUAL, flows=False, prods=2),
    )  # fmt: skip


class Line:
    """A publisher with what it sent, at which second; `failure` is raised instead, `hangs` never comes back."""

    def __init__(self) -> None:
        self.shown = board(0)
        self.sent: list[tuple[float, Board]] = []
        self.failure: Exception | None = None
        self.hangs = False
        self.publisher = Publisher(self.draw, self.send, asyncio.Event())

    def draw(self) -> Board:
        return self.shown

    def change(self, briefed: int) -> None:
        self.shown = board(briefed)
        self.publisher.stir()

    async def send(self, text: str) -> None:
        if self.hangs:
            await asyncio.get_running_loop().create_future()
        if self.failure:
            raise self.failure
        self.sent.append((now(), Board.model_validate_json(text)))

    @property
    def numbers(self) -> list[tuple[int, int]]:
        return [(each.number, each.counts.briefed) for _, each in self.sent]


@asynccontextmanager
async def followed() -> AsyncIterator[Line]:
    line = Line()
    following = asyncio.create_task(line.publisher.follow())
    line.publisher.stir()
    await asyncio.sleep(AT_MOST_EVERY_S)
    try:
        yield line
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


@in_virtual_time
async def test_a_change_is_shown_at_once_and_further_ones_together_a_tenth_of_a_second_later() -> None:
    async with followed() as line:
        await asyncio.sleep(0.5)
        began = now()
        for briefed in (1, 2, 3, 4):
            line.change(briefed)
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.5)
        assert line.numbers == [(1, 0), (2, 1), (3, 4)]
        assert [round(at - began, 3) for at, _ in line.sent[1:]] == [0.0, AT_MOST_EVERY_S]


@in_virtual_time
async def test_however_much_happens_ten_boards_a_second_are_sent() -> None:
    async with followed() as line:
        for change in range(1000):
            line.change(change % 9 + 1)
            await asyncio.sleep(0.005)
        assert 45 <= len(line.sent) <= 52
        assert [number for number, _ in line.numbers] == list(range(1, len(line.sent) + 1))


@in_virtual_time
async def test_nothing_is_sent_where_nothing_new_would_show() -> None:
    async with followed() as line:
        for _ in range(20):
            line.publisher.stir()
            await asyncio.sleep(0.5)
        assert line.numbers == [(1, 0)]


@in_virtual_time
async def test_what_nobody_told_of_is_seen_within_a_second() -> None:
    async with followed() as line:
        line.shown = board(5)
        await asyncio.sleep(LOOK_ANYWAY_AFTER_S + AT_MOST_EVERY_S)
        assert line.numbers == [(1, 0), (2, 5)]


@in_virtual_time
async def test_who_asks_gets_what_is_true_now_and_the_page_gets_the_same() -> None:
    async with followed() as line:
        line.shown = board(5)
        assert (line.publisher.newest().number, line.publisher.newest().counts.briefed) == (2, 5)
        await asyncio.sleep(AT_MOST_EVERY_S)
        assert line.numbers == [(1, 0), (2, 5)]


@in_virtual_time
async def test_a_board_that_could_not_be_sent_is_sent_when_it_can_be() -> None:
    async with followed() as line:
        line.failure = ConnectionError("subject of a mail")
        line.change(1)
        await asyncio.sleep(5)
        line.failure = None
        await asyncio.sleep(LOOK_ANYWAY_AFTER_S + AT_MOST_EVERY_S)
        assert line.numbers == [(1, 0), (2, 1)]


@in_virtual_time
async def test_a_line_that_hangs_does_not_end_the_board() -> None:
    async with followed() as line:
        line.hangs = True
        line.change(1)
        await asyncio.sleep(SEND_WITHIN_S)
        line.hangs = False
        line.change(2)
        await asyncio.sleep(2 * AT_MOST_EVERY_S)
        assert line.numbers == [(1, 0), (3, 2)]


def test_a_failure_is_logged_once_and_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    @in_virtual_time
    async def fails_for_long() -> None:
        async with followed() as line:
            line.failure = ConnectionError("subject of a mail")
            line.change(1)
            await asyncio.sleep(30)

    with caplog.at_level(logging.INFO):
        fails_for_long()
    (record,) = caplog.records
    assert "subject of a mail" not in f"{record.getMessage()} {record.__dict__}"


@in_virtual_time
async def test_the_pulse_beats_each_second_whatever_becomes_of_a_beat_and_ends_with_its_block() -> None:
    beats: list[float] = []

    async def beat() -> None:
        beats.append(round(now(), 3))
        if len(beats) == 2:
            raise ConnectionError
        if len(beats) == 3:
            await asyncio.get_running_loop().create_future()

    async with pulsing(beat):
        await asyncio.sleep(5.5)
    await asyncio.sleep(5)
    assert beats == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
