"""All that is stored of teams, put together: each part has its tables in a module of its own."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import delete, select

from actions.sending.sealing import draft_words
from conversations.background_words import BackgroundWords
from providers.connections.credentials import Vault
from providers.durable.enqueueing import WakeUp, by_the_clock, forget_wake_ups
from storage.database import Database
from team.agents import Agents, delete_agents
from team.inbox_items import InboxItems
from team.insights import Insights
from team.row_ids import lane_of
from team.sealed_team import SealedTeam
from team.sessions import WorkSessions
from team.tasks import Tasks
from team.team_rows import StoredAgent, StoredTeam

NEWEST = 20


class TeamStore:
    """The teams of all users. The database belongs to the caller. Every method of every part may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database, vault: Vault, *, now: Callable[[], datetime], wake: WakeUp = by_the_clock) -> None:
        sealed, words = SealedTeam(vault), BackgroundWords(database, vault)
        self.database = database
        self.sealed = sealed
        self.tasks = Tasks(database, sealed, words, now, wake)
        self.agents = Agents(database, sealed, words, self.tasks, now)
        self.sessions = WorkSessions(sealed, now)
        self.insights = Insights(database, sealed, now)
        self.drafts = draft_words(vault)
        self.items = InboxItems(database, sealed, words, now)

    async def opens(self) -> bool:
        """Whether there are agents and the key opens any of the newest, or there are none."""
        newest = select(StoredAgent).order_by(StoredAgent.created_at.desc()).limit(NEWEST)
        async with self.database.reading() as session:
            rows = (await session.scalars(newest)).all()
        return not rows or bool(await self.sealed.all_of(rows, self.sealed.agent))


class TeamsOfAll:
    """The teams of every user, for forgetting one of them."""

    def __init__(self, database: Database, url: str) -> None:
        self._database = database
        self._url = url

    async def forget(self, user_id: str) -> int:
        """Delete all teams of the user with everything that is theirs, also what is being worked on and what waits to wake it; returns how
        many agents there were."""
        theirs = select(StoredAgent.agent_id).where(StoredAgent.user_id == user_id)
        async with self._database.reading() as session:
            lanes = [lane_of(each) for each in await session.scalars(theirs)]
        await forget_wake_ups(self._database, self._url, lanes)  # before their ids are gone, so that it is done again where it fails
        async with self._database.session() as session:
            gone = await delete_agents(session, StoredAgent.user_id == user_id)
            await session.execute(delete(StoredTeam).where(StoredTeam.user_id == user_id))
        await forget_wake_ups(self._database, self._url, [lane_of(each) for each in gone])  # what was queued meanwhile
        return len(gone)
