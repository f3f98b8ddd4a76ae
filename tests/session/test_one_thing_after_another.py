"""What the second wish of a turn, the second draft and the turn after mean, in whole written calls over the mailbox of the tasks."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.servers.smtp import smtp_server
from tests.tasks.checks import Flagged, Lies, World, address_of
from tests.tasks.letters import write_mailbox
from tests.tasks.stage import Carried, carried_by_rules

pytestmark = [pytest.mark.slow, pytest.mark.part(0.3)]

WRITTEN = ("open the one from Tomasz", "reply that Thursday is fine")
BOTH_WRITTEN = (*WRITTEN, "open the one from Priya", "reply that the swap is fine")


@pytest.fixture
async def call(tmp_path: Path) -> AsyncIterator[Carried]:
    write_mailbox(tmp_path / "inbox")
    async with smtp_server() as desk, carried_by_rules(tmp_path, desk) as carried:
        yield carried


async def said_to(call: Carried, *lines: str) -> str:
    """The answer to the last line."""
    answer = ""
    for line in lines:
        before = len(call.everything())
        await call.take(line, lambda: True)
        answer = call.everything()[before:].strip()
    return answer


async def on_their_way(call: Carried) -> set[str]:
    return {address for news in (await call.world()).waiting for address in news.to}


def done(world: World) -> list[str]:
    return [entry.action.value for entry in world.journal if entry.outcome == "done"]


@pytest.mark.parametrize("line", ["send both", "send them both", "send both of them please"])
async def test_both_drafts_are_sent_each_after_its_own_question(call: Carried, line: str) -> None:
    answer = await said_to(call, *BOTH_WRITTEN, line)
    assert await on_their_way(call) == {address_of("rota")}
    assert "Draft to Tomasz Wolski" in answer
    await said_to(call, "yes")
    assert await on_their_way(call) == {address_of("rota"), address_of("boiler")}


@pytest.mark.parametrize("line", ["send the other one", "send the other one too", "please send the other draft as well"])
async def test_the_other_draft_is_asked_about_and_the_first_still_leaves(call: Carried, line: str) -> None:
    answer = await said_to(call, *BOTH_WRITTEN, "send it", line)
    assert "Draft to Tomasz Wolski" in answer
    assert await on_their_way(call) == {address_of("rota")}
    await said_to(call, "yes")
    assert await on_their_way(call) == {address_of("rota"), address_of("boiler")}


@pytest.mark.parametrize("line", ["stop! and flag it", "stop, and flag it", "wait, and flag it", "hang on, and flag it", "Stop. Flag it."])
async def test_a_wish_behind_a_stop_is_done_where_nothing_is_held(call: Carried, line: str) -> None:
    await said_to(call, "open the one from Tomasz", line)
    assert Flagged("F", ("boiler",)).failure(await call.world()) == ""


async def test_a_wish_behind_a_stop_that_came_too_late_is_done(call: Carried) -> None:
    await said_to(call, *WRITTEN, "send it")
    await call.passes(timedelta(seconds=12))
    answer = await said_to(call, "stop, don't send it, and archive the one from Swiftpost")
    assert "too late" in answer
    assert Lies(".Archive", ("parcel",)).failure(await call.world()) == ""


@pytest.mark.parametrize("line", ["let me read it first", "send it to Marcus instead", "oh let me check it first"])
async def test_a_frightened_word_holds_the_mail_before_anything_else(call: Carried, line: str) -> None:
    answer = await said_to(call, *WRITTEN, "send it", line)
    assert answer.startswith("Held back; it is not sent.")
    assert await on_their_way(call) == set()


async def test_an_undo_after_a_sending_undoes_nothing_older_unless_that_is_named(call: Carried) -> None:
    await said_to(call, "open the one from Tomasz", "flag it", "reply that Thursday is fine", "send it")
    await call.passes(timedelta(seconds=30))
    answer = await said_to(call, "undo")
    assert "cannot be undone" in answer
    assert Flagged("F", ("boiler",)).failure(await call.world()) == ""
    await said_to(call, "undo the flag")
    assert Flagged("F", ("boiler",)).failure(await call.world()) != ""


async def test_between_two_wishes_nothing_is_said_of_the_mail_that_is_open(call: Carried) -> None:
    answer = await said_to(call, "archive the one from Swiftpost and flag the one from Priya")
    assert "Archived" in answer
    assert "Flagged" in answer
    assert "Back to" not in answer


async def test_a_mail_that_was_asked_for_is_told_without_its_topic(call: Carried) -> None:
    assert "topic" not in await said_to(call, "open the one from Tomasz")


async def test_an_exchange_waits_once_for_an_answer(call: Carried) -> None:
    assert (await said_to(call, "who is waiting for an answer")).count("Harbour Museum contract") == 1


async def test_the_users_own_mark_says_how_important_a_mail_is(call: Carried) -> None:
    assert "You have marked it as important" in await said_to(
        call, "open the one from Swiftpost", "mark it as important", "is it important?"
    )
    assert "You have marked it" not in await said_to(call, "undo", "is it important?")


@pytest.mark.parametrize("lines", [("flag it",), ("who is it from",), ("mark it as important", "is it important")])
async def test_say_that_again_says_what_was_said_last(call: Carried, lines: tuple[str, ...]) -> None:
    answer = await said_to(call, "open the one from Tomasz", *lines)
    assert await said_to(call, "say that again") == answer


@pytest.mark.parametrize("line", ["make it more formal, and copy Ruth", "copy Ruth and make it shorter"])
async def test_a_rewording_that_only_a_model_can_do_is_named_beside_the_question_and_the_yes_still_counts(call: Carried, line: str) -> None:
    answer = await said_to(call, *WRITTEN, line)
    assert "copy to Ruth" in answer
    assert "I have left undone: make it" in answer
    await said_to(call, "yes")
    assert address_of("boiler") in await on_their_way(call)


@pytest.mark.parametrize("behind", ["when I'm done", "when we are done with it", "when I am good", "once I'm done", "if I'm done"])
async def test_a_condition_behind_a_verb_is_no_question_of_its_own(call: Carried, behind: str) -> None:
    await said_to(call, "open the one from Tomasz", f"delete it, {behind}")
    assert done(await call.world()) == []


async def test_to_skip_a_mail_that_is_off_the_agenda_leaves_the_open_one_to_be_told(call: Carried) -> None:
    before = await said_to(call, "open the one from Tomasz", "where are we")
    assert "Fairhaven" in await said_to(call, "search for claim 4471")
    answer = await said_to(call, "skip this one")
    assert answer.startswith("Skipped: the mail from Fairhaven Insurance.")
    assert "Boiler in the flat" in answer
    assert "skipped" in before or "skipped" not in await said_to(call, "where are we")


@pytest.mark.parametrize("line", ["snooze it until 8 am today", "remind me at 8 am today", "snooze it until 5 am today"])
async def test_a_time_that_is_over_is_no_time_of_another_day(call: Carried, line: str) -> None:
    answer = await said_to(call, "open the one from Tomasz", line)
    assert answer.startswith("That is over already. Until when?")
    assert done(await call.world()) == []


@pytest.mark.parametrize("line", ["don't send it, throw it away", "no, don't send it. delete it"])
async def test_what_is_thrown_away_with_a_draft_is_the_draft_and_no_mail(call: Carried, line: str) -> None:
    await said_to(call, *WRITTEN, line)
    assert done(await call.world()) == []


@pytest.mark.parametrize("line", ["throw it away", "bin it", "delete it"])
async def test_a_yes_to_throwing_the_draft_away_does_that_and_sends_nothing(call: Carried, line: str) -> None:
    assert "Shall I throw the draft away?" in await said_to(call, *WRITTEN, line)
    assert "The draft is thrown away." in await said_to(call, "yes")
    await said_to(call, "yes")
    assert await on_their_way(call) == set()


async def test_a_no_to_throwing_the_draft_away_keeps_it(call: Carried) -> None:
    assert "The draft stays." in await said_to(call, *WRITTEN, "throw it away", "no")
    assert await on_their_way(call) == set()
    assert "Thursday is fine" in await said_to(call, "read me the draft")


@pytest.mark.parametrize("line", ["skip it and flag it", "skip it but flag it", "skip it, then flag it"])
@pytest.mark.parametrize("named", ["open the one from Priya", "find the mail from Priya"])
async def test_what_is_skipped_is_still_spoken_of(call: Carried, named: str, line: str) -> None:
    await said_to(call, named, line)
    assert Flagged("F", ("rota",)).failure(await call.world()) == ""


async def test_what_is_wanted_behind_a_name_of_a_folder_is_wanted_of_that_mail(call: Carried) -> None:
    await said_to(call, "open the one from Priya", "put it in Receipts and flag it")
    assert set(done(await call.world())) == {"move", "flag"}
    assert Flagged("F", ("rota",)).failure(await call.world()) == ""


async def test_a_wish_in_short_words_that_is_not_understood_is_named_whole(call: Carried) -> None:
    assert "I did not get \u201carchive the one after\u201d." in await said_to(call, "archive it and the one after")


@pytest.mark.parametrize("line", ["what is his address", "which address did he write from", "what's the mail address"])
async def test_an_address_is_told_with_all_its_letters_whatever_the_name_says(call: Carried, line: str) -> None:
    assert f"It comes from {address_of('boiler')}." in await said_to(call, "open the one from Tomasz", line)


async def test_a_yes_or_a_choice_is_what_a_draft_shall_say_where_its_words_are_asked_for(call: Carried) -> None:
    for line in ("Yes, go ahead", "go on", "go ahead", "the first one, please", "the second", "sure", "both"):
        assert "What shall it say?" in await said_to(call, "open the one from Tomasz", "reply to it")
        assert "Shall I send it like this?" in await said_to(call, line), line
        (draft,) = (await call.world()).drafts
        assert draft.body.casefold().rstrip(".") == line.casefold()
        await said_to(call, "throw it away", "yes")


async def test_a_plain_command_still_counts_where_words_are_asked_for(call: Carried) -> None:
    await said_to(call, "open the one from Tomasz", "reply to it", "archive it")
    assert (await call.world()).place("boiler") == (".Archive", "")
    await said_to(call, "open the one from Priya", "reply to it", "open the first")
    assert {draft.body for draft in (await call.world()).drafts} == {""}


@pytest.mark.parametrize("line", ["read the first and archive it", "go to the first and archive it", "read the second and archive it"])
async def test_what_is_chosen_from_a_list_is_read_and_changed_in_the_same_answer(call: Carried, line: str) -> None:
    await said_to(call, "find mails from Tomasz")
    answer = await said_to(call, line)
    assert "Archived" in answer
    assert ("archive" in done(await call.world())) == ("first" in line)


@pytest.mark.parametrize("line", ["Tomasz is always so kind is he not", "hmm, Tomasz and his boiler again I see"])
async def test_it_is_the_mail_that_words_named_which_nobody_understood(call: Carried, line: str) -> None:
    answer = await said_to(call, "open the one from Priya", line, "flag it")
    assert "Tomasz Wolski" in answer
    world = await call.world()
    assert Flagged("F", ("boiler",)).failure(world) == ""
    assert Flagged("F", ("rota",)).failure(world) != ""


@pytest.mark.parametrize(
    ("line", "is_refused"),
    [
        ("don't archive it, I need it", True),
        ("don't flag it, I said archive", False),
        ("don't archive it, that was for Tomasz", False),
        ("send Priya a mail saying let me know", False),
    ],
)
async def test_what_is_only_denied_is_left_and_what_else_is_wanted_is_no_reason(call: Carried, line: str, is_refused: bool) -> None:
    answer = await said_to(call, "open the one from Priya", line)
    assert ("All right." in answer) == is_refused
    assert done(await call.world()) == []
    assert "Re:" not in answer
