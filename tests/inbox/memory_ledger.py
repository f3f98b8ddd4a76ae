"""A ledger in memory; what it promises is held to the same contract as every other store."""

from collections.abc import Sequence
from datetime import datetime

from briefing.mail import MailId, MailStatus, Mark
from inbox.ledger.briefed_emails import LedgerUnavailableError, Recall
from inbox.ledger.remembered import last_briefed_minute, newest_of_each, remembered
from storage.epoch import minute_of, moment_of_minute


class MemoryLedger:
    """All marks in the order in which they were made. `away` is what the test says."""

    def __init__(self) -> None:
        self.away = False
        self.partial = False
        self.asked_about: list[MailId] = []
        self._marks: dict[str, list[Mark]] = {}

    async def recall(self, user_id: str, candidates: Sequence[MailId], *, now: datetime) -> Recall:
        self._must_be_there()
        self.asked_about += candidates
        marks = self._marks.get(user_id, [])
        last = last_briefed_minute(marks)
        wanted = set(candidates)
        return Recall(
            marks=remembered((mark for mark in marks if mark.mail_id in wanted), now=now),
            last_briefed_at=None if last is None else moment_of_minute(last),
            partial=self.partial,
        )

    async def mark(self, user_id: str, marks: Sequence[Mark]) -> None:
        self._must_be_there()
        if marks:
            kept = [_to_the_minute(mark) for mark in marks]
            self._marks.setdefault(user_id, []).extend(kept)

    async def records(self, user_id: str, *, now: datetime) -> dict[MailId, Mark]:
        self._must_be_there()
        return remembered(self._marks.get(user_id, []), now=now)

    async def forget(self, user_id: str) -> int:
        self._must_be_there()
        newest = newest_of_each(self._marks.pop(user_id, []))
        return sum(mark.status is not MailStatus.PENDING for mark in newest.values())

    async def aclose(self) -> None:
        """Nothing to let go of."""

    def _must_be_there(self) -> None:
        if self.away:
            raise LedgerUnavailableError("the test said so")


def _to_the_minute(mark: Mark) -> Mark:
    return Mark(mail_id=mark.mail_id, status=mark.status, at=moment_of_minute(minute_of(mark.at)), action=mark.action)
