"""What is said when a service fails: once in full, and after that only what still helps.

The first sentence names the trouble and what still works. The following ones do not apologise again: each says in other words what the user
can do, so that a caller who keeps trying never hears the same sentence twice in a row.
"""

from dataclasses import dataclass
from enum import StrEnum

ONE_MOMENT = ("One moment.", "Still working on it.")
"""Said while an answer takes long, in turn."""

ONCE_MORE = "I lost the thread. Once more:"
"""Said before an answer that broke off is started again."""


class Trouble(StrEnum):
    """What went wrong, as far as a caller notices it."""

    NO_ANSWER = "no_answer"
    CUT_OFF = "cut_off"
    NO_WORDS = "no_words"
    NOT_HEARD = "not_heard"
    OTHER_VOICE = "other_voice"
    NO_VOICE = "no_voice"
    MAIL_AWAY = "mail_away"
    MEMORY_AWAY = "memory_away"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remarks:
    """`first` is said once; `after` in turn while the trouble lasts, or nothing if it is empty."""

    first: str
    after: tuple[str, ...] = ()


_PLAIN_COMMANDS = (
    "Next, archive it, flag it and go back still work.",
    "For now I understand plain commands only, like next or archive it.",
    "You can still say next, skip this topic, or go back.",
)

REMARKS = {
    Trouble.NO_ANSWER: Remarks(
        first="Sorry, I cannot think about that just now. Plain commands still work, like next, archive it, or go back.",
        after=_PLAIN_COMMANDS,
    ),
    Trouble.CUT_OFF: Remarks(first="Sorry, I lost the thread there. Please say it again.", after=_PLAIN_COMMANDS),
    Trouble.NO_WORDS: Remarks(first="Sorry, I found no answer to that. Please put it another way.", after=_PLAIN_COMMANDS),
    Trouble.NOT_HEARD: Remarks(
        first="Sorry, I cannot hear you well at the moment. You can type, or try again in a little while.",
        after=("Not yet. You can type.", "That did not reach me. Typing works."),
    ),
    Trouble.OTHER_VOICE: Remarks(first="My usual voice is away, so I go on with this one."),
    Trouble.NO_VOICE: Remarks(first="I have no voice at the moment, so I go on in writing."),
    Trouble.MAIL_AWAY: Remarks(first="Some of your mail does not answer just now, so I go on with what I have. Nothing is lost."),
    Trouble.MEMORY_AWAY: Remarks(first="I cannot store what you have heard just now. I keep it here and store it later."),
}
