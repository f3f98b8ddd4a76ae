"""What a briefing mail says of its own: the subject, the counts, what was left out, and how to answer. All by rule."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime

from briefing.agenda import TopicKind
from briefing.speech.wording.ages import part_of_day
from briefing.speech.wording.counts import count_word, counted, joined, plural_of, sentence_start
from briefing.speech.wording.moments import spoken_clock
from correspondence.briefing_mail.material import BriefingMaterial, Meeting, ToldMail
from correspondence.briefing_mail.plain_names import read_text

_NO_HOUR = 23
"""Triage puts what is due on a day, and at no hour, to this one."""
NO_SUBJECT = "(no subject)"
BY_NUMBER = "Reply to this mail and say what to do by number: “2 archive”, “3 yes”, “4 tell her Tuesday works”."
AND_THEN = (
    "What can be taken back is done at once, and “undo 2” takes it back. What would be sent is shown to you first, and waits for your yes.",
    "You can also just ask: “who is that?”, “what did she write before?”",
)
WHY_YOU_GET_IT = (
    "You get this mail because you asked Aloud to brief you by mail. Say “stop mailing me” in a call, or change it in the settings."
)
NOTHING_UNREAD = "There is nothing unread that you have not heard of."
MEETINGS, NEEDS_YOU, FURTHER, NEED_YOU_TOO, IN_SHORT, DOCUMENTS, LEFT_OUT, ANSWERING = (
    "Your day",
    "What needs you",
    "Also new",
    "These need you too",
    "In short",
    "Documents",
    "Not in this mail",
    "How to answer",
)
_KINDS: Mapping[TopicKind, tuple[str, str]] = {
    TopicKind.NEWSLETTERS: ("newsletter", "newsletters"),
    TopicKind.NOTIFICATIONS: ("notification", "notifications"),
}


def how_to_answer(material: BriefingMaterial) -> tuple[str, ...]:
    """What is said of several mails means those that have a number, so newsletters are named where there are such."""
    newsletters = any(mail.kind is TopicKind.NEWSLETTERS for mail in material.mails)
    first = "all newsletters read" if newsletters else "archive everything but 3"
    return f"{BY_NUMBER} Or of several that have a number here: “{first}”, “archive the rest”.", *AND_THEN


def subject(day: date) -> str:
    """`Your briefing for Thursday, 26 November`: it names nothing of what is in it, and stays the same in all answers."""
    return f"Your briefing for {day_words(day)}"


def day_words(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B}"


def greeting(material: BriefingMaterial) -> str:
    part = part_of_day(material.now)
    return f"Good {'morning' if part == 'night' else part}."


def counts(material: BriefingMaterial) -> str:
    """`You have 12 unread mails; three of them need you. Two meetings today.`"""
    need = material.needing
    mails = NOTHING_UNREAD
    if material.unread:
        which = f"; {count_word(need)} of them {'needs' if need == 1 else 'need'} you" if need and material.unread > 1 else ""
        which = "; it needs you" if need and material.unread == 1 else which
        least = "at least " if material.at_least else ""
        mails = f"You have {least}{material.unread} unread {plural_of(material.unread, 'mail')}{which}."
    meetings = f"{sentence_start(counted(len(material.meetings), 'meeting'))} today." if material.meetings else ""
    return " ".join(filter(None, (mails, meetings)))


def moments(due: datetime, now: datetime) -> tuple[str, str]:
    """`today, 5 pm` and `today`: with the hour, if triage found one, and the day alone."""
    due = due.astimezone(now.tzinfo)
    days = (due.date() - now.date()).days
    day = "today" if days == 0 else "tomorrow" if days == 1 else day_words(due.date())
    return day if due.hour == _NO_HOUR and not due.minute else f"{day}, {spoken_clock(due.hour, due.minute)}", day


def title_of(mail: ToldMail) -> str:
    return read_text(mail.subject, 140) or NO_SUBJECT


def kind_of(mail: ToldMail) -> tuple[str, ...]:
    """`newsletter`, where it is what "all newsletters" in a reply means."""
    return _KINDS[mail.kind][:1] if mail.kind in _KINDS else ()


def hours(meeting: Meeting, now: datetime) -> str:
    """`9 am to 10:30 am`, `all day`, `since Tuesday, 24 November to 2 pm`."""
    if meeting.all_day:
        return "all day"
    starts = meeting.starts_at.astimezone(now.tzinfo)
    begins = spoken_clock(starts.hour, starts.minute)
    if starts.date() < now.date():
        begins = f"since {day_words(starts.date())}"
    if meeting.ends_at is None:
        return begins
    ends = meeting.ends_at.astimezone(now.tzinfo)
    another_day = f"{day_words(ends.date())}, " if ends.date() > max(starts.date(), now.date()) else ""
    return f"{begins} to {another_day}{spoken_clock(ends.hour, ends.minute)}"


def left_out(material: BriefingMaterial) -> Iterator[str]:
    """What has no number here, and what could not be looked up."""
    named = {kind: count for kind, count in material.left_out.items() if kind in _KINDS}
    others = sum(material.left_out.values()) - sum(named.values())
    parts = [counted(count, *_KINDS[kind]) for kind, count in sorted(named.items())]
    parts = [*([counted(others, "further mail")] if others else []), *parts]
    if parts:
        need = material.needing - sum(1 for mail in material.mails if mail.important)
        which = f", {count_word(need)} of which {'needs' if need == 1 else 'need'} you" if need else ""
        yield f"{sentence_start(joined(parts))}{which}: your next call tells of {'it' if sum(material.left_out.values()) == 1 else 'them'}."
    if material.not_loaded:
        which = "mail that" if material.not_loaded == 1 else "mails that"
        yield f"{sentence_start(counted(material.not_loaded, which, which))} could not be read yet."
    if material.away:
        labels = joined([read_text(label, 40) for label in material.away])
        yield f"What came to {labels}: {'that account' if len(material.away) == 1 else 'those accounts'} did not answer."
    if material.calendar_away:
        yield "Your calendar did not answer, so meetings may be missing."
