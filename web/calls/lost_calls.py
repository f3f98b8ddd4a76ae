"""Whether a call has lost its agent, read from what the LiveKit server says of its room. No I/O, no clock.

Three parts may send an agent: the caller's token when it is used, the worker whose job process died (`agent.operations.supervision`),
and the keeper. Each sends it by a dispatch in the room, so the room's dispatches tell the keeper whether an agent is already on its way.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from providers.livekit.call_rooms import AskedFor
from providers.livekit.dispatch_metadata import DispatchMetadata
from providers.livekit.rooms import STARTS_WITHIN_S

STARTS_WITHIN = timedelta(seconds=STARTS_WITHIN_S)
TAKEN_WITHIN = timedelta(seconds=3)
"""A request that no worker took until then is made again. A cold worker may take longer; then two agents come, and the newer takes over."""


def on_the_way(asked: Sequence[AskedFor], *, gone: Collection[str], now: datetime) -> bool:
    """Whether a requested agent may still arrive. `gone` are agents that left or are known to be dead."""
    return any(_may_come(each, gone, now) for each in asked)


def _may_come(asked: AskedFor, gone: Collection[str], now: datetime) -> bool:
    if asked.taken_at is None:
        return now - asked.at < TAKEN_WITHIN
    return not asked.ended and asked.agent not in gone and now - asked.taken_at < STARTS_WITHIN


def told_to_the_next(asked: Sequence[AskedFor]) -> DispatchMetadata | None:
    """Metadata for the next agent: the last agent's, plus the job whose call it continues. None if the room is not a call of ours."""
    if not asked:
        return None
    last_job = next((each.job_id for each in reversed(asked) if each.job_id), None)
    metadata = asked[-1].metadata
    return metadata.replacing(last_job) if last_job else metadata
