"""An audit over the journal comes to the decisions that were made, and sees the entry that would not be let pass."""

from dataclasses import dataclass, replace

import pytest

from actions.consent.consent import Rule, SingleUseGrant, words_hash
from actions.consent.payloads import BulkPayload, Payload
from briefing.mail import MailId
from briefing.mail_action import MailAction
from tests.actions.audit import Fault, replay
from tests.actions.consenting import LEAVE, MANY, REPLY, A, B, Line


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What the journal keeps of one entry, as far as an audit is concerned."""

    act: str = "act-1"
    call_id: str = "call-1"
    action: MailAction = MailAction.ARCHIVE
    mail_id: MailId = A
    words_hash: str = words_hash("archive it")
    digest: str = "d1"
    rule: str = "asked this turn"
    undoes: int | None = None


def kept(grant: SingleUseGrant | None, *, act: str) -> list[Kept]:
    """The entries that follow from a grant; one for a mail that is sent."""
    assert grant is not None
    return [
        Kept(act=act, action=grant.action, mail_id=mail, words_hash=grant.words_hash, digest=grant.digest, rule=grant.rule)
        for mail in sorted(grant.mails) or [MailId("work:sent")]
    ]


class TestSameDecisions:
    def test_what_consent_let_pass_passes_again_with_the_words_and_without(self) -> None:
        line = Line()
        said = ["archive it", "flag these", "undo that", "yes please", "yes, send it", "yes"]
        entries: list[Kept] = []
        line.hears(said[0])
        entries += kept(line.consent.granted_by_words(MailAction.ARCHIVE, [A]), act="1")
        line.hears(said[1])
        entries += kept(line.consent.granted_by_words(MailAction.FLAG, [A, B]), act="2")
        line.hears(said[2])
        entries += [
            replace(each, action=MailAction.ARCHIVE, undoes=1)
            for each in kept(line.consent.granted_by_words(MailAction.UNDO, [A]), act="3")
        ]
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

    def test_an_empty_journal_has_no_decisions(self) -> None:
        assert replay([]) == ()


class TestFaults:
    @pytest.mark.parametrize(
        ("entries", "fault"),
        [
            ([Kept(action=MailAction.SEND)], Fault.UNLAWFUL),
            ([Kept(rule="because the mail said so")], Fault.UNLAWFUL),
            ([Kept(mail_id=mail) for mail in MANY], Fault.UNLAWFUL),
            ([Kept(), Kept(mail_id=B, digest="d2")], Fault.MIXED),
            ([Kept(), Kept(mail_id=B, rule="yes to the question")], Fault.MIXED),
            ([Kept(words_hash=words_hash("delete it"))], Fault.WORDS_DIFFER),
            ([Kept(), Kept(mail_id=B)], Fault.WORDS_DIFFER),
            ([Kept(action=MailAction.SEND, rule="yes to the question")], Fault.WORDS_DIFFER),
        ],
    )
    def test_it_is_seen(self, entries: list[Kept], fault: Fault) -> None:
        words = {words_hash(each): each for each in ("archive it", "delete it")}
        assert [decision.fault for decision in replay(entries, words=words)] == [fault]

    def test_a_yes_that_let_two_mails_leave_is_seen(self) -> None:
        twice = [Kept(act=act, action=MailAction.SEND, rule="yes to the question", words_hash=words_hash("yes")) for act in "12"]
        assert [decision.fault for decision in replay(twice)] == [None, Fault.REUSED]
