"""To whom a reply goes and what ties it to its thread."""

from dataclasses import replace

import pytest

from actions.sending.replying import forward_subject, reply_headers, reply_subject
from briefing.mail import UNKNOWN_SENDER, Address
from providers.mime.original import Original, read_original
from tests.providers.messages import BROKEN, WITH_ATTACHMENT, message

OWN = frozenset({"sam@example.com", "sam.second@example.com"})
SAM, SECOND = Address(name="Sam", email="sam@example.com"), Address(email="sam.second@example.com")
ANNA, BOB, CAT = (Address(email=f"{name}@example.org") for name in ("anna", "bob", "cat"))
ORIGINAL = Original(message_id="q@x", links=("root@x", "second@x"), sender=ANNA, to=(SAM, BOB), cc=(CAT, SECOND), subject="Lunch")


class TestRecipients:
    def test_a_reply_goes_to_the_sender_alone(self) -> None:
        head = reply_headers(ORIGINAL, OWN)
        assert (head.to, head.cc, head.reply_to_differs) == ((ANNA,), (), False)

    def test_a_reply_to_all_leaves_out_only_oneself(self) -> None:
        head = reply_headers(ORIGINAL, OWN, everyone=True)
        assert (head.to, head.cc) == ((ANNA, BOB), (CAT,))

    def test_reply_to_comes_before_the_sender_and_is_told(self) -> None:
        head = reply_headers(replace(ORIGINAL, reply_to=(CAT,)), OWN, everyone=True)
        assert (head.to, head.cc, head.reply_to_differs) == ((CAT, BOB), (), True)
        assert reply_headers(replace(ORIGINAL, reply_to=(ANNA,)), OWN).reply_to_differs is False
        assert reply_headers(replace(ORIGINAL, reply_to=(ANNA, CAT)), OWN).reply_to_differs is True

    @pytest.mark.parametrize("everyone", [False, True])
    def test_answering_oneself_goes_on_writing_to_the_others(self, everyone: bool) -> None:
        head = reply_headers(replace(ORIGINAL, sender=SAM, to=(BOB,), cc=(CAT,)), OWN, everyone=everyone)
        assert (head.to, head.cc) == ((BOB,), (CAT,) if everyone else ())

    def test_a_note_to_oneself_is_answered_to_oneself(self) -> None:
        assert reply_headers(replace(ORIGINAL, sender=SAM, to=(SECOND,), cc=()), OWN, everyone=True).to == (SAM,)

    def test_nobody_is_written_to_twice(self) -> None:
        head = reply_headers(replace(ORIGINAL, to=(ANNA, BOB, BOB), cc=(BOB, CAT, ANNA)), OWN, everyone=True)
        assert (head.to, head.cc) == ((ANNA, BOB), (CAT,))

    def test_a_mail_of_nobody_has_no_recipient(self) -> None:
        assert reply_headers(Original(sender=UNKNOWN_SENDER), OWN).to == ()


class TestThread:
    def test_it_refers_to_the_mail_and_to_all_before_it(self) -> None:
        head = reply_headers(ORIGINAL, OWN)
        assert (head.in_reply_to, head.references) == ("q@x", ("root@x", "second@x", "q@x"))

    def test_a_mail_without_an_id_is_answered_without_one(self) -> None:
        head = reply_headers(replace(ORIGINAL, message_id=""), OWN)
        assert (head.in_reply_to, head.references) == ("", ("root@x", "second@x"))

    @pytest.mark.parametrize(
        ("subject", "answer"),
        [
            ("Lunch", "Re: Lunch"), ("Re: Lunch", "Re: Lunch"), ("RE: Re: AW: Lunch", "Re: Lunch"), ("re[2]: Lunch", "Re: Lunch"),
            ("SV:Lunch", "Re: Lunch"), ("Regarding: Lunch", "Re: Regarding: Lunch"), ("", "Re:"), ("Fwd: Lunch", "Re: Fwd: Lunch"),
        ],
    )  # fmt: skip
    def test_the_subject_has_one_prefix(self, subject: str, answer: str) -> None:
        assert reply_subject(subject) == answer

    @pytest.mark.parametrize(
        ("subject", "sent_on"), [("Lunch", "Fwd: Lunch"), ("FW: Lunch", "FW: Lunch"), ("Fwd:Lunch", "Fwd:Lunch"), ("", "Fwd:")]
    )
    def test_so_has_that_of_a_forward(self, subject: str, sent_on: str) -> None:
        assert forward_subject(subject) == sent_on


class TestReading:
    def test_an_original_is_read_from_the_message_as_it_came(self) -> None:
        raw = message("a", answers=("root", "b"), headers={"Reply-To": "desk@example.org", "List-Unsubscribe": "<mailto:off@example.org>"})
        original = read_original(raw)
        assert (original.message_id, original.links) == ("a@example.org", ("root@example.org", "b@example.org"))
        assert (original.sender.email, original.reply_to) == ("anna@example.org", (Address(email="desk@example.org"),))
        assert (original.unsubscribe, original.unsubscribe_post) == ("<mailto:off@example.org>", "")
        assert original.at is not None
        assert read_original(WITH_ATTACHMENT).attachments == ("Plan für März.pdf",)

    def test_a_broken_one_reads_as_far_as_it_goes(self) -> None:
        assert (read_original(BROKEN).subject, read_original(b"").sender) == ("Scan", UNKNOWN_SENDER)
        assert read_original(b"").at is None
