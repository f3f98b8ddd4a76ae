"""Gmail keeps the mailbox contract over a model of its documented rules, and asks no more than its quota lets a caller wait for."""

import asyncio

import pytest

from briefing.mail import MailId, mail_id, provider_id_of
from inbox.unified import CALL_TIMEOUT_S, UnifiedInbox
from providers.gmail.mailbox import MOST_QUERY, READS_AT_ONCE, SENT_GRACE_S
from providers.gmail.sent import FAILED_S
from providers.mailbox import IdSet, MailboxUnavailableError, MailGoneError
from providers.mailbox_writing import Change, ChangeKind, ChangeNotConfirmedError, ChangeRefusedError
from providers.resilience.priority import Priority
from tests.inbox.virtual_clock import in_virtual_time, now
from tests.providers.gmail.doubles.arranged_model import WORK, ArrangedGmailModel
from tests.providers.gmail.doubles.model import ARRIVED, Failure, GmailModel
from tests.providers.mailbox_contract import MailboxContract, Standing, all_unread
from tests.providers.messages import OWN_ADDRESS, message

pytestmark = pytest.mark.slow

TAKES_S = 0.08
MOST_UNITS = 450


@pytest.fixture
def arranged() -> ArrangedGmailModel:
    return ArrangedGmailModel()


class TestGmailContract(MailboxContract):
    """The suite over the model."""


async def first_mail(gmail: ArrangedGmailModel) -> None:
    """What a caller waits for until the first mail can be read out, asked as the pipeline asks it, but one after the other."""
    page = await gmail.mailbox.unread()
    for kind in IdSet:
        await gmail.mailbox.id_set(kind, vips=frozenset({"anna@example.org"}))
    assert (await gmail.mailbox.envelopes(page.ids[: gmail.mailbox.reads_at_once])).found
    assert (await gmail.mailbox.text(page.ids[0])).text


async def answers_me(gmail: ArrangedGmailModel, mail: MailId) -> list[bool]:
    return [each.answers_me for each in (await gmail.mailbox.envelopes([mail])).found]


class TestWhatIsAsked:
    @pytest.mark.parametrize("unread", [50, 500, 5_000])
    async def test_the_first_mail_costs_the_same_whatever_the_inbox_holds(self, unread: int) -> None:
        gmail = ArrangedGmailModel()
        for number in range(unread):
            gmail.model.deliver(b"From: a@example.org\nSubject: %d\n\nx\n" % number)
        await first_mail(gmail)
        assert gmail.model.requests == {"profile": 1, "list": 1 + len(IdSet) + 1, "get": 2}
        assert sum(gmail.quota.spent_by.values()) <= MOST_UNITS

    @in_virtual_time
    async def test_the_first_mail_is_there_after_one_list_and_one_batch(self) -> None:
        gmail = ArrangedGmailModel(takes_s=TAKES_S)
        await gmail.deliver(message("a"))
        page = await gmail.mailbox.unread()
        await gmail.mailbox.envelopes(page.ids)
        assert now() == pytest.approx(2 * TAKES_S)

    async def test_who_waits_is_served_from_another_share_than_what_is_read_ahead_and_polled(self, arranged: ArrangedGmailModel) -> None:
        mail = await arranged.deliver(message("a"))
        page = await arranged.mailbox.unread()
        await arranged.mailbox.envelopes([mail])
        interactive = arranged.quota.spent_by[Priority.INTERACTIVE]
        await arranged.mailbox.envelopes([mail], ahead=True)
        await arranged.mailbox.written_to(limit=500)
        await arranged.mailbox.changes(page.token, ahead=True)
        assert arranged.quota.spent_by[Priority.INTERACTIVE] == interactive
        assert arranged.quota.spent_by[Priority.PREFETCH] > 0
        assert arranged.quota.spent_by[Priority.POLLING] > 0

    async def test_senders_are_asked_for_in_one_query_of_bounded_length_without_operators(self, arranged: ArrangedGmailModel) -> None:
        mail = await arranged.deliver(message("a", sender="aa@example.org"))
        vips = frozenset({"aa@example.org", ") OR in:sent", *(f"person{number}@example.org" for number in range(200))})
        assert await arranged.mailbox.id_set(IdSet.FROM_VIPS, vips=vips) == {mail}
        assert await arranged.mailbox.id_set(IdSet.FROM_VIPS, vips=frozenset({") OR in:sent"})) == frozenset()
        assert await arranged.mailbox.id_set(IdSet.FROM_VIPS) == frozenset()
        assert arranged.model.requests["list"] == 1
        assert len(arranged.model.queries[0]) < MOST_QUERY + 100
        assert "in:sent" not in arranged.model.queries[0]

    async def test_of_sent_mail_no_more_than_fifty_are_read(self, arranged: ArrangedGmailModel) -> None:
        for number in range(60):
            await arranged.deliver_sent(message(f"s{number}", sender=OWN_ADDRESS, to=f"p{number}@example.org, {OWN_ADDRESS}"))
        assert await arranged.mailbox.written_to(limit=500) == {f"p{number}@example.org" for number in range(10, 60)}


class TestEnvelopes:
    async def test_what_did_not_load_is_named_and_the_rest_is_there(self, arranged: ArrangedGmailModel) -> None:
        mails = [await arranged.deliver(message(f"m{number}")) for number in range(4)]
        arranged.model.fail_at[0] = arranged.model.fail_at[1] = Failure(part=True)
        read = await arranged.mailbox.envelopes(mails)
        assert sorted([*(each.mail_id for each in read.found), *read.not_loaded]) == mails
        assert read.not_loaded

    async def test_after_a_batch_that_failed_the_rest_of_a_long_question_is_not_loaded(self, arranged: ArrangedGmailModel) -> None:
        mails = [await arranged.deliver(message(f"m{number}")) for number in range(2 * READS_AT_ONCE)]
        await arranged.mailbox.envelopes(mails[:1])
        arranged.model.fail_at[arranged.model.requests.total() + 1] = Failure()
        read = await arranged.mailbox.envelopes(mails)
        assert [each.mail_id for each in read.found] == mails[:READS_AT_ONCE]
        assert read.not_loaded == tuple(mails[READS_AT_ONCE:])

    async def test_a_question_of_which_nothing_loads_fails(self, arranged: ArrangedGmailModel) -> None:
        mail = await arranged.deliver(message("a"))
        arranged.model.fail_at.update({number: Failure() for number in range(2)})
        with pytest.raises(MailboxUnavailableError):
            await arranged.mailbox.envelopes([mail])

    @pytest.mark.parametrize("hangs", [False, True], ids=["fails", "hangs"])
    @in_virtual_time
    async def test_sent_mail_that_cannot_be_listed_holds_up_no_envelope_and_is_left_alone_for_a_minute(self, hangs: bool) -> None:
        gmail = ArrangedGmailModel(takes_s=TAKES_S)
        await gmail.deliver_sent(message("question", sender=OWN_ADDRESS, to="anna@example.org"))
        mail = await gmail.deliver(message("answer", answers=("question",)))
        if hangs:
            gmail.model.slow["list"] = 3600
        else:
            gmail.model.fail_at[1] = Failure()
        assert await answers_me(gmail, mail) == [False]
        assert now() == pytest.approx(TAKES_S + (SENT_GRACE_S if hangs else 0))
        gmail.model.slow.clear()
        lists = gmail.model.requests["list"]
        await asyncio.sleep(FAILED_S / 2)
        assert await answers_me(gmail, mail) == [False]
        assert gmail.model.requests["list"] == lists
        await asyncio.sleep(FAILED_S)
        assert await answers_me(gmail, mail) == [True]

    async def test_what_lies_in_the_trash_or_in_spam_is_gone(self, arranged: ArrangedGmailModel) -> None:
        mails = [arranged.id_of(arranged.model.deliver(message(label), {label, "UNREAD"})) for label in ("TRASH", "SPAM")]
        assert (await arranged.mailbox.envelopes(mails)).found == ()

    async def test_labels_of_gmail_are_flags_of_an_envelope(self, arranged: ArrangedGmailModel) -> None:
        mail = arranged.id_of(arranged.model.deliver(message("a"), {*ARRIVED, "IMPORTANT", "STARRED"}))
        (envelope,) = (await arranged.mailbox.envelopes([mail])).found
        assert (envelope.important, envelope.flagged) == (True, True)
        assert await arranged.mailbox.id_set(IdSet.IMPORTANT) == {mail}

    async def test_mail_of_another_account_is_never_asked_for(self, arranged: ArrangedGmailModel) -> None:
        foreign = mail_id("md01234567", "18c0de0001")
        assert (await arranged.mailbox.envelopes([foreign])).found == ()
        with pytest.raises(MailGoneError):
            await arranged.mailbox.text(foreign)
        with pytest.raises(MailGoneError):
            await arranged.writer.apply(Change(mail_id=foreign, kind=ChangeKind.ARCHIVE))
        assert arranged.model.requests.total() == 0


class TestListing:
    async def test_a_long_list_comes_in_pages_with_one_token(self) -> None:
        gmail = ArrangedGmailModel(page_size=3)
        delivered = [await gmail.deliver(message(f"m{number}")) for number in range(8)]
        page = await gmail.mailbox.unread()
        token, ids = page.token, list(page.ids)
        while page.next_page is not None:
            page = await gmail.mailbox.unread(page=page.next_page)
            assert page.token == token
            ids += page.ids
        assert ids == delivered[::-1]

    @pytest.mark.parametrize("at_request", range(6))
    async def test_mail_read_while_pages_are_turned_hides_no_other(self, at_request: int) -> None:
        gmail = ArrangedGmailModel(page_size=2)
        mails = [await gmail.deliver(message(f"m{number}")) for number in range(6)]
        newest = gmail.model.mails[0]
        gmail.model.between = lambda number: gmail.model.relabel(newest, remove=["UNREAD"]) if number == at_request else None
        listed = await all_unread(gmail.mailbox)
        assert set(mails[:-1]) <= set(listed)
        assert len(listed) == len(set(listed))

    @in_virtual_time
    async def test_reading_a_long_list_once_more_calls_nobody_away(self) -> None:
        pages, page_size, takes_s = 18, 2, 0.4
        gmail = ArrangedGmailModel(takes_s=takes_s, page_size=page_size)
        mails = [await gmail.deliver(message(f"m{number}")) for number in range(pages * page_size)]
        gmail.model.between = lambda number: gmail.model.relabel(gmail.model.mails[0], remove=["UNREAD"]) if number == 5 else None
        inbox = UnifiedInbox([gmail.mailbox])
        listed = [mail async for page in inbox.unread() for mail in page]
        assert set(mails[:-1]) <= set(listed)
        assert not inbox.away
        assert now() > (pages + 1) * takes_s + CALL_TIMEOUT_S, "it would not have fitted into one question"

    async def test_a_page_behind_the_list_is_the_same_when_it_is_asked_for_again(self) -> None:
        gmail = ArrangedGmailModel(page_size=2)
        for number in range(6):
            await gmail.deliver(message(f"m{number}"))
        page = await gmail.mailbox.unread()
        gmail.model.relabel(gmail.model.mails[0], remove=["UNREAD"])
        again = []
        while page.next_page is not None:
            asked, page = page.next_page, await gmail.mailbox.unread(page=page.next_page)
            again.append((await gmail.mailbox.unread(page=asked)).ids == page.ids)
        assert all(again)
        assert len(again) > 2

    @pytest.mark.parametrize("page", ["1+0/", "1+7/2", "1+/2"])
    async def test_a_page_behind_a_list_that_was_never_read_is_refused(self, arranged: ArrangedGmailModel, page: str) -> None:
        with pytest.raises(MailboxUnavailableError):
            await arranged.mailbox.unread(page=page)

    async def test_a_page_of_another_time_is_refused(self, arranged: ArrangedGmailModel) -> None:
        for page in ("7/500", "nonsense"):
            with pytest.raises(MailboxUnavailableError):
                await arranged.mailbox.unread(page=page)


class TestChanges:
    """Receipts beyond the contract."""

    async def test_a_server_that_answers_and_does_nothing_is_noticed(self) -> None:
        gmail = ArrangedGmailModel(GmailModel(lies=True))
        mail = await gmail.deliver(message("a"))
        with pytest.raises(ChangeNotConfirmedError):
            await gmail.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))
        assert await gmail.standing(mail) == Standing()

    async def test_a_change_whose_answer_was_lost_is_settled_by_asking(self, arranged: ArrangedGmailModel) -> None:
        mail = await arranged.deliver(message("a"))
        arranged.model.fail_at[1] = Failure(late=True)
        receipt = await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))
        assert receipt.mail_id == mail
        assert not (await arranged.standing(mail)).in_inbox

    async def test_a_change_that_never_arrived_may_be_tried_again(self, arranged: ArrangedGmailModel) -> None:
        mail = await arranged.deliver(message("a"))
        arranged.model.fail_at[1] = Failure()
        with pytest.raises(MailboxUnavailableError):
            await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))
        assert (await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))).mail_id == mail

    @pytest.mark.parametrize("part", [True, False])
    async def test_without_reading_back_nothing_is_claimed(self, arranged: ArrangedGmailModel, part: bool) -> None:
        mail = await arranged.deliver(message("a"))
        arranged.model.fail_at[2] = Failure(part=part)
        with pytest.raises(MailboxUnavailableError):
            await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))

    async def test_labels_are_put_on_and_taken_off_by_the_names_that_the_user_sees(self, arranged: ArrangedGmailModel) -> None:
        mail = await arranged.deliver(message("a"))
        for kind, labels in ((ChangeKind.LABEL, ARRIVED | {"Label_7"}), (ChangeKind.UNLABEL, ARRIVED)):
            for _ in range(2):
                change = Change(mail_id=mail, kind=kind, label=" receipts ")
                assert (await arranged.writer.apply(change)).change == change
                assert arranged.model.labels(provider_id_of(mail)) == labels

    async def test_a_label_that_does_not_exist_is_refused(self, arranged: ArrangedGmailModel) -> None:
        mail = await arranged.deliver(message("a"))
        for name in ("", "Taxes"):
            with pytest.raises(ChangeRefusedError):
                await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.LABEL, label=name))

    async def test_what_is_put_into_the_trash_lies_there_and_may_be_put_there_again(self, arranged: ArrangedGmailModel) -> None:
        mail = await arranged.deliver(message("a"))
        for _ in range(2):
            assert (await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.DELETE))).mail_id == mail
        assert arranged.model.labels(provider_id_of(mail)) == frozenset({"UNREAD", "TRASH"})
        assert await all_unread(arranged.mailbox) == []
        arranged.model.delete(provider_id_of(mail))
        with pytest.raises(MailGoneError):
            await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.DELETE))

    async def test_mail_in_the_trash_counts_as_gone(self, arranged: ArrangedGmailModel) -> None:
        mail = arranged.id_of(arranged.model.deliver(message("a"), {"TRASH", "UNREAD"}))
        with pytest.raises(MailGoneError):
            await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))


async def test_closing_the_mailbox_lets_go_of_the_account(arranged: ArrangedGmailModel) -> None:
    await arranged.mailbox.aclose()
    assert arranged.api.closed
    assert arranged.mailbox.account == WORK
