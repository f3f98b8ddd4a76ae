"""What every `BriefedEmailStore` promises. A test class for each store inherits this and brings its own `ledger` fixture."""

from datetime import UTC, datetime, timedelta

import pytest

from briefing.mail import REMEMBERED_FOR, MailId, MailStatus, Mark
from briefing.mail_action import ON_MAILS, MailAction
from inbox.ledger.briefed_emails import BriefedEmailStore

NOW = datetime(2026, 3, 2, 0, 30, tzinfo=UTC)
"""Shortly after midnight, so that an hour earlier is another day."""

USER = "anna"
MINUTE = timedelta(minutes=1)
ODD_USERS = ("anna", "anna}", "{anna}", "anna:about", "an na", "änna", "", "anna%7D", "..")
ODD_MAILS = ("work:a:b:c", "work:ünï cødé", "work:{1}", "work:" + "x" * 300, "work:1,2;3'4\"5", "work:")


def mark(mail: str = "work:1", status: MailStatus = MailStatus.BRIEFED, at: datetime = NOW, action: MailAction | None = None) -> Mark:
    return Mark(mail_id=MailId(mail), status=status, at=at, action=action)


def withdrawn(mail: str = "work:1", at: datetime = NOW) -> Mark:
    return mark(mail, MailStatus.PENDING, at)


async def known(ledger: BriefedEmailStore, *mails: str, now: datetime = NOW, user: str = USER) -> dict[MailId, Mark]:
    """What both ways of reading say about those mails, which must be the same."""
    asked = [MailId(mail) for mail in mails or ("work:1",)]
    recalled = dict((await ledger.recall(user, asked, now=now)).marks)
    records = await ledger.records(user, now=now)
    assert recalled == {mail: record for mail, record in records.items() if mail in asked}
    return recalled


class LedgerContract:
    async def test_nothing_is_known_of_a_new_user(self, ledger: BriefedEmailStore) -> None:
        recall = await ledger.recall(USER, [MailId("work:1")], now=NOW)
        assert (dict(recall.marks), recall.last_briefed_at, recall.partial) == ({}, None, False)
        assert await ledger.records(USER, now=NOW) == {}

    @pytest.mark.parametrize("status", [MailStatus.BRIEFED, MailStatus.ACTIONED, MailStatus.SKIPPED])
    async def test_status_action_and_minute_stay_readable(self, ledger: BriefedEmailStore, status: MailStatus) -> None:
        marks = [mark(f"work:{action}", status, NOW, action) for action in (None, *ON_MAILS)]
        await ledger.mark(USER, marks)
        assert await ledger.records(USER, now=NOW) == {one.mail_id: one for one in marks}

    async def test_seconds_are_dropped(self, ledger: BriefedEmailStore) -> None:
        await ledger.mark(USER, [mark(at=NOW.replace(second=59, microsecond=999_999))])
        assert (await known(ledger, now=NOW + MINUTE))[MailId("work:1")].at == NOW

    async def test_a_time_without_a_zone_is_refused(self, ledger: BriefedEmailStore) -> None:
        with pytest.raises(ValueError, match="time zone"):
            await ledger.mark(USER, [mark(at=NOW.replace(tzinfo=None))])

    async def test_only_candidates_are_recalled(self, ledger: BriefedEmailStore) -> None:
        await ledger.mark(USER, [mark("work:1"), mark("work:2")])
        recall = await ledger.recall(USER, [MailId("work:2"), MailId("work:3")], now=NOW)
        assert set(recall.marks) == {"work:2"}

    async def test_without_candidates_the_last_briefing_is_still_told(self, ledger: BriefedEmailStore) -> None:
        await ledger.mark(USER, [mark()])
        recall = await ledger.recall(USER, [], now=NOW)
        assert (dict(recall.marks), recall.last_briefed_at) == ({}, NOW)

    async def test_nothing_to_mark_changes_nothing(self, ledger: BriefedEmailStore) -> None:
        await ledger.mark(USER, [])
        assert (await ledger.recall(USER, [], now=NOW)).last_briefed_at is None

    async def test_long_lists_are_answered_like_short_ones(self, ledger: BriefedEmailStore) -> None:
        stored = [mark(f"work:{n}", at=NOW - timedelta(hours=n % 160)) for n in range(3_000)]
        await ledger.mark(USER, stored)
        for asked in (400, 700, 6_000):
            recall = await ledger.recall(USER, [MailId(f"work:{n}") for n in range(0, 2 * asked, 2)], now=NOW)
            assert recall.marks == {one.mail_id: one for one in stored[: 2 * asked : 2]}

    async def test_each_mark_expires_seven_days_after_its_own_minute(self, ledger: BriefedEmailStore) -> None:
        early, late = mark("work:1", at=NOW), mark("work:2", at=NOW + MINUTE)
        await ledger.mark(USER, [early, late])
        end = NOW + REMEMBERED_FOR
        assert set(await known(ledger, "work:1", "work:2", now=end - timedelta(microseconds=1))) == {"work:1", "work:2"}
        assert set(await known(ledger, "work:1", "work:2", now=end)) == {"work:2"}
        assert set(await known(ledger, "work:1", "work:2", now=end + MINUTE)) == set()

    async def test_a_later_mark_does_not_prolong_others(self, ledger: BriefedEmailStore) -> None:
        await ledger.mark(USER, [mark("work:1", at=NOW)])
        await ledger.mark(USER, [mark("work:2", at=NOW + REMEMBERED_FOR - MINUTE)])
        assert set(await known(ledger, "work:1", "work:2", now=NOW + REMEMBERED_FOR)) == {"work:2"}

    @pytest.mark.parametrize("earlier", [MINUTE, timedelta(hours=1), timedelta(days=3)])
    async def test_newest_mark_counts_in_whatever_order_they_come(self, ledger: BriefedEmailStore, earlier: timedelta) -> None:
        old, new = mark(at=NOW - earlier), mark(status=MailStatus.ACTIONED, action=MailAction.ARCHIVE)
        await ledger.mark(USER, [old])
        await ledger.mark(USER, [new])
        assert await known(ledger) == {"work:1": new}
        await ledger.mark(USER, [old])
        assert await known(ledger) == {"work:1": new}

    async def test_within_a_minute_the_mark_stored_later_counts(self, ledger: BriefedEmailStore) -> None:
        briefed, skipped = mark(), mark(status=MailStatus.SKIPPED)
        await ledger.mark(USER, [briefed])
        await ledger.mark(USER, [skipped])
        assert await known(ledger) == {"work:1": skipped}

    async def test_a_batch_is_read_in_order(self, ledger: BriefedEmailStore) -> None:
        first, last = mark(status=MailStatus.SKIPPED), mark()
        await ledger.mark(USER, [first, mark("work:2"), withdrawn("work:2"), last])
        assert await known(ledger, "work:1", "work:2") == {"work:1": last}

    async def test_the_same_mark_again_changes_nothing(self, ledger: BriefedEmailStore) -> None:
        for _ in range(2):
            await ledger.mark(USER, [mark()])
        assert await known(ledger) == {"work:1": mark()}
        assert await ledger.forget(USER) == 1

    @pytest.mark.parametrize("earlier", [timedelta(), MINUTE, timedelta(hours=1), timedelta(days=3)])
    async def test_a_withdrawn_mail_is_unknown(self, ledger: BriefedEmailStore, earlier: timedelta) -> None:
        await ledger.mark(USER, [mark(at=NOW - timedelta(days=5)), mark(at=NOW - earlier)])
        await ledger.mark(USER, [withdrawn()])
        assert await known(ledger) == {}

    async def test_a_late_mark_does_not_undo_a_withdrawal(self, ledger: BriefedEmailStore) -> None:
        await ledger.mark(USER, [withdrawn()])
        await ledger.mark(USER, [mark(at=NOW - MINUTE), mark(at=NOW - timedelta(hours=1))])
        assert await known(ledger) == {}

    async def test_a_late_withdrawal_does_not_undo_a_mark(self, ledger: BriefedEmailStore) -> None:
        await ledger.mark(USER, [mark()])
        await ledger.mark(USER, [withdrawn(at=NOW - MINUTE), withdrawn(at=NOW - timedelta(hours=1))])
        assert await known(ledger) == {"work:1": mark()}

    async def test_a_withdrawn_mail_can_be_marked_again(self, ledger: BriefedEmailStore) -> None:
        await ledger.mark(USER, [mark()])
        await ledger.mark(USER, [withdrawn()])
        await ledger.mark(USER, [mark(status=MailStatus.SKIPPED)])
        assert await known(ledger) == {"work:1": mark(status=MailStatus.SKIPPED)}

    async def test_last_briefing_is_the_newest_mark_and_never_expires(self, ledger: BriefedEmailStore) -> None:
        await ledger.mark(USER, [mark("work:1", at=NOW - timedelta(days=1)), mark("work:2", MailStatus.SKIPPED, NOW)])
        await ledger.mark(USER, [mark("work:3", at=NOW - MINUTE)])
        await ledger.mark(USER, [withdrawn("work:2", NOW + MINUTE)])
        recall = await ledger.recall(USER, [MailId("work:1")], now=NOW + timedelta(days=100))
        assert (dict(recall.marks), recall.last_briefed_at) == ({}, NOW)

    async def test_users_never_see_each_other(self, ledger: BriefedEmailStore) -> None:
        for number, user in enumerate(ODD_USERS):
            await ledger.mark(user, [mark(f"work:{number}")])
        for number, user in enumerate(ODD_USERS):
            assert set(await ledger.records(user, now=NOW)) == {f"work:{number}"}
        assert await ledger.forget(ODD_USERS[0]) == 1
        assert [len(await ledger.records(user, now=NOW)) for user in ODD_USERS] == [0] + [1] * (len(ODD_USERS) - 1)

    async def test_any_provider_id_is_kept_as_it_is(self, ledger: BriefedEmailStore) -> None:
        await ledger.mark(USER, [mark(mail) for mail in ODD_MAILS])
        assert set(await known(ledger, *ODD_MAILS)) == set(ODD_MAILS)

    async def test_forget_deletes_everything_about_the_user(self, ledger: BriefedEmailStore) -> None:
        await ledger.mark(USER, [mark("work:1", at=NOW - timedelta(days=6)), mark("work:2"), mark("work:3"), withdrawn("work:3")])
        await ledger.mark("ben", [mark("work:1")])
        assert await ledger.forget(USER) == 2
        recall = await ledger.recall(USER, [MailId("work:1"), MailId("work:2")], now=NOW)
        assert (dict(recall.marks), recall.last_briefed_at) == ({}, None)
        assert await ledger.forget(USER) == 0
        assert set(await ledger.records("ben", now=NOW)) == {"work:1"}
