"""The settings that a command works with: the user's own, or those of a made-up inbox."""

import asyncio
import shutil
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from cli.loading import loading
from cli.screen import fail, load_settings, wrong
from providers.maildir.folders import is_maildir
from providers.maildir.owners import UserFolderRefusedError, maildirs_of
from providers.sample_inbox import SAMPLE_ADDRESS, SampleInboxError, write_sample_inbox
from providers.settings import Settings

KEPT_FOR = timedelta(hours=20)
NO_MAILBOX = "No mailbox is set: run `aloud connect google`, set ALOUD_MAILDIR to a Maildir folder, or try --sample."

Sample = Annotated[bool, typer.Option("--sample", help="Use a made-up inbox instead of your own.")]


def chosen_settings(*, sample: bool) -> Settings:
    """The user's settings, or those of the sample inbox. Exits with an error line if there is no mailbox."""
    settings = load_settings()
    if sample:
        return sample_settings(settings)
    if not settings.aloud_maildir:
        if not _is_connected(settings):
            raise fail(NO_MAILBOX)
        return settings
    try:
        folders = maildirs_of(settings, settings.aloud_user)
    except UserFolderRefusedError:
        raise fail(wrong("ALOUD_USER")) from None
    if not any(is_maildir(folder) for folder in folders):
        raise fail(wrong("ALOUD_MAILDIR"))
    return settings


def _is_connected(settings: Settings) -> bool:
    """Whether the user has connected an account. Does not create a database to find out."""
    if not settings.database_url and not (settings.aloud_data_dir / "aloud.db").exists():
        return False
    with loading():
        from cli.account_states import any_connected  # noqa: PLC0415 - takes seconds to load
    return asyncio.run(any_connected(settings))


def sample_settings(settings: Settings) -> Settings:
    """These settings, but with a sample inbox and its own embedded stores.

    The inbox is kept for most of a day, so that a second run shows what Aloud remembers of the first.
    """
    folder = settings.aloud_data_dir / "demo"
    inbox = folder / "inbox"
    now = datetime.now(settings.timezone)
    try:
        if inbox.exists() and now.timestamp() - inbox.stat().st_ctime > KEPT_FOR.total_seconds():
            shutil.rmtree(folder)
        if not inbox.exists():
            _write_whole(inbox, now)
    except (OSError, SampleInboxError):
        raise fail("The sample inbox cannot be written: set ALOUD_DATA_DIR to a folder that Aloud may write to.", code=1) from None
    return settings.model_copy(
        update={
            "aloud_maildir": (inbox,),
            "aloud_addresses": (SAMPLE_ADDRESS,),
            "aloud_data_dir": folder,
            "aloud_vips": (),
            "aloud_keywords": (),
            "aloud_smtp_url": None,
            "aloud_sending_dry_run": True,  # its people do not exist, and no server of the user's own is asked about them
            "redis_url": None,
            "database_url": None,
        }
    )


def _write_whole(inbox: Path, now: datetime) -> None:
    """Write under another name first, so that an interrupted run does not leave half an inbox."""
    begun = inbox.with_name("inbox.begun")
    shutil.rmtree(begun, ignore_errors=True)
    inbox.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_sample_inbox(begun, now=now)
    begun.rename(inbox)
