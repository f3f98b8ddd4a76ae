"""A list that no header names is one topic: the same strangers talk in several exchanges, and about something they share."""

from collections.abc import Sequence
from datetime import timedelta

from briefing.agenda import Agenda
from briefing.mail import Address, Envelope, Preferences, ThreadId, mail_id
from briefing.triage.scoring import Signals
from briefing.triage.triage import build_agenda
from tests.inbox.memory_mailbox import NOON, OWN_ADDRESS

ADA, BO, CY, MAX = "ada@homes.example", "bo@homes.example", "cy@homes.example", "max@post.example"


def talk(subject: str, *mails: tuple[str, str]) -> list[Envelope]:
    """An exchange of strangers that came to the user: who wrote, and what."""
    return [
        Envelope(
            mail_id=mail_id("home", f"{subject} {place}"),
            thread_id=ThreadId(f"home:{subject}"),
            subject=subject,
            sender=Address(name=who.partition("@")[0].title(), email=who),
            to=(Address(email=OWN_ADDRESS),),
            snippet=words,
            received_at=NOON - timedelta(hours=5, minutes=-place),
        )
        for place, (who, words) in enumerate(mails)
    ]


BEES = talk("Mites in winter", (ADA, "I counted mites below the hive."), (BO, "Treat the hive again."))
COMB = talk("Moths in combs", (BO, "Moths ate my stored combs in the hive."), (ADA, "Freeze them."))
TRAINS = talk("Signals at Crewe", (ADA, "The new signals work."), (MAX, "The driver told me."))


def agenda(*talks: Sequence[Envelope], written_to: frozenset[str] = frozenset()) -> Agenda:
    own = Preferences(own_addresses=frozenset({OWN_ADDRESS}))
    return build_agenda([mail for each in talks for mail in each], Signals(now=NOON, preferences=own, written_to=written_to))


def topics(*talks: Sequence[Envelope], written_to: frozenset[str] = frozenset()) -> list[set[str]]:
    found = agenda(*talks, written_to=written_to)
    return sorted(({mail.subject for mail in topic.mails} for topic in found.topics), key=min)


def test_exchanges_of_the_same_two_strangers_about_the_same_are_one_topic_and_one_of_them_joins_nothing() -> None:
    assert topics(BEES, COMB, TRAINS) == [{"Mites in winter", "Moths in combs"}, {"Signals at Crewe"}]


def test_its_name_says_that_there_is_more() -> None:
    (topic,) = agenda(BEES, COMB).topics
    assert topic.label in {"Mites in winter and more", "Moths in combs and more"}


def test_the_same_two_without_a_word_in_common_are_two_topics() -> None:
    other = talk("Signals at Crewe", (ADA, "New signals everywhere."), (BO, "They told me."))
    assert topics(BEES, other) == [{"Mites in winter"}, {"Signals at Crewe"}]


def test_three_of_the_same_need_no_word() -> None:
    one = talk("Mites in winter", (ADA, "I counted mites."), (BO, "Treat again."), (CY, "Yes."))
    other = talk("Signals at Crewe", (CY, "New signals."), (BO, "Really?"), (ADA, "Since Monday."))
    assert topics(one, other) == [{"Mites in winter", "Signals at Crewe"}]


def test_people_whom_the_user_knows_write_about_anything() -> None:
    assert topics(BEES, COMB, written_to=frozenset({ADA})) == [{"Mites in winter"}, {"Moths in combs"}]
