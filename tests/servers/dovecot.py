"""A real Dovecot of the test's own with a Maildir: loopback, a free port, configuration, run files and mail in one folder.

It refuses to keep mail as root; started by root, it and the Maildir belong to the account that owns nothing.
"""

import contextlib
import grp
import imaplib
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

import psutil

from tests.servers.own_server import UNPRIVILEGED, binary, start
from tests.servers.ports import free_port

START_WITHIN_S = 20.0
STOP_WITHIN_S = 15.0
USER, PASSWORD = "sam", "for-one-test"

CONFIGURATION = """
protocols = imap
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
log_path = /dev/stderr
ssl = no
disable_plaintext_auth = no
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {owner}
first_valid_uid = 0
first_valid_gid = 0
mail_location = maildir:{folder}/home/Maildir
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={owner} gid={group} home={folder}/home
}}
namespace inbox {{
  inbox = yes
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


class DovecotServer:
    """A context manager that owns its process and its mail; everyone who knows the password is let in."""

    def __init__(self) -> None:
        self.port = free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="aloud-dc-"))
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def maildir(self) -> Path:
        """The folder with the mail, empty at first."""
        return self._folder / "home" / "Maildir"

    def connect(self) -> imaplib.IMAP4:
        """A signed-in IMAP connection."""
        connection = imaplib.IMAP4("127.0.0.1", self.port, timeout=START_WITHIN_S)
        connection.login(USER, PASSWORD)
        return connection

    def __enter__(self) -> Self:
        runner = pwd.getpwuid(os.getuid()).pw_name
        owner = UNPRIVILEGED or runner
        group = grp.getgrgid(pwd.getpwnam(owner).pw_gid).gr_name
        self._folder.chmod(0o755)
        for folder in (self.maildir.parent, self.maildir, *(self.maildir / name for name in ("tmp", "new", "cur"))):
            folder.mkdir()
            shutil.chown(folder, owner, group)
        configuration = self._folder / "dovecot.conf"
        configuration.write_text(
            CONFIGURATION.format(folder=self._folder, port=self.port, password=PASSWORD, user=runner, owner=owner, group=group)
        )
        command = [binary("dovecot", "dovecot-imapd", Path("/usr/sbin")), "-F", "-c", str(configuration)]
        self._process = start(command, folder=self._folder, ready="starting up for imap", within_s=START_WITHIN_S)
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            # Asked politely it takes more than a second to end, and there is a server for each test.
            doomed = [*psutil.Process(self._process.pid).children(recursive=True), psutil.Process(self._process.pid)]
            for process in doomed:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
            self._process.wait(STOP_WITHIN_S)
        shutil.rmtree(self._folder)
