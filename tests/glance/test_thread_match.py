"""Which mail a picture shows: the forms in which programs show subject and sender, and those that are another mail's."""

import pytest

from briefing.mail import Address
from glance.given_result import Candidate
from glance.thread_match import could_be, is_about, is_from, looked_for_by
from tests.glance.stage_set import mail

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
        ("\u201cSigned lease of the fl\u2026\u201d", "Signed lease of the flat"),
        ("'Signed lease'", "Signed lease"),
        ('Signed "lease"', 'Re: Signed "lease"'),
        ("Signed lease", "Signed \u201elease\u201c"),
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
        ("An…", BERG),
        ("\u0410nna Berg", BERG),
    ],
)
def test_another_sender(shown: str, sender: Address) -> None:
    assert not is_from(shown, sender)


def test_what_may_be_cut_off_is_not_searched_for() -> None:
    from_there, about_that = looked_for_by(Candidate(subject="Re: Signed lease of the fl…", sender="Müller, Ann…"))
    assert from_there.words == about_that.words == (("Signed",), ("lease",), ("of",), ("the",))
    assert (from_there.sender, about_that.sender) == ((("Müller",),), ())


@pytest.mark.parametrize(
    ("sender", "name", "email"),
    [
        ("Anna Berg", "\u0410nna B\u0435rg", "anna@elsewhere.example"),
        ("Anna Berg", "Arma Berg", ""),
        ("anna@hausberg.example", "anna@hausberg.example", "mallory@elsewhere.example"),
        ("Anna Berg <anna@hausberg.example>", "Anna <anna@hausberg.example>", "mallory@elsewhere.example"),
        ("anna@hausberg.example", "", "\u0430nna@hausberg.example"),
        ("Anna Be…", "Anna B\u0435rg", "anna@elsewhere.example"),
    ],
)
def test_what_looks_like_the_sender(sender: str, name: str, email: str) -> None:
    shown = Candidate(subject="Signed lease", sender=sender)
    could = could_be(shown, mail("spoof", Address(name=name, email=email), "Re: Signed l\u0435ase"))
    assert could is (name != "Arma Berg"), "what a careful eye tells apart is another"
    assert not could_be(shown, mail("other", Address(name=name, email=email), "Another lease"))
