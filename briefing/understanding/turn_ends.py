"""Whether the user's turn has ended, as far as its words tell."""

import re

from briefing.understanding.commands import is_incomplete, recognise

_HANGS = re.compile(r"\b(?:and|or|but|because|if|the|a|an|my|your|our|to|so|um|uh|er|hmm)[.,\u2026]*$|,$", re.IGNORECASE)


def has_ended(words: str) -> bool | None:
    """Whether a turn with these words has ended; None if the words alone do not tell.

    A "yes" or "no" counts as complete whether or not something was offered: without an offer it does nothing.
    """
    if is_incomplete(words):
        return False
    if recognise(words) or recognise(words, offer_open=True):
        return True
    return False if _HANGS.search(words.strip()) else None
