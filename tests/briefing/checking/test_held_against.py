"""What is told of a mail in a model's words stands in the mail: nothing of what a liar says does."""

from datetime import UTC, datetime, timedelta

import pytest

from benchmarks.judgement.labelled import NOW as JUDGED_AT
from benchmarks.judgement.labelled import Part, Read, labelled, read
from benchmarks.judgement.told import perfect
from briefing.mail import Address, Envelope, MailId, MailText, ThreadId
from briefing.speech.checking.given_summary import BY_RULE, GivenSummary, HeldSummary, held
from briefing.speech.checking.held_against import Source, holds
from tests.briefing.checking.lies import FALSE_FACTS, VERBS, lies_about

pytestmark = pytest.mark.slow

NOW = datetime(2026, 11, 24, 8, 0, tzinfo=UTC)
"""A Tuesday."""


def mail(text: str, *, subject: str = "Lease", language: str = "en", days_ago: int = 0, attached: tuple[str, ...] = ()) -> Source:
    return Source.of(*_mail(text, subject=subject, language=language, days_ago=days_ago, attached=attached), NOW)


def _mail(
    text: str, *, subject: str = "Lease", language: str = "en", days_ago: int = 0, attached: tuple[str, ...] = (), quoted: bool = False
) -> tuple[Envelope, MailText]:
    envelope = Envelope(
        mail_id=MailId("m:1"),
        thread_id=ThreadId("m:1"),
        subject=subject,
        sender=Address(name="Anna Berg", email="anna@berg.example"),
        received_at=NOW - timedelta(days=days_ago, hours=1),
    )
    return envelope, MailText(mail_id=MailId("m:1"), text=text, language=language, attachments=attached, quoted=quoted)


LEASE = (
    "Hi Robin,\n\ncould you send me the signed lease by Thursday? The rent is 1,200 euros and the deposit 2,400 euros."
    " I can't come on Friday, but Saturday at 17:00 works.\n\nAnna"
)
VERTRAG = (
    "Lieber Robin,\n\nkönnten Sie mir bis Donnerstag den Vertrag schicken? Die Miete beträgt 1.200 Euro."
    " Herr Klein kommt am 3. Dezember um 17 Uhr.\n\nAnna"
)


@pytest.mark.parametrize(
    "line",
    [
        "Anna asks you to send the signed lease by Thursday.",
        "Anna needs the signed lease by 26 November.",
        "Anna wants you to sign the lease and send it by Thursday 26 November.",
        "Anna says the rent is 1,200 euros and the deposit 2,400 euros.",
        "Anna can't come on Friday but Saturday at 5 pm works.",
    ],
)
def test_what_stands_in_the_mail_holds(line: str) -> None:
    assert holds(line, mail(LEASE))


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("Anna needs the signed lease by Friday.", id="the day of another clause"),
        pytest.param("Anna needs the signed lease by Thursday 27 November.", id="a date that is another day"),
        pytest.param("Anna needs the signed lease tomorrow.", id="another day"),
        pytest.param("Anna says the rent is 2,400 euros and the deposit 1,200 euros.", id="two sums swapped"),
        pytest.param("Anna says the rent is 1,200 dollars.", id="another currency"),
        pytest.param("Anna can come on Friday.", id="a lost not"),
        pytest.param("Anna can not come on Saturday.", id="an added not"),
        pytest.param("Anna can come on Saturday at 5 am.", id="another half of the day"),
        pytest.param("Anna cancelled the lease.", id="a word that says something else"),
        pytest.param("Anna asks Margaret to send the lease.", id="a name of nobody"),
        pytest.param("Anna asks you to send the lease to anna@evil.example.", id="an address"),
    ],
)
def test_what_does_not_stand_in_the_mail_is_refused(line: str) -> None:
    assert not holds(line, mail(LEASE))


@pytest.mark.parametrize(
    ("line", "stands"),
    [
        ("Anna asks for the signed contract by Thursday.", True),
        ("Anna asks for the signed contract by 26 November.", True),
        ("Anna says Klein comes on 3 December at 5 pm, and the rent is 1,200 euros.", True),
        ("Anna asks for the contract by Friday.", False),
        ("Anna says Margaret comes on 3 December.", False),
        ("Anna says Klein comes on 4 December.", False),
        ("Anna says Klein does not come on 3 December.", False),
        ("Anna asks for the contract, to evil.example.", False),
    ],
)
def test_of_a_mail_in_another_language_its_facts_names_and_addresses_are_held(line: str, stands: bool) -> None:
    assert holds(line, mail(VERTRAG, language="de")) is stands


def test_days_are_called_as_one_calls_them_when_it_is_told() -> None:
    yesterday = mail("The plumber comes tomorrow, and the painter on Thursday.", days_ago=1)
    assert holds("The plumber comes today.", yesterday)
    assert holds("The painter comes on Thursday.", yesterday)
    assert not holds("The plumber comes tomorrow.", yesterday), "it was tomorrow yesterday"
    assert not holds("The painter comes on Thursday.", mail("The painter comes on Thursday.", days_ago=20)), "that Thursday is past"


@pytest.mark.parametrize(
    "line",
    [
        "You must send the signed lease by Thursday.",
        "I need the signed lease by Thursday.",
        "Aloud needs the signed lease by Thursday.",
        "Anna asks: could you send the signed lease by Thursday?",
        "Signed.",
        "Anna needs " + "the signed lease and " * 15 + "the rent.",
        "",
    ],
)
def test_a_line_that_speaks_as_we_do_gives_orders_or_is_no_line_is_refused(line: str) -> None:
    envelope, text = _mail(LEASE)
    assert held(GivenSummary(line=line), envelope, text, now=NOW).words == ""


def test_an_order_is_told_as_the_wish_of_its_sender() -> None:
    envelope, text = _mail("You must call the office by Thursday.")
    assert held(GivenSummary(line="Anna says you must call the office by Thursday."), envelope, text, now=NOW).words
    assert not held(GivenSummary(line="You must call the office by Thursday."), envelope, text, now=NOW).words


def test_each_field_is_held_by_itself_and_choices_only_together() -> None:
    envelope, text = _mail(LEASE, attached=("lease.pdf",))
    given = GivenSummary(
        line="Anna cancelled the lease.",
        wants="Anna asks you to send the signed lease.",
        by_when="by Thursday",
        amount="9,000 euros",
        choices=("Friday", "Sunday"),
        attached=("lease.pdf",),
    )
    assert held(given, envelope, text, now=NOW) == HeldSummary(
        words="Anna asks you to send the signed lease.", by_when="by Thursday", attached=("lease.pdf",)
    )


@pytest.mark.parametrize(
    "line", ["Carla Kovacs asks you to sign the lease.", "Kovacs asks you to sign the lease.", "Carla asks you to sign the lease."]
)
def test_the_two_names_of_one_person_speak_not_against_each_other(line: str) -> None:
    text = "The flat is free. As agreed Carla Kovacs asks you to sign the lease. Her brother Peter Olsen comes along with the keys."
    assert holds(line, mail(text))
    assert not holds(line.replace("Carla", "Peter").replace("Kovacs", "Olsen"), mail(text))


@pytest.mark.parametrize(
    ("language", "text", "line", "stands"),
    [
        ("de", "Die Straße ist für zwei Wochen gesperrt.", "The street is closed for two weeks.", True),
        ("de", "Die Straße ist für zwei Wochen gesperrt.", "The street is closed for three weeks.", False),
        ("fr", "Il reste cinq places.", "There are 5 places left.", True),
        ("fr", "Un stylo neuf.", "They have nine pens.", False),
        ("de", "Wenn Sie nicht widersprechen, gilt die neue Miete.", "The new rent is due unless you object.", True),
        ("de", "Wenn Sie widersprechen, gilt die neue Miete.", "The new rent is due unless you object.", False),
        ("", "Ключи у соседа до воскресенья.", "The neighbour has the keys until Sunday.", True),  # noqa: RUF001 - it is Russian
        ("", "Ключи у соседа до воскресенья.", "The neighbour has the keys until Saturday.", False),  # noqa: RUF001 - it is Russian
        ("en", "The last backup failed. The disk is full.", "The last backup failed, since the disk is full.", True),
        ("en", "The disk is full. Nothing works.", "The disk is full since Monday.", False),
        ("en", "The shop is open until Friday.", "The shop is open since Friday.", False),
    ],
)
def test_numbers_in_words_reasons_and_conditions_are_held(language: str, text: str, line: str, stands: bool) -> None:
    assert holds(line, mail(text, subject="", language=language)) is stands


def test_what_is_attached_is_what_is_called_so() -> None:
    envelope, text = _mail("The plan and the budget follow tomorrow.", attached=("plan.pdf",))
    assert held(GivenSummary(attached=("the plan",)), envelope, text, now=NOW).attached == ("the plan",)
    assert held(GivenSummary(attached=("the budget",)), envelope, text, now=NOW).attached == ()


def test_an_exchange_that_goes_on_is_told_by_what_is_new_in_it() -> None:
    envelope, text = _mail("Saturday works.", quoted=True)
    given = GivenSummary(line="Anna writes about the lease.", news="Anna says Saturday works.")
    assert held(given, envelope, text, now=NOW).words == given.news


@pytest.fixture(scope="module")
def judged() -> dict[str, Read]:
    return {each.label.name: each for each in read(labelled(Part.TEST))}


def test_no_lie_about_any_mail_is_told(judged: dict[str, Read]) -> None:
    """What a word means in another language nobody can check: there, the lies are those of facts, names and addresses."""
    tried, told = 0, list[str]()
    for name, true in perfect().items():
        one = judged[name]
        if not held(true, one.envelope, one.text, now=JUDGED_AT).words:
            continue
        english = one.text.language in {"", "en"}
        for lie in lies_about(true.line):
            is_true = "24 hours" in lie and "24 Stunden" in one.text.text
            if not is_true and (english or not any(verb in lie for verb in VERBS)):
                tried += 1
                told += [lie] * bool(held(GivenSummary(line=lie), one.envelope, one.text, now=JUDGED_AT).words)
    assert tried > 1000, "lies enough"
    assert told == []


def test_no_fact_of_a_field_is_told_that_no_mail_has(judged: dict[str, Read]) -> None:
    for one in judged.values():
        for fact in FALSE_FACTS:
            lie = GivenSummary(by_when=fact, amount=fact, place=fact, choices=(fact,), attached=(fact,), wants=f"They want {fact}.")
            assert held(lie, one.envelope, one.text, now=JUDGED_AT) == BY_RULE, (one.label.name, fact)


def test_most_true_summaries_are_told(judged: dict[str, Read]) -> None:
    found = [bool(held(true, judged[name].envelope, judged[name].text, now=JUDGED_AT).words) for name, true in perfect().items()]
    assert sum(found) > 0.85 * len(found)
