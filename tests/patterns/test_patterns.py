"""No regular expression that a mail is held against takes more than linear time, whatever the mail says; nor does one of a user's line."""

import re
from math import ceil

import pytest

from tests.patterns.constructs import parser, repeats_a_group_possessively
from tests.patterns.found import Found, product_patterns
from tests.patterns.growth import Growth
from tests.randomness import some

A_PART = 0.5
"""The share of them that `make test` judges, others after each change."""
LARGE = 400
"""Characters; what is larger takes seconds to judge, and is judged in `make proofs`."""
LINEAR = (
    (r"\s+", "sub"),
    (r"\w+\b", "search"),
    (r"(?<!-)-{2,}+\s*+(?:Forwarded|Weitergeleitet)", "search"),
    (r"(?<!\s)\s*+\|\s*", "sub"),
    (r"[^\s<>]{1,100}@\w+", "search"),
    (r",(?>(?:\s*+,)+)", "sub"),
    (r"\.(?: \.){2,}", "sub"),
    (r"(?:a|b)*c", "match"),
    (r"\S+@", "match"),
    (r"^\s+x", "search"),
)
SLOW = (
    (r"-{2,}\s*Forwarded", "search"),
    (r"\s+$", "search"),
    (r"\s*\s*x", "match"),
    (r"\s*\s*", "fullmatch"),
    (r"a.*b", "search"),
    (r"(?=.*b)a", "finditer"),
    (r"\S+@", "search"),
    (r"(a+)+b", "match"),
    (r"(?:a|a)*b", "fullmatch"),
    (r",(?:[\s,]*,)+x", "match"),
    (r"<[^>]*>", "sub"),
)


@pytest.mark.parametrize(("pattern", "way"), LINEAR)
def test_pattern_that_looks_at_each_character_a_few_times_is_linear(pattern: str, way: str) -> None:
    assert Growth(re.compile(pattern), way).worst() is None


@pytest.mark.parametrize(("pattern", "way"), SLOW)
def test_pattern_that_begins_anew_over_the_same_characters_is_not_linear(pattern: str, way: str) -> None:
    assert Growth(re.compile(pattern), way).worst()


@pytest.mark.slow
def test_every_pattern_of_the_product_is_found_with_the_ways_it_is_applied() -> None:
    found = {each.pattern.pattern: each for each in product_patterns()}
    assert len(found) > 450
    marker = next(each for text, each in found.items() if isinstance(text, str) and "Begin forwarded message" in text)
    assert marker.ways == {"search"}


@pytest.mark.slow
def test_no_pattern_of_the_product_means_something_else_to_an_older_python() -> None:
    texts = ((each.place, each.pattern.pattern, each.pattern.flags) for each in product_patterns() if isinstance(each.pattern.pattern, str))
    assert [place for place, text, flags in texts if repeats_a_group_possessively(parser.parse(text, flags & ~re.DEBUG))] == []


@pytest.mark.parametrize(("pattern", "does"), [(r"(?:\s?,)*+x", True), (r"(?=(?>(?:ab)?+))c", True), (r"\s*+[ab]++(?>(?:\s?,)*)", False)])
def test_what_an_older_python_reads_wrongly_is_known(pattern: str, does: bool) -> None:
    assert repeats_a_group_possessively(parser.parse(pattern)) is does


@pytest.mark.slow
@pytest.mark.random
def test_no_pattern_that_a_mail_is_held_against_takes_more_than_linear_time() -> None:
    assert _slow(_a_part([each for each in _of_mail() if len(each.pattern.pattern) <= LARGE])) == []


@pytest.mark.slow
@pytest.mark.random
def test_no_pattern_that_a_line_of_the_user_is_held_against_takes_more_than_linear_time() -> None:
    assert _slow(_a_part([each for each in _of_a_line() if len(each.pattern.pattern) <= LARGE // 2])) == []


@pytest.mark.proof
def test_no_longer_pattern_that_a_line_of_the_user_is_held_against_takes_more_than_linear_time() -> None:
    assert _slow([each for each in _of_a_line() if LARGE // 2 < len(each.pattern.pattern) <= LARGE]) == []


@pytest.mark.proof
def test_no_large_pattern_that_a_mail_is_held_against_takes_more_than_linear_time() -> None:
    assert _slow([each for each in _of_mail() if len(each.pattern.pattern) > LARGE]) == []


def _of_mail() -> list[Found]:
    return [each for each in product_patterns() if not each.place.startswith("briefing.understanding.")]


def _of_a_line() -> list[Found]:
    """Those of what a user says. Larger ones than `LARGE` are not held to this: see "Not covered" in `docs/security.md`."""
    return [each for each in product_patterns() if each.place.startswith("briefing.understanding.")]


def _a_part(patterns: list[Found]) -> list[Found]:
    return some(patterns, ceil(A_PART * len(patterns)))


def _slow(patterns: list[Found]) -> list[str]:
    judged = ((each, way, Growth(each.pattern, way).worst()) for each in patterns for way in _ways(each))
    return [f"{each.place}, {way}, by {worst}: {each.pattern.pattern!r}" for each, way, worst in judged if worst]


def _ways(each: Found) -> list[str]:
    """What differs: an attempt at one place, one that is held to the end as well, and attempts at all places."""
    return sorted({way if way in {"match", "fullmatch"} else "search" for way in each.ways})
