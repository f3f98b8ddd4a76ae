"""Questions that a mail answers: "when is my dentist appointment". The answer is the mail's own sentence, or that no mail has one."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace

from briefing.mail import Address, Envelope, MailText
from briefing.speech.content.own_words import worth_saying
from briefing.speech.content.told_in_mails import answers, bears
from briefing.speech.sentences import about_facts
from briefing.speech.sentences.before_a_change import MOST_EXAMPLES
from briefing.understanding.command_grammar.command_phrases.asked_of_mails import AnswerKind, MailQuestion, question_in
from briefing.words import split_words
from providers.mailbox import MailGoneError
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.passages import Passage
from session.skills.lookup import search_mail
from session.untrusted import as_data

MOST_READ = 12
"""Mails whose text is read for one question."""
_OF_THE_OPEN_ONE = frozenset({"meeting", "appointment", "event", "party", "call"})
"""What the open mail may be about without a word of it."""
_INTRODUCES = re.compile(r"\b(?:i am|i'm|my name is|this is) (?!(?:sorry|happy|glad|afraid|writing|not|in|on|at)\b)", re.IGNORECASE)
"""How people say who they are."""


async def in_mails(call: Call, *, description: str = "") -> Outcome:
    """Answer from the mail that is spoken of, else from those that name what is asked about. `description` is the whole question."""
    question = question_in(description.lower())
    if question is None:
        raise SkillRefusedError(about_facts.NO_MAIL_SAYS)
    everything = call.mail.pipeline.envelopes
    here = everything.get(call.it) if call.it is not None else None
    if question.asked_for is AnswerKind.PERSON and (wrote := _who_wrote(question, [*everything.values()])):
        return await _introduced(call, question, wrote)
    came = _came(question, [*everything.values()])
    if question.asked_for is AnswerKind.CAME and came:
        return _dated(call, came)
    named = [(bears(question, _words_of(each)), each) for each in everything.values()]
    candidates = [each for shared, each in sorted(named, key=lambda one: (-one[0], -one[1].received_at.timestamp())) if shared]
    first = [here] if here is not None and here not in candidates else []
    mails = [*first, *candidates[:MOST_READ]]
    read = list(zip(mails, await asyncio.gather(*(_sentences(call, mail) for mail in mails)), strict=True))
    found = _answering(question, read, alike=False)
    if not found and here is not None and _OF_THE_OPEN_ONE.issuperset(question.about):
        found = _answering(replace(question, about=()), [each for each in read if each[0].mail_id == here.mail_id], alike=False)
    found = found or _answering(question, read, alike=True)
    of_here = [each for each in found if here is not None and each[0].mail_id == here.mail_id]
    if not found and came and question.asked_for is AnswerKind.TIME and " did " in description.lower():
        return _dated(call, came)
    if not found and question.asked_for is AnswerKind.PLACE and candidates:
        return await search_mail(call, " ".join(question.about))  # "where is the invoice" looks for the mail
    if not found:
        raise SkillRefusedError(about_facts.NO_MAIL_SAYS)
    return _told(call, of_here or found)


def _who_wrote(question: MailQuestion, mails: Sequence[Envelope]) -> list[Envelope]:
    return [each for each in mails if set(question.about) <= set(split_words(each.sender.name))]


async def _introduced(call: Call, question: MailQuestion, mails: Sequence[Envelope]) -> Outcome:
    """Who wrote, under which address and about what, and how they introduce themselves."""
    newest: dict[Address, Envelope] = {}
    for mail in sorted(mails, key=lambda each: each.received_at):
        newest[mail.sender] = mail
    said = []
    for mail in [*newest.values()][:MOST_EXAMPLES]:
        itself = next((each for each in await _sentences(call, mail) if _INTRODUCES.search(each)), "")
        said.append(about_facts.who_wrote(mail.sender, mail.subject, itself))
    if len(newest) == 1:
        call.name(next(iter(newest.values())).mail_id)
    return saying(" ".join(said), what="", data=as_data({"answer": " ".join(said)}))


def _came(question: MailQuestion, mails: Sequence[Envelope]) -> list[Envelope]:
    """The mails whose sender and subject bear all that is asked about."""
    return [each for each in mails if bears(question, split_words(f"{each.sender.name} {each.subject}")) == len(question.about)]


def _dated(call: Call, found: Sequence[Envelope]) -> Outcome:
    """When these came, the newest first."""
    newest = sorted(found, key=lambda each: each.received_at, reverse=True)[:MOST_EXAMPLES]
    said = " ".join(about_facts.mail_came(each.sender, each.subject, each.received_at, now=call.now()) for each in newest)
    if len(found) == 1:
        call.name(found[0].mail_id)
    call.dialogue.say(Passage(said))
    return saying(said, what="", data=as_data({"answer": said}))


def _answering(question: MailQuestion, read: Sequence[tuple[Envelope, Sequence[str]]], *, alike: bool) -> list[tuple[Envelope, str]]:
    """The mails whose sentences bear most of what is asked about, each with that sentence."""
    found = [(mail, answers(question, mail.sender.name, mail.subject, told, alike=alike)) for mail, told in read]
    most = max((each.shared for _, each in found if each is not None), default=0)
    return [(mail, each.sentence) for mail, each in found if each is not None and each.shared == most]


async def _sentences(call: Call, mail: Envelope) -> list[str]:
    try:
        text: MailText | None = await call.mail.prefetch.text(mail.mail_id)
    except MailGoneError:
        text = None
    own = text.text if text is not None and text.readable else mail.snippet
    return await asyncio.to_thread(worth_saying, own, to_many=mail.bulk or mail.automatic)


def _told(call: Call, found: Sequence[tuple[Envelope, str]]) -> Outcome:
    said = " ".join(about_facts.says(mail.sender, sentence) for mail, sentence in found[:MOST_EXAMPLES])
    if len(found) == 1:
        call.name(found[0][0].mail_id)
    call.dialogue.say(Passage(said))
    return saying(said, what="", data=as_data({"answer": said}))


def _words_of(mail: Envelope) -> list[str]:
    return split_words(f"{mail.sender.name} {mail.subject} {mail.snippet}")
