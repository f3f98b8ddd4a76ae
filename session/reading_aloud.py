"""A mail that is being read out in full: which of its pieces come next, so that an interrupted reading goes on where it was."""

from dataclasses import dataclass, field, replace

from briefing.mail import MailId
from session.passages import Passage, PassageRole


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The pieces of a mail that have not been played to their end yet."""

    mail: MailId
    pieces: tuple[str, ...] = field(repr=False)

    def passages(self) -> tuple[Passage, ...]:
        *before, last = self.pieces
        return (
            *(Passage(piece, role=PassageRole.READING, mail=self.mail) for piece in before),
            Passage(last, role=PassageRole.READING, mail=self.mail, ends=True),
        )

    def after(self, passage: Passage) -> "Reading | None":
        """What is left once that piece was played; none at the end."""
        said = passage.strip()
        rest = self.pieces[1:] if self.pieces[0].strip() == said else self.pieces
        return replace(self, pieces=rest) if rest else None
