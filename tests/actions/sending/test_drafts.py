"""Drafts on both databases: one for each people answered in a thread, and nothing that somebody wrote is ever lost to an older text."""

import asyncio
from dataclasses import replace

import pytest

from actions.consent.payloads import digest
from actions.sending.draft_store import DraftKind
from actions.sending.drafts import DraftChange, StaleDraftError, payload_of
from briefing.mail import Address, ThreadId
from storage.database import Database
from tests.actions.sending_desk import ACCOUNT, ANNA, MAIL, ORIGINAL, OWN, THREAD, Desk

pytest_plugins = ["tests.servers.both_databases"]

BOB = Address(email="bob@example.org")


@pytest.fixture
def desk(database: Database) -> Desk:
    return Desk(database)


async def test_a_thread_has_one_draft_to_the_same_people_whoever_opens_it_again(desk: Desk) -> None:
    draft = await desk.reply("Tuesday works.")
    assert (draft.kind, draft.to, draft.subject, draft.body, draft.version) == (DraftKind.REPLY, (ANNA,), "Re: Lunch", "Tuesday works.", 1)
    assert (draft.account, draft.thread, draft.replies_to, draft.in_reply_to) == (ACCOUNT, THREAD, MAIL, ORIGINAL.message_id)
    assert draft.message_id.endswith("@example.com")
    again = await desk.reply("Something else.")
    assert again == draft
    assert await desk.drafts.all() == (draft,)


async def test_a_forward_and_a_reply_to_somebody_else_of_the_thread_stand_beside_it(desk: Desk) -> None:
    draft = await desk.reply("Tuesday works.")
    forward = await desk.drafts.forward(MAIL, THREAD, ORIGINAL, address=OWN, to=(BOB,))
    assert await desk.drafts.forward(MAIL, THREAD, ORIGINAL, address=OWN, to=(BOB,)) == forward
    to_anna = await desk.drafts.forward(MAIL, THREAD, ORIGINAL, address=OWN, to=(ANNA,))
    to_bob = await desk.drafts.reply(MAIL, THREAD, replace(ORIGINAL, sender=BOB), address=OWN, body="Not for Anna.")
    assert (to_bob.to, to_bob.body) == ((BOB,), "Not for Anna.")
    assert {each.draft_id for each in await desk.drafts.all()} == {each.draft_id for each in (draft, forward, to_anna, to_bob)}
    changed = await desk.drafts.change(to_bob.draft_id, 1, DraftChange(body="For Bob alone."))
    assert await desk.drafts.reply(MAIL, THREAD, replace(ORIGINAL, sender=BOB), address=OWN) == changed
    assert await desk.reply() == draft


async def test_a_draft_that_was_thrown_away_comes_back_beside_one_that_was_begun_since(desk: Desk) -> None:
    draft = await desk.reply("Tuesday works.")
    await desk.drafts.discard(draft.draft_id)
    since = await desk.reply("Friday is better.")
    back = await desk.drafts.restore(draft)
    assert {each.body for each in await desk.drafts.all()} == {"Tuesday works.", "Friday is better."}
    assert back.draft_id != since.draft_id


async def test_two_channels_that_open_it_at_once_get_the_same(desk: Desk) -> None:
    drafts = await asyncio.gather(*(desk.reply(f"{number}") for number in range(5)))
    assert len({draft.draft_id for draft in drafts}) == 1


async def test_other_threads_users_and_new_mails_have_their_own(desk: Desk) -> None:
    tim = Desk(desk.database, user="tim")
    ours, theirs = await desk.reply(), await tim.reply()
    other = await desk.drafts.reply(MAIL, ThreadId(f"{ACCOUNT}:t2"), ORIGINAL, address=OWN)
    first, second = [await desk.drafts.new(ACCOUNT, address=OWN) for _ in range(2)]
    assert len({each.draft_id for each in (ours, theirs, other, first, second)}) == 5
    assert await tim.drafts.get(ours.draft_id) is None
    assert await tim.drafts.discard(ours.draft_id) is False
    with pytest.raises(StaleDraftError):
        await tim.drafts.change(ours.draft_id, 1, DraftChange(body="x"))


async def test_a_change_makes_another_version_and_another_mail(desk: Desk) -> None:
    draft = await desk.reply()
    changed = await desk.drafts.change(draft.draft_id, 1, DraftChange(body="Wednesday.", cc=(BOB,)))
    assert (changed.body, changed.cc, changed.to, changed.version, changed.edited_by_hand) == ("Wednesday.", (BOB,), (ANNA,), 2, False)
    assert changed.message_id != draft.message_id
    assert await desk.drafts.get(draft.draft_id) == changed
    emptied = await desk.drafts.change(draft.draft_id, 2, DraftChange(body="", cc=()))
    assert (emptied.body, emptied.cc) == ("", ())


async def test_what_was_typed_meanwhile_is_never_overwritten(desk: Desk) -> None:
    draft = await desk.reply()
    typed = await desk.drafts.change(draft.draft_id, draft.version, DraftChange(body="My own words."), by_hand=True)
    with pytest.raises(StaleDraftError):
        await desk.drafts.change(draft.draft_id, draft.version, DraftChange(body="A model's, which took a while."))
    with pytest.raises(StaleDraftError):
        await desk.drafts.discard(draft.draft_id, draft.version)
    assert await desk.drafts.get(draft.draft_id) == typed
    assert await desk.reply("Begun anew.") == typed
    assert typed.edited_by_hand
    later = await desk.drafts.change(typed.draft_id, typed.version, DraftChange(subject="Lunch!"))
    assert later.edited_by_hand


async def test_of_two_changes_of_one_version_one_counts(desk: Desk) -> None:
    draft = await desk.reply()
    ends = await asyncio.gather(
        *(desk.drafts.change(draft.draft_id, 1, DraftChange(body=f"{number}")) for number in range(5)), return_exceptions=True
    )
    assert sum(isinstance(end, StaleDraftError) for end in ends) == 4
    current = await desk.drafts.current()
    assert current is not None
    assert current.version == 2


async def test_a_draft_that_was_thrown_away_is_gone_and_the_thread_is_free(desk: Desk) -> None:
    draft = await desk.reply()
    assert await desk.drafts.discard(draft.draft_id, draft.version)
    assert await desk.drafts.discard(draft.draft_id) is False
    assert await desk.drafts.current() is None
    assert (await desk.reply("New.")).body == "New."


async def test_throwing_it_away_takes_back_what_is_held(desk: Desk) -> None:
    draft = await desk.reply()
    await desk.put(draft)
    assert await desk.drafts.discard(draft.draft_id)
    await desk.end()
    assert desk.server.taken == []


async def test_the_one_that_was_changed_last_is_the_current_one(desk: Desk) -> None:
    first = await desk.reply()
    desk.clock.advance(1)
    second = await desk.drafts.new(ACCOUNT, address=OWN, to=(BOB,), subject="Hi", body="Hello")
    assert await desk.drafts.current() == second
    desk.clock.advance(1)
    changed = await desk.drafts.change(first.draft_id, 1, DraftChange(body="x"), by_hand=True)
    assert await desk.drafts.current() == changed


async def test_every_version_is_a_payload_of_its_own(desk: Desk) -> None:
    draft = await desk.reply()
    digests = {digest(payload_of(draft))}
    for version, change in enumerate((DraftChange(body="a"), DraftChange(body="Tuesday works."), DraftChange(to=(BOB,))), start=1):
        draft = await desk.drafts.change(draft.draft_id, version, change)
        digests.add(digest(payload_of(draft)))
    assert len(digests) == 4


async def test_a_reply_to_all_leaves_the_own_addresses_out(desk: Desk) -> None:
    original = replace(ORIGINAL, to=(Address(email=OWN), BOB))
    draft = await desk.drafts.reply(MAIL, THREAD, original, address=OWN, everyone=True)
    assert (draft.kind, draft.to) == (DraftKind.REPLY_ALL, (ANNA, BOB))


async def test_a_forward_quotes_the_mail_and_encloses_it_only_for_its_attachments(desk: Desk) -> None:
    draft = await desk.drafts.forward(MAIL, THREAD, ORIGINAL, address=OWN, to=(BOB,))
    assert (draft.body, draft.quote_edited) == ("", False)
    assert draft.text == "---------- Forwarded message ---------\nFrom: Anna Keller <anna@example.org>\nSubject: Lunch\n\nTuesday?"
    assert (draft.file_name, draft.in_reply_to, draft.references) == ("", "", ())
    assert payload_of(draft).attachments == ()
