"""Whether a nudge may be shown: one short sentence that offers, and names nothing that the thread does not say."""

import re
from collections.abc import Sequence
from datetime import datetime

from briefing.mail import Envelope
from briefing.speech.checking.held_against import Source, facts_stand
from briefing.speech.wording.speakable import one_line
from briefing.triage.subjects import telling_words
from briefing.understanding.claims import claims
from briefing.words import split_words
from glance.mail_tools import ThreadRead

LONGEST = 120
LONGEST_PROMPT = 400
_TITLE = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof|St)\.", re.IGNORECASE)
_ENDS_WITHIN = re.compile(r"[.!?]\s+\S")
_ASKS = re.compile(
    r"^(?:please )?(?:draft|reply|write|answer|tell|look|find|help|ask|confirm|prepare|open|read|show|respond|send|let)\b", re.IGNORECASE
)
"""How a request begins, where a capital makes no name."""
_LEADS_AWAY = re.compile(r"@|://|\bwww\.|[0-9][0-9 ()/-]{6,}[0-9]", re.IGNORECASE)
"""Addresses, links and numbers to call: whoever wants one looks into the mail."""


def may_be_said(message: str, thread: ThreadRead, *, now: datetime) -> bool:
    if len(message) > LONGEST or message != one_line(message) or not message.endswith("?"):
        return False
    if _ENDS_WITHIN.search(_TITLE.sub("", message)) or _LEADS_AWAY.search(message) or any(map(claims, _sentences(message))):
        return False
    return _names_what_it_is_about(message, thread.envelopes) and facts_stand(message, _sources(thread, now))


def _sentences(message: str) -> list[str]:
    """Its parts, each as if it stated something: a question claims nothing."""
    return [f"{part.strip()}." for part in re.split(r"[;?]", message) if part.strip()]


def may_be_asked(prompt: str, thread: ThreadRead, *, now: datetime) -> bool:
    """Whether the request that the nudge would begin names nothing else either."""
    return len(prompt) <= LONGEST_PROMPT and facts_stand(_ASKS.sub("Please", prompt), _sources(thread, now))


def _names_what_it_is_about(message: str, envelopes: Sequence[Envelope]) -> bool:
    """Who wrote, or what the subject says."""
    told = {word for each in envelopes for word in (*split_words(each.sender.name), *telling_words(each.subject))}
    return not told.isdisjoint(split_words(message))


def _sources(thread: ThreadRead, now: datetime) -> list[Source]:
    return [Source.of(envelope, text, now) for envelope, text in zip(thread.envelopes, thread.texts, strict=True)]
