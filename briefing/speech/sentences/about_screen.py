"""About the screen that the user shares: whether it is looked at, and what the last look came to. What it shows is never told."""

from collections.abc import Mapping

CANNOT_LOOK = "I cannot look at screens here: no model for pictures is set up."
NOT_SHARED = "You are not sharing your screen with me."
NOTHING_YET = "I am looking at your screen, and have not seen anything stand still on it yet."
PAUSED = "I have stopped looking at your screen. Say look again when I may."
STOPPED = "I have stopped looking."
LOOKS_AGAIN = "I am looking at your screen again."
LOOKS_ALREADY = "I am looking at it."

WHAT_CAME_OF_IT: Mapping[str, str] = {
    "surfaced": "it showed a mail that waits for you, and I offered something",
    "not_alone": "somebody else is in the call, so I do not look",
    "no_mail": "it showed no mail that seems to wait for you",
    "not_readable": "I could not read for certain who wrote the mail on it, and about what",
    "same_again": "it showed the same mail as before",
    "no_thread": "I did not find exactly one thread in your mailbox that is the mail on it",
    "answered": "you have answered the mail on it already",
    "not_waiting": "the mail on it does not wait for you",
    "known": "you know the mail on it already",
    "not_held": "I could not put what the mail says in words that I am sure of",
    "too_long": "it took me too long",
    "model_away": "the model that looks did not answer",
    "day_spent": "what I may spend on looking today is used up",
    "no_result": "the model that looks came to no result",
    "failed": "looking failed",
    "stopped": "I was stopped before I knew what it showed",
}
"""Of the last look, by the class of its reason, as half a sentence."""


def last_look(reason: str) -> str:
    return f"I looked at your screen: {WHAT_CAME_OF_IT[reason]}."


def why_silent(reason: str) -> str:
    return SAID_SOMETHING if reason == "surfaced" else f"Because {WHAT_CAME_OF_IT[reason]}."


SAID_SOMETHING = "I did offer something about it."
NOT_SAID = "It showed a mail that waits for you, and there was no good moment yet to offer something."
GONE = "That offer is gone."
TAKEN = "All right, about the mail on your screen. Say reply, and what it shall say."
"""Where no model goes on from there."""
