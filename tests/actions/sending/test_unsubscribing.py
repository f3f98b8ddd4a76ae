"""Leaving a list on a yes: once, by what the yes was about, and through the outbox where it is a mail."""

from dataclasses import dataclass, field, replace

import pytest

from actions.changes.entries import ChangeOutcome
from actions.changes.journal import Journal
from actions.consent.grants import GrantUsedError
from actions.consent.payloads import UnsubscribePayload
from actions.sending.outbox import Outbox, WrongGrantError
from actions.sending.unsubscriber import Leaving, Unsubscriber, unsubscribe_payload
from actions.sending_states import SendingState
from briefing.mail import Address
from providers.unsubscribe import UnsubscribeRefusedError, UnsubscribeUnknownError
from storage.database import Database
from tests.actions.sending_desk import MAIL, ORIGINAL, OWN, USER, VAULT, Desk, granted

pytest_plugins = ["tests.servers.both_databases"]

URL = "https://lists.example.org/off?u=1"
BY_POST = UnsubscribePayload(mail_id=MAIL, list_name="Weekly", target=URL)
BY_MAIL = UnsubscribePayload(
    mail_id=MAIL, list_name="Weekly", target="mailto:off@example.org?subject=I%20resign&body=IBAN%20DE89&cc=eve@example.net"
)


@dataclass
class Lists:
    """The server of the lists."""

    fails: Exception | None = None
    asked: list[str] = field(default_factory=list)

    async def post(self, url: str) -> None:
        self.asked.append(url)
        if self.fails:
            raise self.fails


@pytest.fixture
def desk(database: Database) -> Desk:
    return Desk(database)


def unsubscriber(desk: Desk, lists: Lists, *, dry_run: bool = False) -> Unsubscriber:
    journal = Journal(desk.database)
    outbox = Outbox(desk.database, VAULT, user_id=USER, now=desk.clock, register=desk.register, journal=journal, dry_run=dry_run)
    return Unsubscriber(outbox, lists, register=desk.register)


def test_what_is_asked_about_is_the_mails_own_header() -> None:
    original = replace(ORIGINAL, unsubscribe=f"<{URL}>", unsubscribe_post="List-Unsubscribe=One-Click", list_id="weekly.example.org")
    assert unsubscribe_payload(MAIL, original, list_name="Weekly") == replace(BY_POST, sender=ORIGINAL.sender.email)
    named = unsubscribe_payload(MAIL, original)
    assert named is not None
    assert named.list_name == "Anna Keller"
    assert unsubscribe_payload(MAIL, replace(original, unsubscribe_post="")) is None
    assert unsubscribe_payload(MAIL, ORIGINAL) is None


@pytest.mark.parametrize(
    ("fails", "leaving", "outcome"),
    [
        (None, Leaving.DONE, ChangeOutcome.DONE),
        (UnsubscribeRefusedError("no"), Leaving.REFUSED, ChangeOutcome.FAILED),
        (UnsubscribeUnknownError("?"), Leaving.UNKNOWN, ChangeOutcome.UNKNOWN),
    ],
)
async def test_a_list_is_told_once_for_one_yes(desk: Desk, fails: Exception | None, leaving: Leaving, outcome: ChangeOutcome) -> None:
    lists = Lists(fails)
    grant = granted(desk.register, BY_POST)
    assert (await unsubscriber(desk, lists).leave(grant, BY_POST, address=OWN)).leaving is leaving
    with pytest.raises(GrantUsedError):
        await unsubscriber(desk, lists).leave(grant, BY_POST, address=OWN)
    assert lists.asked == [URL]
    assert await desk.outbox.waiting() == ()
    (entry,) = await Journal(desk.database).entries(USER)
    assert (entry.mail_id, entry.outcome, entry.digest) == (MAIL, outcome, grant.digest)


async def test_a_mail_to_the_list_is_held_like_any_other(desk: Desk) -> None:
    lists = Lists()
    left = await unsubscriber(desk, lists).leave(granted(desk.register, BY_MAIL), BY_MAIL, address=OWN)
    assert left.leaving is Leaving.HELD
    assert left.held is not None
    assert await desk.run_due() == 0
    await desk.end()
    (mail,) = desk.server.taken
    assert (mail.to, mail.subject, mail.body, mail.from_) == (
        (Address(email="off@example.org"),),
        "unsubscribe",
        "unsubscribe",
        Address(email=OWN),
    )
    assert (mail.cc, mail.bcc, mail.attachments, lists.asked) == ((), (), (), [])
    assert await desk.outcome() == (SendingState.SENT, None)


async def test_it_can_be_taken_back_within_the_hold(desk: Desk) -> None:
    await unsubscriber(desk, Lists()).leave(granted(desk.register, BY_MAIL), BY_MAIL, address=OWN)
    assert await desk.outbox.cancel()
    await desk.end()
    assert desk.server.taken == []


@pytest.mark.parametrize("payload", [BY_POST, BY_MAIL])
async def test_a_yes_to_something_else_does_nothing(desk: Desk, payload: UnsubscribePayload) -> None:
    lists, other = Lists(), replace(payload, target=payload.target.replace("example.org", "evil.example.net"))
    with pytest.raises(WrongGrantError):
        await unsubscriber(desk, lists).leave(granted(desk.register, payload), other, address=OWN)
    with pytest.raises(WrongGrantError):
        await unsubscriber(desk, lists).leave(granted(desk.register, other), payload, address=OWN)
    assert lists.asked == []
    assert await desk.outbox.waiting() == ()


@pytest.mark.parametrize("payload", [BY_POST, BY_MAIL])
async def test_a_dry_run_asks_no_list_for_anything(desk: Desk, payload: UnsubscribePayload) -> None:
    lists = Lists()
    left = await unsubscriber(desk, lists, dry_run=True).leave(granted(desk.register, payload), payload, address=OWN)
    assert (left.leaving, lists.asked, await desk.outbox.waiting()) == (Leaving.DRY_RUN, [], ())
