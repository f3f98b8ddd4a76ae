"""What somebody said, typed or pressed, with everything that decides whether it may grant anything: who, when, and whether we spoke.

A pressed button is an utterance too, with the words it stands for, so that every channel gives its yes in the same way.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from briefing.mail import MailId
from briefing.understanding.understanding import Understanding

NO_QUESTION = "no question"
"""What a button is about if it belongs to no question; it equals no payload's digest."""


class Channel(StrEnum):
    VOICE = "voice"
    TYPED = "typed"
    PRESSED = "pressed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """One turn of somebody in the call.

    `said` is what the words mean, made once, when they were heard. `by` is the participant's identity as the server knows it, never one
    that the words claim. `at` is when it began, in monotonic seconds; a line that was typed and a button begin when they arrive.
    `overlapped` says that it began while we spoke, or so soon after that it may be our own voice; it counts for voice only. `final` is
    false for a transcript that may still change. `doubtful`: the recogniser was not sure of it, so it agrees to nothing.

    `open` holds the mails that "it" could mean when the words were said; empty if that is not tracked. `about` is the digest of
    the payload that a pressed button belongs to, or `NO_QUESTION`, so that a button of an earlier question answers no later one.
    """

    said: Understanding = field(repr=False)
    channel: Channel
    by: str
    at: float
    overlapped: bool = False
    final: bool = True
    doubtful: bool = False
    open: tuple[MailId, ...] = ()
    about: str = ""

    @property
    def words(self) -> str:
        return self.said.words

    @property
    def over_our_voice(self) -> bool:
        return self.channel is Channel.VOICE and self.overlapped
