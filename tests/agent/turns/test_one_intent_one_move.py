"""One intent moves the cursor once, and only mail that the user was told of is left or changed."""

from pathlib import Path

import pytest

from briefing.mail import MailStatus, provider_id_of
from briefing.mail_action import MailAction
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import NOW, TypedCall, sample_settings, typed_call
from tests.servers.openai.double import CallTool, CallTools, OpenAIDouble, Say

pytestmark = pytest.mark.slow


NEXT, ARCHIVE = CallTool("go", to="next"), CallTool("change_mail", action="archive")


AGAIN = [
    NEXT,
    ARCHIVE,
    CallTool("change_mail", action="mark_read"),
    CallTool("go", to="skip_mail"),
    CallTool("go", to="skip_topic"),
    CallTool("change_mail", action="flag"),
]


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize(
    ("first", "intent"),
    [
        (NEXT, "I have heard enough of that one by now, I would say"),
        (ARCHIVE, "I am done with that one, so put it into the archive, I would say"),
    ],
)
async def test_a_second_tool_of_one_answer_only_tells_of_the_next_mail(
    call: TypedCall, openai: OpenAIDouble, first: CallTool, intent: str, again: CallTool
) -> None:
    mail = [mail for topic in call.look.agenda.topics for mail in topic.mails][1]
    second = mail.mail_id
    openai.replies(CallTools([first, again]), Say(f"Sure. The next one is from {mail.sender.name}, about {mail.subject}."))
    await call.type(intent)
    state = call.call.tracker.state_of(second)
    assert state
    assert (call.current, state.status, state.actions) == (second, MailStatus.BRIEFED, ())


async def test_the_same_tool_in_two_steps_of_a_turn_acts_once(call: TypedCall, openai: OpenAIDouble, tmp_path: Path) -> None:
    openai.replies(ARCHIVE, ARCHIVE, Say("Archived."))
    await call.type("I am done with that one, so put it into the archive, I would say")
    assert call.call.tracker.progress().actions == {MailAction.ARCHIVE: 1}


async def test_an_offer_is_void_after_anything_else(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        await call.type("skip this one")
        current = call.current
        for between in ("hold on", "how many are left?", "flag it"):
            assert "shall I go through" in (await call.type("what did I skip?")).replace("Shall", "shall")
            await call.type(between)
            await call.type("go on" if between == "hold on" else "yes")
            assert call.current == current
            assert call.call.tracker.progress().skipped == 1


def deliver(inbox: Path, name: str, subject: str) -> None:
    (inbox / "new" / name).write_text(
        f"From: Ursula Keller <ursula@example.org>\nTo: me@example.com\nSubject: {subject}\nMessage-ID: <{name}@example.org>\n"
        f"Date: {NOW:%a, %d %b %Y %H:%M:%S} +0000\n\nPlease read about {subject}.\n"
    )


async def test_arrivals_are_never_lost_however_often_one_asks(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path, unread=2)) as call:
        await call.greet()
        deliver(tmp_path / "inbox", "1.first.host", "zebras")
        assert "zebras" in await call.type("anything new?")
        deliver(tmp_path / "inbox", "2.second.host", "walruses")
        answer = await call.type("anything new?")
        assert "zebras" in answer
        assert "walruses" in answer
        assert "zebras" in await call.type("anything new?")
        await call.type("yes")
        names = set()
        while call.current:
            names.add(provider_id_of(call.current))
            await call.type("next")
        assert {"1.first.host", "2.second.host"} <= names


async def test_an_arrival_that_was_offered_and_not_answered_counts_as_left(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path, unread=2)) as call:
        await call.greet()
        deliver(tmp_path / "inbox", "1.first.host", "zebras")
        await call.type("anything new?")
        assert "2 are left" in await call.type("goodbye")


async def test_a_mail_that_is_gone_is_said_to_be_and_the_next_is_presented(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        gone = call.current
        assert gone
        for path in (tmp_path / "inbox").glob(f"*/{provider_id_of(gone)}*"):
            path.unlink()
        answer = await call.type("archive it")
        assert "no longer in your mailbox" in answer
        assert len(answer) > 80
        assert call.current != gone


async def test_nothing_is_said_to_be_skipped_where_nothing_is(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path, unread=1)) as call:
        await call.greet()
        await call.type("next")
        for line in ("skip this one", "skip this topic", "archive it"):
            assert "no mail open" in await call.type(line)


async def test_what_is_done_to_a_found_mail_is_counted_and_remembered(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path, unread=3)
    async with typed_call(settings) as call:
        await call.greet()
        while call.current:
            await call.type("next")
    async with typed_call(settings) as call:
        await call.greet()
        sender = next(iter(call.call.mail.pipeline.left_out))
        envelope = (await call.call.mail.inbox.envelopes([sender])).found[0]
        await call.type(f"find mails about {envelope.subject.split()[-1]}")
        await call.type("the first one")
        assert "Archived" in await call.type("archive it")
        assert "archived" in await call.type("goodbye")
        await call.call.records.marks.drain()
        records = await call.call.records.ledger.records("local", now=NOW)
        assert [mark.action for mark in records.values()].count(MailAction.ARCHIVE) == 1
    assert len(flags_of(tmp_path / "inbox" / ".Archive")) >= 1
