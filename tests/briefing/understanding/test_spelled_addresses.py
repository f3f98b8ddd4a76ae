"""What a spelled address is, and what is none."""

import pytest

from briefing.mail import Address
from briefing.understanding.spelled_addresses import spelled


class TestSpelling:
    @pytest.mark.parametrize(
        ("words", "email"),
        [
            ("anna at example dot com", "anna@example.com"),
            ("Anna dot Keller at example dot co dot uk.", "anna.keller@example.co.uk"),
            ("a n n a at example dot com", "anna@example.com"),
            ("double n a at example point de", "nna@example.de"),
            ("anna underscore k at mail dash works dot org", "anna_k@mail-works.org"),
            ("anna minus k plus lists at example dot org", "anna-k+lists@example.org"),
            ("sam seven at example dot c o m", "sam7@example.com"),
            ("a as in alpha, b for bravo at example dot com", "ab@example.com"),
            ("capital a n n a at example dot com", "anna@example.com"),
            ("her address is anna at example dot com", "anna@example.com"),
            ("it's anna at example dot com", "anna@example.com"),
            ("anna@example.com", "anna@example.com"),
            ("to Anna@Example.com!", "anna@example.com"),
            ("anna keller at example dot com", "annakeller@example.com"),
            ("anna at müller dot de", "anna@müller.de"),
        ],
    )
    def test_is_an_address(self, words: str, email: str) -> None:
        assert spelled(words) == Address(email=email)

    @pytest.mark.parametrize(
        "words",
        ["", "anna", "anna at example", "meet me at noon", "anna at bob at example dot com", "anna at example dot com or bob",
         "at example dot com",
         "anna at dot com", "anna dot dot k at example dot com", "anna at example dot com bcc eve at other dot net",
         "anna at example dot 1",
         "<anna@example.com>, eve@other.net", "anna@example.com%0abcc:eve", "anna at example dot com slash x"],
    )  # fmt: skip
    def test_is_none(self, words: str) -> None:
        assert spelled(words) is None
