"""What takes a mail back holds it although the tool of the words before it still runs; how it was said makes no difference."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio
from livekit.agents import llm

from actions.sending.drafts import Drafts
from actions.sending.outbox import Outbox
from agent.board.board_messages import Button, Press
from agent.board.buttons import Buttons
from agent.turns.endpointing import ENDED, Endpointing
from agent.turns.typed_lines import TypedLines
from briefing.speech.sentences import about_sending as words
from cli.terminal.piped_lines import Lines
from cli.terminal.terminal_call import heeded
from providers.mailbox_writing import Change, MailboxWriter, Receipt
from session.skills.writing.holding_at_once import hold_at_once
from session.written_call import WrittenCall
from storage.database import Database
from tests.actions.sending_desk import VAULT
from tests.agent.acting_calls import ActingCall, PassesOn, acting_call, write_through
from tests.session.test_written_call import Paper

pytestmark = pytest.mark.slow

SENT = ("reply that Tuesday works", "send it")
WITHIN_S = 3.0
"""Less than a tool may take until it gives up by itself."""
LOOK_S = 0.3
"""Enough for a look at the outbox, where nothing keeps it waiting."""
TAKEN_BACK = ["stop", "wait, don't send it", "no"]
BROKEN_OFF = ["archive it, no", "no, that's the", "don't send it to", "I meant to"]


class Waiting(PassesOn):
    """A mailbox that changes nothing before it is let."""

    def __init__(self, real: MailboxWriter, begun: asyncio.Event, let: asyncio.Event) -> None:
        super().__init__(real)
        self._begun, self._let = begun, let

    async def apply(self, change: Change) -> Receipt:
        self._begun.set()
        await self._let.wait()
        return await self._real.apply(change)


class SlowCall:
    """A call in which a mail is held, and a mailbox that waits with whatever is asked of it."""

    def __init__(self, call: ActingCall) -> None:
        self.acting, self.call = call, call.typed.call
        self.begun, self.let = asyncio.Event(), asyncio.Event()
        write_through(call, partial(Waiting, begun=self.begun, let=self.let))

    async def on_its_way(self) -> int:
        return len(await self.call.acting.outbox.waiting())

    async def is_held_back(self) -> None:
        """Return once the mail does not leave any more, while the mailbox still waits."""
        async with asyncio.timeout(WITHIN_S):
            for _ in itertools.count():
                if not await self.on_its_way():
                    break
                await asyncio.sleep(0.01)
        assert (self.begun.is_set(), self.let.is_set(), self.acting.desk.taken) == (True, False, [])

    async def works_on(self, take: Callable[[str], Awaitable[None]]) -> "asyncio.Future[None]":
        """The words before those that take the mail back, in the midst of what they ask for."""
        before = asyncio.ensure_future(take("archive it"))
        await self.begun.wait()
        return before


@pytest_asyncio.fixture
async def call(tmp_path: Path) -> AsyncIterator[SlowCall]:
    async with acting_call(tmp_path, hold_s=60, unread=12) as call:
        await call.dialogue(*SENT)
        yield SlowCall(call)


@pytest.mark.parametrize("line", TAKEN_BACK)
async def test_a_line_in_a_room(call: SlowCall, line: str) -> None:
    typed = call.acting.typed
    lines = TypedLines(typed.briefer.answering, call.call)
    take = partial(lines.take, typed.session)
    before, then = await call.works_on(take), asyncio.ensure_future(take(line))
    await call.is_held_back()
    call.let.set()
    await asyncio.gather(before, then)
    await typed.session.wait_for_idle()
    assert words.HELD_BACK in typed.page.text


async def test_a_button_on_the_page(call: SlowCall) -> None:
    typed = call.acting.typed
    take = partial(TypedLines(typed.briefer.answering, call.call).take, typed.session)
    buttons = Buttons(call.call, take, lambda _: None)
    await buttons.press(Press(command=Button.ARCHIVE))
    await call.begun.wait()
    await buttons.press(Press(command=Button.STOP))
    await call.is_held_back()
    call.let.set()
    await typed.reads(words.HELD_BACK, within_s=10)


@pytest.mark.parametrize("line", [*TAKEN_BACK, *BROKEN_OFF])
async def test_what_is_spoken_before_its_turn_has_ended(call: SlowCall, line: str) -> None:
    typed = call.acting.typed
    endpointing = Endpointing()
    endpointing.belongs_to(call.call)
    before = await call.works_on(partial(TypedLines(typed.briefer.answering, call.call).take, typed.session))
    spoken = llm.ChatContext([llm.ChatMessage(role="user", content=[line])])
    assert await endpointing.predict_end_of_turn(spoken) == ENDED
    await call.is_held_back()
    call.let.set()
    await before
    await typed.session.wait_for_idle()
    assert words.HELD_BACK in await call.acting.type(line)


@pytest.mark.parametrize("line", TAKEN_BACK)
async def test_a_line_in_writing(call: SlowCall, line: str) -> None:
    paper = Paper()
    take = WrittenCall(call.call, paper).take
    before, then = await call.works_on(take), asyncio.ensure_future(take(line))
    await call.is_held_back()
    call.let.set()
    await asyncio.gather(before, then)
    first, second = paper.turns
    assert (first.startswith("Archived."), words.HELD_BACK in second) == (True, True)


async def test_a_line_at_a_prompt_that_takes_the_next_line_when_the_one_before_was_answered(call: SlowCall) -> None:
    paper, typed = Paper(), asyncio.Queue[str | None]()
    lines, take = heeded(call.call, typed), WrittenCall(call.call, paper).take
    typed.put_nowait("archive it")
    before = await call.works_on(lambda _: _next_of(lines, take))
    typed.put_nowait("stop")
    await call.is_held_back()
    call.let.set()
    await before
    await _next_of(lines, take)
    assert words.HELD_BACK in paper.turns[-1]


async def _next_of(lines: Lines, take: Callable[[str], Awaitable[None]]) -> None:
    line = await lines.get()
    assert line is not None
    await take(line)


async def test_what_was_said_in_between_is_answered_with_that_it_was_held_back(call: SlowCall) -> None:
    paper = Paper()
    take = WrittenCall(call.call, paper).take
    before = await call.works_on(take)
    rest = [asyncio.ensure_future(take(line)) for line in ("next", "no, wrong person")]
    await call.is_held_back()
    call.let.set()
    await asyncio.gather(before, *rest)
    assert (words.HELD_BACK in paper.turns[1], paper.turns[2]) == (True, words.STAYS_DRAFT)


async def test_a_look_at_the_outbox_leaves_the_answer_to_the_words_that_take_a_mail_out(
    call: SlowCall, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper, acting = Paper(), call.call.acting
    cancel, looks = acting.outbox.cancel, list[asyncio.Future[object]]()

    async def cancel_and_be_looked_at(sending_id: str, *, told: bool) -> bool:
        cancelled = await cancel(sending_id, told=told)
        looks.append(asyncio.ensure_future(acting.outgoing.look(acting.outbox, acting.drafts, call.call.now())))
        await asyncio.wait(looks, timeout=LOOK_S)
        return cancelled

    monkeypatch.setattr(acting.outbox, "cancel", cancel_and_be_looked_at)
    assert await hold_at_once(call.call, "stop")
    await asyncio.gather(*looks)
    await WrittenCall(call.call, paper).take("stop")
    assert words.HELD_BACK in paper.turns[0]


async def test_what_was_held_back_is_told_although_the_database_has_gone_away_since(call: SlowCall) -> None:
    paper, acting = Paper(), call.call.acting
    assert await hold_at_once(call.call, "stop")
    take = WrittenCall(call.call, paper).take
    async with Database("postgresql://nobody@127.0.0.1:1/away") as away:
        acting.outbox = Outbox(away, VAULT, user_id="local", now=call.call.now)
        acting.drafts = Drafts(away, VAULT, user_id="local", own_addresses=frozenset(), now=call.call.now)
        await take("stop")
        await take("what time is it")
    assert (paper.turns[0], words.HELD_BACK in paper.turns[1]) == (words.HELD_BACK, False)
    assert not acting.outgoing.taken_back


async def test_what_takes_nothing_back_lets_it_leave(call: SlowCall) -> None:
    take = WrittenCall(call.call, Paper()).take
    before, then = await call.works_on(take), asyncio.ensure_future(take("next"))
    call.let.set()
    await asyncio.gather(before, then)
    assert await call.on_its_way() == 1
