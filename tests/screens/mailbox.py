"""The stories' threads in a Maildir, among others."""

from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from tests.providers.arranged_maildir import drop, make_maildir
from tests.screens.stories import ORDER, OWN, STORIES, Story


def write_mailbox(path: Path, now: datetime, *, with_orders: frozenset[str] = frozenset()) -> None:
    make_maildir(path)
    deliver_stories(path, now, with_orders=with_orders)


def deliver_stories(path: Path, now: datetime, *, to: tuple[str, str] = OWN, with_orders: frozenset[str] = frozenset()) -> None:
    """Every story is a thread of its own, read; those named in `with_orders` hold an order to whoever reads them."""
    if not (path / ".Sent").exists():
        make_maildir(path / ".Sent")
    for number, story in enumerate(STORIES):
        at = now - timedelta(hours=5 + number)
        text = f"{story.text}\n{ORDER}\n" if story.name in with_orders else story.text
        _deliver(path, story, text, at, key=story.name, to=to)
        if story.has_namesake:
            _deliver(path, story, f"Another one. {text}", at - timedelta(days=30), key=f"{story.name}-twin", to=to)
        if story.answer:
            answer = _message(to, story.sender, f"Re: {story.subject}", story.answer, at + timedelta(hours=1), key=f"{story.name}-answer")
            answer["In-Reply-To"] = answer["References"] = f"<{story.name}@stories.example>"
            drop(path / ".Sent", answer.as_bytes(), info=":2,S", at=(at + timedelta(hours=1)).timestamp())


def _deliver(path: Path, story: Story, text: str, at: datetime, *, key: str, to: tuple[str, str]) -> None:
    message = _message(story.sender, to, story.subject, text, at, key=key)
    if story.name == "news":
        message["List-Unsubscribe"] = "<mailto:leave@design.example>"
        message["List-Id"] = "<weekly.design.example>"
    drop(path, message.as_bytes(), info=":2,S", at=at.timestamp())


def _message(sender: tuple[str, str], to: tuple[str, str], subject: str, text: str, at: datetime, *, key: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = f"{sender[0]} <{sender[1]}>", f"{to[0]} <{to[1]}>"
    message["Subject"], message["Date"], message["Message-ID"] = subject, format_datetime(at), f"<{key}@stories.example>"
    message.set_content(text)
    return message
