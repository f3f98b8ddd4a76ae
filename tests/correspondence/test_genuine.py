"""Replies of the user's, as eight mail programs write them and three forwarders pass them on, are the user's."""

from dataclasses import replace

import pytest

from correspondence.verified import ArrivedReply, Folder, NotFromUser, verified
from tests.correspondence.replied import (
    ANSWER,
    BRIEFING,
    LETTERS,
    PROGRAMS,
    RECEIVERS,
    SUBJECT,
    Judged,
    Replied,
    direct,
    genuine,
    passed_on,
    received,
    written,
)


def test_replies_of_every_program_by_every_way_count() -> None:
    replies = [*genuine()]
    assert len(replies) >= 200
    verdicts = {name: verified(each.arrival, each.trust) for name, each in replies}
    assert {name: verdict.refused for name, verdict in verdicts.items() if not verdict.from_user} == {}


def test_what_it_answers_is_told() -> None:
    for answers in (BRIEFING, ANSWER):
        mail = direct(PROGRAMS[0], RECEIVERS[0], answers=answers)
        assert verified(mail.arrival, mail.trust).letter == LETTERS[answers]


def test_the_copy_among_the_sent_mail_counts_where_both_ends_are_one_mailbox() -> None:
    for program in PROGRAMS:
        mail = Replied(program=program, receiver=RECEIVERS[0], fields=written(program)[1:]).with_fields({"To": program.address})
        trust = replace(mail.trust, to=frozenset({program.address}), one_mailbox=True)
        assert verified(ArrivedReply(raw=mail.raw, folder=Folder.SENT), trust).from_user
        assert verified(ArrivedReply(raw=mail.raw, folder=Folder.INBOX), trust).refused is NotFromUser.NOT_AUTHENTICATED


def test_a_mail_that_a_forwarder_changed_does_not_count_and_is_told_why() -> None:
    program, receiver = PROGRAMS[0], RECEIVERS[0]
    judged = Judged(mailfrom="x@fwd.example", dkim="fail", dkim_domain=program.domain, dmarc="fail", header_from=program.domain)
    mail = Replied(program=program, receiver=receiver, fields=received(receiver, judged, written(program)))
    assert verified(mail.arrival, mail.trust).refused is NotFromUser.FAILED


def test_a_passed_on_mail_with_another_subject_counts_only_if_what_it_answers_is_signed() -> None:
    by_program = {each.name: passed_on(each, RECEIVERS[0], "redirect").with_fields({"Subject": "Something else"}) for each in PROGRAMS}
    refused = {name: verified(mail.arrival, mail.trust).refused for name, mail in by_program.items()}
    unsigned = {"Apple Mail", "iPhone", "Outlook", "Outlook.com"}
    assert refused == {name: NotFromUser.REPLAYABLE if name in unsigned else None for name in by_program}


def test_a_domain_without_dmarc_counts_by_its_signature() -> None:
    program, receiver = PROGRAMS[5], RECEIVERS[1]
    judged = Judged(mailfrom=program.address, dkim_domain=program.domain, dmarc="none", header_from=program.domain)
    mail = Replied(program=program, receiver=receiver, fields=received(receiver, judged, written(program)))
    assert verified(mail.arrival, mail.trust).from_user
    elsewhere = Judged(mailfrom=program.address, dkim_domain="example", dmarc="none", header_from=program.domain)
    mail = Replied(program=program, receiver=receiver, fields=received(receiver, elsewhere, written(program)))
    assert verified(mail.arrival, mail.trust).refused is NotFromUser.NOT_AUTHENTICATED


def test_a_service_may_have_given_our_mail_another_id() -> None:
    mail = direct(PROGRAMS[0], RECEIVERS[0]).with_fields({"In-Reply-To": "<given.by@service.example>", "References": None})
    assert verified(mail.arrival, mail.trust).refused is NotFromUser.NO_REPLY_OF_OURS
    trust = replace(mail.trust, replaced={"given.by@service.example": LETTERS[BRIEFING]})
    assert verified(mail.arrival, trust).letter == LETTERS[BRIEFING]


@pytest.mark.parametrize(
    ("before", "counts"),
    [
        *((each, True) for each in (
            "Re: Extern: ", "AW: EXTERN: ", "RE: External: ", "RE: (EXT) ", "Re: *EXT* ", "Re(2): ", "Odpov\u011b\u010f: ",
            "\u0391\u03c0\u03ac\u03bd\u03c4\u03b7\u03c3\u03b7: ", "Re: [Autohaus Berg] ", "[Autohaus Berg] Re: ",
            "AW: [EXTERN \u2013 bitte die Anh\u00e4nge und auch den Absender pr\u00fcfen] ",
        )),
        *((each, False) for each in (
            "Away: ", "Urlaub: ", "OOO: ", "Re: Away: ", "Re: Urlaub: ", "[Auto-Reply] ", "Re: [Automatic reply] ", "[Abwesend] ",
            "Re: [Absence] ", "Extern Urlaub: ",
        )),
    ],
)  # fmt: skip
def test_a_subject_counts_that_a_program_puts_before_an_answer(before: str, counts: bool) -> None:
    mail = direct(PROGRAMS[0], RECEIVERS[0]).with_fields({"Subject": before + SUBJECT})
    trust = replace(mail.trust, subjects={LETTERS[BRIEFING]: SUBJECT})
    assert verified(mail.arrival, trust).refused is (None if counts else NotFromUser.AUTOMATIC)
