"""One function, one change, one receipt: on a real Maildir, looked at with nothing of ours."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from actions import changes
from actions.changes import CHANGE_TIMEOUT_S, Writers
from briefing.mail import MailId, account_of, mail_id
from providers.mailbox import MailboxUnavailableError, MailGoneError, SignInNeededError
from providers.mailbox_writing import Change, ChangeKind, ChangeNotConfirmedError, Receipt
from tests.inbox.virtual_clock import in_virtual_time, now
from tests.providers.arranged_maildir import ArrangedMaildir, make_maildir
from tests.providers.mailbox_contract import Standing
from tests.providers.messages import message

Action = Callable[[Writers, MailId], Awaitable[Receipt]]

KINDS: dict[ChangeKind, Action] = {
    ChangeKind.ARCHIVE: changes.archive,
    ChangeKind.MARK_READ: changes.mark_read,
    ChangeKind.FLAG: changes.flag,
    ChangeKind.UNFLAG: changes.unflag,
}
FROM_FLAGGED = {
    ChangeKind.ARCHIVE: Standing(flagged=True, in_inbox=False, in_archive=True),
    ChangeKind.MARK_READ: Standing(flagged=True, read=True),
    ChangeKind.FLAG: Standing(flagged=True),
    ChangeKind.UNFLAG: Standing(),
}
FROM_PLAIN = {
    ChangeKind.ARCHIVE: Standing(in_inbox=False, in_archive=True),
    ChangeKind.MARK_READ: Standing(read=True),
    ChangeKind.FLAG: Standing(flagged=True),
    ChangeKind.UNFLAG: Standing(),
}


@dataclass
class ArrangedWriter:
    """Answers as the test says, and keeps what it was asked."""

    failure: Exception | None = None
    takes_s: float = 0.0
    asked: list[Change] = field(default_factory=list)

    async def apply(self, change: Change) -> Receipt:
        self.asked.append(change)
        await asyncio.sleep(self.takes_s)
        if self.failure:
            raise self.failure
        return Receipt(change=change, mail_id=change.mail_id)


def writers_of(*mailboxes: ArrangedMaildir) -> Writers:
    return {mailbox.mailbox.account.slug: mailbox.writer for mailbox in mailboxes}


def files_with(content: bytes, folder: Path) -> list[Path]:
    return [file for file in folder.glob("**/*") if file.is_file() and file.read_bytes() == content]


class TestOnAMaildir:
    @pytest.mark.parametrize("flagged", [False, True], ids=["plain", "flagged"])
    @pytest.mark.parametrize("kind", KINDS)
    @in_virtual_time
    async def test_exactly_one_thing_changes_and_the_receipt_says_which(self, tmp_path: Path, kind: ChangeKind, flagged: bool) -> None:
        work, home = (ArrangedMaildir(make_maildir(tmp_path / name)) for name in ("work", "home"))
        mail, beside, elsewhere = await work.deliver(message("a")), await work.deliver(message("b")), await home.deliver(message("a"))
        if flagged:
            await work.flag_elsewhere(mail)
        receipt = await KINDS[kind](writers_of(work, home), mail)
        assert receipt.change == Change(mail_id=mail, kind=kind)
        assert account_of(receipt.mail_id) == account_of(mail)
        assert await work.standing(receipt.mail_id) == (FROM_FLAGGED if flagged else FROM_PLAIN)[kind]
        assert await work.standing(beside) == await home.standing(elsewhere) == Standing()
        assert len(files_with(message("a"), tmp_path / "work")) == 1

    @pytest.mark.parametrize("kind", KINDS)
    @in_virtual_time
    async def test_a_mail_that_is_gone_has_no_receipt(self, tmp_path: Path, kind: ChangeKind) -> None:
        work = ArrangedMaildir(make_maildir(tmp_path / "work"))
        mail = await work.deliver(message("a"))
        await work.delete_elsewhere(mail)
        with pytest.raises(MailGoneError):
            await KINDS[kind](writers_of(work), mail)

    @in_virtual_time
    async def test_a_folder_that_is_gone_is_unavailable_and_not_a_mail_that_is_gone(self, tmp_path: Path) -> None:
        work = ArrangedMaildir(make_maildir(tmp_path / "work"))
        mail = await work.deliver(message("a"))
        (tmp_path / "work").rename(tmp_path / "unmounted")
        with pytest.raises(MailboxUnavailableError):
            await changes.archive(writers_of(work), mail)


class TestRouting:
    @pytest.mark.parametrize("kind", KINDS)
    @in_virtual_time
    async def test_the_account_in_the_id_is_asked_for_that_one_change_and_nobody_else(self, kind: ChangeKind) -> None:
        writers = {"work": ArrangedWriter(), "home": ArrangedWriter()}
        mail = mail_id("home", "with:colons")
        await KINDS[kind](writers, mail)
        assert writers["home"].asked == [Change(mail_id=mail, kind=kind)]
        assert writers["work"].asked == []

    @pytest.mark.parametrize("kind", KINDS)
    @in_virtual_time
    async def test_a_mail_of_no_account_has_no_receipt(self, kind: ChangeKind) -> None:
        writers = {"work": ArrangedWriter()}
        with pytest.raises(MailGoneError):
            await KINDS[kind](writers, mail_id("elsewhere", "1"))
        assert writers["work"].asked == []

    @pytest.mark.parametrize("kind", KINDS)
    @in_virtual_time
    async def test_a_writer_that_hangs_is_unavailable_after_ten_seconds(self, kind: ChangeKind) -> None:
        with pytest.raises(MailboxUnavailableError):
            await KINDS[kind]({"work": ArrangedWriter(takes_s=3600)}, mail_id("work", "1"))
        assert now() == CHANGE_TIMEOUT_S

    @pytest.mark.parametrize("failure", [SignInNeededError("again"), ChangeNotConfirmedError("not shown"), MailboxUnavailableError("away")])
    @in_virtual_time
    async def test_what_the_writer_raises_is_raised_and_nothing_is_tried_twice(self, failure: Exception) -> None:
        writer = ArrangedWriter(failure=failure)
        with pytest.raises(type(failure)):
            await changes.archive({"work": writer}, mail_id("work", "1"))
        assert len(writer.asked) == 1

    def test_every_kind_of_change_that_one_can_ask_for_is_tried_here(self) -> None:
        public = {name for name, value in vars(changes).items() if getattr(value, "__module__", "") == changes.__name__}
        functions = {name for name in public if callable(getattr(changes, name)) and not name.startswith("_")}
        assert functions == {action.__name__ for action in KINDS.values()}
