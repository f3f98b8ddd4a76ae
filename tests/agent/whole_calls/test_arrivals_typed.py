"""New mail over a whole call with a real Maildir: file events in, sentences out, and the user's plain answers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from briefing.mail import MailId, MailStatus, provider_id_of
from tests.agent.delivery import deliver, read_elsewhere
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import NOW, TypedCall, sample_settings, typed_call

pytestmark = pytest.mark.slow

TIMEOUT_S = 30.0
ZEBRAS = "Ursula Keller about “zebras.”"


class Listener:
    """Reads along with a call."""

    def __init__(self, call: TypedCall) -> None:
        self.call = call
        self._said = asyncio.Event()
        call.briefer.playback.on_passage_played.append(self._said.set)

    def times(self, words: str) -> int:
        return self.call.page.text.count(words)

    async def hears(self, words: str) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            while not self.times(words):
                self._said.clear()
                await self._said.wait()
            await self.call.session.wait_for_idle()


@asynccontextmanager
async def announced_call(folder: Path, *, unread: int, vips: tuple[str, ...] = ()) -> AsyncIterator[tuple[TypedCall, Listener]]:
    async with typed_call(sample_settings(folder, unread=unread, aloud_vips=vips)) as call:
        listener = Listener(call)
        await call.greet()
        yield call, listener


async def test_new_mail_is_told_unasked_and_a_yes_refers_to_it(tmp_path: Path) -> None:
    async with announced_call(tmp_path, unread=1) as (call, listener):
        first = call.current
        deliver(tmp_path / "inbox", "1.first.host", "zebras", now=NOW)
        await listener.hears("Shall I read it next?")
        assert listener.times(f"A new mail came in, from {ZEBRAS}") == 1
        assert "right after this topic" in await call.type("yes")
        assert call.current == first
        assert "zebras" in await call.type("next")
        assert listener.times(f"from {ZEBRAS}") == 1


async def test_urgent_mail_is_read_at_once_and_the_briefing_goes_on_where_it_was(tmp_path: Path) -> None:
    async with announced_call(tmp_path, unread=50, vips=("ursula@example.org",)) as (call, listener):
        agenda = [mail.mail_id for topic in call.look.agenda.topics for mail in topic.mails]
        deliver(tmp_path / "inbox", "1.first.host", "zebras", now=NOW)
        await listener.hears("Shall I read it now?")
        assert "zebras" in await call.type("yes")
        assert provider_id_of(call.current or MailId("")) == "1.first.host"
        assert "Back to the mail from" in await call.type("next")
        assert call.current == agenda[0]
        await call.type("next")
        assert call.current == agenda[1]


async def test_two_at_once_are_told_together_and_a_no_keeps_them_for_the_end(tmp_path: Path) -> None:
    async with announced_call(tmp_path, unread=1) as (call, listener):
        deliver(tmp_path / "inbox", "1.first.host", "zebras", now=NOW)
        deliver(tmp_path / "inbox", "2.second.host", "walruses", now=NOW)
        await listener.hears("Shall I read them next?")
        assert "they stay for later" in await call.type("no")
        await call.type("next")
        names = set()
        while call.current:
            names.add(provider_id_of(call.current))
            await call.type("next")
        assert names == {"1.first.host", "2.second.host"}
        assert (listener.times("came in"), listener.times("Shall I read")) == (1, 1)


async def test_after_anything_else_a_yes_no_longer_means_the_arrivals_and_nothing_is_lost(tmp_path: Path) -> None:
    async with announced_call(tmp_path, unread=1) as (call, listener):
        deliver(tmp_path / "inbox", "1.first.host", "zebras", now=NOW)
        await listener.hears("Shall I read it next?")
        await call.type("how many are left?")
        assert "did not get that" in await call.type("yes")
        assert "zebras" in await call.type("anything new?")
        await call.type("yes")
        assert "zebras" in await call.type("next")


async def test_archiving_a_mail_that_was_archived_elsewhere_says_that_it_is_gone(tmp_path: Path) -> None:
    async with announced_call(tmp_path, unread=50) as (call, _):
        current = call.current
        assert current
        file = next((tmp_path / "inbox").glob(f"*/{provider_id_of(current)}*"))
        file.unlink()
        await call.call.mail.inbox.look()
        answer = await call.type("archive it")
        assert "no longer in your mailbox" in answer
        assert call.current not in {None, current}


async def test_mail_read_elsewhere_leaves_the_agenda_and_is_named_no_more(tmp_path: Path) -> None:
    async with announced_call(tmp_path, unread=50) as (call, _):
        agenda = [mail.mail_id for topic in call.look.agenda.topics for mail in topic.mails]
        read_elsewhere(tmp_path / "inbox", agenda[1])
        assert "othing new" in await call.type("anything new?")
        assert call.call.tracker.state_of(agenda[1]) is None
        await call.type("next")
        assert call.current == agenda[2]
        assert "49 mail" in await call.type("how many are left?")


async def test_what_is_announced_and_what_is_asked_for_come_from_one_account_of_what_was_told(tmp_path: Path) -> None:
    async with announced_call(tmp_path, unread=1) as (call, listener):
        deliver(tmp_path / "inbox", "1.first.host", "zebras", now=NOW)
        assert "zebras" in await call.type("anything new?")
        await call.type("yes")
        assert "othing new" in await call.type("anything new?")
        deliver(tmp_path / "inbox", "2.second.host", "walruses", now=NOW)
        await listener.hears("from Ursula Keller about “walruses")
        assert "walruses" in await call.type("anything new?")
        assert listener.times("came in, from") == 1


async def test_no_mailbox_is_touched_by_being_followed(tmp_path: Path) -> None:
    async with announced_call(tmp_path, unread=3) as (call, listener):
        before = flags_of(tmp_path / "inbox")
        deliver(tmp_path / "inbox", "1.first.host", "zebras", now=NOW)
        while call.current and not listener.times("zebras"):
            await call.type("next")
        await call.type("yes")
        assert flags_of(tmp_path / "inbox") == {**before, "1.first.host": ""}
        statuses = {state.status for mail in call.call.mail.pipeline.envelopes if (state := call.call.tracker.state_of(mail))}
        assert statuses <= {MailStatus.BRIEFED, MailStatus.PENDING}
