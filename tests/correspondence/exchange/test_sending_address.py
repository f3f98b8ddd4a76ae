"""Briefings from an address of the installation, to users whose own mailbox may be of any kind: sent there by SMTP, their replies read
from the installation's folder, and nobody's words kept in it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefing.mail import Address
from correspondence.exchange import LetterState
from correspondence.kept.correspondence_rows import StoredLetter
from correspondence.verified import NotFromUser
from knowledge.mail_wishes import MailWay, MailWishes
from knowledge.preferences import PreferenceStore
from providers.connections.accounts import Provider, StoredGrant
from providers.connections.installation import Installation
from providers.connections.senders import ConfiguredSenders
from providers.maildir import maildir_account
from providers.sender import OutgoingMail, Refusal, SendRefusedError
from session.opening.letter_trust import ways_of
from session.opening.sending_due import account_store
from storage.database import Database
from tests.correspondence.exchange.post_office import (
    ANNA,
    MORNING,
    OURS,
    OWN,
    PASSES,
    RECEIVED,
    SERVER,
    HandClock,
    PostOffice,
    installation,
    maildir,
    post_office,
    post_settings,
)
from tests.servers.smtp import smtp_server
from tests.storage.migrated import migrated

BEFORE_FIVE = datetime(2026, 3, 2, 4, 58, tzinfo=UTC)
FAILS = f"Authentication-Results: {SERVER}; spf=pass smtp.mailfrom=eve@evil.example; dmarc=fail header.from=example.com\n"


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[PostOffice]:
    """The briefing of the morning has left."""
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    async with post_office(tmp_path, url, now=HandClock(BEFORE_FIVE), installed=True, more={"aloud_smtp_url": None}) as opened:
        await until_it_leaves(opened, MailWishes(on=True))
        yield opened


async def until_it_leaves(office: PostOffice, wishes: MailWishes) -> None:
    await PreferenceStore(office.database).keep_mail_wishes(ANNA, wishes)
    for _ in range(10):
        office.clock.forward(minutes=1)
        await office.work()
        if office.letters:
            break
    await office.work()


def replied(office: PostOffice, text: str, *, above: str = PASSES + RECEIVED, fields: Mapping[str, str] | None = None) -> str:
    """From a phone: no copy of it lies in any folder here."""
    given = {"To": OURS} | dict(fields or {})
    return office.reply(text, sent=False, above=above, folder=office.settings.aloud_briefing_maildir, fields=given)


def kept(office: PostOffice) -> str:
    """All that lies in the folder of the installation."""
    folder = office.settings.aloud_briefing_maildir
    assert folder is not None
    return "".join(file.read_text() for file in folder.rglob("*") if file.is_file())


async def number_of(office: PostOffice, subject: str) -> int:
    return next(mail.number for mail in (await office.now()).mails if mail.subject == subject)


async def test_the_briefing_leaves_from_it_and_the_reply_is_answered_from_it(office: PostOffice) -> None:
    (briefing,) = office.letters
    assert (office.desk.taken[0].sender, office.desk.taken[0].recipients) == (OURS, (OWN,))
    assert (OURS in str(briefing["From"]), str(briefing["To"])) == (True, OWN)
    assert str(briefing["Message-ID"]).endswith("@aloud.example>")
    found = await office.now()
    assert found.briefing is not None
    assert found.briefing.state is LetterState.SENT

    number = await number_of(office, "This week's offers")
    reply = replied(office, f"{number} archive")
    await office.look_and_work()
    assert office.is_in(2, ".Archive")
    answer = office.letters[-1]
    assert "Archived." in office.texts[-1]
    assert (OURS in str(answer["From"]), str(answer["To"]), str(answer["In-Reply-To"])) == (True, OWN, f"<{reply}>")

    await office.look_and_work()
    await office.look_and_work()
    assert len(office.letters) == 2


async def test_of_what_users_and_we_wrote_nothing_stays_in_its_folder(office: PostOffice) -> None:
    assert "Lunch on Tuesday" in office.texts[0]
    assert "Lunch on Tuesday" not in kept(office)
    replied(office, f"{await number_of(office, 'Lunch on Tuesday')} archive\n\n> Lunch on Tuesday")
    replied(office, "Kestrel", above=FAILS + RECEIVED)
    await office.look_and_work()
    await office.look_and_work()
    assert len((await office.now()).replies) == 1
    assert kept(office) == ""


async def test_mail_that_is_of_no_correspondence_stays_where_it_is(office: PostOffice) -> None:
    office.put(
        "new", f"From: {OWN}\nTo: {OURS}\nSubject: Hello\nMessage-ID: <other@example.com>\n\nHello.".encode(), folder=folder_of(office)
    )
    await office.look_and_work()
    assert "Subject: Hello" in kept(office)
    assert len(office.letters) == 1


@pytest.mark.part(0.25)
@pytest.mark.parametrize(
    ("above", "headers", "why"),
    [
        ("", {}, NotFromUser.NOT_AUTHENTICATED),
        (RECEIVED, {}, NotFromUser.NOT_AUTHENTICATED),
        (FAILS + RECEIVED, {}, NotFromUser.FAILED),
        (FAILS + RECEIVED + PASSES, {}, NotFromUser.FAILED),
        (RECEIVED + PASSES, {}, NotFromUser.NOT_AUTHENTICATED),
        (PASSES.replace(SERVER, "mx.example.com") + RECEIVED, {}, NotFromUser.NOT_AUTHENTICATED),
        (PASSES + RECEIVED, {"From": "Anna <eve@evil.example>"}, NotFromUser.OTHER_SENDER),
        (PASSES + RECEIVED, {"To": f"{OURS}, eve@evil.example"}, NotFromUser.TO_OTHERS),
        (PASSES + RECEIVED, {"Auto-Submitted": "auto-replied"}, NotFromUser.AUTOMATIC),
    ],
)
async def test_what_is_not_shown_to_be_the_users_does_nothing(
    office: PostOffice, above: str, headers: dict[str, str], why: NotFromUser
) -> None:
    replied(office, "1 delete\n2 delete\n3 delete", above=above, fields=headers)
    await office.look_and_work()
    found = await office.now()
    assert found.replies == ()
    assert [each.why for each in await office.parts.store.not_from_you(found)] == [why]
    assert all(office.is_in(number) for number in (1, 2, 3))
    assert len(office.letters) == 1


async def test_a_copy_among_what_the_installation_sent_makes_nobodys_reply(office: PostOffice) -> None:
    office.reply("1 delete", sent=False, folder=folder_of(office) / ".Sent", To=OURS)
    await office.look_and_work()
    assert (await office.now()).replies == ()


async def test_a_thread_that_a_sender_tied_to_the_users_shows_them_nobody_elses_mail(office: PostOffice) -> None:
    briefing = str(office.letters[0]["Message-ID"])
    tied = f"Message-ID: <knot@evil.example>\nReferences: {briefing} <bens@aloud.example>"
    knot = f"From: eve@evil.example\nTo: {OURS}\nSubject: Knot\n{tied}\n\nx"
    office.put("new", knot.encode(), folder=folder_of(office))
    theirs = f"From: ben@example.org\nTo: {OURS}\nSubject: Bens\nMessage-ID: <r@example.org>\nReferences: <bens@aloud.example>\n\nKestrel"
    office.put("new", theirs.encode(), folder=folder_of(office))
    await office.look_and_work()
    shown = await office.parts.store.not_from_you(await office.now())
    assert [each.subject for each in shown] == ["Knot"]
    assert "Kestrel" in kept(office)


async def test_a_letter_that_nobody_knows_to_have_left_is_known_by_its_header(office: PostOffice) -> None:
    """The process dies between what the server said and the end of the letter: the next one finds it, and sends nothing again."""
    found = await office.now()
    async with office.database.session() as session:
        row = await session.get(StoredLetter, (found.correspondence_id, 0))
        assert row is not None
        row.state = LetterState.UNKNOWN.value
    assert str(office.letters[0]["Message-ID"]) in kept(office)
    await office.look_and_work()
    found = await office.now()
    assert found.briefing is not None
    assert found.briefing.state is LetterState.SENT
    assert len(office.letters) == 1


def folder_of(office: PostOffice) -> Path:
    folder = office.settings.aloud_briefing_maildir
    assert folder is not None
    return folder


def to(*recipients: str) -> OutgoingMail:
    named: Sequence[Address] = [Address(email=each) for each in recipients]
    return OutgoingMail(
        message_id="m@aloud.example", from_=Address(email=OURS), to=tuple(named), subject="Today", body="Words.", date=MORNING
    )


async def test_a_user_with_a_connected_account_that_sends_nothing_is_written_to_there_and_to_nobody_else(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    async with smtp_server() as desk, Database(url) as database:
        settings = post_settings(tmp_path, tmp_path / "mail", 1, url, **installation(maildir(tmp_path / "briefings"), desk.port))
        store = account_store(settings, database)
        grant = StoredGrant(address="Ben@Example.org", refresh_token="r", scopes=())
        await store.put("ben", Provider.GOOGLE, grant, label="work", now=MORNING)
        senders, made = ConfiguredSenders(settings, store), Installation.of(settings)
        assert made is not None
        assert await senders.accounts("ben") == ()
        asked = settings.model_copy(update={"aloud_sending": True})
        assert list(await ways_of(asked, database, "ben")) == [MailWay.INSTALLATION], "the user has not allowed sending"
        async with senders.open("ben", made.account.slug) as sender:
            await sender.ready()
            await sender.send(to(OURS))
            await sender.ready()
            for recipients in (("eve@evil.example",), (OURS, "eve@evil.example"), ("ben@example.org",)):
                with pytest.raises(SendRefusedError):
                    await sender.send(to(*recipients))
        assert [(each.sender, each.recipients) for each in desk.taken] == [(OURS, ("ben@example.org",))]
        with pytest.raises(SendRefusedError) as refused:
            async with senders.open("carl", made.account.slug):
                pass
        assert refused.value.refusal is Refusal.NO_ACCOUNT


def test_in_a_dry_run_nothing_leaves_from_it(tmp_path: Path) -> None:
    settings = post_settings(tmp_path, tmp_path / "mail", 1, "", **installation(tmp_path, 1), aloud_sending_dry_run=True)
    assert Installation.of(settings) is None


def test_its_account_is_none_of_the_users(tmp_path: Path) -> None:
    settings = post_settings(tmp_path, tmp_path / "mail", 1, "", **installation(tmp_path / "briefings", 1))
    made = Installation.of(settings)
    assert made is not None
    assert made.account.slug not in {maildir_account(folder).slug for folder in settings.aloud_maildir}


@pytest.mark.parametrize(
    ("chosen", "own_sends", "sender"),
    [(MailWay.INSTALLATION, True, OURS), (MailWay.OWN, True, OWN), (MailWay.OWN, False, OURS), (MailWay.INSTALLATION, False, OURS)],
)
async def test_it_comes_from_where_the_user_has_chosen_or_from_where_it_can(
    tmp_path: Path, chosen: MailWay, own_sends: bool, sender: str
) -> None:
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    more = {} if own_sends else {"aloud_smtp_url": None}
    async with post_office(tmp_path, url, now=HandClock(BEFORE_FIVE), installed=True, more=more) as office:
        await until_it_leaves(office, MailWishes(on=True, way=chosen))
        assert [(each.sender, each.recipients) for each in office.desk.taken] == [(sender, (OWN,))]
