"""What a Maildir is called: a slug for ids that says nothing about its owner, and a label that can be spoken."""

import hashlib
import os
import re
from pathlib import Path

from providers.mailbox import Account

_SAYS_NOTHING = frozenset({"", "maildir", "mail", "mails", "inbox", "new", "cur", "tmp"})


def maildir_account(path: Path) -> Account:
    """The account of the Maildir at `path`. The slug is the same on every call as long as the folder stays where it is."""
    resolved = path.expanduser().resolve()
    slug = "md" + hashlib.sha256(os.fsencode(resolved)).hexdigest()[:8]
    parent = _spoken(resolved.parent.name) if resolved.name.lower() == "inbox" else ""
    return Account(slug=slug, label=_spoken(resolved.name) or parent or "mail")


def _spoken(name: str) -> str:
    """A folder's name as words; empty when it only says that it holds mail."""
    words = re.sub(r"[^\w@]+|_", " ", name.encode("utf-8", "ignore").decode()).strip()
    return "" if words.lower() in _SAYS_NOTHING else words
