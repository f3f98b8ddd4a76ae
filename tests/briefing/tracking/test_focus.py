"""What "it", "those" and "her" mean after each thing that can be spoken of, as a table."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.mail import Address, MailId
from briefing.tracking.focus import (
    AnswerNames,
    AskedAbout,
    DraftNamed,
    Focus,
    FocusEvent,
    Listed,
    MailNamed,
    PersonNamed,
    Presented,
    TurnBegun,
    Unsaid,
    advance_focus,
)

A, B, C = MailId("work:a"), MailId("work:b"), MailId("work:c")
RUTH = Address(name="Ruth", email="ruth@example.org")

STATES = {
    "the open mail": Focus(),
    "another mail": Focus(mail=A),
    "one of a list": Focus(mail=A, listed=(A, B)),
    "a list": Focus(mail=A, listed=(B, C), unclear=True),
    "a draft": Focus(mail=A, draft=True),
    "a person": Focus(mail=A, person=RUTH),
    "asked about": Focus(mail=A, asked=B),
}
EVENTS: dict[str, FocusEvent] = {
    "presented": Presented(),
    "named": MailNamed(C),
    "open named": MailNamed(None),
    "listed": Listed((B, C)),
    "one listed": Listed((B,)),
    "none listed": Listed(()),
    "listed unasked": Listed((B, C), unasked=True),
    "draft": DraftNamed(),
    "asked about": AskedAbout(C),
    "person": PersonNamed(RUTH),
    "turn": TurnBegun(),
}


def it_after(was: Focus, event: FocusEvent) -> MailId | None:
    """Which mail "it" is, None for the open one: the table once more, in words."""
    match event:
        case Presented():
            return None
        case MailNamed(mail=mail):
            return mail
        case Listed(mails=(mail,), unasked=False):
            return mail
        case TurnBegun():
            return was.asked or was.mail
        case _:
            return was.mail


@pytest.mark.parametrize(("state", "event"), list(product(STATES, EVENTS)))
def test_it_is_what_was_spoken_of_last(state: str, event: str) -> None:
    was, happened = STATES[state], EVENTS[event]
    after = advance_focus(was, happened)
    assert after.mail == it_after(was, happened)
    match happened:
        case Listed(mails=mails, unasked=unasked):
            assert after.listed == mails
            assert after.unclear == (len(mails) > 1 and not unasked)
        case Presented():
            assert after == Focus()
        case MailNamed():
            assert after == Focus(mail=happened.mail, listed=was.listed)
        case TurnBegun() if was.asked is not None:
            assert after == Focus(mail=was.asked, listed=was.listed)
        case _:
            assert (after.listed, after.unclear) == (was.listed, was.unclear)


def test_what_the_user_named_is_it_in_their_next_turn_unless_something_else_was_spoken_of() -> None:
    named = advance_focus(Focus(), AskedAbout(A))
    assert named.mail is None
    assert advance_focus(named, TurnBegun()).mail == A
    for spoken in (Presented(), MailNamed(B), MailNamed(None), Listed((B, C))):
        assert advance_focus(advance_focus(named, spoken), TurnBegun()).mail != A


@given(st.lists(st.sampled_from(list(EVENTS.values())), max_size=12))
def test_it_is_unclear_only_while_a_list_was_spoken_of_last(events: list[FocusEvent]) -> None:
    focus = Focus()
    for event in events:
        focus = advance_focus(focus, event)
        if focus.unclear:
            assert len(focus.listed) > 1
        if isinstance(event, (Presented, MailNamed)):
            assert not focus.unclear
            assert not focus.draft
            assert focus.person is None


ANSWERS: list[tuple[list[tuple[str, tuple[MailId, ...]]], FocusEvent | None]] = [
    ([("It is about the boat.", ())], None),
    ([("Ruth asks about the boat.", (A,))], MailNamed(A)),
    ([("Ruth asks about the boat.", (A,)), ("Ruth wants to know by Friday.", (A,))], MailNamed(A)),
    ([("Ruth asks about the boat.", (A,)), ("Paul writes about tax.", (B,))], Listed((A, B))),
    ([("Ruth, Paul and Ida wrote.", (A, B, C))], Listed((A, B, C))),
    ([("Ruth asks about the boat.", (A,)), ("Shall I archive the one from Paul?", (B,))], MailNamed(B)),
    ([("Ruth and Paul wrote.", (A, B)), ("Which one first, Ruth or Paul?", (A, B))], Listed((A, B))),
]


@pytest.mark.parametrize(("sentences", "last"), ANSWERS)
def test_an_answer_of_a_models_speaks_of_one_mail_or_of_a_list(
    sentences: list[tuple[str, tuple[MailId, ...]]], last: FocusEvent | None
) -> None:
    answer, event = AnswerNames(), None
    for sentence, mails in sentences:
        event = answer.heard(sentence, mails, Focus(), in_order=True) or event
    assert event == last


@pytest.mark.parametrize(
    ("listed", "sentences", "now", "unplaced"),
    [
        ((), [("Ruth, Paul and Ida wrote.", (A, B, C), True)], (A, B, C), ()),
        ((), [("Two came from Ruth.", (A, B), False)], (A, B), (A, B)),
        ((), [("Two came from Ruth.", (A, B), False), ("Ida wrote as well.", (C,), True)], (A, B, C), (A, B, C)),
        ((), [("Ida wrote.", (C,), True), ("Two came from Ruth.", (A, B), False)], (C, A, B), (A, B)),
        ((), [("Two came from Ruth.", (A, B), False), ("The tax, then the boat.", (B, A), True)], (B, A), ()),
        ((A, B, C), [("Ruth and Paul wrote.", (A, B), True)], (A, B, C), ()),
        ((A, B, C), [("Ruth wrote.", (A,), True), ("Paul wrote.", (B,), True)], (A, B, C), ()),
        ((A, B, C), [("Paul wrote, and Ruth.", (B, A), True)], (A, B, C), (A, B, C)),
        ((A, B, C), [("Paul and Ida wrote.", (B, C), True)], (A, B, C), (A, B, C)),
        ((A, B, C), [("Ida, Paul and Ruth wrote.", (C, B, A), True)], (C, B, A), ()),
        ((A, B), [("Paul wrote, and Ida.", (B, C), True)], (B, C), ()),
    ],
)
def test_a_number_is_a_place_in_the_list_as_it_was_told(
    listed: tuple[MailId, ...],
    sentences: list[tuple[str, tuple[MailId, ...], bool]],
    now: tuple[MailId, ...],
    unplaced: tuple[MailId, ...],
) -> None:
    answer, focus = AnswerNames(), Focus(listed=listed)
    for sentence, mails, in_order in sentences:
        event = answer.heard(sentence, mails, focus, in_order=in_order)
        focus = focus if event is None else advance_focus(focus, event)
    assert focus.listed == now
    assert focus.unplaced == frozenset(unplaced)


def test_where_no_mail_is_it_any_more_none_comes_back_as_it() -> None:
    assert Unsaid().moved(Focus(mail=A), Focus(), it=None).before is None


def test_what_was_unsaid_before_is_unsaid_again_when_what_came_since_is_dropped() -> None:
    found = Unsaid().moved(Focus(), Focus(mail=A), it=A).told(set(), vaguely=True)
    assert found.moved(Focus(mail=A), Focus(mail=B), it=B).dropped() == Unsaid(mails=frozenset({A}))
