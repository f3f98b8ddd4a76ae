"""A button does what the typed line does, is answered as that is, and does nothing where there is nothing to do."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from livekit import rtc

from agent.board.board_messages import Board, Button, Caption, SaidBefore, Speaker
from agent.board.buttons import ANSWERS, LINES, MEAN_NO_MAIL, MOVED_ON, SNOOZES, Buttons
from agent.board.remote import CALL_OVER, NOT_KNOWN, NOT_YOURS, NOTHING_TO_DO, FromPage, Remote
from agent.board.showing import board_of, captions_of
from agent.board.voice_wish import VoiceWish
from agent.turns.typed_lines import TypedLines
from briefing.mail import MailId, MailStatus, provider_id_of
from briefing.mail_action import MailAction
from briefing.speech.sentences import replies
from briefing.understanding.understanding import understand
from session.dialogue import Offer
from session.skills.writing.draft_pane import DraftOnBoard, take_edit
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import TypedCall, sample_settings, typed_call
from tests.briefing.understanding.understood import recognise

pytestmark = pytest.mark.slow

ME = "caller"


class PageOf:
    """The page of a typed call: what it can ask of the agent, without a room between them."""

    def __init__(self, call: TypedCall) -> None:
        self.call = call
        self.noticed: list[str] = []
        self.over = False
        self.sounds: list[VoiceWish] = []
        self.looked: list[bool] = []
        self.lines = TypedLines(call.briefer.answering, call.call)
        self.publisher = board = board_of(call.briefer, call.call, self._sent, speaks=False, hears=False)
        buttons = Buttons(call.call, partial(self.lines.take, call.session), self.noticed.append)
        takes = FromPage(edit=partial(take_edit, call.call), sound=self._sound, looked_at=self.looked.append)
        self.remote = Remote(ME, board, captions_of(call.briefer), buttons, takes, lambda: self.over)

    async def _sound(self, wish: VoiceWish) -> None:
        self.sounds.append(wish)

    async def _sent(self, board: str) -> None:
        pass

    async def board(self, *, of: str = ME) -> Board:
        return Board.model_validate_json(await self.remote.newest(rtc.RpcInvocationData("1", of, "", 10.0)))

    async def said_before(self, payload: str, *, of: str = ME) -> str:
        return await self.remote.said_before(rtc.RpcInvocationData("1", of, payload, 10.0))

    async def send(self, payload: str, *, of: str = ME) -> str:
        return await self.remote.press(rtc.RpcInvocationData("1", of, payload, 10.0))

    async def looks(self, payload: str, *, of: str) -> str:
        return await self.remote.looks(rtc.RpcInvocationData("1", of, payload, 10.0))

    async def press(
        self, button: Button, mail_id: MailId | None = None, *, about: str = "", pane: DraftOnBoard | None = None, **row: object
    ) -> None:
        """`row` is what stands in the row of a list."""
        shown = {} if pane is None else {"draft_id": pane.draft_id, "draft_version": pane.version}
        answer = await self.send(json.dumps({"command": button, "mail_id": mail_id, "about": about} | shown | row))
        assert json.loads(answer) == {"done": True}

    async def press_and_listen(
        self, button: Button, mail_id: MailId | None = None, *, about: str = "", pane: DraftOnBoard | None = None, **row: object
    ) -> str:
        """What is said by the time that all is quiet again."""
        before = len(self.call.page.text)
        await self.press(button, mail_id, about=about, pane=pane, **row)
        await self.answered()
        return self.call.page.text[before:]

    async def answered(self) -> None:
        """Return once every press was answered."""
        await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "button"))
        await self.call.session.wait_for_idle()


@asynccontextmanager
async def page_of_call(folder: Path, *, unread: int = 50) -> AsyncIterator[PageOf]:
    async with typed_call(sample_settings(folder, unread=unread)) as call:
        page = PageOf(call)
        await call.greet()
        yield page


@pytest.mark.parametrize("button", sorted(set(Button) - SNOOZES - {Button.OPEN, Button.TOPIC, Button.MAILS}))
def test_every_button_is_a_plain_command(button: Button) -> None:
    command = recognise(LINES[button], offer_open=button in ANSWERS)
    assert command
    meant = {Button.SKIP: "skip_mail", Button.READ: "read_in_full"}.get(button, button.value)
    assert (command.meant, command.target, command.ordinal) == (meant, "", None)


@pytest.mark.parametrize("button", sorted(SNOOZES))
def test_to_put_a_mail_off_is_one_with_a_time(button: Button) -> None:
    command = understand(LINES[button]).command
    assert command is not None
    assert (command.action, command.target, bool(command.when)) == (MailAction.SNOOZE, "", True)


async def test_which_mails_come_is_chosen_on_the_page_in_force_at_once_and_shown(tmp_path: Path) -> None:
    async with page_of_call(tmp_path / "call") as page:
        assert "Only what is important from now on" in await page.press_and_listen(Button.MAILS, row="only what is important")
        assert (await page.board()).likes.only == "only what is important"
        assert page.call.call.tracker.progress().held_back
        await page.press_and_listen(Button.MAILS, row="all my mail again")
        assert (await page.board()).likes.only == ""
        assert not page.call.call.tracker.progress().held_back
        for words in ("delete everything", "leave out newsletters until monday"):
            with pytest.raises(rtc.RpcError, match="I cannot tell which mails those are"):
                await page.press(Button.MAILS, row=words)


async def test_pressing_and_typing_lead_to_the_same_words_and_the_same_board(tmp_path: Path) -> None:
    """Two calls over the same inbox as it was at first: one is typed at, the other one's buttons are pressed."""
    ways = (Button.NEXT, Button.FLAG, Button.ARCHIVE, Button.SKIP, Button.READ, Button.MARK_READ, Button.BACK, Button.SKIP_TOPIC)
    seen: list[list[tuple[str, Board]]] = []
    for typed in (True, False):
        seen.append([])
        async with page_of_call(tmp_path / "call") as page:
            for button in ways:
                answer = page.call.type(LINES[button]) if typed else page.press_and_listen(button)
                seen[-1].append(("".join((await answer).split()), (await page.board()).model_copy(update={"number": 0})))
        shutil.rmtree(tmp_path / "call")
    assert seen[0] == seen[1]


async def test_a_press_is_noticed_as_a_line_of_the_user(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        await page.press_and_listen(Button.NEXT)
        assert page.noticed == ["next"]


async def test_presses_are_answered_in_their_order_and_none_is_lost(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        first, second = [mail.mail_id for topic in page.call.look.agenda.topics for mail in topic.mails][:2]
        await page.press(Button.FLAG)
        await page.press(Button.NEXT)
        await page.answered()
        assert (page.noticed, page.call.current) == (["flag it", "next"], second)
        assert [(mail.mail_id, mail.outcome) for mail in (await page.board()).done] == [(first, "Flagged")]


async def test_a_double_click_on_archive_archives_one_mail(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        shown, before = page.call.current, set(flags_of(tmp_path / "inbox" / ".Archive"))
        assert shown
        await page.press(Button.ARCHIVE, shown)
        await page.press(Button.ARCHIVE, shown)
        await page.answered()
        with pytest.raises(rtc.RpcError, match=MOVED_ON):
            await page.press(Button.ARCHIVE, shown)
        assert set(flags_of(tmp_path / "inbox" / ".Archive")) - before == {provider_id_of(shown)}


async def test_what_means_no_mail_is_done_wherever_the_briefing_is_by_then(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        first = page.call.current
        assert first
        await page.press_and_listen(Button.NEXT, first)
        for button in sorted(set(Button) - MEAN_NO_MAIL - ANSWERS):
            with pytest.raises(rtc.RpcError, match=MOVED_ON):
                await page.press(button, first)
        assert await page.press_and_listen(Button.STOP, first) == ""
        assert await page.press_and_listen(Button.REPEAT, first)
        await page.press_and_listen(Button.BACK, first)
        assert page.call.current == first


async def test_yes_and_no_answer_what_was_offered_and_nothing_else(tmp_path: Path) -> None:
    async with page_of_call(tmp_path, unread=2) as page:
        for button in sorted(ANSWERS):
            with pytest.raises(rtc.RpcError, match=replies.NO_OFFER) as refusal:
                await page.press(button)
            assert refusal.value.code == NOTHING_TO_DO
        skipped = page.call.current
        assert skipped
        await page.press_and_listen(Button.SKIP)
        await page.press_and_listen(Button.NEXT)
        assert (await page.board()).offer is Offer.HEAR_SKIPPED
        await page.press_and_listen(Button.YES)
        assert page.call.current == skipped


async def test_where_no_mail_is_open_nothing_can_be_done_to_it(tmp_path: Path) -> None:
    async with page_of_call(tmp_path, unread=1) as page:
        await page.press_and_listen(Button.NEXT)
        assert page.call.current is None
        for button in (Button.ARCHIVE, Button.MARK_READ, Button.FLAG, Button.READ, Button.SKIP, Button.SKIP_TOPIC):
            with pytest.raises(rtc.RpcError, match=replies.NOTHING_UNDER_CURSOR):
                await page.press(button)
        assert "Welcome" not in await page.press_and_listen(Button.REPEAT)
        await page.press_and_listen(Button.BACK)
        assert page.call.current


async def test_stop_ends_the_sentence_and_changes_nothing(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        before = await page.board()
        assert await page.press_and_listen(Button.STOP) == ""
        assert await page.board() == before
        assert page.noticed == ["stop"]


async def test_a_stranger_is_served_nothing(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        current = page.call.current
        assert current
        for asking in (
            page.board(of="stranger"),
            page.said_before('{"here_for_s": 0}', of="stranger"),
            page.send('{"command": "archive"}', of="stranger"),
            page.send("", of=""),
            page.looks('{"looks": true}', of="stranger"),
        ):
            with pytest.raises(rtc.RpcError) as refusal:
                await asking
            assert refusal.value.code == NOT_YOURS
        assert page.looked == []
        await page.looks('{"looks": true}', of=ME)
        assert page.looked == [True]
        await page.answered()
        assert page.call.current == current
        state = page.call.call.tracker.state_of(current)
        assert state
        assert state.status is MailStatus.BRIEFED


async def test_what_was_said_before_is_told_to_who_asks_for_it_in_the_right_words(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        await page.press_and_listen(Button.NEXT)
        said = SaidBefore.model_validate_json(await page.said_before('{"here_for_s": 0}'))
        assert Caption(speaker=Speaker.YOU, text="next") in said.lines
        assert said.lines[-1].speaker is Speaker.ALOUD
        for payload in ("", "{}", '{"here_for_s": -1}', '{"here_for_s": "soon"}', '{"here_for_s": 1, "room": "another"}'):
            with pytest.raises(rtc.RpcError) as refusal:
                await page.said_before(payload)
            assert refusal.value.code == NOT_KNOWN


async def test_an_unknown_button_and_a_call_that_is_over_are_said_plainly(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        with pytest.raises(rtc.RpcError) as refusal:
            await page.send('{"command": "delete_all"}')
        assert refusal.value.code == NOT_KNOWN
        page.over = True
        with pytest.raises(rtc.RpcError, match="The call is over") as refusal:
            await page.press(Button.NEXT)
        assert refusal.value.code == CALL_OVER


async def test_what_is_chosen_on_the_page_is_never_the_text_of_a_reply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALOUD_SENDING_DRY_RUN", "true")
    async with page_of_call(tmp_path) as page:
        await page.press_and_listen(Button.NEXT)
        assert "What shall it say?" in await page.press_and_listen(Button.REPLY)
        with pytest.raises(rtc.RpcError, match="I cannot tell which mails those are"):
            await page.press(Button.MAILS, row="all my mail again")
