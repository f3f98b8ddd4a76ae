"""Compares what the agent believes with what the user heard and did.

What a crash may undo, and nothing else: what was heard or done since the writer last had nothing left to store. Such a mail is told
again, or is settled after all; it is never gone without a word.
"""

from collections.abc import Set
from dataclasses import dataclass

from briefing.mail import MailId, MailStatus
from providers.mailbox_writing import Change, ChangeKind
from session.dialogue import Offer
from session.passages import Passage
from tests.agent.fault_run.line import Line
from tests.agent.fault_run.steps import Intent, Say
from tests.agent.fault_run.truth import Finding, Harm, Truth
from tests.agent.fault_run.weather import Service
from tests.agent.fault_run.world import World

RETURNS = {Intent.GO_BACK, Intent.JUMP_TO_MAIL, Intent.JUMP_TO_TOPIC, Intent.YES}
"""By these words what was skipped is pending again, and what was told may be told once more."""

CHANGES = {
    Intent.ARCHIVE: ChangeKind.ARCHIVE,
    Intent.ARCHIVE_NUMBER: ChangeKind.ARCHIVE,
    Intent.YES: ChangeKind.ARCHIVE,
    Intent.MARK_READ: ChangeKind.MARK_READ,
    Intent.FLAG: ChangeKind.FLAG,
    Intent.UNFLAG: ChangeKind.UNFLAG,
}
TAKES_OUT = {ChangeKind.ARCHIVE, ChangeKind.MARK_READ}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the user's words must bring about, worked out before they are heeded.

    `place` is the mail under the cursor, `known` the same if the user has been told of it; `left` is settled if the cursor leaves it.
    """

    say: Say
    place: MailId | None
    known: MailId | None
    actions: dict[MailId, MailStatus]
    left: MailId | None
    change: Change | None
    done: int
    confirmed: int


class Judge:
    """Of one sequence."""

    def __init__(self, world: World) -> None:
        self.findings: list[Finding] = []
        self.told = 0
        self.step = ""
        self.truth = Truth()
        self._world = world
        self._line: Line | None = None
        self._seen: set[MailId] = set()
        self._recalled: set[MailId] = set()
        self._not_asked_about: set[MailId] = set()
        self._returned: set[MailId] = set()
        self._places: Set[MailId | None] = frozenset()
        self._asked_for = False

    def finds(self, harm: Harm, mail: MailId | None, what: str) -> None:
        """Note a harm."""
        self.findings.append(Finding(harm, self.step, str(mail), what))

    def returned(self, mail: MailId) -> None:
        """The mail was marked unread in another program: it may be told, whatever was heard of it before."""
        self._returned.add(mail)

    # A call begins

    def follows(self, line: Line, expected: MailId | None, places: Set[MailId | None]) -> None:
        """Judge a call that begins.

        `expected` is where it has to go on, as far as that is certain; `places` are those where the call before was since it was saved.
        """
        self._line, self._seen, self._recalled, self._not_asked_about = line, set(), set(), set()
        self._places, self._asked_for = frozenset(places), False
        if expected is not None and self._world.is_unread(expected) and line.place != expected:
            resumed = "resumed" if line.call.earlier.resumption else "begun afresh"
            self.finds(Harm.MISPLACED, expected, f"{resumed} at {line.place}")
        self.compare()

    # The user's words

    def before(self, say: Say) -> Wanted:
        """What these words mean now."""
        line = self._the_line()
        place, known = line.place, line.place if line.begun else None
        self._places, self._asked_for = {place}, say.intent in RETURNS
        pending = known is not None and self.truth.status(known) is MailStatus.PENDING
        actions: dict[MailId, MailStatus] = {}
        if known and say.intent in {Intent.NEXT, Intent.SKIP_TOPIC} and pending:
            actions[known] = MailStatus.BRIEFED
        if say.intent is Intent.SKIP_MAIL and (skipped := self._named(known)) and line.call.tracker.state_of(skipped) is not None:
            actions[skipped] = MailStatus.SKIPPED
        if known and say.intent is Intent.SKIP_TOPIC:
            rest = [mail.mail_id for mail in line.call.tracker.active_mails()]
            actions |= {mail: MailStatus.SKIPPED for mail in rest if mail != known and self.truth.status(mail) is MailStatus.PENDING}
        jumps = say.intent in {Intent.JUMP_TO_MAIL, Intent.JUMP_TO_TOPIC} or (
            say.intent is Intent.YES and line.call.dialogue.offer is Offer.HEAR_SKIPPED
        )
        return Wanted(
            say=say,
            place=place,
            known=known,
            actions=actions,
            left=known if jumps and pending else None,
            change=self._change_meant(say, known),
            done=len(self._world.done),
            confirmed=len(self._world.confirmed),
        )

    def _named(self, known: MailId | None) -> MailId | None:
        """Which mail "it" is: the one that was named last."""
        return self._the_line().call.dialogue.focus.mail or known

    def _change_meant(self, say: Say, known: MailId | None) -> Change | None:
        line = self._the_line()
        if say.intent not in CHANGES or (say.intent is Intent.YES and line.call.dialogue.offer is not Offer.AGREE):
            return None
        mail = self._named(known)
        if say.intent is Intent.ARCHIVE_NUMBER:
            listed = line.call.dialogue.found or tuple(mail.mail_id for mail in line.call.tracker.active_mails())
            mail = listed[say.number - 1] if say.number <= len(listed) else None
            mail = mail if mail != line.place or line.begun else None
        return None if mail is None else Change(mail_id=mail, kind=CHANGES[say.intent])

    def after(self, wanted: Wanted) -> None:
        """Judge what was done."""
        line = self._the_line()
        for mail, status in wanted.actions.items():
            self.truth.became(mail, status)
        if wanted.left is not None and line.place != wanted.left:
            self.truth.heard(wanted.left)
        self._judge_changes(wanted)
        if wanted.say.intent is Intent.YES:
            self._returned_earlier()
        self.compare(returns=wanted.say.intent in RETURNS)

    def killed_in(self, wanted: Wanted) -> None:
        """The process was killed while it heeded the words: all of it may have happened, or nothing."""
        for mail, status in wanted.actions.items():
            self.truth.may_have_become(mail, status)
        if wanted.left is not None:
            self.truth.may_have_become(wanted.left, MailStatus.BRIEFED)
        if wanted.change is not None and wanted.change.kind in TAKES_OUT:
            self.truth.may_have_become(wanted.change.mail_id, MailStatus.ACTIONED)
        if wanted.say.intent in RETURNS:
            for envelope in self._world.mails:
                if self.truth.status(envelope.mail_id) is MailStatus.SKIPPED:
                    self.truth.may_have_become(envelope.mail_id, MailStatus.PENDING)
        self._judge_changes(wanted)

    def _judge_changes(self, wanted: Wanted) -> None:
        for change in self._world.done[wanted.done :]:
            if change != wanted.change:
                self.finds(Harm.UNASKED, change.mail_id, f"{change.kind} instead of {wanted.change}")
        if len(self._world.done) > wanted.done + 1:
            self.finds(Harm.UNASKED, None, "more than one change")
        for change in self._world.confirmed[wanted.confirmed :]:
            if change.kind in TAKES_OUT:
                self.truth.became(change.mail_id, MailStatus.ACTIONED)

    def _returned_earlier(self) -> None:
        """What was skipped in an earlier call is on the agenda now, pending."""
        line = self._the_line()
        for envelope in self._world.mails:
            mail = envelope.mail_id
            new_here = mail not in self._seen and line.call.tracker.state_of(mail) is not None
            if new_here and self.truth.status(mail) is MailStatus.SKIPPED:
                self._seen.add(mail)
                self.truth.became(mail, MailStatus.PENDING)

    # The agent's words

    def begins(self, passage: Passage) -> None:
        """Judge a mail that is being told."""
        mail = passage.mail
        self.told += 1
        if mail is None or self.truth.status(mail) is MailStatus.PENDING:
            return
        if self._asked_for or mail in self._places or mail in self._the_line().interrupted:
            return
        self.finds(Harm.DOUBLED, mail, f"told although {self.truth.status(mail)}")

    def hears(self, passage: Passage) -> None:
        """A passage was heard to its end."""
        if passage.mail is not None and passage.ends and self._the_line().call.tracker.state_of(passage.mail) is not None:
            self.truth.heard(passage.mail)

    # At any time

    def compare(self, *, returns: bool = False) -> None:
        """Judge what the call believes of each mail. `returns`: by the user's words, what was skipped may be pending again."""
        call = self._the_line().call
        for mail, mark in call.mail.pipeline.left_out.items():
            if mail not in self._recalled:
                self._recalled.add(mail)
                if not self._fits(mail, mark.status):
                    self.finds(Harm.INVENTED, mail, f"the ledger says {mark.status}")
                if call.tracker.state_of(mail) is None:
                    self.truth.known_as(mail, mark.status)
        for envelope in self._world.mails:
            mail = envelope.mail_id
            state = call.tracker.state_of(mail)
            if state is None:
                self._seen.discard(mail)
            elif mail not in self._seen:
                self._seen.add(mail)
                self._first_sight(mail, state.status)
            elif state.status is not self.truth.status(mail):
                self._differs(mail, state.status, returns=returns)

    def _first_sight(self, mail: MailId, status: MailStatus) -> None:
        line = self._the_line()
        storable = self.truth.storable(mail)
        if mail not in line.call.mail.pipeline.listed:
            self._not_asked_about.add(mail)
        may_be_told = mail in self._returned | line.ledger.forgot | self._not_asked_about
        if self._fits(mail, status, saved=True) or (status is MailStatus.PENDING and may_be_told):
            pass
        else:
            harm = Harm.DOUBLED if status is MailStatus.PENDING else Harm.INVENTED
            self.finds(harm, mail, f"the call begins with {status}, not {sorted(storable)}")
        if mail in self._returned:
            self.truth.may_have_become(mail, status)
        self.truth.known_as(mail, status)

    def _differs(self, mail: MailId, status: MailStatus, *, returns: bool) -> None:
        expected = self.truth.status(mail)
        if mail in self._not_asked_about and status in self.truth.storable(mail):
            self.truth.known_as(mail, status)  # the ledger was asked only now
        elif returns and expected is MailStatus.SKIPPED and status is MailStatus.PENDING:
            self.truth.became(mail, status)
        else:
            self.finds(Harm.LOST if status is MailStatus.PENDING else Harm.INVENTED, mail, f"the call says {status}, not {expected}")
            self.truth.known_as(mail, status)

    def compare_ledger(self, remembered: dict[MailId, MailStatus]) -> None:
        """Judge what is remembered, once everything has been stored."""
        for envelope in self._world.mails:
            mail = envelope.mail_id
            status = remembered.get(mail, MailStatus.PENDING)
            if not self._fits(mail, status):
                harm = Harm.LOST if status is MailStatus.PENDING else Harm.INVENTED
                self.finds(harm, mail, f"the ledger says {status}, not {sorted(self.truth.storable(mail))}")

    def _fits(self, mail: MailId, status: MailStatus, *, saved: bool = False) -> bool:
        """Whether a mail may be remembered so, by the ledger or in a `saved` call.

        Of a settled mail an older action may be known: to a saved call that is older than the ledger; and to the ledger, where a newer mark
        went past a disk that was away, and marks of the same minute were still waiting on it.
        """
        storable = self.truth.storable(mail)
        settled = MailStatus.PENDING not in storable | {status}
        return status in storable or (settled and (saved or self._world.weather.has_met(Service.DISK)))

    def complete(self) -> None:
        """Judge whether every unread mail was told, or skipped, or acted on."""
        for envelope in self._world.mails:
            if self._world.is_unread(envelope.mail_id) and self.truth.status(envelope.mail_id) is MailStatus.PENDING:
                self.finds(Harm.LOST, envelope.mail_id, "never told")

    def _the_line(self) -> Line:
        assert self._line is not None
        return self._line
