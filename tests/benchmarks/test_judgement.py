"""The measures of the scorecard, on cases that one can check in one's head."""

import pytest

from benchmarks.judgement.labelled import Labelled, Part, labelled
from benchmarks.judgement.order import share_of_pairs
from benchmarks.judgement.replies import replies
from benchmarks.judgement.told import grade
from benchmarks.judgement.topics import v_measure


def test_topics_that_are_the_lists_measure_one_and_one_topic_for_all_measures_nothing() -> None:
    assert v_measure([("a", 1), ("a", 1), ("b", 2)]) == pytest.approx(1.0)
    assert v_measure([("a", 1), ("b", 1)]) == pytest.approx(0.0)
    assert v_measure([("a", 1), ("a", 2), ("b", 3), ("b", 3)]) == pytest.approx(0.8)


def test_pairs_in_the_right_order_count_one_and_ties_a_half() -> None:
    assert share_of_pairs([1, 2], [3]) == 1.0
    assert share_of_pairs([1, 4], [3]) == 0.5
    assert share_of_pairs([3], [3]) == 0.5


def test_a_telling_with_something_quoted_or_without_its_sender_is_bad() -> None:
    label = Labelled(name="a", kind="person", raw="", facts=(("anna",), ("friday", "27 november"), ("noon",)), never=("wrote",))
    assert grade(label, "Anna asks for it by 27 November, at noon.") == "well"
    assert grade(label, "Anna asks for it by Friday.") == "acceptable"
    assert grade(label, "Anna asks for it.") == "badly"
    assert grade(label, "Somebody asks for it by Friday noon.") == "badly"
    assert grade(label, "Anna asks for it by Friday noon. Robin wrote.") == "badly"


def test_every_mail_has_labels_and_no_mail_is_in_both_parts() -> None:
    parts = [labelled(part) for part in Part]
    assert all(mail.facts and mail.never and mail.raw.startswith("From: ") for part in parts for mail in part)
    assert {mail.name for mail in parts[0]}.isdisjoint(mail.name for mail in parts[1])
    assert {name for name, *_ in replies(Part.TUNE)}.isdisjoint(name for name, *_ in replies(Part.TEST))
