"""Which of a user's accounts answer, noted with every request, so that the user hears once which do not and what would help.

Waiting helps with an account that is away; one that refused our credentials stays closed until the user signs in again. Only an answer to a
request that began after the refusal shows that it works again.
"""

import logging
from collections import Counter
from collections.abc import Callable

from providers.mailbox import MailboxError, SignInNeededError

logger = logging.getLogger(__name__)


class Reachability:
    """By slug. `on_sign_in_needed` is called for an account that refuses our credentials, once until it answers again."""

    def __init__(self, on_sign_in_needed: Callable[[str], None] | None = None) -> None:
        self._on_sign_in_needed = on_sign_in_needed
        self._silent: set[str] = set()
        self._refused: set[str] = set()
        self._refusals: Counter[str] = Counter()
        self._answering: set[str] = set()

    @property
    def silent(self) -> frozenset[str]:
        """Accounts that failed when last asked, for any reason."""
        return frozenset(self._silent)

    @property
    def refused(self) -> frozenset[str]:
        """Those of `silent` that need a new sign-in."""
        return frozenset(self._refused)

    @property
    def answering(self) -> frozenset[str]:
        """Accounts that answered when last asked. One that was never asked is neither here nor silent."""
        return frozenset(self._answering)

    def refusals(self, slug: str) -> int:
        """How often our credentials were refused so far; read it when a request begins, for `answered`."""
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
        """A request was answered; `refusals` is the count from when it began."""
        if refusals < self._refusals[slug]:
            return
        self._silent.discard(slug)
        self._answering.add(slug)
        self._refused.discard(slug)
