"""Names that hold an "and", two wishes for one mail, one change of several taken back, and questions that only a mail answers."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from uuid import uuid4

import pytest

from session.opening.assembly import open_call
from session.written_call import WrittenCall
from tests.agent.typed_call import NOW, sample_settings
from tests.session.test_written_call import Paper, Written
from tests.storage.prepared import prepared

pytestmark = pytest.mark.slow

LIST = {"List-Unsubscribe": "<https://lists.example/leave>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "Precedence": "bulk"}
MAILS: tuple[tuple[str, str, str, Mapping[str, str]], ...] = (
    ("Ada Obi <ada@council.example>", "Market stalls", "Could you confirm by Friday whether you still want stall six?", {}),
    ("Tom Bell <tom@bell.example>", "Mum", "Can you ring mum tonight?", {}),
    (
        "Joanne Pike <joanne@pike.example>",
        "Lease",
        "I am the solicitor for the landlord. The deposit is 2,400 pounds, due on 4 December.",
        {},
    ),
    ("Bright Smile <desk@smile.example>", "Your visit", "Your dentist appointment is on Thursday, 12 March at 14:30.", {}),
    ("Priya Nair <priya@arts.example>", "Team meeting", "The team meeting on Wednesday is moved to 3 pm. Bring numbers.", {}),
    ("Hotel Alder <stay@alder.example>", "Your room", "We look forward to you. Your booking code is KX7Q2. Breakfast is from 7 to 10.", {}),
    ("Greta Holm <greta@holm.example>", "Invoice for the bowls", "The invoice comes to 360 pounds. Postage would be 18 pounds.", {}),
    ("Marks and Spencer <news@marks.example>", "Cosy nights", "New knitwear is here.", LIST),
    ("Marks and Spencer <news@marks.example>", "Winter food", "Order by Sunday.", LIST),
    ("Barnes & Noble <news@barnes.example>", "Ten books", "Ten books for the winter.", LIST),
    ("Ben and Jerry's <scoop@benjerry.example>", "A flavour", "Meet salted pear.", LIST),
    ("Ben Arnott <ben@arnott.example>", "Football", "Are you in on Saturday?", {}),
)


@asynccontextmanager
async def told(folder: Path) -> AsyncIterator[Written]:
    """A call on a Maildir with these mails, the first the newest."""
    folder /= "home"  # the account is called by it
    inbox = folder / "inbox"
    for name in ("cur", "new", "tmp"):
        (inbox / name).mkdir(parents=True)
    for place, (sender, subject, text, headers) in enumerate(MAILS):
        mail, at = EmailMessage(), NOW - timedelta(hours=1 + place)
        mail["From"], mail["To"], mail["Subject"], mail["Date"] = sender, "me@iris.example", subject, format_datetime(at)
        mail["Message-ID"] = f"<{place}@iris.example>"
        for name, value in headers.items():
            mail[name] = value
        mail.set_content(text)
        (inbox / "new" / f"{int(at.timestamp())}.M{place}.here").write_bytes(mail.as_bytes())
    settings = sample_settings(folder, aloud_addresses=("me@iris.example",))
    await prepared(settings)
    async with open_call(settings, "local", call_id=str(uuid4()), now=lambda: NOW) as (call, look):
        paper = Paper()
        conversation = WrittenCall(call, paper)
        await conversation.start(look)
        await conversation.greet(look)
        yield Written(call, conversation, paper)


async def said(folder: Path, *lines: str) -> list[str]:
    async with told(folder) as call:
        return [await call.type(line) for line in lines]


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("archive everything from Marks and Spencer", "Archived: two mails."),
        ("archive everything from Barnes and Noble", "Archived: the mail from Barnes and Noble."),
        ("archive the mails from Barnes & Noble", "Archived: the mail from Barnes and Noble."),
        ("archive everything from Ben and Jerry's", "Archived: the mail from Ben and Jerry's."),
        ("archive all newsletters from Marks and Spencer", "Archived: two mails."),
        ("archive everything from Marks & Spencer and Greta", "Archived: three mails."),
        ("archive everything from Ben and Greta", "Archived: two mails."),
        ("archive everything from Ben", "Archived: the mail from Ben Arnott."),
        ("only mails from Marks and Spencer", "two of the eleven mails"),
        ("only mails from Greta and Priya", "two of the eleven mails"),
    ],
)
async def test_a_name_that_holds_an_and_is_one_name(tmp_path: Path, line: str, done: str) -> None:
    (answer,) = await said(tmp_path, line)
    assert done in answer


async def test_what_was_thrown_away_with_the_same_words_can_still_be_unsubscribed_from(tmp_path: Path) -> None:
    *_, answer = await said(tmp_path, "the one from Barnes & Noble", "delete it and unsubscribe me")
    assert answer.startswith("Deleted. Unsubscribe from “Barnes & Noble”?")


async def test_any_mail_of_a_list_that_is_named_leads_to_its_question(tmp_path: Path) -> None:
    for line in ("unsubscribe me from Barnes", "unsubscribe me from the Barnes newsletter"):
        (answer,) = await said(tmp_path / line.replace(" ", ""), line)
        assert answer.startswith("Unsubscribe from “Barnes & Noble”?")


async def test_a_mail_is_asked_about_behind_another_wish(tmp_path: Path) -> None:
    (answer,) = await said(tmp_path, "archive it. when is my dentist appointment")
    assert answer.startswith("Archived. Bright Smile says: “Your dentist appointment is on Thursday, 12 March at 2:30 pm.”")


@pytest.mark.parametrize(("line", "done"), [("that can go, archive it", "Archived."), ("this can go, delete it", "Deleted.")])
async def test_what_can_go_is_not_needed_where_nothing_is_written(tmp_path: Path, line: str, done: str) -> None:
    assert (await said(tmp_path, line))[0].startswith(done)


async def test_one_change_of_several_is_taken_back(tmp_path: Path) -> None:
    two = ("archive the one from Tom", "delete the one from Greta")
    *_, asked, done = await said(tmp_path / "place", *two, "undo the first one", "yes")
    assert asked == "Undo what was done to the mail from Tom Bell? Yes or no."
    assert "Undone: the mail from Tom Bell is as it was." in done
    *_, named, again = await said(tmp_path / "name", *two, "take back the archiving of the mail from Tom", "undo the one from Priya")
    assert "Undone: the mail from Tom Bell is as it was." in named
    assert again.startswith("I have done no such thing")
    *_, third = await said(tmp_path / "none", *two, "undo the third")
    assert third.startswith("I have done no such thing")


async def test_a_mail_is_named_by_what_it_tells_of_and_asked_about_before_it_is_put_off(tmp_path: Path) -> None:
    asked, done, whose = await said(
        tmp_path, "remind me about the dentist mail tomorrow at nine", "yes", "snooze Priya's mail until first thing tomorrow"
    )
    assert asked == "Snooze the mail from Bright Smile until “Wednesday, 11 March, at 9 am”? Yes or no."
    assert "Put off until Wednesday, 11 March, at 9 am: the mail from Bright Smile." in done
    assert "at 8 am: the mail from Priya Nair" in whose


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "who is Joanne",
            "Joanne Pike wrote to you about “Lease”, from joanne@pike.example, and says: “I am the solicitor for the landlord.”",
        ),
        ("when is my dentist appointment", "Bright Smile says: “Your dentist appointment is on Thursday, 12 March at 2:30 pm.”"),
        ("what time is the meeting", "Priya Nair says: “The team meeting on Wednesday is moved to 3 pm.”"),
        ("what's the booking code", "Hotel Alder says: “Your booking code is KX7Q2.”"),
        ("how much is the invoice", "Greta Holm says: “The invoice comes to 360 pounds.”"),
        ("how much does Greta want for postage", "Greta Holm says: “Postage would be 18 pounds.”"),
        ("when do I have to pay the deposit", "Joanne Pike says: “The deposit is 2,400 pounds, due on 4 December.”"),
        ("what's the deposit on the lease", "Joanne Pike says: “The deposit is 2,400 pounds, due on 4 December.”"),
        ("when is the flight to Rome", "None of the mails that I have here says that. You can say search for, and what it is about."),
        ("who is Bob", "None of the mails that I have here says that. You can say search for, and what it is about."),
        ("how much is the dentist", "None of the mails that I have here says that. You can say search for, and what it is about."),
    ],
)
async def test_a_question_is_answered_by_the_mails_own_sentence_or_not_at_all(tmp_path: Path, question: str, answer: str) -> None:
    assert await said(tmp_path, question) == [answer]
