"""What tests of the team's API share: the stores of a server, programs with tokens, and a team with all that one can have."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx2

from conversations.conversation_rows import Owner
from conversations.store import ConversationStore
from knowledge.memories import MemoryStore
from providers.settings import Settings
from session.opening.sending_due import writing_vault
from storage.database import Database
from team.agents import NewTeam
from team.inbox_items import TeamNews
from team.insights import NewInsight
from team.records import AgentTask, InboxItem, Insight, InsightKind, ItemKind, Team, TeamAgent
from team.store import TeamStore
from team.team_rows import StoredAgent
from tests.web.served import Served
from web.signing_in.api_tokens import ApiTokens, TokenScope

LOCAL, STRANGER = Owner(user_id="local"), Owner(user_id="stranger")
ALL_SCOPES = tuple(TokenScope)
BOILERS = NewTeam(name="House", mission="Keep the boiler running.", lead_name="Mia", lead_prompt="You know boilers.")


def now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class Stores:
    """The server's own, by another connection."""

    database: Database
    team: TeamStore
    memories: MemoryStore
    conversations: ConversationStore
    tokens: ApiTokens

    async def item(self, owner: Owner, agent: TeamAgent, summary: str, text: str) -> InboxItem:
        """As a run of this agent leaves one."""
        news = TeamNews(summary=summary, text=text, by=f"session:{summary}")
        async with self.database.session() as session:
            await self.team.items.add(session, await session.get_one(StoredAgent, agent.agent_id), ItemKind.BRIEFING, news)
        (item,) = [each for each in await self.team.items.items(owner) if each.written_by == news.by]
        return item


@asynccontextmanager
async def stores_of(settings: Settings) -> AsyncIterator[Stores]:
    async with Database(settings.shared_database_url) as database:
        vault = writing_vault(settings)
        yield Stores(
            database,
            TeamStore(database, vault, now=now),
            MemoryStore(database, vault, now=now),
            ConversationStore(database, vault),
            ApiTokens(database),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Belongings:
    """One of everything that a user can have of a team."""

    team: Team
    lead: TeamAgent
    worker: TeamAgent
    task: AgentTask
    item: InboxItem
    insight: Insight
    memory_id: str
    token_id: str

    @property
    def ids(self) -> tuple[str, ...]:
        agents = (self.lead.agent_id, self.worker.agent_id, self.lead.conversation_id, self.worker.conversation_id)
        return (self.team.team_id, *agents, self.task.task_id, self.item.item_id, self.insight.insight_id, self.memory_id, self.token_id)


async def belongings(stores: Stores, owner: Owner, word: str) -> Belongings:
    """In all words of which this word stands."""
    new = NewTeam(name=f"{word} team", description=word, mission=f"{word} mission", lead_name=f"{word} lead", lead_prompt=word)
    team, lead = await stores.team.agents.create_team(owner, new)
    worker = await stores.team.agents.add_worker(owner, team.team_id, name=f"{word} worker", prompt=word)
    insight = await stores.team.insights.create(owner, lead.agent_id, NewInsight(kind=InsightKind.FACT, content=f"{word} insight"))
    memory = await stores.memories.add(owner, f"{word} memory")
    _, token = await stores.tokens.make(owner, f"{word} token", ALL_SCOPES, now=now())
    return Belongings(
        team=team,
        lead=lead,
        worker=worker,
        task=await stores.team.tasks.hand_over(owner, lead.agent_id, f"{word} task"),
        item=await stores.item(owner, lead, f"{word} item", f"{word} in full"),
        insight=insight,
        memory_id=memory.memory_id,
        token_id=token.token_id,
    )


async def program(server: Served, stores: Stores, owner: Owner = LOCAL, scopes: Collection[TokenScope] = ALL_SCOPES) -> httpx2.AsyncClient:
    """Somebody's, with a token of this owner's and no cookie."""
    token, _ = await stores.tokens.make(owner, "a program", scopes, now=now())
    http = server.browser().http
    http.headers["Authorization"] = f"Bearer {token}"
    return http
