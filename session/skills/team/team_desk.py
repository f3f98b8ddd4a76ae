"""What a call has of the team and of what is known: the stores, what came in, and what was spoken of last. It decides nothing."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from briefing.speech.sentences import about_the_team
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.command_grammar.team_words.wanted_work import matter_of
from conversations.conversation_rows import Owner
from knowledge.memories import Memory, MemoryStore
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_models import TypedModels
from session.outcome import SkillRefusedError
from storage.database import DatabaseUnavailableError
from team.insights import NewInsight
from team.records import AgentTask, InboxItem, Insight, InsightKind, TaskSource, TaskStatus, TeamError
from team.store import TeamStore

REACHED_WITHIN_S = 4.0
WORDED_WITHIN_S = 1.2
"""How long an acknowledgement by a model may take; nobody has heard anything yet."""
UNDER_WAY = (TaskStatus.PENDING, TaskStatus.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class UntoldItem:
    """Something that the team has for the user. `task` is what they asked for, if they did, and `full` all that there is to read."""

    item: InboxItem
    full: str = field(repr=False)
    task: AgentTask | None = None

    @property
    def matter(self) -> str:
        """In the user's words; empty where nobody asked for it."""
        return matter_of(self.task.text) if self.task is not None else ""

    @property
    def has_more(self) -> bool:
        return self.full.strip() != self.item.summary.strip()


@dataclass(frozen=True, slots=True)
class UnderWay:
    """What was asked for, and the task of it that somebody is at, or has still to begin: the same one, or a part of it."""

    first: AgentTask
    at: AgentTask

    @property
    def matter(self) -> str:
        """In the user's words; empty where nobody asked for it."""
        return "" if self.first.out_of_mail or self.first.source is not TaskSource.USER else matter_of(self.first.text)


@dataclass(frozen=True, slots=True)
class SpokenOf:
    """What was told to be known, or was noted, in this turn of the dialogue."""

    turn: int
    noted: tuple[Memory | Insight, ...] = field(repr=False)


async def _unknown() -> bool:
    return True


@dataclass(slots=True, kw_only=True)
class TeamDesk:
    """`can_work`: a language model is set. `memories_known` are those of the user as last read, and `unread` is what the team has for them.
    `handed` are the tasks of this call that may still be under way, `told` the items that the user has heard in it; `when_heard` is done
    once these words were heard to their end. `done` counts what was done on the words of a turn, since words are good for one of a kind.
    `which_to_stop` are the tasks of which the user was asked last which one they mean, in the order in which they were told. `stirred` is
    set when there may be news."""

    owner: Owner
    store: TeamStore
    memories: MemoryStore
    models: TypedModels | None = None
    can_work: bool = True
    is_anybody_working: Callable[[], Awaitable[bool]] = _unknown
    memories_known: tuple[Memory, ...] = field(default=(), repr=False)
    unread: tuple[UntoldItem, ...] = ()
    spoken_of: SpokenOf | None = None
    which_to_stop: tuple[UnderWay, ...] = ()
    done: Counter[tuple[TeamAsk, int]] = field(default_factory=Counter)
    handed: set[str] = field(repr=False, default_factory=set)
    told: set[str] = field(repr=False, default_factory=set)
    when_heard: dict[str, Callable[[], None]] = field(default_factory=dict, repr=False)
    worded_within_s: float = WORDED_WITHIN_S
    stirred: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def acknowledges(self) -> TypedModels | None:
        """The models that word an acknowledgement, where a small one is set."""
        return self.models if self.models is not None and self.models.has_model_for(Purpose.ACKNOWLEDGE) else None

    async def look(self) -> None:
        """See what the team has for the user. Raises `DatabaseUnavailableError`."""
        known = {news.item.item_id: news for news in self.unread}
        items = [item for item in await self.store.items.unread(self.owner) if item.item_id not in self.told]
        read = [known.get(item.item_id) or await self._news(item) for item in items]
        self.unread = tuple(news for news in read if news.item.item_id not in self.told)
        self.handed -= {news.item.task_id for news in self.unread if news.item.task_id is not None}

    def was_told(self, news: UntoldItem) -> None:
        """The user has heard it; that is still to be stored."""
        self.told.add(news.item.item_id)
        self.unread = tuple(each for each in self.unread if each.item.item_id != news.item.item_id)

    async def remember_anew(self) -> None:
        """Read what is known of the user. Raises `DatabaseUnavailableError`."""
        self.memories_known = tuple(await self.memories.all(self.owner))

    async def under_way(self) -> list[UnderWay]:
        """What was asked for and is not done, the newest first; who is at it may do a part of it. Raises `DatabaseUnavailableError`."""
        found: dict[str, UnderWay] = {}
        for task in await self.store.tasks.tasks(self.owner, statuses=UNDER_WAY):
            first = task if task.parent_id is None else await self.store.tasks.asked_for(self.owner, task)
            known = found.get(first.task_id)
            if known is None or (task.status is TaskStatus.RUNNING and known.at.status is not TaskStatus.RUNNING):
                found[first.task_id] = UnderWay(first, task)
        return list(found.values())

    async def note_fact(self, words: str) -> Insight:
        """What the user told of the work, for the lead of the first team. Raises `DatabaseUnavailableError`."""
        team = await self.store.agents.first_team(self.owner)
        return await self.store.insights.create(self.owner, team.lead_id, NewInsight(kind=InsightKind.FACT, content=words))

    async def _news(self, item: InboxItem) -> UntoldItem:
        full = await self.store.items.full_text(self.owner, item)
        try:
            task = await self.store.tasks.task(self.owner, item.task_id) if item.task_id else None
        except TeamError:
            task = None  # gone with its agent
        return UntoldItem(item=item, full=full, task=task)


@asynccontextmanager
async def reaching_the_team(within_s: float = REACHED_WITHIN_S) -> AsyncIterator[None]:
    """What goes wrong with its stores inside becomes a sentence. Raises `SkillRefusedError`."""
    try:
        async with asyncio.timeout(within_s):
            yield
    except (DatabaseUnavailableError, TeamError, TimeoutError):
        raise SkillRefusedError(about_the_team.AWAY) from None
