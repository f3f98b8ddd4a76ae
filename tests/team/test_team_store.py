"""Teams, tasks, insights and items on both databases: what is queued and where, who sees what, what is sealed, and what goes with what."""

from itertools import product

import pytest
from sqlalchemy import select

from conversations.conversation_rows import StoredMessage
from conversations.parts import OurWords, UserWords
from knowledge.memories import MemoryStore, StoredMemory
from providers.connections.credentials import Vault
from providers.connections.secret_key import GivenKeys
from storage.database import Database
from team.agents import MOST_TEAMS, MOST_WORKERS
from team.inbox_items import TeamNews
from team.insights import NewInsight
from team.records import (
    AgentTask,
    InsightKind,
    ItemKind,
    ItemState,
    NotYoursError,
    TaskSource,
    TaskStatus,
    TeamAgent,
    TeamError,
    WorkCall,
    WorkMessage,
    WorkRole,
    WorkStatus,
)
from team.row_ids import lane_of
from team.sessions import context_up_to, should_compact, tokens_of
from team.store import TeamsOfAll, TeamStore
from team.task_states import ENDED, IllegalTaskMoveError, TaskEvent, advance_task
from team.tasks import NewTask
from team.team_rows import (
    StoredAgent,
    StoredInboxItem,
    StoredInsight,
    StoredTask,
    StoredTeam,
    StoredWorkMessage,
    StoredWorkSession,
)
from tests.team.teams import ANNA, ANNA_AT_WORK, BEN, BOILERS, VAULT, HandClock, a_team, due, store_on, talks_on

pytest_plugins = ["tests.servers.both_databases"]

TABLES = (StoredTeam, StoredAgent, StoredTask, StoredWorkSession, StoredWorkMessage, StoredInsight, StoredInboxItem, StoredMemory)
SECRET = "Kestrel"


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def store(database: Database, clock: HandClock) -> TeamStore:
    return store_on(database, now=clock)


async def everything(database: Database) -> list[str]:
    async with database.reading() as session:
        return [str(tuple(row)) for table in TABLES for row in await session.execute(select(table.__table__))]


async def a_session(store: TeamStore, agent: TeamAgent) -> str:
    async with store.database.session() as session:
        row = await session.get_one(StoredAgent, agent.agent_id)
        return (await store.sessions.start(session, row)).session_id


class TestTeams:
    async def test_a_new_team_has_its_lead_and_one_task_of_the_system_that_names_the_mission(self, store: TeamStore) -> None:
        team, lead = await store.agents.create_team(ANNA, BOILERS)
        assert await store.agents.teams(ANNA) == [team]
        assert await store.agents.agents(ANNA) == [lead]
        assert (lead.is_lead, lead.agent_id, lead.name, lead.prompt) == (True, team.lead_id, "Mia", "You know boilers.")
        (task,) = await store.tasks.pending(ANNA, lead.agent_id)
        assert (task.source, task.assigned_by, task.conversation_id) == (TaskSource.SYSTEM, lead.agent_id, None)
        assert "mission" in task.text
        assert "Keep the boiler running." in task.text
        assert await due(store) == [lead.agent_id]

    async def test_a_first_team_comes_with_every_user_and_works_once_they_agree(self, store: TeamStore) -> None:
        team = await store.agents.first_team(ANNA)
        (lead,) = await store.agents.agents(ANNA, team_id=team.team_id)
        assert (lead.name, await due(store)) == ("Assistant", [])
        assert await store.agents.first_team(ANNA) == team
        assert [await store.agents.begin_first_team(ANNA) for _ in range(2)] == [True, False]
        (task,) = await store.tasks.pending(ANNA, lead.agent_id)
        assert task.source is TaskSource.SYSTEM
        assert (await store.agents.first_team(ANNA_AT_WORK)).team_id != team.team_id
        with pytest.raises(TeamError):
            await store.agents.delete_team(ANNA, team.team_id)

    async def test_every_agent_has_a_home_conversation_which_is_called_like_it_and_outlives_its_silence(
        self, store: TeamStore, database: Database, clock: HandClock
    ) -> None:
        team, lead = await a_team(store)
        worker = await store.agents.add_worker(ANNA, team.team_id, name="Otto", prompt="")
        clock.forward(days=1_000)
        await talks_on(database).forget_outdated(clock())
        homes = {entry.agent_id: (entry.conversation_id, entry.title) for entry in await talks_on(database).list_digest(ANNA)}
        assert homes == {lead.agent_id: (lead.conversation_id, "Mia"), worker.agent_id: (worker.conversation_id, "Otto")}

    async def test_workers_come_and_go_and_a_lead_stays(self, store: TeamStore) -> None:
        team, lead = await a_team(store)
        otto = await store.agents.add_worker(ANNA, team.team_id, name="Otto", prompt="You read invoices.")
        assert await store.agents.agents(ANNA, team_id=team.team_id) == [lead, otto]
        with pytest.raises(TeamError):
            await store.agents.remove_worker(ANNA, lead.agent_id)
        await store.agents.remove_worker(ANNA, otto.agent_id)
        assert await store.agents.agents(ANNA) == [lead]

    async def test_there_is_an_end_to_teams_and_workers(self, store: TeamStore) -> None:
        team, _ = await a_team(store)
        for _ in range(MOST_WORKERS):
            await store.agents.add_worker(ANNA, team.team_id, name="Otto", prompt="")
        with pytest.raises(TeamError):
            await store.agents.add_worker(ANNA, team.team_id, name="Otto", prompt="")
        for _ in range(MOST_TEAMS - 1):
            await a_team(store)
        with pytest.raises(TeamError):
            await a_team(store)

    async def test_a_paused_agent_is_never_due_and_a_resumed_one_is_again(self, store: TeamStore) -> None:
        _, lead = await store.agents.create_team(ANNA, BOILERS)
        await store.agents.pause(ANNA, lead.agent_id)
        assert ((await store.agents.agent(ANNA, lead.agent_id)).paused, await due(store)) == (True, [])
        await store.agents.pause(ANNA, lead.agent_id, paused=False)
        assert await due(store) == [lead.agent_id]


class TestQueue:
    async def test_own_pending_are_this_agents_alone(self, store: TeamStore) -> None:
        team, lead = await a_team(store)
        otto = await store.agents.add_worker(ANNA, team.team_id, name="Otto", prompt="")
        assert not await store.tasks.has_work(ANNA, otto.agent_id)
        by_lead = NewTask(text="Read the invoice.", source=TaskSource.DELEGATION, assigned_by=lead.agent_id)
        task = await store.tasks.queue(ANNA, otto.agent_id, by_lead)
        assert await store.tasks.has_work(ANNA, otto.agent_id)
        assert not await store.tasks.has_work(ANNA, lead.agent_id)
        assert await store.tasks.pending(ANNA, otto.agent_id) == [task]
        assert (task.source, task.assigned_by, task.status) == (TaskSource.DELEGATION, lead.agent_id, TaskStatus.PENDING)

    async def test_where_nobody_delegated_an_agent_gave_it_to_itself(self, store: TeamStore) -> None:
        _, lead = await a_team(store)
        task = await store.tasks.queue(ANNA, lead.agent_id, NewTask(text="Look again.", source=TaskSource.SELF))
        assert (task.assigned_by, task.source) == (lead.agent_id, TaskSource.SELF)

    async def test_tasks_are_in_the_order_in_which_they_came(self, store: TeamStore) -> None:
        _, lead = await a_team(store)
        texts = [f"Task {number}" for number in range(12)]
        for text in texts:
            await store.tasks.queue(ANNA, lead.agent_id, NewTask(text=text, source=TaskSource.SELF))
        assert [task.text for task in await store.tasks.pending(ANNA, lead.agent_id)] == texts
        newest = await store.tasks.tasks(ANNA, agent_id=lead.agent_id, statuses=[TaskStatus.PENDING], limit=3)
        assert [task.text for task in newest] == texts[:-4:-1]

    async def test_stopping_a_task_stops_what_was_delegated_for_it(self, store: TeamStore) -> None:
        team, lead = await a_team(store)
        otto = await store.agents.add_worker(ANNA, team.team_id, name="Otto", prompt="")
        task = await store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
        new = NewTask(text="Read it.", source=TaskSource.DELEGATION, assigned_by=lead.agent_id, parent_id=task.task_id, depth=1)
        part = await store.tasks.queue(ANNA, otto.agent_id, new)
        assert await store.tasks.stop(ANNA, task.task_id)
        assert [(await store.tasks.task(ANNA, each.task_id)).status for each in (task, part)] == [TaskStatus.STOPPED] * 2
        assert not await store.tasks.stop(ANNA, task.task_id)
        assert await due(store) == []


class TestHandingOver:
    async def test_the_users_words_are_one_pending_task_and_a_message_of_the_agents_home(
        self, store: TeamStore, database: Database
    ) -> None:
        _, lead = await a_team(store)
        task = await store.tasks.hand_over(ANNA, lead.agent_id, "What does the supplier still owe us?")
        assert await store.tasks.pending(ANNA, lead.agent_id) == [task]
        assert (task.text, task.source, task.conversation_id) == (
            "What does the supplier still owe us?",
            TaskSource.USER,
            lead.conversation_id,
        )
        await store.tasks.acknowledge(ANNA, task, "I'll look into what the supplier owes you.")
        messages = await talks_on(database).messages(ANNA, lead.conversation_id)
        words = "I'll look into what the supplier owes you."
        said = [(UserWords(words=task.text),), (OurWords(words=words, heard=len(words)),)]
        assert [message.parts for message in messages] == said
        (entry,) = await talks_on(database).list_digest(ANNA)
        assert entry.summary == words

    async def test_nothing_is_written_into_a_conversation_that_is_deleted_meanwhile(self, store: TeamStore, database: Database) -> None:
        _, lead = await a_team(store)
        task = await store.tasks.hand_over(ANNA, lead.agent_id, "What does the boiler supplier still get?")
        assert await talks_on(database).forget_one(ANNA, lead.conversation_id)
        await store.tasks.acknowledge(ANNA, task, "I'll look into what the supplier owes you.")
        async with database.reading() as session:
            assert (await session.scalars(select(StoredMessage))).all() == []

    async def test_in_a_call_the_words_are_kept_by_the_call(self, store: TeamStore, database: Database, clock: HandClock) -> None:
        _, lead = await a_team(store)
        talk = await talks_on(database).begin(ANNA, call_id="call 1", now=clock())
        task = await store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?", talk, words_are_kept=True)
        assert task.conversation_id == talk
        assert await talks_on(database).messages(ANNA, talk) == []
        task = await store.tasks.hand_over(ANNA, lead.agent_id, "And when?", talk)
        assert [message.words for message in await talks_on(database).messages(ANNA, talk)] == ["And when?"]

    async def test_a_home_that_was_deleted_begins_anew(self, store: TeamStore, database: Database) -> None:
        _, lead = await a_team(store)
        assert await talks_on(database).forget_one(ANNA, lead.conversation_id)
        await store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
        assert [entry.agent_id for entry in await talks_on(database).list_digest(ANNA)] == [lead.agent_id]

    async def test_whoever_wakes_is_told_in_the_same_transaction(self, database: Database) -> None:
        woken: list[str] = []

        async def wake(_session: object, lane: str, /) -> None:
            woken.append(lane)
            raise ConnectionError

        _, lead = await a_team(store_on(database))
        store = store_on(database, wake=wake)
        with pytest.raises(ConnectionError):
            await store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
        assert woken == [lane_of(lead.agent_id)]
        assert await store.tasks.pending(ANNA, lead.agent_id) == []
        assert await talks_on(database).messages(ANNA, lead.conversation_id) == []


class TestInsights:
    async def test_what_the_user_told_has_no_source_and_is_listed_filtered_found_corrected_and_removed(self, store: TeamStore) -> None:
        _, lead = await a_team(store)
        told = [(InsightKind.FACT, "Brandt invoices on the last Friday"), (InsightKind.LESSON, "Ask for the order number first")]
        fact, lesson = [await store.insights.create(ANNA, lead.agent_id, NewInsight(kind=kind, content=text)) for kind, text in told]
        assert fact.session_id is None
        assert await store.insights.all(ANNA, lead.agent_id) == [lesson, fact]
        assert await store.insights.newest(ANNA, lead.agent_id, 1) == [lesson]
        assert await store.insights.all(ANNA, lead.agent_id, kind=InsightKind.FACT) == [fact]
        assert await store.insights.search(ANNA, lead.agent_id, "FRIDAY brandt") == [fact]
        assert await store.insights.search(ANNA, lead.agent_id, "friday", kind=InsightKind.LESSON) == []
        corrected = await store.insights.correct(ANNA, fact.insight_id, "Brandt invoices on the first Monday")
        assert await store.insights.search(ANNA, lead.agent_id, "monday") == [corrected]
        assert [await store.insights.remove(ANNA, fact.insight_id) for _ in range(2)] == [True, False]
        assert await store.insights.all(ANNA, lead.agent_id) == [lesson]
        with pytest.raises(TeamError):
            await store.insights.create(ANNA, lead.agent_id, NewInsight(kind=InsightKind.FACT, content=" \n"))

    async def test_an_insight_keeps_its_source_and_loses_it_when_the_session_goes(self, store: TeamStore, clock: HandClock) -> None:
        _, lead = await a_team(store)
        session_id = await a_session(store, lead)
        async with store.database.session() as session:
            new = NewInsight(kind=InsightKind.PATTERN, content="Late on Mondays", confidence=0.7)
            await store.insights.add(session, ANNA, lead.agent_id, new, session_id=session_id)
        (insight,) = await store.insights.all(ANNA, lead.agent_id)
        assert (insight.session_id, insight.confidence) == (session_id, 0.7)
        async with store.database.session() as session:
            store.sessions.complete(await session.get_one(StoredWorkSession, session_id))
        clock.forward(days=8)
        next_id = await a_session(store, lead)
        async with store.database.session() as session:
            await store.sessions.discard(session, await session.get_one(StoredWorkSession, next_id))  # and what is old
        (insight,) = await store.insights.all(ANNA, lead.agent_id)
        assert (insight.content, insight.session_id) == ("Late on Mondays", None)

    async def test_deleting_an_agent_deletes_its_sessions_messages_insights_and_tasks(self, store: TeamStore, database: Database) -> None:
        team, lead = await a_team(store)
        otto = await store.agents.add_worker(ANNA, team.team_id, name="Otto", prompt="")
        await store.tasks.hand_over(ANNA, otto.agent_id, "Read the invoice.")
        session_id = await a_session(store, otto)
        async with store.database.session() as session:
            row = await session.get_one(StoredWorkSession, session_id)
            await store.sessions.append(session, row, WorkMessage(number=0, role=WorkRole.USER, words="Read"))
        await store.insights.create(ANNA, otto.agent_id, NewInsight(kind=InsightKind.FACT, content="A fact"))
        await store.agents.remove_worker(ANNA, otto.agent_id)
        async with database.reading() as session:
            for table in (StoredWorkSession, StoredWorkMessage, StoredInsight):
                assert (await session.scalars(select(table))).all() == []
        assert await store.tasks.tasks(ANNA, agent_id=otto.agent_id) == []
        entries = await talks_on(database).list_digest(ANNA)
        assert {entry.conversation_id: entry.agent_id for entry in entries} == {
            otto.conversation_id: None,
            lead.conversation_id: lead.agent_id,
        }


class TestSessions:
    async def test_a_session_starts_active_its_messages_get_1_and_2_and_completing_sets_state_and_time(
        self, store: TeamStore, clock: HandClock
    ) -> None:
        _, lead = await a_team(store)
        async with store.database.session() as session:
            started = await store.sessions.start(session, await session.get_one(StoredAgent, lead.agent_id))
            assert (started.status, started.created_at, started.completed_at) == (WorkStatus.ACTIVE, clock(), None)
            row = await session.get_one(StoredWorkSession, started.session_id)
            asked = WorkMessage(number=0, role=WorkRole.USER, words="What do we owe?")
            answer = WorkMessage(number=0, role=WorkRole.ASSISTANT, words="", calls=(WorkCall(call_id="c", tool="search_mail"),))
            first, second = [await store.sessions.append(session, row, each) for each in (asked, answer)]
            assert (first.number, second.number) == (1, 2)
            answered = WorkMessage(
                number=2, role=WorkRole.ASSISTANT, words="", calls=(WorkCall(call_id="c", tool="search_mail", result="two mails"),)
            )
            await store.sessions.answer(session, row, answered)
            assert await store.sessions.messages(session, row) == [first, answered]
            await store.sessions.compact(session, row, "Two mails were found.", [answered])
            summary, kept = await store.sessions.messages(session, row)
            assert (row.status, summary.number, kept.number, kept.calls) == (WorkStatus.COMPACTED, 1, 2, answered.calls)
            assert "Two mails were found." in summary.words
            assert await store.sessions.active(session, lead.agent_id) is row
            store.sessions.complete(row)
            await session.flush()
            assert await store.sessions.active(session, lead.agent_id) is None
            assert row.status == WorkStatus.COMPLETED
            assert row.completed_at is not None

    def test_context_up_to_so_many_tokens_has_the_summary_and_the_newest(self) -> None:
        summary = WorkMessage(number=1, role=WorkRole.SYSTEM, words="s" * 70)
        messages = [summary, *(WorkMessage(number=at, role=WorkRole.USER, words="u" * 330) for at in range(2, 12))]
        fitting = context_up_to(messages, 330)
        assert fitting == [summary, *messages[-3:]]
        assert tokens_of(fitting) <= 330
        assert should_compact(messages, 1_400)
        assert not should_compact(messages, 1_700)


class TestItems:
    async def test_an_item_has_its_full_text_in_the_conversation_and_is_there_once(self, store: TeamStore, database: Database) -> None:
        _, lead = await a_team(store)
        text = "The boiler supplier has not been paid since March. " * 120
        for _ in range(2):
            async with store.database.session() as session:
                news = TeamNews(summary="Unpaid since March", text=text, by="session:1")
                await store.items.add(session, await session.get_one(StoredAgent, lead.agent_id), ItemKind.BRIEFING, news)
        (item,) = await store.items.unread(ANNA)
        assert (item.kind, item.state, item.summary, item.agent_id) == (
            ItemKind.BRIEFING,
            ItemState.UNREAD,
            "Unpaid since March",
            lead.agent_id,
        )
        assert await store.items.full_text(ANNA, item) == text
        (message,) = await talks_on(database).messages(ANNA, lead.conversation_id)
        assert "".join(part.words for part in message.parts if isinstance(part, OurWords)) == text
        assert (await store.items.mark(ANNA, item.item_id, ItemState.OPEN)).state is ItemState.OPEN
        assert await store.items.unread(ANNA) == []
        await store.items.mark(ANNA, item.item_id, ItemState.DONE)
        assert [each.state for each in await store.items.items(ANNA)] == [ItemState.DONE]
        await talks_on(database).forget_one(ANNA, lead.conversation_id)
        assert await store.items.full_text(ANNA, item) == "Unpaid since March"


class TestOwners:
    async def test_what_is_another_owners_is_as_if_it_were_not_there(self, store: TeamStore, database: Database) -> None:
        team, lead = await a_team(store)
        task = await store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
        insight = await store.insights.create(ANNA, lead.agent_id, NewInsight(kind=InsightKind.FACT, content="A fact"))
        async with store.database.session() as session:
            news = TeamNews(summary="S", text="T", by="session:1")
            await store.items.add(session, await session.get_one(StoredAgent, lead.agent_id), ItemKind.BRIEFING, news)
        (item,) = await store.items.unread(ANNA)
        before = await everything(database)
        for other in (BEN, ANNA_AT_WORK):
            assert await store.agents.teams(other) == []
            assert await store.agents.agents(other, team_id=team.team_id) == []
            assert await store.tasks.tasks(other, agent_id=lead.agent_id) == []
            assert await store.tasks.pending(other, lead.agent_id) == []
            assert await store.insights.all(other, lead.agent_id) == []
            assert await store.insights.search(other, lead.agent_id, "fact") == []
            assert await store.items.items(other) == []
            assert not await store.insights.remove(other, insight.insight_id)
            for attempt in (
                store.agents.team(other, team.team_id),
                store.agents.agent(other, lead.agent_id),
                store.agents.add_worker(other, team.team_id, name="Eve", prompt=""),
                store.agents.remove_worker(other, lead.agent_id),
                store.agents.delete_team(other, team.team_id),
                store.agents.pause(other, lead.agent_id),
                store.tasks.hand_over(other, lead.agent_id, "Tell me all."),
                store.tasks.queue(other, lead.agent_id, NewTask(text="x", source=TaskSource.USER)),
                store.tasks.task(other, task.task_id),
                store.tasks.stop(other, task.task_id),
                store.insights.create(other, lead.agent_id, NewInsight(kind=InsightKind.FACT, content="x")),
                store.insights.correct(other, insight.insight_id, "x"),
                store.items.mark(other, item.item_id, ItemState.DONE),
            ):
                with pytest.raises(NotYoursError):
                    await attempt
        assert await everything(database) == before

    async def test_a_conversation_of_somebody_else_takes_no_words(self, store: TeamStore, database: Database, clock: HandClock) -> None:
        _, lead = await a_team(store)
        of_ben = await talks_on(database).begin(BEN, call_id="call 1", now=clock())
        with pytest.raises(NotYoursError):
            await store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?", of_ben)
        assert await store.tasks.pending(ANNA, lead.agent_id) == []

    async def test_nothing_that_anybody_said_lies_open_in_the_database(self, store: TeamStore, database: Database) -> None:
        team, lead = await store.agents.create_team(ANNA, BOILERS)
        await store.agents.add_worker(ANNA, team.team_id, name=SECRET, prompt=SECRET)
        await store.tasks.hand_over(ANNA, lead.agent_id, SECRET)
        await store.insights.create(ANNA, lead.agent_id, NewInsight(kind=InsightKind.FACT, content=SECRET))
        await MemoryStore(database, VAULT, now=HandClock()).add(ANNA, SECRET)
        session_id = await a_session(store, lead)
        async with store.database.session() as session:
            news = TeamNews(summary=SECRET, text=SECRET, by="session:1")
            await store.items.add(session, await session.get_one(StoredAgent, lead.agent_id), ItemKind.BRIEFING, news)
            row = await session.get_one(StoredWorkSession, session_id)
            calls = (WorkCall(call_id="c", tool="search_mail", arguments={"words": SECRET}, result=SECRET),)
            await store.sessions.append(session, row, WorkMessage(number=0, role=WorkRole.USER, words=SECRET, calls=calls))
        rows = await everything(database)
        async with database.reading() as session:
            assert [table for table in TABLES if (await session.execute(select(table).limit(1))).first() is None] == []
        assert not [row for row in rows if SECRET in row or "boiler" in row]

    async def test_a_key_that_opens_none_of_the_agents_is_known_for_that(self, store: TeamStore, database: Database) -> None:
        assert await store.opens()
        await a_team(store)
        assert await store.opens()
        assert not await TeamStore(database, Vault(GivenKeys(bytes(32))), now=HandClock()).opens()

    async def test_forgetting_a_user_leaves_nothing_of_them_and_all_of_others(
        self, store: TeamStore, database: Database, migrated_url: str
    ) -> None:
        memories = MemoryStore(database, VAULT, now=HandClock())
        for owner in (BEN, ANNA, ANNA_AT_WORK):
            _, lead = await a_team(store, owner)
            await store.tasks.hand_over(owner, lead.agent_id, "What do we owe?")
            await store.insights.create(owner, lead.agent_id, NewInsight(kind=InsightKind.FACT, content="A fact"))
            await a_session(store, lead)
            await memories.add(owner, "Prefers mornings")
        assert await TeamsOfAll(database, migrated_url).forget("anna") == 2
        assert await database.forget(StoredMemory, "anna") == 2
        left = await everything(database)
        assert left
        assert not [row for row in left if "'anna'" in row]
        assert len(await store.tasks.tasks(BEN)) == 2
        assert [each.content for each in await memories.all(BEN)] == ["Prefers mornings"]


class TestMemories:
    async def test_they_are_added_once_listed_corrected_and_removed(self, database: Database) -> None:
        memories = MemoryStore(database, VAULT, now=HandClock())
        first = await memories.add(ANNA, "  Prefers   mornings ")
        assert (first.content, await memories.add(ANNA, "prefers mornings")) == ("Prefers mornings", first)
        second = await memories.add(ANNA, "Ben is her brother")
        assert {each.content for each in await memories.all(ANNA)} == {"Prefers mornings", "Ben is her brother"}
        assert await memories.about(ANNA, "BROTHER") == [second]
        corrected = await memories.correct(ANNA, second.memory_id, "Ben is her cousin")
        assert corrected is not None
        assert await memories.about(ANNA, "cousin ben") == [corrected]
        assert [await memories.remove(ANNA, first.memory_id) for _ in range(2)] == [True, False]
        for other in (BEN, ANNA_AT_WORK):
            assert await memories.all(other) == []
            assert await memories.correct(other, second.memory_id, "x") is None
            assert not await memories.remove(other, second.memory_id)
        with pytest.raises(ValueError, match="words"):
            await memories.add(ANNA, " ")


class TestTaskStates:
    def test_every_other_move_is_refused(self) -> None:
        moves = {}
        for status, event in product(TaskStatus, TaskEvent):
            try:
                moves[status, event] = advance_task(status, event)
            except IllegalTaskMoveError:
                continue
        assert len(moves) == 7
        assert not [status for status, _ in moves if status in ENDED]
        assert set(moves.values()) == set(TaskStatus)


def test_no_record_shows_its_words() -> None:
    clock = HandClock()
    task = AgentTask(
        task_id="t", agent_id="a", assigned_by="a", text=SECRET, source=TaskSource.USER, status=TaskStatus.DONE, result=SECRET,
        conversation_id=None, out_of_mail=False, depth=0, parent_id=None, attempts=1, session_id=None, created_at=clock(), ended_at=None,
    )  # fmt: skip
    assert SECRET not in repr(task)
    assert SECRET not in repr(WorkMessage(number=1, role=WorkRole.USER, words=SECRET))
    assert SECRET not in repr(WorkCall(call_id="c", tool="t", arguments={"a": SECRET}, result=SECRET))
