"""No operation but building takes more than a few passes through an inbox of 5,000 mails.

Measured in calls made and lines run, not in time: both are the same on every machine. A step is about 50 ns where nobody counts.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from briefing.agenda import Agenda, MailRef, Topic, TopicKind
from briefing.mail import MailId, ThreadId, mail_id
from briefing.mail_action import MailAction
from briefing.tracking.tracker import BriefingSessionTracker
from tests.briefing.tracker_agendas import AT, LATER

pytestmark = pytest.mark.slow

MAILS = 5_000
MOST_STEPS = 32_000


def m(number: int) -> MailId:
    """Every other mail is of another account."""
    return mail_id("work" if number % 2 else "home", str(number))


def ref(number: int, *, subject: str = "") -> MailRef:
    return MailRef(mail_id=m(number), thread_id=ThreadId(f"home:t{number}"), subject=subject)


def steps(operation: Callable[[], object]) -> int:
    """How many lines the operation ran and how many calls it made, built-in ones included."""
    count = 0

    def line(_frame: FrameType, _event: str, _arg: Any) -> Any:
        nonlocal count
        count += 1
        return line

    def call(_frame: FrameType, _event: str, _arg: Any) -> None:
        nonlocal count
        count += 1

    tracing, profiling = sys.gettrace(), sys.getprofile()
    sys.setprofile(call)
    sys.settrace(line)
    try:
        operation()
    finally:
        sys.settrace(tracing)
        sys.setprofile(profiling)
    return count


def costs(briefing: BriefingSessionTracker, size: int) -> dict[str, int]:
    """The steps of each operation in the middle of an agenda."""
    middle = size // 2
    briefing.jump_to(m(middle), at=AT)
    operations: dict[str, Callable[[], object]] = {
        "current": briefing.current,
        "advance": lambda: briefing.advance(at=AT),
        "skip_mail": lambda: briefing.skip_mail(at=AT),
        "go_back": briefing.go_back,
        "jump_to": lambda: briefing.jump_to(m(middle // 2), at=AT),
        "jump_to_topic": lambda: briefing.jump_to_topic(1, at=AT),
        "mark_briefed": lambda: briefing.mark_briefed(m(middle + 5), at=AT),
        "mark_skipped": lambda: briefing.mark_skipped(m(middle + 6), at=AT),
        "flag": lambda: briefing.mark_actioned(m(middle + 7), MailAction.FLAG, at=AT),
        "archive": lambda: briefing.mark_actioned(m(middle + 8), MailAction.ARCHIVE, at=AT),
        "archive current": lambda: briefing.mark_actioned(current_id(briefing), MailAction.ARCHIVE, at=AT),
        "restore": lambda: briefing.restore(m(middle + 8), at=LATER),
        "accept arrivals": lambda: briefing.add_arrivals([ref(-1), ref(-2)], accepted=True, label="New"),
        "decline arrivals": lambda: briefing.add_arrivals([ref(-3)], accepted=False, label="New"),
        "begin arrivals": lambda: briefing.begin_arrivals([ref(-4), ref(-5)], label="New"),
        "one account only": lambda: briefing.brief_only(["home"]),
        "all accounts": lambda: briefing.brief_only(None),
        "handled elsewhere": lambda: briefing.remove_handled_elsewhere([m(middle + 9)]),
        "update_mails": lambda: briefing.update_mails([ref(middle, subject="Other")]),
        "progress": briefing.progress,
        "is_complete": briefing.is_complete,
        "active_mails": briefing.active_mails,
        "skipped_mails": briefing.skipped_mails,
        "return_skipped": lambda: briefing.return_skipped(at=LATER),
        "topic_of": lambda: briefing.topic_of(m(size - 2)),
        "topics": lambda: briefing.topics(limit=8),
        "upcoming": lambda: briefing.upcoming(limit=5),
        "cursor_context": briefing.cursor_context,
        "compact_reference": briefing.compact_reference,
        "drain_marks": briefing.drain_marks,
        "touched": lambda: briefing.touched(limit=100),
    }
    return {name: steps(operation) for name, operation in operations.items()}


def current_id(briefing: BriefingSessionTracker) -> Any:
    mail = briefing.current()
    assert mail is not None
    return mail.mail_id


def ids(size: int) -> list[MailId]:
    return [m(number) for number in range(size)]


def in_topics_of(size: int, each: int) -> BriefingSessionTracker:
    parts = [range(start, min(start + each, size)) for start in range(0, size, each)]
    return BriefingSessionTracker(
        Agenda(topics=tuple(Topic(label="Mails", kind=TopicKind.SIMILAR, mails=tuple(map(ref, part))) for part in parts))
    )


@pytest.mark.parametrize("each", [MAILS, 5, 1], ids=["one topic", "topics of five", "a topic each"])
def test_no_operation_goes_through_a_full_inbox_more_than_a_few_times(each: int) -> None:
    taken = costs(in_topics_of(MAILS, each), MAILS)
    assert {name: cost for name, cost in taken.items() if cost > MOST_STEPS} == {}


def test_settling_every_mail_costs_each_of_them_the_same() -> None:
    def cost(size: int) -> int:
        briefing = in_topics_of(size, size)
        skipped = steps(lambda: briefing.skip_topic(at=AT))
        return skipped + steps(lambda: briefing.return_skipped(at=LATER)) + steps(lambda: briefing.remove_handled_elsewhere(ids(size)))

    assert cost(MAILS) < 15 * cost(MAILS // 10)
