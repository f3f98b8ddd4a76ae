"""What other programs do to a Maildir during a call: a mail server delivers, a mail program reads."""

from datetime import datetime
from pathlib import Path

from briefing.mail import MailId, provider_id_of

URSULA = "Ursula Keller <ursula@example.org>"


def deliver(
    inbox: Path, name: str, subject: str, *, now: datetime, sender: str = URSULA, text: str = "Please read about it."
) -> None:  # fmt: skip
    """Written aside and renamed, so that it is never seen half."""
    aside = inbox / "tmp" / name
    aside.write_text(
        f"From: {sender}\nTo: me@example.com\nSubject: {subject}\nMessage-ID: <{name}@example.org>\n"
        f"Date: {now:%a, %d %b %Y %H:%M:%S} +0000\n\n{text}\n"
    )
    aside.rename(inbox / "new" / name)


def read_elsewhere(inbox: Path, mail: MailId) -> None:
    """The flag is set by renaming."""
    name = provider_id_of(mail)
    next(inbox.glob(f"[nc][eu][wr]/{name}*")).rename(inbox / "cur" / f"{name}:2,S")
