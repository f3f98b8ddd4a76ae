"""Whom a mail goes to: who is new, and who only looks like somebody."""

import pytest

from actions.consent.payloads import RecipientWarning, WarningKind
from actions.sending.recipients import looks_like, warnings_for
from briefing.mail import Address

KNOWN = frozenset({"anna@example.com", "bob.miller@gmail.com", "sam@example.com"})


def warned(*emails: str, thread: frozenset[str] = frozenset(), differs: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
    found = warnings_for([Address(email=email) for email in emails], known=KNOWN, thread=thread, reply_to_differs=differs)
    return [(each.kind.value, each.address, each.resembles) for each in found]


class TestWarnings:
    def test_who_was_written_to_before_is_no_news(self) -> None:
        assert warned("anna@example.com", "BOB.Miller@Gmail.com") == []

    def test_who_was_not_is(self) -> None:
        assert warned("eve@other.net", "anna@example.com", "eve@other.net") == [("new", "eve@other.net", "")]

    def test_who_wrote_may_be_answered(self) -> None:
        assert warned("eve@other.net", thread=frozenset({"eve@other.net"})) == []

    def test_but_not_if_they_look_like_somebody_known(self) -> None:
        assert warned("anna@examp1e.com", thread=frozenset({"anna@examp1e.com"})) == [
            ("looks_like", "anna@examp1e.com", "anna@example.com")
        ]

    def test_nor_if_a_stranger_looks_like_somebody_of_the_thread(self) -> None:
        assert warned("eve@othar.net", thread=frozenset({"eve@other.net"})) == [("looks_like", "eve@othar.net", "eve@other.net")]

    def test_those_whom_one_mail_names_are_not_compared_with_each_other(self) -> None:
        copies = [f"p{number}@evil{number}.example" for number in range(1, 41)]
        assert warned(*copies, thread=frozenset(copies)) == []

    def test_the_nearest_of_all_who_are_resembled_is_named(self) -> None:
        known = {"carmen.rivera@example.net", "tomasz.wolski@example.net", "zoe@example.net"}
        for taken, meant in (
            ("tomasz.wolski@examp1e.net", "tomasz.wolski@example.net"),
            ("carmen.rivera@exarnple.net", "carmen.rivera@example.net"),
            ("zoe@exampel.net", "zoe@example.net"),
        ):
            (warning,) = warnings_for([Address(email=taken)], known=known)
            assert warning.resembles == meant

    def test_where_only_the_reply_to_leads_is_said(self) -> None:
        assert warned("eve@other.net", differs=("eve@other.net",)) == [("reply_to_differs", "eve@other.net", "")]
        assert warned("anna@examp1e.com", differs=("anna@examp1e.com",)) == [
            ("reply_to_differs", "anna@examp1e.com", ""),
            ("looks_like", "anna@examp1e.com", "anna@example.com"),
        ]
        assert warned("anna@example.com", differs=("anna@example.com",)) == [("reply_to_differs", "anna@example.com", "")]

    def test_somebody_who_stands_in_the_mail_is_named_where_the_answer_goes_to_them_in_place_of_its_sender(self) -> None:
        thread = frozenset({"marcus@tidewater.net", "eve@other.net"})
        assert warned("eve@other.net", thread=thread, differs=("eve@other.net",)) == [("reply_to_differs", "eve@other.net", "")]

    def test_somebody_else_under_another_ending_is_new(self) -> None:
        assert warned("carmen.rivera@example.net") == [("new", "carmen.rivera@example.net", "")]
        assert warned("anna.keller@example.net") == [("looks_like", "anna.keller@example.net", "anna@example.com")]

    def test_a_warning_is_what_the_question_says(self) -> None:
        (warning,) = warnings_for([Address(email="anna@example.co")], known=KNOWN)
        assert warning == RecipientWarning(kind=WarningKind.LOOKS_LIKE, address="anna@example.co", resembles="anna@example.com")


class TestLookAlikes:
    @pytest.mark.parametrize(
        "other",
        [
            "anna@examp1e.com", "anna@exarnple.com", "anna@exanple.com", "anna@exmaple.com", "anna@exampl.com", "anna@examplee.com",
            "anna@\u0435xample.com", "anna@xn--xample-2of.com", "anna@exámple.com", "anna@example.co", "anna@example.net",
            "anna@example.co.uk",
            "anna@example-billing.com", "anna@billing-example.com", "anna@myexample.com", "anna@examplepay.net",
            "anna@example.com.evil.net", "anna@login.example.com.evil.net", "anna@evil-example.com", "bob@mail.examp1e.com",
            "\u0430nna@example.com", "anna1@example.com",
        ],
    )  # fmt: skip
    def test_looks_like_anna(self, other: str) -> None:
        assert looks_like(other, "anna@example.com")

    @pytest.mark.parametrize(
        "other",
        [
            "anna@example.com", "bob@example.com", "anna@mail.example.com", "anna@other.org", "anna@gmail.com", "a@ex.com",
            "anna@sample.org",
            "someone-else@example.com", "carmen.rivera@example.net", "bob@example.org", "billing@mail.example.co.uk",
        ],
    )  # fmt: skip
    def test_is_just_another(self, other: str) -> None:
        assert not looks_like(other, "anna@example.com")

    @pytest.mark.parametrize(
        ("other", "known", "alike"),
        [
            ("bob.miler@gmail.com", "bob.miller@gmail.com", True),
            ("bob.miller@gmial.com", "bob.miller@gmail.com", True),
            ("bob.miller@gmail.co", "bob.miller@gmail.com", True),
            ("ann.miller@gmail.com", "bob.miller@gmail.com", False),
            ("bob@gmx.de", "bob@gmx.net", False),
            ("bob@outlook.com", "bob@gmail.com", False),
            ("bob@x.org", "bob@y.org", False),
            ("bob@shop.co.uk", "bob@book.co.uk", False),
            ("marcus@hearrtth.example", "marcus@hearth.example", True),
            ("marcus@haerht.example", "marcus@hearth.example", True),
            ("marcus@hhearthh.example", "marcus@hearth.example", True),
            ("marcus@tidwaeter.net", "marcus@tidewater.net", True),
            ("marcus@tdewatr.net", "marcus@tidewater.net", True),
            ("bob.milller1@gmail.com", "bob.miller@gmail.com", True),
            ("pay@acmecorp.com", "joe@acme.com", True),
            ("pay@acme-corp.com", "joe@acme.com", True),
            ("pay@theacme.com", "joe@acme.com", True),
            ("pay@ibm-invoices.com", "joe@ibm.com", True),
            ("pay@ibmcorp.com", "joe@ibm.com", True),
            ("pay@support-hp.com", "joe@hp.com", True),
            ("pay@gmxtra.com", "joe@gmx.de", False),
            ("pay@\u0430\u0440\u0440\u04cf\u0435.com", "joe@apple.com", True),
            ("pay@a\u0440ple.com", "joe@apple.com", True),
            ("pay@xn--pple-43d.com", "joe@apple.com", True),
            ("pay@\u0251pple.com", "joe@apple.com", True),
            ("pay@ap\u1d18le.com", "joe@apple.com", True),
            ("pay@micr\u0585soft.com", "joe@microsoft.com", True),
            ("pay@micro\u13dboft.com", "joe@microsoft.com", True),
            ("pay@\u043f\u043e\u0447\u0442\u0430.example", "joe@apple.com", False),
            ("hello@sluebind.net", "joe@bluebird.net", False),
        ],
    )
    def test_where_everybody_has_an_address_others_are_others(self, other: str, known: str, alike: bool) -> None:
        assert looks_like(other, known) is alike


INGRID = {"ingrid@tidewater.net": "Ingrid Solberg"}


class TestKnownNamesAtFreeMail:
    """A name that the user knows from elsewhere, at a provider where anybody may take it."""

    @pytest.mark.parametrize(
        "recipient",
        [
            Address(name="Ingrid Solberg", email="i.s.77@gmail.com"),
            Address(name="Solberg, Ingrid", email="office-desk@gmx.de"),
            Address(name="INGRID  SOLBERG (private)", email="x@t-online.de"),
            Address(name="\u0406ngrid Solberg", email="x@outlook.com"),
            Address(email="ingrid.solberg@yahoo.co.uk"),
            Address(email="ingridsolberg77@gmail.com"),
            Address(email="solberg_ingrid@hotmail.fr"),
        ],
    )
    def test_is_asked_about(self, recipient: Address) -> None:
        (warning,) = warnings_for([recipient], known=INGRID.keys(), names=INGRID)
        assert (warning.kind, warning.resembles) == (WarningKind.LOOKS_LIKE, "ingrid@tidewater.net")

    def test_is_asked_about_where_it_wrote_the_mail_that_is_answered(self) -> None:
        private = Address(name="Ingrid Solberg", email="ingrid.s@gmail.com")
        (warning,) = warnings_for([private], known=INGRID.keys(), names=INGRID, thread={private.email})
        assert warning.kind is WarningKind.LOOKS_LIKE

    def test_is_told_by_the_address_alone_where_no_name_is_known(self) -> None:
        (warning,) = warnings_for([Address(email="anna.keller@gmail.com")], known={"anna.keller@example.com"})
        assert warning.kind is WarningKind.LOOKS_LIKE

    @pytest.mark.parametrize(
        "recipient",
        [
            Address(name="Ingrid Lund", email="ingrid@gmail.com"),
            Address(name="Tom Solberg", email="tom.solberg@gmail.com"),
            Address(name="Ingrid Solberg", email="ingrid@solberg.example"),
        ],
    )
    def test_others_are_others(self, recipient: Address) -> None:
        (warning,) = warnings_for([recipient], known=INGRID.keys(), names=INGRID)
        assert warning.kind is WarningKind.NEW

    def test_who_was_written_to_at_such_an_address_is_known(self) -> None:
        both = {**INGRID, "ingrid.solberg@gmail.com": "Ingrid Solberg"}
        assert warnings_for([Address(email="ingrid.solberg@gmail.com")], known=both.keys(), names=both) == ()
