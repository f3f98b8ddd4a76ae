"""Whole typed calls in which turns go to the conversation that they belong to, with both models over HTTP."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from briefing.mail import MailId, MailText
from conversations.conversation_rows import Owner
from conversations.parts import OurWords, TalkMessage, ToolUsed, UserWords
from conversations.store import ConversationStore, DigestEntry
from conversations.turn_routing import TurnRouting
from session.call import Call
from session.opening.sending_due import writing_vault
from session.prefetch_cache import PrefetchCache
from storage.database import Database
from tests.agent.talking_models import LOCAL, conversations_of, routed_call, said_in, talking
from tests.agent.typed_call import NOW, typed_call
from tests.conversations.talks import talked
from tests.providers.models.typed.asking import typed_models
from tests.servers.openai.chat import BreakOff, CallToolGarbled, Fails, Late, Reply
from tests.servers.openai.double import CallTool, Say
from tests.servers.openai.faults import HangUp, Refuse

pytestmark = pytest.mark.slow

LEASE = "What did we say about the lease last week?"
MATCH = "Who won the match on Saturday?"


Routes = Callable[[dict[str, str], str], Reply]


class Resumes:
    """Routes to the conversation whose title has this word, if it is listed."""

    def __init__(self, word: str) -> None:
        self.word = word

    def __call__(self, titles: dict[str, str], _words: str) -> Reply:
        found = [conversation for conversation, title in titles.items() if self.word in title]
        return CallTool("route", kind="resume", threadId=found[0]) if found else CallTool("route", kind="continue")


def new(_titles: dict[str, str], _words: str) -> Reply:
    return CallTool("route", kind="new")


def fails(_titles: dict[str, str], _words: str) -> Reply:
    return Fails(Refuse(500))


async def lease_of_last_week(store: ConversationStore) -> str:
    return await talked(store, LOCAL, "last week", asks="When does the lease end?", answers="It ends in May, says Mr Petrov.", at=NOW)


async def test_a_reference_to_an_older_conversation_resumes_it_with_its_history_and_the_cursor_stays(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), conversations_of(settings) as store:
        lease = await lease_of_last_week(store)
        models.routes, models.answers = Resumes("lease"), lambda _: Say("That it ends in May.")
        async with routed_call(settings) as call:
            current = call.current
            assert await call.type(LEASE) == "That it ends in May."
            history = said_in(models.answered[-1])
            assert "When does the lease end?" in history
            assert "Mr Petrov" in history
            assert LEASE in history
            assert current == call.current
            assert f'"mail_id": "{current}"' in models.answered[-1].messages[-1].content, "the position is told as before"
            models.routes = lambda _titles, _words: CallTool("route", kind="continue")
            await call.type("And the rent?")
            assert "When does the lease end?" in said_in(models.answered[-1])
        assert [message.words for message in await store.messages(LOCAL, lease)][2:] == [
            LEASE,
            "That it ends in May.",
            "And the rent?",
            "That it ends in May.",
        ]


async def test_a_new_subject_begins_a_conversation_of_its_own_and_the_history_of_the_call_stays_out_of_it(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), conversations_of(settings) as store:
        async with routed_call(settings) as call:
            await call.type("Tell me about the weather in Rome")
            models.routes = new
            await call.type(MATCH)
            assert "weather in Rome" not in said_in(models.answered[-1])
            assert MATCH in said_in(models.answered[-1])
        titles = [entry.title for entry in await store.list_digest(LOCAL)]
        assert titles == [MATCH, "Tell me about the weather in Rome"]


async def test_commands_answered_by_rules_and_turns_about_the_open_mail_are_not_routed(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), routed_call(settings) as call:
        for line in ("next", "flag it", "thank you"):
            await call.type(line)
        assert (models.routed, models.acknowledged, models.answered) == ([], [], [])
        for line in ("How do you like this mail?", "Would it be rude to ignore it?", "Sum up what the sender means to say"):
            await call.type(line)
        assert (models.routed, models.acknowledged, len(models.answered)) == ([], [], 3)


async def test_nothing_of_the_answer_is_said_and_no_tool_runs_before_the_route_is_known(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), conversations_of(settings) as store:
        await lease_of_last_week(store)
        models.routes = lambda titles, words: Late(Resumes("lease")(titles, words), after_s=0.6)
        began = iter([CallTool("go", to="next"), Say("That it ends in May.")])
        models.answers = lambda _: next(began)
        async with routed_call(settings) as call:
            current, before = call.current, call.page.text
            assert await call.type(LEASE) == "That it ends in May."
            assert len(models.answered) == 2, "the answer on the active conversation was begun, and dropped"
            assert call.current == current, "its tool never ran"
            assert call.page.text.removeprefix(before) == "That it ends in May."


async def test_the_acknowledgement_is_said_while_the_answer_is_not_there(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), routed_call(settings) as call:
        models.acknowledges = CallTool("finalize_ack", spokenAck="Let me look.", intent="new_request")
        models.answers_after_s = 2.5
        call.call.line.health.slack_s = 60.0  # on a busy machine the answer comes late enough for "One moment" too, which is not meant here
        assert await call.type(MATCH) == "Let me look. It is as I said."


async def test_small_talk_is_answered_by_the_acknowledgement_alone(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), routed_call(settings) as call:
        models.acknowledges = CallTool("finalize_ack", spokenAck="I am well, and you?", intent="chitchat")
        models.answers_after_s = 2.5
        assert await call.type("How are you doing today my friend") == "I am well, and you?"


async def test_the_acknowledging_step_is_told_in_the_users_role_what_the_turn_before_came_to_and_the_answer_is_not(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), routed_call(settings) as call:
        models.answers = lambda _: Say("It ends in May, says Mr Petrov.")
        models.answers_after_s = 2.5  # or nobody would wait for an acknowledgement, which a busy machine asks for late
        for line in (MATCH, "And who signs the contract in the end?"):
            await call.type(line)
            assert call.call.records.talk is not None
            await call.call.records.talk.drain()
        first, second = models.acknowledged
        assert not any("Petrov" in each.content for each in first.messages)
        assert [each.role for each in second.messages if "Petrov" in each.content] == ["user"]
        assert (second.messages[0].role, "Petrov" in second.messages[-1].content) == ("system", False)
        assert "previous turn" not in said_in(models.answered[-1])
        assert not models.server.refused


class NoTexts(PrefetchCache):
    """Fails as nothing is expected to."""

    async def text(self, mail: MailId) -> MailText | None:
        raise RuntimeError("Carla's words")

    def loaded(self, mail: MailId) -> MailText | None:
        return None


class NoStore(ConversationStore):
    async def list_digest(self, owner: Owner, *, limit: int = 10, after: int = 0) -> list[DigestEntry]:
        raise ValueError("Carla's words")

    async def entry(self, owner: Owner, conversation_id: str) -> DigestEntry | None:
        raise ValueError("Carla's words")


async def test_errors_whatever_fails_in_a_turn_of_a_call_it_ends_with_one_answer_and_the_next_one_goes_on(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), Database(settings.shared_database_url) as database:
        store = NoStore(database, writing_vault(settings))
        async with typed_models(models.server) as small, routed_call(settings) as call:
            records, mail = call.call.records, call.call.mail
            assert records.talk is not None
            as_it_is, texts, answers = records.routing, mail.prefetch, models.answers
            broken = TurnRouting(small, store, LOCAL, records.talk)
            unread = NoTexts(mail.inbox, mail.pipeline.envelopes)
            fails: Mapping[str, Callable[[], None]] = {
                "router": lambda: setattr(models, "routes", lambda *_: Fails(HangUp())),
                "acknowledgement": lambda: setattr(models, "acknowledges", CallToolGarbled("finalize_ack", "{spoken")),
                "digest and summary": lambda: setattr(records, "routing", broken),
                "text of the mail": lambda: setattr(mail, "prefetch", unread),
                "answer": lambda: setattr(models, "answers", lambda _: Fails(Refuse(400))),
                "answer, in mid-stream": lambda: setattr(models, "answers", lambda _: BreakOff("It ends in ")),
                "answer, a call of a tool": lambda: setattr(models, "answers", lambda _: CallToolGarbled("search_mail", "{query")),
            }
            for what, fail in fails.items():
                fail()
                before = len(call.page.text)
                said = await call.type(f"Who won the match number {len(what)}?")
                assert said.strip(), what
                assert call.page.text[before:].strip() == said.strip(), what
                records.routing, mail.prefetch, models.answers = as_it_is, texts, answers
                assert await call.type(MATCH) == "It is as I said.", what


def hangs(_titles: dict[str, str], _words: str) -> Reply:
    return Late(CallTool("route", kind="new"), after_s=3.0)


@pytest.mark.parametrize(("routes", "within_s"), [(fails, 30.0), (hangs, 1.0)])
async def test_a_router_that_fails_or_is_too_slow_changes_nothing(tmp_path: Path, routes: Routes, within_s: float) -> None:
    async with talking(tmp_path) as (settings, models), conversations_of(settings) as store:
        models.routes = routes
        async with routed_call(settings, within_s=within_s) as call:
            assert await call.type(MATCH) == "It is as I said."
        assert [entry.title for entry in await store.list_digest(LOCAL)] == [MATCH]


async def test_without_a_small_model_nothing_is_asked_but_the_answer(tmp_path: Path) -> None:
    async with talking(tmp_path, aloud_small_model=None) as (settings, models), routed_call(settings) as call:
        assert call.call.records.routing is None
        assert await call.type(LEASE) == "It is as I said."
        assert (models.routed, models.acknowledged, len(models.answered)) == ([], [], 1)


async def test_20_turns_in_a_row_on_a_restored_conversation_that_ended_in_an_unanswered_call_are_all_answered(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), conversations_of(settings) as store:
        lease = await lease_of_last_week(store)
        died = [
            TalkMessage(number=3, at=NOW, parts=(UserWords(words="Look for the lease again"),)),
            TalkMessage(number=4, at=NOW, parts=(OurWords(words="One moment.", heard=11), ToolUsed(number=1, tool="search_mail"))),
        ]
        assert await store.write(LOCAL, lease, "last week", died)
        models.routes = Resumes("lease")
        async with routed_call(settings) as call:
            for number in range(20):
                models.answers = Answers(number)
                assert await call.type(f"What did we say about clause {number} last week?") == f"Answer {number}."
        assert not models.server.refused
        assert "One moment." in said_in(models.answered[0]) or "One moment." in said_in(models.answered[1])


class Answers:
    """Says its number; every other one looks something up first."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.looked = number % 2 == 0

    def __call__(self, chat: object) -> Reply:
        if not self.looked and "lease" in str(chat):
            self.looked = True
            return CallTool("search_mail", query="lease")
        return Say(f"Answer {self.number}.")


async def test_a_call_that_broke_off_in_a_tool_is_taken_up_with_valid_history_by_one_that_knows_what_was_said(tmp_path: Path) -> None:
    async with talking(tmp_path, aloud_small_model=None) as (settings, models), conversations_of(settings) as store:
        async with typed_call(settings, moving=True) as call:
            await call.greet()
            await call.type("Tell me about the weather in Rome")
            use(call.call, "search_mail")
        models.answers = lambda _: Say("It is sunny.")
        async with typed_call(settings, now=NOW + timedelta(minutes=1), moving=True) as call:
            await call.greet()
            await waited_for(lambda: bool(call.call.records.earlier_talk))
            assert await call.type("And in Paris?") == "It is sunny."
            asked = said_in(models.answered[-1])
            assert asked.index("weather in Rome") < asked.index("It is as I said.") < asked.index("And in Paris?")
        (only,) = await store.list_digest(LOCAL)
        assert only.title == "Tell me about the weather in Rome"
    assert not models.server.refused


def use(call: Call, tool: str) -> None:
    """A tool of which no result came: the process died."""
    assert call.records.talk is not None
    call.records.talk.tool_used(tool, "")


async def waited_for(condition: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError
