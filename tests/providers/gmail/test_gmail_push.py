"""Notices wake the same look that polling does, over HTTP as Google documents it; nothing here was run against Google."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from google.auth import jwt

from inbox.arrivals.live import LiveInbox
from inbox.unified import UnifiedInbox
from providers.gmail.push import LONGEST_DELAY_S, RENEW_EVERY_S, PullsNotices, Push, PushedAccount, push_of
from providers.gmail.values import WatchLease
from providers.google.access import AccessToken
from providers.google.pubsub import SCOPE, Notice, PushAwayError, ServiceAccount, Subscription
from providers.mailbox import MailboxUnavailableError, SignInNeededError
from providers.resilience.priority import Priority
from providers.settings import Settings
from tests.inbox.virtual_clock import in_virtual_time, now
from tests.providers.gmail.doubles.arranged_model import ArrangedGmailModel
from tests.providers.gmail.doubles.pubsub import SUBSCRIPTION, PubSubDouble, pubsub_double, received, recorded_notice
from tests.providers.messages import message

TOPIC = "projects/mine/topics/mail"
SOON_S = 10.0
DAY_S = 86_400.0


def tokens_of(pubsub: PubSubDouble) -> Callable[[httpx2.AsyncClient], AccessToken]:
    return lambda http: AccessToken(http, url=f"{pubsub.url}/token", form=dict)


class Leases:
    """Google, asked to send notices: when it was asked, and how long a lease lasts."""

    def __init__(self, *, days: float = 7, failures: int = 0, failure: type[Exception] = MailboxUnavailableError) -> None:
        self.asked_at: list[float] = []
        self._days = days
        self._failures = failures
        self._failure = failure

    async def watch(self, topic: str, *, priority: Priority = Priority.POLLING) -> WatchLease:
        assert topic == TOPIC
        assert priority is not Priority.POLLING, "a hundred units would use up the allowance of the watcher"
        self.asked_at.append(now())
        if len(self.asked_at) <= self._failures:
            raise self._failure("not now")
        return WatchLease(history_id="1", expires_at=datetime.now(UTC) + timedelta(days=self._days))


class NoNotices:
    """A subscription in which nothing ever comes, or which fails each time."""

    def __init__(self, *, fails: bool = False) -> None:
        self.pulled_at: list[float] = []
        self._fails = fails

    async def pull(self) -> tuple[Notice, ...]:
        self.pulled_at.append(now())
        if self._fails:
            raise PushAwayError("away")
        await asyncio.Event().wait()
        return ()

    async def acknowledge(self, notices: tuple[Notice, ...]) -> None:
        raise AssertionError("there was nothing to acknowledge")


@pytest.fixture
async def pubsub() -> AsyncIterator[PubSubDouble]:
    async with pubsub_double() as double:
        yield double


@pytest.fixture
async def subscription(pubsub: PubSubDouble) -> AsyncIterator[Subscription]:
    async with Subscription(SUBSCRIPTION, url=pubsub.url, token=tokens_of(pubsub)) as opened:
        yield opened


class TestNotices:
    async def test_a_notice_says_whose_mailbox_changed(self, pubsub: PubSubDouble, subscription: Subscription) -> None:
        await pubsub.answer([recorded_notice("Sam@Example.com"), recorded_notice("bo@example.net", receipt="r2")])
        notices = await subscription.pull()
        assert notices == (Notice(address="sam@example.com", receipt="r1"), Notice(address="bo@example.net", receipt="r2"))
        await subscription.acknowledge(notices)
        assert pubsub.acknowledged == ["r1", "r2"]

    async def test_the_notice_of_googles_documentation_is_understood(self, pubsub: PubSubDouble, subscription: Subscription) -> None:
        await pubsub.answer([received("eyJlbWFpbEFkZHJlc3MiOiAidXNlckBleGFtcGxlLmNvbSIsICJoaXN0b3J5SWQiOiAiMTIzNDU2Nzg5MCJ9")])
        assert [notice.address for notice in await subscription.pull()] == ["user@example.com"]

    @pytest.mark.parametrize("data", ["", "%%%", "bm8gSlNPTg==", "e30=", "WzFd", "eyJlbWFpbEFkZHJlc3MiOiA3fQ=="])
    async def test_a_notice_that_says_nothing_is_about_nobody(self, pubsub: PubSubDouble, subscription: Subscription, data: str) -> None:
        await pubsub.answer([received(data)])
        assert await subscription.pull() == (Notice(address="", receipt="r1"),)

    async def test_an_empty_answer_is_no_notice(self, pubsub: PubSubDouble, subscription: Subscription) -> None:
        await pubsub.answer([])
        assert await subscription.pull() == ()

    async def test_a_token_that_ended_is_replaced_once(self, pubsub: PubSubDouble, subscription: Subscription) -> None:
        pubsub.token = "token-2"
        await pubsub.answer([recorded_notice("sam@example.com")])
        assert len(await subscription.pull()) == 1
        pubsub.token = "token-9"
        with pytest.raises(PushAwayError):
            await subscription.pull()

    @pytest.mark.parametrize("answer", [403, 404, 429, 503, "<html>", '{"receivedMessages": 7}'])
    async def test_any_other_answer_means_that_notices_are_away(
        self, pubsub: PubSubDouble, subscription: Subscription, answer: int | str
    ) -> None:
        await pubsub.answer(answer)
        with pytest.raises(PushAwayError):
            await subscription.pull()

    async def test_a_server_that_is_not_there_means_that_notices_are_away(self, pubsub: PubSubDouble) -> None:
        async with Subscription(SUBSCRIPTION, url="http://127.0.0.1:1", token=tokens_of(pubsub)) as subscription:
            with pytest.raises(PushAwayError):
                await subscription.pull()


class TestRinging:
    @pytest.mark.slow
    async def test_a_notice_has_the_mailbox_looked_at_at_once(self, pubsub: PubSubDouble, subscription: Subscription) -> None:
        gmail = ArrangedGmailModel(busy_pause_s=3600)
        inbox = UnifiedInbox([gmail.mailbox])
        _ = [page async for page in inbox.unread()]
        account = PushedAccount(address="Sam@example.com", api=gmail.api, ring=gmail.mailbox.notice)
        async with LiveInbox(inbox, look_every_s=3600), push_for(account, subscription=subscription):
            for number in range(2):
                mail = await gmail.deliver(message(f"m{number}"))
                await pubsub.answer([recorded_notice("sam@example.com", receipt=f"r{number}")])
                async with asyncio.timeout(SOON_S):
                    await inbox.changed()
                assert inbox.drain_changes().arrived == (mail,)
                await pubsub.until_acknowledged(f"r{number}")

    async def test_only_the_account_that_is_meant_rings_and_every_notice_is_acknowledged(
        self, pubsub: PubSubDouble, subscription: Subscription
    ) -> None:
        rung: list[str] = []
        accounts = [
            PushedAccount(address=address, api=Leases(), ring=lambda address=address: rung.append(address))  # type: ignore[misc]
            for address in ("sam@example.com", "bo@example.net")
        ]
        await pubsub.answer(
            [recorded_notice("bo@example.net"), recorded_notice("nobody@example.org", receipt="r2"), received("%", receipt="r3")]
        )
        async with push_for(*accounts, subscription=subscription):
            await pubsub.until_acknowledged("r3")
        assert rung == ["bo@example.net"]
        assert pubsub.acknowledged == ["r1", "r2", "r3"]

    @in_virtual_time
    async def test_an_account_that_opens_late_gets_its_notices_from_then_on(self) -> None:
        leases, subscription = Leases(), NoNotices()
        account = PushedAccount(address="sam@example.com", api=leases, ring=lambda: None)
        async with push_for(subscription=subscription) as push:
            await asyncio.sleep(60)
            assert subscription.pulled_at == [], "nobody wants notices yet"
            push.include(account)
            await asyncio.sleep(60)
        assert leases.asked_at == [60]
        assert subscription.pulled_at[0] == 60


class TestRenewal:
    @in_virtual_time
    async def test_a_watch_is_renewed_every_day(self) -> None:
        leases = Leases()
        async with _pushed(leases):
            await asyncio.sleep(7 * DAY_S + 60)
        assert leases.asked_at == [day * RENEW_EVERY_S for day in range(8)]

    @in_virtual_time
    async def test_a_short_lease_is_renewed_before_it_ends(self) -> None:
        leases = Leases(days=0.5)
        async with _pushed(leases):
            await asyncio.sleep(DAY_S)
        pauses = [later - earlier for earlier, later in pairwise(leases.asked_at)]
        assert max(pauses) < 0.5 * DAY_S

    @in_virtual_time
    async def test_a_refused_renewal_is_tried_again_after_growing_pauses(self) -> None:
        leases = Leases(failures=4)
        async with _pushed(leases):
            await asyncio.sleep(60)
        assert leases.asked_at == [0, 1, 3, 7, 15]

    @in_virtual_time
    async def test_an_account_whose_credentials_are_refused_is_left_alone(self) -> None:
        leases = Leases(failures=99, failure=SignInNeededError)
        async with _pushed(leases):
            await asyncio.sleep(DAY_S)
        assert leases.asked_at == [0]

    @in_virtual_time
    async def test_a_subscription_that_is_away_is_asked_less_and_less_often(self) -> None:
        subscription = NoNotices(fails=True)
        async with push_for(PushedAccount(address="sam@example.com", api=Leases(), ring=lambda: None), subscription=subscription):
            await asyncio.sleep(3_600)
        assert len(subscription.pulled_at) <= 3_600 / LONGEST_DELAY_S + 12


def _pushed(leases: Leases) -> Push:
    return push_for(PushedAccount(address="sam@example.com", api=leases, ring=lambda: None), subscription=NoNotices())


def push_for(*accounts: PushedAccount, subscription: PullsNotices) -> Push:
    """For accounts that were open from the beginning."""
    push = Push(topic=TOPIC, subscription=subscription)
    for account in accounts:
        push.include(account)
    return push


class TestSettings:
    @pytest.fixture
    def key(self, tmp_path: Path) -> Path:
        private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        about = {
            "type": "service_account",
            "client_email": "reader@mine.example",
            "token_uri": "http://127.0.0.1:1/token",
            "private_key": pem,
        }
        (tmp_path / "key.json").write_text(json.dumps(about))
        return tmp_path / "key.json"

    async def test_without_all_of_its_settings_there_is_no_push(self, key: Path) -> None:
        async with AsyncExitStack() as stack:
            settings = Settings(_env_file=None, google_application_credentials=key, aloud_gmail_topic=TOPIC)
            assert await push_of(settings, stack) is None
            await asyncio.to_thread(key.write_text, "no key")
            complete = settings.model_copy(update={"aloud_gmail_subscription": SUBSCRIPTION})
            assert await push_of(complete, stack) is None

    async def test_a_service_account_whose_token_cannot_be_had_is_away(self, key: Path) -> None:
        async with Subscription(SUBSCRIPTION, url="http://127.0.0.1:1", token=ServiceAccount(key).token) as subscription:
            with pytest.raises(PushAwayError):
                await subscription.pull()

    async def test_a_service_account_signs_for_its_token(self, pubsub: PubSubDouble, key: Path) -> None:
        about = json.loads(await asyncio.to_thread(key.read_text))
        await asyncio.to_thread(key.write_text, json.dumps({**about, "token_uri": f"{pubsub.url}/token"}))
        async with Subscription(SUBSCRIPTION, url=pubsub.url, token=ServiceAccount(key).token) as subscription:
            await pubsub.answer([])
            assert await subscription.pull() == ()
        claims = jwt.decode(pubsub.asked_for_tokens[0]["assertion"], verify=False)  # type: ignore[no-untyped-call]
        assert (claims["iss"], claims["scope"]) == ("reader@mine.example", SCOPE)
