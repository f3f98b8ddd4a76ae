"""Whether there is something to answer in a correspondence. Pure: numbers of replies and answers, and nothing that was written.

Replies are numbered from 1. An answer bears the number of the highest reply that it addresses.
"""

from collections.abc import Iterable


def max_reply(numbers: Iterable[int]) -> int:
    """0 without any reply; the highest number whatever is missing below it."""
    return max(numbers, default=0)


def max_response(numbers: Iterable[int]) -> int:
    """The same of the answers that have left."""
    return max(numbers, default=0)


def is_open(replies: Iterable[int], answers: Iterable[int]) -> bool:
    """Whether a reply waits for an answer."""
    return max_reply(replies) > max_response(answers)
