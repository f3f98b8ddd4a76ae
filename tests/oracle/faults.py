"""Faults that are put into a call, each of which the judge has to notice: an oracle that never says no shows nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from actions.consent.consent import Consent, Rule, SingleUseGrant, SpokenBy
from actions.consent.payloads import BulkPayload, Payload, action_of, digest, mails_of
from actions.sending.outbox import Outbox
from briefing.mail import MailId
from briefing.mail_action import MailAction
from briefing.understanding.understanding import understand
from briefing.understanding.utterance import Utterance
from session.call import Call
from tests.oracle.play import Fault


class _AnyWordsAreAYes(Consent):
    """Whatever is said to a question agrees to it."""

    def hear(self, utterance: Utterance) -> None:
        super().hear(replace(utterance, said=understand("yes")) if self.open is not None else utterance)


class _NoYesIsNeeded(Consent):
    """What was asked may be done, answered or not."""

    def confirmed(self, payload: Payload) -> SingleUseGrant | None:
        return super().confirmed(payload) or (_granted(self, payload) if self.question == payload else None)


class _AGuestMayAgree(Consent):
    """Whoever speaks is the caller."""

    def hear(self, utterance: Utterance) -> None:
        super().hear(replace(utterance, by=self._caller))


class _TheBeginningIsEnough(Consent):
    """A question counts as heard as soon as it is put."""

    def ask(self, payload: Payload, *, whole: bool = False) -> tuple[str, ...]:
        pieces = super().ask(payload, whole=whole)
        super().said()
        return pieces

    def speaking(self, words: str, *, by: SpokenBy = SpokenBy.MAIL) -> None:
        pass


class _WordsBuyForEver(Consent):
    """The same words grant the same again and again."""

    def granted_by_words(self, action: MailAction, mails: Sequence[MailId], *, label: str = "") -> SingleUseGrant | None:
        for turn in self._turns:
            turn.granted.clear()
        return super().granted_by_words(action, mails, label=label)


class _AnyMailWillDo(Consent):
    """Words that ask for a change ask for it on whatever mail somebody chooses."""

    def granted_by_words(self, action: MailAction, mails: Sequence[MailId], *, label: str = "") -> SingleUseGrant | None:
        asked = any(turn.said.change.asks_for(action) for turn in self._turns)
        payload = BulkPayload(action=action, mails=tuple(sorted(mails)), label=label)
        return _granted(self, payload, Rule.ASKED_THIS_TURN) if asked else None


class _HalfATranscriptWillDo(Consent):
    """What the recogniser may still change counts."""

    def hear(self, utterance: Utterance) -> None:
        super().hear(replace(utterance, final=True))


class _AnyButtonWillDo(Consent):
    """The button of an earlier question answers the one that is open."""

    def hear(self, utterance: Utterance) -> None:
        super().hear(replace(utterance, about=""))


class _AYesMayComeFirst(Consent):
    """A yes may be begun before the question is over."""

    def hear(self, utterance: Utterance) -> None:
        super().hear(replace(utterance, at=self.clock()))


class _NothingEndsWithTheLine(Consent):
    """What was said before the line broke counts after it."""

    def reconnected(self) -> None:
        pass


class _KeepsNothingBack(Outbox):
    """A mail is said to be held back, and leaves."""

    async def cancel(self, sending_id: str | None = None, *, told: bool = True) -> bool:
        return True


def _granted(consent: Consent, payload: Payload, rule: Rule = Rule.YES_TO_QUESTION) -> SingleUseGrant:
    register = consent.register
    label = payload.label if isinstance(payload, BulkPayload) else ""
    grant = SingleUseGrant(
        action=action_of(payload), mails=mails_of(payload), digest=digest(payload), words_hash="0" * 64, rule=rule,
        number=register.next_number(), label=label,
    )  # fmt: skip
    return register.enter(grant)


def _with(kind: type[Consent]) -> Fault:
    def put_in(call: Call) -> None:
        real = call.acting.consent
        consent = kind(caller=call.user_id, clock=real.clock, now=call.now)
        consent.register = real.register
        call.acting.consent = call.dialogue.consent = consent

    return put_in


def _grants_last(call: Call) -> None:
    vars(call.acting.consent.register)["redeem"] = lambda grant: None


def _keeps_nothing_back(call: Call) -> None:
    call.acting.outbox.__class__ = _KeepsNothingBack


FAULTS: Mapping[str, Fault] = MappingProxyType(
    {
        "any words are a yes": _with(_AnyWordsAreAYes),
        "no yes is needed": _with(_NoYesIsNeeded),
        "a guest may agree": _with(_AGuestMayAgree),
        "the beginning of a question is enough": _with(_TheBeginningIsEnough),
        "words buy for ever": _with(_WordsBuyForEver),
        "any mail will do": _with(_AnyMailWillDo),
        "nothing is kept back": _keeps_nothing_back,
        "half a transcript will do": _with(_HalfATranscriptWillDo),
        "any button will do": _with(_AnyButtonWillDo),
        "a yes may come first": _with(_AYesMayComeFirst),
        "nothing ends with the line": _with(_NothingEndsWithTheLine),
        "grants last": _grants_last,
    }
)
