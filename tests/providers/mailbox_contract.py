"""What every mailbox promises, whoever keeps the mail.

A test module for a mailbox subclasses `MailboxContract` and provides the fixture `arranged`. Everything that happens "elsewhere" is done
by another program than ours: through the provider's own server where there is one.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Protocol

import pytest

from briefing.mail import MailId, ThreadId, account_of, mail_id
from briefing.mail_query import MailQuery, query_of
from providers.mailbox import IdSet, Mailbox, MailGoneError, SyncToken, SyncTokenExpiredError
from providers.mailbox_writing import Change, ChangeKind, ChangeRefusedError, MailAttributes, MailboxWriter, Place, shows
from providers.mime.original import read_original
from tests.providers.messages import BROKEN, INVITATION, NOON, OWN_ADDRESS, WITH_ATTACHMENT, message

SOON_S = 10.0
EVERYWHERE = frozenset(ChangeKind) - {ChangeKind.LABEL, ChangeKind.UNLABEL, ChangeKind.MOVE, ChangeKind.RESTORE}
"""What every mailbox can do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How another program sees a mail; `under` are the folders or labels of the user's own."""

    in_inbox: bool = True
    in_archive: bool = False
    in_trash: bool = False
    in_spam: bool = False
    under: frozenset[str] = frozenset()
    read: bool = False
    flagged: bool = False
    important: bool = False


class ArrangedMailbox(Protocol):
    """A mailbox, its writer, and another program's hands on the same mail."""

    mailbox: Mailbox
    writer: MailboxWriter

    async def deliver(self, raw: bytes) -> MailId: ...
    async def deliver_sent(self, raw: bytes) -> None: ...
    async def read_elsewhere(self, mail: MailId) -> None: ...
    async def flag_elsewhere(self, mail: MailId) -> None: ...
    async def archive_elsewhere(self, mail: MailId) -> None: ...
    async def delete_elsewhere(self, mail: MailId) -> None: ...
    async def make_named_elsewhere(self, name: str) -> None: ...
    async def standing(self, mail: MailId) -> Standing: ...


async def all_unread(mailbox: Mailbox) -> list[MailId]:
    """Every page of the unread ids."""
    page = await mailbox.unread()
    ids = list(page.ids)
    while page.next_page is not None:
        page = await mailbox.unread(page=page.next_page)
        ids += page.ids
    return ids


async def token_of(mailbox: Mailbox) -> SyncToken:
    return (await mailbox.unread()).token


class Reading:
    async def test_an_empty_inbox_has_no_unread_mail(self, arranged: ArrangedMailbox) -> None:
        page = await arranged.mailbox.unread()
        assert page.ids == ()
        assert page.next_page is None

    async def test_every_unread_mail_is_listed_once_under_the_account(self, arranged: ArrangedMailbox) -> None:
        delivered = [await arranged.deliver(message(f"m{number}", hours=number)) for number in range(5)]
        listed = await all_unread(arranged.mailbox)
        assert sorted(listed) == sorted(delivered)
        assert {account_of(each) for each in listed} == {arranged.mailbox.account.slug}

    async def test_unread_mail_is_counted_without_being_listed(self, arranged: ArrangedMailbox) -> None:
        before = await arranged.mailbox.unread_count()
        mails = [await arranged.deliver(message(f"counted{number}")) for number in range(3)]
        assert before + 3 == await arranged.mailbox.unread_count()
        await arranged.read_elsewhere(mails[0])
        assert before + 2 == await arranged.mailbox.unread_count()

    async def test_read_mail_is_not_listed(self, arranged: ArrangedMailbox) -> None:
        first, second = await arranged.deliver(message("a")), await arranged.deliver(message("b"))
        await arranged.read_elsewhere(first)
        assert await all_unread(arranged.mailbox) == [second]

    async def test_an_envelope_says_what_the_header_says(self, arranged: ArrangedMailbox) -> None:
        mail = await arranged.deliver(
            message("e", subject="Grüße", to=f"Sam <{OWN_ADDRESS}>, bo@example.net", headers={"Cc": "Cy <CY@Example.net>"})
        )
        (envelope,) = (await arranged.mailbox.envelopes([mail])).found
        assert envelope.mail_id == mail
        assert envelope.subject == "Grüße"
        assert (envelope.sender.name, envelope.sender.email) == ("Anna Keller", "anna@example.org")
        assert [address.email for address in envelope.to] == [OWN_ADDRESS, "bo@example.net"]
        assert [address.email for address in envelope.cc] == ["cy@example.net"]
        assert envelope.received_at == NOON
        assert envelope.readable
        assert not any([envelope.bulk, envelope.automatic, envelope.invitation, envelope.flagged, envelope.answers_me])

    async def test_envelopes_come_in_the_order_asked_for_without_what_is_gone(self, arranged: ArrangedMailbox) -> None:
        mails = [await arranged.deliver(message(f"o{number}")) for number in range(4)]
        await arranged.delete_elsewhere(mails[1])
        asked = [mails[2], mails[1], mails[0], self.never(arranged), mails[3]]
        assert [envelope.mail_id for envelope in (await arranged.mailbox.envelopes(asked)).found] == [mails[2], mails[0], mails[3]]

    async def test_lists_and_machines_are_told_apart_from_people(self, arranged: ArrangedMailbox) -> None:
        news = await arranged.deliver(
            message("n", headers={"List-Id": "News <news.example.org>", "List-Unsubscribe": "<https://example.org>"})
        )
        machine = await arranged.deliver(message("r", sender="no-reply@example.org", headers={"Auto-Submitted": "auto-generated"}))
        first, second = (await arranged.mailbox.envelopes([news, machine])).found
        assert (first.bulk, first.list_id, first.automatic) == (True, "news.example.org", False)
        assert (second.bulk, second.automatic) == (False, True)

    async def test_attachments_and_invitations_are_noticed(self, arranged: ArrangedMailbox) -> None:
        mails = [await arranged.deliver(WITH_ATTACHMENT), await arranged.deliver(INVITATION)]
        plan, planning = (await arranged.mailbox.envelopes(mails)).found
        assert plan.attachments == ("Plan für März.pdf",)
        assert plan.snippet == "Here is the plan."
        assert planning.invitation
        assert "Boathouse" in (await arranged.mailbox.text(mails[1])).text

    async def test_a_malformed_mail_is_presented_as_unreadable(self, arranged: ArrangedMailbox) -> None:
        mail = await arranged.deliver(BROKEN)
        assert await all_unread(arranged.mailbox) == [mail]
        (envelope,) = (await arranged.mailbox.envelopes([mail])).found
        assert (envelope.sender.name, envelope.readable) == ("Broken Copier", False)
        assert not (await arranged.mailbox.text(mail)).readable

    async def test_the_text_is_the_senders_own_words(self, arranged: ArrangedMailbox) -> None:
        words = "Yes, Thursday at noon is fine, and I will bring the drawings.\n\nOn Wed, 4 Mar 2026 at 10:00, Sam wrote:\n> Lunch?\n"
        mail = await arranged.deliver(message("t", text=words))
        said = await arranged.mailbox.text(mail)
        assert said.text == "Yes, Thursday at noon is fine, and I will bring the drawings."
        assert said.quoted
        assert said.language == "en"

    async def test_the_original_is_the_mail_as_it_came(self, arranged: ArrangedMailbox) -> None:
        mail = await arranged.deliver(message("o", text="Whole.\n"))
        raw = await arranged.mailbox.original(mail)
        assert (read_original(raw).text, read_original(raw).subject) == ("Whole.", read_original(message("o")).subject)
        await arranged.delete_elsewhere(mail)
        for gone in (mail, self.never(arranged)):
            with pytest.raises(MailGoneError):
                await arranged.mailbox.original(gone)

    async def test_the_text_of_a_mail_that_is_gone_is_refused(self, arranged: ArrangedMailbox) -> None:
        mail = await arranged.deliver(message("g"))
        await arranged.delete_elsewhere(mail)
        for gone in (mail, self.never(arranged)):
            with pytest.raises(MailGoneError):
                await arranged.mailbox.text(gone)

    async def test_reading_changes_nothing(self, arranged: ArrangedMailbox) -> None:
        mails = [await arranged.deliver(message(f"r{number}", text=f"Word {number}\n")) for number in range(4)]
        await arranged.read_elsewhere(mails[0])
        await arranged.flag_elsewhere(mails[1])
        before = [await arranged.standing(mail) for mail in mails]
        for _ in range(2):
            for envelope in (await arranged.mailbox.envelopes(await all_unread(arranged.mailbox))).found:
                await arranged.mailbox.text(envelope.mail_id)
                await arranged.mailbox.thread(envelope.thread_id)
            await arranged.mailbox.search(query_of("word"), limit=10)
            await arranged.mailbox.written_to(limit=10)
            for kind in IdSet:
                await arranged.mailbox.id_set(kind, vips=frozenset({"anna@example.org"}))
            await arranged.mailbox.changes(await token_of(arranged.mailbox))
        assert [await arranged.standing(mail) for mail in mails] == before

    async def test_id_sets_hold_unread_mail_only(self, arranged: ArrangedMailbox) -> None:
        to_me = await arranged.deliver(message("me", sender="bo@example.net"))
        to_others = await arranged.deliver(message("others", to="team@example.net"))
        flagged = await arranged.deliver(message("flag", sender="bo@example.net", to="team@example.net"))
        read = await arranged.deliver(message("read"))
        await arranged.flag_elsewhere(flagged)
        await arranged.flag_elsewhere(read)
        await arranged.read_elsewhere(read)
        assert await arranged.mailbox.id_set(IdSet.TO_ME) == {to_me}
        assert await arranged.mailbox.id_set(IdSet.FROM_VIPS, vips=frozenset({"anna@example.org"})) == {to_others}
        assert await arranged.mailbox.id_set(IdSet.FLAGGED) == {flagged}
        assert await arranged.mailbox.id_set(IdSet.IMPORTANT) == frozenset()

    async def test_a_thread_holds_read_mail_and_the_users_own(self, arranged: ArrangedMailbox) -> None:
        first = await arranged.deliver(message("t1", hours=1))
        await arranged.deliver_sent(message("t2", sender=OWN_ADDRESS, to="anna@example.org", answers=("t1",), hours=2))
        third = await arranged.deliver(message("t3", answers=("t1", "t2"), hours=3))
        other = await arranged.deliver(message("else", subject="About t1", hours=4))
        await arranged.read_elsewhere(first)
        envelopes = {each.mail_id: each for each in (await arranged.mailbox.envelopes([first, third, other])).found}
        assert envelopes[first].thread_id == envelopes[third].thread_id != envelopes[other].thread_id
        found = await arranged.mailbox.thread(envelopes[third].thread_id)
        assert [envelope.subject for envelope in found] == ["About t1", "About t2", "About t3"]
        assert found[1].sender.email == OWN_ADDRESS

    async def test_what_the_user_sent_is_told_from_what_only_says_it_is_theirs(self, arranged: ArrangedMailbox) -> None:
        first = await arranged.deliver(message("t1", hours=1))
        await arranged.deliver_sent(message("t2", sender=OWN_ADDRESS, to="anna@example.org", answers=("t1",), hours=2))
        claims = await arranged.deliver(message("t3", sender=OWN_ADDRESS, to="anna@example.org", answers=("t1", "t2"), hours=3))
        (envelope,) = (await arranged.mailbox.envelopes([first])).found
        thread = await arranged.mailbox.thread(envelope.thread_id)
        assert [await arranged.mailbox.is_sent(each.mail_id) for each in thread] == [False, True, False]
        await arranged.archive_elsewhere(claims)
        assert not await arranged.mailbox.is_sent(claims)
        assert not await arranged.mailbox.is_sent(self.never(arranged))

    async def test_a_thread_still_holds_what_was_archived(self, arranged: ArrangedMailbox) -> None:
        first = await arranged.deliver(message("t1", hours=1))
        second = await arranged.deliver(message("t2", answers=("t1",), hours=2))
        await arranged.archive_elsewhere(first)
        (envelope,) = (await arranged.mailbox.envelopes([second])).found
        assert [each.subject for each in await arranged.mailbox.thread(envelope.thread_id)] == ["About t1", "About t2"]

    async def test_an_unknown_thread_is_empty(self, arranged: ArrangedMailbox) -> None:
        assert await arranged.mailbox.thread(ThreadId(f"{arranged.mailbox.account.slug}:never@example.org")) == []

    async def test_an_answer_to_sent_mail_says_so(self, arranged: ArrangedMailbox) -> None:
        await arranged.deliver_sent(message("question", sender=OWN_ADDRESS, to="anna@example.org"))
        answer = await arranged.deliver(message("answer", answers=("question",)))
        other = await arranged.deliver(message("other", answers=("somewhere",)))
        assert [each.answers_me for each in (await arranged.mailbox.envelopes([answer, other])).found] == [True, False]

    async def test_written_to_knows_the_newest_recipients(self, arranged: ArrangedMailbox) -> None:
        await arranged.deliver_sent(message("s1", sender=OWN_ADDRESS, to="Anna <ANNA@example.org>", hours=1))
        await arranged.deliver_sent(message("s2", sender=OWN_ADDRESS, to="bo@example.net", headers={"Cc": "cy@example.net"}, hours=2))
        assert await arranged.mailbox.written_to(limit=10) == {"anna@example.org", "bo@example.net", "cy@example.net"}
        assert len(await arranged.mailbox.written_to(limit=1)) in {1, 2}

    async def test_search_finds_every_word_whatever_its_case_and_accents(self, arranged: ArrangedMailbox) -> None:
        hit = await arranged.deliver(
            message("s", sender="Jörg Müller <jm@example.net>", subject="Angebot", text="Die Fähre kostet 40 Euro.\n")
        )
        await arranged.deliver(message("x", text="Die Brücke kostet nichts.\n"))
        for query in ("muller", "MÜLLER angebot", "fahre müller", "40 euro"):
            assert await arranged.mailbox.search(query_of(query), limit=10) == [hit], query
        assert await arranged.mailbox.search(query_of("müller brücke"), limit=10) == []
        assert await arranged.mailbox.search(query_of("  "), limit=10) == []

    async def test_search_knows_the_sender_and_what_may_stand_for_a_word(self, arranged: ArrangedMailbox) -> None:
        anna = await arranged.deliver(message("a", sender="Anna Berg <anna@kontor.example>", subject="Bill", text="It is 40 euro.\n"))
        raj = await arranged.deliver(message("r", sender="Raj Patel <raj@kontor.example>", subject="Invoice", text="Ask Anna.\n", hours=1))
        both = MailQuery(words=(("invoice", "bill"),))
        assert sorted(await arranged.mailbox.search(both, limit=10)) == sorted([anna, raj])
        assert await arranged.mailbox.search(replace(both, sender=(("anna",),)), limit=10) == [anna]
        assert await arranged.mailbox.search(replace(both, sender=(("anna", "raj"), ("patel",))), limit=10) == [raj]
        assert await arranged.mailbox.search(replace(both, attachment=True), limit=10) == []

    async def test_search_knows_the_date_and_what_is_attached(self, arranged: ArrangedMailbox) -> None:
        plain = await arranged.deliver(message("p", text="needle\n", hours=-30))
        paper = await arranged.deliver(message("f", text="needle\n", hours=-50, attached="Beds 2026.pdf"))
        sheet = await arranged.deliver(message("x", text="needle\n", hours=-80, attached="Costs.xlsx"))
        needle = query_of("needle")
        assert {*await arranged.mailbox.search(replace(needle, since=NOON - timedelta(hours=60)), limit=9)} == {plain, paper}
        assert {*await arranged.mailbox.search(replace(needle, until=NOON - timedelta(hours=40)), limit=9)} == {paper, sheet}
        assert {*await arranged.mailbox.search(MailQuery(attachment=True), limit=9)} == {paper, sheet}
        assert {*await arranged.mailbox.search(MailQuery(attachment=True, file_type="pdf"), limit=9)} == {paper}

    async def test_search_finds_read_and_archived_mail_and_keeps_to_its_limit(self, arranged: ArrangedMailbox) -> None:
        mails = [await arranged.deliver(message(f"s{number}", text="needle\n")) for number in range(4)]
        await arranged.read_elsewhere(mails[0])
        receipt = await arranged.writer.apply(Change(mail_id=mails[1], kind=ChangeKind.ARCHIVE))
        assert sorted(await arranged.mailbox.search(query_of("needle"), limit=10)) == sorted([mails[0], receipt.mail_id, *mails[2:]])
        assert len(await arranged.mailbox.search(query_of("needle"), limit=2)) == 2

    def never(self, arranged: ArrangedMailbox) -> MailId:
        return mail_id(arranged.mailbox.account.slug, "1000000001.never-delivered")


class Syncing:
    async def test_nothing_new_changes_nothing(self, arranged: ArrangedMailbox) -> None:
        await arranged.deliver(message("a"))
        changes = await arranged.mailbox.changes(await token_of(arranged.mailbox))
        assert (changes.arrived, changes.gone) == ((), ())

    async def test_what_arrived_is_told_once(self, arranged: ArrangedMailbox) -> None:
        await arranged.deliver(message("a"))
        token = await token_of(arranged.mailbox)
        new = await arranged.deliver(message("b"))
        changes = await arranged.mailbox.changes(token)
        assert changes.arrived == (new,)
        assert (await arranged.mailbox.changes(changes.token)).arrived == ()
        assert (await arranged.mailbox.changes(token)).arrived == (new,)

    async def test_what_was_read_archived_or_deleted_elsewhere_is_gone(self, arranged: ArrangedMailbox) -> None:
        read, archived, deleted, stays = [await arranged.deliver(message(f"c{number}")) for number in range(4)]
        token = await token_of(arranged.mailbox)
        await arranged.read_elsewhere(read)
        await arranged.archive_elsewhere(archived)
        await arranged.delete_elsewhere(deleted)
        changes = await arranged.mailbox.changes(token)
        assert sorted(changes.gone) == sorted([read, archived, deleted])
        assert changes.arrived == ()
        assert await all_unread(arranged.mailbox) == [stays]

    async def test_a_flag_set_elsewhere_is_no_change_and_shows_in_the_envelope(self, arranged: ArrangedMailbox) -> None:
        mail, other = await arranged.deliver(message("a")), await arranged.deliver(message("b"))
        token = await token_of(arranged.mailbox)
        await arranged.flag_elsewhere(mail)
        changes = await arranged.mailbox.changes(token)
        assert (changes.arrived, changes.gone) == ((), ())
        assert [each.flagged for each in (await arranged.mailbox.envelopes([mail, other])).found] == [True, False]

    async def test_our_own_changes_are_told_like_any_others(self, arranged: ArrangedMailbox) -> None:
        flagged, archived = await arranged.deliver(message("a")), await arranged.deliver(message("b"))
        token = await token_of(arranged.mailbox)
        await arranged.writer.apply(Change(mail_id=flagged, kind=ChangeKind.FLAG))
        await arranged.writer.apply(Change(mail_id=archived, kind=ChangeKind.ARCHIVE))
        changes = await arranged.mailbox.changes(token)
        assert changes.gone == (archived,)

    async def test_an_unknown_token_has_expired(self, arranged: ArrangedMailbox) -> None:
        with pytest.raises(SyncTokenExpiredError):
            await arranged.mailbox.changes(SyncToken("of another time"))

    async def test_a_watch_notices_a_delivery_and_ends_when_the_mailbox_is_closed(self, arranged: ArrangedMailbox) -> None:
        token = await token_of(arranged.mailbox)
        watch = arranged.mailbox.watch()
        async with asyncio.timeout(SOON_S):
            await anext(watch)
            new = await arranged.deliver(message("w"))
            arrived: tuple[MailId, ...] = ()
            while not arrived:
                await anext(watch)
                arrived = (await arranged.mailbox.changes(token)).arrived
            assert arrived == (new,)
            await arranged.mailbox.aclose()
            async for _ in watch:  # what was still on its way; then it ends
                pass


class Writing:
    CHANGES: Sequence[tuple[ChangeKind, Standing]] = (
        (ChangeKind.ARCHIVE, Standing(in_inbox=False, in_archive=True)),
        (ChangeKind.MARK_READ, Standing(read=True)),
        (ChangeKind.MARK_UNREAD, Standing()),
        (ChangeKind.FLAG, Standing(flagged=True)),
        (ChangeKind.UNFLAG, Standing()),
        (ChangeKind.MARK_IMPORTANT, Standing(important=True)),
        (ChangeKind.MARK_NOT_IMPORTANT, Standing()),
        (ChangeKind.DELETE, Standing(in_inbox=False, in_trash=True)),
        (ChangeKind.REPORT_SPAM, Standing(in_inbox=False, in_spam=True)),
        (ChangeKind.UNARCHIVE, Standing()),
        (ChangeKind.UNTRASH, Standing()),
        (ChangeKind.UNSPAM, Standing()),
    )

    @pytest.mark.parametrize(("kind", "after"), CHANGES, ids=[kind.value for kind, _ in CHANGES])
    async def test_a_change_is_seen_by_others_and_may_be_repeated(
        self, arranged: ArrangedMailbox, kind: ChangeKind, after: Standing
    ) -> None:
        mail, bystander = await arranged.deliver(message("a")), await arranged.deliver(message("b"))
        receipt = await arranged.writer.apply(Change(mail_id=mail, kind=kind))
        assert receipt.change == Change(mail_id=mail, kind=kind)
        assert await arranged.standing(receipt.mail_id) == after
        again = await arranged.writer.apply(Change(mail_id=receipt.mail_id, kind=kind))
        assert again.mail_id == receipt.mail_id
        assert await arranged.standing(receipt.mail_id) == after
        assert await arranged.standing(bystander) == Standing()

    async def test_flags_and_reading_can_be_taken_back(self, arranged: ArrangedMailbox) -> None:
        mail = await arranged.deliver(message("a"))
        for kind in (ChangeKind.FLAG, ChangeKind.MARK_READ, ChangeKind.UNFLAG, ChangeKind.MARK_UNREAD):
            await arranged.writer.apply(Change(mail_id=mail, kind=kind))
        assert await arranged.standing(mail) == Standing()
        assert await all_unread(arranged.mailbox) == [mail]

    async def test_a_mail_that_is_marked_as_important_is_one_of_the_important_and_stays_it_in_the_archive(
        self, arranged: ArrangedMailbox
    ) -> None:
        mail = await arranged.deliver(message("a"))
        await arranged.deliver(message("b"))
        await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.MARK_IMPORTANT))
        assert await arranged.mailbox.id_set(IdSet.IMPORTANT) == {mail}
        receipt = await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))
        assert receipt.after.important
        assert await arranged.standing(receipt.mail_id) == Standing(in_inbox=False, in_archive=True, important=True)

    async def test_archiving_keeps_flags_and_what_is_unread(self, arranged: ArrangedMailbox) -> None:
        unread, read = await arranged.deliver(message("a")), await arranged.deliver(message("b"))
        await arranged.read_elsewhere(read)
        await arranged.flag_elsewhere(read)
        for mail, expected in ((unread, Standing()), (read, Standing(read=True, flagged=True))):
            receipt = await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))
            standing = await arranged.standing(receipt.mail_id)
            assert (standing.in_inbox, standing.in_archive) == (False, True)
            assert (standing.read, standing.flagged) == (expected.read, expected.flagged)

    async def test_an_archived_mail_can_still_be_read_by_the_receipts_id(self, arranged: ArrangedMailbox) -> None:
        mail = await arranged.deliver(message("a", text="Keep me.\n"))
        receipt = await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))
        assert (await arranged.mailbox.text(receipt.mail_id)).text == "Keep me."
        assert await all_unread(arranged.mailbox) == []

    async def test_a_mail_changed_elsewhere_in_the_meantime_is_still_found(self, arranged: ArrangedMailbox) -> None:
        mail = await arranged.deliver(message("a"))
        await arranged.mailbox.envelopes([mail])
        await arranged.flag_elsewhere(mail)
        await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.MARK_READ))
        assert await arranged.standing(mail) == Standing(read=True, flagged=True)

    @pytest.mark.parametrize("kind", [kind for kind, after in CHANGES if after != Standing()])
    async def test_a_plan_changes_nothing_and_the_receipt_shows_what_it_said(self, arranged: ArrangedMailbox, kind: ChangeKind) -> None:
        mail = await arranged.deliver(message("a"))
        before = await arranged.writer.state(mail)
        plan = await arranged.writer.plan(Change(mail_id=mail, kind=kind))
        assert (plan.mail_id, plan.kind, plan.before) == (mail, kind, before)
        assert plan.to not in {None, before}
        assert await arranged.standing(mail) == Standing()
        assert (await arranged.writer.find(mail, before=before)).state == before
        receipt = await arranged.writer.apply(plan)
        assert (receipt.change, receipt.before, receipt.after) == (plan, before, plan.to)
        found = await arranged.writer.find(mail, before=before)
        assert (found.mail_id, found.state) == (receipt.mail_id, await arranged.writer.state(receipt.mail_id))
        assert found.state == plan.to
        again = await arranged.writer.plan(Change(mail_id=receipt.mail_id, kind=kind))
        assert again.before == again.to == plan.to

    @pytest.mark.parametrize("flagged", [False, True], ids=["plain", "flagged"])
    @pytest.mark.parametrize("kind", [kind for kind, after in CHANGES if after != Standing()])
    async def test_every_change_can_be_taken_back_to_the_very_state(
        self, arranged: ArrangedMailbox, kind: ChangeKind, flagged: bool
    ) -> None:
        mail = await arranged.deliver(message("a", text="Keep me.\n"))
        if flagged:
            await arranged.flag_elsewhere(mail)
        standing, before = await arranged.standing(mail), await arranged.writer.state(mail)
        receipt = await arranged.writer.apply(Change(mail_id=mail, kind=kind))
        back = Change(mail_id=receipt.mail_id, kind=ChangeKind.RESTORE, before=receipt.after, to=receipt.before)
        restored = await arranged.writer.apply(back)
        assert restored.after == before == await arranged.writer.state(restored.mail_id)
        assert await arranged.standing(restored.mail_id) == standing
        assert (await arranged.mailbox.text(restored.mail_id)).text == "Keep me."
        assert shows(restored.after, back)

    async def test_taking_back_leaves_what_somebody_else_has_changed_meanwhile(self, arranged: ArrangedMailbox) -> None:
        mail = await arranged.deliver(message("a"))
        receipt = await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.MARK_READ))
        await arranged.flag_elsewhere(mail)
        await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.RESTORE, before=receipt.after, to=receipt.before))
        assert await arranged.standing(mail) == Standing(flagged=True)

    @pytest.mark.parametrize(
        ("into", "out_of", "place"),
        [(ChangeKind.DELETE, ChangeKind.UNTRASH, Place.TRASH), (ChangeKind.REPORT_SPAM, ChangeKind.UNSPAM, Place.SPAM)],
    )
    async def test_what_was_thrown_away_counts_as_gone_until_it_is_taken_out(
        self, arranged: ArrangedMailbox, into: ChangeKind, out_of: ChangeKind, place: Place
    ) -> None:
        mail = await arranged.deliver(message("a", text="needle\n"))
        away = (await arranged.writer.apply(Change(mail_id=mail, kind=into))).mail_id
        assert await arranged.writer.state(away) == MailAttributes(place=place, read=False, flagged=False)
        assert await all_unread(arranged.mailbox) == []
        assert await arranged.mailbox.search(query_of("needle"), limit=5) == []
        for kind in EVERYWHERE - {into, out_of}:
            with pytest.raises(MailGoneError):
                await arranged.writer.plan(Change(mail_id=away, kind=kind))
        back = await arranged.writer.apply(Change(mail_id=away, kind=out_of))
        assert await arranged.standing(back.mail_id) == Standing()
        assert await all_unread(arranged.mailbox) == [back.mail_id]

    async def test_an_archived_mail_can_be_put_into_the_inbox_again(self, arranged: ArrangedMailbox) -> None:
        mail = await arranged.deliver(message("a"))
        archived = (await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))).mail_id
        back = (await arranged.writer.apply(Change(mail_id=archived, kind=ChangeKind.UNARCHIVE))).mail_id
        assert await arranged.standing(back) == Standing()
        assert await all_unread(arranged.mailbox) == [back]

    async def test_a_mail_is_moved_to_what_the_user_has_made_and_back(self, arranged: ArrangedMailbox) -> None:
        await arranged.make_named_elsewhere("Offers")
        mail = await arranged.deliver(message("a"))
        receipt = await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.MOVE, label=" offers "))
        moved = await arranged.standing(receipt.mail_id)
        assert moved == replace(moved, in_inbox=False, under=frozenset({"Offers"}), read=False)
        assert await all_unread(arranged.mailbox) == []
        again = await arranged.writer.plan(Change(mail_id=receipt.mail_id, kind=ChangeKind.MOVE, label="Offers"))
        assert again.before == again.to
        back = Change(mail_id=receipt.mail_id, kind=ChangeKind.RESTORE, before=receipt.after, to=receipt.before)
        assert await arranged.standing((await arranged.writer.apply(back)).mail_id) == Standing()

    @pytest.mark.parametrize("name", ["", "Inbox", "Trash", "Spam", "Nobody made this"])
    async def test_a_mail_is_moved_to_nothing_else(self, arranged: ArrangedMailbox, name: str) -> None:
        await arranged.make_named_elsewhere("Offers")
        mail = await arranged.deliver(message("a"))
        with pytest.raises(ChangeRefusedError):
            await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.MOVE, label=name))
        assert await arranged.standing(mail) == Standing()

    async def test_labels_are_put_on_and_taken_off_or_refused(self, arranged: ArrangedMailbox) -> None:
        await arranged.make_named_elsewhere("Offers")
        mail = await arranged.deliver(message("a"))
        label = Change(mail_id=mail, kind=ChangeKind.LABEL, label="Offers")
        try:
            receipt = await arranged.writer.apply(label)
        except ChangeRefusedError:
            assert await arranged.standing(mail) == Standing()
            return
        assert await arranged.standing(mail) == Standing(under=frozenset({"Offers"}))
        assert receipt.after.labels - receipt.before.labels
        await arranged.writer.apply(replace(label, kind=ChangeKind.UNLABEL))
        assert await arranged.standing(mail) == Standing()

    @pytest.mark.parametrize("kind", sorted(set(ChangeKind) - EVERYWHERE))
    async def test_a_change_that_not_every_mailbox_knows_is_made_or_refused(self, arranged: ArrangedMailbox, kind: ChangeKind) -> None:
        mail = await arranged.deliver(message("a"))
        change = Change(mail_id=mail, kind=kind, label="No label of that name")
        try:
            assert (await arranged.writer.apply(change)).change == change
        except ChangeRefusedError:
            assert await arranged.standing(mail) == Standing()

    @pytest.mark.parametrize("kind", sorted(EVERYWHERE))
    async def test_a_mail_that_is_gone_cannot_be_changed(self, arranged: ArrangedMailbox, kind: ChangeKind) -> None:
        mail = await arranged.deliver(message("a"))
        await arranged.delete_elsewhere(mail)
        with pytest.raises(MailGoneError):
            await arranged.writer.apply(Change(mail_id=mail, kind=kind))


class MailboxContract(Reading, Syncing, Writing):
    """All of it. A subclass whose name begins with `Test` runs it on its own `arranged`."""
