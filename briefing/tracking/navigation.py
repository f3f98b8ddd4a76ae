"""The cursor's way through the mails: where it stands, what the user has been told there, where it goes from there, and the way back.

It settles nothing: what becomes of a mail that is left is the tracker's business. Its rules:

- It goes to the next mail that is due; behind the last one it begins again at the first, so that what a jump passed over is reached.
- Where arrivals began in front of a mail, or an undone one was opened again, it goes back to that mail behind them, heard or not, as long
  as it is still on the agenda.
- What was told of a mail is forgotten once the cursor has moved.
- The way back is mail ids, not places, so that it never leads to a mail that has left, whatever has moved since.
"""

from collections.abc import Callable, Sequence

from briefing.agenda import MailRef
from briefing.mail import MailId
from briefing.tracking.mail_states import MailStates


class Navigation:
    """The cursor (`here`) on the mails. `presented` and `heard` (a share, 0 to 1) are about the mail under it.

    `history` holds the positions before it, oldest first; `just_skipped` what the last `skip_topic` skipped, until the next move.
    `moves` counts the moves of the cursor.
    """

    def __init__(
        self, mail_states: MailStates, here: MailId | None, history: Sequence[MailId] = (), just_skipped: tuple[MailId, ...] = ()
    ) -> None:
        self.mail_states = mail_states
        self.here = here
        self.history = list(history)
        self.just_skipped = just_skipped
        self.moves = 0
        self.presented = False
        self.heard = 0.0
        self.left_for_arrivals: list[MailId] = []

    def current(self) -> MailRef | None:
        """The mail under the cursor, as the agenda knows it."""
        return None if self.here is None else self.mail_states.mail(self.here)

    def is_told(self) -> bool:
        """Whether the user knows of the mail under the cursor."""
        return self.presented or self.heard > 0

    def leave(self) -> None:
        """Remember the current position: the user moves on from it."""
        self.just_skipped = ()
        if self.here is not None:
            self.history.append(self.here)

    def back(self, can_return: Callable[[MailId], bool]) -> MailId | None:
        """Drop positions up to one that can be returned to and is not the current one; None at the start.

        Mails that have left keep their place, as what was done to them may be undone.
        """
        left: list[MailId] = []
        landing = None
        while self.history and landing is None:
            mail_id = self.history.pop()
            if not can_return(mail_id):
                left.append(mail_id)
            elif mail_id != self.here:
                landing = mail_id
        self.history.extend(reversed(left))
        return landing

    def go_to(self, mail_id: MailId | None) -> MailRef | None:
        """Move the cursor there; the mail is no longer held back."""
        if mail_id is not None:
            self.mail_states.ask_for(mail_id)
        if mail_id != self.here:
            self.here, self.presented, self.heard = mail_id, False, 0.0
            self.moves += 1
        return self.current()

    def go_elsewhere(self, mail_id: MailId | None) -> MailRef | None:
        """Go there, and forget the mails that were left for arrivals."""
        self.left_for_arrivals.clear()
        return self.go_to(mail_id)

    def go_on_from(self, mail_id: MailId) -> MailRef | None:
        """Go to the next due mail behind this one, or back to the mail left for arrivals once none is due before its topic."""
        return self.go_to(self._following(mail_id, self.left_for_arrivals))

    def start_if_at_end(self) -> None:
        """Where the cursor is at the end and something is due, go to the first of it."""
        if self.here is None:
            self.go_to(self.mail_states.order.next_due(None))

    def upcoming(self, *, limit: int) -> tuple[MailRef, ...]:
        """Where going on leads, mail by mail, if nothing else happens; at most `limit` mails, and none twice."""
        here, left, passed = self.here, list(self.left_for_arrivals), [self.here]
        while here is not None and len(passed) <= limit:
            here = self._following(here, left, passed=passed)
            if here in passed:
                break
            passed.append(here)
        return self.mail_states.mails([mail_id for mail_id in passed[1:] if mail_id is not None])

    def _following(self, here: MailId, left_for_arrivals: list[MailId], *, passed: Sequence[MailId | None] = ()) -> MailId | None:
        """The mail that follows `here`, none of those `passed`; removes from `left_for_arrivals` what has been returned to."""
        order = self.mail_states.order
        following = next((mail_id for mail_id in order.due_from(here) if mail_id not in passed), None)
        while left_for_arrivals:
            if following is not None and order.place_of(here) <= order.place_of(following) < order.place_of(left_for_arrivals[-1]):
                return following
            state = self.mail_states.state(left := left_for_arrivals.pop())
            if state is not None and state.active and self.mail_states.held_back.wants(left):
                return left
        return following
