"""In which order topics and mails are presented."""

from dataclasses import replace
from datetime import timedelta

from briefing.agenda import Agenda, MailRef, Reason, ReasonKind, Topic, TopicKind
from briefing.mail import ThreadId, mail_id
from briefing.triage.ordering import order
from tests.briefing.envelopes import NOW, names


def ref(name: str, score: float = 1.0, *, hours_ago: float = 1, important: bool = False, thread: str = "") -> MailRef:
    return MailRef(
        mail_id=mail_id("work", name),
        thread_id=ThreadId(f"work:{thread or name}"),
        score=score,
        important=important,
        received_at=NOW - timedelta(hours=hours_ago),
    )


def topic(label: str, *mails: MailRef, kind: TopicKind = TopicKind.SIMILAR) -> Topic:
    return Topic(label=label, kind=kind, mails=mails)


def labels(agenda: Agenda) -> list[str]:
    return [one.label for one in agenda.topics]


def test_the_topic_with_the_best_mail_leads_whatever_else_is_in_it() -> None:
    agenda = order([topic("plain", ref("a", 5.0, important=True)), topic("best", ref("b", 0.0), ref("c", 9.0, important=True))])
    assert labels(agenda) == ["best", "plain"]


def test_among_equals_the_newest_leads() -> None:
    assert labels(order([topic("old", ref("a", hours_ago=9)), topic("new", ref("b", hours_ago=2))])) == ["new", "old"]


def test_importance_then_people_then_piles_and_machines() -> None:
    agenda = order(
        [
            topic("newsletters", ref("n", -3.0), kind=TopicKind.NEWSLETTERS),
            topic("machine", ref("m", -2.0)),
            topic("other", ref("o", 3.5), kind=TopicKind.OTHER),
            topic("thread", ref("t", 1.0), kind=TopicKind.THREAD),
            topic("important", ref("i", 4.0, important=True), kind=TopicKind.IMPORTANT),
        ]
    )
    assert labels(agenda) == ["important", "thread", "other", "machine", "newsletters"]


def test_a_thread_is_told_from_its_oldest_mail_on_even_if_the_newest_scores_best() -> None:
    told = order([topic("t", ref("new", 9.0, hours_ago=1, thread="x"), ref("old", 1.0, hours_ago=5, thread="x"))])
    assert names(told.topics[0].mails) == ["old", "new"]


def test_in_an_important_thread_a_stranger_does_not_come_first() -> None:
    known = replace(ref("known", 1.0, hours_ago=3, thread="x"), vouched=True)
    told = order([topic("t", ref("stranger", hours_ago=99, thread="x"), ref("best", 9.0, hours_ago=1, important=True, thread="x"), known)])
    assert names(told.topics[0].mails) == ["known", "best", "stranger"]


def test_in_a_topic_what_looks_important_leads_even_what_is_due_today() -> None:
    today = replace(ref("today", 4.0, thread="y"), asks=True, vouched=True, due=NOW)
    told = order([topic("t", today, ref("important", 5.0, important=True, thread="x"))], now=NOW)
    assert names(told.topics[0].mails) == ["important", "today"]


def test_single_mails_of_a_topic_go_by_score_then_newest() -> None:
    told = order([topic("t", ref("a", 1.0, hours_ago=9), ref("b", 2.0, hours_ago=9), ref("c", 1.0, hours_ago=2))])
    assert names(told.topics[0].mails) == ["b", "c", "a"]


def test_the_threads_of_one_topic_stay_whole_and_the_best_leads() -> None:
    told = order(
        [
            topic(
                "t",
                ref("a1", 1.0, hours_ago=9, thread="a"),
                ref("b1", 1.0, hours_ago=8, thread="b"),
                ref("a2", 1.0, hours_ago=7, thread="a"),
                ref("b2", 3.0, hours_ago=6, thread="b"),
            )
        ]
    )
    assert names(told.topics[0].mails) == ["b1", "b2", "a1", "a2"]


def test_posts_of_one_subject_stand_together_and_tear_no_thread_apart() -> None:
    def post(name: str, hours_ago: int, *, thread: str = "", to_many: bool = True, score: float = 1.0) -> MailRef:
        reasons = (Reason(kind=ReasonKind.BULK),) if to_many else ()
        return replace(ref(name, score, hours_ago=hours_ago, thread=thread), subject="Broken build of the harbour site", reasons=reasons)

    broken, repaired = post("broken", 9), post("repaired", 3)
    asked, answered, thanked = post("asked", 8, thread="a"), post("answered", 6, thread="a", to_many=False), post("thanked", 2, thread="a")
    other = ref("other", 2.0)
    told = order([topic("t", thanked, repaired, other, asked, broken, answered)])
    assert names(told.topics[0].mails) == ["other", "asked", "answered", "thanked", "broken", "repaired"]


def test_a_mail_without_a_time_comes_after_those_of_its_score() -> None:
    told = order([topic("t", replace(ref("unloaded"), received_at=None), ref("a", hours_ago=1000), ref("better", 2.0))])
    assert names(told.topics[0].mails) == ["better", "a", "unloaded"]


def test_nothing_is_cut_off() -> None:
    many = [topic(f"t{n}", *(ref(f"{n}-{m}") for m in range(3))) for n in range(400)]
    assert sum(len(one.mails) for one in order(many).topics) == 1200


def test_a_topic_without_mails_is_no_topic() -> None:
    assert order([topic("empty")]) == Agenda()
