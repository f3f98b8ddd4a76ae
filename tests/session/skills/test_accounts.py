"""A call over two accounts: where a mail lies is said where it helps, one account can be left for later, and nothing of it is lost."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from math import inf

import pytest

from briefing.mail import MailId, account_of, mail_id
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.understanding import Understandings
from session.announcements.account_news import tell_of_accounts, untold_of_accounts
from session.behaviours import announce_arrivals
from session.call import Call
from session.dialogue import Offer
from session.outcome import Outcome, SkillRefusedError
from session.skills.changing.mailing import resolve
from session.skills.choosing_account import find_account, which_account
from session.skills.greeting import NUMBERS_SETTLE_S, greeting, load_the_rest
from session.skills.moving import go_to, next_item, position_sentence
from session.skills.narrowing_down import brief_only
from session.skills.offers import accept_offer
from session.skills.presenting import present
from session.turn.can_be_meant import is_meant
from tests.agent.given_floor import FRIEND, Conversation, GivenFloor, from_friend
from tests.agent.memory_call import call_and_look, memory_call
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mail, new_mails, refused, unavailable
from tests.inbox.virtual_clock import in_virtual_time

pytestmark = pytest.mark.slow

ANYTHING = Understandings().of("as before")


def two(work: int = 2, home: int = 2) -> tuple[MemoryMailbox, MemoryMailbox]:
    return MemoryMailbox("aa", new_mails(work, slug="aa"), label="work"), MemoryMailbox("bb", new_mails(home, slug="bb"), label="home")


async def heard(call: Call, outcome: Outcome) -> str:
    """The words, played to their end, while what comes next is prepared."""
    await asyncio.sleep(1)
    for passage in outcome.spoken:
        if passage.mail is not None:
            call.tracker.note_presented(passage.mail)
            call.heard(passage)
    return outcome.words


async def to_the_end(call: Call) -> tuple[list[MailId], list[str]]:
    """Say "next" until nothing comes: the mails in the order in which they were told, and everything that was said."""
    told: list[MailId] = []
    said = [await heard(call, await present(call))]
    while (current := call.tracker.current()) is not None:
        told.append(current.mail_id)
        said.append(await heard(call, await next_item(call)))
    return told, said


class TestWhereAMailLies:
    @in_virtual_time
    async def test_it_is_said_where_the_account_changes_and_not_otherwise(self) -> None:
        call = await memory_call(*two(3, 1))
        told, said = await to_the_end(call)
        changes = [before is None or account_of(before) != account_of(mail) for before, mail in zip([None, *told], told, strict=False)]
        named = ["in your work mail" in words.lower() or "in your home mail" in words.lower() for words in said[:-1]]
        assert named == changes
        assert 0 < sum(named) < len(told)

    @in_virtual_time
    async def test_it_is_never_said_where_there_is_one_account(self) -> None:
        call = await memory_call(two(3, 0)[0])
        _, said = await to_the_end(call)
        assert not [words for words in said if "work" in words]
        assert (await which_account(call)).words == "You have one account with me: your work mail."

    @in_virtual_time
    async def test_it_is_said_when_it_is_asked(self) -> None:
        call = await memory_call(*two())
        await heard(call, await present(call))
        current = call.tracker.current()
        assert current is not None
        label = {"aa": "work", "bb": "home"}[account_of(current.mail_id)]
        assert (await which_account(call)).words == f"This one is in your {label} mail."

    @in_virtual_time
    async def test_mails_of_the_same_id_in_two_accounts_are_two(self) -> None:
        at_work, at_home = two(1, 1)
        at_work.say(mail_id("aa", "0"), "Words from work.")
        at_home.say(mail_id("bb", "0"), "Words from home.")
        call = await memory_call(at_work, at_home)
        assert resolve(call, "aa:0") != resolve(call, "bb:0")
        for mail, words in (("aa:0", "Words from work."), ("bb:0", "Words from home.")):
            text = await call.mail.prefetch.text(MailId(mail))
            assert text is not None
            assert text.text == words


class TestOnlyOne:
    @in_virtual_time
    async def test_the_other_waits_and_the_end_says_so_and_offers_it(self) -> None:
        call = await memory_call(*two(2, 3))
        said = await heard(call, await brief_only(call, mails="work mail"))
        assert said.startswith("Only your work mail from now on: two of the five mails that are left.")
        told, said_then = await to_the_end(call)
        assert sorted(told) == [mail_id("aa", "0"), mail_id("aa", "1")]
        assert said_then[-1] == "2 briefed. Three mails wait in your home mail. Shall I go on with that?"
        assert call.dialogue.offer is Offer.HEAR_ALL_ACCOUNTS
        assert "Three mails wait in your home mail." in position_sentence(call)
        again = await heard(call, await accept_offer(call))
        assert again.startswith("All your mail again.")
        assert "in your home mail" in again.lower()
        told, _ = await to_the_end(call)
        assert sorted(told) == [mail_id("bb", str(number)) for number in range(3)]
        assert call.tracker.is_complete()

    @in_virtual_time
    async def test_the_open_mail_stays_open_if_it_lies_there(self) -> None:
        call = await memory_call(*two(2, 2))
        await heard(call, await present(call))
        here = call.tracker.current()
        assert here is not None
        label = "work" if account_of(here.mail_id) == "aa" else "home"
        said = await heard(call, await brief_only(call, mails=label))
        assert said.startswith(f"Only your {label} mail from now on: one of the three mails that are left.")
        assert call.tracker.current() == here

    @in_virtual_time
    async def test_an_account_with_nothing_left_says_so_and_what_waits(self) -> None:
        call = await memory_call(*two(0, 2))
        said = await heard(call, await brief_only(call, mails="work"))
        assert (
            said == "Only your work mail from now on, and nothing of it is left. Two mails wait in your home mail. Shall I go on with that?"
        )

    @in_virtual_time
    async def test_an_unknown_account_is_refused_with_those_there_are(self) -> None:
        call = await memory_call(*two())
        with pytest.raises(SkillRefusedError, match=re.escape("I know your work mail and your home mail. Say, for")):
            await brief_only(call, mails="the club account")
        assert call.tracker.wanted_accounts is None

    @in_virtual_time
    async def test_without_a_name_all_of_them_are_meant(self) -> None:
        call = await memory_call(*two())
        assert (await brief_only(call)).words == "That is all your mail already."
        await heard(call, await brief_only(call, mails="work"))
        await heard(call, await brief_only(call))
        assert len((await to_the_end(call))[0]) >= 3

    @in_virtual_time
    async def test_a_mail_of_the_other_account_can_still_be_asked_for(self) -> None:
        call = await memory_call(*two(2, 2))
        await heard(call, await brief_only(call, mails="work"))
        said = await heard(call, await go_to(call, mail_id("bb", "1")))
        assert "In your home mail" in said
        told, _ = await to_the_end(call)
        assert sorted(told) == [mail_id("aa", "1"), mail_id("bb", "1")], "the one before is settled by the jump, as always"

    @in_virtual_time
    async def test_what_loads_meanwhile_is_held_back_as_well(self) -> None:
        at_work, at_home = two(60, 60)
        call = await memory_call(at_work, at_home, everything=False)
        await heard(call, await brief_only(call, mails="work"))
        await load_the_rest(call)
        told, _ = await to_the_end(call)
        assert sorted(told) == sorted(at_work.unread_ids)
        assert call.tracker.held_back().elsewhere == {"bb": 60}


class TestNames:
    @pytest.mark.parametrize(
        ("labels", "said", "meant"),
        [
            (("work", "home"), "work", "work"),
            (("work", "home"), "work mail", "work"),
            (("work", "home"), "the work account", "work"),
            (("Work", "home"), "WORK inbox", "Work"),
            (("Gmail", "Gmail 2"), "gmail", "Gmail"),
            (("Gmail", "Gmail 2"), "gmail 2", "Gmail 2"),
            (("Atelier Müller", "home"), "muller", "Atelier Müller"),
            (("club one", "club two"), "club", ""),
            (("work", "home"), "school", ""),
            (("work", "home"), "museum", ""),
        ],
    )
    @in_virtual_time
    async def test_an_account_is_found_by_what_it_may_be_called(self, labels: tuple[str, str], said: str, meant: str) -> None:
        call = await memory_call(*(MemoryMailbox(f"a{place}", label=label) for place, label in enumerate(labels)))
        found = find_account(call, said)
        assert (found.label if found else "") == meant
        assert is_meant(call, Command(kind=CommandKind.ONLY_SOME, target=said), call.dialogue.understandings.of(said)) == bool(meant)

    @in_virtual_time
    async def test_all_of_them_again_means_nothing_else_only_while_one_was_chosen(self) -> None:
        call = await memory_call(*two())
        assert not is_meant(call, Command(kind=CommandKind.ALL_AGAIN), ANYTHING)
        await heard(call, await brief_only(call, mails="work"))
        assert is_meant(call, Command(kind=CommandKind.ALL_AGAIN), ANYTHING)
        assert is_meant(call, Command(kind=CommandKind.NEXT), ANYTHING)


class TestNotLoaded:
    @in_virtual_time
    async def test_mail_that_does_not_load_is_passed_over_told_once_and_comes_when_it_has_loaded(self) -> None:
        mailbox = MemoryMailbox("aa", new_mails(6, slug="aa"), label="work")
        late = mailbox.unread_ids[:3]
        mailbox.withhold(*late)
        call = await memory_call(mailbox, everything=False)
        for mail in late:
            call.tracker.jump_to(mail, at=NOON, settles=False)
        told, said = await to_the_end(call)
        assert sorted(told) == sorted(mailbox.unread_ids[3:])
        assert sum("did not load; I'll come back to" in words for words in said) == 1
        assert said[-1] == "3 briefed. Three mails did not load; they are left for next time."
        mailbox.mend()
        await load_the_rest(call)
        told, _ = await to_the_end(call)
        assert sorted(told) == sorted(late)
        assert call.tracker.is_complete()

    @in_virtual_time
    async def test_a_mail_asked_for_by_name_is_said_to_have_not_loaded_each_time(self) -> None:
        mailbox = MemoryMailbox("aa", new_mails(3, slug="aa"), label="work")
        mailbox.withhold(mail_id("aa", "2"))
        call = await memory_call(mailbox, everything=False)
        assert "One mail did not load; I'll come back to it." in await heard(call, await go_to(call, mail_id("aa", "2")))
        assert "That mail has not loaded yet." in await heard(call, await go_to(call, mail_id("aa", "2")))

    @in_virtual_time
    async def test_the_greeting_tells_of_it_and_then_nobody_else_does(self) -> None:
        mailbox = MemoryMailbox("aa", new_mails(5, slug="aa"))
        mailbox.withhold(*mailbox.unread_ids[:3])
        call, look = await call_and_look(mailbox)
        assert "Three mails did not load; I'll come back to them." in greeting(call, look, longest_s=inf).words
        await load_the_rest(call)
        assert not untold_of_accounts(call)

    @in_virtual_time
    async def test_what_stays_unread_behind_the_greeting_is_told_once_at_a_boundary(self) -> None:
        mailbox = MemoryMailbox("aa", new_mails(300, slug="aa"))
        call, look = await call_and_look(mailbox)
        assert "did not load" not in greeting(call, look, longest_s=inf).words
        mailbox.withhold(*mailbox.unread_ids[200:203])
        await load_the_rest(call)
        assert untold_of_accounts(call)
        assert tell_of_accounts(call) == "Three mails did not load; I'll come back to them."
        assert not untold_of_accounts(call)
        assert tell_of_accounts(call) == ""

    @in_virtual_time
    async def test_a_mail_that_loads_the_second_time_is_no_news(self) -> None:
        mailbox = MemoryMailbox("aa", new_mails(300, slug="aa"))
        call, _ = await call_and_look(mailbox)
        mailbox.withhold(*mailbox.unread_ids[200:203], times=1)
        await load_the_rest(call)
        assert not untold_of_accounts(call)

    @in_virtual_time
    async def test_an_account_that_does_not_answer_is_passed_over_at_once(self) -> None:
        at_work, at_home = two(100, 3)
        at_work.fail("envelopes", unavailable)
        call = await memory_call(at_work, at_home, everything=False)
        asked = at_work.asked["envelopes"]
        told, said = await to_the_end(call)
        assert sorted(told) == sorted(at_home.unread_ids)
        assert at_work.asked["envelopes"] <= asked + 1, "one mail tells enough"
        assert said[-1].endswith("100 mails did not load; they are left for next time.")

    @in_virtual_time
    async def test_mail_that_loads_after_all_was_told_is_told_of(self) -> None:
        mailbox = MemoryMailbox("aa", new_mails(3, slug="aa"))
        mailbox.withhold(mail_id("aa", "2"), times=4)
        call, _ = await call_and_look(mailbox)
        loading = asyncio.create_task(load_the_rest(call))
        told, _ = await to_the_end(call)
        assert (len(told), call.events.mail_came.is_set()) == (2, False)
        await loading
        assert call.events.mail_came.is_set()
        assert call.tracker.current() is not None

    @in_virtual_time
    async def test_a_long_load_does_not_keep_numbers_open_for_ever(self) -> None:
        mailbox = MemoryMailbox("aa", new_mails(300, slug="aa"), reads_at_once=20)
        call, look = await call_and_look(mailbox)
        call.mail.loading = not look.complete
        mailbox.delay("envelopes", 30)
        loading = asyncio.create_task(load_the_rest(call))
        await asyncio.sleep(NUMBERS_SETTLE_S - 1)
        assert call.mail.loading
        await asyncio.sleep(2)
        assert not call.mail.loading
        assert call.mail.refining
        await loading
        assert not call.mail.refining


class TestArrivals:
    @in_virtual_time
    async def test_a_mail_that_turns_out_to_be_urgent_is_announced_when_that_is_known(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(3))
        mailbox.sent_to = frozenset({FRIEND})
        mailbox.delay("written_to", 60)
        async with following(mailbox) as told:
            told.call.background.start("load the rest", load_the_rest(told.call))
            await told.says(present)
            mailbox.deliver(from_friend("new"))
            await told.nothing_happens_for(30)
            assert told.floor.said == []
            await told.nothing_happens_for(60)
            assert told.floor.said[0].startswith("An urgent mail from Anna Berg just came in")

    @in_virtual_time
    async def test_mail_of_an_account_left_for_later_waits_unless_it_is_urgent(self) -> None:
        at_work, at_home = two(3, 2)
        at_home.sent_to = frozenset({FRIEND})
        async with following(at_work, at_home) as told:
            await told.says(brief_only, mails="work")
            at_home.deliver(new_mail("quiet", slug="bb"))
            while told.call.tracker.current() is not None:
                await told.says(next_item)
            await told.nothing_happens_for(30)
            assert told.floor.said == []
            assert told.call.tracker.held_back().elsewhere == {"bb": 3}
            at_home.deliver(replace(from_friend("loud"), mail_id=mail_id("bb", "loud")))
            await told.nothing_happens_for(30)
            assert "Anna Berg" in told.floor.said[0]


@asynccontextmanager
async def following(*mailboxes: MemoryMailbox) -> AsyncIterator[Conversation]:
    """A call at its first look, whose inbox is followed."""
    call, _ = await call_and_look(*mailboxes)
    floor = GivenFloor()
    async with aclosing(call.mail.pipeline), call.background, call.records.marks:
        announce_arrivals(call, floor)
        call.background.start("say what is unasked", call.announcements.follow(floor))
        yield Conversation(call, mailboxes[0], floor)


class TestSignIn:
    @in_virtual_time
    async def test_the_greeting_says_it_once_and_the_other_account_goes_on(self) -> None:
        at_work, at_home = two(2, 2)
        at_work.fail("unread", refused)
        call, look = await call_and_look(at_work, at_home)
        said = greeting(call, look, longest_s=inf).words
        assert "Your work mail needs to be connected again." in said
        assert "cannot reach" not in said
        assert not untold_of_accounts(call)
        assert len((await to_the_end(call))[0]) == 2

    @in_virtual_time
    async def test_what_the_greeting_has_no_time_for_is_told_at_a_boundary(self) -> None:
        at_work, at_home = two(2, 2)
        at_work.fail("unread", refused)
        call, look = await call_and_look(at_work, at_home)
        assert "connected again" not in greeting(call, look, longest_s=3).words
        assert tell_of_accounts(call) == "I can no longer read your work mail; it needs to be connected again."
        assert not untold_of_accounts(call)

    @in_virtual_time
    async def test_in_the_middle_of_a_call_it_is_said_at_a_boundary_once(self) -> None:
        at_work, at_home = two(2, 2)
        call, look = await call_and_look(at_work, at_home)
        greeting(call, look)
        at_work.fail("changes", refused)
        await call.mail.inbox.look()
        assert untold_of_accounts(call)
        assert tell_of_accounts(call) == "I can no longer read your work mail; it needs to be connected again."
        await call.mail.inbox.look()
        assert not untold_of_accounts(call)

    @in_virtual_time
    async def test_an_account_that_works_again_and_fails_again_is_told_again(self) -> None:
        at_work, at_home = two(2, 2)
        call, _ = await call_and_look(at_work, at_home)
        at_work.fail("changes", refused)
        await call.mail.inbox.look()
        tell_of_accounts(call)
        at_work.mend()
        await call.mail.inbox.look()
        assert not untold_of_accounts(call)
        at_work.fail("changes", refused)
        await call.mail.inbox.look()
        assert untold_of_accounts(call)
