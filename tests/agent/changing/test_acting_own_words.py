"""What a model makes of words that nearly ask for something: only what the user plainly said is done, and typed words are theirs."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from actions.sending.drafts import Draft
from briefing.mail import MailId, Preferences
from briefing.speech.sentences import about_sending as words
from briefing.speech.sentences.replies import NOT_ALL_DONE
from session.skills.writing.draft_pane import DraftEdit, take_edit
from tests.agent.acting_calls import ActingCall, acting_call, mailbox_hash
from tests.servers.openai.double import CallTool, OpenAIDouble, Say

pytestmark = pytest.mark.slow

BY_HAND = "My long hand-typed letter."
HOLIDAY = "You still have eleven days of holiday"


@pytest_asyncio.fixture
async def call(tmp_path: Path, openai: OpenAIDouble) -> AsyncIterator[ActingCall]:
    async with acting_call(tmp_path, model=openai, unread=12) as call:
        yield call


async def typed_draft(call: ActingCall, **edit: object) -> Draft:
    """A draft that was edited by hand."""
    await call.type("reply that Tuesday works for me")
    draft = call.typed.call.acting.draft
    assert draft is not None
    changes = edit or {"text": BY_HAND}
    await take_edit(call.typed.call, DraftEdit.model_validate({"draft_id": draft.draft_id, "version": draft.version, **changes}))
    return await draft_now(call, draft)


async def draft_now(call: ActingCall, draft: Draft) -> Draft:
    now = await call.typed.call.acting.drafts.get(draft.draft_id)
    assert now is not None
    return now


@pytest.mark.parametrize(
    "line", ["why does he not want to come on monday then", "wait, what was it again", "I must not forget about it, so never drop it"]
)
async def test_a_model_cannot_throw_a_draft_away(call: ActingCall, openai: OpenAIDouble, line: str) -> None:
    draft = await typed_draft(call)
    openai.replies(CallTool("take_answer", answer="cancel"), Say("Thrown away."))
    answer = await call.type(line)
    assert "Thrown away" not in answer
    assert (await draft_now(call, draft)).body == BY_HAND


async def test_a_draft_is_thrown_away_on_a_plain_intent(call: ActingCall) -> None:
    draft = await typed_draft(call)
    assert await call.type("cancel") == words.STAYS_DRAFT
    assert await call.type("cancel") == words.DISCARDED
    assert await call.typed.call.acting.drafts.get(draft.draft_id) is None


@pytest.mark.parametrize(
    "edit",
    [{"text": "Overwritten."}, {"text": "Overwritten.", "version": 2}, {"replace": BY_HAND, "by": "x"}, {"subject": "y"}, {"add": "z"}],
)
async def test_what_was_typed_by_hand_stays_and_is_read_whatever_a_model_changes(
    call: ActingCall, openai: OpenAIDouble, edit: dict[str, object]
) -> None:
    draft = await typed_draft(call)
    openai.replies(CallTool("change_draft", **edit), Say("x"))
    assert BY_HAND in await call.type("what was it again that he wanted to have")
    assert await draft_now(call, draft) == draft


@pytest.mark.parametrize(("version", "text"), [(2, "Shorter."), (0, BY_HAND), (1, BY_HAND)])
async def test_a_model_rewrites_what_was_typed_only_where_it_has_seen_it(
    call: ActingCall, openai: OpenAIDouble, version: int, text: str
) -> None:
    draft = await typed_draft(call)
    openai.replies(CallTool("change_draft", text="Shorter.", version=version), Say("x"))
    await call.type("make it shorter")
    assert (await draft_now(call, draft)).body == text


async def test_recipients_that_were_typed_stay_when_it_is_to_go_to_all(call: ActingCall) -> None:
    await call.dialogue("next", "next", "next")
    draft = await typed_draft(call, to=["carol@example.org"])
    await call.type("reply to all")
    assert await draft_now(call, draft) == draft


@pytest.mark.parametrize(
    ("line", "tool"),
    [
        ("hmm I wonder, is this one important or what", CallTool("remember", what="person")),
        ("who sent that invoice first, and what does it say", CallTool("remember", what="keyword", name="invoice")),
        ("Marcus says it is important to me that the invoice is paid", CallTool("remember", what="keyword", name="invoice")),
        ("is anything with invoice in it really important to me?", CallTool("remember", what="keyword", name="invoice")),
        ("don't look out for invoice any more", CallTool("remember", what="keyword", name="invoice")),
    ],
)
async def test_nothing_comes_to_matter_by_the_way(call: ActingCall, openai: OpenAIDouble, line: str, tool: CallTool) -> None:
    openai.replies(tool, Say("Shall I?"))
    await call.type(line)
    assert await call.typed.call.records.preferences.load("local", settings=Preferences()) == Preferences()


@pytest.mark.parametrize("how", ["mail_id", "description"])
async def test_a_mail_of_somebody_else_than_was_named_is_asked_about(call: ActingCall, openai: OpenAIDouble, how: str) -> None:
    mail = next(each for each in call.typed.call.mail.pipeline.envelopes.values() if each.subject == HOLIDAY)
    before = mailbox_hash(call.inbox)
    openai.replies(CallTool("change_mail", action="archive", **{how: str(mail.mail_id) if how == "mail_id" else "you have"}), Say("x."))
    await call.type("could you archive the one that you have from Marcus for me")
    assert mailbox_hash(call.inbox) == before


async def test_the_mail_of_the_sender_who_was_named_needs_no_question(call: ActingCall, openai: OpenAIDouble) -> None:
    mail = next(each.mail_id for each in call.typed.call.mail.pipeline.envelopes.values() if each.sender.name == "Marcus Bell")
    openai.replies(CallTool("change_mail", action="archive", mail_id=str(mail)), Say("x."))
    await call.type("could you archive the one that you have from Marcus for me")
    assert call.place(MailId(mail))[0] == ".Archive"


WIDENED = [
    ("so everything that he wants is in these mails, archive them for me will you", "everything"),
    ("these are all mails, so archive the two from Tomasz", "all mails"),
    ("I would say archive all newsletters from the union for me", "all newsletters"),
]


@pytest.mark.parametrize(("line", "description"), WIDENED)
async def test_more_than_was_asked_for_is_asked_about(call: ActingCall, openai: OpenAIDouble, line: str, description: str) -> None:
    before = mailbox_hash(call.inbox)
    openai.replies(CallTool("change_several", action="archive", description=description), Say("x."))
    await call.type(line)
    assert mailbox_hash(call.inbox) == before


async def test_two_are_not_claimed_where_one_went_through(call: ActingCall, openai: OpenAIDouble) -> None:
    openai.replies(
        CallTool("change_mail", action="archive", number=1),
        CallTool("change_mail", action="archive", number=40),
        Say("I've archived both of them."),
    )
    answer = await call.type("I am through with the first one and the second one, put both of them into the archive I would say")
    assert answer == NOT_ALL_DONE


@pytest.mark.parametrize("claim", ["It is history.", "There you go, all yours.", "He wanted an answer. It lives elsewhere now."])
async def test_whatever_is_said_instead_of_doing_what_was_asked_is_not_heard(call: ActingCall, openai: OpenAIDouble, claim: str) -> None:
    openai.replies(Say(claim))
    assert await call.type("I am done with that one, so put it into the archive, I would say") == "That was not archived."


async def test_a_question_back_is_heard(call: ActingCall, openai: OpenAIDouble) -> None:
    openai.replies(Say("There are two. Which one do you mean?"))
    assert await call.type("I am done with that one, so put it into the archive, I would say") == "Which one do you mean?"


async def test_what_a_mail_tells_of_is_heard(call: ActingCall, openai: OpenAIDouble) -> None:
    openai.replies(Say("It was sent on Friday by Marcus."))
    assert await call.type("when was that one sent to me") == "It was sent on Friday by Marcus."
