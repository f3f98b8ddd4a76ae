"""Presenting one mail in one or two sentences, the way a good assistant would: who, what they want, by when.

Each occasion has a few patterns, chosen by the mail's id: successive mails sound different, and the same mail always sounds the same. The
mail's own words stand in quotation marks or reported speech, so a listener can always tell who speaks.
"""

import re
import zlib
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from briefing.agenda import MailRef, Reason, ReasonKind
from briefing.mail import REMEMBERED_FOR, Envelope, MailId, MailText
from briefing.speech.checking.given_summary import BY_RULE, HeldSummary
from briefing.speech.content.attached import attached_parts, spoken_attachments
from briefing.speech.content.invitations import CalendarNews, calendar_mail, read_calendar
from briefing.speech.content.names import is_mail_system, spoken_name
from briefing.speech.content.occasions import MailKind, occasion_of
from briefing.speech.content.own_words import printed_in
from briefing.speech.content.signals import RELATIVE_DAY, REQUEST, deadline_in
from briefing.speech.content.summary import Summary, names_day, summary, tells_little
from briefing.speech.content.topics import Subject, subject_of
from briefing.speech.content.undelivered import undelivered
from briefing.speech.content.voices import is_machine
from briefing.speech.sentences import mail_patterns
from briefing.speech.sentences.about_accounts import mail_of
from briefing.speech.wording.ages import spoken_age
from briefing.speech.wording.counts import joined, sentence_start
from briefing.speech.wording.languages import in_language
from briefing.speech.wording.quoting import finished, fitted, titled
from briefing.speech.wording.speakable import capped, speakable
from briefing.words import split_words

LONGEST = 350
LONGEST_SHORTER = 200
HEADLINE = 160
_READ = 20_000
_SAID_IN_ENGLISH = {MailKind.CODE, MailKind.INVOICE, MailKind.STATEMENT, MailKind.RECEIPT}
NOT_LOADED = "The next mail could not be loaded yet."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heard:
    """The speakable parts of a mail that presenting needs."""

    who: str
    subject: Subject
    summary: Summary
    language: str
    attachments: str
    turn: int


def present_mail(  # noqa: PLR0913 - each is about something else, and most have defaults
    ref: MailRef,
    envelope: Envelope | None,
    text: MailText | None,
    *,
    now: datetime,
    account_label: str = "",
    most: int = LONGEST,
    held: HeldSummary = BY_RULE,
    understood: Collection[str] = (),
) -> str:
    """One or two sentences about a mail, at most `most` characters; as a headline, without what it says, up to `HEADLINE`.

    Works with what is there: without an envelope from the reference, without a text from the envelope's snippet, without anything `held`
    from a model by rule alone. The words of a language that is `understood` are told as they are.
    """
    if not ref.loaded and envelope is None:
        return NOT_LOADED
    envelope = envelope or _envelope_of(ref, now)
    readable = envelope.readable and (text is None or text.readable)
    if ref.sender.claimed:
        envelope = replace(envelope, sender=ref.sender)
    mail = _heard(ref.mail_id, envelope, text, now)
    abroad = bool(mail.language) and (text is None or text.language not in understood)
    prefix = _prefix(envelope, now, account_label)
    if not readable:
        return fitted(finished(sentence_start(prefix + _unreadable(mail, text))), most)
    if most <= HEADLINE:
        return fitted(finished(sentence_start(prefix + _headline(mail, envelope))), most)
    needs = any(reason.kind is ReasonKind.NEEDS_ACTION for reason in ref.reasons)
    core = _by_model(mail, held) or _core(mail, envelope, text, now, needs=needs, abroad=abroad)
    extras = _extras(mail, ref, envelope, core, now, needs=needs)
    return _fitting(prefix + core, [*_held_extras(held, f"{core} {' '.join(extras)}"), *extras], most)


def _by_model(mail: _Heard, held: HeldSummary) -> str:
    """The line that a model has written, as its sender's: it names the sender first, or they are named before it."""
    first, _, rest = held.words.partition(" ")
    if not mail.language and first and rest and mail.who.split()[0] == first.removesuffix("'s"):
        return f"{mail.who}{first.removeprefix(mail.who.split()[0])} {rest.removeprefix(mail.who.partition(' ')[2]).strip()}"
    return f"{mail.who} writes{mail.language}: {held.words}" if held.words else ""


def _held_extras(held: HeldSummary, heard: str) -> list[str]:
    """What the model found and nothing else has said, as predicates of "it".

    That the mail mentions it is all that was checked: that a day is its deadline, or two days a choice, only a sentence can be held to.
    """
    told = split_words(heard)

    def is_new(fact: str) -> bool:
        return not set(split_words(fact)) <= {*told, "by", "before", "at", "in", "on", "the", "a", "an", "until"}

    mentions = [fact for fact in (held.by_when.removeprefix("by "), *held.choices, held.amount, held.place) if is_new(fact)]
    return [
        *([f"mentions {joined(mentions)}"] if mentions else []),
        *([f"comes with {joined(list(held.attached))}"] if any(map(is_new, held.attached)) else []),
    ]


def _envelope_of(ref: MailRef, now: datetime) -> Envelope:
    return Envelope(
        mail_id=ref.mail_id,
        thread_id=ref.thread_id,
        subject=ref.subject,
        sender=ref.sender,
        received_at=ref.received_at or now,
        flagged=ref.flagged,
    )


def _heard(mail: MailId, envelope: Envelope, text: MailText | None, now: datetime) -> _Heard:
    subject = subject_of(envelope.subject)
    names = text.attachments if text is not None and text.attachments else envelope.attachments
    attached = spoken_attachments(attached_parts(names, invitation=envelope.invitation))
    return _Heard(
        who=spoken_name(envelope.sender),
        subject=subject,
        summary=summary(envelope, text, now=now),
        language=in_language(text.language if text is not None else ""),
        attachments=joined([part for part in (printed_in(text.text[:_READ]) if text is not None else "", attached) if part]),
        turn=zlib.crc32(mail.encode("utf-8", "replace")),
    )


def _core(mail: _Heard, envelope: Envelope, text: MailText | None, now: datetime, *, needs: bool, abroad: bool) -> str:
    own = text.text if text is not None else envelope.snippet
    raw_title = re.sub(r"^\s*(?:re|fwd?|aw|wg|tr)\s*:\s*", "", envelope.subject[:300], flags=re.IGNORECASE)
    event = calendar_mail(raw_title, own, now=now) if envelope.invitation or envelope.automatic else None
    if event is None and envelope.invitation:
        event = read_calendar(raw_title, own, news=CalendarNews.INVITED, now=now)
    if event is not None:
        return mail_patterns.calendar(mail.who, event, mail.turn)
    if report := undelivered(envelope, own):
        return mail_patterns.undelivered(mail.who, report)
    if text is None and not mail.summary.sentence:
        return _headline(mail, envelope)
    if not mail.summary.sentence:
        return mail_patterns.wordless(mail.who, mail.subject, mail.attachments, own)
    occasion = occasion_of(envelope, mail.subject, mail.summary)
    if abroad and occasion not in _SAID_IN_ENGLISH:
        return mail_patterns.foreign(mail.who, mail.subject, mail.summary, mail.language, answers_me=envelope.answers_me)
    looked_after = needs and occasion in {MailKind.NEWSLETTER, MailKind.ADVERTISING}
    return _spoken_by_occasion(mail, envelope, MailKind.NOTICE if looked_after else occasion)


def _spoken_by_occasion(mail: _Heard, envelope: Envelope, occasion: MailKind) -> str:
    match occasion:
        case MailKind.CODE:
            return mail_patterns.code(mail.who, f"{mail.summary.sentence} {mail.subject.title}", mail.turn)
        case MailKind.INVOICE | MailKind.STATEMENT | MailKind.RECEIPT:
            return mail_patterns.bill(mail.who, mail.summary, occasion, mail.language, mail.turn)
        case MailKind.NEWSLETTER | MailKind.ADVERTISING:
            return mail_patterns.newsletter(mail.who, mail.subject, mail.summary, occasion, mail.language, mail.turn)
        case MailKind.NOTICE:
            return mail_patterns.notice(mail.who, mail.subject, mail.summary, mail.language, mail.turn)
        case _:
            where = mail_patterns.on_list(mail.subject, envelope.list_id) if occasion is MailKind.DISCUSSION else ""
            return mail_patterns.person(
                f"{mail.who}{where}", mail.subject, mail.summary, mail.language, mail.turn, answers_me=envelope.answers_me
            )


def _headline(mail: _Heard, envelope: Envelope) -> str:
    about = f" about {titled(mail.subject.title)}" if mail.subject.title else ""
    if envelope.invitation:
        return f"an invitation from {mail.who}{about}"
    if mail.summary.question and not envelope.bulk:
        return f"a question from {mail.who}{about}"
    return f"a {'newsletter' if envelope.bulk else 'mail'} from {mail.who}{about}"


def _unreadable(mail: _Heard, text: MailText | None) -> str:
    why = "is too large to read" if text is not None and text.too_large else "I could not read"
    title = f"; it seems to be about {titled(mail.subject.title)}" if mail.subject.title else ""
    return f"a mail from {mail.who} that {why}{title}"


def _prefix(envelope: Envelope, now: datetime, account_label: str) -> str:
    label = mail_of(account_label)
    account = f"in your {label}, " if label else ""
    if now - envelope.received_at > REMEMBERED_FOR:
        return f"{account}still unread {spoken_age(envelope.received_at, now)}: "
    return account


def _extras(mail: _Heard, ref: MailRef, envelope: Envelope, core: str, now: datetime, *, needs: bool) -> list[str]:
    """Further facts worth a few words, as predicates of "it", the most useful first."""
    heard = core.lower()
    extras = []
    deadline = mail.summary.deadline
    own = (needs or not envelope.bulk) and not envelope.invitation
    if is_mail_system(envelope.sender):
        return [spoken for spoken in (_spoken_reason(reason, heard) for reason in ref.reasons[:20]) if spoken]
    if deadline and own and deadline.partition(" ")[2].lower() not in heard:
        extras.append(_spoken_deadline(mail.summary))
    moment = "" if deadline or names_day(core) else mail.summary.moment
    told = mail.summary.named if mail.language else (mail.summary.amount, moment)
    unheard = [part for part in told if part and part.lower() not in f"{heard} {deadline.lower()}"]
    only_title = bool(mail.summary.amount) and tells_little(mail.summary.sentence)
    if unheard and (needs or mail.language or (own and (only_title or not is_machine(envelope)))):
        extras.append(f"mentions {joined(unheard)}")
    if mail.attachments and mail.attachments.lower() not in heard:
        extras.append(f"comes with {mail.attachments}")
    age = spoken_age(envelope.received_at, now)
    if (
        RELATIVE_DAY.search(core)
        and now - envelope.received_at < REMEMBERED_FOR
        and not age.endswith(("morning", "afternoon", "evening", "now", "future"))
    ):
        extras.append(f"is {age}")
    return extras + [spoken for spoken in (_spoken_reason(reason, heard) for reason in ref.reasons[:20]) if spoken]


def _spoken_deadline(summary: Summary) -> str:
    """The deadline with its purpose, if the sentence shows one."""
    if deadline_in(summary.question) == summary.deadline:
        return f"needs an answer {summary.deadline}"
    if deadline_in(summary.sentence) == summary.deadline and REQUEST.search(summary.sentence):
        return f"is needed {summary.deadline}"
    return f"mentions a deadline{' ' if summary.deadline.startswith('within') else ', '}{summary.deadline.removeprefix('by ')}"


def _spoken_reason(reason: Reason, heard: str) -> str:
    """Only what the presentation has not made obvious: a question, a VIP or an invitation is heard anyway."""
    detail = capped(speakable(reason.detail[:200]), 40)
    if reason.kind is ReasonKind.ASKED_AGAIN:
        return "is back now, as you asked"
    if reason.kind is ReasonKind.FLAGGED:
        return "is flagged"
    if reason.kind is ReasonKind.KEYWORD and detail and detail.lower() not in heard:
        return f"mentions {titled(detail)}"
    if reason.kind is ReasonKind.BUSY_THREAD and detail.isdigit():
        return f"is part of an exchange of {detail} mails"
    return ""


def _fitting(core: str, extras: list[str], most: int) -> str:
    """The core, and as many extras as there is room for, the first ones first."""
    core = finished(sentence_start(core))
    for count in range(min(3, len(extras)), 0, -1):
        whole = f"{core} It {finished(joined(extras[:count]))}"
        if len(whole) <= most:
            return whole
    return fitted(core, most)
