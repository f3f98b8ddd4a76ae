"""Google in `aloud doctor`: whether there is a client, and whether each connected account's mail can be read."""

import asyncio

from cli.account_states import again, state_of
from cli.doctor.findings import Finding, lacks, works
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
from session.opening.assembly import prepare_storage
from session.opening.sending_due import account_store
from storage.database import Database, DatabaseUnavailableError
from storage.migrate import NewerSchemaError

PROBE_TIMEOUT_S = 5.0


async def google_client(settings: Settings) -> Finding:
    """Whether accounts can be connected; if not, what to do, step by step."""
    if GoogleClient.of(settings).is_set:
        return works("Google", f"a client is set; it has to be {needed_google_client(settings)}")
    line = f"GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set; to be briefed on Gmail, get {needed_google_client(settings)}:"
    return lacks("Google", line, steps=steps_to_a_google_client(settings))


async def connected_accounts(settings: Settings) -> list[Finding]:
    """One finding per account of the configured user; none if the database cannot be used, which is reported on its own."""
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
        return _lacks(account, state_of(account))
    except AccountGoneError:
        return _lacks(account, "was removed just now")
    accepted = await _is_accepted(GoogleAccess(grant, client), SqlQuotaLedger(database, account.user_id, account.slug))
    if accepted is None:
        return _lacks(account, "does not answer: check the network, and that the Gmail API is switched on")
    if accepted is account.needs_sign_in:
        await store.mark(account, needs_sign_in=not accepted)
    if not accepted:
        return _lacks(account, f"needs a new sign-in: run {again(account)}")
    may_send = set(client.scopes) <= set(grant.scopes)
    line = "answers" if may_send else f"answers, but has not allowed sending: run {again(account)}"
    return works("Gmail", f"“{account.label}” {line}", needed=True)


async def _is_accepted(access: GoogleAccess, ledger: SqlQuotaLedger) -> bool | None:
    """Whether Google accepts the grant; None if it does not answer. Uses the shared quota, because a call may be running."""
    quota = QuotaBudget()
    api = GmailApi(access, quota, timeout_s=PROBE_TIMEOUT_S)
    try:
        async with QuotaLease(quota, ledger), asyncio.timeout(PROBE_TIMEOUT_S):
            await api.profile(priority=Priority.INTERACTIVE)
    except SignInNeededError:
        return False
    except (MailboxError, TimeoutError):
        return None
    finally:
        await api.aclose()
    return True


def _lacks(account: ConnectedAccount, line: str) -> Finding:
    return lacks("Gmail", f"“{account.label}” {line}", needed=True)
