"""The counted sequence against a plain list."""

from hypothesis import given, settings
from hypothesis import strategies as st

from briefing.tracking.counted_sequence import CountedSequence, Slot

COUNTS = st.tuples(st.integers(0, 1), st.integers(0, 1))


@settings(max_examples=60)
@given(
    st.lists(COUNTS, max_size=30),
    st.lists(st.tuples(st.integers(0, 99), COUNTS, st.sampled_from(["insert", "append", "recount"])), max_size=40),
)
def test_counts_and_places_are_those_of_a_list(start: list[tuple[int, int]], changes: list[tuple[int, tuple[int, int], str]]) -> None:
    plain = [Slot(number, counts) for number, counts in enumerate(start)]
    sequence = CountedSequence(plain)
    plain = list(plain)
    for where, counts, change in changes:
        new = Slot(len(plain), counts)
        if change == "append" or not plain:
            sequence.append(new)
            plain.append(new)
        elif change == "insert":
            sequence.insert_after(plain[where % len(plain)], new)
            plain.insert(where % len(plain) + 1, new)
        else:
            sequence.recount(plain[where % len(plain)], counts)
    assert list(sequence) == plain
    for column in (0, 1):
        counting = [slot for slot in plain if slot.counts[column]]
        assert sequence.total(column) == len(counting)
        assert [sequence.nth(index, column) for index in range(-1, len(counting) + 1)] == [None, *counting, None]
        assert [sequence.before(slot, column) for slot in plain] == [
            sum(one.counts[column] for one in plain[:n]) for n in range(len(plain))
        ]


def test_mails_put_in_at_one_place_do_not_make_the_way_down_long() -> None:
    first = Slot(0, (1,))
    sequence = CountedSequence([first])
    for number in range(1, 5000):
        sequence.insert_after(first, Slot(number, (1,)))
    depths = []
    for slot in sequence:
        depth, above = 0, slot.up
        while above is not None:
            depth, above = depth + 1, above.up
        depths.append(depth)
    assert max(depths) < 60
