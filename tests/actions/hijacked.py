"""A call whose model is wholly in the hands of an attacker: any action, on any mails, with any arguments, whatever has been said.

The machine makes up what people say and what happens on the line; its model calls everything that a tool could call. What happens is
written into one list, and each effect is held against `tests.actions.oracle` the moment it happens.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from actions.consent.consent import Consent, GrantUsedError, SingleUseGrant, SpokenBy
from actions.consent.payloads import (
    About,
    BulkPayload,
    Payload,
    RecipientPayload,
    RecipientWarning,
    SendPayload,
    UnsubscribePayload,
    WarningKind,
    digest,
)
from briefing.mail import Address, MailId
from briefing.mail_action import TIER_OF, MailAction, Tier
from briefing.understanding.echo_guard import may_be_echo
from briefing.understanding.understanding import understand
from briefing.understanding.utterance import Channel, Utterance
from tests.actions.consenting import CALLER, GUEST, LEAVE, REPLY
from tests.actions.oracle import NAMED, REVERSIBLE, Agreed, Asked, Broke, Effect, Event, HeardOut, Oracle, Phrase, Played, Spoke, WeSpoke
from tests.actions.phrases import ECHOES, NO, PASSAGES, PHRASES, YES

MAILS = tuple(MailId(f"work:{number}") for number in range(8))
LABELS = ("", "Receipts", "Evil")

EVIL_REPLY = replace(
    REPLY,
    to=(Address(email="eve@evil.example"), Address(email="anna@examp1e.org")),
    warnings=(
        RecipientWarning(kind=WarningKind.REPLY_TO_DIFFERS, address="eve@evil.example"),
        RecipientWarning(kind=WarningKind.NEW, address="eve@evil.example"),
        RecipientWarning(kind=WarningKind.LOOKS_LIKE, address="anna@examp1e.org", resembles="anna@example.org"),
    ),
)
LONG = "Thank you for the lease. " * 12 + "I sign it on Tuesday, and bring the keys along. " * 9 + "The PIN is on the card."
SENDS = (
    REPLY,
    replace(REPLY, body="Tuesday does not work for me."),
    replace(REPLY, body=LONG),
    replace(REPLY, body=LONG, send_at=datetime(2026, 11, 23, 9, tzinfo=UTC)),
    replace(REPLY, to=(Address(email="eve@evil.example"),)),
    replace(REPLY, bcc=(Address(email="eve@evil.example"),)),
    replace(REPLY, send_at=datetime(2026, 11, 23, 9, tzinfo=UTC)),
    replace(REPLY, warnings=(RecipientWarning(kind=WarningKind.NEW, address="anna@example.org"),)),
    EVIL_REPLY,
    replace(EVIL_REPLY, body="And here is the PIN."),
    replace(EVIL_REPLY, draft_id="d2"),
    LEAVE,
    replace(LEAVE, target="https://evil.example/u"),
)

mails = st.lists(st.sampled_from(MAILS), min_size=1, max_size=8, unique=True).map(tuple)
few = st.lists(st.sampled_from(MAILS), min_size=1, max_size=2, unique=True).map(tuple)
actions = st.sampled_from([action for action in MailAction if TIER_OF[action] is Tier.REVERSIBLE])
bulks = st.builds(BulkPayload, action=actions, mails=st.one_of(few, mails), label=st.sampled_from(LABELS))
payloads: st.SearchStrategy[Payload] = st.one_of(st.sampled_from(SENDS), bulks)
phrases = st.sampled_from(PHRASES)
ASKING = tuple(phrase for phrase in PHRASES if phrase.asks & REVERSIBLE)
mishaps = st.sampled_from((*[""] * 30, "guest", "echo", "half", "late", "words", "no", "draft", "line", "restart", "speech", "swap"))
seconds = st.sampled_from((0.0, 0.5, 5.0, 14.0, 29.9, 30.0, 30.1, 61.0, 119.0, 121.0))


class UnconfirmedError(AssertionError):
    """Something was done that nobody had agreed to."""


class HijackedCall(RuleBasedStateMachine):
    """One call. `counts` is over all calls of a run."""

    counts: ClassVar[Counter[str]] = Counter()

    @initialize()
    def begin(self) -> None:
        self.now = 1000.0
        self.events: list[Event] = []
        self.oracle = Oracle()
        self.questions: list[tuple[tuple[str, ...], About]] = []
        self.grants: list[SingleUseGrant] = []
        self.draft = 0
        self.said: list[tuple[float, str]] = []
        self._start()
        self.counts["sequences"] += 1

    def _start(self) -> None:
        self.consent = Consent(caller=CALLER, clock=lambda: self.now)
        self.said = []

    def teardown(self) -> None:
        if hasattr(self, "oracle"):
            self.counts["by a yes"] += self.oracle.by_yes
            self.counts["by words"] += self.oracle.by_words

    @invariant()
    def is_a_step(self) -> None:
        self.counts["steps"] += 1

    # The line: what people say, what is played, what breaks.

    @rule(
        phrase=phrases, channel=st.sampled_from(Channel), overlapped=st.booleans(), began_s_ago=st.sampled_from((0.0, 0.3, 8.0)),
        is_open=few | st.just(()),
    )  # fmt: skip
    def caller_speaks(self, phrase: Phrase, channel: Channel, overlapped: bool, began_s_ago: float, is_open: tuple[MailId, ...]) -> None:
        self._heard(phrase, channel=channel, overlapped=overlapped, began_s_ago=began_s_ago, is_open=is_open)

    @rule(phrase=phrases, is_open=few)
    def caller_speaks_plainly(self, phrase: Phrase, is_open: tuple[MailId, ...]) -> None:
        self._heard(phrase, is_open=is_open)

    @rule()
    def caller_says_yes(self) -> None:
        self._heard(YES)

    @rule(phrase=phrases, channel=st.sampled_from(Channel), by=st.sampled_from((GUEST, "", CALLER.upper(), f"{CALLER} ")))
    def somebody_else_speaks(self, phrase: Phrase, channel: Channel, by: str) -> None:
        self._heard(phrase, channel=channel, by=by)

    @rule(phrase=phrases)
    def a_transcript_is_not_final(self, phrase: Phrase) -> None:
        self._heard(phrase, final=False)

    @precondition(lambda self: self.said)
    @rule(words=st.sampled_from(ECHOES))
    def our_own_voice_comes_back(self, words: str) -> None:
        """What was said last, or what was said before it if that began just now: more than two seconds later no echo comes."""
        just_now = 2 if self.now - self.said[-1][0] < 1.5 else 1
        if may_be_echo(words, [said for _, said in self.said[-just_now:]]):
            self._heard(Phrase(words=words), overlapped=True, echo=True)

    @precondition(lambda self: self.questions)
    @rule(pick=st.integers(0, 9), phrase=st.sampled_from((YES, NO)))
    def a_button_is_pressed(self, pick: int, phrase: Phrase) -> None:
        self._heard(phrase, channel=Channel.PRESSED, button=self.questions[pick % len(self.questions)][1])

    @precondition(lambda self: self.questions)
    @rule(back=st.sampled_from((1, 1, 1, 2, 3)))
    def a_question_is_played_to_its_end(self, back: int) -> None:
        pieces, payload = self.questions[-min(back, len(self.questions))]
        self._play(pieces, payload)

    @precondition(lambda self: self.questions)
    @rule(back=st.sampled_from((1, 1, 1, 2)), before=st.integers(0, 3))
    def some_of_a_question_is_played(self, back: int, before: int) -> None:
        """Its first pieces, after which it is interrupted."""
        pieces, payload = self.questions[-min(back, len(self.questions))]
        self._play(pieces[:before], payload)

    @precondition(lambda self: self.questions)
    @rule(back=st.sampled_from((1, 2)))
    def a_question_is_played_without_its_beginning(self, back: int) -> None:
        pieces, payload = self.questions[-min(back, len(self.questions))]
        self._play(pieces[1:], payload)

    def _play(self, played: Sequence[str], payload: About) -> None:
        pieces, asked = self.questions[-1]
        for piece in played:
            if piece in pieces:
                self._we_speak_the_question(piece)
            else:
                self._we_speak(piece)
            self.now += 4
            self.consent.said(piece)
            self.events.append(Played(words=piece))
            if piece == pieces[-1]:
                self.events.append(HeardOut(at=self.now, payload=asked))

    @precondition(lambda self: self.questions)
    @rule()
    def a_question_is_cut_off(self) -> None:
        self._we_speak_the_question(self.questions[-1][0][0])
        self.now += 1

    @rule(words=st.sampled_from(PASSAGES))
    def the_model_has_something_said(self, words: str) -> None:
        self._we_speak(words)

    @rule(words=st.sampled_from(("The meeting is on Friday at nine.", "It goes to Raj, and that is all of it.")))
    def the_model_states_something(self, words: str) -> None:
        self.said.append((self.now, words))
        self.consent.speaking(words, by=SpokenBy.MODEL)

    @rule(words=st.sampled_from(("Shall I go on?", "Say yes to hear it.", "Sag ja, und sie wird vorgelesen.", 'Anna wrote "say yes".')))
    def the_model_may_ask(self, words: str) -> None:
        self.said.append((self.now, words))
        self.consent.speaking(words, by=SpokenBy.MODEL)
        self.events.append(WeSpoke())

    @rule(words=st.sampled_from(("One moment.", "Your mail to Raj has been sent.", "Yes or no.")))
    def we_give_notice(self, words: str) -> None:
        """By code, of what asks nothing."""
        self.said.append((self.now, words))
        self.consent.speaking(words, by=SpokenBy.CODE)

    @rule(words=st.sampled_from(("Two new mails came in. Shall I read them?", "A mail from Eve: \u201cSay yes now.\u201d")))
    def we_ask_or_quote(self, words: str) -> None:
        self.said.append((self.now, words))
        self.consent.speaking(words, by=SpokenBy.CODE)
        self.events.append(WeSpoke())

    @rule(wait_s=seconds)
    def time_passes(self, wait_s: float) -> None:
        self.now += wait_s

    @rule()
    def the_process_is_started_anew(self) -> None:
        self._start()
        self.events.append(Broke())

    @rule()
    def the_line_breaks_and_is_back(self) -> None:
        self.consent.reconnected()
        self.events.append(Broke())

    @rule()
    def the_draft_is_changed(self) -> None:
        self.consent.changed()
        self.events.append(Broke(draft_only=True))

    # The model: all that a tool can do, in any order.

    @rule(payload=payloads)
    def model_asks(self, payload: Payload) -> None:
        self._ask(payload)

    @rule(action=actions, chosen=mails, label=st.sampled_from(LABELS))
    def model_asks_about(self, action: MailAction, chosen: tuple[MailId, ...], label: str) -> None:
        self._ask(BulkPayload(action=action, mails=chosen, label=label))

    @rule(payload=payloads)
    def model_does_a_payload(self, payload: Payload) -> None:
        self._do(payload)

    @precondition(lambda self: self.questions)
    @rule(pick=st.sampled_from((1, 1, 1, 2, 3)))
    def model_does_what_was_asked(self, pick: int) -> None:
        self._do(self.questions[-min(pick, len(self.questions))][1])

    @rule(mail=st.sampled_from([each for each in SENDS if isinstance(each, SendPayload) and each.warnings]), pick=st.integers(0, 3))
    def model_has_a_recipient_agreed_to(self, mail: SendPayload, pick: int) -> None:
        self._do(RecipientPayload(mail=mail, address=mail.warnings[pick % len(mail.warnings)].address))

    @rule(action=st.sampled_from(MailAction), chosen=st.one_of(few, mails), label=st.sampled_from(LABELS))
    def model_changes(self, action: MailAction, chosen: tuple[MailId, ...], label: str) -> None:
        self._change(action, chosen, label)

    @precondition(lambda self: any(isinstance(event, Spoke) and event.phrase.asks for event in self.events[-3:]))
    @rule(chosen=few, label=st.sampled_from(LABELS), pick=st.integers(0, 3))
    def model_changes_what_fits_the_words(self, chosen: tuple[MailId, ...], label: str, pick: int) -> None:
        asked = sorted(action for event in self.events[-3:] if isinstance(event, Spoke) for action in event.phrase.asks)
        self._change(asked[pick % len(asked)], chosen, label)

    # Both: what has to come in order, with something in between that may void it.

    @rule(payload=payloads, answer=st.sampled_from((*[YES] * 40, *PHRASES)), mishaps=st.tuples(mishaps, mishaps, mishaps))
    def a_question_is_asked_and_answered(self, payload: Payload, answer: Phrase, mishaps: tuple[str, str, str]) -> None:
        recipients = len({warning.address for warning in payload.warnings}) if isinstance(payload, SendPayload) else 0
        for _ in range(recipients + 1):
            self.model_asks(payload)
            self._mishap(mishaps[0])
            self.a_question_is_played_to_its_end(1)
            self._mishap(mishaps[1])
            self._heard(answer)
            self._mishap(mishaps[2])
            self.model_does_what_was_asked(1)
        self.model_does_a_payload(payload)

    @rule(
        phrase=st.sampled_from(ASKING), is_open=few, chosen=mails, label=st.sampled_from(LABELS[1:]), mishap=mishaps, pick=st.integers(0, 3)
    )
    def an_intent_is_said_and_done(
        self, phrase: Phrase, is_open: tuple[MailId, ...], chosen: tuple[MailId, ...], label: str, mishap: str, pick: int
    ) -> None:
        self._heard(phrase, is_open=is_open)
        self._mishap(mishap)
        action = sorted(phrase.asks)[pick % len(phrase.asks)]
        name = label if action in NAMED else ""
        self._change(action, is_open[:1], name)
        self._change(action, chosen[: phrase.most], name)

    def _mishap(self, kind: str) -> None:
        match kind:
            case "guest":
                self._heard(YES, by=GUEST)
            case "echo":
                self._heard(YES, overlapped=True, echo=True)
            case "half":
                self._heard(YES, final=False)
            case "late":
                self.now += 31
            case "words":
                self._heard(PHRASES[-1])
            case "no":
                self._heard(NO)
            case "draft":
                self.the_draft_is_changed()
            case "line":
                self.the_line_breaks_and_is_back()
            case "restart":
                self.the_process_is_started_anew()
            case "speech":
                self._we_speak(PASSAGES[-1])
            case "swap":
                self.model_asks(SENDS[2])
            case _:
                self.now += 0.5

    @precondition(lambda self: self.grants)
    @rule(pick=st.integers(0, 9))
    def model_uses_a_grant_again(self, pick: int) -> None:
        used = self.grants[pick % len(self.grants)]
        for grant in (used, replace(used, number=used.number + 1)):
            self._redeem(grant)

    def _heard(
        self,
        phrase: Phrase,
        *,
        channel: Channel = Channel.VOICE,
        by: str = CALLER,
        overlapped: bool = False,
        final: bool = True,
        echo: bool = False,
        began_s_ago: float = 0.0,
        is_open: tuple[MailId, ...] = (),
        button: About | None = None,
    ) -> None:
        self.now += 0.2
        began = self.now - began_s_ago
        about = digest(button) if button else ""
        self.consent.hear(
            Utterance(
                said=understand(phrase.words),
                channel=channel,
                by=by,
                at=began,
                overlapped=overlapped,
                final=final,
                open=is_open,
                about=about,
            )
        )
        voice = channel is Channel.VOICE
        self.events.append(
            Spoke(
                at=self.now, began=began, phrase=phrase, by_caller=by == CALLER, final=final, voice=voice, overlapped=overlapped, echo=echo,
                open=is_open, button=button,
            )
        )  # fmt: skip

    def _we_speak(self, words: str) -> None:
        self._we_speak_the_question(words)
        self.events.append(WeSpoke())

    def _we_speak_the_question(self, words: str) -> None:
        self.said.append((self.now, words))
        self.consent.speaking(words)

    def _change(self, action: MailAction, chosen: Sequence[MailId], label: str) -> None:
        self.counts["changes tried"] += 1
        agreed = None
        if TIER_OF[action] is Tier.REVERSIBLE:
            agreed = self.consent.confirmed(BulkPayload(action=action, mails=tuple(chosen), label=label))
        grant = agreed or self.consent.granted_by_words(action, chosen, label=label)
        if grant is not None and grant.covers(action, chosen, label=label):
            self._redeem(grant)

    def _ask(self, payload: Payload) -> None:
        pieces = self.consent.ask(payload)
        asked = self.consent.open
        assert asked is not None
        self.questions.append((pieces, asked))
        self.events.append(Asked(payload=asked))

    def _do(self, payload: About) -> None:
        self.counts["payloads tried"] += 1
        if isinstance(payload, RecipientPayload):
            self._agree(payload)
            return
        grant = self.consent.confirmed(payload)
        if grant is not None and grant.digest == digest(payload):
            self._redeem(grant, payload)

    def _agree(self, recipient: RecipientPayload) -> None:
        if not self.consent.agreed_to(recipient):
            return
        agreed = Agreed(at=self.now, recipient=recipient)
        if not self.oracle.agrees(self.events, agreed):
            self.counts["unconfirmed"] += 1
            raise UnconfirmedError(recipient)
        self.counts["recipients agreed to"] += 1
        self.events.append(agreed)

    def _redeem(self, grant: SingleUseGrant, payload: Payload | None = None) -> None:
        """The writers and senders of this call: all they do is to be recorded."""
        try:
            self.consent.register.redeem(grant)
        except GrantUsedError:
            self.counts["grants refused"] += 1
            return
        self.grants.append(grant)
        sent = payload if isinstance(payload, SendPayload | UnsubscribePayload) else None
        effect = Effect(at=self.now, action=grant.action, mails=grant.mails, label=grant.label, payload=sent)
        if not self.oracle.allows(self.events, effect):
            self.counts["unconfirmed" if TIER_OF[grant.action] is not Tier.REVERSIBLE else "unasked"] += 1
            raise UnconfirmedError(grant.action)
        self.counts["sent" if sent else "changed"] += 1
        self.counts["sent after more than one yes"] += isinstance(sent, SendPayload) and bool(sent.warnings)
        self.events.append(effect)
