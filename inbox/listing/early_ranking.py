"""Which mail comes first while only ids are known, from sets that a provider can list without reading an envelope."""

import asyncio
from collections.abc import Container, Iterable, Mapping
from types import MappingProxyType

from briefing.agenda import ReasonKind
from briefing.mail import MailId
from briefing.triage.scoring import WEIGHTS
from inbox.unified import UnifiedInbox
from providers.mailbox import IdSet

RANKED_BY: Mapping[IdSet, float] = MappingProxyType(
    {
        IdSet.FLAGGED: WEIGHTS[ReasonKind.FLAGGED],
        IdSet.FROM_VIPS: WEIGHTS[ReasonKind.VIP],
        IdSet.IMPORTANT: WEIGHTS[ReasonKind.IMPORTANT],
        IdSet.TO_ME: WEIGHTS[ReasonKind.TO_ME],
    }
)
"""The sets that are requested before any envelope is read, with their points."""


class EarlyRanking:
    """`sets` are empty until `ask`."""

    def __init__(self) -> None:
        self.sets: Mapping[IdSet, frozenset[MailId]] = dict.fromkeys(RANKED_BY, frozenset())

    async def ask(self, inbox: UnifiedInbox, vips: frozenset[str]) -> None:
        sets = await asyncio.gather(*(inbox.id_set(kind, vips) for kind in RANKED_BY))
        self.sets = dict(zip(RANKED_BY, sets, strict=True))

    def read(self, loaded: Container[MailId]) -> None:
        """Of these the envelopes say themselves who wrote them. Others may matter now than when the mailboxes were asked."""
        from_vips = frozenset(mail for mail in self.sets[IdSet.FROM_VIPS] if mail not in loaded)
        self.sets = {**self.sets, IdSet.FROM_VIPS: from_vips}

    def ranked(self, mails: Iterable[MailId]) -> list[MailId]:
        """Best guess first."""

        def points(mail: MailId) -> float:
            return sum(weight for kind, weight in RANKED_BY.items() if mail in self.sets[kind])

        return sorted(mails, key=points, reverse=True)
