"""What is open between the user and the agent: an offer, a question, what "it" is, what was said last."""

import math
import time
from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum

from actions.consent.payloads import About
from briefing.mail import MailId
from briefing.understanding.evidence import Evidence
from session.passages import Passage, Reading

MEANT_WITHIN_S = 60.0
"""So long a yes may be to a question that something came in between; later it is to something else."""


class Offer(StrEnum):
    """What a "yes" would mean now."""

    HEAR_ARRIVALS = "hear_arrivals"
    HEAR_SKIPPED = "hear_skipped"
    HEAR_ALL_ACCOUNTS = "hear_all_accounts"
    HOLD_BACK = "hold_back"
    """Whether a mail that waits for its time shall not leave."""
    AGREE = "agree"
    """Whatever `Dialogue.asked` is about: the only one that changes a mail or sends one."""


@dataclass(slots=True, kw_only=True)
class Dialogue:
    """What is open between user and agent.

    `offer` is what a yes would mean, and `asked` what the last question was about; `lapsed` is a question that something came in between.
    `said` is what the user said in the last two turns, and `meant` are the mails that they could mean by "it" in the last, the likeliest
    first. `found` holds the ids of the last search, and `opened` the one of them that was read last: until the next mail of the agenda is
    presented, "it" is that mail. `reading` is the mail that is being read out in full; `interrupted` holds the mails that were left for
    arrivals, with what is left of their reading. `last_said` is what "say that again" repeats. `questions` counts the questions asked after
    mails, so that they vary. `awaits_words`: the user was asked what the draft shall say; `awaits_time`: until when the mail shall sleep.
    """

    offer: Offer | None = None
    asked: About | None = None
    lapsed: About | None = None
    lapsed_at: float = -math.inf
    said: deque[str] = field(default_factory=lambda: deque(maxlen=2), repr=False)
    meant: tuple[MailId, ...] = ()
    found: tuple[MailId, ...] = ()
    opened: MailId | None = None
    reading: Reading | None = None
    interrupted: dict[MailId, Reading | None] = field(default_factory=dict)
    last_said: tuple[Passage, ...] = field(default=(), repr=False)
    questions: int = 0
    awaits_words: bool = False
    awaits_time: bool = False

    @property
    def evidence(self) -> Evidence:
        return Evidence(tuple(self.said))

    @property
    def words(self) -> str:
        return self.evidence.last

    @property
    def to_ask_again(self) -> About | None:
        """What a bare yes may still be meant for."""
        return self.lapsed if time.monotonic() - self.lapsed_at < MEANT_WITHIN_S else None

    def void_offer(self) -> None:
        """A yes would now mean something else, or nothing. Arrivals still wait to be offered again."""
        self.offer = self.asked = self.lapsed = None
        self.awaits_words = self.awaits_time = False

    def let_offer_lapse(self) -> None:
        """Something else is done; a yes to what was asked before has it asked once more."""
        if self.asked is not None:
            self.lapsed, self.lapsed_at = self.asked, time.monotonic()
        self.offer = self.asked = None
        self.awaits_words = self.awaits_time = False
