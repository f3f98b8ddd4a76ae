"""What an answer says is so: by what became of a mail, and with nothing in it that a stranger has put there to be followed."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import pytest

from briefing.mail import Address, MailId
from correspondence.answering.answerer import told_truly
from correspondence.exchange import LetterState
from correspondence.kept.correspondence_rows import StoredCorrespondence, StoredLetter
from correspondence.posting import HEADERS
from correspondence.wishing import answer_sentences as by_mail
from correspondence.wishing.hands import UserDesk
from inbox.unified import UnifiedInbox
from providers.mailbox import MailboxUnavailableError
from providers.sender import MailSender, Senders
from storage.epoch import ms_of
from tests.correspondence.exchange.imap_hands import parsed
from tests.correspondence.exchange.post_office import OWN, SHOP, PostOffice, arrives, post_office

pytest_plugins = ["tests.servers.both_databases"]

EVE = "eve@evil.example"
LIST = "leave@shop.example"


def others(office: PostOffice) -> list[tuple[str, ...]]:
    """Who else than the user was written to."""
    return [taken.recipients for taken in office.desk.taken if OWN not in taken.recipients]


async def answered(office: PostOffice, words: str, *, briefing: bool = False) -> str:
    office.reply(words, to=office.letters[0] if briefing else None)
    await office.look_and_work()
    return " ".join(office.texts[-1].split())


class TestNothingLeadsAnywhere:
    @pytest.mark.parametrize("named", ["https://evil.example/x", "www.evil.example", "pay@evil.example", "evil.example"])
    def test_out_of_a_name_or_subject(self, named: str) -> None:
        said = by_mail.about_mail(2, Address(name=named, email=EVE), f"Look at {named} now", "Archived.")
        assert said.startswith("2. ")
        assert said.endswith(": Archived.")
        assert not any(each in said for each in ("://", "evil.example", "@"))

    def test_out_of_what_a_model_says(self) -> None:
        said = told_truly("Pay at https://evil.example/x or write to pay@evil.example. Priya wrote.")
        assert not any(each in said for each in ("://", "evil.example", "@"))
        assert said.endswith("Priya wrote.")

    def test_out_of_words_that_are_asked_about(self) -> None:
        assert "://" not in by_mail.unclear("see https://evil.example/x")

    async def test_out_of_a_list_that_is_to_be_left(self, office: PostOffice) -> None:
        arrives(office.folder, 2, Address(name="evil.example", email=EVE), "Offers", List_Unsubscribe=f"<mailto:{LIST}>")
        asked = await answered(office, "2 unsubscribe")
        assert "leave at shop[.]example" in asked
        assert not any(each in asked for each in (LIST, "evil.example"))


@dataclass(frozen=True, slots=True)
class NobodyKnown:
    """An inbox that cannot say whom the user wrote to."""

    inbox: UnifiedInbox

    async def original(self, mail: MailId) -> bytes:
        return await self.inbox.original(mail)

    async def written_to(self, slug: str, *, limit: int = 500) -> None:
        """As the inbox says where the mailbox gave no answer."""


class TestNobodyIsTakenForSomebodyElse:
    async def test_where_it_is_not_known_whom_the_user_wrote_to_nothing_is_asked(self, office: PostOffice) -> None:
        open_desk = office.parts.open_desk

        @asynccontextmanager
        async def forgetful(user_id: str) -> AsyncIterator[UserDesk]:
            async with open_desk(user_id) as desk:
                yield replace(desk, inbox=cast(UnifiedInbox, NobodyKnown(desk.inbox)))

        office.rebuild(replace(office.parts, open_desk=forgetful))
        assert "did not answer" in await answered(office, "3 tell her Friday works")
        await answered(office, "3 yes")
        assert others(office) == []

    async def test_a_mail_in_the_users_own_name_that_is_to_be_answered_to_another_deceives(self, office: PostOffice) -> None:
        arrives(office.folder, 1, Address(name="Anna", email=OWN), "Lunch on Tuesday", Reply_To=EVE, Cc=EVE)
        assert "may be somebody else than it seems" in await answered(office, "1 tell him yes")

    async def test_whoever_stands_in_such_a_mail_is_named_as_new(self, office: PostOffice) -> None:
        arrives(office.folder, 1, Address(name="Anna", email=OWN), "Lunch on Tuesday", Cc=EVE)
        assert f"{EVE}, whom you have not written to before" in await answered(office, "1 tell him yes")


class TestAList:
    @pytest.fixture
    async def asked(self, office: PostOffice) -> PostOffice:
        """It was asked whether the list of the second mail is left by a mail."""
        arrives(office.folder, 2, SHOP, "This week's offers", List_Unsubscribe=f"<mailto:{LIST}>")
        await answered(office, "2 unsubscribe")
        return office

    async def test_after_a_no_there_is_no_draft_to_be_kept(self, asked: PostOffice) -> None:
        said = await answered(asked, "no")
        assert by_mail.NOT_LEFT_AS_TOLD in said
        assert "draft" not in said

    async def test_it_is_written_to_when_the_answer_says_so(self, asked: PostOffice) -> None:
        assert by_mail.LIST_WRITTEN_TO in await answered(asked, "yes")
        assert others(asked) == [(LIST,)]

    async def test_where_its_server_refuses_the_mail_that_is_said(self, asked: PostOffice) -> None:
        asked.desk.refuses[LIST] = "550 nobody here"
        assert by_mail.LIST_NOT_WRITTEN_TO in await answered(asked, "yes")
        assert others(asked) == []

    async def test_an_account_that_cannot_be_opened_uses_up_no_yes(self, asked: PostOffice) -> None:
        open_desk, away = asked.parts.open_desk, [True]

        @asynccontextmanager
        async def at_times(user_id: str) -> AsyncIterator[UserDesk]:
            async with open_desk(user_id) as desk:
                yield replace(desk, senders=_AwayFirst(desk.senders, away))

        asked.rebuild(replace(asked.parts, open_desk=at_times))
        said = await answered(asked, "yes")
        assert by_mail.NOT_NOW in said
        assert "Unsubscribe from" in said
        away.clear()
        assert by_mail.LIST_WRITTEN_TO in await answered(asked, "yes")


@dataclass(frozen=True, slots=True)
class _AwayFirst:
    """Senders that cannot be reached as long as there is anything in `away`."""

    senders: Senders
    away: Sequence[bool]

    @property
    def dry_run(self) -> bool:
        return self.senders.dry_run

    def open(self, user_id: str, account: str) -> AbstractAsyncContextManager[MailSender]:
        if self.away:
            raise MailboxUnavailableError("away")
        return self.senders.open(user_id, account)

    async def accounts(self, user_id: str) -> Sequence[str]:
        return await self.senders.accounts(user_id)


async def test_a_briefing_that_could_not_leave_for_half_a_day_is_not_looked_at_again(migrated_url: str, tmp_path: Path) -> None:
    async with post_office(tmp_path, migrated_url) as office:
        office.desk.refuses["DATA"] = "554 no"
        await office.send()
        await office.work()
        office.clock.forward(hours=13)
        await office.work()
        async with office.database.reading() as session:
            row = await session.get_one(StoredCorrespondence, (await office.now()).correspondence_id)
        assert row.not_before > ms_of(office.clock()) + 6 * 24 * 60 * 60 * 1000


async def test_an_answer_that_the_service_gave_another_id_is_known_by_what_it_answers(office: PostOffice) -> None:
    await answered(office, "2 archive")
    found = await office.now()
    async with office.database.session() as session:
        letter = await session.get_one(StoredLetter, (found.correspondence_id, 1))
        letter.state, letter.provider_id, letter.sent_at = LetterState.UNKNOWN.value, None, None
    for name in list((office.folder / ".Sent" / "cur").iterdir()):
        if f"<{found.letters[1].message_id}>".encode() in name.read_bytes():
            name.unlink()
    mail = parsed(office.letters[1].as_bytes())
    mail.replace_header("Message-ID", "<given@service.example>")
    assert all(mail[name.value] for name, _ in HEADERS)
    office.put(".Sent/cur", mail.as_bytes(), ":2,S")
    await office.look_and_work()
    known = (await office.now()).letters[1]
    assert (known.state, known.message_id) == (LetterState.SENT, "given@service.example")
    assert await office.parts.store.not_from_you(await office.now()) == []
    office.reply("3 archive", to=mail)
    await office.look_and_work()
    assert office.is_in(3, ".Archive")
