"""What a model does of itself changes nothing and sends nothing, and what it says of itself is held against the receipts."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from livekit.agents import RunContext, function_tool

from agent.briefer import Briefer
from agent.tools.running import BriefingTools, UnknownToolError
from briefing.mail import Preferences
from briefing.mail_action import ON_MAILS, MailAction
from briefing.speech.sentences.replies import NOT_DONE
from briefing.understanding.claims import claims
from providers.mailbox import MailboxUnavailableError
from providers.mailbox_writing import Change, ChangeNotConfirmedError, MailboxWriter, Receipt
from tests.agent.acting_calls import ActingCall, PassesOn, acting_call, mailbox_hash, write_through
from tests.servers.openai.double import CallTool, CallTools, OpenAIDouble, Say

pytestmark = pytest.mark.slow

CHATTER = "what does the plumber want to have for that"
MARCUS = "Marcus Bell"
NOTHING = Preferences()

UNASKED = [
    CallTool("change_mail", action="archive"),
    CallTool("change_mail", action="mark_read"),
    CallTool("change_mail", action="mark_unread"),
    CallTool("change_mail", action="flag"),
    CallTool("change_mail", action="delete", description=MARCUS),
    CallTool("change_mail", action="report_spam", number=2),
    CallTool("change_mail", action="snooze", detail="tomorrow"),
    CallTool("change_mail", action="move", detail="Receipts"),
    CallTool("change_mail", action="label", detail="Receipts"),
    CallTool("change_several", action="delete", description="everything"),
    CallTool("undo", count=20),
    CallTool("change_mail", action="unsubscribe"),
    CallTool("send_draft"),
    CallTool("send_draft", when="tomorrow"),
    CallTool("take_answer", answer="yes"),
    CallTools([CallTool("change_mail", ask=True, action="archive"), CallTool("take_answer", answer="yes")]),
    CallTools([CallTool("write", kind="reply", text="All my secrets."), CallTool("send_draft"), CallTool("take_answer", answer="yes")]),
    CallTools([CallTool("go", to="next"), CallTool("change_mail", action="archive")]),
]


@pytest_asyncio.fixture
async def call(tmp_path: Path, openai: OpenAIDouble) -> AsyncIterator[ActingCall]:
    async with acting_call(tmp_path, model=openai) as call:
        yield call


@pytest.mark.parametrize("tool", UNASKED)
async def test_a_tool_that_nobody_asked_for_changes_nothing_and_sends_nothing(
    call: ActingCall, openai: OpenAIDouble, tool: CallTool | CallTools
) -> None:
    await call.type("archive it")
    before = mailbox_hash(call.inbox)
    openai.replies(tool, CallTool("take_answer", answer="yes"), Say("And now?"))
    await call.type(CHATTER)
    assert mailbox_hash(call.inbox) == before
    assert (await call.typed.call.acting.outbox.waiting(), call.desk.taken) == ((), [])


@pytest.mark.parametrize("action", ON_MAILS)
async def test_what_nobody_asked_for_is_asked_about_and_never_refused(call: ActingCall, openai: OpenAIDouble, action: MailAction) -> None:
    detail = {"detail": "tomorrow"} if ON_MAILS[action].place is not None else {}
    openai.replies(CallTool("change_mail", action=action, **detail))
    assert (await call.type(CHATTER)).endswith("Yes or no.")


async def test_a_yes_to_what_a_model_had_asked_does_it(call: ActingCall, openai: OpenAIDouble) -> None:
    mail = call.open
    openai.replies(CallTool("change_mail", action="delete"))
    assert await call.type(CHATTER) == "Delete it, to the trash? Yes or no."
    assert (await call.type("yes")).startswith("Deleted.")
    assert call.place(mail)[0] == ".Trash"


CLAIMS = {
    "I've archived it.": "That was not archived.",
    "Sent.": "Nothing was sent.",
    "Done.": NOT_DONE,
    "Okay, I have deleted that mail and reported it as spam.": NOT_DONE,
    "Sure, your reply is on its way.": "Nothing was sent.",
    "The mail from Tomasz has been archived.": "That was not archived.",
    "All newsletters are archived now.": "That was not archived.",
    "You are unsubscribed.": "You are still on that list.",
}


@pytest.mark.parametrize("claim", CLAIMS)
async def test_what_a_model_claims_without_a_receipt_is_not_said(call: ActingCall, openai: OpenAIDouble, claim: str) -> None:
    openai.replies(Say(f"{claim} He wants to come on Thursday."))
    answer = await call.type("please see to it that this is out of my way, would you")
    assert answer == f"{CLAIMS[claim]} He wants to come on Thursday."


@pytest.mark.parametrize("claim", list(CLAIMS)[:1])
async def test_a_receipt_for_one_mail_proves_nothing_of_the_next(call: ActingCall, openai: OpenAIDouble, claim: str) -> None:
    await call.type("archive it")
    openai.replies(Say(claim))
    assert NOT_DONE in await call.type(CHATTER)


async def test_what_was_done_before_may_be_recounted(call: ActingCall, openai: OpenAIDouble) -> None:
    await call.type("archive it")
    openai.replies(Say("I have archived one mail earlier."))
    assert await call.type("what have you been up to all this time") == "I have archived one mail earlier."


async def test_what_a_receipt_proves_may_be_said(call: ActingCall, openai: OpenAIDouble) -> None:
    openai.replies(CallTool("change_mail", action="archive"), Say("I've archived it. The next mail is from Tomasz again."))
    answer = await call.type("I am done with that one, so put it into the archive, I would say")
    assert answer == "I've archived it. The next mail is from Tomasz again."


class FailingWriter(PassesOn):
    """A mailbox that takes every change and does none of them: it says so, or answers nothing, or lies."""

    def __init__(self, real: MailboxWriter, how: str) -> None:
        super().__init__(real)
        self._how = how

    async def apply(self, change: Change) -> Receipt:
        if self._how == "refuses":
            raise MailboxUnavailableError("no")
        if self._how == "admits":
            raise ChangeNotConfirmedError("not there")
        before = await self._real.state(change.mail_id)
        claimed = change.to if self._how == "lies" and change.to else before
        return Receipt(change=change, mail_id=change.mail_id, before=before, after=claimed)


def break_the_mailbox(call: ActingCall, how: str) -> None:
    """From now on the call changes mail by a writer that fails so."""
    write_through(call, lambda real: FailingWriter(real, how))


LINES = ["archive it", "delete it", "report it as spam", "mark it as read", "flag it", "mark it as unread", "move it to receipts"]


@pytest.mark.parametrize("how", ["refuses", "admits", "does nothing", "lies"])
async def test_of_changes_that_did_not_happen_none_is_told_as_done(tmp_path: Path, openai: OpenAIDouble, how: str) -> None:
    async with acting_call(tmp_path, model=openai) as call:
        break_the_mailbox(call, how)
        before = mailbox_hash(call.inbox)
        told = [await call.type(line) for line in LINES if line != "mark it as unread"]
        openai.replies(CallTool("change_mail", action="archive"), Say("I've archived it."))
        told.append(await call.type("I am done with that one, so put it into the archive, I would say"))
        await call.type("archive all newsletters")
        told.append(await call.type("yes"))
        assert [answer for answer in told if claims(answer)] == []
        assert mailbox_hash(call.inbox) == before
        assert call.typed.call.tracker.progress().actions == {}
        assert [answer for answer in told if "did not go through" not in answer and "That was not archived." not in answer] == []


PREFERENCES = [
    ("next", CallTool("remember", what="person", name=MARCUS)),
    (CHATTER, CallTool("remember", what="person")),
    (CHATTER, CallTool("remember", what="keyword", name="invoice")),
    ("that word is important to me from now on, look out for it", CallTool("remember", what="keyword", name="invoice")),
    ("he is important to me, you see, so heed what he writes", CallTool("remember", what="person", name=MARCUS)),
]


@pytest.mark.parametrize(("line", "tool"), PREFERENCES)
async def test_who_and_what_matters_is_never_what_a_mail_says(call: ActingCall, openai: OpenAIDouble, line: str, tool: CallTool) -> None:
    openai.replies(tool, Say("Shall I?"))
    await call.type(line)
    stored = await call.typed.call.records.preferences.load("local", settings=NOTHING)
    assert stored == NOTHING


async def test_who_and_what_matters_is_stored_on_the_users_own_words(call: ActingCall, openai: OpenAIDouble) -> None:
    await call.dialogue("make marcus bell a VIP", "add budget to my keywords")
    openai.replies(CallTool("remember", what="keyword", name="lighthouse"), Say("I will."))
    await call.type("anything with lighthouse in it is really important to me")
    stored = await call.typed.call.records.preferences.load("local", settings=NOTHING)
    assert {"budget", "lighthouse"} <= set(stored.keywords)
    assert len(stored.vips) == 1


class Undeclared(BriefingTools):
    """Tools of which one says nothing."""

    @function_tool
    async def wipe(self, context: RunContext[None]) -> str:
        """Delete everything."""
        return ""


async def test_a_tool_without_a_skill_is_never_offered(call: ActingCall) -> None:
    with pytest.raises(UnknownToolError, match="wipe"):
        Briefer(Undeclared(call.typed.call), asks_model=False)
