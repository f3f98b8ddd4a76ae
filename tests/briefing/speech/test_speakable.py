"""What text sounds like: links, dates, amounts, codes, and everything that is only for the eye."""

import time
import unicodedata

import pytest
from hypothesis import given, settings

from briefing.speech.wording.speakable import capped, one_line, speakable
from tests.briefing.hostile_texts import any_text


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("See https://github.com/acme/api/pull/482 for details.", "See a link to github.com for details."),
        ("https://click.mail.shop.example.co.uk/x?utm=1", "a link to example.co.uk"),
        ("http://paypal.com@evil.ru/login", "a link to evil.ru"),
        ("http://203.0.113.9/x", "a link to a numeric address"),
        ("(https://a.org/1), <https://a.org/1>", "a link to a.org"),
        ("[Read more](https://x.com/a) now", "Read more now"),
        ("www.sparkbank.example/help", "a link to sparkbank.example"),
        ("github.com stays a name", "github.com stays a name"),
        ("Write to anna.berg@example.org", "Write to anna.berg at example.org"),
        ("Write to bounces-829174-x@em.example.com", "Write to an address at em.example.com"),
    ],
)
def test_links_and_addresses_are_named_not_spelled(written: str, said: str) -> None:
    assert speakable(written) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("due 2026-03-12", "due 12 March 2026"),
        ("2026-03-12T14:30:00Z", "12 March 2026 at 2:30 pm"),
        ("am 12.03.2026 oder am 13.03.", "am 12 March 2026 oder am 13 March"),
        ("25/03/2026", "25 March 2026"),
        ("3/25/2026", "25 March 2026"),
        ("12/03/2026", "12/03/2026"),
        ("Section 2.10. Next", "Section 2.10. Next"),
        ("Thu, 12 Mar 2026", "Thursday 12 March 2026"),
        ("Mar 12", "March 12"),
        ("at 14:00", "at 2 pm"),
        ("at 09:05", "at 9:05 am"),
        ("at 2:30", "at 2:30"),
        ("at 10:00", "at 10 o'clock"),
        ("14:00\u201315:30", "2 pm to 3:30 pm"),
        ("at 5:00 PM. Then home", "at 5 pm. Then home"),
        ("at 5 p.m. Then home", "at 5 pm. Then home"),
        ("um 18.30 Uhr", "um 6:30 pm"),
        ("New voicemail from +49 30 987654 (0:42)", "New voicemail from plus 4 9, 3 0, 9 8 7, 6 5 4 (0:42)"),
        ("Gruppe 5 und 18 Uhr", "Gruppe 5 und 6 pm"),
        ("um 0:30 Uhr", "um 12:30 am"),
        ("zwischen 14 und 16 Uhr", "zwischen 2 pm und 4 pm"),
        ("\u00e0 14h30", "\u00e0 2:30 pm"),
    ],
)
def test_dates_and_times_are_words_unless_they_can_be_read_in_two_ways(written: str, said: str) -> None:
    assert speakable(written) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("\u20ac1,250.00", "1,250 euros"),
        ("1.250,00 \u20ac", "1,250 euros"),
        ("EUR 1'250.50", "1,250 euros and 50 cents"),
        ("1 250,00 \u20ac", "1,250 euros"),
        ("$1", "1 dollar"),
        ("$2.99", "2 dollars and 99 cents"),
        ("\u00a30.50", "50 pence"),
        ("$1.2M", "1.2 million dollars"),
        ("$5k", "5 thousand dollars"),
        ("CHF 300", "300 Swiss francs"),
        ("49 Euro", "49 euros"),
        ("$10-20", "10 to 20 dollars"),
        ("20% off", "20 percent off"),
    ],
)
def test_amounts_are_said_with_their_currency(written: str, said: str) -> None:
    assert speakable(written) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Your code is 482913", "Your code is 4 8 2, 9 1 3"),
        ("4829 is your verification code", "4 8 2 9 is your verification code"),
        ("order 48271934 has shipped", "order 4 8 2 7, 1 9 3 4 has shipped"),
        ("Invoice No. 2026-114", "Invoice No. 2 0 2 6, 1 1 4"),
        ("password is 7F3K9Q", "password is 7 F 3, K 9 Q"),
        ("Tracking 1Z999AA10123456784", "Tracking a code ending in 6 7 8 4"),
        ("IBAN DE89 3704 0044 0532 0130 00", "IBAN a number ending in 3 0 0 0"),
        ("commit a1b2c3d4", "commit a code"),
        ("Run failed (a1b2c3d)", "Run failed"),
        ("Call +49 30 1234567", "Call plus 4 9, 3 0, 1 2 3, 4 5 6 7"),
        ("Call (555) 123-4567", "Call 5 5 5, 1 2 3, 4 5 6 7"),
        ("PR #482", "PR number 482"),
        ("in 2026 and 1204 people", "in 2026 and 1204 people"),
        ("3-4 days", "3 to 4 days"),
    ],
)
def test_codes_are_read_digit_by_digit_and_quantities_are_not(written: str, said: str) -> None:
    assert speakable(written) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("LAST CHANCE!!! BUY NOW", "Last chance! Buy now"),
        ("NASA and the EU", "NASA and the EU"),
        ("**Bold** and `code` and ~~gone~~", "Bold and code and gone"),
        ("# Title\n=====\n\nText", "Title. Text"),
        ("Milk\n- eggs\n- bread", "Milk. eggs. bread"),
        (
            "a sentence that was wrapped by some program after so many\ncharacters",
            "a sentence that was wrapped by some program after so many characters",
        ),
        ("Hooray \U0001f389\U0001f389 :-)", "Hooray"),
        ("\U0001d5d9\U0001d5e5\U0001d5d8\U0001d5d8 \uff27\uff29\uff26\uff34", "Free gift"),
        ("a\u202eevil\u200bword\u0007", "aevilword"),
        ("Wait..... what?!?!", "Wait... what?"),
        ("20\u00b0C outside", "20 degrees outside"),
        ("| Kiel | 1204 |\n|---|---|\n| Bonn | 988 |", "Kiel, 1204. Bonn, 988"),
        ("Sooooooo good", "Sooo good"),
    ],
)
def test_what_is_only_for_the_eye_is_gone(written: str, said: str) -> None:
    assert speakable(written) == said


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(any_text)
def test_saying_a_spoken_text_again_changes_nothing(text: str) -> None:
    assert speakable(speakable(text)) == speakable(text)


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(any_text)
def test_no_control_bidi_or_private_character_is_ever_said(text: str) -> None:
    for cleaned in (speakable(text), one_line(text)):
        assert not [character for character in cleaned if unicodedata.category(character)[0] == "C"]
        assert "\n" not in cleaned


@settings(max_examples=250, deadline=None)
@given(any_text)
def test_what_holds_a_letter_or_digit_is_never_silent(text: str) -> None:
    if any(map(str.isalnum, one_line(text))):
        assert any(map(str.isalnum, speakable(text)))


@settings(max_examples=200, deadline=None)
@given(any_text)
def test_a_capped_text_keeps_to_its_limit(text: str) -> None:
    assert len(capped(text, 20)) <= 20
    assert capped(text, 10_000) == text


@pytest.mark.part(0.5)
@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", ["a-", "1,", "a@a.", "x/", "\u20ac1", "#1 ", "+1 ", "[a](", "1.", "12:", "AB1-", "A ", "(", " ", "\u0301", "|a\n"]
)
def test_text_made_to_be_slow_is_not(seed: str) -> None:
    """Cost must not grow with the square of the length: four times the text may take eight times as long, not sixteen."""
    short, long = (seed * 5_000)[:5_000], (seed * 20_000)[:20_000]
    speakable(short)
    assert _seconds(long) < 8 * _seconds(short) + 0.2


def _seconds(text: str) -> float:
    def once() -> float:
        start = time.process_time()
        speakable(text)
        return time.process_time() - start

    return min(once() for _ in range(3))
