"""Makes the material of a briefing mail from the agenda that a call would begin with, in the same order and without what was heard.

Each mail is told by the rules of spoken summaries, with what a small model said of it where that stands in the mail.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime

from briefing.agenda import Agenda, MailRef, ReasonKind, TopicKind
from briefing.mail import Envelope, MailId, MailText, account_of
from briefing.speech.checking.given_summary import BY_RULE, HeldSummary
from briefing.speech.checking.held_against import Source
from briefing.speech.checking.thread_facts import facts_stand
from briefing.speech.content.attached import attached_parts
from briefing.speech.sentences.about_mails import LONGEST, LONGEST_SHORTER, present_mail
from briefing.triage.grouping import kind_alone
from briefing.triage.reasons import reason_phrase
from correspondence.briefing_mail.letter_words import moments
from correspondence.briefing_mail.material import BriefingMaterial, Document, ToldMail
from inbox.unified import UnifiedInbox
from knowledge.mail_wishes import MailLength
from providers.mailbox import MailboxError
from providers.mime.attached_text import TEXT_FILES, beginnings_of_files

SummedUp = Callable[[Envelope, MailText], Awaitable[HeldSummary | None]]
"""What a model says of a mail, as far as it holds; None where it says nothing."""

AT_ONCE = 4
"""Mails whose text is read side by side."""
TRIES = 3
"""For each: an inbox gives up early, for callers who wait, and here nobody does."""
MOST_REASONS = 2
MOST_DOCUMENTS = 8
_FOR_MANY = frozenset({TopicKind.NEWSLETTERS, TopicKind.NOTIFICATIONS})
_TOLD_BY_THE_LINE = frozenset({ReasonKind.QUESTION, ReasonKind.REQUEST, ReasonKind.DEADLINE, ReasonKind.APPOINTMENT, ReasonKind.INVITATION})


@dataclass(frozen=True, slots=True)
class _Most:
    """How many mails are told with what they say, how many more by sender and subject, and how long a line is."""

    told: int
    in_short: int
    line: int


@dataclass(frozen=True, slots=True)
class _Told:
    line: str = field(default="", repr=False)
    when: str = ""


_MOST: Mapping[MailLength, _Most] = {
    MailLength.SHORT: _Most(5, 5, LONGEST_SHORTER),
    MailLength.USUAL: _Most(12, 48, LONGEST),
    MailLength.LONG: _Most(40, 80, LONGEST),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where a briefing mail comes from. `envelopes` are those that have loaded, `not_loaded` counts the mails that are known by their id
    alone, and `at_least` says that more may be unread. `understood` are languages that are told in their own words."""

    inbox: UnifiedInbox
    agenda: Agenda
    envelopes: Mapping[MailId, Envelope]
    not_loaded: int = 0
    at_least: bool = False
    understood: Collection[str] = ()
    summed_up: SummedUp | None = None


async def gather(
    sources: Sources, *, day: date, now: datetime, length: MailLength = MailLength.USUAL, wanted: Callable[[MailId], bool] = lambda _: True
) -> BriefingMaterial:
    """The mails, numbered as they are told: first what needs the user, last what is sent to many.

    `wanted` tells which of them the user wants to be told of.
    """
    most = _MOST[length]
    refs = [(topic, ref) for topic in sources.agenda.topics for ref in topic.mails if wanted(ref.mail_id)]
    needed = [pair for pair in refs if _needs_the_user(pair[1])]
    others = [pair for pair in refs if not _needs_the_user(pair[1])]
    personal = [*needed, *(pair for pair in others if pair[0].kind not in _FOR_MANY)]
    ordered = [*personal, *(pair for pair in others if pair[0].kind in _FOR_MANY)]
    at_length = {ref.mail_id for _, ref in personal[: most.told]}
    numbered = ordered[: most.told + most.in_short]
    told = await _told_of(sources, [ref for _, ref in numbered if ref.mail_id in at_length], now=now, most=most.line)
    mails = tuple(
        _mail(ref, sources.envelopes.get(ref.mail_id), number, told=told.get(ref.mail_id, _Told()), for_many=topic.kind in _FOR_MANY)
        for number, (topic, ref) in enumerate(numbered, start=1)
    )
    return BriefingMaterial(
        day=day,
        now=now,
        mails=mails,
        needing=len(needed),
        left_out=Counter(topic.kind for topic, _ in ordered[len(numbered) :]),
        not_loaded=sources.not_loaded,
        at_least=sources.at_least,
        documents=await _documents(mails, sources),
        away=tuple(account.label for account in (*sources.inbox.away.values(), *sources.inbox.sign_in_needed.values())),
    )


def _needs_the_user(ref: MailRef) -> bool:
    return ref.important or ref.asks


def of_accounts(slugs: Collection[str]) -> Callable[[MailId], bool]:
    """Mails of these accounts; of all where none is named."""
    return lambda mail: not slugs or account_of(mail) in slugs


async def _texts(inbox: UnifiedInbox, mails: Iterable[MailId]) -> dict[MailId, MailText]:
    """The words of these mails; one that cannot be read now is told by what else is known of it."""
    reading, found = asyncio.Semaphore(AT_ONCE), dict[MailId, MailText]()

    async def read(mail: MailId) -> None:
        async with reading:
            for _ in range(TRIES):
                with suppress(MailboxError):
                    found[mail] = await inbox.text(mail)
                    return

    async with asyncio.TaskGroup() as group:
        for mail in mails:
            group.create_task(read(mail))
    return found


async def _held(sources: Sources, texts: Mapping[MailId, MailText]) -> dict[MailId, HeldSummary]:
    if sources.summed_up is None:
        return {}
    asked = [(mail, sources.envelopes[mail], text) for mail, text in texts.items() if mail in sources.envelopes]
    answers = await asyncio.gather(*(sources.summed_up(envelope, text) for _, envelope, text in asked))
    return {mail: held for (mail, _, _), held in zip(asked, answers, strict=True) if held is not None}


async def _told_of(sources: Sources, refs: Sequence[MailRef], *, now: datetime, most: int) -> dict[MailId, _Told]:
    """What each of these mails says, and when that is due."""
    texts = await _texts(sources.inbox, [ref.mail_id for ref in refs])
    held = await _held(sources, texts)
    found = {}
    for ref in refs:
        envelope, text = sources.envelopes.get(ref.mail_id), texts.get(ref.mail_id)
        line = present_mail(
            ref,
            envelope,
            text,
            now=now,
            account_label=sources.inbox.label_of(ref.mail_id),
            most=most,
            held=held.get(ref.mail_id, BY_RULE),
            understood=sources.understood,
        )
        found[ref.mail_id] = _Told(line, _when(ref, envelope, text, now))
    return found


def _when(ref: MailRef, envelope: Envelope | None, text: MailText | None, now: datetime) -> str:
    """When it is due, as far as the mail says so: triage takes the hour from what stands nearby, which may be a sum."""
    if ref.due is None or envelope is None:
        return ""
    source = Source.of(envelope, text or MailText(mail_id=ref.mail_id, text=envelope.snippet), now)
    return next((each for each in moments(ref.due, now) if facts_stand(each, [source])), "")


def _mail(ref: MailRef, envelope: Envelope | None, number: int, *, told: _Told, for_many: bool) -> ToldMail:
    reasons = (reason for reason in ref.reasons if reason.kind not in _TOLD_BY_THE_LINE)
    return ToldMail(
        number=number,
        mail_id=ref.mail_id,
        thread_id=ref.thread_id,
        sender=ref.sender,
        subject=ref.subject,
        line=told.line,
        when=told.when,
        why=tuple(reason_phrase(reason, ref) for reason in reasons)[:MOST_REASONS] if told.line else (),
        important=_needs_the_user(ref),
        in_short=not told.line,
        is_list=for_many or (envelope is not None and envelope.bulk),
        kind=TopicKind.OTHER if envelope is None else kind_alone(envelope, ref),
    )


async def _documents(mails: Iterable[ToldMail], sources: Sources) -> tuple[Document, ...]:
    """The files that people sent, with how a text file begins."""
    found: list[Document] = []
    for mail in mails:
        envelope = sources.envelopes.get(mail.mail_id)
        names = () if envelope is None or mail.is_list else attached_parts(envelope.attachments, invitation=envelope.invitation)
        lines = await _file_lines(mail.mail_id, names, sources.inbox)
        found += [Document(name=name, number=mail.number, line=lines.get(name, "")) for name in names]
        if len(found) >= MOST_DOCUMENTS:
            break
    return tuple(found[:MOST_DOCUMENTS])


async def _file_lines(mail: MailId, names: Iterable[str], inbox: UnifiedInbox) -> Mapping[str, str]:
    if not any(name.lower().endswith(TEXT_FILES) for name in names):
        return {}
    try:
        return beginnings_of_files(await inbox.original(mail))
    except MailboxError:
        return {}
