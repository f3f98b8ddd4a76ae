"""What is left out until a time: said back, at once and in later calls, over by itself, taken back, and never lost."""

import mailbox
from datetime import timedelta
from email.mime.text import MIMEText
from email.utils import format_datetime, formataddr
from pathlib import Path

import pytest

from briefing.mail import MailId
from briefing.speech.sentences import about_narrowing as words
from briefing.tracking.wanted import WithoutThese
from briefing.understanding.commands import Command, CommandKind, PlainReading
from knowledge.users_clock import UsersClock
from providers.sample_inbox import SAMPLE_ADDRESS
from session.call import Call
from session.outcome import SkillRefusedError
from session.skills.liking.left_out_mails import back_again, leave_out
from session.skills.moving import next_item
from session.skills.narrowing_down import brief_only
from tests.agent.memory_call import memory_call
from tests.agent.typed_call import NOW
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mail
from tests.inbox.virtual_clock import in_virtual_time
from tests.session.skills.test_accounts import following
from tests.session.skills.test_narrowing_down import pending
from tests.session.test_written_call import Written, written


@pytest.mark.parametrize(
    ("said", "target", "when"),
    [
        ("leave out Github until Monday", "github", "monday"),
        ("Leave out GitHub until Monday, please.", "github", "monday"),
        ("leave Github out till tomorrow", "github", "tomorrow"),
        ("ignore Ruth until Friday", "ruth", "friday"),
        ("mute Github for a week", "github", "in a week"),
        ("skip Github for two days", "github", "in two days"),
        ("no newsletters until Monday", "newsletters", "monday"),
        ("no more mails from Ruth Adeyemi this week", "ruth adeyemi", "next week"),
        ("skip the newsletters today", "the newsletters", "tomorrow"),
        ("leave out the newsletters for the rest of the week", "the newsletters", "next week"),
        ("skip everything from Ruth until next month", "ruth", "next month"),
        ("until Monday leave out Github", "github", "monday"),
        ("don't tell me about Github until Monday", "github", "monday"),
        ("I don't want to hear from Github until next week", "github", "next week"),
        ("nothing from Github until tomorrow at nine", "github", "tomorrow at nine"),
        ("could you leave out Github until Monday", "github", "monday"),
    ],
)
def test_what_is_left_out_and_until_when_is_understood(said: str, target: str, when: str) -> None:
    assert PlainReading(said).command == Command(kind=CommandKind.WITHOUT_SOME, target=target, when=when)


@pytest.mark.parametrize(
    "said",
    [
        "skip it until Monday",
        "leave it until Monday",
        "leave it out until Monday",
        "snooze Github until Monday",
        "don't leave out Github until Monday",
        "leave out Github until I say so",
        "leave out Github until",
        "ignore him until Monday",
        "skip this until tomorrow",
        "no more until Monday",
        "leave Github until Monday",
        "leave out Github until Monday and archive it",
        "I said leave out Github until Monday",
    ],
)
def test_what_may_be_one_mail_or_no_wish_leaves_nothing_out(said: str) -> None:
    command = PlainReading(said).command
    assert command is None or command.kind is not CommandKind.WITHOUT_SOME


@pytest.mark.parametrize(
    ("said", "target"),
    [
        ("bring Github back", "github"),
        ("bring back Github", "github"),
        ("bring back the newsletters", "the newsletters"),
        ("stop leaving out Github", "github"),
        ("don't leave out Github any more", "github"),
        ("tell me about Github again", "github"),
        ("I want to hear from Ruth again", "ruth"),
    ],
)
def test_what_is_to_be_told_again_is_understood(said: str, target: str) -> None:
    assert PlainReading(said).command == Command(kind=CommandKind.BRING_BACK, target=target)


def sent_by(call: Call, name: str) -> set[MailId]:
    return {mail for mail, envelope in call.mail.pipeline.envelopes.items() if name in envelope.sender.name.lower()}


async def told_to_the_end(told: Written) -> set[MailId]:
    heard = set[MailId]()
    for _ in range(60):
        if told.current is None:
            break
        heard.add(told.current)
        await told.type("next")
    return heard


async def test_it_is_so_at_once_and_in_later_calls_until_it_is_over_by_itself(tmp_path: Path) -> None:
    async with written(tmp_path, unread=30) as told:
        out = sent_by(told.call, "ruth") & pending(told.call)
        assert out
        said = await told.type("leave out Ruth until Saturday")
        assert said.startswith("I leave out Ruth until Saturday, ")
        assert told.call.tracker.progress().held_back == len(out)
        await told.type("next")
        assert told.current not in out
        await told.type("goodbye")
    async with written(tmp_path, now=NOW + timedelta(hours=3)) as again:
        assert "I leave out Ruth" in again.paper.turns[0]
        assert not await told_to_the_end(again) & out
        assert out <= pending(again.call), "nothing of it is lost or heard"
        assert "stay left out" in await again.type("how many are left") or "stays left out" in await again.type("how many are left")
    async with written(tmp_path, now=NOW + timedelta(days=7)) as over:
        assert "I leave out Ruth" not in over.paper.turns[0]
        assert over.call.tracker.progress().held_back == 0
        assert await over.type("what do I leave out") == words.NOTHING_LEFT_OUT


async def test_two_in_a_row_both_hold_and_each_is_taken_back_by_itself(tmp_path: Path) -> None:
    async with written(tmp_path, unread=30) as told:
        everything = pending(told.call)
        ruth, tomasz = (sent_by(told.call, name) & everything for name in ("ruth", "tomasz"))
        assert ruth
        assert tomasz
        await told.type("leave out Ruth until Saturday")
        await told.type("leave out Tomasz")
        left = told.call.tracker.progress()
        assert left.held_back == len(ruth | tomasz)
        said = await told.type("what do I leave out")
        assert "Ruth until Saturday, " in said
        assert "Tomasz in this call" in said
        assert (await told.type("bring Ruth back")).startswith("Ruth is back.")
        assert told.call.tracker.progress().held_back == len(tomasz - {told.current})
        assert await told.call.records.preferences.left_out("local", now=NOW) == ()
        assert (await told.type("bring Tomasz back")).startswith("Tomasz is back.")
        assert told.call.tracker.progress().held_back == 0
        assert await told.type("what do I leave out") == words.NOTHING_LEFT_OUT
    async with written(tmp_path) as again:
        assert "I leave out Ruth" not in again.paper.turns[0]


async def test_who_wants_only_what_they_leave_out_can_still_bring_it_back(tmp_path: Path) -> None:
    async with written(tmp_path, unread=30) as told:
        await told.type("leave out newsletters until Saturday")
        await told.type("only newsletters")
        assert (await told.type("bring back newsletters")).startswith("Newsletters are back.")


async def test_what_comes_in_this_call_all_the_same_is_brought_back_for_later_ones(tmp_path: Path) -> None:
    async with written(tmp_path, unread=30) as told:
        await told.type("leave out newsletters until Saturday")
        assert "newsletters stay left out until Saturday, " in await told.type("all my mail again")
        assert (await told.type("bring back newsletters")).startswith("Newsletters are back.")
        assert await told.call.records.preferences.left_out("local", now=NOW) == ()
        assert not told.call.mail.wanted.later


async def test_all_mail_is_told_where_it_is_asked_for_and_later_calls_leave_it_out_still(tmp_path: Path) -> None:
    async with written(tmp_path, unread=30) as told:
        await told.type("leave out Ruth until Saturday")
        assert "In later calls Ruth stays left out until Saturday, " in await told.type("all my mail again")
        assert told.call.tracker.progress().held_back == 0
        assert (await told.type("what do I leave out")).startswith("In later calls Ruth stays left out until Saturday, ")
        await told.type("goodbye")
    async with written(tmp_path) as again:
        assert "I leave out Ruth" in again.paper.turns[0]
        await again.type("only from Ruth")
        assert again.current in sent_by(again.call, "ruth"), "whoever asks for the very mails hears them"


async def test_who_has_not_written_yet_can_be_left_out_too(tmp_path: Path) -> None:
    async with written(tmp_path, unread=12) as told:
        assert (await told.type("leave out Github until Monday")).startswith("I leave out Github until Monday, ")
        assert told.call.tracker.progress().held_back == 0
        await told.type("goodbye")
    async with written(tmp_path) as again:
        assert "I leave out Github" in again.paper.turns[0]


@in_virtual_time
async def test_mail_that_comes_in_from_whom_the_user_leaves_out_is_not_announced() -> None:
    async with following(MemoryMailbox("work", [new_mail(name) for name in ("rita", "sven", "tove")])) as told:
        from_vera = {new_mail("vera").mail_id}
        told.call.mail.wanted.left_out["vera"] = WithoutThese(are_meant=from_vera.__contains__, until=NOON + timedelta(days=1))
        await told.says(brief_only, mails="from Person Rita")
        for name in ("vera", "late"):
            told.mailbox.deliver(new_mail(name))
        said = await told.says(next_item)
        await told.nothing_happens_for(30)
        everything = " ".join([said, *told.floor.said])
        assert "Person late" in everything
        assert "Person vera" not in everything
        assert from_vera <= pending(told.call), "it is there, and left for later"


@in_virtual_time
async def test_a_model_leaves_out_for_longer_only_what_the_user_named() -> None:
    call = await memory_call(MemoryMailbox("aa", [new_mail(name, slug="aa") for name in ("rita", "sven")]))
    with pytest.raises(SkillRefusedError, match=words.SAY_WHAT_TO_LEAVE_OUT):
        await brief_only(call, mails="everything but rita until monday")
    assert not call.mail.wanted.left_out


NAMES = ("Next", "UNDO", "Stop, please", "Delete Everything", "This Topic", "It", "Everybody but Anna", "الفاتورة", "O'Neill & Söhne", "1")


def names_left_out(call: Call) -> set[str]:
    fits = call.tracker.fitting or (lambda _: True)
    return {envelope.sender.name for mail, envelope in call.mail.pipeline.envelopes.items() if not fits(mail)}


async def test_whatever_a_sender_is_called_is_chosen_to_be_left_out_and_brought_back(tmp_path: Path) -> None:
    """It is a name, and no words of a user that mean something."""
    for place, name in enumerate(NAMES):
        message = MIMEText("Hello.")
        message["From"], message["To"] = formataddr((name, f"them@no{place}.example")), SAMPLE_ADDRESS
        message["Subject"], message["Date"], message["Message-ID"] = "Hello", format_datetime(NOW), f"<{place}@them.example>"
        mailbox.Maildir(tmp_path / "inbox", create=True).add(mailbox.MaildirMessage(message))
    async with written(tmp_path) as told:
        for name in NAMES:
            assert (await leave_out(told.call, f" {name} ", "monday")).startswith("I leave out ")
            assert names_left_out(told.call) == {name}
            (left_out,) = told.call.mail.wanted.left_out
            await back_again(told.call, left_out)
            assert told.call.tracker.fitting is None
        for name in ("Next", "It", "Next plc"):
            await leave_out(told.call, name, "monday")
        await back_again(told.call, "next plc")
        assert [*told.call.mail.wanted.left_out] == ["next", "it"]
    async with written(tmp_path) as again:
        assert {*again.call.mail.wanted.left_out} == {"next", "it"}
        assert "It" in names_left_out(again.call)


async def test_it_is_over_in_the_call_in_which_its_time_comes(tmp_path: Path) -> None:
    async with written(tmp_path, unread=30) as told:
        out = sent_by(told.call, "ruth") & pending(told.call)
        await told.type("leave out Ruth until tomorrow")
        assert told.call.tracker.progress().held_back == len(out)
        told.call.now = UsersClock(lambda: NOW + timedelta(days=1))
        await told.type("next")
        assert told.call.tracker.progress().held_back == 0


async def test_nothing_is_brought_back_that_was_not_left_out(tmp_path: Path) -> None:
    async with written(tmp_path, unread=12) as told:
        before = told.call.tracker.progress()
        await told.type("bring the boiler back")
        assert told.call.tracker.progress() == before
