"""What works without a call, in `aloud doctor`: whether sending is switched on, mail servers accept us, whose replies count, and the
team at work. Nothing is sent."""

import asyncio

from briefing.mail import Address
from briefing.speech.sentences.about_sending import why_not
from briefing.speech.wording.counts import counted
from cli.doctor.findings import Finding, lacks, works
from providers.connections.installation import Installation
from providers.durable.at_work import is_anybody_at_work
from providers.mailbox import MailboxUnavailableError
from providers.maildir import maildir_account
from providers.maildir.folders import is_maildir
from providers.maildir.owners import sending_address
from providers.mime.authentication import ResultsServer
from providers.sender import SendRefusedError
from providers.settings import NO_RESULTS, Settings
from providers.smtp import SmtpSender, SmtpServer
from session.opening.handing_over import team_store
from storage.database import Database, DatabaseUnavailableError
from storage.epoch import now_in_utc

PROBE_TIMEOUT_S = 5.0
BRIEFINGS = "briefing mail"
FROM_GMAIL = "from Gmail accounts that have allowed it"


async def sending(settings: Settings) -> Finding:
    """One finding for both ways of sending."""
    if settings.aloud_sending_dry_run or settings.aloud_smtp_url is None:
        return _without_a_server(settings)
    own = sending_address(settings, settings.aloud_user)
    if own is None:
        return lacks("sending", "set ALOUD_ADDRESSES as well: mail is sent from the first of them")
    server = SmtpServer.of(settings.aloud_smtp_url.get_secret_value())
    if (trouble := await _trouble_with(settings, server, own, "ALOUD_SMTP_URL")) is not None:
        return lacks("sending", trouble)
    return works("sending", f"{server.host} answers" + (f"; also {FROM_GMAIL}" if settings.aloud_sending else ""))


async def briefings_by_mail(settings: Settings) -> Finding:
    """From where they are sent, and by whose word a reply counts."""
    installation = Installation.of(settings)
    if installation is None and not (settings.aloud_smtp_url or settings.aloud_sending or settings.aloud_sending_dry_run):
        return lacks(BRIEFINGS, "not possible: it needs sending, or with ALOUD_BRIEFING_SMTP_URL an address of its own")
    if installation is None:
        return works(BRIEFINGS, f"from the user's own account to itself; {_whose_word(settings)}")
    if not is_maildir(installation.folder):
        return lacks(BRIEFINGS, f"{installation.folder} is no Maildir, or cannot be read: check ALOUD_BRIEFING_MAILDIR")
    trouble = await _trouble_with(settings, installation.server, installation.address, "ALOUD_BRIEFING_SMTP_URL")
    if trouble is not None:
        return lacks(BRIEFINGS, trouble)
    host, results = installation.server.host, installation.results.name
    return works(BRIEFINGS, f"from {installation.address}, and {host} answers; a reply counts by what {results} writes above it")


def _whose_word(settings: Settings) -> str:
    named = [ResultsServer.of(each).name for each in settings.aloud_authserv_id if each != NO_RESULTS]
    if settings.aloud_maildir and not named:
        return "in mail folders a reply counts by its copy among the sent mail alone: ALOUD_AUTHSERV_ID names a server to trust"
    return "a reply counts by its copy among the sent mail, or by what " + " or ".join([*named, "Gmail"]) + " writes above it"


async def _trouble_with(settings: Settings, server: SmtpServer, own: str, name: str) -> str | None:
    """What keeps it from taking our mail; `name` is the setting that it comes from."""
    folder = settings.aloud_data_dir  # nothing is sent, so no copy is kept
    try:
        async with (
            asyncio.timeout(PROBE_TIMEOUT_S),
            SmtpSender.opened(server, account=maildir_account(folder), address=Address(email=own), folder=folder) as sender,
        ):
            await sender.ready()
    except SendRefusedError as error:
        return f"{server.host}: {why_not(error.refusal)}; check {name}"
    except (MailboxUnavailableError, TimeoutError):
        return f"{server.host} does not answer, or not as {name} says: check the address and the port"
    return None


def _without_a_server(settings: Settings) -> Finding:
    if settings.aloud_sending_dry_run:
        return works("sending", "a dry run: what you send goes into the Maildir's folder of sent mail, and to nobody")
    if settings.aloud_sending:
        return works("sending", FROM_GMAIL)
    return lacks("sending", "off: ALOUD_SMTP_URL sends from Maildir folders, ALOUD_SENDING=true from Gmail accounts")


RESTS = "rests: it needs OPENAI_API_KEY"
NOBODY = "nobody works: `aloud team` does, and `aloud page` starts it"


async def team(settings: Settings) -> Finding:
    if settings.openai_api_key is None:
        return lacks("team", RESTS)
    try:
        async with Database(settings.shared_database_url) as database, team_store(settings, database, wakes=False) as store:
            waiting = await store.tasks.waiting()
            somebody = await is_anybody_at_work(database, now=now_in_utc)
    except DatabaseUnavailableError:
        return lacks("team", "nobody knows: the database cannot be used")
    line = f"{counted(waiting, 'task')} {'waits' if waiting == 1 else 'wait'}"
    return works("team", f"at work; {line}") if somebody else lacks("team", f"{NOBODY}; {line}")
