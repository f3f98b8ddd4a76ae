"""Writes the briefing mail that would be sent now to files: the whole message, and its HTML for a browser. Nothing is sent or marked."""

from pathlib import Path

from actions.sending.as_file import as_file
from cli.account_states import closed_line
from cli.async_run import prepare_folder
from cli.screen import fail, out, progress
from knowledge.mail_wishes import MailWishes
from providers.connections.accounts import ConnectedAccount
from providers.settings import Settings
from session.call import Call
from session.opening.assembly import local_now, open_call
from session.opening.day_calendars import calendars_of
from session.opening.letter_for_user import letter_for_user
from storage.database import DatabaseUnavailableError

YOU = "you@example.com"
"""Stands for the user where no address of theirs is known."""


async def write_preview(settings: Settings, file: Path) -> None:
    """As `FILE.eml` and `FILE.html`, whatever the ending of the file that was named."""
    closed: list[ConnectedAccount] = []
    with progress("Reading your mail…"):
        await prepare_folder(settings, "brief")
        now = local_now(settings)
        async with open_call(settings, settings.aloud_user, call_id=None, now=now, tell_to_sign_in=closed.append) as (call, look):
            own_addresses, zone = call.acting.own_addresses, call.now().tzinfo or settings.timezone
            async with calendars_of(settings, call.user_id, call.mail.inbox, zone=zone, own=own_addresses) as calendars:
                _, letter = await letter_for_user(call, look, await _wishes(call), calendars=calendars)
            own = min(own_addresses, default=YOU)
            raw = as_file(own, subject=letter.subject, text=letter.text, html=letter.html, date=call.now())
    message, page = file.with_suffix(".eml"), file.with_suffix(".html")
    try:
        message.write_bytes(raw)
        page.write_text(letter.html, encoding="utf-8")
    except OSError:
        raise fail("The preview cannot be written: name a file in a folder that Aloud may write to.", code=1) from None
    for account in closed:
        out.print(closed_line(account), style="yellow", markup=False)
    out.print(f"{message} is the mail, {page} its HTML. Nothing was sent, and nothing counts as heard.", markup=False, soft_wrap=True)


async def _wishes(call: Call) -> MailWishes:
    try:
        return await call.records.preferences.mail_wishes(call.user_id)
    except DatabaseUnavailableError:
        return MailWishes()
