"""A search by sender, date, attachment and meaning, in a Maildir and by Gmail's own search; one hit is told at once."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefing.understanding.command_grammar.command_phrases.navigating import FROM_THEM
from briefing.understanding.searched_for import searched_for
from providers.gmail.searching import search_terms
from session.call import Call
from session.skills.lookup import search_mail
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import NOON
from tests.providers.arranged_maildir import ArrangedMaildir, make_maildir
from tests.providers.gmail.doubles.arranged_model import ArrangedGmailModel
from tests.providers.gmail.doubles.model import GmailModel
from tests.providers.messages import message

PROVIDERS = ("maildir", "gmail")


async def call_over(folder: Path, provider: str) -> Call:
    arranged: ArrangedMaildir | ArrangedGmailModel = (
        ArrangedMaildir(make_maildir(folder / "work")) if provider == "maildir" else ArrangedGmailModel(GmailModel())
    )
    for name, sender, subject, text in (
        ("d", "Dental Practice Kern <office@kern.example>", "Your appointment", "See you on Thursday.\n"),
        ("i1", "Anna Berg <anna@kontor.example>", "Bill for February", "It is 40 euro.\n"),
        ("i2", "Raj Patel <raj@patel.example>", "Invoice 7", "Please pay 50 euro.\n"),
        ("l", "Anna Berg <anna@kontor.example>", "Lunch", "Noon?\n"),
    ):
        await arranged.deliver(message(name, sender=sender, subject=subject, text=text))
    return await memory_call(arranged.mailbox)


def found(data: str) -> set[str]:
    return {mail["subject"] for mail in json.loads(data)["mails"]}


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_single_hit_is_told_at_once_with_its_text(tmp_path: Path, provider: str) -> None:
    call = await call_over(tmp_path, provider)
    outcome = await search_mail(call, "the dentist")
    assert outcome.words.startswith("I found one: ")
    assert "Which one" not in outcome.words
    told = json.loads(outcome.data)
    assert (told["subject"], told["text"]) == ("Your appointment", "See you on Thursday.")
    assert call.it == told["mail_id"]


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    ("query", "subjects"),
    [
        ("invoices", {"Bill for February", "Invoice 7"}),
        ("from anna", {"Bill for February", "Lunch"}),
        ("from kontor.example", {"Bill for February", "Lunch"}),
        ("euro", {"Bill for February", "Invoice 7"}),
    ],
)
async def test_it_finds_by_sender_domain_and_what_things_are_called(tmp_path: Path, provider: str, query: str, subjects: set[str]) -> None:
    outcome = await search_mail(await call_over(tmp_path, provider), query)
    assert found(outcome.data) == subjects
    assert all(mail["date"] for mail in json.loads(outcome.data)["mails"])


async def test_it_finds_by_date(tmp_path: Path) -> None:
    arranged = ArrangedMaildir(make_maildir(tmp_path / "work"))
    for name, days in (("new", 0), ("old", 9), ("older", 40)):
        await arranged.deliver(message(name, subject=name, text="needle\n", hours=-24 * days))
    call = await memory_call(arranged.mailbox)
    month = next(each.received_at for each in call.mail.pipeline.envelopes.values() if each.subject == "older").strftime("%B %Y").lower()
    assert json.loads((await search_mail(call, f"needle in {month}")).data)["subject"] == "older"


def test_gmail_is_asked_for_each_field_in_its_own_language() -> None:
    query = searched_for("invoice from anna with attachment in october 2025", NOON)
    after, before = int(datetime(2025, 10, 1, tzinfo=UTC).timestamp()), int(datetime(2025, 11, 1, tzinfo=UTC).timestamp())
    assert search_terms(query) == [
        '{"invoice" "bill" "rechnung" "facture"}',
        'from:"anna"',
        "has:attachment",
        f"after:{after}",
        f"before:{before}",
    ]


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_what_is_not_there_is_not_found(tmp_path: Path, provider: str) -> None:
    outcome = await search_mail(await call_over(tmp_path, provider), "invoice with attachment from anna")
    assert outcome.words.startswith("I found no mail like that.")


async def test_what_only_stands_inside_another_word_is_not_found(tmp_path: Path) -> None:
    outcome = await search_mail(await call_over(tmp_path, "maildir"), "the contract")  # also called a lease, which is a part of "please"
    assert outcome.words.startswith("I found no mail like that.")


async def test_from_them_is_from_whom_was_spoken_of_last(tmp_path: Path) -> None:
    call = await call_over(tmp_path, "maildir")
    await search_mail(call, "lunch")
    assert found((await search_mail(call, FROM_THEM)).data) == {"Bill for February", "Lunch"}
