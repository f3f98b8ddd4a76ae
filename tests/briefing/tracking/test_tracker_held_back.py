"""Mail that is held back: passed over, still counted, and never lost."""

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from briefing.agenda import Agenda, MailRef, Topic, TopicKind
from briefing.mail import MailId, ThreadId, mail_id
from briefing.tracking.tracker import BriefingSessionTracker
from tests.briefing.tracker_agendas import AT


def named(mail: str, *, loaded: bool = True) -> MailRef:
    """ "w1" is a mail of the account "w"."""
    return MailRef(mail_id=mail_id(mail[0], mail), thread_id=ThreadId(f"{mail[0]}:{mail}"), loaded=loaded)


def agenda(*topics: str) -> Agenda:
    refs = [tuple(named(mail) for mail in topic.split()) for topic in topics]
    return Agenda(topics=tuple(Topic(label=f"Topic {n}", kind=TopicKind.SIMILAR, mails=mails) for n, mails in enumerate(refs, start=1)))


def briefing_of(*topics: str) -> BriefingSessionTracker:
    return BriefingSessionTracker(agenda(*topics))


def at(briefing: BriefingSessionTracker) -> str:
    mail = briefing.current()
    return mail.mail_id.partition(":")[2] if mail else ""


def told_by_moving_on(briefing: BriefingSessionTracker) -> list[str]:
    told = []
    while at(briefing):
        told.append(at(briefing))
        briefing.advance(at=AT)
    return told


def id_of(mail: str) -> MailId:
    return mail_id(mail[0], mail)


class TestAccounts:
    def test_only_mail_of_the_wanted_account_comes_next_and_the_rest_stays_pending(self) -> None:
        briefing = briefing_of("w1 h1", "h2", "w2 h3 w3")
        briefing.brief_only(["w"])
        assert told_by_moving_on(briefing) == ["w1", "w2", "w3"]
        progress = briefing.progress()
        assert (progress.briefed, progress.actioned, progress.remaining, progress.held_back, progress.mails) == (3, 0, 3, 3, 6)
        assert dict(briefing.held_back().elsewhere) == {"h": 3}
        assert not briefing.is_complete()
        assert briefing.current() is None

    def test_all_accounts_again_goes_on_with_what_was_left(self) -> None:
        briefing = briefing_of("w1 h1", "h2", "w2")
        briefing.brief_only(["w"])
        told_by_moving_on(briefing)
        briefing.brief_only(None)
        assert told_by_moving_on(briefing) == ["h1", "h2"]
        assert briefing.is_complete()

    def test_the_open_mail_of_another_account_is_left_as_it_was(self) -> None:
        briefing = briefing_of("h1 w1", "w2")
        briefing.note_presented(id_of("h1"))
        briefing.brief_only(["w"])
        assert at(briefing) == "w1"
        state = briefing.state_of(id_of("h1"))
        assert state is not None
        assert state.pending
        assert briefing.go_back() is not None
        assert at(briefing) == "h1"

    def test_the_open_mail_of_the_wanted_account_stays_open(self) -> None:
        briefing = briefing_of("w1 h1")
        briefing.note_presented(id_of("w1"))
        version = briefing.cursor_context().next_step
        briefing.brief_only(["w"])
        assert (at(briefing), briefing.cursor_context().next_step) == ("w1", version)

    def test_numbers_of_a_topic_count_what_will_be_told(self) -> None:
        briefing = briefing_of("w1 h1 w2", "h2")
        briefing.brief_only(["w"])
        assert briefing.progress().topic_mails == 2
        assert [ref.mail_id for ref in briefing.active_mails()] == [id_of("w1"), id_of("w2")]
        assert [topic.active for topic in briefing.topics(limit=5)] == [2, 0]
        assert not briefing.compact_reference().topics

    def test_skipping_a_topic_skips_nothing_of_another_account(self) -> None:
        briefing = briefing_of("w1 h1 w2", "w3")
        briefing.brief_only(["w"])
        briefing.note_presented(id_of("w1"))
        briefing.skip_topic(at=AT)
        assert at(briefing) == "w3"
        assert [ref.mail_id for ref in briefing.skipped_mails()] == [id_of("w2")]

    def test_a_mail_that_is_asked_for_by_itself_is_told_and_the_rest_is_not(self) -> None:
        briefing = briefing_of("w1", "h1 h2", "w2")
        briefing.brief_only(["w"])
        briefing.jump_to(id_of("h1"), at=AT)
        assert at(briefing) == "h1"
        assert told_by_moving_on(briefing) == ["h1", "w2"]

    def test_a_topic_that_is_asked_for_by_its_number_is_gone_to(self) -> None:
        briefing = briefing_of("w1", "h1 h2")
        briefing.brief_only(["w"])
        briefing.jump_to_topic(2, at=AT)
        assert at(briefing) == "h1"

    def test_a_better_agenda_brings_no_other_account_back(self) -> None:
        briefing = briefing_of("w1")
        briefing.brief_only(["w"])
        briefing.refine(agenda("h9", "w1 h1", "w2"))
        assert told_by_moving_on(briefing) == ["w1", "w2"]
        briefing.refine(agenda("h9", "w1 h1", "w2", "h3"))
        assert at(briefing) == ""

    def test_an_arrival_that_was_accepted_comes_whatever_its_account(self) -> None:
        briefing = briefing_of("w1", "w2")
        briefing.brief_only(["w"])
        briefing.begin_arrivals([named("h1")], label="New")
        assert at(briefing) == "h1"
        briefing.advance(at=AT)
        assert at(briefing) == "w1"
        briefing.add_arrivals([named("h2")], accepted=True, label="New")
        briefing.add_arrivals([named("h3")], accepted=False, label="New")
        assert told_by_moving_on(briefing) == ["w1", "h2", "w2"]
        assert dict(briefing.held_back().elsewhere) == {"h": 1}

    def test_what_was_skipped_and_is_asked_for_comes_whatever_its_account(self) -> None:
        briefing = briefing_of("h1", "w1")
        briefing.skip_mail(at=AT)
        briefing.brief_only(["w"])
        briefing.advance(at=AT)
        briefing.return_skipped(at=AT)
        assert at(briefing) == "h1"


class TestNotLoaded:
    def test_a_mail_that_cannot_be_loaded_is_passed_over_and_stays_pending(self) -> None:
        briefing = briefing_of("w1 w2 w3")
        assert briefing.put_off(id_of("w1"))
        assert at(briefing) == "w2"
        assert told_by_moving_on(briefing) == ["w2", "w3"]
        assert (briefing.progress().remaining, briefing.held_back().not_loaded) == (1, 1)

    def test_it_comes_again_once_it_has_loaded(self) -> None:
        briefing = BriefingSessionTracker(Agenda(topics=(Topic(label="T", kind=TopicKind.OTHER, mails=(named("w1", loaded=False),)),)))
        briefing.put_off(id_of("w1"))
        assert at(briefing) == ""
        briefing.refine(agenda("w1"))
        assert at(briefing) == "w1"
        assert briefing.held_back().not_loaded == 0

    def test_an_agenda_that_still_lacks_it_does_not_bring_it_back(self) -> None:
        waiting = Agenda(topics=(Topic(label="T", kind=TopicKind.OTHER, mails=(named("w1", loaded=False), named("w2"))),))
        briefing = BriefingSessionTracker(waiting)
        briefing.put_off(id_of("w1"))
        briefing.refine(waiting)
        assert told_by_moving_on(briefing) == ["w2"]

    def test_one_that_was_asked_for_and_still_does_not_load_is_passed_over_again(self) -> None:
        briefing = briefing_of("w1 w2")
        briefing.put_off(id_of("w1"))
        briefing.jump_to(id_of("w1"), at=AT, settles=False)
        assert at(briefing) == "w1"
        assert briefing.put_off(id_of("w1"))
        assert at(briefing) == "w2"

    def test_what_is_settled_cannot_be_put_off(self) -> None:
        briefing = briefing_of("w1 w2")
        briefing.mark_briefed(id_of("w1"), at=AT)
        assert not briefing.put_off(id_of("w1"))
        assert at(briefing) == "w1"


MAILS = [f"{account}{number}" for account in "wh" for number in range(4)]
PICKED = st.sampled_from(MAILS)


@settings(max_examples=150, deadline=None)
@example([["w0"]], [("off", "w0"), ("jump", "w0"), ("only", "w0")])
@given(
    st.lists(st.lists(PICKED, max_size=5), max_size=4),
    st.lists(
        st.tuples(st.sampled_from(["next", "skip", "topic", "back", "jump", "only", "all", "off", "loaded", "gone"]), PICKED), max_size=25
    ),
)
def test_whatever_is_held_back_counts_add_up_and_in_the_end_everything_is_told(plan: list[list[str]], moves: list[tuple[str, str]]) -> None:
    first_topic = {mail: place for place, topic in reversed([*enumerate(plan)]) for mail in topic}
    topics = [" ".join(mail for mail in dict.fromkeys(topic) if first_topic[mail] == place) for place, topic in enumerate(plan)]
    briefing = briefing_of(*[topic for topic in topics if topic])
    for move, mail in moves:
        _move(briefing, move, mail)
        progress, current = briefing.progress(), briefing.current()
        assert progress.briefed + progress.actioned + progress.skipped + progress.remaining == progress.mails
        held = briefing.held_back()
        assert held.not_loaded + sum(held.elsewhere.values()) == progress.held_back <= progress.remaining
        if current is None:
            assert progress.remaining == progress.held_back, "the end, although something is due"
        else:
            assert 1 <= progress.mail_number <= progress.topic_mails
    pending = {one for one in first_topic if (state := briefing.state_of(id_of(one))) and state.pending}
    briefing.brief_only(None)
    for one in first_topic:
        briefing.update_mails([replace(named(one), subject="loaded")])
    assert pending <= set(told_by_moving_on(briefing))
    assert briefing.is_complete()


def _move(briefing: BriefingSessionTracker, move: str, mail: str) -> None:
    match move:
        case "next":
            briefing.advance(at=AT)
        case "skip":
            briefing.skip_mail(at=AT)
        case "topic":
            briefing.skip_topic(at=AT)
        case "back":
            briefing.go_back()
        case "jump":
            briefing.jump_to(id_of(mail), at=AT)
        case "only":
            briefing.brief_only([mail[0]])
        case "all":
            briefing.brief_only(None)
        case "off":
            briefing.put_off(id_of(mail))
        case "loaded":
            briefing.update_mails([replace(named(mail), subject=f"{mail} loaded")])
        case _:
            briefing.remove_handled_elsewhere([id_of(mail)])
