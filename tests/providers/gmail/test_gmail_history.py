"""What a Gmail mailbox tells of a history is what is there in the end, each arrival once, whatever happens between two questions."""

import asyncio
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings

from briefing.mail import provider_id_of
from providers.mailbox import MailboxUnavailableError, SyncToken, SyncTokenExpiredError
from providers.resilience.priority import Priority
from tests.inbox.virtual_clock import VirtualClockLoop
from tests.providers.gmail.doubles.arranged_model import ArrangedGmailModel
from tests.providers.gmail.doubles.histories import History, Play, Step, What, drawn, histories, provider_ids
from tests.providers.gmail.doubles.model import Failure, GmailModel
from tests.providers.messages import message
from tests.randomness import times

CAME_BACK_BEFORE_IT_WAS_KNOWN = History(
    1, 1, 1, 0, (Step(What.ARCHIVE, 0, 1), Step(What.RESTORE, 0, 4), Step(What.LIST, 0, 0), Step(What.LOOK, 0, 0))
)
LEFT_WHILE_ITS_PAGE_WAS_ON_ITS_WAY = History(
    3, 2, 1, 0, (Step(What.LIST_AND_LOOK, 1, 0), Step(What.READ, 2, 1), Step(What.LIST_AND_LOOK, 1, 0))
)
TWO_CAME_BETWEEN_LIST_AND_ID = History(0, 1, 1, 8, (Step(What.DELIVER, 0, 1), Step(What.DELIVER, 0, 1), Step(What.LIST, 0, 0)))
A_PAGE_LOST_ONE_TO_ANOTHER = History(
    0, 1, 1, 0, (Step(What.DELIVER, 0, 0), Step(What.TRASH, 0, 4), Step(What.LIST, 0, 0), Step(What.DELIVER, 0, 0), Step(What.LOOK, 0, 0))
)

CAME_BACK_UNSEEN_BEFORE_ITS_PAGE = History(
    6,
    1,
    1,
    0,
    (
        Step(What.LIST_AND_LOOK, 3, 0),
        Step(What.ARCHIVE, 3, 0),
        Step(What.LOOK, 5, 0),
        Step(What.INTO_INBOX, 3, 0),
        Step(What.EXPIRE, 0, 0),
        Step(What.LOOK, 5, 0),
    ),
)
CAME_BACK_UNSEEN_BEFORE_IT_WAS_TOLD_TO_HAVE_LEFT = History(
    2,
    1,
    1,
    0,
    (
        Step(What.LIST, 0, 0),
        Step(What.ARCHIVE, 0, 0),
        Step(What.DELIVER, 0, 0),
        Step(What.LOOK, 0, 0),
        Step(What.EXPIRE, 0, 0),
        Step(What.INTO_INBOX, 1, 0),
        Step(What.EXPIRE, 0, 0),
        Step(What.LOOK, 0, 0),
    ),
)
CAME_BACK_UNSEEN_WHILE_ITS_PAGE_WAS_ON_ITS_WAY = History(
    3,
    1,
    1,
    1,
    (
        Step(What.READ, 3, 6),
        Step(What.LIST, 4, 2),
        Step(What.READ, 8, 1),
        Step(What.LIST, 0, 4),
        Step(What.DELIVER, 5, 4),
        Step(What.LOOK_BOTH, 2, 5),
        Step(What.UNREAD, 3, 0),
        Step(What.DELIVER, 9, 5),
        Step(What.LIST_AND_LOOK, 7, 5),
        Step(What.LIST, 7, 4),
        Step(What.EXPIRE, 2, 4),
        Step(What.LIST_AND_LOOK, 6, 6),
    ),
)

ANOTHER_LEFT_AND_CAME_BACK_WHILE_THE_PAGES_WERE_TURNED = History(
    7, 3, 1, 0, (Step(What.ARCHIVE, 2, 2), Step(What.LIST, 8, 5), Step(What.LIST, 4, 6), Step(What.RESTORE, 9, 0))
)
READ_BEFORE_ITS_COMING_WAS_TOLD = History(0, 3, 3, 16, (Step(What.DELIVER, 0, 1), Step(What.LIST, 0, 0), Step(What.READ, 0, 0)))
ONE_OF_THE_FIRST_PAGE_LEFT_BEFORE_THE_ID_AND_CAME_BACK = History(
    4, 1, 1, 8, (Step(What.READ, 0, 1), Step(What.LIST, 0, 0), Step(What.LIST, 0, 0), Step(What.UNREAD, 0, 0))
)


CAME_INTO_THE_INBOX_AFTER_A_LOOK_THAT_MISSED_IT = 15_546
LISTED_WHILE_A_COMPARISON_WAS_BROKEN_OFF = 24_343
SHOWN_AGAIN_BECAUSE_OTHERS_CAME_IN_FRONT = 20_965
DRAWN_OVER_AN_EDGE_BEFORE_IT_WAS_KNOWN = 32_591


def played(history: History) -> Play:
    with asyncio.Runner(loop_factory=VirtualClockLoop) as runner:

        async def run() -> Play:
            play = Play(history)
            await play.run()
            return play

        return runner.run(run())


@pytest.mark.slow
@pytest.mark.random
@settings(max_examples=times(80, in_proofs=5_000), deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(histories)
@example(CAME_BACK_BEFORE_IT_WAS_KNOWN)
@example(LEFT_WHILE_ITS_PAGE_WAS_ON_ITS_WAY)
@example(TWO_CAME_BETWEEN_LIST_AND_ID)
@example(A_PAGE_LOST_ONE_TO_ANOTHER)
@example(CAME_BACK_UNSEEN_BEFORE_ITS_PAGE)
@example(CAME_BACK_UNSEEN_WHILE_ITS_PAGE_WAS_ON_ITS_WAY)
@example(CAME_BACK_UNSEEN_BEFORE_IT_WAS_TOLD_TO_HAVE_LEFT)
@example(ANOTHER_LEFT_AND_CAME_BACK_WHILE_THE_PAGES_WERE_TURNED)
@example(READ_BEFORE_ITS_COMING_WAS_TOLD)
@example(ONE_OF_THE_FIRST_PAGE_LEFT_BEFORE_THE_ID_AND_CAME_BACK)
def test_what_was_told_and_what_is_known_end_equal_to_the_server(history: History) -> None:
    told_what_is_true(played(history))


@pytest.mark.parametrize(
    "seed",
    [
        CAME_INTO_THE_INBOX_AFTER_A_LOOK_THAT_MISSED_IT,
        LISTED_WHILE_A_COMPARISON_WAS_BROKEN_OFF,
        SHOWN_AGAIN_BECAUSE_OTHERS_CAME_IN_FRONT,
        DRAWN_OVER_AN_EDGE_BEFORE_IT_WAS_KNOWN,
    ],
)
def test_what_long_histories_brought_to_light_is_told_as_it_is(seed: int) -> None:
    told_what_is_true(played(drawn(Random(seed))))  # noqa: S311 - nothing is kept secret with it


def told_what_is_true(play: Play) -> None:
    for client in play.clients:
        assert provider_ids(client.known) == set(play.model.unread)
        assert client.twice == [], "announced twice"
        for mail, announced in client.times_announced.items():
            assert announced <= play.news(provider_id_of(mail)), "announced more often than it came"
        for mail, gone in client.times_gone.items():
            assert gone <= play.times_left[provider_id_of(mail)], "called gone more often than it left"


@pytest.fixture
def gmail() -> ArrangedGmailModel:
    return ArrangedGmailModel()


async def settled(gmail: ArrangedGmailModel) -> SyncToken:
    """A token that is a history id and nothing else."""
    return (await gmail.mailbox.changes((await gmail.mailbox.unread()).token)).token


class TestHints:
    """What a record says is looked up before it is told."""

    @pytest.mark.parametrize("model", [GmailModel(), GmailModel(history_page=1, empty_pages=True, repeats=True, names_labels=False)])
    async def test_the_last_word_counts_and_it_is_asked_for(self, model: GmailModel) -> None:
        gmail = ArrangedGmailModel(model)
        back, left = [gmail.model.deliver(message(f"m{number}")) for number in range(2)]
        token = await settled(gmail)
        came = gmail.model.deliver(message("came"))
        went = gmail.model.deliver(message("went"))
        gmail.model.delete(went)
        gmail.model.relabel(back, remove=["UNREAD"])
        gmail.model.relabel(back, add=["UNREAD"])
        gmail.model.relabel(left, remove=["INBOX"])
        changes = await gmail.mailbox.changes(token)
        assert set(changes.arrived) == {gmail.id_of(came), gmail.id_of(back)}
        assert gmail.id_of(left) in changes.gone
        assert gmail.id_of(went) not in changes.arrived

    async def test_nothing_happening_costs_two_units_a_look(self, gmail: ArrangedGmailModel) -> None:
        token = await settled(gmail)
        before = gmail.quota.spent_by[Priority.POLLING]
        await gmail.mailbox.changes(token, ahead=True)
        assert gmail.quota.spent_by[Priority.POLLING] - before == 2

    async def test_an_arrival_costs_one_list_more(self, gmail: ArrangedGmailModel) -> None:
        token = await settled(gmail)
        before = gmail.quota.spent_by[Priority.POLLING]
        mail = await gmail.deliver(message("a"))
        assert (await gmail.mailbox.changes(token, ahead=True)).arrived == (mail,)
        assert gmail.quota.spent_by[Priority.POLLING] - before == 7

    async def test_mail_read_between_the_record_and_the_list_is_asked_for_its_labels(self, gmail: ArrangedGmailModel) -> None:
        token = await settled(gmail)
        mail = gmail.model.deliver(message("a"))
        at_the_list = gmail.model.requests.total() + 1
        gmail.model.between = lambda number: gmail.model.relabel(mail, remove=["UNREAD"]) if number == at_the_list else None
        assert (await gmail.mailbox.changes(token)).arrived == ()

    async def test_what_is_sent_or_archived_by_a_filter_is_told_only_when_it_comes_into_the_inbox(self, gmail: ArrangedGmailModel) -> None:
        token = await settled(gmail)
        filtered = gmail.model.deliver(message("filtered"), {"UNREAD"})
        gmail.model.deliver(message("sent"), {"SENT"})
        changes = await gmail.mailbox.changes(token)
        assert (changes.arrived, changes.gone) == ((), ())
        gmail.model.relabel(filtered, add=["INBOX"])
        assert (await gmail.mailbox.changes(changes.token)).arrived == (gmail.id_of(filtered),)

    @pytest.mark.slow
    async def test_hundreds_that_leave_a_long_list_at_once_cost_lists_and_no_labels(self, gmail: ArrangedGmailModel) -> None:
        mails = [gmail.model.deliver(message(f"m{number}")) for number in range(1_200)]
        token = await settled(gmail)
        for mail in mails[::2]:
            gmail.model.relabel(mail, remove=["INBOX"])
        gmail.model.requests.clear()
        changes = await gmail.mailbox.changes(token)
        assert set(changes.gone) == {gmail.id_of(mail) for mail in mails[::2]}
        assert gmail.model.requests["get"] == 0

    @pytest.mark.slow
    async def test_one_that_leaves_the_end_of_a_long_list_is_asked_itself(self, gmail: ArrangedGmailModel) -> None:
        mails = [gmail.model.deliver(message(f"m{number}")) for number in range(1_200)]
        token = await settled(gmail)
        gmail.model.relabel(mails[0], remove=["INBOX"])
        gmail.model.requests.clear()
        assert (await gmail.mailbox.changes(token)).gone == (gmail.id_of(mails[0]),)
        assert gmail.model.requests == {"history": 1, "list": 1, "get": 1}

    async def test_labels_that_cannot_be_read_now_leave_the_token_where_it_was(self, gmail: ArrangedGmailModel) -> None:
        token = await settled(gmail)
        mail = gmail.model.deliver(message("a"))
        at_the_list = gmail.model.requests.total() + 1
        gmail.model.between = lambda number: gmail.model.relabel(mail, remove=["UNREAD"]) if number == at_the_list else None
        gmail.model.fail_at[at_the_list + 1] = Failure(part=True)
        with pytest.raises(MailboxUnavailableError):
            await gmail.mailbox.changes(token)


class TestTokens:
    async def test_ids_that_grow_by_a_digit_still_come_later(self, gmail: ArrangedGmailModel) -> None:
        token = await settled(gmail)
        while gmail.model.newest_id < 100:
            gmail.model.deliver(message("a"))
        changes = await gmail.mailbox.changes(token)
        assert (len(token), len(changes.token)) == (2, 3)
        assert (await gmail.mailbox.changes(changes.token)).arrived == ()

    async def test_a_token_never_goes_back(self, gmail: ArrangedGmailModel) -> None:
        gmail.model.deliver(message("a"))
        token = await settled(gmail)
        gmail.model.newest_id = 1  # an answer from a server that lags behind
        assert (await gmail.mailbox.changes(token)).token == token

    @pytest.mark.parametrize("token", ["", "of another time", "-1", "1e3", "99999999999999999999", "95.7", "٣"])
    async def test_what_is_no_history_id_has_expired_without_being_asked(self, gmail: ArrangedGmailModel, token: str) -> None:
        with pytest.raises(SyncTokenExpiredError):
            await gmail.mailbox.changes(SyncToken(token))
        assert gmail.model.requests.total() == 0

    @pytest.mark.parametrize("page", [0, 1, 2])
    async def test_history_may_be_forgotten_on_any_of_its_pages(self, page: int) -> None:
        gmail = ArrangedGmailModel(GmailModel(history_page=1))
        token = await settled(gmail)
        for number in range(3):
            gmail.model.deliver(message(f"m{number}"))
        at = gmail.model.requests.total() + page
        gmail.model.between = lambda number: gmail.model.forget_history() if number == at else None
        with pytest.raises(SyncTokenExpiredError):
            await gmail.mailbox.changes(token)

    async def test_what_happens_after_the_list_and_before_the_id_that_was_asked_for_beside_it_is_not_lost(self) -> None:
        gmail = ArrangedGmailModel(GmailModel(slow={"profile": 0.001}))
        leaves, stays = [gmail.model.deliver(message(name)) for name in ("leaves", "stays")]

        def between(number: int) -> None:
            if number == 1:  # the list is answered, the id is not
                gmail.model.relabel(leaves, remove=["UNREAD"])
                gmail.model.deliver(message("comes"))

        gmail.model.between = between
        page = await gmail.mailbox.unread()
        assert set(page.ids) == {gmail.id_of(leaves), gmail.id_of(stays)}
        for _ in range(2):
            changes = await gmail.mailbox.changes(page.token)
            assert changes.arrived == (gmail.id_of(gmail.model.mails[0]),)
            assert changes.gone == (gmail.id_of(leaves),)
        assert (await gmail.mailbox.changes(changes.token)).arrived == ()

    async def test_a_token_of_another_mailbox_object_has_expired(self, gmail: ArrangedGmailModel) -> None:
        page = await gmail.mailbox.unread()
        with pytest.raises(SyncTokenExpiredError):
            await ArrangedGmailModel(gmail.model).mailbox.changes(page.token)
