"""What the user has heard and done, written down beside the agent in the plainest way; and what does not agree with it."""

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum

from briefing.mail import MailId, MailStatus


class Harm(StrEnum):
    """What a fault must never bring about."""

    LOST = "lost"
    """Something the user heard or did is not remembered, or a mail was never told."""
    DOUBLED = "doubled"
    """A mail that was settled is told anew."""
    INVENTED = "invented"
    """Something is remembered that the user neither heard nor did."""
    UNASKED = "unasked"
    """A mailbox was changed without the user's words."""
    MISPLACED = "misplaced"
    """A call did not go on where the one before broke off."""
    FAILED = "failed"
    """Work beside the conversation came to an end that it should not."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One harm, and when it showed."""

    harm: Harm
    step: str
    mail: str
    what: str


class Truth:
    """What became of each mail. A mail of which nothing is written down is pending."""

    def __init__(self) -> None:
        self._status: dict[MailId, MailStatus] = {}
        self._stored: defaultdict[MailId, set[MailStatus]] = defaultdict(lambda: {MailStatus.PENDING})
        self._on_its_way: set[MailId] = set()

    def status(self, mail: MailId) -> MailStatus:
        """What became of the mail, as far as the present call may know it."""
        return self._status.get(mail, MailStatus.PENDING)

    def storable(self, mail: MailId) -> frozenset[MailStatus]:
        """What the ledger may hold: one status, or several where a crash or a failing store leaves it open."""
        return frozenset(self._stored[mail])

    @property
    def is_certain(self) -> bool:
        """Whether no crash and no failing store left anything open."""
        return all(len(stored) == 1 for stored in self._stored.values())

    def heard(self, mail: MailId) -> None:
        """It was told to its end, or left on purpose."""
        if self.status(mail) in {MailStatus.PENDING, MailStatus.SKIPPED}:
            self.became(mail, MailStatus.BRIEFED)

    def became(self, mail: MailId, status: MailStatus) -> None:
        """By the user's action."""
        self._status[mail] = status
        self._stored[mail].add(status)
        self._on_its_way.add(mail)

    def may_have_become(self, mail: MailId, status: MailStatus) -> None:
        """The process was killed in the middle of the action."""
        self._stored[mail].add(status)

    def all_stored(self) -> None:
        """The writer says so: no crash takes back what was on its way."""
        stored, self._on_its_way = self._on_its_way, set()
        for mail in stored:
            self._stored[mail] = {self.status(mail)}

    def broke_off(self) -> None:
        """What was on its way may have arrived or not."""
        self._on_its_way.clear()

    def known_as(self, mail: MailId, status: MailStatus) -> None:
        """What a call that begins knows of it."""
        self._status[mail] = status
