"""A Gmail account that is connected by `aloud connect google`, and the mail that is put into it."""

import asyncio
import os
import re
import sys
from base64 import b64encode
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from tests.providers.messages import OWN_ADDRESS
from tests.servers.gmail.proxy import GmailProxy
from tests.servers.gmail.server import CLIENT_ID, CLIENT_SECRET, GmailHands
from tests.servers.livekit import ROOT

LETTER = " ".join(f"Paragraph number {number} of this letter tells of the garden and of the weather." for number in range(1, 13))
CONNECT_TIMEOUT_S = 60.0


def letter(subject: str, sender: str) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, OWN_ADDRESS, subject
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail["Message-ID"] = f"<{subject.replace(' ', '.')}@example.org>"
    mail.set_content(LETTER)
    return mail.as_bytes()


def settings_for(proxy: GmailProxy) -> dict[str, str]:
    return {
        "GOOGLE_CLIENT_ID": CLIENT_ID,
        "GOOGLE_CLIENT_SECRET": CLIENT_SECRET,
        "ALOUD_GOOGLE_AUTH_URL": proxy.authorization_url,
        "ALOUD_GOOGLE_TOKEN_URL": proxy.token_url,
        "ALOUD_GOOGLE_REVOKE_URL": proxy.revoke_url,
        "ALOUD_GMAIL_URL": proxy.url,
        "ALOUD_SECRET_KEY": b64encode(os.urandom(32)).decode(),
        "ALOUD_VIPS": "vera@example.org",
    }


async def connect(folder: Path, settings: dict[str, str], hands: GmailHands) -> str:
    """`aloud connect google --paste` with a user who agrees in a browser elsewhere; returns what it printed."""
    process = await asyncio.create_subprocess_exec(
        Path(sys.executable).with_name("aloud"),
        *("connect", "google", "--paste", "--label", "work"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(ROOT), "ALOUD_DATA_DIR": str(folder / "data"), **settings},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    printed = ""
    async with asyncio.timeout(CONNECT_TIMEOUT_S):
        while (page := re.search(r"http://\S+state=\S+", printed)) is None:
            line = await process.stdout.readline()
            assert line, printed
            printed += line.decode()
        process.stdin.write(f"{await hands.consent(page[0])}\n".encode())
        rest, _ = await process.communicate()
    assert process.returncode == 0, printed + rest.decode()
    return rest.decode()
