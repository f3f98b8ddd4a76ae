"""A Maildir for the contract, with a plain mail program's hands on it: files written to `tmp` and renamed."""

import os
import shutil
from itertools import count
from pathlib import Path

from briefing.mail import MailId, mail_id, provider_id_of
from providers.maildir import MaildirMailbox, MaildirWriter, maildir_account
from tests.providers.mailbox_contract import Standing
from tests.providers.messages import NOON, OWN_ADDRESS

_numbers = count(1)


def make_maildir(path: Path) -> Path:
    for name in ("tmp", "new", "cur"):
        (path / name).mkdir(parents=True)
    return path


def drop(folder: Path, raw: bytes, *, info: str | None = None, name: str = "", at: float | None = None) -> str:
    """Deliver as a mail server does; into `cur` when there is an info part. Returns the unique name."""
    number = next(_numbers)
    at = NOON.timestamp() + number if at is None else at
    name = name or f"{int(at)}.M{number}P7.host"
    written = folder / "tmp" / name
    written.write_bytes(raw)
    os.utime(written, (at, at))
    written.rename(folder / "new" / name if info is None else folder / "cur" / f"{name}{info}")
    return name


def find(folder: Path, unique: str) -> Path | None:
    return next((file for file in folder.glob("[nc][eu][wr]/*") if file.name.partition(":")[0] == unique), None)


def keyword_letters(folder: Path) -> dict[str, str]:
    """The keyword for each lower case flag, as Dovecot keeps them beside the mail."""
    listed = folder / "dovecot-keywords"
    lines = listed.read_text().splitlines() if listed.exists() else []
    return {"abcdefghijklmnopqrstuvwxyz"[int(number)]: word for number, word in (line.split() for line in lines)}


def flags(file: Path) -> str:
    return file.name.partition(":2,")[2]


class ArrangedMaildir:
    def __init__(self, path: Path) -> None:
        self.path = path
        account = maildir_account(path)
        self.mailbox = MaildirMailbox(path, account=account, own_addresses=frozenset({OWN_ADDRESS}))
        self.writer = MaildirWriter(path, account=account)

    def id_of(self, unique: str) -> MailId:
        return mail_id(self.mailbox.account.slug, unique)

    async def deliver(self, raw: bytes) -> MailId:
        return self.id_of(drop(self.path, raw))

    async def deliver_sent(self, raw: bytes) -> None:
        sent = self.path / ".Sent"
        if not sent.exists():
            make_maildir(sent)
        drop(sent, raw, info=":2,S")

    async def read_elsewhere(self, mail: MailId) -> None:
        self._add_flag(mail, "S")

    async def flag_elsewhere(self, mail: MailId) -> None:
        self._add_flag(mail, "F")

    async def archive_elsewhere(self, mail: MailId) -> None:
        archive = self.path / ".Archive"
        if not archive.exists():
            make_maildir(archive)
        file = self._file(mail)
        shutil.move(file, archive / "cur" / (file.name if ":2," in file.name else f"{file.name}:2,"))

    async def delete_elsewhere(self, mail: MailId) -> None:
        self._file(mail).unlink()

    async def make_named_elsewhere(self, name: str) -> None:
        make_maildir(self.path / f".{name}")

    async def standing(self, mail: MailId) -> Standing:
        unique = provider_id_of(mail)
        folders = [self.path, *(each for each in self.path.glob(".*") if each.is_dir())]
        found = [(folder, file) for folder in folders if (file := find(folder, unique)) is not None]
        assert found, "the mail is nowhere"
        names = {"" if folder == self.path else folder.name[1:] for folder, _ in found}
        file = found[0][1]
        return Standing(
            in_inbox="" in names,
            in_archive="Archive" in names,
            in_trash="Trash" in names,
            in_spam="Junk" in names,
            under=frozenset(names - {"", "Archive", "Trash", "Junk"}),
            read=file.parent.name == "cur" and "S" in flags(file),
            flagged="F" in flags(file),
            important=any(keyword_letters(found[0][0]).get(flag) == "$Important" for flag in flags(file)),
        )

    def _file(self, mail: MailId) -> Path:
        file = find(self.path, provider_id_of(mail))
        assert file is not None
        return file

    def _add_flag(self, mail: MailId, flag: str) -> None:
        file = self._file(mail)
        letters = "".join(sorted({*flags(file), flag}))
        file.rename(self.path / "cur" / f"{file.name.partition(':')[0]}:2,{letters}")
