"""Whether a nudge may be shown: one short sentence that offers, and names nothing that the thread does not say."""

import re
from collections.abc import Sequence
from datetime import datetime

from briefing.mail import Envelope
from briefing.speech.checking.fact_reading import FactKind
from briefing.speech.checking.held_against import Source
from briefing.speech.checking.thread_facts import denies_alike, facts_stand
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
_FILE = "pdf|docx?|xlsx?|pptx?|od[tsp]|txt|csv|png|jpe?g|ics"
_LEADS_AWAY = re.compile(
    rf"@|://|\bwww\.|[0-9][0-9 ()/-]{{6,}}[0-9]|[+][0-9]|\b0[0-9]{{2,}}[ ()/.-]?[0-9]|[\w-]\.(?!(?:{_FILE})\b)[^\W\d_]{{2,}}\b",
    re.IGNORECASE,
)
"""Addresses, links and numbers to call: whoever wants one looks into the mail. The name of a file is none."""
_OFFER = re.compile(r"\b(?:(?:shall|should|may|can|could) (?:i|we)|(?:do|would) you (?:want|like)|want me to)\b", re.IGNORECASE)
"""Where what is told ends, and what is offered begins."""
_WHO = r"^([^;,:]{1,80}?) (?:(?:will|would|has|still|also|now|just) )?"
_NEEDS = re.compile(rf"{_WHO}(?:need|want|wait)(?:s|ed)?\b", re.IGNORECASE)
_SAYS = re.compile(
    rf"{_WHO}(?:(?:ask|write|say|request|invite|offer|propose|suggest|remind|send|confirm)(?:s|ed)?|wrote|said|sent|tells|told)\b",
    re.IGNORECASE,
)


def may_be_said(message: str, thread: ThreadRead, *, now: datetime) -> bool:
    if len(message) > LONGEST or message != one_line(message) or not message.endswith("?"):
        return False
    if _ENDS_WITHIN.search(_TITLE.sub("", message)) or _LEADS_AWAY.search(message) or any(map(claims, _sentences(message))):
        return False
    sources, told = _sources(thread, now), _OFFER.split(message, maxsplit=1)[0]
    is_of_them = _names_what_it_is_about(message, thread.envelopes) and _has_written(message, thread, sources)
    return is_of_them and facts_stand(message, sources) and denies_alike(told, sources)


def _sentences(message: str) -> list[str]:
    """Its parts, each as if it stated something: a question claims nothing."""
    return [f"{part.strip()}." for part in re.split(r"[;?]", message) if part.strip()]


def may_be_asked(prompt: str, thread: ThreadRead, *, now: datetime) -> bool:
    """Whether the request that the nudge would begin names nothing else either."""
    if len(prompt) > LONGEST_PROMPT or _LEADS_AWAY.search(prompt):
        return False
    return facts_stand(_ASKS.sub("Please", prompt), _sources(thread, now))


def _names_what_it_is_about(message: str, envelopes: Sequence[Envelope]) -> bool:
    """Who wrote, or what the subject says."""
    told = {word for each in envelopes for word in (*split_words(each.sender.name), *telling_words(each.subject))}
    return not told.isdisjoint(split_words(message))


def _has_written(message: str, thread: ThreadRead, sources: Sequence[Source]) -> bool:
    """Whether whoever is said to ask, where they are called by a name, is one of those who have; and who only got it needs nothing."""
    bare = _TITLE.sub("", message)
    writers = {word for each in thread.envelopes for word in split_words(f"{each.sender.name} {each.sender.email}")}
    others = {word for each in thread.envelopes for other in (*each.to, *each.cc) for word in split_words(other.name)}
    named = others | {token.values[0] for source in sources for token in source.tokens if token.kind is FactKind.NAME}
    return _subject(_NEEDS, bare).isdisjoint(others - writers) and _subject(_SAYS, bare).isdisjoint(named - writers)


def _subject(verbs: re.Pattern[str], message: str) -> frozenset[str]:
    found = verbs.match(message)
    return frozenset(split_words(found[1])) if found is not None else frozenset()


def _sources(thread: ThreadRead, now: datetime) -> list[Source]:
    return [Source.of(envelope, text, now) for envelope, text in zip(thread.envelopes, thread.texts, strict=True)]
