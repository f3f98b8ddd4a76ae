"""A long sentence is cut where a speaker pauses, and nothing of it is lost."""

from hypothesis import example, given
from hypothesis import strategies as st

from voice.cutting import LONGEST, SHORTEST, pieces_of

WORDS = st.lists(st.text("aeioustr", min_size=1, max_size=12), max_size=60)


def test_a_short_sentence_stays_whole() -> None:
    assert list(pieces_of("a short one, with a comma.")) == [list("a short one, with a comma.")]


def test_a_long_one_is_cut_behind_its_clauses() -> None:
    said = "when the boiler is mended, which can take until the end of the next week, somebody will call you at home."
    assert ["".join(piece).strip() for piece in pieces_of(said)] == [
        "when the boiler is mended,",
        "which can take until the end of the next week,",
        "somebody will call you at home.",
    ]


def test_one_without_clauses_is_cut_between_words_into_parts_of_about_the_same_length() -> None:
    pieces = ["".join(piece) for piece in pieces_of("never " * 25)]
    assert len(pieces) == 3
    assert all(piece.strip().split() == ["never"] * (len(piece) // 6) for piece in pieces)
    assert max(map(len, pieces)) - min(map(len, pieces)) <= 12


@example(["a" * 9, *["e" * 12] * 10], " ")
@given(WORDS, st.sampled_from([" ", ", ", "; "]))
def test_nothing_is_lost_and_no_piece_is_too_long(words: list[str], between: str) -> None:
    sentence = list(between.join(words))
    pieces = [list(piece) for piece in pieces_of(sentence)]
    assert [phoneme for piece in pieces for phoneme in piece] == sentence
    assert all(0 < len(piece) <= LONGEST for piece in pieces)


def test_a_word_that_is_too_long_itself_is_not_cut() -> None:
    assert list(pieces_of("a" * (LONGEST + SHORTEST))) == [["a"] * (LONGEST + SHORTEST)]
