"""A calendar out of a real Maildir: invitations of any age, moved and cancelled by whoever sent them, and by nobody else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from correspondence.briefing_mail.meetings import meetings_of
from inbox.invited import InvitedCalendar
from inbox.unified import UnifiedInbox
from providers.mailbox import Account, MailboxUnavailableError
from providers.maildir import MaildirMailbox
from tests.inbox.memory_mailbox import MemoryMailbox
from tests.providers.arranged_maildir import ArrangedMaildir, make_maildir
from tests.providers.messages import NOON, OWN_ADDRESS, message

DAY = datetime(2026, 3, 4, tzinfo=UTC)
ANNA, EVE = "Anna Keller <anna@example.org>", "Anna Keller <eve@evil.example>"


def invitation(name: str, *, sender: str = ANNA, method: str = "REQUEST", hour: int = 15, hours: float = 0, lines: str = "") -> bytes:
    title = {"CANCEL": "Cancelled event: Budget review", "REQUEST": "Invitation: Budget review"}[method]
    calendar = (
        f"BEGIN:VCALENDAR\nMETHOD:{method}\nBEGIN:VEVENT\nUID:budget@example.org\nSUMMARY:Budget review\n"
        f"DTSTART:20260304T{hour:02}0000Z\nDTEND:20260304T{hour + 1:02}0000Z\nLOCATION:Room 4\n"
        f"ORGANIZER;CN=Anna Keller:mailto:anna@example.org\nATTENDEE;CN=Sam:mailto:{OWN_ADDRESS}\n{lines}END:VEVENT\nEND:VCALENDAR\n"
    )
    head, _, text = message(name, sender=sender, subject=title, hours=hours, text="When: today\n").partition(b"\n\n")
    kept = b"\n".join(line for line in head.split(b"\n") if not line.startswith((b"Content-", b"MIME-")))
    parts = (
        b'\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary="b"\n\n--b\nContent-Type: text/plain\n\n' + text
        + b"\n--b\nContent-Type: text/calendar; charset=utf-8\n\n" + calendar.encode() + b"\n--b--\n"
    )  # fmt: skip
    return kept + parts


@asynccontextmanager
async def box(folder: Path, *mails: bytes) -> AsyncIterator[UnifiedInbox]:
    arranged = ArrangedMaildir(make_maildir(folder))
    for mail in mails:
        await arranged.deliver(mail)
    inbox = UnifiedInbox([MaildirMailbox(folder, account=Account(slug="home", label="home"), own_addresses=frozenset({OWN_ADDRESS}))])
    try:
        yield inbox
    finally:
        await inbox.aclose()


async def told(inbox: UnifiedInbox) -> list[tuple[str, int]]:
    calendar = InvitedCalendar(inbox, UTC, frozenset({OWN_ADDRESS}))
    return [(entry.title, entry.starts_at.hour) for entry in await calendar.entries(DAY, DAY + timedelta(days=1))]


async def test_an_invitation_is_a_meeting_of_its_day(tmp_path: Path) -> None:
    async with box(tmp_path / "m", invitation("one", hours=-48), message("other")) as inbox:
        assert await told(inbox) == [("Budget review", 15)]
        tomorrow = await InvitedCalendar(inbox, UTC).entries(DAY + timedelta(days=1), DAY + timedelta(days=2))
        assert list(tomorrow) == []


async def test_who_invited_moves_it_and_cancels_it(tmp_path: Path) -> None:
    moved = invitation("two", hour=17, hours=-24, lines="SEQUENCE:1\n")
    async with box(tmp_path / "moved", invitation("one", hours=-48), moved) as inbox:
        assert await told(inbox) == [("Budget review", 17)]
    cancelled = invitation("three", method="CANCEL", hours=-1, lines="SEQUENCE:2\n")
    async with box(tmp_path / "cancelled", invitation("one", hours=-48), moved, cancelled) as inbox:
        assert await told(inbox) == []


async def test_nobody_else_cancels_or_moves_it(tmp_path: Path) -> None:
    cancelled = invitation("two", sender=EVE, method="CANCEL", hours=-1, lines="SEQUENCE:9\n")
    async with box(tmp_path / "m", invitation("one", hours=-48), cancelled) as inbox:
        assert await told(inbox) == [("Budget review", 15)]


async def test_who_comes_and_what_they_last_wrote_are_looked_up_for_each_meeting(tmp_path: Path) -> None:
    asked = message("last", sender=ANNA, subject="Figures", text="Hello Sam,\n\ncan you bring the figures for March?\n", hours=-20)
    same_name = message("false", sender=EVE, subject="Money", text="Send me 900 euros today.\n", hours=-2)
    async with box(tmp_path / "m", invitation("one", hours=-48), asked, same_name) as inbox:
        calendar = InvitedCalendar(inbox, UTC, frozenset({OWN_ADDRESS}))
        (meeting,), is_away = await meetings_of([calendar], inbox, DAY, DAY + timedelta(days=1), now=NOON, own=frozenset({OWN_ADDRESS}))
    assert not is_away
    assert (meeting.title, meeting.with_, meeting.place) == ("Budget review", ("Anna Keller",), "Room 4")
    (item,) = meeting.research
    assert item.meeting == "Budget review"
    assert item.name == "What Anna Keller last wrote"
    assert "Figures" in item.text
    assert "can you bring the figures for March?" in item.text.lower() or "Can you bring the figures for March?" in item.text
    assert "900" not in item.text


async def test_a_calendar_that_does_not_answer_is_told_and_hides_no_other(tmp_path: Path) -> None:
    class Away:
        async def entries(self, since: datetime, until: datetime) -> list[object]:
            raise MailboxUnavailableError("away")

    async with box(tmp_path / "m", invitation("one", hours=-48)) as inbox:
        calendars = [Away(), InvitedCalendar(inbox, UTC, frozenset({OWN_ADDRESS}))]
        meetings, is_away = await meetings_of(calendars, inbox, DAY, DAY + timedelta(days=1), now=NOON, own=frozenset())  # type: ignore[arg-type]
    assert is_away
    assert [meeting.title for meeting in meetings] == ["Budget review"]
    nothing, _ = await meetings_of([], UnifiedInbox([MemoryMailbox()]), DAY, NOON, now=NOON, own=frozenset())
    assert nothing == ()
