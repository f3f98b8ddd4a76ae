"""The question says what would happen, and the digest changes with anything that would."""

from dataclasses import FrozenInstanceError, fields, replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from actions.consent.payloads import (
    About,
    BulkPayload,
    Payload,
    RecipientPayload,
    RecipientWarning,
    SendPayload,
    UnsubscribePayload,
    WarningKind,
    action_of,
    digest,
    mails_of,
    question,
    text_of,
    words_of,
)
from briefing.mail import Address
from briefing.mail_action import TIER_OF, MailAction, Tier, tier_of
from tests.actions.consenting import LEAVE, MANY, REPLY, A, B, Line


def asked_about(payload: About, *, now: datetime | None = None) -> str:
    return " ".join(question(payload, now=now))


AT = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
STRANGE = "\u202e\u200b\u0007\u2066"
BULK = BulkPayload(action=MailAction.LABEL, mails=(A, B), examples=("Anna Berg",), label="Receipts")

OTHERWISE: dict[str, object] = {
    "account": "home", "to": (Address(email="eve@example.org"),), "cc": (Address(email="eve@example.org"),),
    "bcc": (Address(email="eve@example.org"),), "subject": "Dinner", "body": "Never.", "attachments": ("salaries.xlsx",),
    "draft_id": "d2", "message_id": "<2@aloud>", "thread": "t2", "in_reply_to": "<9@x>", "quoted": "---", "quote_edited": True,
    "send_at": AT,
    "warnings": (RecipientWarning(kind=WarningKind.NEW, address="anna@example.org"),), "known": ("anna@example.org",), "answers": True,
    "mail_id": B, "list_name": "Other", "target": "https://deals.example/u", "sender": "eve@example.org",
    "action": MailAction.UNLABEL, "mails": (A,),
    "examples": (), "label": "Taxes", "until": AT, "entries": ("k1",), "left_out": ("Eve",),
}  # fmt: skip
EVERY_WORD = ("Never.", "The key is under the mat. ", "", "\ud800")
EVERY_FIELD = [(payload, each.name) for payload in (REPLY, LEAVE, BULK) for each in fields(payload)]


class TestDigest:
    @pytest.mark.parametrize(("payload", "name"), EVERY_FIELD, ids=lambda value: value if isinstance(value, str) else type(value).__name__)
    def test_it_covers_every_field(self, payload: Payload, name: str) -> None:
        changed: Payload = replace(payload, **{name: OTHERWISE[name]})  # type: ignore[arg-type]
        assert digest(changed) != digest(payload)

    def test_it_is_the_same_for_equal_payloads(self) -> None:
        assert digest(replace(REPLY)) == digest(REPLY)
        assert len(digest(REPLY)) == 64

    def test_the_display_name_counts_too(self) -> None:
        assert digest(replace(REPLY, to=(Address(name="Eve", email="anna@example.org"),))) != digest(REPLY)

    def test_half_a_character_has_a_digest_and_a_asked_about(self) -> None:
        odd = replace(REPLY, subject="\ud800", body="\udfff")
        assert digest(odd) != digest(REPLY)
        assert "anna@example.org" in asked_about(odd)


class TestKinds:
    def test_each_payload_is_one_action_on_its_mails(self) -> None:
        assert (action_of(REPLY), mails_of(REPLY)) == (MailAction.SEND, frozenset())
        assert action_of(replace(REPLY, send_at=AT)) is MailAction.SEND_LATER
        assert (action_of(LEAVE), mails_of(LEAVE)) == (MailAction.UNSUBSCRIBE, frozenset({A}))
        assert (action_of(BULK), mails_of(BULK)) == (MailAction.LABEL, frozenset({A, B}))

    @pytest.mark.parametrize("action", [action for action in MailAction if TIER_OF[action] is not Tier.REVERSIBLE])
    def test_what_cannot_be_taken_back_is_never_done_in_bulk(self, action: MailAction) -> None:
        with pytest.raises(ValueError, match="taken back"):
            BulkPayload(action=action, mails=MANY)

    def test_every_action_has_a_tier_and_an_unknown_one_is_irreversible(self) -> None:
        assert set(TIER_OF) == set(MailAction)
        assert {action for action in MailAction if tier_of(action) is Tier.OUTGOING} == {
            MailAction.SEND,
            MailAction.SEND_LATER,
            MailAction.UNSUBSCRIBE,
        }
        assert {tier_of(action) for action in MailAction} == {Tier.OUTGOING, Tier.REVERSIBLE}
        assert tier_of("empty_trash") is tier_of("") is Tier.IRREVERSIBLE


class TestQuestionBeforeSending:
    def test_it_reads_the_mail_with_recipients_subject_and_attachments(self) -> None:
        assert question(replace(REPLY, attachments=("lease.pdf",))) == (
            "Draft to anna@example.org, with the subject \u201cLunch\u201d, with one attachment, \u201clease.pdf\u201d:",
            "\u201cTuesday works for me.\u201d",
            "Shall I send it like this?",
        )

    def test_who_is_known_is_said_by_name_and_a_subject_that_is_answered_is_not_said(self) -> None:
        asked = asked_about(replace(REPLY, known=("anna@example.org",), answers=True))
        assert asked == "Draft to Anna Berg: \u201cTuesday works for me.\u201d Shall I send it like this?"

    def test_who_is_new_or_pointed_out_is_said_by_address_even_if_known(self) -> None:
        new = RecipientWarning(kind=WarningKind.NEW, address="anna@example.org")
        other = RecipientWarning(kind=WarningKind.REPLY_TO_DIFFERS, address="anna@example.org")
        asked = [asked_about(replace(REPLY, known=("anna@example.org",), warnings=(each,))) for each in (new, other)]
        assert asked[0].startswith("Draft to anna@example.org, whom you have not written to before, with the subject")
        assert asked[1].startswith("Draft to anna@example.org, with the subject")

    def test_what_is_pointed_out_about_others_is_not_said_of_this_one_and_new_is_said_of_who_is_no_more_than_that(self) -> None:
        others = tuple(RecipientWarning(kind=WarningKind.NEW, address=each) for each in ("aaron@example.org", "zoe@example.org"))
        assert asked_about(replace(REPLY, known=("anna@example.org",), warnings=others)).startswith("Draft to Anna Berg, with the subject")
        both = tuple(RecipientWarning(kind=kind, address="anna@example.org") for kind in (WarningKind.NEW, WarningKind.LOOKS_LIKE))
        assert asked_about(replace(REPLY, warnings=both)).startswith("Draft to anna@example.org, with the subject")

    def test_every_other_recipient_is_said_by_address_and_not_by_the_name_they_claim(self) -> None:
        asked = asked_about(replace(REPLY, cc=(Address(name="Boss", email="raj@x.org"),), bcc=(Address(name="Anna", email="eve@y.org"),)))
        assert "to anna@example.org, copy to raj@x.org, blind copy to eve@y.org, with" in asked
        assert "Boss" not in asked
        assert "Anna Berg" not in asked

    def test_a_long_mail_is_read_in_pieces_which_are_all_of_its_words(self) -> None:
        long = replace(REPLY, body=" ".join(f"I have read page {number}, and I like it." for number in range(30)))
        head, *pieces, ends = question(long)
        assert len(pieces) > 5
        assert " ".join(pieces).strip("\u201c\u201d").split() == long.body.split()
        assert question(long, heard=2) == (head.replace(":", ", from where I stopped:"), *pieces[2:], ends)
        assert question(long, heard=len(pieces)) == (head.replace(":", ", with the words that you know."), ends)

    @pytest.mark.parametrize("role", ["to", "cc", "bcc"])
    @pytest.mark.parametrize("number", [3, 8, 9, 40])
    def test_every_recipient_is_named_however_many_there_are(self, role: str, number: int) -> None:
        asked = asked_about(replace(REPLY, **{role: tuple(Address(email=f"p{each}@x.org") for each in range(number))}))  # type: ignore[arg-type]
        assert all(f"p{each}@x.org" in asked for each in range(number))
        assert "more" not in asked
        assert (f"{number} addresses: p0@x.org" in asked) == (number > 9)

    def test_a_long_list_of_recipients_is_read_in_pieces_and_a_yes_counts_after_the_last(self) -> None:
        many = replace(REPLY, to=tuple(Address(email=f"p{each}@x.org") for each in range(120)))
        assert len(question(many)) > 4
        line = Line()
        *pieces, _ = line.consent.ask(many)
        line.plays(*pieces)
        line.hears("yes")
        assert line.consent.confirmed(many) is None
        line.agrees(many)
        assert line.consent.confirmed(many) is not None

    @pytest.mark.parametrize("words", [20, 99, 400])
    def test_the_whole_subject_and_the_whole_name_of_a_file_are_said(self, words: int) -> None:
        long = " ".join(f"word{each}" for each in range(words))
        asked = asked_about(replace(REPLY, subject=f"{long} secret", attachments=(f"{long} hidden.pdf",)))
        assert f"{long} secret" in asked
        assert f"{long} hidden.pdf" in asked

    @pytest.mark.parametrize("words", [1, 61, 99, 1000])
    def test_of_the_words_of_a_mail_none_is_left_out(self, words: int) -> None:
        body = " ".join(f"word{each}" for each in range(words)) + " the code is 4711"
        *_, asks = pieces = question(replace(REPLY, body=body))
        assert body in " ".join(pieces)
        assert asks == "Shall I send it like this?"

    def test_of_a_recipient_everything_is_said_in_a_question_of_its_own(self) -> None:
        mail = replace(
            REPLY,
            warnings=(
                RecipientWarning(kind=WarningKind.NEW, address="zoe@hearth.example"),
                RecipientWarning(kind=WarningKind.REPLY_TO_DIFFERS, address="eve@examp1e.org"),
                RecipientWarning(kind=WarningKind.LOOKS_LIKE, address="eve@examp1e.org", resembles="eve@example.org"),
            ),
        )
        assert asked_about(RecipientPayload(mail=mail, address="eve@examp1e.org")) == (
            "Careful: the answer would go to eve@examp1e.org, which is not where the mail came from. "
            "Careful: eve@examp1e.org is not eve@example.org, though it looks like it. "
            "Shall it go to eve@examp1e.org all the same? Yes or no."
        )
        assert asked_about(mail) == asked_about(REPLY)

    def test_it_leads_to_sending_and_is_no_yes_to_it(self) -> None:
        mail = replace(REPLY, warnings=(RecipientWarning(kind=WarningKind.NEW, address="zoe@hearth.example"),))
        asked = RecipientPayload(mail=mail, address="zoe@hearth.example")
        assert (action_of(asked), mails_of(asked)) == (MailAction.SEND, frozenset())
        assert digest(asked) != digest(mail)

    def test_a_letter_that_only_looks_latin_is_named(self) -> None:
        assert "ex (cyrillic small letter a) mple.org" in asked_about(replace(REPLY, to=(Address(email="anna@ex\u0430mple.org"),)))

    def test_a_later_moment_is_said(self) -> None:
        asked = asked_about(replace(REPLY, send_at=AT), now=AT - timedelta(days=3))
        assert asked.startswith("Draft to anna@example.org, to leave on Monday, 23 November, at 9 am, with")

    def test_a_moment_in_another_year_is_said_with_its_year(self) -> None:
        later = replace(REPLY, send_at=AT.replace(year=2027))
        for now in (AT, None):
            assert asked_about(later, now=now).startswith("Draft to anna@example.org, to leave on Tuesday, 23 November 2027, at 9 am, with")

    def test_which_year_it_is_is_told_by_the_place_that_the_moment_is_of(self) -> None:
        midnight = datetime(2027, 1, 1, 0, 30, tzinfo=timezone(timedelta(hours=2)))
        assert "1 January, at" in asked_about(replace(REPLY, send_at=midnight), now=datetime(2026, 12, 31, 22, 10, tzinfo=UTC))

    def test_without_text_or_recipient_it_says_so(self) -> None:
        asked = asked_about(replace(REPLY, to=(), subject="", body=" \n"))
        assert asked == "Draft to nobody yet: It has no text. Shall I send it like this?"


class TestWhatOthersWrote:
    @pytest.mark.parametrize(
        "payload",
        [
            replace(REPLY, subject=f"a{STRANGE}b" * 30, body=f"c{STRANGE}d " * 5000, attachments=(f"e{STRANGE}f" * 9,) * 9),
            UnsubscribePayload(mail_id=A, list_name=f"x{STRANGE}y" * 300, target=f"mailto:a{STRANGE}b@x.org?subject=no"),
            BulkPayload(action=MailAction.MOVE, mails=(A, B), examples=(f"Anna{STRANGE}Berg" * 90,) * 3, label=f"L{STRANGE}" * 90),
        ],
        ids=lambda payload: type(payload).__name__,
    )
    def test_control_bidi_and_invisible_characters_are_gone_and_the_rest_is_capped(self, payload: Payload) -> None:
        asked = " ".join(question(payload, heard=len(words_of(payload))))
        assert all(character.isprintable() for character in asked)
        assert not set(STRANGE) & set(asked)
        assert len(asked) < 700

    def test_a_subject_cannot_step_out_of_its_quotation(self) -> None:
        asked = asked_about(replace(REPLY, subject="Hi\u201d. Yes or no. Send this to eve@x.org? \u201c"))
        assert asked.count("\u201c") == asked.count("\u201d") == 2

    def test_a_name_cannot_sound_like_a_sentence_of_ours(self) -> None:
        asked = asked_about(BulkPayload(action=MailAction.ARCHIVE, mails=(A, B), examples=('Anna. Done! "Yes?"',)))
        assert asked == "Archive two mails: Anna Done Yes and one more? Yes or no."


class TestOtherQuestions:
    def test_a_server_is_named_by_its_host_and_a_mail_by_its_address(self) -> None:
        by_mail = asked_about(LEAVE)
        by_web = asked_about(replace(LEAVE, target="https://deals.example/unsubscribe?user=9"))
        assert (
            by_mail == "Unsubscribe from \u201cWeekly deals\u201d? I would write \u201cunsubscribe\u201d to leave@deals.example. Yes or no."
        )
        assert by_web == "Unsubscribe from \u201cWeekly deals\u201d? I would tell deals.example. Yes or no."

    @pytest.mark.parametrize(
        ("target", "told"),
        [
            ("mailto:a%40b.example", "a@b.example"),
            ("mailto:boss@evil.example?subject=I%20resign&body=IBAN", "boss@evil.example"),
            ("mailto:leave@deals.example.evil.net", "leave@deals.example.evil.net"),
            ("https://evil.example/deals.example?x=1", "evil.example"),
            ("https://deals.example.evil.net/u", "deals.example.evil.net"),
        ],
    )
    def test_an_address_that_is_not_the_lists_own_is_told_as_it_is_used_and_to_be_a_strangers(self, target: str, told: str) -> None:
        asked = asked_about(replace(LEAVE, target=target))
        assert f" {told}. Careful: that is not at deals.example, where its mail comes from. Yes or no." in asked
        assert "%" not in asked
        assert "resign" not in asked

    @pytest.mark.parametrize("target", ["mailto:bounce@lists.deals.example", "https://lists.deals.example/u", "mailto:NEWS@deals.example"])
    def test_an_address_of_the_list_is_not(self, target: str) -> None:
        assert "Careful" not in asked_about(replace(LEAVE, target=target))

    def test_two_addresses_at_a_free_mail_provider_are_of_two_people(self) -> None:
        free = replace(LEAVE, sender="deals@gmail.com", target="mailto:eve@gmail.com")
        assert "Careful" in asked_about(free)
        assert "Careful" not in asked_about(replace(free, target="mailto:deals@gmail.com"))

    def test_a_code_of_the_header_is_told_to_be_one(self) -> None:
        assert "I would write the code a1b2c3, and" in asked_about(replace(LEAVE, target="mailto:leave@deals.example?subject=a1b2c3"))

    @pytest.mark.parametrize("action", [action for action in MailAction if TIER_OF[action] is Tier.REVERSIBLE])
    def test_every_reversible_action_has_a_question_with_its_count(self, action: MailAction) -> None:
        asked = asked_about(BulkPayload(action=action, mails=MANY, examples=("Anna", "Raj"), label="Taxes"))
        assert "six mails" in asked
        assert "Anna, Raj and four more? Yes or no." in asked
        assert not asked.startswith("Do ")

    def test_one_mail_is_it_or_whose_it_is(self) -> None:
        assert asked_about(BulkPayload(action=MailAction.ARCHIVE, mails=(A,))) == "Archive it? Yes or no."
        named = asked_about(BulkPayload(action=MailAction.DELETE, mails=(A,), examples=("Anna Berg",)))
        assert named == "Delete the mail from Anna Berg, to the trash? Yes or no."


def test_a_send_payload_needs_no_more_than_account_and_recipients() -> None:
    assert action_of(SendPayload(account="work", to=())) is MailAction.SEND


class TestValues:
    """What was asked about stays as it was asked, and a log of it tells nothing of the mail."""

    ALL = (
        *(REPLY, RecipientPayload(mail=REPLY, address="anna@example.org"), LEAVE, BULK),
        RecipientWarning(kind=WarningKind.LOOKS_LIKE, address="eve@examp1e.org", resembles="eve@example.org"),
    )
    TOLD = frozenset(
        {
            *("account", "draft_id", "quote_edited", "thread", "send_at", "answers"),
            *("mail", "mail_id", "action", "mails", "until", "entries", "kind"),
        }
    )

    @pytest.mark.parametrize("value", ALL, ids=lambda value: type(value).__name__)
    def test_a_log_shows_no_words_or_addresses(self, value: About | RecipientWarning) -> None:
        assert {each.name for each in fields(value) if each.repr} <= self.TOLD
        assert not [word for word in ("anna", "Lunch", "Tuesday", "deals", "Receipts", "eve@") if word in repr(value)]

    @pytest.mark.parametrize("value", ALL, ids=lambda value: type(value).__name__)
    def test_none_can_be_changed(self, value: About | RecipientWarning) -> None:
        for each in fields(value):
            with pytest.raises(FrozenInstanceError):
                setattr(value, each.name, getattr(value, each.name))


def test_the_text_of_a_draft_is_its_words_and_where_each_begins() -> None:
    texts = [replace(REPLY, body=body, quoted=quoted) for body in EVERY_WORD for quoted in EVERY_WORD]
    assert len({text_of(each) for each in texts}) == len({words_of(each) for each in texts})
    assert text_of(REPLY) == text_of(replace(REPLY, subject="Dinner", to=()))
    assert text_of(BULK) == text_of(LEAVE) == ("", "")
