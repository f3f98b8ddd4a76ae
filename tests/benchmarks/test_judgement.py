"""The measures of the scorecard, on cases that one can check in one's head."""

import pytest

from benchmarks.judgement.commands import Became, Heard, heard, judged, with_fillers
from benchmarks.judgement.labelled import Labelled, Part, labelled
from benchmarks.judgement.order import share_of_pairs
from benchmarks.judgement.replies import replies
from benchmarks.judgement.told import grade
from benchmarks.judgement.topics import v_measure
from briefing.understanding.understanding import understand


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


def test_a_filler_stands_at_each_place_and_a_call_to_wait_only_where_no_command_was_whole() -> None:
    assert list(with_fillers("mark it now", ["um"])) == ["mark um it now", "mark, um, it now", "mark it um now", "mark it, um, now"]
    assert list(with_fillers("archive it", ["hang on"])) == []


@pytest.mark.parametrize(
    ("line", "said", "became"),
    [
        ("archive it please", "archive it", Became.RIGHT),
        ("the weather is fine", "archive it", Became.REFUSED),
        ("go to the one from like Priya", "go to the one from Priya", Became.RIGHT),
        ("flag it", "archive it", Became.WRONG),
        ("delete it", "archive it", Became.HARMFUL),
        ("delete it", "", Became.HARMFUL),
        ("she deleted it", "", Became.RIGHT),
    ],
)
def test_what_was_done_instead_is_wrong_and_what_deletes_is_harmful(line: str, said: str, became: Became) -> None:
    assert judged(Heard(kind="", line=line, said=said)) is became


def test_no_line_is_in_both_parts_and_each_is_understood_as_it_is_said() -> None:
    tune, test = ([*heard(part)] for part in Part)
    assert {each.line for each in tune}.isdisjoint(each.line for each in test)
    assert [
        said for said in {each.said for each in (*tune, *test)} - {""} if not any(wish.command for wish in understand(said).wishes)
    ] == []
