"""What of a conversation is sent: whole turns, whole pairs, a steady beginning."""

from collections.abc import AsyncIterable

from hypothesis import given
from hypothesis import strategies as st
from livekit.agents import ModelSettings, llm

from actions.sending.draft_store import DraftKind
from actions.sending.drafts import Draft
from agent.model.answer_parts import Part
from agent.model.chat_history import (
    HIGH_CHARACTERS,
    HIGH_ITEMS,
    LEFT_OUT,
    LOW_CHARACTERS,
    LOW_ITEMS,
    WHOLE_RESULTS,
    Cut,
    after_cut,
    conversation,
    in_short,
    next_cut,
    size,
)
from agent.model.path import ModelPath
from briefing.mail import Address
from briefing.mail_action import MailAction
from briefing.tracking.focus import Listed
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mails
from tests.inbox.virtual_clock import in_virtual_time

MAIL = '{"mail_id": "work:1", "text": "' + "Dear Robin. " * 40 + '"}'


def nobody_asked(chat_ctx: llm.ChatContext, tools: list[llm.Tool], settings: ModelSettings) -> AsyncIterable[Part]:
    raise NotImplementedError


def said(role: llm.ChatRole, words: str) -> llm.ChatMessage:
    return llm.ChatMessage(role=role, content=[words])


def turn(number: int, *, tool: bool = True, words: str = "And what about the next one?") -> list[llm.ChatItem]:
    items: list[llm.ChatItem] = [said("user", words)]
    if tool:
        items += [
            llm.FunctionCall(call_id=f"call-{number}", name="go", arguments="{}"),
            llm.FunctionCallOutput(call_id=f"call-{number}", name="go", output=f"Moved on.\nNext mail: {MAIL}\n[1/5]", is_error=False),
        ]
    return [*items, said("assistant", "Somebody asks about Friday. Shall I archive it?")]


def pairs_are_whole(items: list[llm.ChatItem]) -> bool:
    calls = [item.call_id for item in items if isinstance(item, llm.FunctionCall)]
    return calls == [item.call_id for item in items if isinstance(item, llm.FunctionCallOutput)]


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 6_000)), min_size=1, max_size=80))
def test_whatever_is_said_the_history_is_bounded_and_seldom_cut(turns: list[tuple[bool, int]]) -> None:
    history: list[llm.ChatItem] = []
    cut: Cut | None = None
    sent: list[llm.ChatItem] = []
    for number, (tool, length) in enumerate(turns):
        latest = turn(number, tool=tool, words="x" * length)
        history += latest
        before, cut = cut, next_cut(history, cut)
        left = after_cut(history, cut)
        assert left[-len(latest) :] == latest
        assert pairs_are_whole(left)
        first = left[0]
        assert isinstance(first, llm.ChatMessage)
        assert first.role == "user"
        if cut == before:
            assert left[: len(sent)] == sent
            assert size(left) <= HIGH_CHARACTERS
            assert len(left) <= HIGH_ITEMS
        else:
            assert (size(left) <= LOW_CHARACTERS and len(left) <= LOW_ITEMS) or len(left) == len(latest)
        sent = left


def test_old_results_lose_their_long_lines_at_a_cut_and_keep_what_was_done() -> None:
    history = [item for number in range(40) for item in turn(number)]
    left = after_cut(history, next_cut(history, None))
    results = [item.output for item in left if isinstance(item, llm.FunctionCallOutput)]
    assert len(results) > WHOLE_RESULTS
    assert [MAIL in result for result in results] == [False] * (len(results) - WHOLE_RESULTS) + [True] * WHOLE_RESULTS
    assert results[0] == f"Moved on.\n{LEFT_OUT}\n[1/5]"


def test_a_result_in_short_stays_so() -> None:
    (_, _, result, _) = turn(1)
    assert in_short(in_short(result)) == in_short(result)
    assert in_short(said("user", "x" * 5_000)).type == "message"


def test_a_turn_that_is_too_long_by_itself_is_sent_whole() -> None:
    history = [*turn(0), *turn(1, words="x" * HIGH_CHARACTERS)]
    assert after_cut(history, next_cut(history, None)) == history[4:]


def test_halves_of_tool_calls_and_system_messages_are_no_part_of_a_conversation() -> None:
    call = llm.FunctionCall(call_id="lost", name="go", arguments="{}")
    result = llm.FunctionCallOutput(call_id="found", name="go", output="", is_error=False)
    items: list[llm.ChatItem] = [
        said("system", "Be brief."),
        call,
        said("user", "Next."),
        said("system", "Now."),
        result,
        said("assistant", ""),
    ]
    assert conversation(items) == [items[2]]


def test_a_cut_that_was_made_in_the_stored_history_too_changes_nothing() -> None:
    history = [item for number in range(40) for item in turn(number)]
    cut = next_cut(history, None)
    stored = after_cut(history, cut)
    assert after_cut(stored, cut) == stored
    assert next_cut(stored, cut) == cut


@in_virtual_time
async def test_a_search_in_use_a_draft_and_what_was_done_survive_every_cut() -> None:
    mails = new_mails(5)
    call = await memory_call(MemoryMailbox("work", mails))
    found = tuple(mail.mail_id for mail in mails[1:4])
    call.dialogue.note(Listed(found))
    call.tracker.mark_actioned(mails[4].mail_id, MailAction.ARCHIVE, at=NOON)
    call.acting.draft = Draft(
        draft_id="1",
        message_id="1@example.com",
        version=1,
        edited_by_hand=False,
        account="work",
        kind=DraftKind.NEW,
        to=(Address(name="", email="ruth@example.net"),),
        subject="Boat",
        body="The boat is yours.",
    )
    path = ModelPath(nobody_asked, call)
    history = [item for number in range(60) for item in turn(number, words="x" * 300)]
    request = path.request(llm.ChatContext(history))
    assert len(request.items) < len(history)
    last = request.items[-1]
    assert isinstance(last, llm.ChatMessage)
    in_use = (*found, mails[4].mail_id, "ruth@example.net", "The boat is yours.")
    assert [each for each in in_use if each not in (last.text_content or "")] == []
