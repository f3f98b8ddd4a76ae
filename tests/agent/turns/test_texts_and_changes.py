"""A change of mail behind a dictated text is neither part of that text, nor lost, nor done unasked."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from actions.consent.leave import WantedChange, asks, grants
from briefing.mail import MailId, provider_id_of
from briefing.mail_action import MailAction
from briefing.speech.sentences import about_sending as words
from briefing.understanding.understanding import understand
from tests.agent.acting_calls import ActingCall, acting_call, places
from tests.servers.openai.double import CallTool, Say, openai_server

CERTAIN = [
    ("tell him Thursday is fine, and archive the parcel", ["tell him Thursday is fine", "archive the parcel"]),
    ("reply that Thursday is fine and archive it", ["reply that Thursday is fine", "archive it"]),
    ("answer that the key hangs behind the door and archive her mail", ["answer that the key hangs behind the door", "archive her mail"]),
    ("tell her I'm late, and flag the one from Ruth", ["tell her I'm late", "flag the one from Ruth"]),
]
DOUBTFUL = [
    "tell him I will read it and archive the parcel",
    "reply please delete the old file and archive the parcel",
    "reply that we read the plan and delete the old one",
    "tell her I'd like to sign it, and flag the invoice",
]


@pytest.mark.parametrize(("line", "wishes"), CERTAIN)
def test_a_change_stands_outside_a_text_that_cannot_go_on_with_it(line: str, wishes: list[str]) -> None:
    said = understand(line)
    assert [wish.words for wish in said.wishes] == wishes
    assert any(asks(said, action, mails=1) for action in (MailAction.ARCHIVE, MailAction.FLAG))


@pytest.mark.parametrize("line", DOUBTFUL)
def test_a_change_that_may_be_part_of_the_text_is_neither_dictated_nor_granted(line: str) -> None:
    said = understand(line)
    assert (said.command, said.wishes) == (None, (said,))
    assert not any(asks(said, action, mails=1) for action in (MailAction.ARCHIVE, MailAction.DELETE, MailAction.FLAG))


def test_one_turn_takes_back_one_thing() -> None:
    said, first, second = understand("undo that"), MailId("a:1"), MailId("a:2")
    again = WantedChange(action=MailAction.UNDO, mails=frozenset({second}))
    assert grants(said, again, since=None, granted=[], open_mails=[first, second])
    assert not grants(said, again, since=None, granted=[first], open_mails=[first, second])


@pytest_asyncio.fixture
async def call(tmp_path: Path) -> AsyncIterator[ActingCall]:
    async with acting_call(tmp_path, hold_s=60, unread=12) as call:
        yield call


@pytest.mark.slow
async def test_it_waits_for_the_answer_to_the_draft_and_is_done_to_the_mail_that_was_open(call: ActingCall) -> None:
    mail = call.open
    assert "Tuesday works.\u201d" in await call.type("reply that Tuesday works and archive it")
    assert call.place(mail) == ("", "")
    assert (await call.type("send it")).startswith(f"{words.held(60)} Archived. ")
    assert call.place(mail)[0] == ".Archive"


@pytest.mark.slow
async def test_what_rules_do_not_know_a_mail_by_is_named_behind_the_yes(call: ActingCall) -> None:
    await call.type("reply that Tuesday works, and archive the parcel")
    assert "I did not get \u201carchive the parcel\u201d" in await call.type("send it")


@pytest.mark.slow
@pytest.mark.parametrize("line", ["reply that I will call and archive the one from Marcus", DOUBTFUL[0]])
async def test_without_a_model_a_doubtful_line_is_named_and_writes_nothing(call: ActingCall, line: str) -> None:
    assert (await call.type(line)).startswith(f"I did not get \u201c{line}\u201d")
    assert call.typed.call.acting.draft is None


@pytest.mark.slow
async def test_a_number_means_the_list_as_it_stood_when_it_was_said(tmp_path: Path) -> None:
    async with openai_server() as openai, acting_call(tmp_path, model=openai, unread=12) as call:
        await call.type("search for museum")
        told = call.typed.call.dialogue.found
        openai.replies(CallTool("search_mail", query="Marcus"), CallTool("change_mail", action="archive", number=2))
        answer = await call.type("please do archive the second one as well, would you")
        found = call.typed.call.dialogue.found
        assert told[1] != found[1]
        assert (answer, call.place(found[1])[0]) == ("Archive the mail from Marcus Bell? Yes or no.", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (CallTool("write", kind="forward", to="Ingrid"), "could you forward it to Luca, I need that done quickly"),
        (CallTool("change_draft", to="Ingrid"), "could you send it to Marcus, I need that done quickly"),
    ],
)
async def test_a_model_writes_to_nobody_but_whom_the_last_words_name(tmp_path: Path, wrong: CallTool, line: str) -> None:
    """Whom the words before spoke of is not who gets it."""
    async with openai_server() as openai, acting_call(tmp_path, model=openai, unread=12) as call:
        await call.dialogue("open the newest mail from Luca", "reply that Tuesday works")
        openai.replies(Say("Ingrid wrote about the museum."))
        await call.type("tell me what Ingrid wants")
        openai.replies(wrong, Say("I could not."))
        assert (await call.type(line)).endswith("I could not.")
        draft = call.typed.call.acting.draft
        assert draft is not None
        assert [address.name for address in draft.to] == ["Luca Ferretti"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "arguments"),
    [
        ("please do flag the second one as well, would you", {"number": 2}),
        ("please do flag the next one as well, would you", {"description": "the next one"}),
    ],
)
async def test_a_place_on_the_agenda_means_it_as_it_stood_when_it_was_said(
    tmp_path: Path, line: str, arguments: dict[str, str | int]
) -> None:
    """Not as a model leaves it that has gone on meanwhile."""
    async with openai_server() as openai, acting_call(tmp_path, model=openai, unread=12) as call:
        second, before = call.typed.call.tracker.active_mails()[1].mail_id, places(call.inbox)
        openai.replies(CallTool("open", what="topic", number=3), CallTool("change_mail", action="flag", **arguments))
        await call.type(line)
        assert {name for name, place in places(call.inbox).items() if place != before[name]} <= {provider_id_of(second)}


@pytest.mark.slow
@pytest.mark.parametrize("line", ["please do archive the second one as well, would you", "please do archive the last one, would you"])
async def test_a_model_that_names_no_mail_does_not_change_the_open_one_where_a_place_was_said(tmp_path: Path, line: str) -> None:
    async with openai_server() as openai, acting_call(tmp_path, model=openai, unread=12) as call:
        before = places(call.inbox)
        openai.replies(CallTool("change_mail", action="archive"))
        assert (await call.type(line)).endswith("Yes or no.")
        assert places(call.inbox) == before


@pytest.mark.slow
async def test_what_was_answered_with_the_mail_itself_is_not_done_in_the_next_turn(tmp_path: Path) -> None:
    async with openai_server() as openai, acting_call(tmp_path, model=openai, unread=12, greets=False) as call:
        before, mail = places(call.inbox), call.open
        assert (await call.type("archive it")).startswith("Let me first say what it is.")
        openai.replies(CallTool("change_mail", action="archive", mail_id=str(mail)))
        assert await call.type("and who would that be for, would you think") == "Archive it? Yes or no."
        assert places(call.inbox) == before
