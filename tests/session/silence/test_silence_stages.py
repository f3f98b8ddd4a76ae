"""Silence leads from a second question to a farewell, and any word leads back."""

from itertools import product

import pytest

from briefing.speech.sentences import silences
from session.silence import ASK_AFTER_S, TELL_AFTER_S, TRANSITIONS, IllegalSilenceEventError, SilenceEvent, SilenceStage, advance, silence_s

LIMIT_S = 600


@pytest.mark.parametrize(("edge", "after"), TRANSITIONS.items())
def test_each_edge_leads_where_the_table_says(edge: tuple[SilenceStage, SilenceEvent], after: SilenceStage) -> None:
    assert advance(*edge) is after


@pytest.mark.parametrize("edge", sorted(set(product(SilenceStage, SilenceEvent)) - TRANSITIONS.keys()))
def test_every_other_edge_is_refused(edge: tuple[SilenceStage, SilenceEvent]) -> None:
    with pytest.raises(IllegalSilenceEventError):
        advance(*edge)


def test_silence_asks_once_tells_once_and_then_gives_up() -> None:
    stage, seen, lasted_s = SilenceStage.WAITING, [], 0.0
    while stage is not SilenceStage.GIVEN_UP:
        lasted_s += silence_s(stage, LIMIT_S)
        stage = advance(stage, SilenceEvent.SILENCE)
        seen.append(stage)
    assert seen == [SilenceStage.ASKED, SilenceStage.TOLD, SilenceStage.GIVEN_UP]
    assert lasted_s == LIMIT_S


def test_who_asked_for_quiet_is_not_asked_anything_before_the_limit() -> None:
    assert advance(SilenceStage.QUIET, SilenceEvent.SILENCE) is SilenceStage.GIVEN_UP
    assert silence_s(SilenceStage.QUIET, LIMIT_S) == LIMIT_S


def test_a_limit_shorter_than_the_questions_still_leaves_time_for_them() -> None:
    assert silence_s(SilenceStage.WAITING, 1) == ASK_AFTER_S
    assert silence_s(SilenceStage.ASKED, 1) == TELL_AFTER_S
    assert silence_s(SilenceStage.TOLD, 1) > 0


def test_the_second_question_fits_what_was_asked() -> None:
    assert silences.ask_again(offered=True, mail_open=True) == "Yes or no."
    assert "next" in silences.ask_again(offered=False, mail_open=True)
    assert "goodbye" in silences.ask_again(offered=False, mail_open=False)
