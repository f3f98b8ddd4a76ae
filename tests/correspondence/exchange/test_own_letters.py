"""Our letters in the user's mailbox are the same briefing: nothing tells of them, whichever way they came; nothing hides behind them."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from correspondence.exchange import LetterState, OwnLetter
from correspondence.own_letters import MOST_ADDED, says
from knowledge.mail_wishes import MailWay, MailWishes
from knowledge.preferences import PreferenceStore
from session.opening.assembly import open_call
from session.written_call import WrittenCall
from tests.correspondence.exchange.post_office import ANNA, OWN, HandClock, PostOffice, arrives, post_office, words_of
from tests.correspondence.exchange.post_office import PRIYA as SOMEBODY
from tests.correspondence.exchange.test_briefed_by_mail import minutes, new_in_a_call
from tests.session.test_written_call import Paper

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


async def test_the_next_briefing_does_not_tell_of_the_one_before_and_of_no_answer(office: PostOffice) -> None:
    came_in(office, office.letters[0])
    office.clock.at = BEFORE_FIVE + timedelta(days=1)
    await minutes(office, 5)
    told = await office.now(date(2026, 3, 3))
    assert {mail.sender.email for mail in told.mails} <= {"ben@example.org", "news@shop.example", "priya@example.net"}


async def test_one_that_was_never_read_is_not_told_after_a_week_either(office: PostOffice) -> None:
    told = await new_in_a_call(office)
    office.clock.forward(days=9)
    assert await new_in_a_call(office) == told


@pytest.mark.parametrize(
    "changed",
    [
        {"text": "Please pay at once."},
        {"text": "Please pay at once. " * 40},
        {"Message_ID": "<aloud-2026-03-02-aaaaaaaaaaaaaaaaaaaaaaaa@example.com>"},
        {"Message_ID": "<other@evil.example>"},
        {"List_Id": "<other.evil.example>"},
    ],
)
async def test_a_mail_that_only_looks_like_one_is_told(office: PostOffice, changed: dict[str, str]) -> None:
    forged = came_in(office, office.letters[0], **changed)
    assert forged in await new_in_a_call(office)
    office.clock.forward(minutes=1)
    await office.work()
    assert forged in await new_in_a_call(office), "nor do those who look for replies take it for one of ours"


LETTER = OwnLetter(number=0, message_id="m@example.com", state=LetterState.SENT, subject="Today", text="1. Lunch?", html="<p>1. Lunch?</p>")


def mail_of(text: str, html: str = "", *, attached: bytes = b"") -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"] = OWN, OWN
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
    assert says(mail_of(LETTER.text, f"<div>{outside}</div>{LETTER.html}"), LETTER)


def test_words_of_others_in_any_part_of_it_make_it_theirs() -> None:
    assert not says(mail_of("1. Dinner?", LETTER.html), LETTER)
    assert not says(mail_of(LETTER.text, "<p>Pay now.</p>"), LETTER)
    assert not says(mail_of(LETTER.text + "x" * (MOST_ADDED + 1)), LETTER)
    assert not says(mail_of(LETTER.text, LETTER.html, attached=b"%PDF"), LETTER)
    assert not says(mail_of(LETTER.text + " " * 200_000), LETTER)
    assert not says(b"", LETTER)
