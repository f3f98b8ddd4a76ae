"""Words of the team as they lie in the database: sealed, each to its row and column, and read back as records."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from actions.sending.sealing import SealedWords
from briefing.mail import MailId
from providers.connections.credentials import SealBrokenError, Vault
from storage.epoch import moment_of_ms
from team.records import (
    AgentRole,
    AgentTask,
    InboxItem,
    Insight,
    InsightKind,
    ItemKind,
    ItemState,
    TaskSource,
    TaskStatus,
    Team,
    TeamAgent,
    WorkCall,
    WorkMessage,
    WorkRole,
    WorkSession,
    WorkStatus,
)
from team.team_rows import StoredAgent, StoredInboxItem, StoredInsight, StoredTask, StoredTeam, StoredWorkMessage, StoredWorkSession

logger = logging.getLogger(__name__)

Row = TypeVar("Row")
Read = TypeVar("Read")


class TeamWords(BaseModel):
    name: str
    description: str
    mission: str


class AgentWords(BaseModel):
    name: str
    prompt: str


class TaskWords(BaseModel):
    """With the mail that was open when the user asked for it."""

    text: str
    mail_id: MailId | None = None


class MessageWords(BaseModel):
    words: str
    calls: tuple[WorkCall, ...] = ()


class SealedTeam:
    """Seals what is written and opens what is read. What does not open with today's key is as if it were not there."""

    def __init__(self, vault: Vault) -> None:
        self.teams = SealedWords(vault, "team")
        self.agents = SealedWords(vault, "agent")
        self.texts, self.texts_on_mail = SealedWords(vault, "task text"), SealedWords(vault, "task on mail")
        self.results = SealedWords(vault, "task result")
        self.messages = SealedWords(vault, "work message")
        self.insights = SealedWords(vault, "insight")
        self.items = SealedWords(vault, "inbox item")

    async def all_of(self, rows: Iterable[Row], read: Callable[[Row], Read]) -> list[Read]:
        """Away from the event loop, since opening takes a while where there are many."""
        if not (rows := list(rows)):
            return []
        return await asyncio.to_thread(self._all, rows, read)

    def one_of(self, row: Row | None, read: Callable[[Row], Read]) -> Read | None:
        return next(iter(self._all([row], read)), None) if row is not None else None

    def _all(self, rows: Sequence[Row], read: Callable[[Row], Read]) -> list[Read]:
        found = []
        for row in rows:
            try:
                found.append(read(row))
            except (SealBrokenError, ValidationError):
                continue
        if len(found) < len(rows):
            logger.warning("rows of the team do not open with today's key", extra={"rows": len(rows) - len(found)})
        return found

    def team(self, row: StoredTeam) -> Team:
        words = TeamWords.model_validate_json(self.teams.open(row.content, row.user_id, row.team_id))
        return Team(team_id=row.team_id, lead_id=row.lead_id, created_at=moment_of_ms(row.created_at), **dict(words))

    def agent(self, row: StoredAgent) -> TeamAgent:
        words = AgentWords.model_validate_json(self.agents.open(row.content, row.user_id, row.agent_id))
        return TeamAgent(
            agent_id=row.agent_id,
            team_id=row.team_id,
            name=words.name,
            prompt=words.prompt,
            role=AgentRole(row.role),
            paused=row.paused,
            conversation_id=row.conversation_id,
            next_run_at=None if row.next_run_at is None else moment_of_ms(row.next_run_at),
            last_completed_at=None if row.last_completed_at is None else moment_of_ms(row.last_completed_at),
            created_at=moment_of_ms(row.created_at),
        )

    def task(self, row: StoredTask) -> AgentTask:
        result = None if row.result is None else self.results.open(row.result, row.user_id, row.task_id)
        try:
            words = TaskWords(text=self.texts.open(row.text, row.user_id, row.task_id))
        except SealBrokenError:
            words = TaskWords.model_validate_json(self.texts_on_mail.open(row.text, row.user_id, row.task_id))
        return replace(self.without_text(row), text=words.text, mail_id=words.mail_id, result=result)

    def sealed_task(self, words: TaskWords, user_id: str, task_id: str) -> str:
        if words.mail_id is None:
            return self.texts.seal(words.text, user_id, task_id)
        return self.texts_on_mail.seal(words.model_dump_json(), user_id, task_id)

    def without_text(self, row: StoredTask) -> AgentTask:
        """For one that does not open."""
        return AgentTask(
            task_id=row.task_id,
            agent_id=row.agent_id,
            assigned_by=row.assigned_by,
            text="",
            source=TaskSource(row.source),
            status=TaskStatus(row.status),
            result=None,
            conversation_id=row.conversation_id,
            out_of_mail=row.out_of_mail,
            depth=row.depth,
            parent_id=row.parent_id,
            attempts=row.attempts,
            session_id=row.session_id,
            created_at=moment_of_ms(row.created_at),
            ended_at=None if row.ended_at is None else moment_of_ms(row.ended_at),
        )

    def insight(self, row: StoredInsight) -> Insight:
        return Insight(
            insight_id=row.insight_id,
            agent_id=row.agent_id,
            kind=InsightKind(row.kind),
            content=self.insights.open(row.content, row.user_id, row.insight_id),
            session_id=row.session_id,
            by_user=row.by_user,
            confidence=row.confidence,
            created_at=moment_of_ms(row.created_at),
        )

    def item(self, row: StoredInboxItem) -> InboxItem:
        return InboxItem(
            item_id=row.item_id,
            kind=ItemKind(row.kind),
            state=ItemState(row.state),
            summary=self.items.open(row.summary, row.user_id, row.item_id),
            agent_id=row.agent_id,
            conversation_id=row.conversation_id,
            written_by=row.written_by,
            task_id=row.task_id,
            created_at=moment_of_ms(row.created_at),
        )

    def sealed_message(self, message: WorkMessage, user_id: str, session_id: str) -> str:
        words = MessageWords(words=message.words, calls=message.calls)
        return self.messages.seal(words.model_dump_json(), user_id, f"{session_id}/{message.number}")

    def message(self, row: StoredWorkMessage, user_id: str) -> WorkMessage:
        opened = self.messages.open(row.content, user_id, f"{row.session_id}/{row.number}")
        words = MessageWords.model_validate_json(opened)
        return WorkMessage(number=row.number, role=WorkRole(row.role), words=words.words, calls=words.calls)


def session_of(row: StoredWorkSession) -> WorkSession:
    return WorkSession(
        session_id=row.session_id,
        agent_id=row.agent_id,
        status=WorkStatus(row.status),
        created_at=moment_of_ms(row.created_at),
        completed_at=None if row.completed_at is None else moment_of_ms(row.completed_at),
        requests=row.requests,
        tokens=row.tokens,
        delegations=row.delegations,
    )
