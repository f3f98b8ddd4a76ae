"""What was told is what is meant: lists that were found, mails named beside the open one, and drafts, in whole written calls."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.servers.smtp import smtp_server
from tests.session.test_one_thing_after_another import WRITTEN, on_their_way, said_to
from tests.tasks.checks import address_of
from tests.tasks.letters import write_mailbox
from tests.tasks.stage import Carried, carried_by_rules

pytestmark = [pytest.mark.slow, pytest.mark.part(0.3)]


@pytest.fixture
async def call(tmp_path: Path) -> AsyncIterator[Carried]:
    write_mailbox(tmp_path / "inbox")
    async with smtp_server() as desk, carried_by_rules(tmp_path, desk) as carried:
        yield carried


async def drafts(call: Carried) -> dict[str, str]:
    """What they say, by whom they go to."""
    return {" ".join(each.email for each in draft.to): draft.body for draft in (await call.world()).drafts}


@pytest.mark.parametrize(
    "line",
    [
        "find mails from Anna",
        "search for mails from Anna",
        "did Anna write",
        "do I have anything from Anna",
        "show me all mails by Anna",
        "what does Anna want",
    ],
)
async def test_what_is_found_from_somebody_is_from_them(call: Carried, line: str) -> None:
    answer = await said_to(call, line)
    assert "I found two: Anna Keller" in answer
    assert "Anna Berg" in answer
    assert "Hannah" not in answer
    await said_to(call, "archive them")
    world = await call.world()
    assert {key for key in ("slides", "books", "reading") if world.place(key)[0]} == {"slides", "books"}


async def test_the_last_one_is_changed_where_a_list_was_told_and_not_where_it_may_be_the_one_before(call: Carried) -> None:
    before = await call.world()
    await said_to(call, "next", "archive the last one")
    assert (await call.world()).places == before.places
    assert "Archived: the mail from Anna" in await said_to(call, "find mails from Anna", "archive the last one")


async def test_an_answer_to_one_of_a_list_goes_to_who_wrote_it(call: Carried) -> None:
    await said_to(call, "find mails from Anna", "reply to the second that I will come", "leave it")
    await said_to(call, "find mails from Anna", "reply to number one saying I agree")
    assert await drafts(call) == {"anna.berg@example.net": "I will come.", "anna.keller@tidewater.example": "I agree."}


async def test_who_speaks_of_somebody_that_wrote_nothing_is_told_as_that(call: Carried) -> None:
    answer = await said_to(call, "find mails from Leo")
    assert answer.startswith("None is from a sender of that name. Mentioning it, I found two: ")


async def test_nothing_is_done_in_the_same_line_to_what_only_mentions_them(call: Carried) -> None:
    before = await call.world()
    assert "“archive them” undone" in await said_to(call, "find mails from Leo and archive them")
    assert (await call.world()).places == before.places


@pytest.mark.parametrize("line", ["next", "skip it", "move on", "skip this"])
@pytest.mark.parametrize("detour", [("find mails from Ruth",), ("search for boiler",)])
async def test_from_a_list_one_comes_back_to_the_open_mail_which_is_not_skipped(call: Carried, detour: tuple[str, ...], line: str) -> None:
    answer = await said_to(call, "open the one from Priya", *detour, line)
    assert answer.startswith("Back to the mail that is open.")
    assert "Priya Nair" in answer
    assert "Priya" not in await said_to(call, "next")


async def test_from_a_mail_of_a_list_one_comes_back_as_well_and_hears_which_one_was_skipped(call: Carried) -> None:
    answer = await said_to(call, "open the one from Priya", "find mails from Tomasz", "the second one", "skip it")
    assert answer.startswith("Skipped: the mail from Tomasz Wolski.")
    assert "Priya Nair" in answer
    assert (await said_to(call, "find the mail from Ruth about the key", "next")).startswith("Back to the mail that is open.")


async def test_a_mail_that_was_only_named_does_not_hold_one_up(call: Carried) -> None:
    assert "Back to" not in await said_to(call, "open the one from Priya", "flag the one from Tomasz", "next")


async def test_a_forward_stands_beside_a_reply_and_both_are_sent(call: Carried) -> None:
    answer = await said_to(call, *WRITTEN, "forward this to Priya")
    assert answer.startswith("The draft to Tomasz Wolski stays. Draft to Priya Nair")
    assert await drafts(call) == {address_of("boiler"): "Thursday is fine.", address_of("rota"): ""}
    await said_to(call, "send both", "yes")
    assert await on_their_way(call) == {address_of("boiler"), address_of("rota")}


async def test_forwards_to_two_people_stand_beside_each_other_with_what_was_dictated_for_each(call: Carried) -> None:
    await said_to(call, "open the one from Tomasz", "forward it to Priya saying look at this", "forward it to Ruth saying please print")
    assert await drafts(call) == {address_of("rota"): "Look at this.", address_of("allotment"): "Please print."}


async def test_a_forward_that_is_dictated_anew_says_the_new_words_and_what_becomes_of_the_old(call: Carried) -> None:
    answer = await said_to(
        call, "open the one from Tomasz", "forward it to Priya saying look at this", "forward it to Priya saying please print"
    )
    assert answer.startswith("I have replaced “Look at this.”; undo brings it back. Draft to Priya Nair")
    assert await drafts(call) == {address_of("rota"): "Please print."}


async def test_replies_to_two_people_of_one_thread_stand_beside_each_other(call: Carried) -> None:
    await said_to(call, "open the one from Marcus", "reply to Marcus that I sign on Friday", "reply to Ingrid that I have no comments")
    assert await drafts(call) == {address_of("contract-1"): "I sign on Friday.", address_of("contract-2"): "I have no comments."}


@pytest.mark.parametrize("between", [("leave it",), ()])
async def test_a_second_reply_says_what_becomes_of_the_first(call: Carried, between: tuple[str, ...]) -> None:
    answer = await said_to(call, *WRITTEN, *between, "reply that Friday is better")
    assert answer.startswith("I have replaced “Thursday is fine.”; undo brings it back. Draft to Tomasz Wolski: “Friday is better.”")
    await said_to(call, "undo")
    assert await drafts(call) == {address_of("boiler"): "Thursday is fine."}


@pytest.mark.parametrize("line", ["send both", "send them both", "send both of them", "send all of them", "send the drafts"])
async def test_drafts_that_were_left_are_sent_each_after_its_own_question(call: Carried, line: str) -> None:
    await said_to(call, *WRITTEN, "leave it", "open the one from Priya", "reply that the swap is fine", "leave it")
    assert "Draft to Priya Nair" in await said_to(call, line)
    assert await on_their_way(call) == set()
    assert "Draft to Tomasz Wolski" in await said_to(call, "yes")
    await said_to(call, "yes")
    assert await on_their_way(call) == {address_of("boiler"), address_of("rota")}


@pytest.mark.parametrize(
    "line",
    [
        "reply that I'll come. tell Ruth that I won't",
        "reply that I'll come. Then tell Ruth that I won't.",
        "reply that I'll come; tell Ruth that I won't",
        "tell Tomasz that I'll come. tell Ruth that I won't",
    ],
)
async def test_two_dictations_are_two_wishes(call: Carried, line: str) -> None:
    assert "“I'll come.”" in await said_to(call, "open the one from Tomasz", line)
    assert "I won't" in await said_to(call, "yes")
    await said_to(call, "yes")
    assert await on_their_way(call) == {address_of("boiler"), address_of("allotment")}


@pytest.mark.parametrize(
    "line", ["reply to Tomasz that Thursday is fine and to Priya that the swap is", "tell Tomasz that I'll come, but to Priya saying no"]
)
async def test_what_is_for_somebody_else_is_not_written_to_the_first(call: Carried, line: str) -> None:
    assert "I did not get" in await said_to(call, line)
    assert await drafts(call) == {}


@pytest.mark.parametrize("line", ["anything but archive it", "all but archive it", "anything but delete it"])
async def test_what_is_excepted_behind_a_hold_is_not_done(call: Carried, line: str) -> None:
    await said_to(call, *WRITTEN, "send it")
    before = await call.world()
    await said_to(call, line)
    assert (await call.world()).places == before.places


@pytest.mark.parametrize(
    "text",
    ["I can't come. Please tell Ruth that I am sorry", "I'll come and tell Ruth that I am late", "I asked Ruth. She said tell nobody"],
)
async def test_what_a_text_says_of_telling_stays_in_it(call: Carried, text: str) -> None:
    await said_to(call, "open the one from Tomasz", f"reply that {text}")
    assert await drafts(call) == {address_of("boiler"): f"{text}."}


@pytest.mark.parametrize("pick", ["the second", "second", "The second, please.", "no, the second one", "I meant the second", "the last"])
async def test_which_of_a_list_is_picked_in_as_few_words_as_one_likes(call: Carried, pick: str) -> None:
    first, _, second = (await said_to(call, "find mails from Anna")).removeprefix("I found two: ").partition(" and ")
    assert ("Keller" in first, "Berg" in second) == (True, True)
    assert "Anna Berg" in await said_to(call, pick)


async def test_the_other_one_is_the_other_of_two(call: Carried) -> None:
    await said_to(call, "find mails from Anna")
    assert "Anna Keller" in await said_to(call, "the first")
    assert "Anna Berg" in await said_to(call, "no, the other one")
    assert "Anna Keller" in await said_to(call, "the other one")


async def test_the_one_that_is_picked_is_changed_as_was_asked_before(call: Carried) -> None:
    assert "Which one do you mean?" in await said_to(call, "archive the one from Anna")
    before = (await call.world()).places
    assert "Archived: the mail from Anna Berg" in await said_to(call, "the second")
    assert len([key for key, place in (await call.world()).places.items() if before[key] != place]) == 1


async def test_a_bare_number_is_a_number_of_a_list_and_of_nothing_else(call: Carried) -> None:
    assert "did not get that" in await said_to(call, "the second")
    await said_to(call, "reply to this one", "the second")
    assert "second" in " ".join((await drafts(call)).values()).lower()


async def test_the_other_one_is_the_other_of_two_that_were_told(call: Carried) -> None:
    before = await call.world()
    await said_to(call, "find mails from Anna", "open the first one")
    answer = await said_to(call, "archive the other one")
    assert "Anna Berg" in answer
    if not answer.startswith("Archived"):
        await said_to(call, "yes")
    moved = {key for key, place in (await call.world()).places.items() if place != before.places[key]}
    assert len(moved) == 1


async def test_a_place_can_be_counted_from_the_end(call: Carried) -> None:
    answer = await said_to(call, "find mails from Anna", "archive the second to last one")
    assert "Anna Keller" in answer
    assert "Anna Berg" in await said_to(call, "find mails from Anna", "open the last one")


@pytest.mark.parametrize("line", ["send it to Ingrid as well", "also send it to Ingrid"])
async def test_who_is_to_get_a_draft_too_does_not_take_the_place_of_the_first(call: Carried, line: str) -> None:
    await said_to(call, *WRITTEN, line)
    (draft,) = (await call.world()).drafts
    assert ({each.email for each in draft.to}, {each.email for each in draft.cc}) == ({address_of("boiler")}, {address_of("contract-4")})


async def test_who_is_to_get_a_draft_takes_the_place_of_the_first(call: Carried) -> None:
    await said_to(call, *WRITTEN, "send it to Ingrid")
    assert set(await drafts(call)) == {address_of("contract-4")}


@pytest.mark.parametrize(("line", "subject"), [("tell Priya yes", "Re: On-call in April"), ("send Priya a mail that I agree", "")])
async def test_who_is_told_something_about_their_open_mail_gets_an_answer_to_it(call: Carried, line: str, subject: str) -> None:
    await said_to(call, "open the one from Priya", line)
    assert [draft.subject for draft in (await call.world()).drafts] == [subject]


@pytest.mark.parametrize("line", ["tell her? no way", "tell Priya? I'd rather not", "reply? no"])
async def test_a_question_of_whether_to_answer_dictates_nothing(call: Carried, line: str) -> None:
    assert "I did not get" in await said_to(call, "open the one from Priya", line)
    assert await drafts(call) == {}


@pytest.mark.parametrize("line", ["don't archive it", "no, don't delete that", "don't flag it yet", "don't delete it, I still need it"])
async def test_what_is_only_denied_is_left_and_that_is_said(call: Carried, line: str) -> None:
    before = await call.world()
    assert await said_to(call, "open the one from Priya", line) == "All right."
    assert (await call.world()).places == before.places


@pytest.mark.parametrize(
    "line", ["don't delete it and archive it", "don't archive it, can you check the date", "don't archive mails from Ruth"]
)
async def test_what_is_wanted_beside_a_denial_is_not_passed_over(call: Carried, line: str) -> None:
    before = await call.world()
    assert "id not get" in await said_to(call, "open the one from Priya", line)
    assert (await call.world()).places == before.places


@pytest.mark.parametrize("line", ["archive it and go to the next one", "archive it and then go to the next"])
async def test_the_mail_to_go_on_to_is_not_the_one_that_is_archived(call: Carried, line: str) -> None:
    answer = await said_to(call, "open the one from Priya", line)
    assert answer.startswith("Archived.")
    assert "not get" not in answer
    assert (await call.world()).place("rota") == (".Archive", "")


@pytest.mark.parametrize("named", ["open the one from Lufthansa", "archive the one from Lufthansa"])
async def test_it_is_asked_about_where_the_mail_that_was_named_last_is_not_there(call: Carried, named: str) -> None:
    before = await call.world()
    assert "Yes or no" in await said_to(call, "open the one from Priya", named, "delete it")
    assert (await call.world()).places == before.places
    await said_to(call, "yes")
    assert (await call.world()).place("rota") == (".Trash", "")
