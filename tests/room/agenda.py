"""What a briefing must contain, worked out beside the worker from the same mailbox and the same ledger."""

from datetime import UTC, datetime
from pathlib import Path

from briefing.mail import MailId, Mark
from briefing.speech.content.names import spoken_name
from briefing.tracking.tracker import BriefingSessionTracker
from inbox.ledger.briefed_emails import BriefedEmailStore
from session.opening.assembly import open_call
from tests.agent.typed_call import sample_settings
from tests.storage.prepared import prepared


class ExpectedBriefing:
    """A tracker of the test's own, moved as the caller's words should move the agent's."""

    def __init__(self, tracker: BriefingSessionTracker) -> None:
        self.tracker = tracker

    @property
    def sender(self) -> str:
        """How the sender of the current mail is called aloud."""
        mail = self.tracker.current()
        assert mail, "the expected briefing is at its end"
        return spoken_name(mail.sender)

    def heard_first(self) -> None:
        """The first mail was presented."""
        mail = self.tracker.current()
        assert mail
        self.tracker.note_presented(mail.mail_id)

    @property
    def marks(self) -> dict[MailId, tuple[str, str | None]]:
        """Status and action of every mail that was settled."""
        return {mark.mail_id: (mark.status, mark.action) for mark in self.tracker.drain_marks() if mark.status != "pending"}


async def expected_briefing(folder: Path) -> ExpectedBriefing:
    """The briefing of a sample inbox that nobody has heard anything of."""
    beside = sample_settings(folder, aloud_data_dir=folder / "beside")
    await prepared(beside)
    now = datetime.now(UTC)
    async with open_call(beside, "local", call_id="beside", now=lambda: now) as (_, look):
        return ExpectedBriefing(BriefingSessionTracker(look.agenda))


async def marks_in(ledger: BriefedEmailStore, user_id: str = "local") -> dict[MailId, tuple[str, str | None]]:
    """What a ledger remembers, as status and action."""
    records: dict[MailId, Mark] = await ledger.records(user_id, now=datetime.now(UTC))
    return {mail: (mark.status, mark.action) for mail, mark in records.items()}
