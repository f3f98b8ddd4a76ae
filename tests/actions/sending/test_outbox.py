"""The outbox on both databases: held, cancelled, sent once, and every end said."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from actions.changes.entries import ChangeOutcome
from actions.changes.journal import Journal
from actions.consent.grants import GrantRegister, GrantUsedError
from actions.sending.dispatch import ATTEMPT_OVER_AFTER
from actions.sending.draft_store import StoredDraft
from actions.sending.drafts import DraftChange, DraftLeavingError, payload_of
from actions.sending.outbox import Outbox, WrongGrantError
from actions.sending.sending_store import DraftChangedError, MessageIdUsedError, SendingStore, StoredSending
from actions.sending_states import SendingState
from briefing.mail import Address, mail_id
from providers.durable.work_lanes import LEASE
from providers.mailbox import MailboxUnavailableError, SignInNeededError
from providers.sender import Refusal, SendRefusedError, SendUnknownError
from storage.database import Database
from tests.actions.sending_desk import ACCOUNT, ANNA, MAIL, ORIGINAL, OWN, THREAD, USER, VAULT, ArrangedSender, Desk, OneAccount, granted

pytestmark = pytest.mark.slow

pytest_plugins = ["tests.servers.both_databases"]


@pytest.fixture
def desk(database: Database) -> Desk:
    return Desk(database)


async def only_row(database: Database) -> StoredSending:
    (row,) = await SendingStore(database, VAULT).of_user(USER)
    return row


class TestHolding:
    async def test_nothing_leaves_within_the_hold_and_then_it_leaves_once(self, desk: Desk) -> None:
        held = await desk.put(await desk.reply())
        assert held.leaves_at == desk.clock.now + timedelta(seconds=10)
        desk.clock.advance(9.9)
        assert await desk.run_due() == 0
        assert desk.server.taken == []
        desk.clock.advance(0.1)
        assert await desk.run_due() == 1
        assert await desk.run_due() == 0
        (mail,) = desk.server.taken
        assert (mail.to, mail.subject, mail.body, mail.from_) == ((ANNA,), "Re: Lunch", "Tuesday works.", Address(email=OWN))
        assert (mail.in_reply_to, mail.references, mail.thread) == (
            "question@example.org",
            ("root@example.org", "question@example.org"),
            "t1",
        )
        assert await desk.outcome() == (SendingState.SENT, None)

    async def test_the_hold_is_what_the_settings_say(self, desk: Desk) -> None:
        payload = payload_of(await desk.reply())
        outbox = Outbox(desk.database, VAULT, user_id=USER, now=desk.clock, register=desk.register, hold_s=30)
        assert (await outbox.put(granted(desk.register, payload), payload)).leaves_at == desk.clock.now + timedelta(seconds=30)

    async def test_stop_within_the_hold_cancels_and_the_draft_stays(self, desk: Desk) -> None:
        draft = await desk.reply()
        await desk.put(draft)
        desk.clock.advance(9)
        assert await desk.outbox.cancel()
        await desk.end()
        assert desk.server.taken == []
        assert await desk.outbox.news() == ()
        kept = await desk.drafts.current()
        assert kept is not None
        assert (kept.body, kept.draft_id) == (draft.body, draft.draft_id)
        assert kept.message_id != draft.message_id

    async def test_a_stop_that_comes_too_late_says_so(self, desk: Desk) -> None:
        held = await desk.put(await desk.reply())

        async def stop() -> None:
            assert await desk.outbox.cancel(held.sending_id) is False
            assert await desk.outbox.cancel() is False

        desk.server.during = stop
        desk.clock.advance(10)
        await desk.run_due()
        assert len(desk.server.taken) == 1
        assert await desk.outbox.cancel(held.sending_id) is False

    async def test_stop_takes_back_the_last_of_several_and_only_of_this_user(self, desk: Desk) -> None:
        first = await desk.put(await desk.drafts.new(ACCOUNT, address=OWN, to=(ANNA,), body="one"))
        desk.clock.advance(1)
        second = await desk.put(await desk.drafts.new(ACCOUNT, address=OWN, to=(ANNA,), body="two"))
        assert await Outbox(desk.database, VAULT, user_id="tim", now=desk.clock).cancel(second.sending_id) is False
        assert await Outbox(desk.database, VAULT, user_id="tim", now=desk.clock).cancel() is False
        assert await desk.outbox.cancel()
        assert [one.sending_id for one in await desk.outbox.waiting()] == [first.sending_id]
        await desk.end()
        assert [mail.body for mail in desk.server.taken] == ["one"]

    async def test_where_a_mail_is_can_be_asked_for_by_its_own_user_only(self, desk: Desk) -> None:
        (held, _) = (await desk.put(await desk.reply()), await desk.outbox.cancel())
        assert await desk.outbox.state(held.sending_id) is SendingState.CANCELLED
        assert await Outbox(desk.database, VAULT, user_id="ben", now=desk.clock).state(held.sending_id) is None

    async def test_a_mail_for_later_leaves_then_and_can_be_cancelled_until_then(self, desk: Desk) -> None:
        tomorrow = desk.clock.now + timedelta(days=1)
        held = await desk.put(await desk.reply(), send_at=tomorrow)
        assert held.leaves_at == tomorrow
        desk.clock.advance(86_399)
        assert await desk.run_due() == 0
        desk.clock.advance(1)
        assert await desk.run_due() == 1
        assert desk.server.taken[0].date == tomorrow

    @pytest.mark.parametrize("hours", [None, 2, 48])
    async def test_a_mail_for_later_leaves_once_at_the_time_agreed_to_last(self, desk: Desk, hours: int | None) -> None:
        draft, begun = await desk.reply(), desk.clock.now
        first = await desk.put(draft, send_at=begun + timedelta(days=1))
        second = await desk.put(draft, send_at=begun + timedelta(hours=hours) if hours else None)
        assert await desk.outbox.state(first.sending_id) is SendingState.CANCELLED
        assert [each.sending_id for each in await desk.outbox.waiting()] == [second.sending_id]
        desk.clock.now = second.leaves_at
        await desk.end()
        desk.clock.now = begun + timedelta(days=1)
        await desk.run_due()
        assert len(desk.server.taken) == 1
        assert await desk.drafts.all() == ()
        assert [news.sending_id for news in await desk.outbox.news()] == [second.sending_id]

    async def test_a_mail_for_later_stays_where_its_draft_says_something_else_by_now(self, desk: Desk) -> None:
        draft = await desk.reply()
        first = await desk.put(draft, send_at=desk.clock.now + timedelta(days=1))
        with pytest.raises(DraftChangedError):
            await desk.put(replace(draft, body="Something else."))
        assert [each.sending_id for each in await desk.outbox.waiting()] == [first.sending_id]

    async def test_a_mail_for_later_gives_way_to_no_trial(self, desk: Desk) -> None:
        draft = await desk.reply()
        first = await desk.put(draft, send_at=desk.clock.now + timedelta(days=1))
        trial = Outbox(desk.database, VAULT, user_id=USER, now=desk.clock, register=desk.register, dry_run=True)
        payload = payload_of(draft)
        with pytest.raises(MessageIdUsedError):
            await trial.put(granted(desk.register, payload), payload)
        assert [each.sending_id for each in await desk.outbox.waiting()] == [first.sending_id]

    async def test_a_mail_for_later_that_begins_to_leave_meanwhile_leaves_once(self, desk: Desk) -> None:
        draft = await desk.reply()
        await desk.put(draft, send_at=desk.clock.now + timedelta(days=1))

        async def send_now() -> None:
            with pytest.raises(MessageIdUsedError):
                await desk.put(draft)

        desk.server.during = send_now
        desk.clock.advance(86_400)
        await desk.end()
        assert len(desk.server.taken) == 1

    async def test_a_time_for_later_that_is_over_is_held_like_any_other(self, desk: Desk) -> None:
        held = await desk.put(await desk.reply(), send_at=desk.clock.now - timedelta(hours=1))
        assert held.leaves_at == desk.clock.now + timedelta(seconds=10)

    async def test_what_was_sent_is_erased_at_once_and_whom_it_went_to_when_it_was_told(self, desk: Desk) -> None:
        await desk.put(await desk.reply())
        await desk.end()
        assert await desk.drafts.all() == ()
        row = await only_row(desk.database)
        assert row.content is None
        assert (row.about or "").startswith("sealed:")
        (news,) = await desk.outbox.news()
        assert news.to == ("anna@example.org",)
        await desk.outbox.told([news.sending_id])
        assert await desk.outbox.news() == ()
        assert (await only_row(desk.database)).about is None

    async def test_what_was_told_a_month_ago_is_forgotten(self, desk: Desk) -> None:
        await desk.put(await desk.reply())
        await desk.end()
        await desk.outbox.told([(await only_row(desk.database)).sending_id])
        desk.clock.advance(31 * 86_400)
        held = await desk.put(await desk.reply("Wednesday."))
        assert (await only_row(desk.database)).sending_id == held.sending_id


class TestGrants:
    async def test_a_grant_puts_one_mail_in(self, desk: Desk) -> None:
        payload = payload_of(await desk.reply())
        grant = granted(desk.register, payload)
        await desk.outbox.put(grant, payload)
        with pytest.raises(GrantUsedError):
            await desk.outbox.put(grant, payload)
        await desk.end()
        assert len(desk.server.taken) == 1

    async def test_a_second_yes_to_the_same_mail_does_not_send_it_twice(self, desk: Desk) -> None:
        payload = payload_of(await desk.reply())
        await desk.outbox.put(granted(desk.register, payload), payload)
        with pytest.raises(MessageIdUsedError):
            await desk.outbox.put(granted(desk.register, payload), payload)
        await desk.end()
        assert len(desk.server.taken) == 1

    async def test_a_grant_for_another_payload_or_action_buys_nothing(self, desk: Desk) -> None:
        payload = payload_of(await desk.reply())
        other = replace(payload, to=(Address(email="eve@example.net"),))
        later = replace(payload, send_at=desk.clock.now + timedelta(days=1))
        for asked, given in ((other, payload), (payload, other), (later, payload), (payload, later)):
            with pytest.raises(WrongGrantError):
                await desk.outbox.put(granted(desk.register, given), asked)
        assert await desk.outbox.waiting() == ()

    async def test_a_grant_of_another_register_buys_nothing(self, desk: Desk) -> None:
        payload = payload_of(await desk.reply())
        with pytest.raises(GrantUsedError):
            await desk.outbox.put(granted(GrantRegister(), payload), payload)
        with pytest.raises(GrantUsedError):
            await Outbox(desk.database, VAULT, user_id=USER, now=desk.clock).put(granted(desk.register, payload), payload)

    async def test_what_the_draft_does_not_say_any_more_is_not_sent(self, desk: Desk) -> None:
        draft = await desk.reply()
        payload = payload_of(draft)
        await desk.drafts.change(draft.draft_id, draft.version, DraftChange(body="Never."), by_hand=True)
        with pytest.raises(DraftChangedError):
            await desk.outbox.put(granted(desk.register, payload), payload)
        current = await desk.drafts.current()
        assert current is not None
        swapped = replace(payload_of(current), body="Tuesday works.")
        with pytest.raises(DraftChangedError):
            await desk.outbox.put(granted(desk.register, swapped), swapped)
        assert await desk.outbox.waiting() == ()

    async def test_a_change_by_hand_during_the_hold_takes_the_mail_back(self, desk: Desk) -> None:
        draft = await desk.reply()
        await desk.put(draft)
        await desk.drafts.change(draft.draft_id, draft.version, DraftChange(body="Never."), by_hand=True)
        await desk.end()
        assert desk.server.taken == []
        assert await desk.outbox.waiting() == ()

    async def test_a_change_while_it_leaves_is_refused(self, desk: Desk) -> None:
        draft = await desk.reply()
        await desk.put(draft)

        async def change() -> None:
            with pytest.raises(DraftLeavingError):
                await desk.drafts.change(draft.draft_id, draft.version, DraftChange(body="Never."))
            with pytest.raises(DraftLeavingError):
                await desk.drafts.discard(draft.draft_id)

        desk.server.during = change
        await desk.end()
        assert [mail.body for mail in desk.server.taken] == ["Tuesday works."]

    async def test_the_journal_says_on_whose_words_and_by_which_id_it_can_be_called_back(self, desk: Desk) -> None:
        journal = Journal(desk.database)
        outbox = Outbox(desk.database, VAULT, user_id=USER, now=desk.clock, register=desk.register, journal=journal, call_id="call-1")
        payload = payload_of(await desk.reply())
        grant = granted(desk.register, payload)
        held = await outbox.put(grant, payload)
        (entry,) = await journal.entries(USER)
        assert (entry.action, entry.outcome, entry.mail_id) == (grant.action, ChangeOutcome.DONE, mail_id(ACCOUNT, held.sending_id))
        assert (entry.digest, entry.words_hash, entry.rule, entry.call_id) == (grant.digest, grant.words_hash, grant.rule, "call-1")
        row = await only_row(desk.database)
        assert (row.digest, row.words_hash, row.rule) == (grant.digest, grant.words_hash, grant.rule)


class TestEnds:
    async def test_a_refusal_is_said_with_its_reason_and_never_tried_again(self, desk: Desk) -> None:
        desk.server.fails = SendRefusedError(Refusal.ADDRESS)
        await desk.put(await desk.reply())
        await desk.end()
        desk.server.fails = None
        await desk.end()
        assert desk.server.taken == []
        assert await desk.outcome() == (SendingState.NOT_SENT, Refusal.ADDRESS)
        kept = await desk.drafts.current()
        assert kept is not None
        await desk.outbox.told([news.sending_id for news in await desk.outbox.news()])
        await desk.put(kept)  # another yes buys another attempt
        await desk.end()
        assert len(desk.server.taken) == 1

    async def test_an_unclear_end_is_looked_for_and_found(self, desk: Desk) -> None:
        desk.server.takes_and_fails = SendUnknownError("?")
        await desk.put(await desk.reply())
        await desk.end()
        assert len(desk.server.taken) == 1
        assert await desk.outcome() == (SendingState.SENT, None)

    @pytest.mark.parametrize("taken", [False, True])
    async def test_an_unclear_end_that_is_not_found_is_unknown_and_never_tried_again(self, desk: Desk, taken: bool) -> None:
        if taken:
            desk.server.takes_and_fails = desk.server.looking_fails = SendUnknownError("?")
            desk.server.looking_fails = MailboxUnavailableError("away")
        else:
            desk.server.fails = SendUnknownError("?")
        await desk.put(await desk.reply())
        await desk.end()
        assert len(desk.server.taken) == taken
        assert await desk.outcome() == (SendingState.UNKNOWN, None)
        desk.server.fails = desk.server.takes_and_fails = None
        await desk.end()
        assert len(desk.server.taken) == taken

    async def test_a_mailbox_that_is_away_while_looking_is_looked_at_again(self, desk: Desk) -> None:
        desk.server.takes_and_fails = SendUnknownError("?")
        desk.server.looking_fails = MailboxUnavailableError("away")
        await desk.put(await desk.reply())
        desk.clock.advance(10)
        await desk.run_due()
        assert [one.state for one in await desk.outbox.waiting()] == [SendingState.SENDING]
        desk.server.looking_fails = None
        desk.clock.advance(31)
        await desk.run_due()
        assert await desk.outcome() == (SendingState.SENT, None)

    async def test_a_server_that_is_away_is_waited_for_as_long_as_it_is_held(self, desk: Desk) -> None:
        desk.server.not_ready = MailboxUnavailableError("away")
        await desk.put(await desk.reply())
        desk.clock.advance(10)
        await desk.run_due()
        assert [one.state for one in await desk.outbox.waiting()] == [SendingState.HELD]
        desk.server.not_ready = None
        desk.clock.advance(11)
        await desk.run_due()
        assert await desk.outcome() == (SendingState.SENT, None)

    async def test_a_server_that_stays_away_means_not_sent(self, desk: Desk) -> None:
        desk.server.not_ready = MailboxUnavailableError("away")
        await desk.put(await desk.reply())
        await desk.end()
        assert await desk.outcome() == (SendingState.NOT_SENT, Refusal.UNAVAILABLE)
        assert desk.clock.now < desk.clock.now.replace(hour=9, minute=20)

    @pytest.mark.parametrize("later", [timedelta(0), timedelta(days=1)])
    async def test_a_mail_that_nobody_was_there_to_send_does_not_leave_unasked_long_after(self, desk: Desk, later: timedelta) -> None:
        held = await desk.put(await desk.reply(), send_at=desk.clock.now + later)
        desk.clock.now = held.leaves_at + timedelta(minutes=10)
        await desk.run_due()
        assert await desk.outcome() == (SendingState.NOT_SENT, Refusal.LATE)
        assert desk.server.taken == []
        assert await desk.drafts.current() is not None

    @pytest.mark.parametrize("later", [timedelta(0), timedelta(days=1)])
    async def test_a_mail_that_is_a_little_late_still_leaves(self, desk: Desk, later: timedelta) -> None:
        held = await desk.put(await desk.reply(), send_at=desk.clock.now + later)
        desk.clock.now = held.leaves_at + timedelta(minutes=9)
        await desk.run_due()
        assert await desk.outcome() == (SendingState.SENT, None)

    async def test_a_mail_that_waits_for_its_server_is_late_when_nobody_looks_any_more(self, desk: Desk) -> None:
        desk.server.not_ready = MailboxUnavailableError("away")
        held = await desk.put(await desk.reply())
        desk.clock.now = held.leaves_at + timedelta(minutes=9)
        await desk.run_due()
        desk.server.not_ready = None
        desk.clock.advance(60 * 9)
        await desk.run_due()
        assert await desk.outcome() == (SendingState.SENT, None)
        await desk.put(await desk.reply())
        desk.server.not_ready = MailboxUnavailableError("away")
        desk.clock.advance(10)
        await desk.run_due()
        desk.server.not_ready = None
        desk.clock.advance(86_400)
        await desk.run_due()
        assert [(news.state, news.refusal) for news in await desk.outbox.news()][1:] == [(SendingState.NOT_SENT, Refusal.LATE)]

    async def test_a_mail_that_waits_for_its_server_can_be_cancelled(self, desk: Desk) -> None:
        desk.server.not_ready = MailboxUnavailableError("away")
        await desk.put(await desk.reply())
        desk.clock.advance(10)
        await desk.run_due()
        assert await desk.outbox.cancel()
        desk.server.not_ready = None
        await desk.end()
        assert desk.server.taken == []

    async def test_a_sign_in_that_is_not_accepted_is_said_at_once(self, desk: Desk) -> None:
        desk.server.not_ready = SignInNeededError("again")
        await desk.put(await desk.reply())
        desk.clock.advance(10)
        await desk.run_due()
        assert await desk.outcome() == (SendingState.NOT_SENT, Refusal.SIGN_IN)

    async def test_an_account_that_cannot_send_is_said(self, desk: Desk) -> None:
        await desk.put(await desk.drafts.new("elsewhere", address=OWN, to=(ANNA,)))
        await desk.end()
        assert await desk.outcome() == (SendingState.NOT_SENT, Refusal.NO_ACCOUNT)

    async def test_a_mail_is_forwarded_with_all_that_is_attached_to_it(self, desk: Desk) -> None:
        original = replace(ORIGINAL, attachments=("plan.pdf",))
        desk.server.originals[MAIL] = b"Subject: Lunch\n\nTuesday?\n"
        draft = await desk.drafts.forward(MAIL, THREAD, original, address=OWN, to=(ANNA,), body="See below.")
        assert payload_of(draft).attachments == ("Lunch.eml",)
        await desk.put(draft)
        await desk.end()
        (mail,) = desk.server.taken
        assert [(each.name, each.content) for each in mail.attachments] == [("Lunch.eml", desk.server.originals[MAIL])]
        assert (mail.thread, mail.in_reply_to, mail.subject) == ("", "", "Fwd: Lunch")
        assert mail.body.startswith("See below.\n\n---------- Forwarded message")

    async def test_a_mail_to_forward_that_is_gone_is_said(self, desk: Desk) -> None:
        original = replace(ORIGINAL, attachments=("plan.pdf",))
        await desk.put(await desk.drafts.forward(MAIL, THREAD, original, address=OWN, to=(ANNA,)))
        await desk.end()
        assert await desk.outcome() == (SendingState.NOT_SENT, Refusal.ORIGINAL_GONE)

    async def test_content_that_cannot_be_read_is_not_sent_and_keeps_no_other_mail_from_leaving(self, desk: Desk) -> None:
        await desk.put(await desk.reply())
        async with desk.database.session() as session:
            (await session.get_one(StoredSending, (await only_row(desk.database)).sending_id)).content = "{"
        desk.clock.advance(1)
        await desk.put(await desk.drafts.new(ACCOUNT, address=OWN, to=(ANNA,), body="two"))
        await desk.end()
        assert [mail.body for mail in desk.server.taken] == ["two"]
        assert sorted(news.state.value for news in await desk.outbox.news()) == ["not_sent", "sent"]


class TestSeveralProcesses:
    async def test_of_two_that_look_at_once_one_sends(self, desk: Desk) -> None:
        await desk.put(await desk.reply())
        desk.clock.advance(10)
        handled = await asyncio.gather(*(desk.run_due() for _ in range(5)))
        assert (sum(handled), len(desk.server.taken)) == (1, 1)

    async def test_who_was_too_slow_to_let_it_leave_does_not(self, desk: Desk) -> None:
        """The first one is held up between preparing and leaving for so long that another one has taken over."""
        slow, quick = ArrangedSender(), ArrangedSender()

        class Stopped(OneAccount):
            async def overtaken(self) -> None:
                desk.clock.advance(31)
                await desk.looking(OneAccount(quick)).work_due()

        stopped = Stopped(slow)

        async def ready() -> None:
            await stopped.overtaken()

        slow.ready = ready  # type: ignore[method-assign]
        await desk.put(await desk.reply())
        desk.clock.advance(10)
        await desk.looking(stopped).work_due()
        assert (len(slow.taken), len(quick.taken)) == (0, 1)
        assert await desk.outcome() == (SendingState.SENT, None)

    @pytest.mark.parametrize("is_shown", [True, False])
    async def test_of_who_stalls_while_it_sends_another_looks_for_the_mail_and_what_the_first_says_then_changes_nothing(
        self, desk: Desk, is_shown: bool
    ) -> None:
        draft, second = await desk.reply(), ArrangedSender()
        found = mail_id(ACCOUNT, "found")
        second.shown = {draft.message_id: found} if is_shown else {}
        told: list[tuple[SendingState, object]] = []

        async def stall() -> None:
            desk.clock.now += LEASE
            assert await desk.looking(OneAccount(second)).work_due() == 0, "its attempt may still be under way"
            desk.clock.now += ATTEMPT_OVER_AFTER
            assert await desk.looking(OneAccount(second)).work_due() == 1
            told.extend((news.state, news.sent_as) for news in await desk.outbox.news())

        desk.server.during = stall
        await desk.put(draft)
        desk.clock.advance(10)
        await desk.run_due()  # which goes on to send, and to say so
        assert (len(desk.server.taken), second.taken) == (1, [])
        assert told == [(SendingState.SENT, found) if is_shown else (SendingState.UNKNOWN, None)]
        await desk.end()
        assert [(news.state, news.sent_as) for news in await desk.outbox.news()] == told
        assert (len(desk.server.taken), second.taken) == (1, [])

    async def test_nobody_sends_again_what_another_is_sending(self, desk: Desk) -> None:
        await desk.put(await desk.reply())
        second = ArrangedSender()

        async def meanwhile() -> None:
            desk.clock.advance(60)
            assert await desk.looking(OneAccount(second)).work_due() == 0

        desk.server.during = meanwhile
        desk.clock.advance(10)
        await desk.run_due()
        assert (len(desk.server.taken), second.taken) == (1, [])

    async def test_one_user_can_be_looked_after_alone(self, desk: Desk) -> None:
        await desk.put(await desk.reply())
        desk.clock.advance(10)
        assert await Outbox(desk.database, VAULT, user_id="tim", now=desk.clock).clock(desk.senders).work_due() == 0
        assert await desk.outbox.clock(desk.senders).work_due() == 1


async def test_forgetting_a_user_forgets_what_is_written_and_what_is_held(desk: Desk) -> None:
    await desk.put(await desk.reply())
    other = Desk(desk.database, user="tim")
    await other.put(await other.reply())
    assert await SendingStore(desk.database, VAULT).forget(USER) == 1
    assert await desk.database.forget(StoredDraft, USER) == 1
    await desk.end()
    assert desk.server.taken == []
    assert await desk.drafts.all() == ()
    assert len(await other.outbox.waiting()) == len(await other.drafts.all()) == 1
