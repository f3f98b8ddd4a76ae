"""What a mail program does with the user's mail over IMAP, on a Maildir that Dovecot keeps."""

import contextlib
import imaplib
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default

from providers.maildir.file_names import provider_id
from tests.servers.dovecot import DovecotServer

MOST_SESSIONS = 200


def parsed(raw: bytes) -> EmailMessage:
    message = BytesParser(policy=default).parsebytes(raw)
    assert isinstance(message, EmailMessage)
    return message


@dataclass(slots=True)
class ImapHands:
    """The user's mail program and their mail server, on a Maildir that Dovecot keeps."""

    server: DovecotServer
    imap: imaplib.IMAP4

    def append(self, folder: str, raw: bytes) -> str:
        """The name of the file that Dovecot makes of it."""
        self.imap.create(folder)
        path = self.server.maildir if folder == "INBOX" else self.server.maildir / f".{folder}"
        before = {file.name for file in path.glob("*/*")}
        answer, _ = self.imap.append(
            folder, r"(\Seen)" if folder == "Sent" else "", "", raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        )
        assert answer == "OK"
        return provider_id(next(file.name for part in ("new", "cur") for file in (path / part).iterdir() if file.name not in before))

    def subjects(self, folder: str) -> list[str]:
        """Of the mails that a mail program shows in it. Dovecot ends the session that asks for a file which was just renamed beside it, and
        the next ones too until it looks anew: it tells the age of a folder in seconds."""
        with contextlib.suppress(imaplib.IMAP4.abort):
            return _subjects(self.imap, folder)
        for _ in range(MOST_SESSIONS):
            with contextlib.suppress(imaplib.IMAP4.abort), self.server.connect() as anew:
                return _subjects(anew, folder)
        raise AssertionError("Dovecot ended every session")


def _subjects(imap: imaplib.IMAP4, folder: str) -> list[str]:
    imap.select(folder, readonly=True)
    _, found = imap.fetch("1:*", "(BODY.PEEK[HEADER])")
    return sorted(str(parsed(each[1])["Subject"]) for each in found if isinstance(each, tuple))
