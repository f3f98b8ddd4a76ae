"""Which services fail, and what is said about it: one sentence, never two apologies in a row.

A service that failed once is asked again as if nothing had happened. One that failed twice in a row is asked with a shorter limit until it
works. An apology is followed by another one only if something else was said between, whichever service it is for.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping

from briefing.mail_action import ON_MAILS
from briefing.speech.sentences import after_a_change, replies
from briefing.speech.sentences.about_failures import ONE_MOMENT, REMARKS, Trouble
from session.metrics import Service
from session.timeouts import ANSWER_BEGINS_WITHIN_S, FULL_WAIT_EVERY_S, PROBE_WITHIN_S

FIRST_PAUSE_S = 1.0
"""The pause between two remarks that nothing can be heard; it doubles each time. Otherwise noise, or the echo of the remark itself, would
be answered for ever."""

AWAY_AFTER_FAILURES = 2
"""In a row; a single failure may be an accident."""

SERVICE_OF: Mapping[Trouble, Service] = {
    Trouble.NO_ANSWER: Service.LLM,
    Trouble.CUT_OFF: Service.LLM,
    Trouble.NO_WORDS: Service.LLM,
    Trouble.NOT_HEARD: Service.STT,
    Trouble.OTHER_VOICE: Service.TTS,
    Trouble.NO_VOICE: Service.TTS,
    Trouble.MAIL_AWAY: Service.MAILBOX,
    Trouble.MEMORY_AWAY: Service.LEDGER,
}

_OF_FAULTS = (
    *ONE_MOMENT,
    *(sentence for remarks in REMARKS.values() for sentence in (remarks.first, *remarks.after)),
    *(after_a_change.failed_sentence(kind) for kind in ON_MAILS),
    replies.CANNOT_READ,
    replies.DID_NOT_WORK,
    replies.NOT_STORED,
)
"""Sentences about faults, including those of tools about a mailbox or a store."""


class ServiceHealth:
    def __init__(self, *, slack_s: float = 0.0) -> None:
        """`slack_s`: so much longer than in a call a model is waited for, before the excuse too."""
        self.slack_s = slack_s
        self._failures: Counter[Service] = Counter()
        self._told: set[Trouble] = set()
        self._after: Counter[Service] = Counter()
        self._repeated: Counter[Service] = Counter()
        self._apologised = False
        self._spoken_at: dict[Service, float] = {}
        self._full_wait_at = 0.0

    def was_told(self, trouble: Trouble) -> bool:
        return trouble in self._told

    def failed(self, trouble: Trouble) -> str:
        """Note a failure; returns what to say about it now, or nothing. If another apology has just been made, a later failure says it."""
        self.failed_unheard(trouble)
        remarks, service = REMARKS[trouble], SERVICE_OF[trouble]
        if trouble not in self._told and not self._apologised:
            self._told.add(trouble)
            self._apologised = True
            self._spoken_at[service] = _now()
            return remarks.first
        if not remarks.after or (trouble is Trouble.NOT_HEARD and self._spoke_lately_of(service)):
            return ""
        self._spoken_at[service] = _now()
        self._repeated[service] += 1
        self._after[service] += 1
        return remarks.after[self._after[service] % len(remarks.after)]

    def known(self, trouble: Trouble) -> None:
        """Note a failure that the caller was told of already."""
        self.failed_unheard(trouble)
        self._told.add(trouble)

    def failed_unheard(self, trouble: Trouble) -> None:
        """Note a failure that the caller need not hear of, because they got their answer all the same."""
        self._failures[SERVICE_OF[trouble]] += 1

    def worked(self, service: Service) -> None:
        self._failures[service] = self._repeated[service] = 0
        self._told -= {trouble for trouble in self._told if SERVICE_OF[trouble] is service}

    def note_said(self, words: str) -> None:
        """Note what was said: after a sentence about a fault, an apology would be the second in a row."""
        self._apologised = words.strip().endswith(_OF_FAULTS)

    def model_begins_within_s(self) -> float:
        """How long to wait for a model to begin, in seconds."""
        if self._failures[Service.LLM] < AWAY_AFTER_FAILURES:
            self._full_wait_at = _now()
            return ANSWER_BEGINS_WITHIN_S + self.slack_s
        if _now() - self._full_wait_at < FULL_WAIT_EVERY_S:
            return PROBE_WITHIN_S + self.slack_s
        self._full_wait_at = _now()
        return ANSWER_BEGINS_WITHIN_S + self.slack_s

    def _spoke_lately_of(self, service: Service) -> bool:
        pause = FIRST_PAUSE_S * (1 << self._repeated[service])
        return _now() - self._spoken_at.get(service, -pause) < pause


def _now() -> float:
    return asyncio.get_running_loop().time()
