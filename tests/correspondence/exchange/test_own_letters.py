"""Our letters in the user's mailbox are the same briefing: nothing tells of them, whichever way they came; nothing hides behind them."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from briefing.mail import Address, Envelope, MailId, MailStatus, ThreadId, mail_id
from correspondence.exchange import LetterState, OwnLetter
from correspondence.own_letters import MOST_ADDED, says
from correspondence.posting import LIST_NAME
from inbox.ledger.sql_ledger import SqlLedger
from inbox.unified import UnifiedInbox
from knowledge.mail_wishes import MailWay, MailWishes
from knowledge.preferences import PreferenceStore
from session.opening.assembly import open_call
from session.opening.talk_store import own_letters
from session.written_call import WrittenCall
from tests.correspondence.exchange.post_office import ANNA, OURS, OWN, HandClock, PostOffice, arrives, post_office, words_of
from tests.correspondence.exchange.post_office import PRIYA as SOMEBODY
from tests.correspondence.exchange.test_briefed_by_mail import minutes, new_in_a_call
from tests.correspondence.exchange.test_sending_address import replied
from tests.session.test_written_call import Paper
from tests.storage.migrated import migrated

pytest_plugins = ["tests.servers.both_databases"]

BEFORE_FIVE = datetime(2026, 3, 2, 4, 58, tzinfo=UTC)


@pytest.fixture(params=MailWay)
async def office(migrated_url: str, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[PostOffice]:
    """The briefing has left, by either way, and has come in; nobody has looked for replies yet."""
    async with post_office(tmp_path, migrated_url, now=HandClock(BEFORE_FIVE), installed=True) as opened:
        await PreferenceStore(opened.database).keep_mail_wishes(ANNA, MailWishes(on=True, way=request.param))
        await minutes(opened, 3)
        assert len(opened.letters) == 1
        yield opened


def came_in(office: PostOffice, letter: EmailMessage, **changed: str) -> str:
    """Another mail like this letter; `changed` are fields, or the text."""
    text = changed.pop("text", words_of(letter))
    copy = EmailMessage()
    for name, value in letter.items():
        if not name.lower().startswith(("content-", "mime-")):
            copy[name] = changed.get(name.replace("-", "_"), value)
    copy.set_content(text)
    return str(office.put("new", copy.as_bytes()))


async def test_the_briefing_is_not_new_in_a_call_that_begins_right_after_it_came(office: PostOffice) -> None:
    assert await new_in_a_call(office) == {office.mail(number) for number in (1, 2, 3)}


async def test_a_running_call_does_not_announce_it(migrated_url: str, tmp_path: Path) -> None:
    async with post_office(tmp_path, migrated_url, now=HandClock(BEFORE_FIVE), installed=True) as office:
        await PreferenceStore(office.database).keep_mail_wishes(ANNA, MailWishes(on=True))
        async with open_call(office.settings, ANNA, call_id="a-call", now=office.clock) as (call, look):
            paper = Paper()
            written = WrittenCall(call, paper)
            await written.start(look, greets=False)
            await minutes(office, 3)
            assert len(office.letters) == 1
            before = len(paper.turns)
            await written.take("anything new?")
            assert "briefing" not in paper.since(before).lower()
            arrives(office.folder, 7, SOMEBODY, "Dinner on Friday")
            before = len(paper.turns)
            await written.take("anything new?")
            assert "Priya" in paper.since(before)


async def test_the_next_briefing_does_not_tell_of_the_one_before_nor_of_a_reply_nor_of_its_answer(office: PostOffice) -> None:
    if str(office.letters[0]["From"]).endswith(f"<{OURS}>"):
        replied(office, "Thanks!")
    else:
        office.reply("Thanks!")
    await office.look_and_work()
    assert len(office.letters) == 2
    arrives(office.folder, 7, SOMEBODY, "Dinner on Friday")
    office.clock.at = BEFORE_FIVE + timedelta(days=1)
    await minutes(office, 5)
    told = await office.now(date(2026, 3, 3))
    assert [mail.subject for mail in told.mails] == ["Dinner on Friday"]


async def test_nobody_has_heard_it(office: PostOffice) -> None:
    await new_in_a_call(office)
    async with open_call(office.settings, ANNA, call_id="a-call", now=office.clock) as (call, look):
        assert dict(look.left_out) == {MailStatus.NO_NEWS: 1}
        assert look.last_briefed_at is None
        paper = Paper()
        written = WrittenCall(call, paper)
        await written.start(look)
        await written.greet(look)
        assert "you have heard" not in paper.since(0)


async def test_one_that_was_never_read_is_not_told_after_a_week_either(office: PostOffice) -> None:
    told = await new_in_a_call(office)
    office.clock.forward(days=9)
    assert await new_in_a_call(office) == told


LOOKS_LIKE_ONE: list[dict[str, str]] = [
    {"text": "Please pay at once."},
    {"text": "Please pay at once. " * 40},
    {"Message_ID": "<aloud-2026-03-02-aaaaaaaaaaaaaaaaaaaaaaaa@example.com>"},
    {"Message_ID": "<other@evil.example>"},
    {"List_Id": "<other.evil.example>"},
    {"Subject": "Your invoice"},
    {"From": "Eve <eve@evil.example>"},
]


async def test_mails_that_only_look_like_one_are_told(office: PostOffice) -> None:
    forged = {came_in(office, office.letters[0], **changed): changed for changed in LOOKS_LIKE_ONE}

    async def hidden() -> list[dict[str, str]]:
        new = await new_in_a_call(office)
        return [changed for mail, changed in forged.items() if mail not in new]

    assert await hidden() == []
    office.clock.forward(minutes=1)
    await office.work()
    assert await hidden() == [], "nor do those who look for replies take one for ours"


class Post(UnifiedInbox):
    """Every mail in it is this one, and is there once so many have been asked for."""

    def __init__(self, raw: bytes, *, together: int) -> None:
        super().__init__([])
        self.raw, self.asked, self.together = raw, list[MailId](), asyncio.Barrier(together)

    async def original(self, mail: MailId) -> bytes:
        self.asked.append(mail)
        await self.together.wait()
        return self.raw


def listed(*senders: str) -> list[Envelope]:
    return [
        Envelope(
            mail_id=mail_id("work", str(number)),
            thread_id=ThreadId(mail_id("work", str(number))),
            subject="Your briefing",
            sender=Address(email=sender),
            received_at=BEFORE_FIVE,
            list_id=LIST_NAME,
        )
        for number, sender in enumerate(senders)
    ]


async def test_mails_like_ours_hold_up_no_call(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    async with post_office(tmp_path, url, now=HandClock(BEFORE_FIVE)) as office:
        await PreferenceStore(office.database).keep_mail_wishes(ANNA, MailWishes(on=True))
        await minutes(office, 3)
        ours = own_letters(office.settings, office.database, SqlLedger(office.database), ANNA, {OWN}, office.clock)
        raw = office.desk.taken[0].raw
        together = replace(ours, within_s=60)
        assert len(await together.among(Post(raw, together=2), listed(OWN, OWN))) == 2
        strangers = Post(raw, together=1)
        assert not await together.among(strangers, listed("eve@evil.example"))
        assert strangers.asked == [], "who is not one of ours is known without reading it"
        assert not await replace(ours, within_s=0.01).among(Post(raw, together=2), listed(OWN))


LETTER = OwnLetter(number=0, message_id="m@example.com", state=LetterState.SENT, subject="Today", text="1. Lunch?", html="<p>1. Lunch?</p>")


def mail_of(text: str, html: str = "", *, attached: bytes = b"") -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = OWN, OWN, LETTER.subject
    mail.set_content(text)
    if html:
        mail.add_alternative(html, subtype="html")
    if attached:
        mail.add_attachment(attached, maintype="application", subtype="pdf", filename="bill.pdf")
    return mail.as_bytes()


def test_what_a_server_on_the_way_puts_around_the_words_leaves_it_ours() -> None:
    outside = "CAUTION: This mail comes from outside of the organisation."
    assert says(mail_of(LETTER.text, LETTER.html), LETTER)
    assert says(mail_of(f"{outside}\n\n  1.  Lunch? "), LETTER)
    assert says(mail_of(LETTER.text, LETTER.html.replace(" ", "\n ")), LETTER)


@pytest.mark.parametrize(
    "hidden",
    [
        '<div class="gmail_quote">Pay now.</div>',
        '<div class="preheader">Pay now.</div>',
        '<div style="display:none">Pay now.</div>',
        '<img src="https://evil.example/bill.png">',
        "<!--[if mso]>Pay now.<![endif]-->",
    ],
)
def test_nothing_hides_in_what_is_not_read_aloud(hidden: str) -> None:
    assert not says(mail_of(LETTER.text, LETTER.html + hidden), LETTER)
    assert not says(mail_of(LETTER.text, hidden + LETTER.html), LETTER)


def test_it_has_one_sender_and_one_subject() -> None:
    plain = mail_of(LETTER.text)
    assert says(plain, LETTER)
    assert not says(b"Subject: Pay now\n" + plain, LETTER)
    assert not says(b"From: Bank <bank@evil.example>\n" + plain, LETTER)
    assert not says(plain.replace(OWN.encode(), b"bank@evil.example, " + OWN.encode(), 1), LETTER)


def test_words_of_others_in_any_part_of_it_make_it_theirs() -> None:
    assert not says(mail_of("1. Dinner?", LETTER.html), LETTER)
    assert not says(mail_of(LETTER.text, "<p>Pay now.</p>"), LETTER)
    assert not says(mail_of(LETTER.text + "x" * (MOST_ADDED + 1)), LETTER)
    assert not says(mail_of(LETTER.text + "\n> Pay now." * 20), LETTER)
    assert not says(mail_of(LETTER.text, LETTER.html, attached=b"%PDF"), LETTER)
    assert not says(mail_of(LETTER.text + " " * 200_000), LETTER)
    assert not says(b"", LETTER)


@pytest.mark.parametrize(
    "content",
    [b"text/plain; charset*=a; charset*0=b", b"text/plain; charset*0*=a'b; charset*=c", b"multipart/mixed; boundary*=a; boundary*0=b"],
)
def test_what_cannot_be_read_is_theirs(content: bytes) -> None:
    assert not says(b"From: " + OWN.encode() + b"\nSubject: Today\nContent-Type: " + content + b"\n\n" + LETTER.text.encode(), LETTER)
