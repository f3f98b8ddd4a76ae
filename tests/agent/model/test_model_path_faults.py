"""A model's server that fails, at each position of a short call: one sentence, and the call goes on."""

import time
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path

import pytest
import pytest_asyncio
from pydantic import SecretStr

from briefing.agenda import MailRef
from briefing.mail import MailStatus, provider_id_of
from briefing.mail_action import ON_MAILS
from briefing.speech.sentences.about_failures import ONCE_MORE, ONE_MOMENT, REMARKS, Trouble
from session.skills.presenting import is_presented
from session.timeouts import ANSWER_BEGINS_WITHIN_S
from tests.agent.long_call import conversation_of
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import TypedCall, sample_settings, typed_call
from tests.servers.openai.chat import BreakOff, CallToolGarbled, CallUnknownTool, Fails, Late
from tests.servers.openai.double import CallTool, CallTools, OpenAIDouble, Reply, Say
from tests.servers.openai.faults import Hang, HangUp, Refuse

pytestmark = pytest.mark.slow

LONGEST_SILENCE_S = 8.0
NO_ANSWER, CUT_OFF, NO_WORDS = (REMARKS[trouble].first for trouble in (Trouble.NO_ANSWER, Trouble.CUT_OFF, Trouble.NO_WORDS))
LONG_ANSWER = "They would like to know whether you can come on Friday, and what you would bring along. Shall I flag it?"

QUICK: dict[str, tuple[Callable[[], Reply], str]] = {
    "wrong key": (lambda: Fails(Refuse(401)), NO_ANSWER),
    "too many": (lambda: Fails(Refuse(429)), NO_ANSWER),
    "down": (lambda: Fails(Refuse(500)), NO_ANSWER),
    "hung up": (lambda: Fails(HangUp()), NO_ANSWER),
    "cut": (lambda: BreakOff(LONG_ANSWER), CUT_OFF),
    "empty": (lambda: Say(""), NO_WORDS),
}
SLOW: dict[str, tuple[Callable[[], Reply], str]] = {
    "hangs": (lambda: Fails(Hang()), NO_ANSWER),
    "hangs after its headers": (lambda: Fails(Hang("text/event-stream")), NO_ANSWER),
    "stalls": (lambda: BreakOff(LONG_ANSWER, hangs=True), CUT_OFF),
}
FAILING_TURNS = 3
ATTEMPTS = 2  # LiveKit's, while nothing has been said


@pytest_asyncio.fixture
async def call(tmp_path: Path, openai: OpenAIDouble) -> AsyncIterator[TypedCall]:
    settings = sample_settings(tmp_path, openai_api_key=SecretStr("sk-test"), openai_base_url=openai.url)
    async with typed_call(settings, slack_s=60) as call:
        await call.greet()
        yield call


@pytest_asyncio.fixture
async def timed(call: TypedCall) -> TypedCall:
    """The call, with the limits of a caller's."""
    call.call.line.health.slack_s = 0.0
    return call


async def hold_the_call(call: TypedCall, openai: OpenAIDouble, fault: Callable[[], Reply], *, turns: int = FAILING_TURNS) -> list[str]:
    """Turns that go to the model, each first to one that fails and then to one that is well, with a plain command behind.

    Returns what was said instead of the answers that failed.
    """
    said = []
    for _ in range(turns):
        openai.replies(*[fault()] * ATTEMPTS)
        said.append(await call.type("what do they want from me"))
        openai.drop_replies()
        before = call.current
        assert len(await call.type("next")) > 20
        assert call.current != before
        openai.replies(Say("An answer by Friday."))
        assert await call.type("what do they want from me") == "An answer by Friday."
    assert call.call.line.health.model_begins_within_s() == ANSWER_BEGINS_WITHIN_S + call.call.line.health.slack_s
    return said


@pytest.mark.parametrize("fault", QUICK)
async def test_a_fault_at_any_position_is_told_once_and_the_call_goes_on(call: TypedCall, openai: OpenAIDouble, fault: str) -> None:
    make, told = QUICK[fault]
    said = await hold_the_call(call, openai, make)
    assert [answer[-len(told) :] for answer in said] == [told] * FAILING_TURNS
    assert call.page.text.count(told) == FAILING_TURNS


@pytest.mark.parametrize("fault", SLOW)
async def test_a_silent_model_is_never_waited_for_longer_than_eight_seconds(timed: TypedCall, openai: OpenAIDouble, fault: str) -> None:
    call = timed
    make, told = SLOW[fault]
    heard = [time.monotonic()]

    def note() -> None:
        heard.append(time.monotonic())

    call.page.on_text = note
    said = await hold_the_call(call, openai, make, turns=1)
    assert all(answer.endswith(told) for answer in said)
    silences = [later - earlier for earlier, later in pairwise(heard)]
    assert max(silences) < LONGEST_SILENCE_S


def mails_of(call: TypedCall) -> list[MailRef]:
    return [mail for topic in call.look.agenda.topics for mail in topic.mails]


def status_of(call: TypedCall, mail: MailRef) -> MailStatus:
    state = call.call.tracker.state_of(mail.mail_id)
    assert state
    return state.status


@pytest.mark.parametrize(("answer", "status"), [(Say, MailStatus.BRIEFED), (BreakOff, MailStatus.PENDING)], ids=["whole", "broken off"])
async def test_a_mail_counts_as_told_only_if_the_answer_that_tells_of_it_was_whole(
    call: TypedCall, openai: OpenAIDouble, answer: Callable[[str], Reply], status: MailStatus
) -> None:
    mail = mails_of(call)[1]
    openai.replies(CallTool("go", to="next"), Say("Sure."), answer(f"{mail.sender.name} wrote. {LONG_ANSWER}"))
    await call.type("I have heard enough of that one I think")
    await call.type("so what do they have to say")
    assert is_presented(call.call)
    assert status_of(call, mail) is status


async def test_a_mail_that_the_model_never_named_is_presented_by_the_next_command(call: TypedCall, openai: OpenAIDouble) -> None:
    mail = mails_of(call)[1]
    openai.replies(CallTool("go", to="next"), Say("Sure."))
    assert await call.type("I have heard enough of that one I think") == "Sure."
    assert status_of(call, mail) is MailStatus.PENDING
    assert mail.sender.name in await call.type("next")
    assert call.current == mail.mail_id
    assert status_of(call, mail) is MailStatus.BRIEFED


async def test_a_mail_of_which_nothing_was_told_is_never_archived(call: TypedCall, openai: OpenAIDouble, tmp_path: Path) -> None:
    first, second = mails_of(call)[:2]
    openai.replies(CallTool("change_mail", action="archive"), Say("Archived. Next"))
    await call.type("please archive it since I am done with the whole matter")
    assert second.sender.name in await call.type("archive it")
    archived = flags_of(tmp_path / "inbox" / ".Archive")
    assert provider_id_of(first.mail_id) in archived
    assert provider_id_of(second.mail_id) not in archived


async def test_an_answer_that_breaks_off_after_a_tool_is_begun_again_in_the_tools_own_words(
    call: TypedCall, openai: OpenAIDouble, tmp_path: Path
) -> None:
    second = mails_of(call)[1]
    archived = len(flags_of(tmp_path / "inbox" / ".Archive"))
    openai.replies(CallTool("change_mail", action="archive"), BreakOff("Archived. Next it is about something that is cut here"))
    said = await call.type("please archive it since I am done with the whole matter")
    told, again, own = said.partition(f" {ONCE_MORE} Archived. ")
    assert told.startswith("Archived. Next")
    assert again
    assert second.sender.name in own
    assert CUT_OFF not in said
    assert status_of(call, second) is MailStatus.BRIEFED
    assert len(flags_of(tmp_path / "inbox" / ".Archive")) == archived + 1


async def test_a_late_answer_is_excused_and_given(timed: TypedCall, openai: OpenAIDouble) -> None:
    openai.replies(Late(Say("An answer by Friday."), after_s=4.0))
    said = await timed.type("what do they want from me")
    assert said.startswith(ONE_MOMENT)
    assert said.endswith("An answer by Friday.")


@pytest.mark.parametrize(
    "mistake",
    [
        lambda: CallUnknownTool("delete_everything"),
        lambda: CallToolGarbled("change_mail", '{"mail_id": nowhere'),
        lambda: CallTool("change_mail", action="wipe"),
        lambda: CallTool("change_mail"),
    ],
    ids=["unknown tool", "garbled arguments", "a value that is not listed", "no value"],
)
async def test_a_call_that_makes_no_sense_changes_nothing_and_the_model_is_told(
    call: TypedCall, openai: OpenAIDouble, tmp_path: Path, mistake: Callable[[], Reply]
) -> None:
    before, current = flags_of(tmp_path / "inbox"), call.current
    openai.replies(mistake(), Say("I cannot do that."))
    assert await call.type("get rid of the lot of it") == "I cannot do that."
    assert flags_of(tmp_path / "inbox") == before
    assert call.current == current


async def test_a_model_that_makes_a_value_up_is_told_those_that_there_are(call: TypedCall, openai: OpenAIDouble) -> None:
    openai.replies(CallTool("change_mail", action="wipe"), Say("I cannot do that."))
    await call.type("get rid of the lot of it")
    told = conversation_of(openai.chat_requests[-1])[-1].content or ""
    assert [action for action in ON_MAILS if repr(action.value) not in told] == []


async def test_a_model_that_calls_what_is_not_there_over_and_over_is_stopped(call: TypedCall, openai: OpenAIDouble) -> None:
    openai.replies(*[CallUnknownTool("delete_everything") for _ in range(12)])
    assert (await call.type("get rid of the lot of it")).endswith(NO_WORDS)
    openai.drop_replies()
    assert await call.type("what do you think of all that") == "I am the scripted model."


async def test_plain_commands_work_while_the_model_is_away_and_no_apology_follows_another(
    call: TypedCall, openai: OpenAIDouble, tmp_path: Path
) -> None:
    openai.chat_fault = Refuse(500)
    lines = ("why does that matter to me then", "and who else is involved", "so what would you do")
    first, second, third = [await call.type(line) for line in lines]
    assert first == NO_ANSWER
    assert len({first, second, third}) == 3
    assert not [answer for answer in (second, third) if "sorry" in answer.casefold()]
    archived = call.current
    assert archived
    assert (await call.type("archive it")).startswith("Archived.")
    assert provider_id_of(archived) in flags_of(tmp_path / "inbox" / ".Archive")
    openai.chat_fault = None
    assert await call.type("why does that matter to me then") == "I am the scripted model."


async def test_what_was_done_is_told_although_the_model_fails_right_after_it(call: TypedCall, openai: OpenAIDouble, tmp_path: Path) -> None:
    archived = call.current
    assert archived
    openai.replies(CallTool("change_mail", action="archive"), *[Fails(Refuse(500))] * ATTEMPTS)
    said = await call.type("please archive it since I am done with the whole matter")
    assert said.startswith("Archived.")
    assert "Sorry" not in said
    assert provider_id_of(archived) in flags_of(tmp_path / "inbox" / ".Archive")


async def test_the_second_of_two_calls_in_one_answer_does_not_move_the_cursor_again_although_the_model_then_fails(
    call: TypedCall, openai: OpenAIDouble
) -> None:
    mails = [mail.mail_id for topic in call.look.agenda.topics for mail in topic.mails]
    openai.replies(CallTools([CallTool("go", to="next"), CallTool("go", to="next")]), *[Fails(Refuse(500))] * ATTEMPTS)
    await call.type("I have heard enough of that one I think")
    assert call.current == mails[1]
