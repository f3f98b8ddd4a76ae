"""Patterns written as lists of idioms, one on a line, so that a reader sees which are there and which are missing."""

import re

_FLAGS = re.IGNORECASE | re.DOTALL


def any_of(*idioms: str) -> str:
    return f"(?:{'|'.join(idioms)})"


def somewhere(*idioms: str) -> re.Pattern[str]:
    """Finds any of them as whole words, in any case."""
    return re.compile(rf"(?<!\w){any_of(*idioms)}(?!\w)", _FLAGS)


def alone(*idioms: str) -> re.Pattern[str]:
    """For `fullmatch`: any of them and nothing else, in any case."""
    return re.compile(any_of(*idioms), _FLAGS)
