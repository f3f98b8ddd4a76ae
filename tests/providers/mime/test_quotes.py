"""Only the sender's own new words are left, and never nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from providers.mime.attributions import forwards
from providers.mime.quotes import own_words

QUOTED = {
    "gmail": "Yes.\n\nOn Mon, 3 Mar 2026 at 10:00, Bo <bo@example.org> wrote:\n\n> Lunch?\n> Bo\n",
    "over three lines": "Yes.\n\nOn Mon, 3 Mar 2026 at 10:00, Bo van der Berg of the Committee\n<bo@example.org>\nwrote:\n> Lunch?\n",
    "without a date but with marks": "Yes.\n\nOn Monday, Bo wrote:\n> Lunch?\n",
    "without marks but with a date": "Yes.\n\nOn 3 Mar 2026, at 10:00, Bo <bo@example.org> wrote:\n\nLunch?\nBo\n",
    "german": "Yes.\n\nAm 03.03.2026 um 10:00 schrieb Bo Berg <bo@example.org>:\n> Mittag?\n",
    "german over two lines": "Yes.\n\nAm Mo., 3. März 2026 um 10:00 Uhr schrieb Bo Berg\n<bo@example.org>:\n\n> Mittag?\n",
    "french": "Yes.\n\nLe lun. 3 mars 2026 à 10:00, Bo <bo@example.org> a écrit :\n> Midi ?\n",
    "spanish": "Yes.\n\nEl lun, 3 mar 2026 a las 10:00, Bo (<bo@example.org>) escribió:\n> ¿Comemos?\n",
    "iso date": "Yes.\n\n2026-03-03 10:00 Bo <bo@example.org> wrote:\n> Lunch?\n",
    "name first": "Yes.\n\nBo Berg wrote on 3 March:\n> Lunch?\n",
    "original message": "Yes.\n\n-----Original Message-----\nFrom: Bo\nSent: Monday\nTo: Sam\nSubject: Lunch\n\nLunch?\n",
    "outlook block": (
        "Yes.\n\n________________________________\nFrom: Bo <bo@example.org>\nSent: Monday\nTo: Sam\nSubject: Lunch\n\nLunch?\n"
    ),
    "outlook block under a short rule": "Yes.\n\n---\n\nFrom: Bo\nSent: Monday\nTo: Sam\nSubject: Lunch\n\nLunch?\n",
    "outlook block in german": "Yes.\n\nVon: Bo\nGesendet: Montag, 3. März 2026\nAn: Sam\nBetreff: Mittag\n\nMittag?\n",
    "outlook block in french": "Yes.\n\nDe : Bo\nEnvoyé : lundi 3 mars 2026\nÀ : Sam\nObjet : Midi\n\nMidi ?\n",
    "outlook block with stars": "Yes.\n\n*From:* Bo\n*Date:* Monday\n*To:* Sam\n*Subject:* Lunch\n\nLunch?\n",
    "bare marks": "Yes.\n\n> Lunch?\n>> Dinner?\n",
    "quoted above": "> Lunch?\n\nYes.\n",
    "crlf": "Yes.\r\n\r\nOn Mon, 3 Mar 2026 at 10:00, Bo wrote:\r\n> Lunch?\r\n",
}


@pytest.mark.parametrize("text", QUOTED.values(), ids=QUOTED.keys())
def test_what_others_wrote_is_cut(text: str) -> None:
    words = own_words(text)
    assert words.text == "Yes."
    assert words.quoted


def test_answers_between_quoted_lines_are_kept() -> None:
    words = own_words("On Mon, 3 Mar 2026, Bo wrote:\n> Lunch?\n\nGladly.\n\n> Where?\n\nAt the pier.\n")
    assert words.text.split() == ["Gladly.", "At", "the", "pier."]
    assert words.quoted


WRAPPED = (
    "On Mon, 3 Mar 2026, Bo wrote:\n> " + "a long line of words that his program did not want to break " + "{end}\n{next}\n> And so on.\n"
)


@pytest.mark.parametrize(
    ("end", "below", "own"),
    [
        ("and breaks", "anyway, without a mark on its second half", ""),
        ("and ends.", "indeed it does", "indeed it does"),
        ("here", "yes", "yes"),
        ("and breaks", "Really?", "Really?"),
    ],
)
def test_the_rest_of_a_quoted_line_that_was_broken_is_quoted(end: str, below: str, own: str) -> None:
    assert own_words("Fine.\n\n" + WRAPPED.format(end=end, next=below)).text.split("\n\n") == ["Fine.", *([own] if own else [])]


KEPT = {
    "a sentence that begins like an attribution": "On Monday I wrote to the landlord.\nNo answer yet.",
    "an attribution in prose": "On the question of rent, this is what my lawyer wrote:\nPay nothing.",
    "a journey": "From: Bremen\nTo: Hamburg\nDate: 3 March\nSeat 14",
    "a rule between chapters": "One\n----------\nTwo",
    "a number comparison": "5 > 3 and 2 < 4",
    "an escaped line of an mbox": "From here it is easy.",
    "a long text after two dashes": "Agenda\n--\n" + "\n".join(f"Point {number}" for number in range(30)),
}


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT.keys())
def test_words_that_only_look_like_a_quotation_are_kept(text: str) -> None:
    words = own_words(text)
    assert words.text == text
    assert not words.quoted


def test_an_mbox_escape_is_undone() -> None:
    assert own_words("Hello\n>From here it is easy.").text == "Hello\nFrom here it is easy."


SIGNED = {
    "standard": "Yes.\n\n-- \nAnna Keller\nHead of Things\n",
    "trailing space lost": "Yes.\n\n--\nAnna Keller\n",
    "phone": "Yes.\n\nSent from my iPhone\n",
    "phone in german": "Yes.\n\nVon meinem iPhone gesendet\n",
    "phone in french": "Yes.\n\nEnvoyé de mon iPhone\n",
    "phone in spanish": "Yes.\n\nEnviado desde mi iPhone\n",
    "outlook": "Yes.\n\nGet Outlook for iOS\n",
    "outlook with its page": "Yes.\n\nGet Outlook for Android<https://aka.ms/AAb9ysg>\n",
    "mailing list": "Yes.\n\n_______________________________________________\nbooks mailing list\nbooks@lists.example.org\n",
    "mailing list under a short rule": "Yes.\n\n\n__\nbooks mailing list\nbooks@lists.example.org\n",
}


@pytest.mark.parametrize("text", SIGNED.values(), ids=SIGNED.keys())
def test_signatures_are_cut(text: str) -> None:
    assert own_words(text).text == "Yes."


@pytest.mark.parametrize(
    "text", ["> only\n> a quotation", "-- \nAnna", "On 3 Mar 2026 at 10:00, Bo wrote:\n> Lunch?", "Sent from my iPhone"]
)
def test_a_text_is_never_cut_to_nothing(text: str) -> None:
    words = own_words(text)
    assert words.text
    assert not words.quoted


FORWARDS = {
    "gmail": "---------- Forwarded message ---------\nFrom: Bo Berg <bo@example.org>\nDate: Mon\nSubject: Rent\nTo: Anna\n\n",
    "apple": "Begin forwarded message:\n\nFrom: Bo Berg <bo@example.org>\nSubject: Rent\nDate: 3 March\nTo: Anna\n\n",
    "german": "-------- Weitergeleitete Nachricht --------\nVon: Bo Berg <bo@example.org>\nDatum: 3. März\nAn: Anna\nBetreff: Miete\n\n",
}


@pytest.mark.parametrize("marker", FORWARDS.values(), ids=FORWARDS.keys())
def test_a_forwarded_mail_is_kept_without_its_headers(marker: str) -> None:
    words = own_words(f"For you.\n\n{marker}The rent goes up by 5 %.\n\nOn 1 Mar 2026 at 9:00, Cy wrote:\n> Will it?\n")
    assert words.text == "For you.\n\nForwarded message from Bo Berg:\nThe rent goes up by 5 %."
    assert words.quoted


QUOTED_FORWARDS = {
    "marked": "On 4 Mar 2026 at 9:00, Cy <cy@example.org> wrote:\n> ---------- Forwarded message ---------\n> From: Bo\n> Subject: Rent\n",
    "unmarked": "-----Original Message-----\n\nFor you.\n\n---------- Forwarded message ---------\nFrom: Bo\nSubject: Rent\nTo: Cy\n\nUp.",
    "below headers": "From: Cy\nSent: Monday\nTo: Anna\nSubject: Rent\n\nBegin forwarded message:\n\nFrom: Bo\nSubject: Rent\nTo: Cy",
}


@pytest.mark.parametrize("quoted", QUOTED_FORWARDS.values(), ids=QUOTED_FORWARDS.keys())
def test_a_forwarded_mail_that_is_only_quoted_is_cut(quoted: str) -> None:
    assert own_words(f"Thank you.\n\n{quoted}").text == "Thank you."


def test_a_forwarded_mail_in_marked_lines_is_kept() -> None:
    marked = "For you.\n\n> Begin forwarded message:\n>\n> From: Bo Berg <bo@example.org>\n> Subject: Rent\n>\n> The rent goes up.\n"
    assert own_words(marked).text == "For you.\n\nForwarded message from Bo Berg:\nThe rent goes up."


def test_outlook_forwards_are_known_by_their_subject() -> None:
    block = "FYI\n\nFrom: Bo Berg\nSent: Monday\nTo: Anna\nSubject: Rent\n\nThe rent goes up.\n"
    assert forwards("FW: Rent")
    assert forwards("WG: Miete")
    assert not forwards("Re: Forward planning")
    assert own_words(block, forwarded=True).text == "FYI\n\nForwarded message from Bo Berg:\nThe rent goes up."
    assert own_words(block).text == "FYI"


@given(st.text(st.sampled_from("> \n-_aOn:wrote@5.FromSubjectDate"), max_size=200))
def test_text_goes_in_and_text_comes_out(text: str) -> None:
    assert bool(own_words(text).text) == bool(text.replace(">", "").strip())


@pytest.mark.parametrize(
    "copied",
    [
        "Noor Haddad <noor@fjord.example>@works.example on 10/16/2025 08:41:03 AM\n\nSent by: owner-pumps@works.example\n\n"
        "To: pumps@works.example\n\nThe pump stops.",
        "\tNoor Haddad@WORKS\n\t02/26/2025 10:21 AM\n\n\t To: Ben Fuchs/Kontor@KONTOR\n\t cc:\n\t Subject:\n\nThe pump stops.",
    ],
)
def test_a_mail_that_lotus_notes_copies_below_is_quoted(copied: str) -> None:
    assert own_words(f"I have the old valve here.\n\nBen\n\n\n{copied}").text == "I have the old valve here.\n\nBen"


def test_a_date_alone_opens_no_copied_mail() -> None:
    text = "The next dates:\n\nHarbour\n02/26/2025 10:21 AM\n\nTo: all who sing\n\nBring the green folder."
    assert own_words(text).text == text


def test_what_a_telephone_puts_below_a_ruler_is_no_word_of_the_sender() -> None:
    rule = "-" * 40
    assert own_words(f"On my way.\n\n{rule}\nSent via the short messages of Fjord.\n{rule}").text == "On my way."


@pytest.mark.parametrize(
    "text",
    [
        "Yes.\n\n> can you come on friday to sign the contract with the landlord at noon, ok\nyes, friday at noon is fine\n> and the key",
        "Hi Bob,\n\nplease call our client Anna Berg <anna@berg.example> who wrote:\n\nwe need a refund, friday at noon is fine",
        "Our train:\n\nICE 573\n12/03/2026 10:30\nFrom: Hamburg\nTo: Rome\n\nYes, friday at noon is fine",
    ],
)
def test_what_only_looks_like_a_quotation_is_kept(text: str) -> None:
    assert "friday at noon is fine" in own_words(text).text


@pytest.mark.parametrize(
    "marker", ["##- Bitte antworten Sie über dieser Zeile -##", "Reply above this line.", "Répondez au-dessus de cette ligne"]
)
def test_the_line_of_a_ticket_system_is_nobodys_words(marker: str) -> None:
    assert own_words(f"{marker}\n\nThe part is on its way.").text == "The part is on its way."
    assert own_words(f"Thanks, it came.\n\n{marker}\n\nThe part is on its way.").text == "Thanks, it came."
    assert own_words("The total above this line is wrong.\nPlease check.").text == "The total above this line is wrong.\nPlease check."


def test_headers_without_a_colon_count_below_a_title_between_dashes() -> None:
    headers = 'Von "Anna" <anna@berg.example>\nAn "Robin"\nDatum 19.11.2026 10:02\nBetreff Karten'
    assert own_words(f"Passt.\n\n------ Originalnachricht ------\n{headers}\n\nDienstag?").text == "Passt."
