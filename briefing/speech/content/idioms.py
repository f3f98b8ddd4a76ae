"""Patterns written as lists of idioms, one on a line, so that one can see what is there and what is missing."""

import re

_FLAGS = re.IGNORECASE | re.DOTALL


def any_of(*idioms: str) -> str:
    return f"(?:{'|'.join(idioms)})"


def somewhere(*idioms: str) -> re.Pattern[str]:
    """Finds any of them as whole words, whatever their case."""
    return re.compile(rf"(?<!\w){any_of(*idioms)}(?!\w)", _FLAGS)


def alone(*idioms: str) -> re.Pattern[str]:
    """For `fullmatch`: any of them and nothing else, whatever their case."""
    return re.compile(any_of(*idioms), _FLAGS)
