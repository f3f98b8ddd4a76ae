"""The state of the dialogue: the open offer or question, which mail "it" is, and what was said last."""

import math
import time
from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum

from actions.consent.payloads import About
from briefing.mail import MailId
from briefing.understanding.evidence import Evidence
from briefing.understanding.understanding import Understanding
from session.passages import Passage, Reading

MEANT_WITHIN_S = 60.0
"""How long a bare yes may still answer a question that something else interrupted."""


class Offer(StrEnum):
    """What a "yes" would mean now."""

    HEAR_ARRIVALS = "hear_arrivals"
    HEAR_SKIPPED = "hear_skipped"
    HEAR_ALL_ACCOUNTS = "hear_all_accounts"
    HOLD_BACK = "hold_back"
    """Not to send a scheduled mail."""
    AGREE = "agree"
    """What `Dialogue.asked` is about. Only this one changes or sends mail."""


class Awaits(StrEnum):
    """What the user was asked for without an offer."""

    WORDS = "words"
    """What the draft shall say."""
    TIME = "time"
    """Until when to snooze the mail."""
    DRAFT_DECISION = "draft_decision"
    """What becomes of the draft of a mail that was held back."""


@dataclass(slots=True, kw_only=True)
class Dialogue:
    """The state of the dialogue.

    - `offer` is what a yes would mean; `asked` is what the last question was about; `lapsed` is a question that something interrupted.
    - `said` is what the user said in the last two turns; `meant` are the mails that "it" could mean in the last turn, the likeliest first.
    - `found` holds the ids of the last search; `opened` is a mail that was named since one of the agenda was presented: "it" is the mail
      that was named last.
    - `reading` is the mail that is being read out in full; `interrupted` holds the mails that were left for arrivals, with the rest of
      their reading.
    - `last_said` is what "say that again" repeats; `questions` counts the questions after mails, so that they vary.
    """

    offer: Offer | None = None
    asked: About | None = None
    lapsed: About | None = None
    lapsed_at: float = -math.inf
    said: deque[Understanding] = field(default_factory=lambda: deque(maxlen=2), repr=False)
    meant: tuple[MailId, ...] = ()
    found: tuple[MailId, ...] = ()
    opened: MailId | None = None
    reading: Reading | None = None
    interrupted: dict[MailId, Reading | None] = field(default_factory=dict)
    last_said: tuple[Passage, ...] = field(default=(), repr=False)
    questions: int = 0
    awaits: Awaits | None = None

    @property
    def evidence(self) -> Evidence:
        return Evidence(tuple(self.said))

    @property
    def last(self) -> Understanding:
        """What the user said last."""
        return self.evidence.last

    @property
    def to_ask_again(self) -> About | None:
        """The interrupted question that a bare yes may still answer."""
        return self.lapsed if time.monotonic() - self.lapsed_at < MEANT_WITHIN_S else None

    def name(self, mail: MailId, said: str) -> None:
        """A mail was named that is not under the cursor: "it" is that one now."""
        self.opened, self.last_said = mail, (Passage(said),)

    def void_offer(self) -> None:
        """Close the offer for good. Arrivals stay, and can be offered again."""
        self.lapsed = None
        self._close()

    def let_offer_lapse(self) -> None:
        """Close the offer because something else is done; a yes to the question makes us ask it once more."""
        if self.asked is not None:
            self.lapsed, self.lapsed_at = self.asked, time.monotonic()
        self._close()

    def _close(self) -> None:
        self.offer = self.asked = self.awaits = None
