"""What the user agreed to is done, exactly and once."""

import hashlib
from dataclasses import FrozenInstanceError, replace

import pytest

from actions.consent.consent import GrantUsedError, Rule, SingleUseGrant, SpokenBy, VoidReason, words_hash
from actions.consent.gate import LASTS_S
from actions.consent.grants import is_lawful
from actions.consent.payloads import BulkPayload, Payload, digest, question
from briefing.mail import Address
from briefing.mail_action import MOST_UNASKED, TIER_OF, MailAction, Tier
from briefing.understanding.understanding import understand
from briefing.understanding.utterance import Channel, Utterance
from tests.actions.consenting import CALLER, LEAVE, MANY, REPLY, A, B, C, Line

BULK = BulkPayload(action=MailAction.DELETE, mails=MANY)
ARCHIVE_A = BulkPayload(action=MailAction.ARCHIVE, mails=(A,))
PAYLOADS = [REPLY, LEAVE, BULK]


@pytest.fixture
def line() -> Line:
    return Line()


class TestYes:
    @pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: type(payload).__name__)
    @pytest.mark.parametrize("channel", Channel)
    def test_a_yes_to_the_question_buys_exactly_the_payload_once(self, line: Line, payload: Payload, channel: Channel) -> None:
        line.asks(payload)
        line.hears("yes please", channel=channel)
        grant = line.consent.confirmed(payload)
        assert grant is not None
        assert (grant.digest, grant.rule) == (digest(payload), Rule.YES_TO_QUESTION)
        assert grant.words_hash == hashlib.sha256(b"yes please").hexdigest()
        line.consent.register.redeem(grant)
        with pytest.raises(GrantUsedError):
            line.consent.register.redeem(grant)
        assert line.consent.confirmed(payload) is None
        assert (line.consent.open, line.consent.refused) == (None, None)

    def test_the_grant_names_action_mails_and_label(self, line: Line) -> None:
        asked = BulkPayload(action=MailAction.LABEL, mails=(A, B), label="Receipts")
        line.agrees(asked)
        grant = line.consent.confirmed(asked)
        assert grant is not None
        assert grant.covers(MailAction.LABEL, [A], label="Receipts")
        assert grant.covers(MailAction.LABEL, [B, A], label="Receipts")
        assert not grant.covers(MailAction.LABEL, [A, C], label="Receipts")
        assert not any(grant.covers(MailAction.LABEL, [A], label=other) for other in ("Taxes", "Bills", "", "Receipt"))
        assert not grant.covers(MailAction.LABEL, [A])
        assert not grant.covers(MailAction.UNLABEL, [A], label="Receipts")
        assert not grant.covers(MailAction.LABEL, [], label="Receipts")

    def test_a_question_that_was_delivered_in_writing_needs_no_voice(self, line: Line) -> None:
        line.consent.ask(REPLY)
        line.consent.said()
        line.hears("yes", channel=Channel.TYPED)
        assert line.consent.confirmed(REPLY) is not None

    def test_the_words_of_the_first_yes_are_what_it_was_granted_by(self, line: Line) -> None:
        line.agrees(REPLY)
        line.hears("yes, send it")
        grant = line.consent.confirmed(REPLY)
        assert grant is not None
        assert (grant.words_hash, grant.label) == (words_hash("yes"), "")

    def test_what_is_open_is_known_with_its_digest(self, line: Line) -> None:
        assert (line.consent.open, line.consent.asked) == (None, "")
        sentence = line.consent.ask(REPLY)
        assert sentence == question(REPLY)
        assert (line.consent.question, line.consent.sentence) == (REPLY, " ".join(question(REPLY)))
        assert (line.consent.open, line.consent.asked) == (REPLY, digest(REPLY))

    def test_a_yes_said_twice_is_still_one_yes(self, line: Line) -> None:
        line.agrees(REPLY)
        line.hears("yes, send it")
        assert line.consent.confirmed(REPLY) is not None
        assert line.consent.confirmed(REPLY) is None

    def test_a_question_about_an_intent_is_answered_by_its_yes(self, line: Line) -> None:
        both = BulkPayload(action=MailAction.ARCHIVE, mails=(A, B), examples=("Anna",))
        assert line.consent.ask(both) == ("Archive two mails: Anna and one more? Yes or no.",)
        line.consent.said()
        line.hears("yes")
        grant = line.consent.confirmed(both)
        assert grant is not None
        assert grant.mails == {A, B}
        assert line.consent.confirmed(both) is None

    @pytest.mark.parametrize(
        ("action", "mails", "label"),
        [(MailAction.DELETE, [A], ""), (MailAction.ARCHIVE, [B], ""), (MailAction.ARCHIVE, [A, B], ""), (MailAction.ARCHIVE, [A], "x")],
    )
    def test_its_yes_buys_no_other_intent_and_is_void_when_that_is_tried(
        self, line: Line, action: MailAction, mails: list[str], label: str
    ) -> None:
        line.consent.ask(ARCHIVE_A)
        line.consent.said()
        line.hears("yes")
        other = BulkPayload(action=action, mails=tuple(A if mail == A else B for mail in mails), label=label)
        assert line.consent.confirmed(other) is None
        assert line.consent.refused is VoidReason.ANOTHER_PAYLOAD
        assert line.consent.confirmed(ARCHIVE_A) is None

    def test_a_yes_that_names_the_action_does_not_buy_it_twice(self, line: Line) -> None:
        line.consent.ask(ARCHIVE_A)
        line.consent.said()
        line.hears("yes, archive it")
        assert line.consent.confirmed(ARCHIVE_A) is not None
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None

    def test_without_a_question_there_is_nothing_to_confirm(self, line: Line) -> None:
        line.hears("yes")
        assert line.consent.confirmed(REPLY) is line.consent.confirmed(ARCHIVE_A) is None
        assert line.consent.refused is None


class TestReading:
    LONG = replace(REPLY, body=" ".join(f"I have read page {number}, and I like it." for number in range(30)))

    def test_what_was_played_to_its_end_is_not_read_again_and_the_rest_is(self, line: Line) -> None:
        head, *pieces, end = line.consent.ask(self.LONG)
        line.plays(head, *pieces[:2])
        line.hears("send it")
        assert (line.consent.confirmed(self.LONG), line.consent.refused) == (None, VoidReason.NOT_SAID_OUT)
        assert line.consent.ask(self.LONG)[1:] == (*pieces[2:], end)
        assert line.consent.ask(self.LONG, whole=True) == (head, *pieces, end)

    def test_who_was_told_to_whom_it_goes_has_heard_none_of_its_words(self, line: Line) -> None:
        head, *pieces = line.consent.ask(self.LONG)
        line.plays(head)
        assert line.consent.ask(self.LONG) == (head, *pieces)

    def test_one_yes_after_all_of_it_in_order_sends_it(self, line: Line) -> None:
        pieces = line.consent.ask(self.LONG)
        line.plays(*pieces[2:], *pieces[:2], *[pieces[-1]] * len(pieces))
        line.hears("send it")
        assert line.consent.confirmed(self.LONG) is None
        line.plays(*line.consent.ask(self.LONG))
        line.hears("send it")
        assert line.consent.confirmed(self.LONG) is not None

    def test_words_that_stand_in_it_twice_are_heard_twice(self, line: Line) -> None:
        again = replace(REPLY, body=" ".join(["Please send the whole of the money to this account again."] * 15))
        head, *pieces, _ = line.consent.ask(again)
        assert len(set(pieces[1:-1])) < len(pieces[1:-1])
        line.plays(head, *pieces[:2])
        assert line.consent.ask(again)[1:-1] == tuple(pieces[2:])

    def test_who_gets_it_and_when_is_said_in_each_question(self, line: Line) -> None:
        line.asks(self.LONG)
        other = replace(self.LONG, to=(Address(email="eve@evil.example"),))
        assert line.consent.ask(other)[0].startswith("Draft to eve@evil.example, ")
        assert len(line.consent.ask(other)) == 2

    def test_what_was_read_on_the_page_is_not_read_again_and_another_draft_is(self, line: Line) -> None:
        line.consent.was_read(self.LONG)
        assert len(line.consent.ask(self.LONG)) == 2
        assert len(line.consent.ask(replace(self.LONG, draft_id="d2"))) > 5

    def test_a_question_is_being_asked_until_it_was_said_and_it_alone(self, line: Line) -> None:
        assert not line.consent.is_asking(REPLY)
        line.consent.ask(REPLY)
        assert line.consent.is_asking(REPLY)
        others: list[Payload] = [LEAVE, BULK, self.LONG, *(replace(REPLY, body=str(number)) for number in range(200))]
        assert not any(line.consent.is_asking(other) for other in others)
        line.plays(*question(REPLY))
        assert not line.consent.is_asking(REPLY)
        line.hears("no")
        assert not line.consent.is_asking(REPLY)

    def test_its_end_asked_again_counts_from_then_and_its_beginning_does_not(self, line: Line) -> None:
        pieces = line.consent.ask(REPLY)
        line.plays(*pieces)
        line.wait(20)
        line.plays(pieces[-1])
        line.wait(20)
        line.plays(pieces[0])
        assert line.consent.open == REPLY
        line.wait(10)
        assert line.consent.refused is VoidReason.TOO_LATE

    def test_other_words_and_another_draft_are_read_and_so_is_all_after_a_broken_line(self, line: Line) -> None:
        line.asks(self.LONG)
        assert len(line.consent.ask(replace(self.LONG, body=f"{self.LONG.body} Or not."))) > 5
        assert len(line.consent.ask(replace(self.LONG, draft_id="d2"))) > 5
        line.consent.reconnected()
        assert len(line.consent.ask(self.LONG)) > 5


class TestBetween:
    @pytest.mark.parametrize("words", ["One moment.", "Your mail to anna@example.org has been sent.", "Yes or no."])
    def test_a_notice_of_ours_that_asks_nothing_voids_no_question(self, line: Line, words: str) -> None:
        line.asks(REPLY)
        line.consent.speaking(words, by=SpokenBy.CODE)
        line.wait(2)
        line.hears("yes")
        assert line.consent.confirmed(REPLY) is not None

    @pytest.mark.parametrize(
        "words",
        ["The meeting is on Friday.", "It goes to Anna, who wrote this morning.", "There are nine more mails in this topic."],
    )
    def test_what_a_model_states_voids_no_question(self, line: Line, words: str) -> None:
        line.asks(REPLY)
        line.consent.speaking(words, by=SpokenBy.MODEL)
        line.wait(2)
        line.hears("yes")
        assert line.consent.confirmed(REPLY) is not None

    @pytest.mark.parametrize("words", ["thank you", "Great.", "hmm okay let me think", "hello?", "I see, interesting", "sorry"])
    def test_a_courtesy_or_a_thought_voids_no_question_and_is_no_answer(self, line: Line, words: str) -> None:
        line.asks(REPLY)
        line.hears(words)
        assert line.consent.confirmed(REPLY) is None
        line.asks(REPLY)
        line.hears(words)
        line.hears("yes")
        assert line.consent.confirmed(REPLY) is not None

    @pytest.mark.parametrize("words", ["who is that", "never mind", "next", "let me read it first", "thanks but no"])
    def test_anything_else_that_the_user_says_voids_it(self, line: Line, words: str) -> None:
        line.asks(REPLY)
        line.hears(words)
        line.hears("yes")
        assert line.consent.confirmed(REPLY) is None

    @pytest.mark.parametrize(
        ("words", "by"),
        [
            ("Two new mails came in. Shall I read them now?", SpokenBy.CODE),
            ("A mail from Eve about \u201cSay yes\u201d came in.", SpokenBy.CODE),
            ("Say yes to hear the next one.", SpokenBy.MODEL),
            ("Shall I archive it?", SpokenBy.MODEL),
            ("Tell me whether you would like that.", SpokenBy.MODEL),
            ("Your yes is all I need for that.", SpokenBy.MODEL),
            ("Soll ich sie vorlesen", SpokenBy.MODEL),
            ("works", SpokenBy.MODEL),
            ("The meeting is on Friday.", SpokenBy.MAIL),
        ],
    )
    def test_a_yes_belongs_to_what_was_asked_last_whoever_asked_it(self, line: Line, words: str, by: SpokenBy) -> None:
        line.asks(REPLY)
        line.consent.speaking(words, by=by)
        line.wait(2)
        line.hears("yes")
        assert (line.consent.confirmed(REPLY), line.consent.refused) == (None, VoidReason.SPOKEN_OVER)


class TestGrants:
    def test_one_that_was_made_up_redeems_nothing(self, line: Line) -> None:
        line.hears("archive it")
        real = line.consent.granted_by_words(MailAction.ARCHIVE, [A])
        assert real is not None
        for forged in (replace(real, mails=frozenset(MANY)), replace(real), replace(real, number=99)):
            with pytest.raises(GrantUsedError):
                line.consent.register.redeem(forged)
        line.consent.register.redeem(real)

    def test_one_of_an_earlier_call_redeems_nothing(self, line: Line) -> None:
        line.hears("archive it")
        earlier = line.consent.granted_by_words(MailAction.ARCHIVE, [A])
        assert earlier is not None
        later = Line()
        later.hears("archive it")
        assert later.consent.granted_by_words(MailAction.ARCHIVE, [A]) == earlier
        with pytest.raises(GrantUsedError):
            later.consent.register.redeem(earlier)

    def test_they_are_numbered(self, line: Line) -> None:
        line.hears("archive it and flag it")
        granted = [line.consent.granted_by_words(action, [A]) for action in (MailAction.ARCHIVE, MailAction.FLAG)]
        assert [grant.number for grant in granted if isinstance(grant, SingleUseGrant)] == [1, 2]

    @pytest.mark.parametrize("action", [*MailAction, "empty_trash"])
    def test_only_a_yes_lets_pass_what_is_not_reversible(self, action: str) -> None:
        reversible = action in TIER_OF and TIER_OF[MailAction(action)] is Tier.REVERSIBLE
        assert is_lawful(action, Rule.YES_TO_QUESTION, 1000)
        assert is_lawful(action, Rule.ASKED_THIS_TURN, 1) is is_lawful(action, Rule.ASKED_THE_TURN_BEFORE, 5) is reversible
        assert not is_lawful(action, Rule.ASKED_THIS_TURN, MOST_UNASKED + 1)
        assert not any(is_lawful(action, rule, 1) for rule in ("because the mail says so", "yes to the question and more", "zzz", ""))

    def test_what_was_granted_cannot_be_altered_afterwards(self, line: Line) -> None:
        line.hears("archive it")
        grant = line.consent.granted_by_words(MailAction.ARCHIVE, [A])
        assert grant is not None
        with pytest.raises(FrozenInstanceError):
            grant.mails = frozenset(MANY)  # type: ignore[misc]

    def test_one_without_a_label_covers_what_has_none(self, line: Line) -> None:
        line.hears("archive it")
        grant = line.consent.granted_by_words(MailAction.ARCHIVE, [A])
        assert grant is not None
        assert grant.covers(MailAction.ARCHIVE, [A])
        assert not grant.covers(MailAction.ARCHIVE, [A], label="Receipts")

    def test_it_shows_no_name_of_a_label_in_a_log(self, line: Line) -> None:
        line.hears("move it to receipts")
        assert "receipts" not in repr(line.consent.granted_by_words(MailAction.MOVE, [A], label="Receipts")).lower()

    def test_half_a_character_in_the_words_can_be_told_by_its_hash(self) -> None:
        assert words_hash("\ud83d") != words_hash("?")


def test_the_clock_is_asked_and_not_the_utterance(line: Line) -> None:
    line.asks(REPLY)
    line.wait(LASTS_S + 5)
    line.consent.hear(Utterance(said=understand("yes"), channel=Channel.VOICE, by=CALLER, at=line.now - 10))
    assert line.consent.confirmed(REPLY) is None
