"""The state machine of the dialogue: every event in every state, and what "it", a yes and "say that again" mean after it."""

from itertools import product

import pytest

from actions.consent.consent import Consent
from actions.consent.payloads import BulkPayload
from briefing.mail import Address, MailId
from briefing.mail_action import MailAction
from briefing.tracking.focus import (
    AskedAbout,
    DraftNamed,
    Focus,
    FocusEvent,
    Listed,
    MailNamed,
    PersonNamed,
    Presented,
    TurnBegun,
    advance_focus,
)
from session.dialogue import (
    MEANT_WITHIN_S,
    TABLE,
    Asked,
    Awaits,
    Closed,
    Dialogue,
    DialogueState,
    Event,
    Interrupted,
    Nothing,
    Offer,
    Offered,
    Open,
    Said,
    SlotAsked,
    SomethingElse,
    advance,
)
from session.passages import Passage

A, B = MailId("work:a"), MailId("work:b")
OPENS: tuple[Open, ...] = (Nothing(), Offered(Offer.HEAR_SKIPPED), Asked(), Interrupted(since=0.0), SlotAsked(Awaits.TIME))
OPENING: tuple[Event, ...] = (Offered(Offer.HOLD_BACK, ("s1",)), Asked(), SlotAsked(Awaits.WORDS))
BESIDE: tuple[Event, ...] = (
    MailNamed(A),
    MailNamed(None),
    Listed((A, B)),
    DraftNamed(),
    AskedAbout(A),
    PersonNamed(Address(name="Ruth", email="ruth@example.org")),
    TurnBegun(),
    Said((Passage("Two mails."),)),
)
EVENTS: tuple[Event, ...] = (*OPENING, Closed(), SomethingElse(), Presented(), *BESIDE)
QUESTION = BulkPayload(action=MailAction.ARCHIVE, mails=(A, B))


def open_after(was: Open, event: Event) -> Open:
    """The table once more, in words."""
    if event in OPENING:
        return event  # type: ignore[return-value]
    if event in BESIDE:
        return was
    if event == Closed():
        return Nothing()
    match was:
        case Asked():
            return Interrupted(since=10.0)
        case Interrupted():
            return was
        case _:
            return Nothing()


def test_the_table_has_every_event_in_every_state() -> None:
    assert set(TABLE) == set(product({type(was) for was in OPENS}, {type(event) for event in EVENTS}))


def test_what_is_open_after_each_event() -> None:
    for was, event in product(OPENS, EVENTS):
        after = advance(DialogueState(open=was), event, 10.0)
        assert after.open == open_after(was, event), (was, event)
        assert type(after.open) is TABLE[type(was), type(event)], (was, event)


def test_what_is_spoken_of_is_the_same_whatever_is_open() -> None:
    for was, event in product(OPENS, EVENTS):
        before = DialogueState(open=was, focus=Focus(mail=B, listed=(B, A)))
        after = advance(before, event, 10.0)
        assert after.focus == (advance_focus(before.focus, event) if isinstance(event, FocusEvent) else before.focus), (was, event)


def test_what_was_said_last_is_answered_once_nothing_is_open_any_more() -> None:
    for was, event in product(OPENS, EVENTS):
        before = DialogueState(open=was, last=Said((Passage("Shall I?"),)))
        after = advance(before, event, 10.0)
        if isinstance(event, Said):
            assert after.last == event, (was, event)
        else:
            assert after.last.passages == before.last.passages, (was, event)
            is_answered = isinstance(after.open, Nothing) and isinstance(was, (Offered, Asked, SlotAsked))
            assert after.last.answered == is_answered, (was, event)


@pytest.mark.parametrize("event", EVENTS)
def test_a_question_that_was_interrupted_long_ago_is_no_longer_open(event: Event) -> None:
    after = advance(DialogueState(open=Interrupted(since=0.0)), event, MEANT_WITHIN_S)
    assert after == advance(DialogueState(), event, MEANT_WITHIN_S)


def test_the_question_is_kept_by_consent_alone() -> None:
    now = 0.0
    dialogue = Dialogue(consent=Consent(caller="u", clock=lambda: now), clock=lambda: now)
    assert (dialogue.asked, dialogue.to_ask_again, dialogue.offer) == (None, None, None)
    dialogue.ask(QUESTION)
    assert (dialogue.asked, dialogue.to_ask_again, dialogue.offer) == (QUESTION, None, Offer.AGREE)
    dialogue.note(SomethingElse())
    assert (dialogue.asked, dialogue.to_ask_again, dialogue.offer) == (None, QUESTION, None)
    now = MEANT_WITHIN_S
    assert (dialogue.asked, dialogue.to_ask_again, dialogue.offer) == (None, None, None)
