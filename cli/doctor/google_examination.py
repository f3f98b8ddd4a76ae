"""What `aloud doctor` says of Google: whether there is a client, and of each connected account whether its mail can be read."""

import asyncio

from cli.account_states import again, state_of
from cli.doctor.findings import Finding
from cli.doctor.google_steps import needed_google_client, steps_to_a_google_client
from providers.connections.accounts import AccountGoneError, AccountStore, ConnectedAccount
from providers.connections.credentials import SealBrokenError
from providers.connections.secret_key import SecretKeyMissingError
from providers.gmail.api import GmailApi
from providers.gmail.quota import QuotaBudget
from providers.gmail.quota_lease import QuotaLease, SqlQuotaLedger
from providers.google.access import GoogleAccess
from providers.google.client import GoogleClient
from providers.mailbox import MailboxError, SignInNeededError
from providers.resilience.priority import Priority
from providers.settings import Settings
from session.opening.assembly import account_store, prepare_storage
from storage.database import Database, DatabaseUnavailableError
from storage.migrate import NewerSchemaError

PROBE_TIMEOUT_S = 5.0


async def google_client(settings: Settings) -> Finding:
    """Whether accounts can be connected; if not, what to do, step by step."""
    if GoogleClient.of(settings).is_set:
        return Finding(part="Google", works=True, line=f"a client is set; it has to be {needed_google_client(settings)}")
    line = f"GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set; to be briefed on Gmail, get {needed_google_client(settings)}:"
    return Finding(part="Google", works=False, line=line, steps=steps_to_a_google_client(settings))


async def connected_accounts(settings: Settings) -> list[Finding]:
    """One finding for each account of the configured user; none where the database cannot be used, which is a finding of its own."""
    try:
        await prepare_storage(settings)
        async with Database(settings.shared_database_url) as database:
            store = account_store(settings, database)
            accounts = await store.of_user(settings.aloud_user)
            client = GoogleClient.of(settings)
            return list(await asyncio.gather(*(_account(store, database, account, client) for account in accounts)))
    except (DatabaseUnavailableError, NewerSchemaError, OSError):
        return []


async def _account(store: AccountStore, database: Database, account: ConnectedAccount, client: GoogleClient) -> Finding:
    try:
        grant = await store.credentials(account)
    except (SealBrokenError, SecretKeyMissingError):
        return _finding(account, works=False, line=state_of(account))
    except AccountGoneError:
        return _finding(account, works=False, line="was removed just now")
    ledger = SqlQuotaLedger(database, account.user_id, account.slug)
    accepted, finding = await _asked(account, GoogleAccess(grant, client), ledger)
    if accepted is not None and accepted is account.needs_sign_in:
        await store.mark(account, needs_sign_in=not accepted)
    if accepted and not set(client.scopes) <= set(grant.scopes):
        return _finding(account, works=True, line=f"answers, but has not allowed sending: run {again(account)}")
    return finding


async def _asked(account: ConnectedAccount, access: GoogleAccess, ledger: SqlQuotaLedger) -> tuple[bool | None, Finding]:
    """Whether the grant is accepted, if Google says so, and the finding. A call may go on meanwhile, on the same quota."""
    quota = QuotaBudget()
    api = GmailApi(access, quota, timeout_s=PROBE_TIMEOUT_S)
    try:
        async with QuotaLease(quota, ledger), asyncio.timeout(PROBE_TIMEOUT_S):
            await api.profile(priority=Priority.INTERACTIVE)
    except SignInNeededError:
        return False, _finding(account, works=False, line=f"needs a new sign-in: run {again(account)}")
    except (MailboxError, TimeoutError):
        return None, _finding(account, works=False, line="does not answer: check the network, and that the Gmail API is switched on")
    finally:
        await api.aclose()
    return True, _finding(account, works=True, line="answers")


def _finding(account: ConnectedAccount, *, works: bool, line: str) -> Finding:
    return Finding(part="Gmail", works=works, needed=True, line=f"“{account.label}” {line}")
