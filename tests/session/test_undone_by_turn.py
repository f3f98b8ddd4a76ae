"""What "undo" takes back: all that the last turn did, and only that, in whole written calls over the mailbox of the tasks."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from briefing.speech.sentences import after_a_change
from tests.servers.smtp import SmtpDesk, smtp_server
from tests.session.test_one_thing_after_another import WRITTEN, on_their_way, said_to
from tests.tasks.checks import World
from tests.tasks.letters import letters, write_mailbox
from tests.tasks.stage import Carried, carried_by_rules

pytestmark = [pytest.mark.slow, pytest.mark.part(0.3)]

OPENED = "open the one from Tomasz"
AS_IT_WAS = "Undone: the mail from Tomasz Wolski is as it was."


@pytest.fixture
async def desk() -> AsyncIterator[SmtpDesk]:
    async with smtp_server() as running:
        yield running


@pytest.fixture
async def call(tmp_path: Path, desk: SmtpDesk) -> AsyncIterator[Carried]:
    write_mailbox(tmp_path / "inbox")
    async with carried_by_rules(tmp_path, desk) as carried:
        yield carried


def changed(before: World, after: World) -> set[str]:
    """The letters that are not as they were."""
    return {key for key in letters() if before.place(key) != after.place(key)}


@pytest.mark.parametrize(
    "line",
    [
        "archive it and flag it",
        "flag it and archive it",
        "flag it, mark it as important and archive it",
        "delete it and flag it",
        "archive it and flag the one from Priya",
        "archive the one from Swiftpost and flag the one from Priya",
        "archive this one and the one from Swiftpost",
        "put it in Receipts and flag it",
        "snooze it until tomorrow and flag it",
    ],
)
async def test_undo_takes_back_all_that_the_last_turn_did(call: Carried, line: str) -> None:
    await said_to(call, OPENED)
    before = await call.world()
    await said_to(call, line)
    assert changed(before, await call.world())
    assert (await said_to(call, "undo")).startswith("Undone: ")
    assert changed(before, await call.world()) == set()


@pytest.mark.parametrize("undo", ["undo that", "no, undo that", "take that back"])
async def test_so_does_every_way_to_say_it(call: Carried, undo: str) -> None:
    assert await said_to(call, OPENED, "archive it and flag it", undo) == AS_IT_WAS
    assert (await call.world()).place("boiler") == ("", "")


async def test_it_leaves_what_the_turn_before_did_until_it_is_said_again(call: Carried) -> None:
    await said_to(call, OPENED)
    first = await call.world()
    await said_to(call, "flag it and mark it as important")
    second = await call.world()
    await said_to(call, "archive it and flag the one from Priya")
    await said_to(call, "undo")
    assert changed(second, await call.world()) == set()
    assert changed(first, await call.world()) == {"boiler"}
    await said_to(call, "undo")
    assert changed(first, await call.world()) == set()
    assert await said_to(call, "undo") == "There is nothing to undo."


async def test_what_waited_for_a_yes_belongs_to_the_turn_of_the_yes(call: Carried) -> None:
    await said_to(call, OPENED)
    before = await call.world()
    await said_to(call, "archive all newsletters and flag the one from Priya")
    await said_to(call, "yes")
    assert "rota" in changed(before, await call.world())
    await said_to(call, "undo")
    assert changed(before, await call.world()) == set()


@pytest.mark.parametrize("undo", ["undo the last one", "undo the last thing", "take back the last change"])
async def test_the_last_one_is_one_thing(call: Carried, undo: str) -> None:
    await said_to(call, OPENED, "archive it and flag it", undo)
    assert (await call.world()).place("boiler") == (".Archive", "")


async def test_undo_the_flag_takes_back_that_alone_and_says_that_the_rest_stays(call: Carried) -> None:
    answer = await said_to(call, OPENED, "flag it and archive it", "undo the flag")
    assert (await call.world()).place("boiler") == (".Archive", "")
    assert answer == "Undone: that you flagged the mail from Tomasz Wolski. What was done to it since stays."
    assert await said_to(call, "undo") == AS_IT_WAS
    assert (await call.world()).place("boiler") == ("", "")


async def test_a_mail_that_leaves_is_called_back_with_the_rest_of_its_turn(call: Carried) -> None:
    await said_to(call, *WRITTEN, "send it and flag it")
    assert await on_their_way(call)
    answer = await said_to(call, "undo")
    assert await on_their_way(call) == set()
    assert "not sent" in answer


async def test_a_mail_that_has_left_is_named_beside_what_is_taken_back(call: Carried) -> None:
    await said_to(call, *WRITTEN)
    before = await call.world()
    await said_to(call, "send it and flag it")
    await call.passes(timedelta(seconds=30))
    answer = await said_to(call, "undo")
    assert changed(before, await call.world()) == set()
    assert answer == f"{AS_IT_WAS} One mail is sent already, which cannot be fetched back."


async def test_of_a_mail_that_was_refused_nothing_is_said_to_have_left(call: Carried, desk: SmtpDesk) -> None:
    desk.refuses["MAIL"] = "550 no"
    await said_to(call, *WRITTEN, "send it")
    await call.passes(timedelta(seconds=30))
    assert await said_to(call, "undo") == after_a_change.MAIL_NOT_SENT
    before = await call.world()
    assert len(before.drafts) == 1
    await said_to(call, "flag it")
    assert await said_to(call, "undo") == AS_IT_WAS
    assert changed(before, await call.world()) == set()


async def test_a_draft_of_the_turn_is_as_it_was_too(call: Carried) -> None:
    await said_to(call, *WRITTEN)
    before = await call.world()
    await said_to(call, "flag it and copy Ruth")
    answer = await said_to(call, "undo")
    assert changed(before, await call.world()) == set()
    assert answer.startswith(f"{AS_IT_WAS} As it was before. Draft to Tomasz Wolski: ")
    assert [each.cc for each in (await call.world()).drafts] == [()]


async def test_a_draft_that_was_begun_in_the_turn_stays(call: Carried) -> None:
    answer = await said_to(call, OPENED, "archive it and reply that Thursday is fine", "undo")
    assert answer == f"{AS_IT_WAS} The draft stays."
    assert [each.body for each in (await call.world()).drafts] == ["Thursday is fine."]


async def test_a_draft_that_was_begun_last_is_asked_about_and_no_older_change_is_taken_back(call: Carried) -> None:
    assert (
        await said_to(call, OPENED, "flag it", "reply that Thursday is fine", "undo") == "Shall I throw the draft away? Otherwise it stays."
    )
    assert (await call.world()).place("boiler")[1] == "F"
    assert await said_to(call, "no", "undo") == AS_IT_WAS


async def test_what_was_done_to_mail_since_the_draft_was_begun_is_what_undo_means(call: Carried) -> None:
    await said_to(call, *WRITTEN, "flag it and send it")
    assert await said_to(call, "undo") == AS_IT_WAS
    assert len((await call.world()).drafts) == 1


@pytest.mark.parametrize("undo", ["I didn't mean that, undo please", "undo that, put it back", "oh no, undo it. bring it back"])
async def test_an_undo_that_is_said_twice_in_a_line_takes_back_one_turn(call: Carried, undo: str) -> None:
    await said_to(call, OPENED, "archive it")
    before = await call.world()
    await said_to(call, "delete the one from Swiftpost")
    assert await said_to(call, undo) == "Undone: the mail from Swiftpost is as it was."
    assert changed(before, await call.world()) == set()


@pytest.mark.parametrize("undo", ["undo everything", "undo all I did", "take back everything", "undo both"])
async def test_everything_is_all_that_was_done_in_the_call(call: Carried, undo: str) -> None:
    await said_to(call, OPENED)
    before = await call.world()
    await said_to(call, "archive it", "flag the one from Priya")
    await said_to(call, undo)
    assert changed(before, await call.world()) == set()


async def test_everything_of_one_kind_leaves_the_others(call: Carried) -> None:
    await said_to(call, OPENED)
    before = await call.world()
    await said_to(call, "archive it", "flag the one from Priya", "archive the one from Swiftpost", "undo everything I archived")
    assert changed(before, await call.world()) == {"rota"}


@pytest.mark.parametrize("line", ["archive it, yes, archive it", "archive it, please just archive it"])
async def test_what_is_said_twice_is_done_and_told_once(call: Carried, line: str) -> None:
    answer = await said_to(call, OPENED, line)
    assert answer.count("Archived") == 1
