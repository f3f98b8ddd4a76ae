"""The contract once more, with a real Dovecot that has the same Maildir open: everything "elsewhere" is done over IMAP."""

import asyncio
import imaplib
import re
from collections.abc import Iterator, Sequence

import pytest

from briefing.mail import MailId, mail_id, provider_id_of
from providers.mailbox import IdSet
from providers.mailbox_writing import Change, ChangeKind
from providers.maildir import MaildirMailbox, MaildirWriter, maildir_account
from providers.maildir.file_names import provider_id
from tests.providers.mailbox_contract import MailboxContract, Standing
from tests.providers.messages import OWN_ADDRESS, message
from tests.servers.dovecot import DovecotServer

pytestmark = pytest.mark.server

FOLDERS = ("INBOX", "Archive", "Trash", "Junk", "Offers")

_MESSAGE_ID = re.compile(rb"^Message-ID: (<[^>]+>)", re.MULTILINE)


class MaildirBesideDovecot:
    """Two programs on one Maildir. IMAP names a mail by its Message-ID, ours by its file: the files tell which is which."""

    def __init__(self, server: DovecotServer) -> None:
        self.path = server.maildir
        account = maildir_account(self.path)
        self.mailbox = MaildirMailbox(self.path, account=account, own_addresses=frozenset({OWN_ADDRESS}))
        self.writer = MaildirWriter(self.path, account=account)
        self._imap = server.connect()
        self._message_ids: dict[MailId, str] = {}

    def close(self) -> None:
        self._imap.logout()

    async def deliver(self, raw: bytes) -> MailId:
        return await asyncio.to_thread(self._append, "INBOX", raw)

    async def deliver_sent(self, raw: bytes) -> None:
        await asyncio.to_thread(self._append, "Sent", raw)

    async def read_elsewhere(self, mail: MailId) -> None:
        await asyncio.to_thread(self.store, mail, r"(\Seen)")

    async def flag_elsewhere(self, mail: MailId) -> None:
        await asyncio.to_thread(self.store, mail, r"(\Flagged)")

    async def archive_elsewhere(self, mail: MailId) -> None:
        await asyncio.to_thread(self._move, mail)

    async def delete_elsewhere(self, mail: MailId) -> None:
        await asyncio.to_thread(self._delete, mail)

    async def standing(self, mail: MailId) -> Standing:
        return await asyncio.to_thread(self._standing, mail)

    def _append(self, folder: str, raw: bytes) -> MailId:
        self._imap.create(folder)
        inbox = self.path if folder == "INBOX" else self.path / f".{folder}"
        before = {file.name for file in inbox.glob("*/*")}
        self._ask(self._imap.append(folder, "", "", raw.replace(b"\n", b"\r\n")))
        name = next(file.name for file in inbox.glob("[nc][eu][wr]/*") if file.name not in before)
        mail = mail_id(self.mailbox.account.slug, provider_id(name))
        found = _MESSAGE_ID.search(raw)
        assert found is not None, "give it a Message-ID"
        self._message_ids[mail] = found[1].decode()
        return mail

    async def make_named_elsewhere(self, name: str) -> None:
        await asyncio.to_thread(self._imap.create, name)

    def _standing(self, mail: MailId) -> Standing:
        flags = {folder: found for folder in FOLDERS if (found := self._flags(mail, folder)) is not None}
        assert flags, "the mail is nowhere"
        first = next(iter(flags.values()))
        return Standing(
            in_inbox="INBOX" in flags,
            in_archive="Archive" in flags,
            in_trash="Trash" in flags,
            in_spam="Junk" in flags,
            under=frozenset(flags) & {"Offers"},
            read=r"\Seen" in first,
            flagged=r"\Flagged" in first,
            important="$Important" in first,
        )

    def _flags(self, mail: MailId, folder: str) -> str | None:
        uid = self.uid(mail, folder)
        if uid is None:
            return None
        (answer,) = self._ask(self._imap.uid("FETCH", uid, "(FLAGS)"))
        return str(answer)

    def store(self, mail: MailId, flags: str) -> None:
        self._ask(self._imap.uid("STORE", self._uid_of(mail), "+FLAGS", flags))

    def _move(self, mail: MailId) -> None:
        self._imap.create("Archive")
        self._ask(self._imap.uid("MOVE", self._uid_of(mail), "Archive"))

    def _delete(self, mail: MailId) -> None:
        self.store(mail, r"(\Deleted)")
        self._ask(self._imap.expunge())

    def _uid_of(self, mail: MailId) -> str:
        uid = self.uid(mail, "INBOX")
        assert uid is not None, f"{provider_id_of(mail)} is not in the inbox"
        return uid

    def uid(self, mail: MailId, folder: str) -> str | None:
        if self._imap.select(folder)[0] != "OK":
            return None
        (found,) = self._ask(self._imap.uid("SEARCH", "HEADER", "Message-ID", self._message_ids[mail]))
        return found.decode() if isinstance(found, bytes) and found else None

    def _ask(self, answer: tuple[str, Sequence[object]]) -> Sequence[object]:
        if answer[0] != "OK":
            raise imaplib.IMAP4.error(answer)
        return answer[1]


@pytest.fixture
def arranged() -> Iterator[MaildirBesideDovecot]:
    with DovecotServer() as server:
        arranged = MaildirBesideDovecot(server)
        yield arranged
        arranged.close()


class TestMaildirBesideDovecot(MailboxContract):
    """The suite with a mail server beside us."""


async def test_a_keyword_set_over_imap_makes_a_mail_important(arranged: MaildirBesideDovecot) -> None:
    mail, other = await arranged.deliver(message("a")), await arranged.deliver(message("b"))
    await asyncio.to_thread(arranged.store, mail, "($Important)")
    await asyncio.to_thread(arranged.store, other, "($Later)")
    assert await arranged.mailbox.id_set(IdSet.IMPORTANT) == {mail}


async def test_the_same_mail_keeps_its_imap_number_through_our_changes(arranged: MaildirBesideDovecot) -> None:
    mail = await arranged.deliver(message("a"))
    before = await asyncio.to_thread(arranged.uid, mail, "INBOX")
    for kind in (ChangeKind.FLAG, ChangeKind.MARK_READ, ChangeKind.MARK_UNREAD):
        await arranged.writer.apply(Change(mail_id=mail, kind=kind))
    assert await asyncio.to_thread(arranged.uid, mail, "INBOX") == before
