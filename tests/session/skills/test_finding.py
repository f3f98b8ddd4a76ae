"""Which mail is meant by "the one from Anna", "the third one", "the invoice"; and what is refused rather than guessed."""

import pytest

from briefing.mail import Address, MailId, mail_id
from briefing.mail_action import MailAction
from briefing.speech.sentences import replies
from session.call import Call
from session.outcome import SkillRefusedError
from session.skills.finding import LAST, find_mail, find_topic
from session.skills.lookup import search_mail
from session.skills.moving import jump_to_mail
from session.skills.presenting import present
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mail
from tests.inbox.virtual_clock import in_virtual_time

ANNA = Address(name="Anna Müller", email="anna@kontor.example")
BEN = Address(name="Ben Fuchs", email="ben.fuchs@kontor.example")
CHIARA = Address(name="Chiara Conti", email="chiara@fernweh.example")
NAMELESS = Address(name="", email="deniz.kaya@fernweh.example")


def mailbox() -> MemoryMailbox:
    return MemoryMailbox(
        "work",
        [
            new_mail("budget", subject="Budget for the spring", sender=ANNA, hours_ago=1),
            new_mail("invoice", subject="Your invoice", sender=BEN, hours_ago=2),
            new_mail("boat", subject="Anna's boat", sender=CHIARA, hours_ago=3),
            new_mail("keys", subject="Where are the keys", sender=NAMELESS, hours_ago=4),
            new_mail("photos", subject="Photos of the boat", sender=BEN, hours_ago=5),
        ],
    )


def work(name: str) -> MailId:
    return mail_id("work", name)


def order(call: Call) -> list[MailId]:
    return [mail.mail_id for mail in call.tracker.active_mails()]


class TestByDescription:
    @pytest.mark.parametrize(
        ("description", "meant"),
        [
            ("anna", "budget"),
            ("the one from Anna", "budget"),
            ("ANNA MULLER", "budget"),
            ("chiara", "boat"),
            ("deniz", "keys"),
            ("invoice", "invoice"),
            ("the mail about the invoice", "invoice"),
            ("the boat photos from ben", "photos"),
            ("ben invoice", "invoice"),
            ("spring budget", "budget"),
        ],
    )
    @in_virtual_time
    async def test_words_of_the_sender_or_the_subject_find_the_mail(self, description: str, meant: str) -> None:
        assert find_mail(await memory_call(mailbox()), description=description) == work(meant)

    @pytest.mark.parametrize(
        "description", ["nobody", "", "the one", "kontor", "invoice from nobody special", "work", "<script>", "work:budget"]
    )
    @in_virtual_time
    async def test_what_fits_nothing_is_refused(self, description: str) -> None:
        with pytest.raises(SkillRefusedError, match="no such mail"):
            find_mail(await memory_call(mailbox()), description=description)

    @in_virtual_time
    async def test_what_fits_several_people_is_refused_with_their_names_and_a_number_then_chooses(self) -> None:
        call = await memory_call(mailbox())
        with pytest.raises(SkillRefusedError) as refusal:
            find_mail(call, description="boat")
        assert "Chiara Conti" in str(refusal.value)
        assert "Ben Fuchs" in str(refusal.value)
        assert {find_mail(call, number=1), find_mail(call, number=2)} == {work("boat"), work("photos")}
        with pytest.raises(SkillRefusedError):
            find_mail(call, number=3)

    @in_virtual_time
    async def test_of_several_mails_of_one_person_one_that_is_ahead_is_meant(self) -> None:
        call = await memory_call(mailbox())
        assert find_mail(call, description="ben") in {work("invoice"), work("photos")}
        call.tracker.jump_to(work("invoice"), at=NOON)
        assert find_mail(call, description="ben") == work("photos")
        call.tracker.jump_to(work("photos"), at=NOON)
        call.tracker.jump_to(work("keys"), at=NOON)
        call.tracker.mark_actioned(work("photos"), MailAction.ARCHIVE, at=NOON)
        assert find_mail(call, description="ben") == work("invoice")

    @in_virtual_time
    async def test_the_last_of_several_is_the_newest(self) -> None:
        call = await memory_call(mailbox())
        for number, description in ((LAST, "ben"), (0, "the last one from ben"), (0, "latest mail from ben fuchs")):
            assert find_mail(call, number=number, description=description) == work("invoice")

    @in_virtual_time
    async def test_a_mail_that_left_is_not_found_and_a_skipped_one_is(self) -> None:
        call = await memory_call(mailbox())
        call.tracker.mark_actioned(work("budget"), MailAction.ARCHIVE, at=NOON)
        call.tracker.mark_skipped(work("invoice"), at=NOON)
        with pytest.raises(SkillRefusedError):
            find_mail(call, description="budget")
        assert find_mail(call, description="invoice") == work("invoice")

    @in_virtual_time
    async def test_a_mail_that_is_not_on_the_agenda_is_not_found(self) -> None:
        box = mailbox()
        call = await memory_call(box)
        read = new_mail("old", subject="Tax return", sender=CHIARA)
        call.mail.pipeline.envelopes[read.mail_id] = read
        with pytest.raises(SkillRefusedError):
            find_mail(call, description="tax return")


class TestByNumber:
    @pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
    @in_virtual_time
    async def test_a_number_counts_the_mails_of_the_current_topic(self, number: int) -> None:
        call = await memory_call(MemoryMailbox("work", [new_mail(str(place), subject="Offsite plan") for place in range(5)]))
        assert len(order(call)) == 5
        assert find_mail(call, number=number) == order(call)[number - 1]

    @in_virtual_time
    async def test_minus_one_is_the_last_and_minus_two_the_one_before(self) -> None:
        call = await memory_call(MemoryMailbox("work", [new_mail(str(place), subject="Offsite plan") for place in range(5)]))
        assert find_mail(call, number=LAST) == order(call)[-1]
        assert find_mail(call, number=-2) == order(call)[-2]

    @pytest.mark.parametrize("number", [6, 1000, -6, -1000])
    @in_virtual_time
    async def test_a_number_beyond_is_refused(self, number: int) -> None:
        call = await memory_call(MemoryMailbox("work", [new_mail(str(place), subject="Offsite plan") for place in range(5)]))
        with pytest.raises(SkillRefusedError, match="This list, or this topic, has no such mail"):
            find_mail(call, number=number)

    @pytest.mark.parametrize("number", [1, LAST])
    @in_virtual_time
    async def test_in_an_empty_briefing_every_number_is_refused(self, number: int) -> None:
        with pytest.raises(SkillRefusedError):
            find_mail(await memory_call(), number=number)

    @in_virtual_time
    async def test_what_was_archived_is_not_counted_any_more(self) -> None:
        call = await memory_call(MemoryMailbox("work", [new_mail(str(place), subject="Offsite plan") for place in range(5)]))
        second, third = order(call)[1:3]
        call.tracker.mark_actioned(second, MailAction.ARCHIVE, at=NOON)
        assert find_mail(call, number=2) == third


class TestAfterASearch:
    @in_virtual_time
    async def test_numbers_refer_to_what_was_found(self) -> None:
        call = await memory_call(mailbox())
        await search_mail(call, "boat")
        assert [find_mail(call, number=number) for number in (1, 2, LAST)] == [work("boat"), work("photos"), work("photos")]
        with pytest.raises(SkillRefusedError):
            find_mail(call, number=3)

    @in_virtual_time
    async def test_once_a_mail_was_presented_numbers_refer_to_the_topic_again(self) -> None:
        call = await memory_call(mailbox())
        await search_mail(call, "boat")
        async with call.background:
            await present(call)
        assert find_mail(call, number=1) == order(call)[0]

    @in_virtual_time
    async def test_the_second_one_goes_to_the_second_found(self) -> None:
        call = await memory_call(mailbox())
        await search_mail(call, "boat")
        async with call.background:
            await jump_to_mail(call, number=2)
        current = call.tracker.current()
        assert current is not None
        assert current.mail_id == work("photos")


class TestTopics:
    @in_virtual_time
    async def test_a_topic_is_found_by_words_of_its_label(self) -> None:
        offsite = [new_mail(f"o{place}", subject="Offsite plan", sender=ANNA) for place in range(2)]
        roof = [new_mail(f"r{place}", subject="The leaking roof", sender=BEN) for place in range(2)]
        call = await memory_call(MemoryMailbox("work", offsite + roof))
        labels = {topic.number: topic.label for topic in call.tracker.topics(limit=9)}
        assert "roof" in labels[find_topic(call, "the leaking roof")]
        assert "Offsite" in labels[find_topic(call, "OFFSITE")]

    @pytest.mark.parametrize("description", ["", "the topic", "nothing like it"])
    @in_virtual_time
    async def test_a_topic_that_does_not_exist_is_refused_with_how_many_there_are(self, description: str) -> None:
        call = await memory_call(mailbox())
        with pytest.raises(SkillRefusedError) as refusal:
            find_topic(call, description)
        assert str(refusal.value) == replies.no_such_topic(call.tracker.progress().topics)
