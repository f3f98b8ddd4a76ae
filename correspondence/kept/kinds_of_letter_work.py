"""What is done for correspondences, and in which lanes."""

from datetime import timedelta

OPEN_FOR = timedelta(days=7)
"""How long after the last mail in it replies to a briefing are looked for."""
BRIEFING_WORK = "briefing"
"""The kind of work that writes briefings, one process at a time for each user."""
RECORDING = "replies"
"""The kind of work that looks for replies, one process at a time for each user."""
ANSWERING = "correspondence"
"""The kind of work that answers, one process at a time for each correspondence."""


def lane_of(correspondence_id: str) -> str:
    return f"{ANSWERING}:{correspondence_id}"
