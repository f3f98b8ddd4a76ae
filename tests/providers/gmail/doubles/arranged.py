"""A Gmail mailbox for the contract: our client, its sign-in included, before the third-party server, with another program's hands on it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from briefing.mail import MailId, mail_id, provider_id_of
from providers.connections.accounts import StoredGrant
from providers.gmail.api import GmailApi
from providers.gmail.mailbox import GmailMailbox
from providers.gmail.quota import QuotaBudget
from providers.gmail.writer import GmailWriter
from providers.google.access import GoogleAccess
from providers.google.client import GoogleClient
from providers.mailbox import Account
from providers.resilience.retry import Clock
from tests.providers.gmail.doubles.arranged_model import standing_of
from tests.providers.mailbox_contract import Standing
from tests.servers.gmail.proxy import GmailProxy, gmail_proxy
from tests.servers.gmail.server import CLIENT_ID, CLIENT_SECRET, MODIFY_SCOPE, GmailHands, GmailServer, RunningGmail

SLUG = "gm0a1b2c3d"
LOOK_EVERY_S = 0.05


class NoBackoff(Clock):
    """Asks again at once, unless the server says when."""

    def jitter(self) -> float:
        return 0.0


class ArrangedGmail:
    """`proxy` is what our client speaks to, and makes it fail; `hands` speak to the server behind it."""

    def __init__(self, proxy: GmailProxy, hands: GmailHands, grant: StoredGrant) -> None:
        quota = QuotaBudget()
        api = GmailApi(GoogleAccess(grant, client_at(proxy)), quota, clock=NoBackoff())
        account = Account(slug=SLUG, label="Gmail")
        self.mailbox = GmailMailbox(api, account=account, quota=quota, busy_pause_s=LOOK_EVERY_S)
        self.writer = GmailWriter(api, account=account)
        self.proxy = proxy
        self.hands = hands
        self.grant = grant

    async def deliver(self, raw: bytes) -> MailId:
        return mail_id(SLUG, await self.hands.insert(raw))

    async def deliver_sent(self, raw: bytes) -> None:
        await self.hands.insert_sent(raw)

    async def read_elsewhere(self, mail: MailId) -> None:
        await self.hands.mark_read(provider_id_of(mail))

    async def flag_elsewhere(self, mail: MailId) -> None:
        await self.hands.flag(provider_id_of(mail))

    async def archive_elsewhere(self, mail: MailId) -> None:
        await self.hands.archive(provider_id_of(mail))

    async def delete_elsewhere(self, mail: MailId) -> None:
        await self.hands.delete(provider_id_of(mail))

    async def standing(self, mail: MailId) -> Standing:
        return standing_of(await self.hands.labels(provider_id_of(mail)), await self.hands.own_labels())

    async def make_named_elsewhere(self, name: str) -> None:
        if name not in (await self.hands.own_labels()).values():  # labels outlive the mail that a test leaves behind
            await self.hands.make_label(name)


def client_at(proxy: GmailProxy) -> GoogleClient:
    """Us, as the server knows us."""
    return GoogleClient(
        client_id=CLIENT_ID,
        client_secret=CLIENT_SECRET,
        scopes=(MODIFY_SCOPE,),
        auth_url=proxy.authorization_url,
        token_url=proxy.token_url,
        revoke_url=proxy.revoke_url,
        api_url=proxy.url,
    )


async def grant_of(hands: GmailHands) -> StoredGrant:
    """What we would have stored when the user connected the account."""
    tokens = await hands.grant()
    return StoredGrant(address=hands.user, refresh_token=tokens.refresh_token, scopes=tuple(tokens.scope.split()))


@asynccontextmanager
async def arranged_gmail(running: RunningGmail) -> AsyncIterator[ArrangedGmail]:
    """A new mailbox at a running server until the block ends."""
    async with GmailServer.at(running) as server, gmail_proxy(server) as proxy:
        hands = server.hands()
        await hands.empty()
        arranged = ArrangedGmail(proxy, hands, await grant_of(hands))
        try:
            yield arranged
        finally:
            await arranged.mailbox.aclose()
