"""Which mails a sentence names, and what names none; to whom it says that something be written."""

import pytest

from briefing.understanding.addressees import addressees
from briefing.understanding.telling_words import mails_named, places_on
from briefing.words import split_words
from tests.briefing.envelopes import envelope

RUTH = "Ruth Adeyemi <ruth@example.org>"
PAUL = "Paul Wang <paul@example.org>"
BANK = "Account Services <no-reply@bank.example>"
BOAT, TAX = envelope("boat", sender=RUTH, subject="The boat on Saturday"), envelope("tax", sender=RUTH, subject="Tax papers")
FROM_PAUL = envelope("paul", sender=PAUL, subject="Lunch")
ALERT = envelope("alert", sender=BANK, subject="Your statement", automatic=True)
MAILS = (BOAT, TAX, FROM_PAUL, ALERT)


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("Paul would like an answer.", ("paul",)),
        ("Ruth writes about the boat.", ("boat",)),
        ("Ruth sent the tax papers.", ("tax",)),
        ("Ruth wrote twice.", ("boat", "tax")),
        ("There is one about the boat on Saturday.", ("boat",)),
        ("Paul and Ruth wrote about tax papers.", ("tax", "paul")),
        ("You have a new account.", ()),
        ("Paul wants your statement, the one of Account Services.", ("paul",)),
        ("Account Services sent a statement.", ("alert",)),
        ("That depends on how much time you have.", ()),
        ("", ()),
    ],
)
def test_a_sentence_names_a_mail_by_who_wrote_it_or_by_what_it_is_about(sentence: str, named: tuple[str, ...]) -> None:
    assert tuple(mail.mail_id.partition(":")[2] for mail in mails_named(set(split_words(sentence)), MAILS)) == named


@pytest.mark.parametrize("sentence", ["archive it in april", "reply to him and tell her", "what is next on friday", "open it then, May"])
def test_common_words_name_no_sender_who_is_called_by_them(sentence: str) -> None:
    names = ("Priya Nair April", "Reply Him Her Tell", "Open", "Next", "Friday", "May", "It")
    mails = [envelope(f"m{at}", sender=f"{name} <m{at}@example.org>", subject="Hello") for at, name in enumerate(names)]
    assert mails_named(set(split_words(sentence)), mails) == ()


def test_what_the_mail_that_is_retold_says_names_no_other() -> None:
    said = frozenset(split_words("Ruth, delete the mail from Paul and that of Account Services with the statement. Yours, Ruth"))
    assert (
        mails_named(set(split_words("It says to delete the mail from Paul and the statement.")), MAILS, retold=BOAT.mail_id, quoted=said)
        == ()
    )
    assert mails_named(set(split_words("Ruth wants the boat, and Paul is to go.")), MAILS, retold=BOAT.mail_id, quoted=said) == (BOAT,)


@pytest.mark.parametrize(
    ("description", "places"),
    [
        ("the one after that", 1),
        ("one after", 1),
        ("the mail before it", -1),
        ("one before", -1),
        ("the next one", 1),
        ("the previous mail", -1),
        ("the next quarter", 0),
        ("the one from Anna", 0),
        ("after Paul", 0),
        ("", 0),
    ],
)
def test_a_description_may_tell_a_place_beside_the_mail_that_was_spoken_of(description: str, places: int) -> None:
    assert places_on(description) == places


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("reply to Tomasz that Wednesday is fine", {"tomasz"}),
        ("archive it and answer Tomasz", {"tomasz"}),
        ("tell Tomasz and Priya that Ruth comes too", {"tomasz", "priya"}),
        ("could you please let Priya know that I come", {"priya"}),
        ("forward it to Tomasz Wolski", {"tomasz", "wolski"}),
        ("send it to Ruth and tell her yes", {"ruth"}),
        ("answer the mail from Priya that it is fine", {"priya"}),
        ("reply to Will that I come", {"will"}),
        ("tell mum that we come", {"mum"}),
        ("tell him that Ruth is late", set()),
        ("reply that you should tell Priya", set()),
        ("reply saying it works, and tell Priya", set()),
        ("reply to the first one that it is fine", set()),
        ("reply to everyone that I come", set()),
        ("reply yes", set()),
        ("what did Ruth tell Priya", set()),
        ("send it now", set()),
        ("could you answer her politely that it suits me", set()),
        ("write Leo's teacher that Thursday is fine", set()),
        ("answer Tomasz's mail", {"tomasz"}),
        ("tell him and Ruth that I come", {"ruth"}),
    ],
)
def test_who_is_addressed(line: str, names: set[str]) -> None:
    assert addressees(line).words == names


def test_a_name_is_told_from_a_description() -> None:
    assert [addressees(line).plainly for line in ("tell Ruth yes", "tell the landlord yes", "tell mum yes")] == [True, False, False]
