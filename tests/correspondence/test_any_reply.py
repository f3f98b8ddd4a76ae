"""Whatever a reply says, and however its header is written: nothing raises, nothing forged counts, nothing unsaid is wanted."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from correspondence.new_words import NewPassage, NewWords, new_words_in
from correspondence.numbered_wishes import numbered_wishes
from correspondence.verified import ArrivedReply, verified
from providers.mime.authentication import authentication_results, signature
from tests.correspondence.forged import forged
from tests.correspondence.layouts import SENT
from tests.correspondence.numbered import NUMBERS, read
from tests.correspondence.replied import PROGRAMS, RECEIVERS, direct
from tests.randomness import chance, times

WORDS = st.sampled_from(
    (
        *(
            "archive",
            "delete",
            "flag",
            "yes",
            "no",
            "2",
            "3",
            "#4",
            "5",
            "and",
            ",",
            ";",
            ".",
            "?",
            "!",
            "-",
            ":",
            "not",
            "if",
            "but",
            "wait",
        ),
        *("tell", "her", "Tuesday", "works", "pm", "at", "the", "first", "one", "same", "for", "undo", "snooze", "until", "\n", "\n\n"),
    )
)


@given(st.lists(WORDS, max_size=25).map(" ".join))
@settings(max_examples=60, deadline=None)
def test_every_number_that_is_wanted_was_written(text: str) -> None:
    wishes = numbered_wishes(NewWords(passages=(NewPassage(words=text),)), NUMBERS)
    written = {int(each) for each in re.findall(r"\d+", text)} | ({1} if {"first", "one"} & {*text.split()} else set())
    spanned = set(range(min(written, default=0), max(written, default=0) + 1))
    assert {number for wish in wishes.wishes for number in wish.numbers} <= spanned
    assert all(set(wish.numbers) <= set(NUMBERS) for wish in wishes.wishes)


@given(st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_text_can_be_read(text: str) -> None:
    read(text, [SENT])
    new_words_in(f"> 2. Priya\n{text}\n> {text}\n{SENT}", [SENT, text])


@given(st.text(max_size=200))
def test_any_value_of_a_field_can_be_read(text: str) -> None:
    authentication_results(text)
    authentication_results(f"mx.example; {text}")
    signature(text)


@given(st.binary(max_size=400))
def test_no_bytes_are_a_reply_of_the_users(raw: bytes) -> None:
    mail = direct(PROGRAMS[0], RECEIVERS[0])
    assert not verified(ArrivedReply(raw=raw), mail.trust).from_user


@pytest.mark.random
def test_a_forged_reply_counts_no_more_when_its_fields_are_shuffled_repeated_and_left_out() -> None:
    """Only below what the user's server wrote: nobody else can write above that. Nothing is left out of what a field more makes forged."""
    by = chance("forged")
    mails = [
        (name, each)
        for name, each in forged()
        if not name.startswith(
            # Results of a server that writes none into some mails hold by their place alone, which is shuffled here.
            ("automatic", "rewritten", "to_others", "without_an_id", "replayed", "results_written")
        )
    ]
    for _ in range(times(300, in_proofs=20_000)):
        name, each = by.choice(mails)
        above, _, below = each.arrival.raw.partition(b"X-Begins: here\r\n")
        fields = re.split(rb"\r\n(?![ \t])", below.partition(b"\r\n\r\n")[0])
        by.shuffle(fields)
        least = int(name.startswith(("several_senders", "hidden_behind_length", "mails_of_ours")))
        changed = [field for field in fields for _ in range(by.choice((least, 1, 1, 1, 1, 2)))]
        raw = above + b"X-Begins: here\r\n" + b"\r\n".join(changed) + b"\r\n\r\n2 archive\r\n"
        arrival = replace(each.arrival, raw=raw)
        assert not verified(arrival, each.trust, recorded=each.recorded).from_user, (name, raw)
