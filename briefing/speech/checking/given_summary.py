"""What a model says of one mail, and what of it may be told: only what stands in the mail, and only as the sender's words.

A summary is made of what a stranger wrote, so it may say anything. Each field is held against the mail by itself; one that does not hold
is left out, and where no line holds, the mail is told by rule.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime

from briefing.mail import Envelope, MailText
from briefing.speech.checking.held_against import Source, holds, says_no_more
from briefing.speech.wording.speakable import speakable
from briefing.words import split_words

MOST_WORDS = 30
_LONGEST = 240
_LONGEST_FACT = 80
_MOST_LISTED = 4

_OWN_VOICE = frozenset({"i", "me", "my", "mine", "we", "us", "our", "ours", "aloud", "assistant"})
_ORDER = re.compile(r"\b(?:you|user) (?:must|should|have to|need to|needs to|ought to|shall|are required|had better|will have to)\b", re.I)
_CLAIM = re.compile(
    r"\b(?:archived|deleted|flagged|moved|forwarded|sent|marked)\b[^.]{0,80}\byour (?:mails?|e-?mails?|inbox|messages?)\b", re.I
)
_ATTRIBUTED = re.compile(r"\b(?:asks?|wants?|says?|writes?|tells?|would like|needs|thinks|reminds?|warns?|expects?)\b", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenSummary:
    """The fields as a model filled them; none of them is believed. `line` is what it would say, `news` what is new in an exchange."""

    wants: str = field(default="", repr=False)
    by_when: str = field(default="", repr=False)
    amount: str = field(default="", repr=False)
    place: str = field(default="", repr=False)
    choices: tuple[str, ...] = field(default=(), repr=False)
    attached: tuple[str, ...] = field(default=(), repr=False)
    news: str = field(default="", repr=False)
    line: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldSummary:
    """What of it stands in the mail, speakable; `words` is empty where no line does.

    A field has no words beside it, so that what it holds stands in the mail says not that it is what the field is called.
    """

    words: str = field(default="", repr=False)
    by_when: str = field(default="", repr=False)
    amount: str = field(default="", repr=False)
    place: str = field(default="", repr=False)
    choices: tuple[str, ...] = field(default=(), repr=False)
    attached: tuple[str, ...] = field(default=(), repr=False)


BY_RULE = HeldSummary()
"""Of a mail of which no model has said anything."""


def held(given: GivenSummary, envelope: Envelope, text: MailText, *, now: datetime) -> HeldSummary:
    """What of the summary may be told now. An exchange that goes on is told by what is new in it."""
    source = Source.of(envelope, text, now)
    goes_on = envelope.answers_me or text.quoted
    lines = (given.news if goes_on else "", given.line, given.wants)
    return HeldSummary(
        words=next((spoken for line in lines if (spoken := _line(line)) and holds(spoken, source)), ""),
        by_when=_fact(given.by_when, source),
        amount=_fact(given.amount, source),
        place=_fact(given.place, source),
        choices=_listed(given.choices, source),
        attached=_attached(given.attached, text.attachments, source),
    )


def _line(written: str) -> str:
    """The line for a voice; empty where it is too long, asks, speaks as if it were ours, or gives the user an order of its own."""
    if len(written) > _LONGEST:
        return ""
    spoken = speakable(written)
    words = split_words(spoken)
    order = _ORDER.search(spoken)
    commands = order is not None and not _ATTRIBUTED.search(spoken[: order.start()])
    is_ours = "?" in spoken or _CLAIM.search(spoken) or not _OWN_VOICE.isdisjoint(words)
    return "" if is_ours or commands or not 2 < len(words) <= MOST_WORDS else spoken


def _fact(written: str, source: Source) -> str:
    if len(written) > _LONGEST_FACT:
        return ""
    spoken = speakable(written).rstrip(".")
    is_ours = "?" in spoken or _ORDER.search(spoken) or not _OWN_VOICE.isdisjoint(split_words(spoken))
    return spoken if spoken and not is_ours and holds(spoken, source) else ""


def _listed(written: tuple[str, ...], source: Source) -> tuple[str, ...]:
    """All of them or none: half of a choice is another choice."""
    spoken = tuple(_fact(each, source) for each in written[:_MOST_LISTED])
    return spoken if all(spoken) and len(written) <= _MOST_LISTED else ()


def _attached(written: tuple[str, ...], names: tuple[str, ...], source: Source) -> tuple[str, ...]:
    called = speakable(" ".join(names))
    return tuple(spoken for spoken in _listed(written, source) if says_no_more(spoken, called))
