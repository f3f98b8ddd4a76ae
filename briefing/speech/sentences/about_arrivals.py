"""Announcements of mail that has just come in: short, because they interrupt, and with an offer to read it.

The news and the offer are two sentences, said one by one: if the first one is cut off, the news counts as not told.
"""

from collections.abc import Sequence
from datetime import datetime

from briefing.agenda import MailRef
from briefing.mail import Address, Envelope
from briefing.speech.content.names import spoken_name
from briefing.speech.content.summary import summary
from briefing.speech.content.topics import subject_of
from briefing.speech.wording.counts import count_word, counted, joined, sentence_start
from briefing.speech.wording.quoting import finished, fitted, said, titled
from briefing.triage.urgency import deadline_today

DEALT_WITH = "That has been dealt with meanwhile."
MOST_NAMED = 3
_LONGEST_QUESTION = 140
_LONGEST = 350


def came_in(mails: Sequence[tuple[Address, str]]) -> str:
    """`A new mail came in, from Anna Berg about “Lease”.`, `Two new mails came in: one from Anna Berg and one from Raj about “lunch”.`"""
    one = f"A new mail came in, {_from(*mails[0])}"
    several = f"{sentence_start(counted(len(mails), 'new mail'))} came in: {_named(mails)}"
    return _fitted(one if len(mails) == 1 else several)


def urgent_came_in(mails: Sequence[tuple[MailRef, Envelope | None]], *, now: datetime) -> str:
    """`An urgent mail from Anna Berg just came in, asking: \u201cCan you sign today?\u201d`; several by name and subject only."""
    named = _named([(ref.sender, ref.subject) for ref, _ in mails])
    several = f"{sentence_start(counted(len(mails), 'urgent mail'))} just came in: {named}"
    return _fitted(_urgent(*mails[0], now) if len(mails) == 1 else several)


def offer_to_read(number: int, *, at_once: bool) -> str:
    """`Shall I read it next?`: behind the topic that is open, or now."""
    return f"Shall I read {'it' if number == 1 else 'them'} {'now' if at_once else 'next'}?"


def back_to(sender: Address) -> str:
    return f"Back to the mail {_from(sender, '')}."


def stays_for_later(number: int) -> str:
    return f"All right, {'it stays' if number == 1 else 'they stay'} for later."


def _urgent(ref: MailRef, envelope: Envelope | None, now: datetime) -> str:
    """The mail's own question is the best reason to interrupt; else its deadline; else what it is about."""
    came = f"An urgent mail from {spoken_name(ref.sender)} just came in"
    question = summary(envelope, None, now=now).question if envelope is not None else ""
    if question:
        return f"{came}, asking: {said(question, _LONGEST_QUESTION)}"
    deadline = deadline_today(envelope, now=now) if envelope is not None else ""
    return f"{came}{_about(ref.subject)}{f', needed {deadline}' if deadline else ''}"


def _from(sender: Address, subject: str) -> str:
    return f"from {spoken_name(sender)}{_about(subject)}"


def _about(subject: str) -> str:
    title = titled(subject_of(subject).title)
    return f" about {title}" if title else ""


def _named(mails: Sequence[tuple[Address, str]]) -> str:
    parts = [f"one {_from(sender, subject)}" for sender, subject in mails[:MOST_NAMED]]
    rest = len(mails) - len(parts)
    return joined([*parts, f"{count_word(rest)} more"] if rest else parts)


def _fitted(sentence: str) -> str:
    return fitted(finished(sentence), _LONGEST)
