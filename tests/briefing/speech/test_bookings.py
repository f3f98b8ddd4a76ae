"""A confirmation is told by when and where it is, though it says so in labelled lines."""

import pytest

from briefing.speech.content.bookings import booked

HOTEL = """Your reservation
Booking number: 8841
Guest: Robin Vale
Check-in: Friday, 4 December, from 3 pm
Check-out: Sunday, 6 December, until 11 am
Room: double, lake view
"""
TRAIN = """Booking reference: XK22P
Train: ICE 573
From: Hamburg Hbf 09:24
To: Frankfurt Hbf 13:00
Date: 3 December
Coach 21, seat 64
"""
STAY = """Harbour House is expecting you on 12 December

Check-in Saturday, 12 December 2026 (from 15:00)
Check-out Tuesday, 15 December 2026 (until 11:00)
Free cancellation until 9 December 2026 23:59
Confirmation number: 4129 PIN: 8841
"""
TABLE = """Your reservation at The Lantern is confirmed.

Party of 4
Friday, December 4, 2026 at 7:30 PM
Confirmation 99182
"""
FLIGHT = """Northair booking confirmation
Record locator: K7PQ2M
NA 455 Harbourtown to Lyon
Departs 18 September at 07:35, arrives 12:50
Total paid: 312.40
"""


@pytest.mark.parametrize(
    ("subject", "text", "told"),
    [
        ("Reservation confirmed", HOTEL, "Check-in Friday, 4 December, from 3 pm. Check-out Sunday, 6 December, until 11 am."),
        ("Your ticket", TRAIN, "Train ICE 573. From Hamburg Hbf 9:24 am. To Frankfurt Hbf 1 pm. Date 3 December."),
        (
            "Your booking is confirmed",
            STAY,
            "Check-in Saturday, 12 December 2026 (from 3 pm). Check-out Tuesday, 15 December 2026 (until 11 o'clock).",
        ),
        (
            "Your booking",
            f"It can be cancelled free of charge until 1 December.\n{HOTEL}",
            "Check-in Friday, 4 December, from 3 pm. Check-out Sunday, 6 December, until 11 am.",
        ),
        ("Reservation confirmed", TABLE, "Friday, December 4, 2026 at 7:30 pm."),
        ("Your ticket", "Date: 2027-03-04\nTime: 18:30\n", "Date 4 March 2027. Time 6:30 pm."),
        ("Your itinerary", FLIGHT, "Departs 18 September at 7:35 am, arrives 12:50."),
    ],
)
def test_a_confirmation_is_told_by_when_and_where_it_is(subject: str, text: str, told: str) -> None:
    assert booked(subject, text) == told


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Minutes", "Date: 3 December\nTime: 5 pm\n"),  # nothing is booked
        ("Your booking", "From next week on we close at 5 pm.\nTo change your booking, call us by 3 December.\n"),
        ("Re: Booking", "From: Anna Berg <anna@berg.example>\nDate: Tue, 3 Dec 2026 09:00:00 +0000\nTo: Ben\n"),
        ("Your booking", "When you arrive on 3 December, ring twice\nTime flies\nFriday is our day off, 4 December too, as you know\n"),
        ("Your booking", "Your booking has been cancelled.\nFriday 12 March, 19:00\n"),
        ("Your booking 8841", "Your booking has been cancelled.\nCheck-in: Friday, 4 December\n"),
        ("Reservation cancelled", "Check-in: Friday, 4 December\n"),
        ("Your booking", "Saturday night fever at our bar\nSunday Times offer 5 March\n"),
        ("Your booking", "Where: the old harbour\nTime: 5 pm\n"),  # on which day, something else in it says
        ("Your booking", ""),
    ],
)
def test_what_is_none_or_names_no_day_is_told_otherwise(subject: str, text: str) -> None:
    assert booked(subject, text) == ""


def test_a_journey_in_one_line_is_told() -> None:
    text = "Thank you for your booking.\n\nOutbound: Leeds 08:12 - York 08:40, 1 December 2026\nCoach D, Seat 41\nTotal: 14.20 GBP\n"
    assert booked("Your booking", text) == "Outbound Leeds 8:12 am, York 8:40 am, 1 December 2026."
