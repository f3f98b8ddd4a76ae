"""Which mail a picture shows: the forms in which programs show subject and sender, and those that are another mail's."""

import pytest

from briefing.mail import Address
from glance.given_result import Candidate
from glance.thread_match import is_about, is_from, looked_for_by

BERG = Address(name="Anna Berg", email="anna@hausberg.example")
NAMELESS = Address(email="billing@power.example")


@pytest.mark.parametrize(
    ("shown", "subject"),
    [
        ("Signed lease", "Signed lease"),
        ("signed  LEASE", "Signed lease"),
        ("Re: Signed lease", "Signed lease"),
        ("Signed lease", "AW: Re: [EXT] Signed lease"),
        ("Invoice #4711", "Invoice 4711"),
        ("Signed lease of the fl…", "Re: Signed lease of the flat"),
        ("Signed lease of the flat...", "Signed lease of the flat"),
        ("Wohnungsübergabe", "Wohnungsübergabe"),
        ("Wohnungsubergabe", "Wohnungsübergabe"),
    ],
)
def test_the_same_subject(shown: str, subject: str) -> None:
    assert is_about(shown, subject)


@pytest.mark.parametrize(
    ("shown", "subject"),
    [
        ("Signed lease", "Signed lease of the flat"),
        ("Signed lease of the flat", "Signed lease"),
        ("Invoice 4711", "Invoice 4712"),
        ("Inv…", "Invoice 4711"),
        ("", "Signed lease"),
        ("Re:", "Re:"),
        ("…", "Signed lease"),
    ],
)
def test_another_subject(shown: str, subject: str) -> None:
    assert not is_about(shown, subject)


@pytest.mark.parametrize(
    ("shown", "sender"),
    [
        ("Anna Berg", BERG),
        ("Berg, Anna", BERG),
        ("anna berg", BERG),
        ("Anna", BERG),
        ("Anna Be…", BERG),
        ("Anna Berg <anna@hausberg.example>", BERG),
        ("ANNA@hausberg.example", BERG),
        ("billing@power.example", NAMELESS),
        ("billing", NAMELESS),
    ],
)
def test_the_same_sender(shown: str, sender: Address) -> None:
    assert is_from(shown, sender)


@pytest.mark.parametrize(
    ("shown", "sender"),
    [
        ("Robin", BERG),
        ("Anna Bergmann", BERG),
        ("Hannah Berg", BERG),
        ("Anna Berg <anna@elsewhere.example>", BERG),
        ("", BERG),
        ("…", BERG),
        ("Anna Li…", BERG),
    ],
)
def test_another_sender(shown: str, sender: Address) -> None:
    assert not is_from(shown, sender)


def test_what_may_be_cut_off_is_not_searched_for() -> None:
    query = looked_for_by(Candidate(subject="Re: Signed lease of the fl…", sender="Müller, Ann…"))
    assert query.words == (("Signed",), ("lease",), ("of",), ("the",))
    assert query.sender == (("Müller",),)
