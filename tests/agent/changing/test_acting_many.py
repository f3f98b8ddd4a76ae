"""Many mails at once: what a description means, how many may be changed unasked, and what is no yes to the question about them."""

from pathlib import Path

import pytest

from briefing.agenda import TopicKind
from briefing.mail import MailId
from briefing.speech.sentences.replies import NOTHING_TO_LEAVE_OUT
from tests.agent.acting_calls import ActingCall, acting_call, mailbox_hash, places
from tests.servers.openai.double import CallTool, openai_server

pytestmark = pytest.mark.slow


def archived(call: ActingCall) -> int:
    return sum(folder == ".Archive" for folder, _ in places(call.inbox).values())


def from_here(call: ActingCall) -> list[MailId]:
    """The open mail and all that come behind it."""
    return [call.open, *behind_it(call)]


def behind_it(call: ActingCall) -> list[MailId]:
    return [mail.mail_id for mail in call.typed.call.tracker.upcoming(limit=50)]


def newsletters(call: ActingCall) -> set[MailId]:
    """What the agenda calls so."""
    topics = call.typed.call.mail.pipeline.agenda_of(list(call.typed.call.mail.pipeline.envelopes.values()), call.typed.call.now()).topics
    return {mail.mail_id for topic in topics if topic.kind is TopicKind.NEWSLETTERS for mail in topic.mails}


@pytest.mark.parametrize("words", ["mark all newsletters as read", "mark everything from newsletters as read", "mark my newsletters read"])
async def test_newsletters_are_the_mails_that_the_agenda_calls_so(tmp_path: Path, words: str) -> None:
    async with acting_call(tmp_path) as call:
        called_so = newsletters(call)
        assert len(called_so) == 8
        assert (await call.type(words)).startswith("Mark eight mails as read: ")
        assert await call.type("yes") == "Marked as read: eight mails."
        assert {mail for mail in from_here(call) if "S" in call.place(mail)[1]} | called_so == called_so
        assert all("S" in call.place(mail)[1] for mail in called_so)


async def test_a_topic_of_a_few_mails_is_archived_at_once_and_one_of_many_is_asked_about(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        here = archived(call)
        assert (await call.type("archive this topic")).startswith("Archived: two mails.")
        assert archived(call) == here + 2
        before = mailbox_hash(call.inbox)
        await call.type("go to newsletters")
        assert (await call.type("archive this topic")).startswith("Archive eight mails: ")
        assert mailbox_hash(call.inbox) == before


NEXT = [("three", 3), ("2 mails", 2), ("five", 5), ("couple", 2), ("couple of mails", 2)]


@pytest.mark.parametrize(("words", "count"), [(f"archive the next {some}", count) for some, count in NEXT])
async def test_the_next_few_are_those_behind_the_open_one_and_asked_about_by_name(tmp_path: Path, words: str, count: int) -> None:
    async with acting_call(tmp_path) as call:
        await call.type("next")
        here, ahead, before = call.open, behind_it(call), mailbox_hash(call.inbox)
        counted = ["two", "three", "four", "five"][count - 2]
        assert (await call.type(words)).startswith(f"Archive {counted} mails: ")
        assert mailbox_hash(call.inbox) == before
        assert f"Archived: {counted} mails." in await call.type("yes")
        assert [call.place(mail)[0] for mail in (here, *ahead)] == ["", *[".Archive"] * count, *[""] * (len(ahead) - count)]


@pytest.mark.parametrize("words", ["archive the next few", "delete the next few mails", "flag the next several"])
async def test_a_few_is_no_number_so_it_is_asked_for(tmp_path: Path, words: str) -> None:
    async with acting_call(tmp_path, unread=12) as call:
        before = mailbox_hash(call.inbox)
        assert await call.type(words) == "How many? You can say, the next three."
        assert mailbox_hash(call.inbox) == before


async def test_the_next_many_are_asked_about(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        ahead, here = behind_it(call), archived(call)
        assert (await call.type("archive the next seven")).startswith("Archive seven mails: ")
        assert archived(call) == here
        assert "Archived: seven mails." in await call.type("yes")
        assert {call.place(mail)[0] for mail in ahead[:7]} == {".Archive"}
        assert archived(call) == here + 7


@pytest.mark.parametrize("again", ["archive everything", "archive all", "please archive everything", "archive all mails"])
@pytest.mark.parametrize("first", ["archive everything", "archive all newsletters"])
async def test_a_wish_for_everything_is_no_yes_to_a_question_about_some(tmp_path: Path, first: str, again: str) -> None:
    async with acting_call(tmp_path) as call:
        before = mailbox_hash(call.inbox)
        await call.type(first)
        assert (await call.type(again)).startswith("Archive 50 mails: ")
        assert mailbox_hash(call.inbox) == before
        assert "Archived: 50 mails." in await call.type("yes")


@pytest.mark.parametrize("yes", ["yes", "archive all of them", "archive them", "yes, archive everything"])
async def test_a_yes_and_the_mails_asked_about_named_again_are_one(tmp_path: Path, yes: str) -> None:
    async with acting_call(tmp_path) as call:
        here = archived(call)
        await call.type("archive all newsletters")
        assert await call.type(yes) == "Archived: eight mails."
        assert archived(call) == here + 8


BUT_TIDEWATER = ("archive all newsletters but the tidewater one", "archive all newsletters, except the one from Tidewater Office")


@pytest.mark.parametrize("words", BUT_TIDEWATER)
async def test_what_is_left_out_stays_and_is_named(tmp_path: Path, words: str) -> None:
    async with acting_call(tmp_path, unread=25) as call:
        letters = newsletters(call)
        envelopes = call.typed.call.mail.pipeline.envelopes
        stays = {mail for mail in letters if envelopes[mail].sender.name == "Tidewater Office"}
        assert len(stays) == 1
        assert "but not the one from Tidewater Office." in await call.type(words)
        assert {mail for mail in letters if call.place(mail)[0] == ".Archive"} == letters - stays


async def test_the_question_about_many_counts_and_names_what_is_left_out(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        stays = [mail for mail, each in call.typed.call.mail.pipeline.envelopes.items() if each.sender.name == "Tomasz Wolski"]
        here = archived(call)
        asked = await call.type("archive everything except the mails from Tomasz")
        assert asked.startswith("Archive 48 mails: ")
        assert asked.endswith(", but not two: Tomasz Wolski? Yes or no.")
        assert "Archived: 48 mails, but not two: Tomasz Wolski." in await call.type("yes")
        assert archived(call) == here + 48
        assert [call.place(mail)[0] for mail in stays] == ["", ""]


async def test_an_exception_that_fits_nothing_changes_nothing(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        before = mailbox_hash(call.inbox)
        assert await call.type("archive all newsletters except the submarine") == NOTHING_TO_LEAVE_OUT
        assert mailbox_hash(call.inbox) == before


async def test_an_exception_of_the_users_that_a_model_forgets_is_asked_about(tmp_path: Path) -> None:
    async with openai_server() as openai, acting_call(tmp_path, model=openai, unread=25) as call:
        before = mailbox_hash(call.inbox)
        line = "so, what about this: archive all newsletters but the tidewater one"
        openai.replies(CallTool("change_several", action="archive", description="all newsletters"))
        assert (await call.type(f"{line}, you know which I mean")).startswith("Archive two mails")
        assert mailbox_hash(call.inbox) == before


async def test_a_model_leaves_out_what_the_user_excepted(tmp_path: Path) -> None:
    async with openai_server() as openai, acting_call(tmp_path, model=openai, unread=25) as call:
        openai.replies(CallTool("change_several", action="archive", description="all newsletters", leave_out="the tidewater one"))
        asked = await call.type("those newsletters can all go to the archive, the tidewater one I would like to keep")
        assert asked == "Archive the mail from Oakfield Primary School, but not the one from Tidewater Office? Yes or no."
        assert "but not the one from Tidewater Office." in await call.type("yes")
