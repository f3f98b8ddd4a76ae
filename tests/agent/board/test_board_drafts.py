"""A draft on the page: what is edited there is what is asked about and sent, and a button answers the question that it stood beside."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from livekit import rtc

from agent.board.board_messages import Board, Button
from agent.board.buttons import ANOTHER_QUESTION, IN_A_PANE
from agent.board.remote import NOTHING_TO_DO
from agent.turns.typed_lines import PRESSED
from briefing.speech.sentences import about_sending as words
from session.call_records import PanePress
from session.dialogue import Offer
from session.outcome import SkillRefusedError
from session.skills.presses import PRESSED as BUTTON
from session.skills.writing.draft_pane import DraftOnBoard, Edited
from session.skills.writing.pane_buttons import DISCARD
from session.tools import use
from tests.agent.acting_calls import ActingCall, acting_call
from tests.agent.board.test_board_buttons import ME, PageOf
from tests.agent.typed_call import NOW

pytestmark = pytest.mark.slow

HOLD_S = 10.0
TO_ZOE = "write to zoe at hearth dot example that lunch is at noon"


class Desk:
    """A page with a draft of one reply, over a server that a mail could leave by."""

    def __init__(self, call: ActingCall) -> None:
        self.call = call
        self.page = PageOf(call.typed)

    async def board(self) -> Board:
        return await self.page.board()

    async def press(self, button: Button, *, about: str | None = None) -> str:
        """What is said to it; a yes or a no is about the question that the board shows, unless it is said what else."""
        board = await self.board()
        shown = board.asked if button in {Button.YES, Button.NO} else ""
        pane = board.drafts[0] if button in IN_A_PANE else None
        return await self.page.press_and_listen(button, about=shown if about is None else about, pane=pane)

    async def edit(self, **change: object) -> Edited:
        (draft,) = (await self.board()).drafts
        edit = json.dumps({"draft_id": draft.draft_id, "version": draft.version} | change)
        return Edited.model_validate_json(await self.page.remote.edit(rtc.RpcInvocationData("1", ME, edit, 10.0)))

    @property
    def held(self) -> bool:
        return bool(self.call.typed.call.acting.held)


@asynccontextmanager
async def desk_of(folder: Path, *, sends: bool = False, hold_s: float = HOLD_S) -> AsyncIterator[Desk]:
    async with acting_call(folder, sends=sends, hold_s=hold_s) as call:
        desk = Desk(call)
        await call.type("reply that Tuesday works")
        yield desk


async def test_what_is_edited_is_what_is_asked_about_confirmed_and_sent(tmp_path: Path) -> None:
    async with desk_of(tmp_path, sends=True, hold_s=0.2) as desk:
        assert (await desk.edit(text="Friday suits me better.")).version == 2
        said = await desk.press(Button.SEND)
        board = await desk.board()
        assert "Friday suits me better." in board.question
        assert board.question in said
        assert (board.offer, [draft.asked for draft in board.drafts]) == (Offer.AGREE, [True])
        await desk.press(Button.YES)
        assert (await desk.call.sent()).message.get_content().strip() == "Friday suits me better."


async def test_what_was_read_to_its_end_on_the_page_is_not_read_out_before_it_is_asked_about(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as desk:
        await desk.edit(text="Friday suits me better.")
        assert (await desk.edit(read=True)).version == 2
        question = await desk.press(Button.SEND)
        assert "Friday" not in question
        assert question.endswith("?")
        await desk.press(Button.YES)
        assert desk.held


async def test_words_that_come_with_the_word_that_they_were_read_are_kept(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as desk:
        assert (await desk.edit(text="Friday suits me better.", read=True)).version == 2
        assert [draft.text for draft in (await desk.board()).drafts] == ["Friday suits me better."]


@pytest.mark.parametrize("version", [1, 3])
async def test_what_was_read_in_another_version_is_read_out(tmp_path: Path, version: int) -> None:
    async with desk_of(tmp_path) as desk:
        await desk.edit(text="Friday suits me better.")
        await desk.edit(read=True, version=version)
        assert "Friday suits me better." in await desk.press(Button.SEND)


async def test_an_edit_after_the_question_takes_it_from_the_page_and_a_yes_has_it_asked_of_the_new_words(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as desk:
        await desk.press(Button.SEND)
        asked = (await desk.board()).asked
        await desk.edit(text="Friday suits me better.")
        board = await desk.board()
        assert (board.offer, board.question, board.asked, [draft.asked for draft in board.drafts]) == (None, "", "", [False])
        with pytest.raises(rtc.RpcError, match=ANOTHER_QUESTION):
            await desk.press(Button.YES, about=asked)
        assert "Friday suits me better." in await desk.call.type("yes")
        assert not desk.held
        assert [draft.asked for draft in (await desk.board()).drafts] == [True]


async def test_a_yes_beside_an_earlier_question_answers_no_later_one(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as desk:
        await desk.press(Button.SEND)
        earlier = (await desk.board()).asked
        await desk.press(Button.NO)
        await desk.edit(text="Friday suits me better.")
        await desk.press(Button.SEND)
        assert (await desk.board()).asked != earlier
        for about in (earlier, "", "no question"):
            with pytest.raises(rtc.RpcError, match=ANOTHER_QUESTION) as refused:
                await desk.press(Button.YES, about=about)
            assert refused.value.code == NOTHING_TO_DO
        assert not desk.held
        await desk.press(Button.YES)
        assert desk.held


@pytest.mark.parametrize("about", ["f3a1", ""])
async def test_a_yes_that_was_overtaken_by_another_question_on_its_way_confirms_nothing(tmp_path: Path, about: str) -> None:
    """What a press is about travels with its words to where they count, whatever was checked before."""
    async with desk_of(tmp_path) as desk:
        await desk.press(Button.SEND)
        await desk.page.lines.take(desk.call.typed.session, "yes", about)
        await desk.call.typed.session.wait_for_idle()
        assert not desk.held
        said = [item for item in desk.call.typed.session.history.items if item.type == "message" and PRESSED in item.extra]
        assert said[-1].extra[PRESSED] == about


async def test_a_mail_that_is_held_shows_when_it_leaves_and_stop_brings_its_draft_back(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as desk:
        (before,) = (await desk.board()).drafts
        await desk.press(Button.SEND)
        await desk.press(Button.YES)
        board = await desk.board()
        assert board.held
        assert (board.held.leaves_at, board.drafts) == (NOW + timedelta(seconds=HOLD_S), ())
        assert words.HELD_BACK in await desk.press(Button.STOP)
        board = await desk.board()
        assert (board.held, [draft.text for draft in board.drafts]) == (None, [before.text])
        assert (await desk.edit(text="Friday.")).version
        await desk.press(Button.SEND)
        assert "Friday." in (await desk.board()).question


async def test_the_draft_of_a_mail_that_was_refused_is_there_again(tmp_path: Path) -> None:
    async with desk_of(tmp_path, sends=True, hold_s=0.2) as desk:
        (before,) = (await desk.board()).drafts
        desk.call.desk.refuses["DATA"] = "554 no"
        await desk.press(Button.SEND)
        await desk.press(Button.YES)
        await desk.call.typed.reads("was not sent", within_s=20)
        assert [draft.text for draft in (await desk.board()).drafts] == [before.text]


async def test_a_draft_that_was_held_back_is_thrown_away_by_its_own_button_only(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as desk:
        await desk.press(Button.SEND)
        await desk.press(Button.YES)
        await desk.call.dialogue("cancel", "cancel")
        assert len((await desk.board()).drafts) == 1
        assert words.DISCARDED in await desk.press(Button.CANCEL)
        assert (await desk.board()).drafts == ()


async def two_drafts(desk: Desk) -> tuple[DraftOnBoard, DraftOnBoard]:
    """The board as it showed the first, and then the second, which it is asked about."""
    (first,) = (await desk.board()).drafts
    await desk.call.type(TO_ZOE)
    (second,) = (await desk.board()).drafts
    assert (first.draft_id != second.draft_id, second.asked) == (True, True)
    return first, second


async def kept_by(desk: Desk) -> set[str]:
    return {each.draft_id for each in await desk.call.typed.call.acting.drafts.all()}


async def test_send_asks_about_the_draft_of_its_pane_and_agrees_to_no_question_about_another(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as desk:
        first, second = await two_drafts(desk)
        asked = await desk.page.press_and_listen(Button.SEND, pane=first)
        assert ("Tomasz" in asked, "zoe" in asked.lower(), desk.held) == (True, False, False), asked
        assert [(each.draft_id, each.asked) for each in (await desk.board()).drafts] == [(first.draft_id, True)]
        await desk.press(Button.YES)
        (held,) = desk.call.typed.call.acting.held
        assert (held.to, await kept_by(desk)) == (("tomasz.wolski@example.net",), {first.draft_id, second.draft_id})


async def test_discard_throws_away_the_draft_of_its_pane_and_holds_nothing_back_beside_it(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as desk:
        first, second = await two_drafts(desk)
        await desk.press(Button.YES)
        assert desk.held
        assert words.DISCARDED in await desk.page.press_and_listen(Button.CANCEL, pane=first)
        assert (await kept_by(desk), desk.held) == ({second.draft_id}, True)


async def test_a_press_on_a_draft_that_is_gone_or_changed_is_refused_in_a_sentence_and_leaves_the_question_open(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as desk:
        first, second = await two_drafts(desk)
        await desk.call.typed.call.acting.drafts.discard(first.draft_id, first.version)
        stale = second.model_copy(update={"version": second.version + 1})
        for pane, why in ((first, words.DRAFT_GONE), (stale, words.DRAFT_CHANGED), (None, words.DRAFT_GONE)):
            for button in sorted(IN_A_PANE):
                with pytest.raises(rtc.RpcError, match=why) as refused:
                    await desk.page.press(button, pane=pane)
                assert refused.value.code == NOTHING_TO_DO
        assert ((await desk.board()).drafts, await kept_by(desk)) == ((second,), {second.draft_id})
        await desk.press(Button.YES)
        assert desk.held


async def test_a_draft_that_changes_while_a_press_is_on_its_way_is_not_asked_about(tmp_path: Path) -> None:
    """What was checked when the button was pressed is checked once more where it is done."""
    async with desk_of(tmp_path) as desk:
        (pane,) = (await desk.board()).drafts
        await desk.edit(text="Friday suits me better.")
        before = len(desk.page.call.page.text)
        await desk.page.lines.take(desk.call.typed.session, DISCARD, "", PanePress(draft_id=pane.draft_id, version=pane.version))
        await desk.call.typed.session.wait_for_idle()
        assert words.DRAFT_CHANGED in desk.page.call.page.text[before:]
        assert await kept_by(desk) == {pane.draft_id}


@pytest.mark.parametrize("button", sorted(IN_A_PANE))
async def test_a_press_whose_draft_is_gone_when_its_turn_comes_is_answered_in_words(tmp_path: Path, button: Button) -> None:
    async with desk_of(tmp_path) as desk:
        (pane,) = (await desk.board()).drafts
        before = len(desk.page.call.page.text)
        await desk.page.press(Button.CANCEL, pane=pane)
        await desk.page.press(button, pane=pane)
        await desk.page.answered()
        assert desk.page.call.page.text[before:].endswith(words.DRAFT_GONE)
        assert (await kept_by(desk), desk.held) == (set(), False)


async def test_a_model_presses_no_button(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as desk:
        with pytest.raises(SkillRefusedError):
            await use(desk.call.typed.call, BUTTON.tool, BUTTON.arguments)
        assert (len(await kept_by(desk)), desk.held) == (1, False)


async def test_a_no_leaves_the_draft_where_it_is(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as desk:
        await desk.press(Button.SEND)
        assert words.STAYS_DRAFT in await desk.press(Button.NO)
        board = await desk.board()
        assert (board.offer, [draft.asked for draft in board.drafts], desk.held) == (None, [False], False)


@pytest.mark.parametrize("change", [{"to": ["nobody"]}, {"cc": ["a@b"]}])
async def test_an_address_that_is_none_is_refused_in_a_sentence_and_changes_nothing(tmp_path: Path, change: dict[str, object]) -> None:
    async with desk_of(tmp_path) as desk:
        before = (await desk.board()).drafts
        with pytest.raises(rtc.RpcError, match="addresses is not complete"):
            await desk.edit(**change)
        assert (await desk.board()).drafts == before


async def test_an_edit_of_an_older_version_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with desk_of(tmp_path) as desk:
        await desk.call.type("add See you then.")
        before = (await desk.board()).drafts
        with pytest.raises(rtc.RpcError, match="changed meanwhile"):
            await desk.edit(text="mine", version=1)
        assert (await desk.board()).drafts == before
