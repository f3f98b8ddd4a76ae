"""The next mails are told in a small model's words where these stand in the mail, and nobody ever waits for them."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefing.agenda import MailRef
from briefing.mail import Envelope
from briefing.speech.checking.given_summary import BY_RULE
from briefing.speech.sentences.about_mails import present_mail
from inbox.mail_summaries import most_tokens_sent
from inbox.unified import UnifiedInbox
from knowledge.likes import Length
from providers.models.typed.daily_tokens import TokenRecords
from providers.models.typed.token_estimate import tokens
from providers.models.typed.typed_models import TypedModels
from session.metrics import METRICS, SummaryFate
from session.prefetch_cache import PrefetchCache
from session.summaries.ahead import MOST_IN_A_CALL, Summaries, read_ahead
from storage.database import Database
from tests.agent.talking_models import TalkingModels, routed_call, talking
from tests.agent.typed_call import TypedCall
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mail, new_mails
from tests.servers.openai.chat import CallToolGarbled, Fails, Late, Reply
from tests.servers.openai.double import CallTool, OpenAIDouble
from tests.servers.openai.faults import HangUp, Refuse

pytestmark = pytest.mark.slow


def about(mail: Mapping[str, object]) -> str:
    return f"{mail['from']} writes about {mail['subject']}"


def truly(mail: Mapping[str, object]) -> Reply:
    return CallTool("summary", line=about(mail), wants=about(mail))


def falsely(mail: Mapping[str, object]) -> Reply:
    return CallTool("summary", line=f"{mail['from']} wants 9,000 dollars by 3 May", amount="9,000 dollars", by_when="by 3 May")


async def summed_up(call: TypedCall, models: TalkingModels, *, mails: int) -> Summaries:
    """Once so many were asked for and dealt with."""
    summaries = call.call.mail.summaries
    assert summaries is not None
    async with asyncio.timeout(30):
        while len(models.summarised) < mails or any(task.get_name() == "read ahead" for task in asyncio.all_tasks()):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return summaries


def fates() -> dict[SummaryFate, float]:
    counted = {
        sample.labels["fate"]: sample.value
        for family in METRICS.registry.collect()
        for sample in family.samples
        if sample.name == "aloud_summaries_total"
    }
    return {fate: counted.get(fate, 0.0) for fate in SummaryFate}


def by_rule(call: TypedCall) -> str:
    """The telling of the current mail without a model, but for its account and topic."""
    mail, made = call.call.tracker.current(), call.call.mail
    assert mail is not None
    return present_mail(mail, made.pipeline.envelopes[mail.mail_id], made.prefetch.loaded(mail.mail_id), now=call.call.now())


async def test_the_next_mail_is_told_in_the_words_of_the_model(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models):
        models.summarises = truly
        async with routed_call(settings) as call:
            await summed_up(call, models, mails=2)
            told = await call.type("next")
            mail = call.call.tracker.current()
            assert mail is not None
            assert f" writes about {mail.subject}" in told
            assert by_rule(call) not in told
            await summed_up(call, models, mails=3)
            asked = [chat.messages[1].content for chat in models.summarised]
            assert len(asked) == len(set(asked)), "each mail is asked for once"


async def test_the_first_mail_is_asked_for_while_the_user_is_greeted(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models):
        models.summarises = truly
        async with routed_call(settings) as call:
            first = call.call.tracker.current()
            assert first is not None
            await summed_up(call, models, mails=1)
            assert first.subject in models.summarised[0].messages[1].content


async def test_each_mail_is_a_request_of_its_own_with_one_tool_and_no_history(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models):
        async with routed_call(settings) as call:
            mails = [*call.call.tracker.active_mails(), *call.call.tracker.pending_mails()]
            upcoming = [mail.subject.removeprefix("Re: ") for mail in mails]
            await summed_up(call, models, mails=2)
        for chat in models.summarised:
            assert [message.role for message in chat.messages] == ["system", "user"]
            assert chat.tool_names == ("summary",)
            assert sum(subject in chat.messages[1].content for subject in set(upcoming)) == 1
            assert sum(tokens(message.content) for message in chat.messages) < most_tokens_sent()


async def test_what_does_not_stand_in_the_mail_is_told_by_rule_and_counted(tmp_path: Path) -> None:
    before = fates()
    async with talking(tmp_path) as (settings, models):
        models.summarises = falsely
        async with routed_call(settings) as call:
            summaries = await summed_up(call, models, mails=2)
            told = await call.type("next")
            assert by_rule(call) in told
            assert "9,000" not in told
            assert "3 May" not in told
            assert all(summaries.of(mail.mail_id) == BY_RULE for mail in call.call.tracker.pending_mails())
    assert fates()[SummaryFate.REFUSED] >= before[SummaryFate.REFUSED] + 2
    assert fates()[SummaryFate.HELD] == before[SummaryFate.HELD]


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(Fails(Refuse(500)), id="refused"),
        pytest.param(Fails(HangUp()), id="cut off"),
        pytest.param(CallToolGarbled("summary", "{line Anna"), id="garbled"),
        pytest.param(CallTool("summary", line=7), id="of another type"),
        pytest.param(Late(CallTool("summary", line="late"), after_s=60.0), id="too late"),
    ],
)
async def test_without_an_answer_mail_is_told_by_rule_and_nobody_waits(tmp_path: Path, reply: Reply) -> None:
    async with talking(tmp_path) as (settings, models):
        models.summarises = lambda _: reply
        async with routed_call(settings) as call, asyncio.timeout(30):
            told = await call.type("next")
            assert by_rule(call) in told


async def test_headlines_are_those_of_rules(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models):
        models.summarises = truly
        async with routed_call(settings) as call:
            call.call.records.likes = replace(call.call.records.likes, length=Length.HEADLINES)
            await summed_up(call, models, mails=2)
            assert " writes about " not in await call.type("next")


async def test_past_their_share_of_the_day_no_mail_is_summed_up_and_answers_go_on(tmp_path: Path) -> None:
    async with talking(tmp_path, aloud_tokens_a_day=1_000_000) as (settings, models):
        models.summarises = truly
        async with Database(settings.shared_database_url) as database:
            await TokenRecords(database).add({("local", datetime.now(UTC).date().toordinal()): 600_000})
        async with routed_call(settings) as call:
            for _ in range(2):
                await call.type("next")
            await summed_up(call, models, mails=0)
            assert models.summarised == []
            models.acknowledges = CallTool("finalize_ack", spokenAck="Let me look.", intent="new_request")
            assert "It is as I said." in await call.type("What did we say about the lease last week?")
            assert models.answered


async def read(models: TypedModels, mailbox: MemoryMailbox, *mails: Envelope, most: int = MOST_IN_A_CALL) -> None:
    """All of them ahead."""
    prefetch = PrefetchCache(UnifiedInbox([mailbox]), {})
    refs = [MailRef(mail_id=mail.mail_id, thread_id=mail.thread_id) for mail in mails]
    await read_ahead(prefetch, Summaries(models, "anna", prefetch, lambda: NOON, most=most), refs)


async def test_codes_to_sign_in_and_invitations_are_sent_to_no_model(server: OpenAIDouble, models: TypedModels) -> None:
    server.always(CallTool("summary", line="Somebody writes something."))
    code, invitation, plain = new_mail("1"), replace(new_mail("2"), invitation=True), new_mail("3")
    mailbox = MemoryMailbox(mails=[code, invitation, plain])
    for mail, text in ((code, "Your verification code is 482 913."), (invitation, "Dinner?"), (plain, "The lease is signed.")):
        mailbox.say(mail.mail_id, text)
    await read(models, mailbox, code, invitation, plain)
    assert ["The lease is signed." in chat.messages[1].content for chat in server.chat_requests] == [True]


async def test_past_its_bound_a_call_goes_on_by_rule(server: OpenAIDouble, models: TypedModels) -> None:
    server.always(CallTool("summary", line="Somebody writes something."))
    mails = new_mails(3)
    await read(models, MemoryMailbox(mails=mails), *mails, most=2)
    assert len(server.chat_requests) == 2


async def test_a_mail_that_goes_meanwhile_costs_the_others_nothing(server: OpenAIDouble, models: TypedModels) -> None:
    server.always(CallTool("summary", line="Somebody writes something."))
    gone, there = new_mails(2)
    mailbox, envelopes = MemoryMailbox(mails=[gone, there]), {there.mail_id: there}
    prefetch = PrefetchCache(UnifiedInbox([mailbox]), envelopes)
    for mail in (gone, there):
        await prefetch.text(mail.mail_id)
    mailbox.lose(gone.mail_id)
    summaries = Summaries(models, "anna", prefetch, lambda: NOON)
    await summaries.write(MailRef(mail_id=mail.mail_id, thread_id=mail.thread_id) for mail in (gone, there))
    assert len(server.chat_requests) == 1
