"""Both threaders put an exchange together, and see where an answer would fall out of it; answers of ours stand in the thread."""

from datetime import UTC, date, datetime

from briefing.mail import Address
from correspondence.message_ids import answer_id, briefing_id
from providers.mime.composition import compose
from providers.sender import OutgoingMail
from tests.correspondence.threaders import gmail, jwz, parent_by_jwz

KEY, DAY, SUBJECT = bytes(32), date(2026, 11, 26), "Your briefing for Thursday, 26 November"
FIRST, SECOND = briefing_id(KEY, "anna", DAY, "x.example"), answer_id(KEY, "anna", DAY, 1, "x.example")


def mail(message_id: str, *, subject: str = SUBJECT, in_reply_to: str = "", references: tuple[str, ...] = ()) -> bytes:
    return compose(
        OutgoingMail(
            message_id=message_id,
            date=datetime(2026, 11, 26, 5, tzinfo=UTC),
            from_=Address(email="aloud@x.example"),
            to=(Address(email="anna@x.example"),),
            subject=subject,
            body="Done.",
            in_reply_to=in_reply_to,
            references=references,
        ),
        with_bcc=False,
    )


BRIEFING = mail(FIRST)
REPLY = mail("r1@y.example", subject=f"Re: {SUBJECT}", in_reply_to=FIRST, references=(FIRST,))
ANSWER = mail(SECOND, subject=f"Re: {SUBJECT}", in_reply_to="r1@y.example", references=(FIRST, "r1@y.example"))


def test_an_exchange_is_one_thread() -> None:
    mails = [BRIEFING, REPLY, ANSWER]
    assert jwz(mails) == gmail(mails) == (frozenset({FIRST, "r1@y.example", SECOND}),)
    assert parent_by_jwz(mails, SECOND) == "r1@y.example"


def test_the_order_of_arrival_does_not_matter_to_ids() -> None:
    assert jwz([ANSWER, BRIEFING, REPLY]) == jwz([BRIEFING, REPLY, ANSWER])


def test_an_answer_whose_reply_never_came_stands_with_the_briefing() -> None:
    assert jwz([BRIEFING, ANSWER]) == gmail([BRIEFING, ANSWER]) == (frozenset({FIRST, SECOND}),)


def test_another_subject_falls_out_at_gmail_alone() -> None:
    other = mail(SECOND, subject="Done", in_reply_to="r1@y.example", references=(FIRST, "r1@y.example"))
    assert len(jwz([BRIEFING, REPLY, other])) == 1
    assert len(gmail([BRIEFING, REPLY, other])) == 2


def test_an_answer_that_names_nothing_falls_out_at_both() -> None:
    bare = mail(SECOND, subject=f"Re: {SUBJECT}")
    assert len(jwz([BRIEFING, REPLY, bare])) == len(gmail([BRIEFING, REPLY, bare])) == 2


def test_ids_that_name_each_other_end() -> None:
    assert len(jwz([mail("a@x", in_reply_to="b@x"), mail("b@x", in_reply_to="a@x")])) == 1
