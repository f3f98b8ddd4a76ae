"""What of a mail is for the ear: no patches, logs, advertisements or footers, and no court's letter as an invoice."""

from datetime import UTC, datetime

import pytest

from briefing.agenda import MailRef
from briefing.mail import Envelope, MailText
from briefing.speech.content.own_words import printed_in, worth_saying
from briefing.speech.sentences.about_mails import present_mail
from tests.briefing.envelopes import envelope

NOW = datetime(2026, 3, 10, 8, 0, tzinfo=UTC)
PATCH = """The lock is held here, and this may sleep.

diff --git a/block/queue.c b/block/queue.c
index 5d3fa1a..9bc2d10 100644
--- a/block/queue.c
+++ b/block/queue.c
@@ -118,3 +118,3 @@ static int queue_add(struct queue *q)
-r = kmalloc(sizeof(*r), GFP_KERNEL);
+r = kmalloc(sizeof(*r), GFP_ATOMIC);

I have tested this on two machines with the new driver."""
LOG = """The queue has been stuck since midnight. Shall I restart it?

Nov 24 00:01:13 mx1 postfix/qmgr[2211]: 4F2A91: from=<a@b.example>, size=2211
Nov 24 00:01:14 mx1 postfix/qmgr[2211]: 4F2A92: from=<a@b.example>, size=9921"""
TRACE = """Can you look at it?

Traceback (most recent call last):
File "/srv/app/import.py", line 214, in run
rows = load(path)
ValueError: bad row 1183291

It fails since this morning."""


def told(mail: Envelope, text: str) -> str:
    ref = MailRef(mail_id=mail.mail_id, thread_id=mail.thread_id, subject=mail.subject, sender=mail.sender)
    return present_mail(ref, mail, MailText(mail_id=mail.mail_id, text=text), now=NOW)


@pytest.mark.parametrize(
    ("text", "printed"), [(PATCH, "a patch of eight lines"), (LOG, "a log of two lines"), (TRACE, "a log of four lines")]
)
def test_what_is_for_the_eye_is_told_by_its_kind_and_length(text: str, printed: str) -> None:
    assert printed_in(text) == printed
    heard = told(envelope("a", "[PATCH v2] block: fix the queue"), text)
    assert f"It comes with {printed}" in heard
    assert not any(sign in heard for sign in ("kmalloc", "qmgr", "2 2 1 1", "ValueError", "PATCH v2 list"))


def test_words_around_it_are_kept() -> None:
    assert worth_saying(TRACE, to_many=False) == ["Can you look at it?", "It fails since this morning."]
    assert "I have tested this on two machines with the new driver." in worth_saying(PATCH, to_many=False)


@pytest.mark.parametrize(
    "text",
    [
        "We met at noon.\n- bread\n- milk",
        "10:30 the train leaves.\nBring the tickets;",
        "Costs + travel\n+ two nights",
        "import taxes are due (see below)",
    ],
)
def test_what_a_person_writes_is_not_taken_for_code(text: str) -> None:
    assert printed_in(text) == ""


@pytest.mark.parametrize(
    "line",
    [
        "Sponsored by Hoe & Rake: 20% off all spades.",
        "This issue is brought to you by Penmate, the pen for people who think.",
        "ADVERTISEMENT\nRackly: servers by the minute.",
        "Don't want to get these letters? Opt out",
        "Du m\u00f6chtest keine E-Mails mehr von uns? Hier kannst du dich austragen.",
        "Trouble reading this? Open it in your browser.",
    ],
)
def test_advertisements_and_footers_of_mail_to_many_are_not_told(line: str) -> None:
    assert worth_saying(f"This week we plant garlic.\n\n{line}\n\nAnd leaf mould.", to_many=True) == [
        "This week we plant garlic.",
        "And leaf mould.",
    ]


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Ladung", "In dem Rechtsstreit sind Sie zum Termin am 8. Dezember geladen. Der Streitwert der Rechnung betr\u00e4gt 34,00 EUR."),
        ("Notice of penalty", "You have not sent your statement for 2025. A penalty of \u00a334 applies from 1 December."),
        ("Payment", "We could not charge your card for 12.99 EUR. Your payment is due."),
    ],
)
def test_a_sum_in_an_official_letter_or_a_failure_makes_no_bill(subject: str, text: str) -> None:
    heard = told(envelope("a", subject, "Amt <no-reply@amt.example>", automatic=True), text)
    assert "invoice" not in heard
    assert "receipt" not in heard


def test_a_real_invoice_still_is_one_and_says_until_when() -> None:
    heard = told(
        envelope("a", "Ihre Rechnung November", "Stadtwerke <rechnung@stadtwerke.example>"),
        "Ihre Rechnung \u00fcber 86,40 EUR ist da.\nDer Betrag ist f\u00e4llig am 4. Dezember 2026.",
    )
    assert "invoice" in heard
    assert "4 December" in heard


@pytest.mark.parametrize(
    ("subject", "list_id", "where"),
    [
        ("[Choir] Alto parts", "choir.chorale.example", "on the Choir list"),
        ("[urgent] Alto parts", "choir.chorale.example", "on the choir list"),
        ("[Choir] Alto parts", "list.chorale.example", "on the Choir list"),
        ("Re: Alto parts", "list.chorale.example", "on a list"),
    ],
)
def test_a_list_is_called_by_its_own_name_and_not_by_any_tag(subject: str, list_id: str, where: str) -> None:
    post = envelope("post", subject, "Lise Moe <lise@fjord.example>", to="choir@chorale.example", bulk=True, list_id=list_id)
    assert where in told(post, "The parts for the alto are in the green box by the piano.")


COMMENT = """https://tracker.example/show?id=4410

--- Comment #7 from Noor Haddad (noor@fjord.example) ---
The second pump stops as well when the tank is full.

[ see also 4398 ]

You are receiving this mail because you watch this bug."""


def test_of_a_trackers_mail_the_comment_is_told_with_its_writer_and_no_link() -> None:
    mail = envelope("bug", "[Bug 4410] Pump stops", "tracker@works.example", bulk=True, automatic=True, list_id="pumps.works.example")
    assert worth_saying(COMMENT, to_many=True)[0] == "Noor Haddad comments: The second pump stops as well when the tank is full."
    assert not any(words in told(mail, COMMENT) for words in ("a link", "number 7", "see also", "noor at"))


def test_a_heading_over_a_line_is_not_what_a_mail_says() -> None:
    text = "Your voucher:\n-------------\nYou can use it in every shop of the town until summer.\n"
    assert worth_saying(text, to_many=True) == ["You can use it in every shop of the town until summer."]
    assert worth_saying("Your voucher:\n-------------\n", to_many=True) == ["Your voucher"]


@pytest.mark.parametrize(
    "ending",
    [
        "If anyone has any objections, please let me know.",
        "Please call me if you have any questions.",
        "Ring us should you have questions about this.",
    ],
)
def test_an_offer_to_answer_questions_asks_nothing(ending: str) -> None:
    text = f"We would like to rent the hall for two more evenings in spring, at the same price as now. {ending}"
    assert ending not in told(envelope("hall", "The hall"), text)


def test_what_is_asked_of_some_of_many_readers_is_not_what_a_post_says() -> None:
    post = envelope("pump", "Pumps of last year", "Noor Haddad <noor@fjord.example>", to="pumps@works.example", bulk=True,
                    list_id="pumps.works.example")  # fmt: skip
    text = (
        "The pumps of last year stop when the tank is full, which the new valve mends.\n\nIf you find another one, please report it here."
    )
    assert "the new valve mends" in told(post, text)
    assert "report it" not in told(post, text)


def test_an_offices_address_is_called_by_its_house() -> None:
    for office in ("returns", "bookings", "no_reply"):
        assert told(envelope("a", "Hello", f"{office}@kontor.example"), "We have received your parcel.").count("Kontor") == 1


def test_a_machine_that_lists_facts_is_told_with_its_sum() -> None:
    mail = envelope("card", "Your gift card is ready", "Kontor <noreply@kontor.example>", automatic=True)
    assert told(mail, "Shop: Kontor\nAmount: 25 EUR\nValid: always\n").endswith("It mentions 25 euros.")


def test_an_hour_until_which_something_is_open_is_no_deadline() -> None:
    mail = envelope("room", "Your room", "Hotel Fjord <noreply@fjord.example>", automatic=True)
    assert "deadline" not in told(mail, "Your room is ready for you on Saturday (until 11:00).")


def test_somebody_who_writes_everything_small_is_told_in_sentences() -> None:
    text = (
        "i replaced the valve with the old one and that leaked too. that leads me to believe the pipe is the cause. i will look on sunday."
    )
    assert worth_saying(text, to_many=False)[1] == "That leads me to believe the pipe is the cause."


def test_a_narrow_text_flows_on_where_its_lines_begin_small() -> None:
    text = "It may not always have\nbeen the case on every\nmachine with the older pump,\nso I measured\nall of them."
    assert "been the case on every machine with the older pump, so I measured" in worth_saying(text, to_many=False)[-1]
    assert worth_saying("new valve\nold pump\nthree pipes", to_many=False) == ["New valve. old pump. three pipes"]


def test_a_path_is_said_by_its_last_name() -> None:
    assert worth_saying("The file /usr/share/pumps/valves.txt is broken.", to_many=False) == ["The file valves.txt is broken."]


def test_a_sentence_in_brackets_has_one_end() -> None:
    assert ".)." not in told(envelope("a", "Valves"), "The valves are new. (They came on Monday, with the pipes.)")


def test_a_banks_statement_is_no_invoice() -> None:
    mail = envelope("card", "Your card statement is ready", "Harbour Bank <service@harbour.example>", automatic=True)
    text = "Your statement is now available. New balance: 1,204.10 EUR. Minimum payment due: 40 EUR. Due date: 22 April 2026."
    assert "A statement" in told(mail, text)
    assert "1,204 euros and 10 cents" in told(mail, text)
    assert "invoice" not in told(mail, text)


def test_a_price_for_each_month_is_said_in_words() -> None:
    assert worth_saying("It costs 14.99 EUR/month, or $120/yr.", to_many=False) == [
        "It costs 14 euros and 99 cents a month, or 120 dollars a year."
    ]


def test_of_a_trackers_mail_the_table_of_changes_is_not_read() -> None:
    text = (
        "Noor Haddad (noor@fjord.example) changed:\n\n           What    |Removed           |Added\n"
        "----------------------------------------\n             CC|                  |ben@kontor.example\n\n"
        "--- Comment #1 from Noor Haddad (noor@fjord.example) ---\nThe old valve shows the same."
    )
    assert worth_saying(text, to_many=True) == ["Noor Haddad comments: The old valve shows the same."]


def test_what_a_table_says_in_money_is_kept() -> None:
    assert worth_saying("Valve | 2 | 20.50 EUR\nTotal | 2 | 41.00 EUR\n", to_many=True)[-1].endswith("41 euros")


@pytest.mark.parametrize(
    "text",
    [
        "The release is delayed\n----------------------\nWe ship later.",
        "[Please note that the meeting is moved to Friday at 10.]",
        "-- The deadline is Friday --\nMore below.",
    ],
)
def test_a_sentence_is_no_title_and_no_remark_however_it_stands(text: str) -> None:
    assert text.strip("[-").strip().split("\n")[0].split(" ")[1] in worth_saying(text, to_many=True)[0]


@pytest.mark.parametrize(
    "button",
    ["View in Boards", "View the message", "Open in browser", "Reply to comment", "Add Comment", "Shop now", "Manage notifications"],
)
def test_what_stands_on_a_button_is_not_read(button: str) -> None:
    told = ["Ida Roth assigned you to the imprint."]
    assert worth_saying(f"Ida Roth assigned you to the imprint.\n\n{button}\n", to_many=True) == told
    assert len(worth_saying("View the flat before you sign.\n\nOpen the window first.\n", to_many=True)) == 2


@pytest.mark.parametrize("footer", ["Invitation from Google Calendar", "Don't want these emails? Unsubscribe here."])
def test_a_footer_that_nobody_types_is_not_read_in_any_mail(footer: str) -> None:
    assert worth_saying(f"Ida cannot come. She asks for Friday.\n\n{footer}\n", to_many=False) == [
        "Ida cannot come.",
        "She asks for Friday.",
    ]


def test_who_is_mentioned_by_address_is_named_by_its_first_half() -> None:
    assert worth_saying("@ida.roth@kontor.example can you add the sums?", to_many=True) == ["Ida.roth can you add the sums?"]


def test_of_a_table_of_checks_only_what_failed_is_read() -> None:
    text = "Some checks did not pass.\n\nJob / Status\nunit / Succeeded in 2 minutes\ne2e / Failed in 7 minutes\n"
    assert worth_saying(text, to_many=True) == ["Some checks did not pass.", "E2e, Failed in 7 minutes"]
    assert worth_saying("Your car was inspected.\n\nBrakes: passed\n", to_many=True) == ["Your car was inspected.", "Brakes: passed"]
