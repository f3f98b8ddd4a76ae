"""Which of a user's accounts answer: noted with every question, so that each that does not is named once, by what would help.

Time helps an account that is away; one whose credentials were refused stays closed until the user connects it again. That shows in a
question that began after the refusal and was answered: one that was under way meanwhile says nothing about it.
"""

import logging
from collections import Counter
from collections.abc import Callable

from providers.mailbox import MailboxError, SignInNeededError

logger = logging.getLogger(__name__)


class Reachability:
    """By slug. `on_sign_in_needed` is told of an account that refused our credentials, once until it answers again."""

    def __init__(self, on_sign_in_needed: Callable[[str], None] | None = None) -> None:
        self._on_sign_in_needed = on_sign_in_needed
        self._silent: set[str] = set()
        self._refused: set[str] = set()
        self._refusals: Counter[str] = Counter()
        self._answering: set[str] = set()

    @property
    def silent(self) -> frozenset[str]:
        """Those that failed when they were last asked, for whatever reason."""
        return frozenset(self._silent)

    @property
    def refused(self) -> frozenset[str]:
        """Those of them that need a new sign-in."""
        return frozenset(self._refused)

    @property
    def answering(self) -> frozenset[str]:
        """Those that answered when they were last asked. One that was never asked is neither here nor silent."""
        return frozenset(self._answering)

    def refusals(self, slug: str) -> int:
        """How often our credentials were refused so far: to be noted when a question begins, for `answered`."""
        return self._refusals[slug]

    def failed(self, slug: str, error: MailboxError) -> None:
        self._silent.add(slug)
        self._refusals[slug] += isinstance(error, SignInNeededError)
        self._answering.discard(slug)
        if isinstance(error, SignInNeededError) and slug not in self._refused:
            self._refused.add(slug)
            logger.warning("an account needs a new sign-in")
            if self._on_sign_in_needed is not None:
                self._on_sign_in_needed(slug)

    def answered(self, slug: str, *, refusals: int) -> None:
        """A question was answered; `refusals` is how many there had been when it began."""
        if refusals < self._refusals[slug]:
            return
        self._silent.discard(slug)
        self._answering.add(slug)
        self._refused.discard(slug)
