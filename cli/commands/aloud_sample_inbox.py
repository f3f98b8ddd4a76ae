"""`aloud sample-inbox`: writes a made-up mailbox."""

import shlex
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from cli.screen import fail, load_settings, out, progress
from providers.sample_inbox import SAMPLE_ADDRESS, SampleInboxError, write_sample_inbox

MOST = 20_000


def sample_inbox(
    path: Annotated[Path, typer.Argument(help="A new or empty folder.", show_default=False)],
    unread: Annotated[int, typer.Option(min=1, max=MOST, help="The number of unread mails.", metavar="NUMBER")] = 50,
) -> None:
    """Write a made-up inbox (a Maildir) for trying things out."""
    settings = load_settings()
    folder = path.expanduser().absolute()
    try:
        with progress("Writing mails…"):
            written = write_sample_inbox(folder, now=datetime.now(settings.timezone), unread=unread)
    except SampleInboxError as error:
        raise fail(str(error), code=1) from None
    out.print(f"{written} unread {'mail' if written == 1 else 'mails'} in {folder}. To be briefed on them:", markup=False)
    out.print(f"  ALOUD_MAILDIR={shlex.quote(str(folder))} ALOUD_ADDRESSES={SAMPLE_ADDRESS} aloud console", markup=False, soft_wrap=True)
