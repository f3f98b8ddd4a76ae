"""A Maildir folder as a mailbox: the embedded default, and what mbsync, Dovecot and most mail programs keep.

`MaildirMailbox` reads, `MaildirWriter` changes; they share the layout on disk and nothing else, so that either may run beside any other
program that has the folder open.
"""

from providers.maildir.account import maildir_account
from providers.maildir.mailbox import MaildirMailbox
from providers.maildir.owners import UserFolderRefusedError, maildirs_of
from providers.maildir.writer import MaildirWriter

__all__ = ["MaildirMailbox", "MaildirWriter", "UserFolderRefusedError", "maildir_account", "maildirs_of"]
