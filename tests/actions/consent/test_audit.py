"""An audit over the journal comes to the decisions that were made, and sees the entry that would not be let pass."""

from dataclasses import FrozenInstanceError, replace
from datetime import timedelta
from typing import Any

import pytest

from actions.changes.entries import ChangeOutcome, Entry
from actions.consent.audit import Fault, replay
from actions.consent.consent import Rule, SingleUseGrant, words_hash
from actions.consent.payloads import BulkPayload, Payload
from briefing.mail import MailId
from briefing.mail_action import MailAction
from tests.actions.acting import an_entry
from tests.actions.consenting import LEAVE, MANY, REPLY, A, B, Line


def an_act(mail: MailId = A, **changed: Any) -> Entry:
    """One mail that was archived on plain words; entries of one grant have the same `act`."""
    plain = {"act": "act-1", "words_hash": words_hash("archive it"), "digest": "d1"}
    return an_entry(mail, **{**plain, **changed})


def kept(grant: SingleUseGrant | None, *, act: str) -> list[Entry]:
    """The entries that follow from a grant; one for a mail that is sent."""
    assert grant is not None
    return [
        an_act(mail, act=act, action=grant.action, words_hash=grant.words_hash, digest=grant.digest, rule=grant.rule)
        for mail in sorted(grant.mails) or [MailId("work:sent")]
    ]


class TestSameDecisions:
    def test_what_consent_let_pass_passes_again_with_the_words_and_without(self) -> None:
        line = Line()
        said = ["archive it", "flag these", "undo that", "yes please", "yes, send it", "yes"]
        entries: list[Entry] = []
        line.hears(said[0])
        entries += kept(line.consent.granted_by_words(MailAction.ARCHIVE, [A]), act="1")
        line.hears(said[1])
        entries += kept(line.consent.granted_by_words(MailAction.FLAG, [A, B]), act="2")
        line.hears(said[2])
        entries += kept(line.consent.granted_by_words(MailAction.UNDO, [A]), act="3")
        asked: list[Payload] = [BulkPayload(action=MailAction.DELETE, mails=MANY), REPLY, LEAVE]
        for act, (payload, words) in enumerate(zip(asked, said[3:], strict=True), 4):
            line.asks(payload)
            line.hears(words)
            entries += kept(line.consent.confirmed(payload), act=str(act))
        known = {words_hash(words): words for words in said}
        for decisions in (replay(entries), replay(entries, words=known), replay(entries + entries, words=known)):
            assert [(each.action, each.mails, each.fault) for each in decisions] == [
                (MailAction.ARCHIVE, 1, None),
                (MailAction.FLAG, 2, None),
                (MailAction.UNDO, 1, None),
                (MailAction.DELETE, 6, None),
                (MailAction.SEND, 1, None),
                (MailAction.UNSUBSCRIBE, 1, None),
            ]
            assert [each.rule for each in decisions] == [Rule.ASKED_THIS_TURN] * 3 + [Rule.YES_TO_QUESTION] * 3

    def test_an_intention_and_its_end_are_one_mail_with_one_outcome(self) -> None:
        begun = an_act(key="k1", outcome=ChangeOutcome.INTENDED)
        ended = replace(begun, key="k2", settles="k1", outcome=ChangeOutcome.DONE, at=begun.at + timedelta(seconds=1))
        (decision,) = replay([begun, ended])
        assert (decision.at, decision.outcomes, decision.mails) == (begun.at, (ChangeOutcome.DONE,), 1)
        with pytest.raises(FrozenInstanceError):
            decision.fault = Fault.MIXED  # type: ignore[misc]

    def test_a_mail_that_got_another_id_on_its_way_is_one_mail(self) -> None:
        words = {words_hash("archive it"): "archive it"}
        for act in ([an_act(A, mail_after=B)], [an_act(A, mail_after=B), an_act(B)], [an_act(B, mail_after=A), an_act(A)]):
            assert [each.fault for each in replay(act, words=words)] == [None]

    def test_an_empty_journal_has_no_decisions(self) -> None:
        assert replay([]) == ()


class TestFaults:
    @pytest.mark.parametrize(
        ("entries", "fault"),
        [
            ([an_act(action=MailAction.SEND)], Fault.UNLAWFUL),
            ([an_act(rule="because the mail said so")], Fault.UNLAWFUL),
            ([an_act(mail) for mail in MANY], Fault.UNLAWFUL),
            ([an_act(), an_act(B, digest="d2")], Fault.MIXED),
            ([an_act(), an_act(B, rule="yes to the question")], Fault.MIXED),
            ([an_act(), an_act(B, action=MailAction.FLAG)], Fault.MIXED),
            ([an_act(), an_act(B, call_id="call-2")], Fault.MIXED),
            ([an_act(), an_act(B, words_hash=words_hash("delete it"))], Fault.MIXED),
            ([an_act(words_hash=words_hash("delete it"))], Fault.WORDS_DIFFER),
            ([an_act(words_hash=words_hash("yes"))], Fault.WORDS_DIFFER),
            ([an_act(), an_act(B)], Fault.WORDS_DIFFER),
            ([an_act(action=MailAction.SEND, rule="yes to the question")], Fault.WORDS_DIFFER),
        ],
    )
    def test_it_is_seen(self, entries: list[Entry], fault: Fault) -> None:
        words = {words_hash(each): each for each in ("archive it", "delete it", "yes")}
        assert [decision.fault for decision in replay(entries, words=words)] == [fault]

    def test_a_yes_that_let_two_mails_leave_is_seen(self) -> None:
        twice = [an_act(act=act, action=MailAction.SEND, rule="yes to the question", words_hash=words_hash("yes")) for act in "12"]
        assert [decision.fault for decision in replay(twice)] == [None, Fault.REUSED]

    @pytest.mark.parametrize("other", [{"digest": "d2"}, {"call_id": "call-2"}, {"words_hash": words_hash("yes please")}])
    def test_two_mails_that_left_on_a_yes_of_their_own_are_no_fault(self, other: dict[str, Any]) -> None:
        first = an_act(act="1", action=MailAction.SEND, rule="yes to the question", words_hash=words_hash("yes"))
        assert [decision.fault for decision in replay([first, replace(first, act="2", **other)])] == [None, None]

    def test_one_yes_may_let_pass_two_acts_that_can_be_taken_back(self) -> None:
        twice = [an_act(act=act, rule="yes to the question", words_hash=words_hash("yes")) for act in "12"]
        assert [decision.fault for decision in replay(twice)] == [None, None]

    @pytest.mark.parametrize("begun", [{"outcome": ChangeOutcome.FAILED}, {"key": "held"}])
    def test_what_failed_or_was_called_back_may_be_agreed_to_again_in_the_same_words(self, begun: dict[str, Any]) -> None:
        leave = an_act(action=MailAction.UNSUBSCRIBE, rule="yes to the question", words_hash=words_hash("yes"))
        back = an_act(act="2", action=MailAction.UNDO, outcome=ChangeOutcome.UNDONE, undoes_key="held")
        assert [each.fault for each in replay([replace(leave, **begun), back, replace(leave, act="3")])] == [None, None, None]
