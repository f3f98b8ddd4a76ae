"""The cursor and the way it came: what "go back" walks.

The history holds mail ids, not places, so that going back never lands on a mail that has left, whatever has moved since.
"""

from collections.abc import Callable, Sequence

from briefing.mail import MailId


class History:
    """The mail under the cursor, the positions before it, and what the last `skip_topic` skipped until the next move."""

    def __init__(self, cursor: MailId | None, history: Sequence[MailId] = (), just_skipped: Sequence[MailId] = ()) -> None:
        self.cursor = cursor
        self.moves = 0
        self.just_skipped = tuple(just_skipped)
        self._positions = list(history)

    @property
    def positions(self) -> tuple[MailId, ...]:
        """The history, oldest first."""
        return tuple(self._positions)

    def move_to(self, mail_id: MailId | None) -> bool:
        """Put the cursor there; false when it is there already."""
        if mail_id == self.cursor:
            return False
        self.cursor = mail_id
        self.moves += 1
        return True

    def leave(self) -> None:
        """Remember the current position: the user moves on from it."""
        self.just_skipped = ()
        if self.cursor is not None:
            self._positions.append(self.cursor)

    def back(self, can_return: Callable[[MailId], bool]) -> MailId | None:
        """Drop positions up to one that can be returned to and is not the current one; None at the start."""
        while self._positions:
            mail_id = self._positions.pop()
            if mail_id != self.cursor and can_return(mail_id):
                return mail_id
        return None
