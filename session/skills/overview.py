"""An overview of what is left on the agenda: what is due today, waits for an answer, comes from people, is to be signed or paid."""

from collections import Counter
from functools import partial

from briefing.agenda import MailRef, TopicKind
from briefing.mail import Envelope
from briefing.speech.sentences import about_overview as words
from briefing.tracking.focus import Listed
from briefing.triage.grouping import kind_alone
from briefing.triage.mail_groups import Group, groups_of
from session.call import Call
from session.outcome import Outcome, saying
from session.skills.lookup import dated, listed
from session.untrusted import as_data

MOST_OF_A_GROUP = 6
MOST_TOPICS = 12
MOST_LISTED = 1000
_BY_THEMSELVES = frozenset({Group.DEADLINE, Group.NEWSLETTERS})
"""Told only where they are asked for."""


async def due_today(call: Call) -> Outcome:
    return _of(call, Group.DUE_TODAY)


async def deadlines(call: Call) -> Outcome:
    return _of(call, Group.DEADLINE)


async def newsletters(call: Call) -> Outcome:
    return _of(call, Group.NEWSLETTERS)


async def waiting_for_me(call: Call) -> Outcome:
    return _of(call, Group.WAITING_FOR_ME)


async def from_people(call: Call) -> Outcome:
    return _of(call, Group.FROM_PEOPLE)


async def to_sign_or_pay(call: Call) -> Outcome:
    return _of(call, Group.TO_SIGN_OR_PAY)


async def flagged(call: Call) -> Outcome:
    return _of(call, Group.FLAGGED)


async def overview(call: Call) -> Outcome:
    """How many mails are left in each group, of each kind and topic; a model gets the first mails of each group with them."""
    found, not_loaded = _grouped(call)
    found = {group: refs for group, refs in found.items() if group not in _BY_THEMSELVES}
    kinds = Counter(kind_alone(envelope, ref).value for ref, envelope in _left(call) if envelope is not None)
    topics = [f"{topic.label} ({topic.active + topic.remaining - topic.pending})" for topic in call.tracker.topics(limit=MOST_TOPICS)]
    first = {group.value: [dated(call, ref) for ref in refs[:MOST_OF_A_GROUP]] for group, refs in found.items()}
    data = {group.value: {"count": len(refs), "mails": first[group.value]} for group, refs in found.items()}
    said = words.overview({group: len(refs) for group, refs in found.items()}, not_loaded)
    return saying(said, what="", data=as_data({**data, "kinds": dict(kinds), "topics": topics, "not_loaded_yet": not_loaded}))


async def topics(call: Call) -> Outcome:
    """The topics that have something left, by the numbers that open them."""
    left = [topic for topic in call.tracker.topics(limit=MOST_LISTED) if topic.active]
    return saying(words.topics([(topic.number, topic.label, topic.active) for topic in left]))


def _of(call: Call, group: Group) -> Outcome:
    found, not_loaded = _grouped(call)
    refs = found[group]
    if not refs:
        return saying(words.none_of(group, not_loaded))
    call.dialogue.note(Listed(tuple(ref.mail_id for ref in refs)))
    return listed(call, refs, partial(words.those_of, group, not_loaded), again=partial(_again, call, group))


async def _again(call: Call, group: Group) -> Outcome:
    return _of(call, group)


def _grouped(call: Call) -> tuple[dict[Group, list[MailRef]], int]:
    """What is left of each group, the weightiest first, and how many mails are not loaded and could belong to any."""
    found: dict[Group, list[MailRef]] = {group: [] for group in Group if group is not Group.IMPORTANT}
    not_loaded = 0
    for ref, envelope in _left(call):
        not_loaded += envelope is None
        for group in groups_of(ref, envelope, now=call.now()) & found.keys() if envelope is not None else ():
            found[group].append(ref)
        if envelope is not None and kind_alone(envelope, ref) is TopicKind.NEWSLETTERS:
            found[Group.NEWSLETTERS].append(ref)
    found[Group.WAITING_FOR_ME] = _newest_of_each_thread(call, found[Group.WAITING_FOR_ME])
    return {group: sorted(refs, key=lambda ref: -ref.score) for group, refs in found.items()}, not_loaded


def _newest_of_each_thread(call: Call, refs: list[MailRef]) -> list[MailRef]:
    """An answer to the last mail of an exchange answers those before it."""
    envelopes = [(ref, call.mail.pipeline.envelopes[ref.mail_id]) for ref in refs]
    newest = {envelope.thread_id or ref.mail_id: ref for ref, envelope in sorted(envelopes, key=lambda each: each[1].received_at)}
    return [ref for ref in refs if ref in newest.values()]


def _left(call: Call) -> list[tuple[MailRef, Envelope | None]]:
    """Every mail that is left, with its envelope where that has loaded."""
    states = (call.tracker.state_of(mail) for topic in call.tracker.snapshot().topics for mail in topic.mails)
    return [(state.mail, call.mail.pipeline.envelopes.get(state.mail.mail_id)) for state in states if state is not None and state.active]
