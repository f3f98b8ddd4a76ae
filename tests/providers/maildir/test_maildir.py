"""The Maildir keeps the mailbox contract, and the rules that only a folder of files has."""

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.mail import MailId, mail_id
from briefing.mail_query import query_of
from providers.mailbox import IdSet, MailboxUnavailableError, MailGoneError, SyncTokenExpiredError
from providers.mailbox_writing import Change, ChangeKind
from providers.maildir import MaildirMailbox, MaildirWriter, maildir_account
from providers.maildir.file_names import name_with, provider_id
from providers.maildir.mailbox import PAGE_SIZE
from tests.providers.arranged_maildir import ArrangedMaildir, drop, make_maildir
from tests.providers.mailbox_contract import MailboxContract, Standing, all_unread, token_of
from tests.providers.messages import NOON, message

pytestmark = pytest.mark.slow

SOON_S = 10.0


@pytest.fixture
def arranged(tmp_path: Path) -> ArrangedMaildir:
    return ArrangedMaildir(make_maildir(tmp_path / "Mail"))


class TestMaildirContract(MailboxContract):
    """The suite on plain files."""


def picture(path: Path) -> dict[str, tuple[bytes, int]]:
    """Every file with its text and its change time."""
    return {str(file.relative_to(path)): (file.read_bytes(), file.stat().st_mtime_ns) for file in sorted(path.rglob("*")) if file.is_file()}


async def test_no_file_is_touched_or_moved_by_reading(arranged: ArrangedMaildir) -> None:
    drop(arranged.path, message("new"))
    drop(arranged.path, message("seen"), info=":2,S")
    drop(arranged.path, message("flag"), info=":2,F")
    before = picture(arranged.path)
    ids = await all_unread(arranged.mailbox)
    for envelope in (await arranged.mailbox.envelopes(ids)).found:
        await arranged.mailbox.text(envelope.mail_id)
        await arranged.mailbox.thread(envelope.thread_id)
    await arranged.mailbox.search(query_of("hello"), limit=9)
    await arranged.mailbox.written_to(limit=9)
    for kind in IdSet:
        await arranged.mailbox.id_set(kind)
    assert len(ids) == 2
    assert picture(arranged.path) == before


async def test_unread_mail_comes_newest_first_over_pages(arranged: ArrangedMaildir) -> None:
    total = 2 * PAGE_SIZE + 3
    expected = [arranged.id_of(drop(arranged.path, b"Subject: x\n\nx\n", at=NOON.timestamp() + number)) for number in range(total)]
    page = await arranged.mailbox.unread()
    assert len(page.ids) == PAGE_SIZE
    assert page.next_page is not None
    drop(arranged.path, b"Subject: late\n\nx\n", at=NOON.timestamp() + total)
    second = await arranged.mailbox.unread(page=page.next_page)
    third = await arranged.mailbox.unread(page=second.next_page)
    assert [*page.ids, *second.ids, *third.ids] == expected[::-1]
    assert third.next_page is None
    assert page.token == second.token == third.token
    assert len((await arranged.mailbox.changes(page.token)).arrived) == 1


async def test_a_mail_keeps_its_id_through_flags_and_pick_up(arranged: ArrangedMaildir) -> None:
    mail = await arranged.deliver(message("a"))
    await arranged.flag_elsewhere(mail)
    assert await all_unread(arranged.mailbox) == [mail]
    await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.MARK_READ))
    assert (await arranged.mailbox.envelopes([mail])).found[0].flagged


async def test_other_separators_and_letters_are_understood_and_kept(arranged: ArrangedMaildir) -> None:
    drop(arranged.path, message("a"), name="1700000001.semi", info=";2,RS")
    mail = arranged.id_of(drop(arranged.path, message("b"), name="1700000002.key", info=":2,Pab"))
    assert await all_unread(arranged.mailbox) == [mail]
    await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.FLAG))
    await arranged.writer.apply(Change(mail_id=arranged.id_of("1700000001.semi"), kind=ChangeKind.MARK_UNREAD))
    assert (arranged.path / "cur" / "1700000002.key:2,FPab").exists()
    assert (arranged.path / "cur" / "1700000001.semi;2,R").exists()


async def test_mail_waiting_to_be_swept_up_is_gone(arranged: ArrangedMaildir) -> None:
    mail = arranged.id_of(drop(arranged.path, message("a"), info=":2,T"))
    assert await all_unread(arranged.mailbox) == []
    assert (await arranged.mailbox.envelopes([mail])).found == ()
    with pytest.raises(MailGoneError):
        await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))


async def test_flagging_new_mail_moves_it_to_cur_and_leaves_it_unread(arranged: ArrangedMaildir) -> None:
    mail = await arranged.deliver(message("a"))
    await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.FLAG))
    assert [file.parent.name for file in arranged.path.glob("*/*") if file.is_file()] == ["cur"]
    assert await all_unread(arranged.mailbox) == [mail]


async def test_archive_makes_a_proper_maildir_folder(arranged: ArrangedMaildir) -> None:
    arranged.path.chmod(0o750)
    await arranged.writer.apply(Change(mail_id=await arranged.deliver(message("a")), kind=ChangeKind.ARCHIVE))
    archive = arranged.path / ".Archive"
    assert sorted(each.name for each in archive.iterdir()) == ["cur", "maildirfolder", "new", "tmp"]
    assert archive.stat().st_mode & 0o777 == 0o750
    assert [file.name.partition(":")[2] for file in (archive / "cur").iterdir()] == ["2,"]


async def test_archiving_never_writes_over_another_mail_of_the_same_name(arranged: ArrangedMaildir) -> None:
    make_maildir(arranged.path / ".Archive")
    drop(arranged.path / ".Archive", message("old", text="The old one.\n"), name="1700000003.same", info=":2,")
    mail = arranged.id_of(drop(arranged.path, message("new", text="The new one.\n"), name="1700000003.same"))
    receipt = await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))
    assert receipt.mail_id != mail
    assert (await arranged.mailbox.text(receipt.mail_id)).text == "The new one."
    assert (await arranged.mailbox.text(mail)).text == "The old one."


async def test_mbsync_numbers_are_no_part_of_the_id_and_do_not_travel(arranged: ArrangedMaildir) -> None:
    drop(arranged.path, message("a"), name="1700000004.1_2.host,U=17", info=":2,")
    (mail,) = await all_unread(arranged.mailbox)
    assert mail == arranged.id_of("1700000004.1_2.host")
    await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.FLAG))
    assert (arranged.path / "cur" / "1700000004.1_2.host,U=17:2,F").exists()
    receipt = await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))
    assert receipt.mail_id == mail
    assert (arranged.path / ".Archive" / "cur" / "1700000004.1_2.host:2,F").exists()


async def test_mbsyncs_own_layout_is_found(tmp_path: Path) -> None:
    inbox = make_maildir(tmp_path / "work" / "INBOX")
    make_maildir(tmp_path / "work" / "Sent")
    drop(tmp_path / "work" / "Sent", message("s", sender="sam@example.com", to="anna@example.org"), info=":2,S")
    arranged = ArrangedMaildir(inbox)
    assert await arranged.mailbox.written_to(limit=5) == {"anna@example.org"}
    await arranged.writer.apply(Change(mail_id=await arranged.deliver(message("a")), kind=ChangeKind.ARCHIVE))
    assert len(list((tmp_path / "work" / "Archive" / "cur").iterdir())) == 1
    assert maildir_account(inbox).label == "work"


async def test_dovecots_important_keyword_counts_and_a_priority_header_does_not(arranged: ArrangedMaildir) -> None:
    (arranged.path / "dovecot-keywords").write_text("0 $Forwarded\n1 $Important\n")
    marked = arranged.id_of(drop(arranged.path, message("a"), info=":2,b"))
    drop(arranged.path, message("b", headers={"X-Priority": "1", "Importance": "high"}), info=":2,a")
    assert await arranged.mailbox.id_set(IdSet.IMPORTANT) == {marked}
    envelopes = (await arranged.mailbox.envelopes(await all_unread(arranged.mailbox))).found
    assert {envelope.mail_id for envelope in envelopes if envelope.important} == {marked}


async def test_a_keyword_joins_those_that_the_folder_has_and_waits_for_whoever_changes_them(arranged: ArrangedMaildir) -> None:
    listed, lock = arranged.path / "dovecot-keywords", arranged.path / "dovecot-uidlist.lock"
    listed.write_text("0 $Forwarded\n2 Gr\u00fc\u00dfe\n")
    mail = await arranged.deliver(message("a"))
    change = Change(mail_id=mail, kind=ChangeKind.MARK_IMPORTANT)
    lock.touch()
    with pytest.raises(MailboxUnavailableError):
        await arranged.writer.apply(change)
    assert listed.read_text() == "0 $Forwarded\n2 Gr\u00fc\u00dfe\n"
    lock.unlink()
    assert (await arranged.writer.apply(change)).after.important
    assert listed.read_text() == "0 $Forwarded\n2 Gr\u00fc\u00dfe\n1 $Important\n"
    assert [each.name for each in arranged.path.glob("*.lock")] == []


async def test_where_all_keywords_are_given_a_mail_is_not_marked_and_the_rest_still_works(arranged: ArrangedMaildir) -> None:
    (arranged.path / "dovecot-keywords").write_text("".join(f"{number} word{number}\n" for number in range(26)))
    mail = await arranged.deliver(message("a"))
    with pytest.raises(MailboxUnavailableError):
        await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.MARK_IMPORTANT))
    assert (await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.FLAG))).after.flagged


async def test_keywords_keep_their_meaning_in_the_archive(arranged: ArrangedMaildir) -> None:
    (arranged.path / "dovecot-keywords").write_text("0 $Important\n1 $Unknown\n")
    (make_maildir(arranged.path / ".Archive") / "dovecot-keywords").write_text("0 $Other\n1 $Important\n")
    mail = arranged.id_of(drop(arranged.path, message("a"), info=":2,Fab"))
    await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))
    assert [file.name.partition(":2,")[2] for file in (arranged.path / ".Archive" / "cur").iterdir()] == ["Fb"]


async def test_the_time_comes_from_the_first_source_that_can_be_true(arranged: ArrangedMaildir) -> None:
    received = "Received: from a by b; Tue, 03 Mar 2026 08:00:00 +0100\n"
    cases = {
        "Date: Wed, 04 Mar 2026 12:00:00 +0000\n": NOON,
        "Date: Wed, 04 Mar 2026 12:00:00\n": NOON,
        f"{received}Date: Sat, 01 Jan 2089 00:00:00 +0000\n": datetime(2026, 3, 3, 7, tzinfo=UTC),
        f"{received}Date: Thu, 01 Jan 1970 00:00:00 +0000\n": datetime(2026, 3, 3, 7, tzinfo=UTC),
        f"{received}Date: yesterday\n": datetime(2026, 3, 3, 7, tzinfo=UTC),
        "Date: 99999\n": datetime(2026, 2, 1, tzinfo=UTC),
        "": datetime(2026, 2, 1, tzinfo=UTC),
    }
    at = datetime(2026, 2, 1, tzinfo=UTC).timestamp()
    for head, expected in cases.items():
        mail = arranged.id_of(drop(arranged.path, f"{head}Subject: x\n\nx\n".encode(), at=at))
        assert (await arranged.mailbox.envelopes([mail])).found[0].received_at == expected, head


async def test_a_chain_with_a_missing_link_is_joined_by_the_mail_that_has_it(arranged: ArrangedMaildir) -> None:
    third = await arranged.deliver(message("t3", answers=("t2",), hours=3))
    first = await arranged.deliver(message("t1", hours=1))
    (early,) = (await arranged.mailbox.envelopes([third])).found
    second = await arranged.deliver(message("t2", answers=("t1",), hours=2))
    envelopes = (await arranged.mailbox.envelopes([first, second, third])).found
    assert len({envelope.thread_id for envelope in envelopes}) == 1
    assert [each.mail_id for each in await arranged.mailbox.thread(early.thread_id)] == [first, second, third]


async def test_a_folder_that_is_missing_is_unavailable_without_naming_it(tmp_path: Path) -> None:
    path = tmp_path / "private-name"
    mailbox = MaildirMailbox(path, account=maildir_account(path))
    writer = MaildirWriter(path, account=maildir_account(path))
    with pytest.raises(MailboxUnavailableError) as reading:
        await mailbox.unread()
    with pytest.raises(MailboxUnavailableError) as writing:
        await writer.apply(Change(mail_id=mail_id(mailbox.account.slug, "x"), kind=ChangeKind.FLAG))
    with pytest.raises(MailboxUnavailableError) as watching:
        await anext(mailbox.watch())
    for caught in (reading, writing, watching):
        assert "private-name" not in str(caught.value)


async def test_a_maildir_without_an_empty_new_is_still_one(arranged: ArrangedMaildir) -> None:
    (arranged.path / "new").rmdir()
    mail = arranged.id_of(drop(arranged.path, message("a"), info=":2,"))
    assert await all_unread(arranged.mailbox) == [mail]


async def test_mail_of_another_account_is_not_found_here(arranged: ArrangedMaildir) -> None:
    mail = await arranged.deliver(message("a"))
    foreign = MailId(mail.replace(arranged.mailbox.account.slug, "other"))
    assert (await arranged.mailbox.envelopes([foreign])).found == ()
    with pytest.raises(MailGoneError):
        await arranged.mailbox.text(foreign)
    with pytest.raises(MailGoneError):
        await arranged.writer.apply(Change(mail_id=foreign, kind=ChangeKind.FLAG))
    assert await arranged.standing(mail) == Standing()


async def test_a_token_of_another_process_has_expired(arranged: ArrangedMaildir) -> None:
    token = await token_of(arranged.mailbox)
    with pytest.raises(SyncTokenExpiredError):
        await ArrangedMaildir(arranged.path).mailbox.changes(token)


async def test_a_file_that_may_not_be_opened_is_presented_as_unreadable(arranged: ArrangedMaildir) -> None:
    loop = arranged.path / "cur" / "1700000009.loop:2,"
    loop.symlink_to(loop)
    (mail,) = await all_unread(arranged.mailbox)
    (envelope,) = (await arranged.mailbox.envelopes([mail])).found
    assert not envelope.readable


async def test_a_watch_ends_when_its_reader_is_cancelled(arranged: ArrangedMaildir) -> None:
    watching = asyncio.Event()

    async def read() -> None:
        async for _ in arranged.mailbox.watch():
            watching.set()

    reader = asyncio.create_task(read())
    async with asyncio.timeout(SOON_S):
        await watching.wait()
        reader.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reader


async def test_a_name_of_any_bytes_has_an_id_that_can_be_stored(arranged: ArrangedMaildir) -> None:
    for name in (b"1700000010.caf\xe9 \xff", b"1700000011.line\nbreak", b"%31700000012", "1700000013.grüße:1,x".encode()):
        (arranged.path / "new" / os.fsdecode(name)).write_bytes(message("n"))
    mails = await all_unread(arranged.mailbox)
    assert len(set(mails)) == 4
    for mail in mails:
        mail.encode("utf-8")
        assert mail.isprintable()
        receipt = await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.FLAG))
        assert receipt.mail_id == mail
    assert len((await arranged.mailbox.envelopes(mails)).found) == 4


@given(st.lists(st.binary(min_size=1, max_size=20).map(os.fsdecode), min_size=2, max_size=2, unique=True))
def test_different_names_have_different_ids(names: list[str]) -> None:
    plain = [name for name in names if not any(mark in name for mark in (":2,", ";2,", ",U="))]
    assert len({provider_id(name) for name in plain}) == len(plain)


@given(st.text("ABFST", max_size=5), st.frozensets(st.sampled_from("DFPRSTab")))
def test_flags_never_change_the_id(unique: str, letters: frozenset[str]) -> None:
    assert provider_id(name_with(f"1.{unique}", letters)) == provider_id(f"1.{unique}")


def test_the_slug_is_stable_and_says_nothing_about_the_owner(tmp_path: Path) -> None:
    account = maildir_account(tmp_path / "anna_private-mail")
    assert account == maildir_account(tmp_path / "elsewhere" / ".." / "anna_private-mail")
    assert account.slug.startswith("md")
    assert len(account.slug) == 10
    assert account.label == "anna private mail"
    assert maildir_account(tmp_path / "Maildir").label == "mail"
