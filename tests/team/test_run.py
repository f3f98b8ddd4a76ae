"""Runs of agents with a scripted model over HTTP: what they leave behind, what comes to the user, and when they run again."""

from collections import Counter
from datetime import timedelta

from sqlalchemy import select

from briefing.mail import MailId
from conversations.parts import OurWords
from storage.database import Database
from team.agent_run import KNOWN
from team.insights import NewInsight
from team.records import InsightKind, ItemKind, ItemState, RunStage, TaskSource, TaskStatus, WorkStatus
from team.tasks import NewTask
from team.team_rows import StoredWorkMessage
from tests.servers.openai.chat import CallTool, Say
from tests.servers.openai.double import OpenAIDouble
from tests.team.teams import ANNA, BOILERS, a_team, due, talks_on
from tests.team.working import BRIEFED, LEARNED, Office, deliver, sessions, with_otto

pytest_plugins = ["tests.servers.both_databases"]


class TestARun:
    async def test_it_makes_a_new_session_completes_it_and_leaves_insights_and_nothing_pending(
        self, work: Office, database: Database
    ) -> None:
        _, lead = await a_team(work.store)
        work.mind.learns = LEARNED
        task = await work.store.tasks.hand_over(ANNA, lead.agent_id, "What does Brandt still get?")
        await work.run(lead.agent_id)
        (session,) = await sessions(database)
        assert (session.status, session.stage) == (WorkStatus.COMPLETED, RunStage.OVER)
        assert session.completed_at is not None
        assert await work.store.tasks.pending(ANNA, lead.agent_id) == []
        done = await work.store.tasks.task(ANNA, task.task_id)
        assert (done.status, done.result, done.session_id) == (TaskStatus.DONE, "Done: nothing is owed.", session.session_id)
        (insight,) = await work.store.insights.all(ANNA, lead.agent_id)
        assert (insight.content, insight.kind, insight.session_id) == (LEARNED[0]["content"], InsightKind.FACT, session.session_id)
        messages = await talks_on(database).messages(ANNA, lead.conversation_id)
        assert [message.words for message in messages] == ["What does Brandt still get?", "Done: nothing is owed."]

    async def test_the_mail_that_was_open_is_named_to_the_agent_which_can_read_it(self, work: Office) -> None:
        _, lead = await a_team(work.store)
        mail = deliver(work.folder, "1", sender="Brandt <info@brandt.example>", subject="Invoice 17", text="Please pay 240 euros.")
        work.mind.works = [CallTool("read_thread", mail_id=mail), Say("They want 240 euros.")]
        await work.store.tasks.hand_over(ANNA, lead.agent_id, "look into this", mail_id=MailId(mail))
        await work.run(lead.agent_id)
        asked, read = work.mind.asked
        assert mail in asked.last_user_text
        assert asked.last_user_text.endswith("\nlook into this")
        assert "Please pay 240 euros." in str(read.raw)

    async def test_the_next_run_is_another_session_and_knows_what_was_learned(self, work: Office, database: Database) -> None:
        _, lead = await a_team(work.store)
        work.mind.learns = LEARNED
        for _ in range(2):
            await work.store.tasks.hand_over(ANNA, lead.agent_id, "What does Brandt still get?")
            await work.run(lead.agent_id)
        assert len(await sessions(database)) == 2
        first, second = work.mind.asked
        assert "last Friday" not in str(first.raw)
        assert "last Friday" in str(second.raw)
        assert len(await work.store.insights.all(ANNA, lead.agent_id)) == 1

    async def test_what_is_noted_and_then_learned_in_the_same_words_is_there_once(self, work: Office) -> None:
        _, lead = await a_team(work.store)
        work.mind.works = [CallTool("note_insight", kind="fact", content="brandt invoices on the last Friday."), Say("Noted.")]
        work.mind.learns = LEARNED
        await work.store.tasks.hand_over(ANNA, lead.agent_id, "When does Brandt invoice?")
        await work.run(lead.agent_id)
        assert [each.content for each in await work.store.insights.all(ANNA, lead.agent_id)] == ["brandt invoices on the last Friday."]

    async def test_the_messages_of_a_session_go_with_its_end(self, work: Office, database: Database) -> None:
        _, lead = await a_team(work.store)
        work.mind.learns = LEARNED
        await work.store.tasks.hand_over(ANNA, lead.agent_id, "When does Brandt invoice?")
        await work.run(lead.agent_id)
        async with database.reading() as session:
            assert (await session.scalars(select(StoredWorkMessage))).all() == []
        (insight,) = await work.store.insights.all(ANNA, lead.agent_id)
        assert insight.session_id is not None

    async def test_nothing_learned_is_nothing_stored_and_the_session_is_completed(self, work: Office, database: Database) -> None:
        _, lead = await a_team(work.store)
        await work.store.tasks.hand_over(ANNA, lead.agent_id, "Hello?")
        await work.run(lead.agent_id)
        assert await work.store.insights.all(ANNA, lead.agent_id) == []
        assert [each.status for each in await sessions(database)] == [WorkStatus.COMPLETED]

    async def test_what_comes_meanwhile_is_done_in_the_same_session(self, work: Office, database: Database) -> None:
        _, lead = await a_team(work.store)
        first = await work.store.tasks.hand_over(ANNA, lead.agent_id, "One")
        work.mind.works = [CallTool("queue_for_myself", task="Two"), Say("One is done."), Say("Two is done.")]
        await work.run(lead.agent_id)
        second = next(each for each in await work.store.tasks.tasks(ANNA) if each.text == "Two")
        assert [(second.source, second.status, second.result)] == [(TaskSource.SELF, TaskStatus.DONE, "Two is done.")]
        assert (second.parent_id, second.depth) == (first.task_id, 1)
        assert len(await sessions(database)) == 1
        assert [(each.summary, each.task_id) for each in await work.store.items.items(ANNA)] == [("Two is done.", second.task_id)]

    async def test_who_has_nothing_to_do_begins_no_session(self, work: Office, database: Database) -> None:
        _, lead = await a_team(work.store)
        await work.run(lead.agent_id)
        await work.run("nobody")
        assert await sessions(database) == []

    async def test_nothing_of_a_session_is_in_a_conversation(self, work: Office, database: Database) -> None:
        deliver(work.folder, "1", sender="Brandt <info@brandt.example>", subject="Invoice 17", text="Please pay 240 euros.")
        _, lead = await a_team(work.store)
        work.mind.works = [CallTool("search_mail", words="invoice"), Say("240 euros.")]
        await work.store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
        await work.run(lead.agent_id)
        messages = await talks_on(database).messages(ANNA, lead.conversation_id)
        assert [message.words for message in messages] == ["What do we owe?", "240 euros."]
        assert "Invoice 17" in work.mind.asked[1].messages[-1].content

    async def test_what_the_user_told_is_known_first_however_much_was_learned_since(self, work: Office) -> None:
        _, lead = await a_team(work.store)
        await work.store.insights.create(ANNA, lead.agent_id, NewInsight(kind=InsightKind.FACT, content="Brandt is always late"))
        for number in range(KNOWN + 1):
            work.clock.forward(minutes=1)
            async with work.store.database.session() as session:
                learned = NewInsight(kind=InsightKind.FACT, content=f"Learned {number}")
                await work.store.insights.add(session, ANNA, lead.agent_id, learned)
        await work.store.tasks.hand_over(ANNA, lead.agent_id, "What does Brandt still get?")
        await work.run(lead.agent_id)
        sent = str(work.mind.asked[0].raw)
        assert sent.index("Brandt is always late") < sent.index(f"Learned {KNOWN}")
        assert 'Learned 0"' not in sent

    async def test_what_is_long_over_is_cleared_up_when_a_run_ends(self, work: Office) -> None:
        _, lead = await work.store.agents.create_team(ANNA, BOILERS)
        await work.store.tasks.hand_over(ANNA, lead.agent_id, "What does Brandt still get?")
        await work.run(lead.agent_id)
        work.clock.forward(hours=1)
        await work.run(lead.agent_id)
        (item,) = await work.store.items.items(ANNA)
        await work.store.items.mark(ANNA, item.item_id, ItemState.DONE)
        for days, own, items in ((29, 2, 1), (2, 2, 1), (60, 1, 0)):
            work.clock.forward(days=days)
            await work.run(lead.agent_id)
            sources = Counter(each.source for each in await work.store.tasks.tasks(ANNA))
            assert sources == {TaskSource.SYSTEM: 1, TaskSource.USER: 1, TaskSource.SELF: own}
            assert len(await work.store.items.items(ANNA)) == items


class TestBriefing:
    async def test_where_something_matters_there_is_an_item_and_the_full_text_in_the_conversation(
        self, work: Office, database: Database
    ) -> None:
        _, lead = await work.store.agents.create_team(ANNA, BOILERS)
        work.mind.briefs = BRIEFED
        await work.run(lead.agent_id)
        (item,) = await work.store.items.unread(ANNA)
        assert (item.kind, item.summary) == (ItemKind.BRIEFING, BRIEFED["summary"])
        assert await work.store.items.full_text(ANNA, item) == BRIEFED["text"]
        (message,) = await talks_on(database).messages(ANNA, lead.conversation_id)
        assert message.parts == (OurWords(words=str(BRIEFED["text"]), heard=len(str(BRIEFED["text"]))),)

    async def test_where_nothing_does_there_is_nothing(self, work: Office, database: Database) -> None:
        _, lead = await work.store.agents.create_team(ANNA, BOILERS)
        await work.run(lead.agent_id)
        assert await work.store.items.items(ANNA) == []
        assert await talks_on(database).messages(ANNA, lead.conversation_id) == []

    async def test_what_was_told_is_known_an_hour_later_and_is_not_told_again(self, work: Office, server: OpenAIDouble) -> None:
        _, lead = await work.store.agents.create_team(ANNA, BOILERS)
        work.mind.briefs = BRIEFED
        for _ in range(3):
            await work.run(lead.agent_id)
            work.clock.forward(hours=1)
        assert [item.summary for item in await work.store.items.items(ANNA)] == [BRIEFED["summary"]]
        assert "Brandt is owed 240 euros" in work.mind.asked[-1].last_user_text
        assert "Done: nothing is owed." in work.mind.asked[-1].last_user_text
        decided = [chat for chat in server.chat_requests if "decide" in chat.tool_names]
        assert ["Brandt is owed 240 euros" in str(chat.raw) for chat in decided] == [False, True, True]

    async def test_a_worker_briefs_nobody_and_is_not_even_asked(self, work: Office, server: OpenAIDouble) -> None:
        _, otto = await with_otto(work)
        work.mind.briefs = BRIEFED
        await work.store.tasks.queue(ANNA, otto.agent_id, NewTask(text="Read it.", source=TaskSource.SELF))
        await work.run(otto.agent_id)
        assert await work.store.items.items(ANNA) == []
        assert not [chat for chat in server.chat_requests if "decide" in chat.tool_names]


class TestSchedule:
    async def test_a_lead_runs_again_an_hour_later_by_itself_in_a_new_session(self, work: Office, database: Database) -> None:
        _, lead = await work.store.agents.create_team(ANNA, BOILERS)
        await work.run(lead.agent_id)
        after = await work.store.agents.agent(ANNA, lead.agent_id)
        assert (after.last_completed_at, after.next_run_at) == (work.clock(), work.clock() + timedelta(hours=1))
        work.clock.forward(minutes=59)
        assert await due(work.store) == []
        work.clock.forward(minutes=1)
        assert await due(work.store) == [lead.agent_id]
        work.mind.works = [CallTool("queue_for_myself", task="Ask for the missing invoice."), Say("I look for the invoice."), Say("Found.")]
        await work.run(lead.agent_id)
        assert len(await sessions(database)) == 2
        own, proposed = [each for each in await work.store.tasks.tasks(ANNA) if each.source is TaskSource.SELF][::-1]
        assert "mission" in own.text
        assert (proposed.text, proposed.status) == ("Ask for the missing invoice.", TaskStatus.DONE)
        assert await due(work.store) == []

    async def test_tasks_come_first_and_own_initiative_only_without_any(self, work: Office) -> None:
        _, lead = await work.store.agents.create_team(ANNA, BOILERS)
        await work.run(lead.agent_id)
        work.clock.forward(hours=2)
        await work.store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
        await work.run(lead.agent_id)
        assert [each.source for each in await work.store.tasks.tasks(ANNA)] == [TaskSource.USER, TaskSource.SYSTEM]

    async def test_a_worker_has_no_next_run_and_is_never_picked_up_idle(self, work: Office) -> None:
        _, otto = await with_otto(work)
        await work.store.tasks.queue(ANNA, otto.agent_id, NewTask(text="Read it.", source=TaskSource.SELF))
        assert await due(work.store) == [otto.agent_id]
        await work.run(otto.agent_id)
        after = await work.store.agents.agent(ANNA, otto.agent_id)
        assert (after.next_run_at, after.last_completed_at) == (None, work.clock())
        work.clock.forward(days=3)
        assert await due(work.store) == []

    async def test_the_first_team_works_by_itself_only_once_the_user_has_agreed(self, work: Office) -> None:
        lead_id = (await work.store.agents.first_team(ANNA)).lead_id
        for _ in range(2):
            await work.store.tasks.hand_over(ANNA, lead_id, "What do we owe?")
            await work.run(lead_id)
            assert (await work.store.agents.agent(ANNA, lead_id)).next_run_at is None
        await work.store.agents.begin_first_team(ANNA)
        await work.run(lead_id)
        assert (await work.store.agents.agent(ANNA, lead_id)).next_run_at == work.clock() + timedelta(hours=1)
