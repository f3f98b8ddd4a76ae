"""Ids of rows. Those that are made by one process are in the order in which they were made, also within a millisecond."""

import secrets
from datetime import datetime
from itertools import count
from uuid import UUID, uuid5

from storage.epoch import ms_of

_NAMESPACE = UUID("0b0f4bd4-5f1c-4a58-9a6c-6f2f0f4f2a11")
_made = count()
AGENT = "agent"
"""The kind of work that agents are, which their lanes are named by."""


def new_id(now: datetime) -> str:
    return f"{ms_of(now):012x}{next(_made) % 0x10000:04x}{secrets.token_hex(8)}"


def the_id_of(*what: str) -> str:
    """The same for the same, so that what is made twice is there once."""
    return str(uuid5(_NAMESPACE, "\n".join(what)))


def lane_of(agent_id: str) -> str:
    return f"{AGENT}:{agent_id}"
