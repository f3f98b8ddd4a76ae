"""Answers to questions: who sent it, when it came, how long it is, what matters, what was done in this call.

The mail's own words stand in quotation marks, and an address is said with all its letters.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from briefing.agenda import MailRef, ReasonKind
from briefing.mail import Address
from briefing.mail_action import ON_MAILS, MailAction
from briefing.speech.content.attached import spoken_attachments
from briefing.speech.content.names import spoken_name
from briefing.speech.sentences.before_a_change import moment, spoken_address
from briefing.speech.sentences.replies import apart, named
from briefing.speech.wording.ages import spoken_age
from briefing.speech.wording.counts import count_word, counted, joined, sentence_start
from briefing.speech.wording.quoting import finished, said, titled
from briefing.speech.wording.speakable import speakable
from briefing.triage.reasons import reason_phrase
from briefing.words import split_words

MOST_NAMED = 3
_MOST_RECIPIENTS = 5
_MOST_ATTACHMENTS = 5
_WORDS_PER_MINUTE = 150
_LONGEST_SUBJECT = 200
_SPEAKS_AGAINST = frozenset({ReasonKind.BULK, ReasonKind.AUTOMATIC})

NO_SUBJECT = "It has no subject."
NO_ATTACHMENTS = "It has no attachments."
NO_TEXT = "It has no text."
NOT_READABLE = "I could not read that mail."
NOBODY_NAMED = "The mail names nobody whom it was sent to."
NOTHING_IMPORTANT = "None of the mails that are left looks important or urgent."
NOTHING_IMPORTANT_YET = "None of the mails that have loaded so far looks important or urgent."
WHICH_TIME = "I cannot tell which time that is. You can say today, yesterday, this week, or since Monday."
_DAYS = frozenset({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"})
NOTHING_CHANGED = "Nothing has been changed in this call."
NO_MAIL_SAYS = "None of the mails that I have here says that. You can say search for, and what it is about."
CANNOT_LOOK = "I cannot look that up just now. Please try again in a moment."


def sent_by(sender: Address) -> str:
    """`From Anna Berg.`; with the address where the name does not tell it."""
    return finished(f"From {_with_address(sender)}")


def _with_address(sender: Address) -> str:
    name = spoken_name(sender)
    tells = any(word in sender.email for word in split_words(sender.name) if len(word) > 1)
    return name if tells or not sender.email else f"{name}, at {spoken_address(sender.email)}"


def says(sender: Address, sentence: str) -> str:
    """`Hotel Alder says: “Your booking code is K X 7.”`; with the address where the name does not tell it."""
    told = _with_address(sender)
    return f"{sentence_start(told)}{',' if ', at ' in told else ''} says: {said(sentence)}"


def who_wrote(sender: Address, subject: str, itself: str) -> str:
    """`Joanne Pike wrote to you about “Lease for Unit 4”, from joanne@pike.example, and says: “I am the solicitor.”`"""
    about = f" about {titled(speakable(subject))}" if subject.strip() else ""
    wrote = f"{sentence_start(spoken_name(sender))} wrote to you{about}, from {spoken_address(sender.email)}"
    return f"{wrote}, and says: {said(itself)}" if itself else finished(wrote)


def comes_from(sender: Address) -> str:
    """`It comes from anna.berg@example.org.`"""
    return finished(f"It comes from {spoken_address(sender.email)}")


def sent_to(others: Sequence[Address], copies: Sequence[Address], *, to_user: bool) -> str:
    """`It went to you and Ben Okafor, with a copy to Raj.`: everybody whom the mail names; `to_user`: the user is among them."""
    to = [*(["you"] if to_user else []), *map(spoken_name, others)]
    if not to and not copies:
        return NOBODY_NAMED
    if to_user and not others and not copies:
        return "It names nobody but you."
    whom = f"It went to {_some(to)}" if to else "It went out"
    return finished(f"{whom}, with a copy to {_some(list(map(spoken_name, copies)))}" if copies else whom)


def came(at: datetime, *, now: datetime) -> str:
    age, exactly = spoken_age(at, now), moment(at.astimezone(now.tzinfo), now=now)
    return finished(f"It is from {exactly}" if age.removeprefix("from ") in exactly else f"It is {age}: {exactly}")


def mail_came(sender: Address, subject: str, at: datetime, *, now: datetime) -> str:
    """`The mail from Marcus Vogel about “The contract” is from Tuesday, 10 March, at seven in the morning.`"""
    about = f" about {titled(speakable(subject))}" if subject.strip() else ""
    return finished(f"The mail from {spoken_name(sender)}{about} is from {moment(at.astimezone(now.tzinfo), now=now)}")


def thread(mails: Sequence[tuple[str, datetime]], total: int, *, now: datetime) -> str:
    """`This thread has five mails; the last: Anna on 3 March at 9 am, you ...`: who wrote when, the oldest first."""
    each = joined([f"{who} on {moment(at, now=now)}" for who, at in mails])
    newest = "" if len(mails) == total else f", the last {count_word(len(mails))} of them"
    return finished(f"This thread has {counted(total, 'mail')}{newest}: {each}")


def length(words: int, attachments: Sequence[str]) -> str:
    """`It has 320 words, about two minutes to read out. It comes with a PDF.`"""
    minutes = round(words / _WORDS_PER_MINUTE)
    takes = f"about {counted(minutes, 'minute')}" if minutes else "less than a minute"
    said = f"It has {counted(words, 'word')}, {takes} to read out." if words else NO_TEXT
    return f"{said} {attached(attachments)}" if attachments else said


def attached(names: Sequence[str]) -> str:
    if not names:
        return NO_ATTACHMENTS
    rest = len(names) - _MOST_ATTACHMENTS
    parts = [spoken_attachments((name,)) for name in names[:_MOST_ATTACHMENTS]]
    return finished(f"It comes with {joined([*parts, f'{count_word(rest)} more'] if rest > 0 else parts)}")


def in_attachments(names: Sequence[str]) -> str:
    return f"I cannot look into what is attached. {attached(names)}" if names else NO_ATTACHMENTS


def subject_line(subject: str) -> str:
    spoken = speakable(subject[:_LONGEST_SUBJECT])
    return finished(f"The subject is {titled(spoken, _LONGEST_SUBJECT)}") if spoken else NO_SUBJECT


def importance(ref: MailRef, *, marked: MailAction | None = None) -> str:
    """Whether this mail looks important, and why; first of all how the user has `marked` it."""
    if marked is not None:
        return f"You have marked it as {'important' if marked is MailAction.MARK_IMPORTANT else 'not important'}."
    why = [reason_phrase(reason, ref) for reason in ref.reasons if (reason.kind in _SPEAKS_AGAINST) is not ref.important]
    said = "It looks important" if ref.important else "It does not look important or urgent"
    return finished(f"{said}: {joined(why[:MOST_NAMED])}" if why else said)


def is_flagged(ref: MailRef) -> str:
    return "It is flagged." if ref.flagged else "It is not flagged."


def genuine(sender: Address, *, written_to: bool) -> str:
    """What can be told of a mail that may not be what it seems; whether it is, is not for us to say."""
    known = "You have written to that address before." if written_to else "I do not know of a mail of yours to that address."
    return f"I cannot tell. It comes from {spoken_address(sender.email)}. {known} You can say \u201cthat's spam\u201d."


def important_mails(mails: Sequence[tuple[Address, str]], total: int, *, ages: Sequence[str] = ()) -> str:
    looks = "One looks" if total == 1 else f"{sentence_start(count_word(total))} look"
    asks = "You can say \u201copen the first one\u201d." if total == 1 else "Which one shall I read?"
    return f"{looks} important: {named(mails, total, ages=apart(mails[:MOST_NAMED], ages))}. {asks}"


def changes(done: Mapping[MailAction, Sequence[Address | None]], when: str = "") -> str:
    """`In this call you archived two mails, from Anna Berg and Raj; flagged one mail, from Mia.`: who sent them, the same person once, as
    far as it is known. `when` is a time that was named, instead of this call."""
    parts = [_change(action, senders) for action, senders in done.items() if senders]
    return (
        finished(f"{_in_time(when)} you {'; '.join(parts)}")
        if parts
        else finished(f"{_in_time(when)} nothing was changed")
        if when
        else NOTHING_CHANGED
    )


def sent(mails: int, names: Sequence[str], when: str, *, dry_runs: int = 0) -> str:
    """`Yesterday you sent two mails, to Ruth Adeyemi and Raj.` Of these and of the `dry_runs`, which went to nobody."""
    to_nobody = [finished(f"{counted(dry_runs, 'mail').capitalize()} of a dry run went to nobody")] if dry_runs else []
    said = f"you sent {counted(mails, 'mail')}{f', to {_some(names, MOST_NAMED)}' if names else ''}" if mails else "nothing was sent"
    return " ".join([finished(f"{_in_time(when)} {said}"), *to_nobody])


def _in_time(when: str) -> str:
    """`Today`, `On Monday`; without a time, this call."""
    words = [word.capitalize() if word.lower() in _DAYS else word for word in when.lower().split()]
    return sentence_start(" ".join(words)) if words else "In this call"


def _change(action: MailAction, senders: Sequence[Address | None]) -> str:
    said, known = ON_MAILS[action].did.format(counted(len(senders), "mail")), [each for each in senders if each is not None]
    return f"{said}, from {_some(list(dict.fromkeys(map(spoken_name, known))), MOST_NAMED)}" if known else said


def _some(names: Sequence[str], most: int = _MOST_RECIPIENTS) -> str:
    rest = len(names) - most
    return joined([*names[:most], counted(rest, "other")] if rest > 0 else list(names))


def clock(now: datetime) -> str:
    return finished(f"It is {moment(now, now=now)}")
