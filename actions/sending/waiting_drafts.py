"""The drafts that wait for their user: those of which no mail is on its way."""

from collections.abc import Collection, Mapping

from actions.sending.drafts import Draft, Drafts
from actions.sending.outbox import Outbox


async def waiting_drafts(drafts: Drafts, outbox: Outbox) -> dict[str, Draft]:
    """By id, the one that was changed last first. Raises `DatabaseUnavailableError`."""
    leaving = {news.message_id for news in await outbox.waiting()}
    return {draft.draft_id: draft for draft in await drafts.all() if draft.message_id not in leaving}


def newest_of(named: Collection[str], waiting: Mapping[str, Draft]) -> Draft | None:
    """Of the waiting drafts that are named, the one that was changed last."""
    return next((draft for draft_id, draft in waiting.items() if draft_id in named), None)
