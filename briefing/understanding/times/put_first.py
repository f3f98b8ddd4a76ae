"""A time that stands before what is wanted, or behind it: "in five minutes, delete it", "at nine archive it", "tomorrow remind me"."""

from collections.abc import Iterator

from briefing.understanding.times.when import names_moment

Words = tuple[str, ...]

_BEGIN_A_TIME = frozenset("""
    in at on by after before from tomorrow tonight later next this monday tuesday wednesday thursday friday saturday sunday until till soon
    the first end around about every come once
""".split())  # fmt: skip  # noqa: SIM905 - words of one kind
_BY_ITSELF = frozenset({
    *("later", "later on", "soon", "in a bit", "in a while", "in a moment", "in a minute", "in a second", "in a few seconds", "some day"),
    *("after the call", "after this", "after that", "after this call", "after the briefing", "at the end", "at the end of the call"),
    *("when we are done", "once we are done", "at some point", "afterwards", "another time", "every day", "every morning", "every evening"),
})  # fmt: skip
_BEFORE_AN_HOUR = frozenset({"at", "by", "until", "till", "around"})
_SECONDS = frozenset({"second", "seconds", "sec", "secs"})
_LONGEST = 8
_BEFORE_THEM = frozenset({"i", "oh", "wait"})
_PUT_RIGHT = _BEFORE_THEM | {"no", "sorry", "mean", "meant", "rather", "actually"}
_JOINS = frozenset({"and", "then", "please", "just", "so", "okay", "you", "can", "could"})


def time_first(words: Words) -> Iterator[tuple[Words, Words]]:
    """The time with which the words begin, and the rest of them; the longest time first."""
    for size in range(min(_LONGEST, len(words) - 1), 0, -1):
        if is_time(words[:size]):
            rest = words[size:]
            while rest and rest[0] in _JOINS:
                rest = rest[1:]
            yield words[:size], rest


def time_last(words: Words) -> Iterator[tuple[Words, Words]]:
    """The time in which the words end, and what stands before it; the longest time first."""
    for size in range(min(_LONGEST, len(words) - 1), 0, -1):
        if is_time(words[-size:]):
            yield words[-size:], words[:-size]


def with_time_behind(words: Words) -> Iterator[Words]:
    """The words as they would be with the time at their end: "snooze it until tomorrow" for "tomorrow, snooze it"."""
    for time, rest in time_first(words):
        yield (*rest, *time)
        yield (*rest, "until", *time)


def with_time_put_right(words: Words) -> Iterator[Words]:
    """The words with a time that was put right in place of the first: "snooze it till thursday" for "till wednesday, no, thursday"."""
    for end in range(2, len(words) - 1):
        right = end
        while right < len(words) and words[right] in _PUT_RIGHT:
            right += 1
        if right < len(words) and not _PUT_RIGHT.difference(_BEFORE_THEM).isdisjoint(words[end:right]) and names_moment(words[right:]):
            wrong = next((size for size in range(min(_LONGEST, end - 1), 0, -1) if names_moment(words[end - size : end])), 0)
            if wrong:
                yield (*words[: end - wrong], *words[right:])


def is_time(words: Words) -> bool:
    """Whether it is a moment to come, and said as one: "at three", and not "three"."""
    told = " ".join(words)
    if told in _BY_ITSELF:
        return True
    if words[0] == "in" and words[-1] in _SECONDS and len(words) > 2:
        return True
    is_a_mail = words[-1] == "one" and words[0] not in _BEFORE_AN_HOUR
    return words[0] in _BEGIN_A_TIME and not is_a_mail and names_moment(words)
