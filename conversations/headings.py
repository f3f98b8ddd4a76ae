"""Titles and summaries of conversations, made by code: a model would cost a request, and could be talked into anything."""

from conversations.parts import OurWords, TalkMessage, ToolUsed

NAMELESS = "Aloud"
"""The title of a conversation in which the user has said nothing."""

LONGEST_TITLE = 80
LONGEST_SUMMARY = 280

FEWEST_WORDS = 5
"""What is shorter ("Archived.", "One moment.") says nothing of what was talked about."""

_MANNERS = frozenset({"manage_call"})
"""Tools whose answers are about the call itself: "Goodbye. You heard 12 mails." would stand under every title."""


def title_of(words: str) -> str:
    """The beginning of the user's words in one line; empty where there are none."""
    return _cut(words, LONGEST_TITLE)


def summary_of(message: TalkMessage) -> str:
    """One line on an answer, as far as it was heard; empty if it is of no substance."""
    if any(isinstance(part, ToolUsed) and part.tool in _MANNERS for part in message.parts):
        return ""
    heard = " ".join(part.words[: part.heard].strip() for part in message.parts if isinstance(part, OurWords))
    return summary_line(heard) if len(heard.split()) >= FEWEST_WORDS else ""


def summary_line(words: str) -> str:
    return _cut(words, LONGEST_SUMMARY)


def _cut(words: str, most: int) -> str:
    """In one line of at most so many characters. Only so much is looked at as may be needed."""
    line = " ".join(words[: 4 * most].split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
