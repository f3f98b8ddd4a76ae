"""Another program renames and delivers in the folder all the time, while we list, read and change."""

import asyncio
import contextlib
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from briefing.mail import provider_id_of
from providers.mailbox_writing import Change, ChangeKind
from tests.providers.arranged_maildir import ArrangedMaildir, drop, flags, make_maildir
from tests.providers.mailbox_contract import Standing, all_unread
from tests.providers.messages import message

pytestmark = pytest.mark.slow

MAILS = 800
ROUNDS = 10
STOPS_WITHIN_S = 30.0


class OtherProgram:
    """Picks mail up from `new`, sets and clears flags in no order, and delivers; it never reads, archives or deletes."""

    def __init__(self, path: Path, *, seed: int, delivers: bool) -> None:
        self._path = path
        self._draw = random.Random(seed)  # noqa: S311 - broken mails, not secrets
        self._delivers = delivers
        self._stop = threading.Event()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._work, name="other-program")
        self.delivered: list[str] = []
        self.renames = 0

    @contextmanager
    def at_work(self) -> Iterator[None]:
        self._thread.start()
        self._started.wait(STOPS_WITHIN_S)
        try:
            yield
        finally:
            self._stop.set()
            self._thread.join(STOPS_WITHIN_S)
            assert not self._thread.is_alive(), "the other program did not stop"

    def _work(self) -> None:
        try:
            while not self._stop.is_set():
                self._meddle()
        finally:
            self._started.set()  # whoever waits must not wait for a thread that died

    def _meddle(self) -> None:
        files = [*self._path.glob("new/*"), *self._path.glob("cur/*")]
        for file in self._draw.sample(files, k=min(200, len(files))):
            letters = "".join(sorted({*flags(file)} ^ {self._draw.choice("FPR")}))
            with contextlib.suppress(FileNotFoundError):
                file.rename(self._path / "cur" / f"{file.name.partition(':')[0]}:2,{letters}")
                self.renames += 1
            self._started.set()
        if self._delivers:
            self.delivered.append(drop(self._path, message(f"late{len(self.delivered)}")))


@pytest.fixture
def arranged(tmp_path: Path) -> ArrangedMaildir:
    return ArrangedMaildir(make_maildir(tmp_path / "Mail"))


async def test_a_mail_that_is_only_renamed_never_seems_gone(arranged: ArrangedMaildir) -> None:
    delivered = {await arranged.deliver(message(f"m{number}")) for number in range(MAILS)}
    token = (await arranged.mailbox.unread()).token
    other = OtherProgram(arranged.path, seed=7, delivers=False)
    with other.at_work():
        for _ in range(ROUNDS):
            assert set(await all_unread(arranged.mailbox)) == delivered
            changes = await arranged.mailbox.changes(token)
            assert (changes.arrived, changes.gone) == ((), ())
            token = changes.token
    assert other.renames > ROUNDS


async def test_no_mail_is_lost_and_every_receipt_is_true(arranged: ArrangedMaildir) -> None:
    mails = [await arranged.deliver(message(f"m{number}")) for number in range(100)]
    other = OtherProgram(arranged.path, seed=8, delivers=True)
    read, archived = set(mails[:25]), set(mails[25:50])
    with other.at_work():
        for mail in [*read, *archived]:
            kind = ChangeKind.MARK_READ if mail in read else ChangeKind.ARCHIVE
            receipt = await arranged.writer.apply(Change(mail_id=mail, kind=kind))
            assert receipt.mail_id == mail
            assert len((await arranged.mailbox.envelopes([mail, mails[-1]])).found) == 2
    listed = set(await all_unread(arranged.mailbox))
    assert listed == {*mails[50:], *(arranged.id_of(name) for name in other.delivered)}
    for mail in mails:
        standing = await arranged.standing(mail)
        assert standing.read is (mail in read)
        assert standing.in_archive is (mail in archived)
        assert standing.in_inbox is (mail not in archived)
    names = [file.name.partition(":")[0] for file in arranged.path.rglob("*") if file.is_file() and file.parent.name in {"new", "cur"}]
    assert sorted(names) == sorted([*(provider_id_of(mail) for mail in mails), *other.delivered])


async def test_two_writers_on_one_mail_both_get_their_way(arranged: ArrangedMaildir) -> None:
    rival = ArrangedMaildir(arranged.path)
    for number in range(60):
        mail = await arranged.deliver(message(f"m{number}"))
        await asyncio.gather(
            arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.FLAG)),
            rival.writer.apply(Change(mail_id=mail, kind=ChangeKind.MARK_READ)),
        )
        assert await arranged.standing(mail) == Standing(read=True, flagged=True)
