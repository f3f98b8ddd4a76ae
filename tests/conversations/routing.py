"""What tests of routing share: a digest, a turn to route, and models over HTTP to the scripted server."""

from collections.abc import Sequence

from conversations.router import TurnToRoute
from conversations.store import DigestEntry
from tests.conversations.talks import later

LEASE, BOILER = "c-lease", "c-boiler"


def entry(conversation_id: str, title: str, summary: str | None = None, *, minute: int = 0) -> DigestEntry:
    return DigestEntry(conversation_id=conversation_id, title=title, summary=summary, last_activity_at=later(minute))


DIGEST = (entry(BOILER, "The boiler makes a noise", minute=5), entry(LEASE, "When does the lease end?", "It ends in May, says Mr Petrov."))


def turn(words: str = "And who signs it?", *, active: str | None = BOILER, digest: Sequence[DigestEntry] = DIGEST) -> TurnToRoute:
    return TurnToRoute(user_id="anna", words=words, active=active, digest=digest)
