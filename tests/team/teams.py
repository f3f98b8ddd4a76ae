"""What tests of teams share: a store on a database, owners, a clock that is moved by hand, and a team."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from conversations.conversation_rows import Owner
from conversations.store import ConversationStore
from providers.connections.credentials import Vault
from providers.connections.secret_key import GivenKeys
from providers.durable.enqueueing import WakeUp, by_the_clock
from storage.database import Database
from team.agents import NewTeam
from team.records import Team, TeamAgent
from team.store import TeamStore

VAULT = Vault(GivenKeys(bytes(range(32))))
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
ANNA, BEN = Owner(user_id="anna"), Owner(user_id="ben")
ANNA_AT_WORK = Owner(user_id="anna", organisation_id="acme")
BOILERS = NewTeam(name="House", description="", mission="Keep the boiler running.", lead_name="Mia", lead_prompt="You know boilers.")


@dataclass(slots=True)
class HandClock:
    at: datetime = NOW

    def __call__(self) -> datetime:
        return self.at

    def forward(self, **by: float) -> None:
        self.at += timedelta(**by)


def store_on(database: Database, *, now: HandClock | None = None, wake: WakeUp = by_the_clock) -> TeamStore:
    return TeamStore(database, VAULT, now=now or HandClock(), wake=wake)


async def due(store: TeamStore) -> list[str]:
    """The agents with work, whoever is at it."""
    async with store.database.reading() as session:
        return list((await session.scalars(store.agents.due())).all())


def talks_on(database: Database) -> ConversationStore:
    return ConversationStore(database, VAULT)


async def a_team(store: TeamStore, owner: Owner = ANNA) -> tuple[Team, TeamAgent]:
    """With its lead, whose first task was stopped, so that nothing waits."""
    team, lead = await store.agents.create_team(owner, BOILERS)
    for task in await store.tasks.pending(owner, lead.agent_id):
        await store.tasks.stop(owner, task.task_id)
    return team, lead
