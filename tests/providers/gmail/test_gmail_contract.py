"""Gmail keeps the mailbox contract: the real client and the real OAuth refresh against the third-party server, corrected by our proxy.

Below the contract stands what only the proxy can do: expiry, throttling, cut connections, lies, and the count of Google's units.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from functools import partial

import pytest
import pytest_asyncio

from briefing.mail import Envelope, MailId
from providers.mailbox import Changes, IdSet, SignInNeededError, SyncToken, SyncTokenExpiredError
from providers.mailbox_writing import Change, ChangeKind, ChangeNotConfirmedError
from tests.providers.gmail.doubles.arranged import ArrangedGmail, arranged_gmail
from tests.providers.mailbox_contract import MailboxContract, Standing, token_of
from tests.providers.messages import message
from tests.servers.gmail.calls import Call, CallKind
from tests.servers.gmail.faults import Fault
from tests.servers.gmail.server import RunningGmail, running_gmail

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningGmail]:
    with running_gmail(tmp_path_factory.mktemp("gmail")) as gmail:
        yield gmail


@pytest_asyncio.fixture
async def arranged(running: RunningGmail) -> AsyncIterator[ArrangedGmail]:
    async with arranged_gmail(running) as gmail:
        yield gmail


class TestGmailContract(MailboxContract):
    """The suite on a mailbox at the server."""


async def look(arranged: ArrangedGmail, since: SyncToken) -> tuple[list[Envelope], Changes, str]:
    """All that a briefing asks of a mailbox, one thing after the other."""
    page = await arranged.mailbox.unread()
    envelopes = await arranged.mailbox.envelopes(page.ids)
    assert envelopes.not_loaded == ()
    text = await arranged.mailbox.text(page.ids[0])
    return list(envelopes.found), await arranged.mailbox.changes(since), text.text


ASKED_AGAIN = [
    *(Fault.RATE_LIMITED, Fault.USER_RATE_LIMITED, Fault.TOO_MANY_REQUESTS, Fault.UNAUTHORIZED),
    *(Fault.SERVER_ERROR, Fault.BAD_GATEWAY, Fault.UNAVAILABLE, Fault.GATEWAY_TIMEOUT),
    *(Fault.CUT_BEFORE, Fault.CUT_AFTER, Fault.CUT_WITHIN, Fault.TRUNCATED, Fault.GARBAGE),
]


OF_EACH_KIND = {Fault.TOO_MANY_REQUESTS, Fault.UNAUTHORIZED, Fault.UNAVAILABLE, Fault.CUT_AFTER, Fault.TRUNCATED}


@pytest.mark.parametrize(
    "fault", [pytest.param(fault, id=fault.name.lower(), marks=() if fault in OF_EACH_KIND else pytest.mark.proof) for fault in ASKED_AGAIN]
)
async def test_any_request_may_fail_once_and_nothing_is_missing(arranged: ArrangedGmail, fault: Fault) -> None:
    since = (await arranged.mailbox.changes(await token_of(arranged.mailbox))).token
    for number in range(3):
        await arranged.deliver(message(f"m{number}", hours=number))
    expected = await look(arranged, since)
    arranged.proxy.reset()
    assert await look(arranged, since) == expected
    for number in range(1, len(arranged.proxy.requests) + 1):
        arranged.proxy.reset()
        arranged.proxy.faults.fail(number, fault)
        assert await look(arranged, since) == expected, number
        assert len(arranged.proxy.faults.happened) == 1, number


def _is_inner(place: int, call: Call) -> bool:
    return call.inner == place


@pytest.mark.parametrize("fault", [Fault.TOO_MANY_REQUESTS, Fault.SERVER_ERROR, Fault.UNAUTHORIZED, Fault.TRUNCATED])
async def test_any_call_inside_a_batch_may_fail_once_and_nothing_is_missing(arranged: ArrangedGmail, fault: Fault) -> None:
    mails = [await arranged.deliver(message(f"m{number}")) for number in range(5)]
    for place in range(1, len(mails) + 1):
        arranged.proxy.faults.fail(partial(_is_inner, place), fault)
        envelopes = await arranged.mailbox.envelopes(mails)
        assert ([each.mail_id for each in envelopes.found], envelopes.not_loaded) == (mails, ()), place
    assert len(arranged.proxy.faults.happened) == len(mails)


async def test_history_that_gmail_has_forgotten_is_an_expired_token_and_a_new_listing_goes_on(arranged: ArrangedGmail) -> None:
    await arranged.deliver(message("a"))
    token = await token_of(arranged.mailbox)
    await arranged.proxy.gmail.forget_history(arranged.hands.user)
    with pytest.raises(SyncTokenExpiredError):
        await arranged.mailbox.changes(token)
    again = await token_of(arranged.mailbox)
    new = await arranged.deliver(message("b"))
    assert (await arranged.mailbox.changes(again)).arrived == (new,)


@pytest.mark.parametrize("fault", [Fault.EMPTY_HISTORY_PAGE, Fault.DUPLICATED_RECORDS])
async def test_history_may_have_empty_pages_and_tell_things_twice(arranged: ArrangedGmail, fault: Fault) -> None:
    gone = await arranged.deliver(message("a"))
    token = await token_of(arranged.mailbox)
    await arranged.read_elsewhere(gone)
    new = await arranged.deliver(message("b"))
    arranged.proxy.faults.fail(CallKind.HISTORY, fault, times=1 if fault is Fault.EMPTY_HISTORY_PAGE else None)
    changes = await arranged.mailbox.changes(token)
    assert (changes.arrived, changes.gone) == ((new,), (gone,))
    assert arranged.proxy.faults.happened


async def test_an_access_token_that_runs_out_is_renewed_once_for_all(arranged: ArrangedGmail) -> None:
    mails = [await arranged.deliver(message(f"m{number}")) for number in range(4)]
    await arranged.mailbox.unread()
    arranged.proxy.reset()
    arranged.proxy.tokens.expire()
    texts = await asyncio.gather(*map(arranged.mailbox.text, mails))
    assert [text.mail_id for text in texts] == mails
    assert arranged.proxy.counted(CallKind.TOKEN) == 1


@pytest.mark.parametrize("fault", [Fault.TOO_MANY_REQUESTS, Fault.UNAVAILABLE, Fault.CUT_BEFORE, Fault.TRUNCATED, Fault.GARBAGE])
async def test_a_token_address_that_stumbles_is_asked_again(arranged: ArrangedGmail, fault: Fault) -> None:
    mail = await arranged.deliver(message("a"))
    arranged.proxy.faults.fail(CallKind.TOKEN, fault)
    assert (await arranged.mailbox.unread()).ids == (mail,)
    assert arranged.proxy.counted(CallKind.TOKEN) == 2


async def test_a_grant_that_google_refuses_needs_a_new_sign_in(arranged: ArrangedGmail) -> None:
    arranged.proxy.faults.fail(CallKind.TOKEN, Fault.INVALID_GRANT, times=None)
    with pytest.raises(SignInNeededError):
        await arranged.mailbox.unread()


async def test_a_grant_that_was_withdrawn_needs_a_new_sign_in(arranged: ArrangedGmail) -> None:
    await arranged.mailbox.unread()
    await arranged.proxy.tokens.revoke(b"", arranged.grant.refresh_token)
    with pytest.raises(SignInNeededError):
        await arranged.mailbox.unread()


async def test_the_first_mail_is_there_with_its_text_for_450_units(arranged: ArrangedGmail) -> None:
    for number in range(30):
        await arranged.deliver(message(f"m{number}", hours=number))
    sets = asyncio.gather(*(arranged.mailbox.id_set(kind, vips=frozenset({"anna@example.org"})) for kind in IdSet))
    page = await arranged.mailbox.unread()
    assert [len(each) for each in await sets] == [0, 0, 30, 30]
    await arranged.mailbox.envelopes(page.ids[: arranged.mailbox.reads_at_once])
    assert (await arranged.mailbox.text(page.ids[0])).readable
    assert arranged.proxy.units <= 450
    assert arranged.proxy.counted(CallKind.BATCH) == 1


@pytest.mark.parametrize("fault", [Fault.IGNORED, Fault.LIE])
async def test_a_change_that_was_not_made_is_noticed_whatever_gmail_says(arranged: ArrangedGmail, fault: Fault) -> None:
    mail = await arranged.deliver(message("a"))
    arranged.proxy.faults.fail(CallKind.MODIFY, fault, times=None)
    with pytest.raises(ChangeNotConfirmedError):
        await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))
    assert await arranged.standing(mail) == Standing()


@pytest.mark.part(0.5)
@pytest.mark.parametrize("fault", [Fault.CUT_BEFORE, Fault.CUT_AFTER, Fault.CUT_WITHIN, Fault.TRUNCATED, Fault.UNAVAILABLE])
async def test_a_change_whose_answer_is_lost_is_made(arranged: ArrangedGmail, fault: Fault) -> None:
    mail: MailId = await arranged.deliver(message("a"))
    arranged.proxy.faults.fail(CallKind.MODIFY, fault)
    await arranged.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))
    assert await arranged.standing(mail) == Standing(in_inbox=False, in_archive=True)
