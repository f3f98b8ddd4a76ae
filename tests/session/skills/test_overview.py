"""What is left on the agenda by what it wants of the user, and the exchange that a mail stands in; honest while part of it loads."""

import json
from pathlib import Path

import pytest

from briefing.mail import Address
from session.skills import overview
from session.skills.facts import thread
from session.skills.presenting import present
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import MemoryMailbox, new_mail
from tests.inbox.virtual_clock import in_virtual_time
from tests.providers.arranged_maildir import ArrangedMaildir, make_maildir
from tests.providers.gmail.doubles.arranged_model import ArrangedGmailModel
from tests.providers.gmail.doubles.model import GmailModel
from tests.providers.messages import message
from tests.session.test_written_call import written

ANNA = Address(name="Anna Berg", email="anna@kontor.example")
SHOP = Address(name="The Shop", email="news@shop.example")


async def world(folder: Path) -> ArrangedMaildir:
    arranged = ArrangedMaildir(make_maildir(folder / "work"))
    bulk = {"List-Unsubscribe": "<mailto:leave@shop.example>", "Precedence": "bulk"}
    anna, raj = "Anna Berg <anna@kontor.example>", "Raj Patel <raj@kontor.example>"
    await arranged.deliver(message("ask", sender=anna, subject="Lunch", text="Can you come to lunch on Friday?\n"))
    await arranged.deliver(message("pay", sender=raj, subject="Invoice 12", text="Attached is the invoice for March.\n", hours=1))
    await arranged.deliver(message("ad", sender="The Shop <news@shop.example>", subject="Pay less today", headers=bulk, hours=2))
    await arranged.deliver(
        message("due", sender=raj, subject="Slides", text="I need your slides by the end of the day.\n", hours=6 * 24 - 2)
    )
    return arranged


@pytest.mark.parametrize(
    ("skill", "said"),
    [
        (overview.waiting_for_me, "One waits for your answer: Anna Berg about “Lunch”. Shall I read it?"),
        (overview.to_sign_or_pay, "One is about signing or paying: Raj Patel about “Invoice 12”. Shall I read it?"),
        (overview.due_today, "One is due today: Raj Patel about “Slides”. Shall I read it?"),
        (overview.overview, "One is due today, one waits for your answer, three are from people and one is about signing or paying."),
    ],
)
async def test_what_is_left_is_told_by_what_it_wants_and_no_advertisement_with_it(tmp_path: Path, skill: object, said: str) -> None:
    call = await memory_call((await world(tmp_path)).mailbox)
    assert callable(skill)
    assert (await skill(call)).words == said


async def test_a_model_gets_the_mails_of_each_group_with_their_dates(tmp_path: Path) -> None:
    call = await memory_call((await world(tmp_path)).mailbox)
    told = json.loads((await overview.overview(call)).data)
    assert {name: told[name]["count"] for name in ("due_today", "waiting_for_me", "from_people", "to_sign_or_pay")} == {
        "due_today": 1,
        "waiting_for_me": 1,
        "from_people": 3,
        "to_sign_or_pay": 1,
    }
    (mail,) = told["waiting_for_me"]["mails"]
    assert (mail["subject"], mail["begins"]) == ("Lunch", "Can you come to lunch on Friday?")
    assert mail["date"]
    assert sum(told["kinds"].values()) == 4


async def test_what_is_flagged_is_told_as_it_is_now(tmp_path: Path) -> None:
    async with written(tmp_path) as call:
        assert (await call.type("what is flagged")).startswith("One is flagged: Oakfield Primary School about ")
        await call.type("next")
        await call.type("flag it")
        assert (await call.type("which ones are flagged")).startswith("Two are flagged: ")
        for number in ("first", "second"):
            await call.type(f"unflag the {number}")
        assert (await call.type("show me the flagged mails")).startswith("As far as I can tell, none is flagged.")


@in_virtual_time
async def test_while_mails_load_it_is_said_that_they_are_not_counted() -> None:
    mails = [new_mail(f"m{number}", subject="Hello", sender=ANNA, hours_ago=number) for number in range(120)]
    call = await memory_call(MemoryMailbox("work", mails), everything=False)
    loaded = len(call.mail.pipeline.envelopes)
    assert loaded < 120
    assert (await overview.from_people(call)).words.endswith(f"{120 - loaded} mails have not loaded yet. Which one shall I read?")


@pytest.mark.parametrize("provider", ["maildir", "gmail"])
async def test_a_thread_is_told_as_a_whole_read_mails_too(tmp_path: Path, provider: str) -> None:
    arranged: ArrangedMaildir | ArrangedGmailModel = (
        ArrangedMaildir(make_maildir(tmp_path / "work")) if provider == "maildir" else ArrangedGmailModel(GmailModel())
    )
    first = await arranged.deliver(message("t1", sender="Anna Berg <anna@kontor.example>", subject="Boat", text="One.\n", hours=1))
    await arranged.read_elsewhere(first)
    await arranged.deliver(
        message("t2", sender="Raj Patel <raj@kontor.example>", subject="Re: Boat", text="Two.\n", answers=("t1",), hours=2)
    )
    call = await memory_call(arranged.mailbox)
    await present(call)
    outcome = await thread(call)
    assert outcome.words.startswith("This thread has two mails: Anna Berg on ")
    assert " and Raj Patel on " in outcome.words
    assert [mail["begins"] for mail in json.loads(outcome.data)["mails"]] == ["One.", "Two."]
