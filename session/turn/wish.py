"""A wish of the user's turn, and what has become of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from briefing.mail import MailId
from briefing.understanding.understanding import Understanding
from briefing.understanding.utterance import Utterance


class WishState(StrEnum):
    """What has become of a wish. One that is done leaves the list."""

    OPEN = "open"
    TAKEN = "taken"
    """It is being done."""
    REFUSED = "refused"
    """It could not be done, and the user is told why."""
    WAITS = "waits"
    """For the answer to what the wish before it asked."""
    LEFT = "left"
    """It is not going to be done, and the user is still to be told so."""


@dataclass(slots=True)
class Wish:
    """`it` is the mail that "it" means in these words, if that is not what was spoken of last; `tool` is what was used for it.

    `turn` is the utterance that it is a part of: its words are heard as they were said then, however clearly, and of the `unsaid` mails the
    user had not been told then. `by_model`: a model answers.
    """

    said: Understanding = field(repr=False)
    turn: Utterance = field(repr=False)
    state: WishState = WishState.OPEN
    it: MailId | None = None
    tool: str = ""
    by_model: bool = False
    unsaid: frozenset[MailId] = frozenset()


def uses(wishes: Sequence[Wish], tool: str) -> None:
    """A tool begins to do the wish that is taken."""
    if wishes and wishes[0].state is WishState.TAKEN:
        wishes[0].tool = tool


def refuses(wishes: Sequence[Wish]) -> None:
    """The wish that is taken could not be done."""
    if wishes and wishes[0].state is WishState.TAKEN:
        wishes[0].state = WishState.REFUSED
