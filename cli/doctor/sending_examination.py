"""Sending in `aloud doctor`: whether it is switched on, and whether the mail server accepts us. Nothing is sent."""

import asyncio

from briefing.mail import Address
from briefing.speech.sentences.about_sending import why_not
from cli.doctor.findings import Finding, lacks, works
from providers.mailbox import MailboxUnavailableError
from providers.maildir import maildir_account
from providers.maildir.owners import sending_address
from providers.sender import SendRefusedError
from providers.settings import Settings
from providers.smtp import SmtpSender, SmtpServer

PROBE_TIMEOUT_S = 5.0
FROM_GMAIL = "from Gmail accounts that have allowed it"


async def sending(settings: Settings) -> Finding:
    """One finding for both ways of sending."""
    if settings.aloud_sending_dry_run or settings.aloud_smtp_url is None:
        return _without_a_server(settings)
    own = sending_address(settings, settings.aloud_user)
    if own is None:
        return lacks("sending", "set ALOUD_ADDRESSES as well: mail is sent from the first of them")
    server = SmtpServer.of(settings.aloud_smtp_url.get_secret_value())
    folder = settings.aloud_data_dir  # nothing is sent, so no copy is kept
    try:
        async with (
            asyncio.timeout(PROBE_TIMEOUT_S),
            SmtpSender.opened(server, account=maildir_account(folder), address=Address(email=own), folder=folder) as sender,
        ):
            await sender.ready()
    except SendRefusedError as error:
        return lacks("sending", f"{server.host}: {why_not(error.refusal)}; check ALOUD_SMTP_URL")
    except (MailboxUnavailableError, TimeoutError):
        return lacks("sending", f"{server.host} does not answer, or not as ALOUD_SMTP_URL says: check the address and the port")
    return works("sending", f"{server.host} answers" + (f"; also {FROM_GMAIL}" if settings.aloud_sending else ""))


def _without_a_server(settings: Settings) -> Finding:
    if settings.aloud_sending_dry_run:
        return works("sending", "a dry run: what you send goes into the Maildir's folder of sent mail, and to nobody")
    if settings.aloud_sending:
        return works("sending", FROM_GMAIL)
    return lacks("sending", "off: ALOUD_SMTP_URL sends from Maildir folders, ALOUD_SENDING=true from Gmail accounts")
