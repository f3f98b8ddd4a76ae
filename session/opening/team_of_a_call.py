"""What a call has of the team, from the settings; a composition root, like `session.opening.assembly`. It loads nothing that works."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial

from conversations.conversation_rows import Owner
from providers.durable.at_work import is_anybody_at_work
from providers.models.typed.models_at import ModelsAt
from providers.models.typed.typed_models import TypedModels
from providers.settings import Settings
from session.opening.handing_over import memory_store, team_store
from session.skills.team.team_desk import TeamDesk
from storage.database import Database
from storage.epoch import now_in_utc


async def team_of(settings: Settings, database: Database, models: TypedModels | None, stack: AsyncExitStack) -> Callable[[Owner], TeamDesk]:
    """Makes what a call of this user has of the team; what wakes the team is closed with the `stack`."""
    store, memories = await stack.enter_async_context(team_store(settings, database)), memory_store(settings, database)

    def desk(owner: Owner) -> TeamDesk:
        return TeamDesk(
            owner=owner,
            store=store,
            memories=memories,
            models=models,
            can_work=ModelsAt.of(settings) is not None,
            is_anybody_working=partial(is_anybody_at_work, database, now=now_in_utc),
        )

    return desk
