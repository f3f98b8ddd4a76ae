"""What the user asks for is done to the mail that they mean, at once and once, whether a model is between or not; and then it is so."""

from datetime import timedelta
from pathlib import Path

import pytest

from briefing.mail import MailId, provider_id_of
from tests.agent.acting_calls import ActingCall, acting_call, mailbox_hash, places
from tests.agent.typed_call import NOW
from tests.servers.openai.double import CallTool, OpenAIDouble, Say

pytestmark = pytest.mark.slow

TO_PLACES = {
    "archive it": ".Archive",
    "delete it": ".Trash",
    "report it as spam": ".Junk",
    "move it to receipts": ".Receipts",
}
FREELY = {
    "archive": ("I am done with that one, so put it into the archive, I would say", {}, ".Archive"),
    "delete": ("what a waste of time, well, throw the thing away I would say", {}, ".Trash"),
    "report_spam": ("boring, could you put this among the spam then", {}, ".Junk"),
    "move": ("my accountant wants those, so file it under receipts for her", {"detail": "Receipts"}, ".Receipts"),
}


def lies_in(call: ActingCall, mail: MailId) -> str:
    return call.place(mail)[0]


def archived(call: ActingCall) -> int:
    return sum(place == ".Archive" for place, _ in places(call.inbox).values())


@pytest.mark.parametrize(("line", "folder"), TO_PLACES.items())
async def test_a_plain_intent_moves_the_open_mail_and_no_other(tmp_path: Path, line: str, folder: str) -> None:
    async with acting_call(tmp_path) as call:
        mail, before = call.open, places(call.inbox)
        answer = await call.type(line)
        moved = {name for name, (place, _) in places(call.inbox).items() if place != before[name][0]}
        assert (lies_in(call, mail), moved) == (folder, {mail.partition(":")[2]})
        assert call.open != mail
        assert not answer.startswith("That did not go through")


@pytest.mark.parametrize(("action", "intent"), FREELY.items())
async def test_an_intent_in_other_words_is_heeded_through_a_model(
    tmp_path: Path, openai: OpenAIDouble, action: str, intent: tuple[str, dict[str, object], str]
) -> None:
    line, arguments, folder = intent
    async with acting_call(tmp_path, model=openai) as call:
        mail = call.open
        openai.replies(CallTool("change_mail", action=action, **arguments), Say("The next one is from somebody else."))
        await call.type(line)
        assert lies_in(call, mail) == folder


async def test_read_unread_flagged_and_not_are_what_the_mailbox_says_afterwards(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        mail = call.open
        flags = []
        for line in ("flag it", "mark it as unread", "unflag it", "mark it as read"):
            await call.type(line)
            flags.append(call.place(mail)[1])
        assert flags == ["F", "F", "", "S"]


def important(call: ActingCall) -> set[MailId]:
    """The mails with the keyword, by the list of keywords that Dovecot would read."""
    listed = call.inbox / "dovecot-keywords"
    letter = "abc"[int(listed.read_text().split(" $Important")[0].split()[-1])] if listed.exists() else " "
    return {mail for mail in call.typed.call.mail.pipeline.envelopes if letter in call.place(mail)[1]}


async def test_what_is_marked_as_important_has_the_keyword_until_it_is_taken_back(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        mail, other = call.open, call.typed.call.tracker.upcoming(limit=1)[0].mail_id
        before = mailbox_hash(call.inbox)
        assert (await call.type("mark it as important")).startswith("Marked as important.")
        assert (important(call), call.open) == ({mail}, mail)
        assert (await call.type("mark this important please")).startswith("It was marked as important already.")
        assert (await call.type("undo")).startswith("Undone: ")
        assert important(call) == set()
        assert mailbox_hash(call.inbox) == before
        assert (await call.type("mark it as not important")).startswith("It was not marked as important.")
        await call.dialogue("mark it as important", "make it not important")
        assert important(call) == set()
        assert (await call.type("undo what I marked as not important")).startswith("Undone: ")
        assert important(call) == {mail}
        assert (await call.type("mark the next two as important")).startswith("Mark two mails as important: ")
        assert "Marked as important: two mails." in await call.type("yes")
        assert important(call) >= {other}
        assert len(important(call) - {mail}) == 2
        assert "Marked as not important: the mail from " in await call.type("unmark mail 1 as important")
        assert other not in important(call)


async def test_the_closing_tells_what_was_marked_as_important(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        assert " You marked 1 as important." in await call.dialogue("mark it as important", "goodbye")


async def test_a_model_marks_as_important_only_on_the_users_words(tmp_path: Path, openai: OpenAIDouble) -> None:
    async with acting_call(tmp_path, model=openai) as call:
        mail = call.open
        openai.replies(CallTool("change_mail", action="mark_important"))
        assert "Mark it as important? Yes or no." in await call.type("is this one really important for the offsite then")
        assert important(call) == set()
        openai.replies(CallTool("change_mail", action="mark_important"), Say("I have marked it as important."))
        await call.type("well, treat this one as very important from here, would you")
        assert important(call) == {mail}


async def test_many_are_asked_about_with_their_number_and_examples_and_a_no_leaves_all_as_they_are(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        before, here = mailbox_hash(call.inbox), archived(call)
        question = await call.type("archive all newsletters")
        assert question.startswith("Archive eight mails: ")
        assert "five more?" in question
        assert mailbox_hash(call.inbox) == before
        await call.type("no")
        assert mailbox_hash(call.inbox) == before
        assert await call.dialogue("archive all newsletters", "yes") == "Archived: eight mails."
        assert archived(call) == here + 8


@pytest.mark.parametrize("between", ["next", "how many are left", "flag it", "what did I skip"])
async def test_a_question_is_void_after_anything_else_and_put_again_before_anything_happens(tmp_path: Path, between: str) -> None:
    async with acting_call(tmp_path) as call:
        here = archived(call)
        await call.dialogue("archive all newsletters", between)
        assert "Archive eight mails" in await call.type("yes")
        assert archived(call) == here
        assert await call.type("yes") == "Archived: eight mails."


async def test_who_comes_back_after_a_lost_line_is_asked_again(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        await call.type("archive all newsletters")
        call.typed.call.acting.consent.reconnected()
        assert (await call.type("yes")).startswith("The line was gone in between, so once more. Archive eight mails")
        assert await call.type("yes") == "Archived: eight mails."


async def test_what_was_undone_is_as_it_was_to_the_last_byte(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        before = mailbox_hash(call.inbox)
        await call.type("archive it")
        assert (await call.type("undo")).startswith("Undone")
        assert mailbox_hash(call.inbox) == before
        await call.dialogue("delete it", "report it as spam", "flag it", "mark it as read")
        assert (await call.type("undo the last four")).startswith("Undone: ")
        assert mailbox_hash(call.inbox) == before


async def test_another_call_undoes_what_was_archived_this_morning_and_nothing_else(tmp_path: Path) -> None:
    async with acting_call(tmp_path, now=NOW - timedelta(days=1)) as call:
        await call.type("archive it")
    async with acting_call(tmp_path) as call:
        await call.type("delete it")
        before = mailbox_hash(call.inbox)
        await call.dialogue("archive it", "archive it")
    async with acting_call(tmp_path, now=NOW + timedelta(hours=1)) as call:
        assert "mails are as they were" in await call.type("undo what I archived this morning")
        assert mailbox_hash(call.inbox) == before


async def test_undo_leaves_alone_what_the_user_has_changed_since_and_says_so(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        mail = call.open
        await call.type("archive it")
        (path,) = call.inbox.glob(f".Archive/*/{mail.partition(':')[2]}*")
        path.rename(call.inbox / ".Receipts" / "cur" / path.name)
        assert "changed since, so I left it alone" in await call.type("undo")
        assert lies_in(call, mail) == ".Receipts"


WIDENED = [
    ("undo that", CallTool("undo", count=5)),
    ("undo that", CallTool("undo", what="delete")),
    ("undo that", CallTool("undo", when="this morning")),
]


@pytest.mark.parametrize(("line", "tool"), WIDENED)
async def test_a_model_that_undoes_more_than_was_asked_for_has_it_asked_first(
    tmp_path: Path, openai: OpenAIDouble, line: str, tool: CallTool
) -> None:
    async with acting_call(tmp_path, model=openai) as call:
        await call.dialogue("delete it", "archive it", "archive it")
        before = mailbox_hash(call.inbox)
        openai.replies(tool)
        assert "Yes or no." in await call.type(f"oh I did not mean it like this at all, could you {line} for me")
        assert mailbox_hash(call.inbox) == before


ANOTHERS = [
    ("I am done with that one, so put it into the archive, I would say", {"mail_id": "second"}),
    ("I am done with that one, so put it into the archive, I would say", {"number": 2}),
    ("would you now put the one from Marcus into the archive, I would say", {"mail_id": "second"}),
    ("would you now put the one from Marcus into the archive, I would say", {}),
    ("would you now put Marcus's mail into the archive, I would say", {}),
    ("well then archive all newsletters there are, will you", {}),
]


@pytest.mark.parametrize(("line", "arguments"), ANOTHERS)
async def test_a_model_that_means_another_mail_than_the_user_has_it_asked_first(
    tmp_path: Path, openai: OpenAIDouble, line: str, arguments: dict[str, object]
) -> None:
    async with acting_call(tmp_path, model=openai) as call:
        second = next(mail.mail_id for topic in call.typed.look.agenda.topics for mail in topic.mails if "Luca" in mail.sender.name)
        before = mailbox_hash(call.inbox)
        openai.replies(
            CallTool("change_mail", action="archive", **{key: second if value == "second" else value for key, value in arguments.items()})
        )
        assert "Yes or no." in await call.type(line)
        assert mailbox_hash(call.inbox) == before


async def test_a_mail_that_the_user_names_is_found_by_a_model_without_a_question(tmp_path: Path, openai: OpenAIDouble) -> None:
    async with acting_call(tmp_path, model=openai) as call:
        named = next(mail.mail_id for topic in call.typed.look.agenda.topics for mail in topic.mails if "Luca" in mail.sender.name)
        openai.replies(CallTool("change_mail", action="archive", mail_id=named), Say("All right."))
        await call.type("that application from Luca, all settled, put it into the archive as well")
        assert lies_in(call, named) == ".Archive"


async def test_a_time_that_the_user_did_not_say_is_asked_about(tmp_path: Path, openai: OpenAIDouble) -> None:
    async with acting_call(tmp_path, model=openai) as call:
        mail = call.open
        openai.replies(CallTool("change_mail", action="snooze", detail="next week"))
        assert "Snooze it until" in await call.type("I have no time for that, could you snooze this for some time")
        assert call.open == mail


async def test_a_mail_that_was_put_off_leaves_the_briefing_and_the_mailbox_is_not_touched(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        mail, before = call.open, mailbox_hash(call.inbox)
        assert "Put off until Wednesday, 11 March, at 8 am." in await call.type("snooze it until tomorrow morning")
        assert call.open != mail
        assert mailbox_hash(call.inbox) == before


@pytest.mark.parametrize(("until", "before", "after"), [("until tomorrow morning", 1, 24), ("for one hour", 0.5, 1.5)])
async def test_a_mail_that_was_put_off_is_back_in_the_call_after_its_time_and_in_none_before(
    tmp_path: Path, until: str, before: float, after: float
) -> None:
    async with acting_call(tmp_path) as call:
        mail = call.open
        await call.type(f"snooze it {until}")
    there = []
    for hours in (before, after):
        async with acting_call(tmp_path, now=NOW + timedelta(hours=hours)) as call:
            state = call.typed.call.tracker.state_of(mail)
            there.append(state is not None and state.active)
    assert there == [False, True]


async def test_a_mail_whose_time_comes_during_the_call_is_on_the_agenda_again(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        mail = call.open
        await call.type("snooze it until tomorrow morning")
        await call.typed.call.acting.snoozes.snooze("local", mail, NOW - timedelta(minutes=1))
        await call.dialogue("anything new?", "go to topic one")
        assert call.open == mail


def takes_its_name(call: ActingCall, folder: str) -> None:
    """Another mail of the open one's name lies in the folder, so that ours gets a new name, and with it a new id, when it comes there."""
    cur = call.inbox / f".{folder}" / "cur"
    cur.mkdir(mode=0o700, parents=True, exist_ok=True)
    (cur / f"{provider_id_of(call.open)}:2,S").write_bytes(b"Subject: another\r\n\r\nAnother mail.\r\n")


async def test_a_mail_whose_id_changed_is_still_the_one_that_the_call_speaks_of(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        takes_its_name(call, "Receipts")
        mail, archived_before = call.open, archived(call)
        await call.dialogue("move it to receipts", "undo")
        assert provider_id_of(mail) not in {name for name, (folder, _) in places(call.inbox).items() if not folder}
        assert await call.type("any new mail") == "Nothing new has come in since we began."
        call.typed.call.tracker.jump_to(mail, at=call.typed.call.now())
        await call.type("read it")
        assert call.open == mail
        answer = await call.type("archive it")
        assert answer.startswith("Archived.")
        assert archived(call) == archived_before + 1


async def test_a_yes_that_came_late_undoes_what_was_asked_about_and_not_what_was_done_since(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        start = places(call.inbox)
        await call.dialogue("archive all newsletters", "yes", "undo", "next")
        mail = call.open
        assert "Undo what was done to eight mails" in await call.dialogue("archive it", "yes")
        assert await call.type("yes") == "Undone: eight mails are as they were."
        assert {name for name, place in places(call.inbox).items() if place != start[name]} == {provider_id_of(mail)}


async def test_undo_after_a_mail_was_held_back_takes_back_what_was_done_before_it(tmp_path: Path) -> None:
    async with acting_call(tmp_path, hold_s=30) as call:
        start = places(call.inbox)
        await call.dialogue("archive it", "reply that Tuesday works", "send it", "stop")
        assert (await call.type("undo")).startswith("Undone: the mail from")
        assert places(call.inbox) == start
        assert await call.type("undo") == "There is nothing to undo."


async def test_a_time_in_another_year_is_said_with_its_year(tmp_path: Path) -> None:
    async with acting_call(tmp_path, hold_s=30) as call:
        await call.type("reply that Tuesday works")
        assert f" {NOW.year + 1}, at " in await call.type("send it on january fifth")
