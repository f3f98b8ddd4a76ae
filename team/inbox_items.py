"""What the team has for the user: items with a short summary, each with its full text as a message of a conversation."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from conversations.background_words import BackgroundWords
from conversations.conversation_rows import Owner
from conversations.headings import summary_line
from storage.database import Database
from storage.epoch import ms_of
from team.records import InboxItem, ItemKind, ItemState, NotYoursError
from team.row_ids import the_id_of
from team.sealed_team import SealedTeam
from team.tasks import RESULT
from team.team_rows import StoredAgent, StoredInboxItem, is_owners

IN_A_LIST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamNews:
    """Something for the user. `by` is the task or session that it comes of, `place` the conversation in which they asked for it."""

    summary: str = field(repr=False)
    text: str = field(repr=False)
    by: str
    place: str | None = None
    task_id: str | None = None


class InboxItems:
    """The items of all users. What is another owner's is as if it were not there. Every method may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database, sealed: SealedTeam, words: BackgroundWords, now: Callable[[], datetime]) -> None:
        self._database = database
        self._sealed = sealed
        self._words = words
        self._now = now

    async def unread(self, owner: Owner) -> list[InboxItem]:
        """Results and briefings that the user has not been told of, the oldest first."""
        return (await self.items(owner, states=[ItemState.UNREAD]))[::-1]

    async def items(self, owner: Owner, *, states: Collection[ItemState] = tuple(ItemState), limit: int = IN_A_LIST) -> list[InboxItem]:
        """The newest first."""
        mine = *is_owners(StoredInboxItem, owner), StoredInboxItem.state.in_([each.value for each in states])
        wanted = select(StoredInboxItem).where(*mine).order_by(StoredInboxItem.created_at.desc(), StoredInboxItem.item_id.desc())
        async with self._database.reading() as session:
            rows = (await session.scalars(wanted.limit(limit))).all()
        return await self._sealed.all_of(rows, self._sealed.item)

    async def item(self, owner: Owner, item_id: str) -> InboxItem:
        """Raises `NotYoursError`."""
        async with self._database.reading() as session:
            row = await session.scalar(
                select(StoredInboxItem).where(*is_owners(StoredInboxItem, owner), StoredInboxItem.item_id == item_id)
            )
        if (found := self._sealed.one_of(row, self._sealed.item)) is None:
            raise NotYoursError("there is no such item")
        return found

    async def mark(self, owner: Owner, item_id: str, state: ItemState) -> InboxItem:
        """`OPEN` once the user has seen or heard it, `DONE` when it is dealt with. Raises `NotYoursError`."""
        mine = *is_owners(StoredInboxItem, owner), StoredInboxItem.item_id == item_id
        async with self._database.session() as session:
            row = await session.scalar(update(StoredInboxItem).where(*mine).values(state=state.value).returning(StoredInboxItem))
        if row is None:
            raise NotYoursError("there is no such item")
        return self._sealed.item(row)

    async def full_text(self, owner: Owner, item: InboxItem) -> str:
        """All of it; only its summary where the conversation is gone."""
        said = await self._words.said(owner, item.conversation_id, by=item.written_by, number=RESULT)
        return said if said is not None else item.summary

    async def write(self, session: AsyncSession, agent: StoredAgent, news: TeamNews) -> str:
        """The full text, in the conversation or else at the agent's home, once for each `by`; where it stands now."""
        owner = Owner(user_id=agent.user_id, organisation_id=agent.organisation_id)
        place = news.place
        if place is None or not await self._words.is_there(session, owner, place):
            place, name = agent.conversation_id, self._sealed.agent(agent).name
            await self._words.open_home(session, owner, place, agent_id=agent.agent_id, title=name, at=self._now())
        await self._words.agent_said(session, owner, place, news.text, by=news.by, number=RESULT, at=self._now())
        return place

    async def add(self, session: AsyncSession, agent: StoredAgent, kind: ItemKind, news: TeamNews) -> None:
        """The item, and its full text as `write` does, in a transaction of the caller."""
        owner, place = Owner(user_id=agent.user_id, organisation_id=agent.organisation_id), await self.write(session, agent, news)
        item_id = the_id_of(kind.value, news.by)
        row = {
            "item_id": item_id,
            "user_id": owner.user_id,
            "organisation_id": owner.organisation_id,
            "agent_id": agent.agent_id,
            "kind": kind.value,
            "state": ItemState.UNREAD.value,
            "summary": self._sealed.items.seal(summary_line(news.summary), owner.user_id, item_id),
            "conversation_id": place,
            "written_by": news.by,
            "task_id": news.task_id,
            "created_at": ms_of(self._now()),
        }
        new = self._database.insert(StoredInboxItem).values(row)
        await session.execute(new.on_conflict_do_nothing(index_elements=[StoredInboxItem.item_id]))
