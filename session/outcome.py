"""The result of a tool: what is said, and what a model is told."""

from dataclasses import dataclass, field
from enum import StrEnum

from briefing.agenda import MailRef
from briefing.mail import Address
from session.passages import Passage, as_reply


class CameTo(StrEnum):
    """What a tool has come to, in the words a model reads."""

    DONE = "done"
    ASKED = "asked the user, not done yet"
    KEPT = "kept as a draft, not sent"
    NOT_POSSIBLE = "not possible"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """`spoken` is said as it stands when no model is asked; the rest is what a model is told, by `session.model_request.tool_results`.

    `what` says in our words what happened; None: as it is `spoken`. `mail` is the mail that it happened to. `data` is what the tool has
    found, escaped by `session.untrusted`. `verbatim`: `spoken` is said as it stands even if a model called the tool, because the exact
    words matter, or there is nothing to add to them.
    """

    spoken: tuple[Passage, ...] = field(repr=False)
    happened: CameTo = CameTo.DONE
    what: str | None = field(default=None, repr=False)
    mail: MailRef | None = field(default=None, repr=False)
    data: str = field(default="", repr=False)
    verbatim: bool = False

    @property
    def words(self) -> str:
        """All that is said, as one text."""
        return "".join(as_reply(self.spoken))


def saying(
    words: str,
    *,
    what: str | None = None,
    mail: MailRef | None = None,
    data: str = "",
    happened: CameTo = CameTo.DONE,
    verbatim: bool = False,
) -> Outcome:
    """An outcome of one sentence beside any mail; a model is told the same unless told otherwise."""
    return Outcome(spoken=(Passage(words),), happened=happened, what=what, mail=mail, data=data, verbatim=verbatim)


class SkillRefusedError(Exception):
    """A tool could not do what was asked. `str()` is one sentence that can be said and tells what would be possible."""


class NoSuchMailError(SkillRefusedError):
    """No mail is as the user has named it."""


class WhichOneError(SkillRefusedError):
    """Several mails could be meant. `str()` asks which one; what was to be done is done to the one that the next words name."""


class WhoIsMeantError(SkillRefusedError):
    """Several people could be meant by a name that was `heard`. `str()` asks who; it is done for the one whom the next words name."""

    def __init__(self, question: str, heard: str, people: tuple[Address, ...]) -> None:
        super().__init__(question)
        self.heard = heard
        self.people = people
