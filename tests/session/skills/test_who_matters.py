"""Who and what matters is the user's own: said in a call, it counts at once and in the next one; and is taken back in words too."""

from pathlib import Path

import pytest

from briefing.agenda import MailRef
from briefing.understanding.commands import CommandKind, PlainReading
from session.skills.vips import heed_anew
from tests.session.test_written_call import Written, written


@pytest.mark.parametrize(
    ("words", "kind", "target"),
    [
        ("Anna is important to me", CommandKind.ADD_VIP, "anna"),
        ("Anna Berg matters to me", CommandKind.ADD_VIP, "anna berg"),
        ("she is important to me", CommandKind.ADD_VIP, ""),
        ("Anna is not a VIP any more", CommandKind.REMOVE_VIP, "anna"),
        ("Anna isn't important to me anymore", CommandKind.REMOVE_VIP, "anna"),
        ("take Anna off my VIPs", CommandKind.REMOVE_VIP, "anna"),
        ("tell me about anything with invoice in it", CommandKind.ADD_KEYWORD, "invoice"),
        ("look out for the offsite", CommandKind.ADD_KEYWORD, "offsite"),
        ("remove invoice from my keywords", CommandKind.REMOVE_KEYWORD, "invoice"),
    ],
)
def test_who_and_what_matters_is_understood(words: str, kind: CommandKind, target: str) -> None:
    command = PlainReading(words).command
    assert command is not None
    assert (command.kind, command.target) == (kind, target)


@pytest.mark.parametrize("words", ["it is important to me", "this is a VIP", "what is important to me", "this matters to me"])
def test_what_is_no_person_is_no_vip(words: str) -> None:
    command = PlainReading(words).command
    assert command is None or command.kind is not CommandKind.ADD_VIP


@pytest.mark.parametrize("line", ["Lighthouse is important to me", "make Serif a VIP", "put Waterproofs on my VIP list"])
async def test_a_name_in_a_subject_makes_nobody_matter(tmp_path: Path, line: str) -> None:
    async with written(tmp_path) as told:
        assert "is on your VIP list" not in await told.type(line)
        assert not (await told.call.records.preferences.load(told.call.user_id)).vips
        assert "Ruth Adeyemi is on your VIP list" in await told.type("Ruth is important to me")


async def test_a_vip_made_by_voice_comes_first_in_the_next_call_until_that_is_taken_back(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        last = await last_of_a_person(told)
        name = last.sender.name or last.sender.email
        said = await told.type(f"{name} is important to me")
        assert "is on your VIP list" in said
    async with written(tmp_path) as again:
        state = again.call.tracker.state_of(last.mail_id)
        assert state is not None
        assert state.mail.important
        order = [mail.mail_id for mail in again.call.tracker.pending_mails()]
        assert last.mail_id not in order or order.index(last.mail_id) < len(order) / 3
        assert "is off your VIP list" in await again.type(f"{name} is not a VIP any more")
        assert "is not on the VIP list" in await again.type(f"{name} is not a VIP any more")
    async with written(tmp_path) as third:
        assert (await third.call.records.preferences.load("local")).vips == frozenset()


async def test_a_keyword_is_named_and_taken_back(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        assert "look out for lighthouse" in await told.type("tell me about anything with lighthouse in it")
        assert (await told.call.records.preferences.load("local")).keywords == ("lighthouse",)
        assert "no longer look out" in await told.type("remove lighthouse from my keywords")
        assert "is not among the keywords" in await told.type("remove lighthouse from my keywords")


async def last_of_a_person(told: Written) -> MailRef:
    """The last mail that is neither important nor a machine's or a list's."""
    envelopes = told.call.mail.pipeline.envelopes
    of_people = [mail for mail, envelope in envelopes.items() if not (envelope.bulk or envelope.automatic)]
    return [mail for mail in told.call.tracker.pending_mails() if not mail.important and mail.mail_id in of_people][-1]


async def test_a_vip_made_by_voice_comes_sooner_in_the_same_call_and_the_open_mail_stays(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        last, here = await last_of_a_person(told), told.current
        name = last.sender.name or last.sender.email
        before = [mail.mail_id for mail in told.call.tracker.pending_mails()].index(last.mail_id)
        await told.type(f"{name} is important to me")
        after = [mail.mail_id for mail in told.call.tracker.pending_mails()]
        assert told.current == here
        assert after.index(last.mail_id) < before / 2
        assert sorted(after) == sorted(mail.mail_id for mail in told.call.tracker.pending_mails())
        await told.type(f"{name} is not a VIP any more")
        assert [mail.mail_id for mail in told.call.tracker.pending_mails()].index(last.mail_id) == before
        assert told.current == here


async def test_a_keyword_raises_what_holds_it_in_the_same_call(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        last = await last_of_a_person(told)
        word = max(last.subject.split(), key=len).strip(".,:?!")
        await told.type(f"look out for {word}")
        state = told.call.tracker.state_of(last.mail_id)
        assert state is not None
        assert state.mail.important


async def test_what_is_changed_elsewhere_is_heeded_by_a_call_that_is_told_so(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        last = await last_of_a_person(told)
        await told.call.records.preferences.add_vip(told.call.user_id, last.sender.email)
        await heed_anew(told.call)
        state = told.call.tracker.state_of(last.mail_id)
        assert state is not None
        assert state.mail.important
