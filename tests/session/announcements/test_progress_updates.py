"""Who waits for a change of many mails hears how far it is, and nothing more of it once it is done."""

import asyncio
from pathlib import Path

import pytest

from briefing.speech.sentences.about_failures import ONE_MOMENT
from providers.mailbox_writing import Change, MailboxWriter, Receipt
from session import progress_updates
from tests.agent.acting_calls import PassesOn, acting_call, write_through

pytestmark = pytest.mark.slow

AT_ONCE = 8
"""So many of the twelve newsletters are changed side by side."""


class SlowWriter(PassesOn):
    """Changes so many mails at once, and the others as soon as it is `let_go`."""

    def __init__(self, real: MailboxWriter, left: int) -> None:
        super().__init__(real)
        self._left = left
        self.let_go = asyncio.Event()

    async def apply(self, change: Change) -> Receipt:
        self._left -= 1
        if self._left < 0:
            await self.let_go.wait()
        return await self._real.apply(change)


@pytest.mark.parametrize(("done", "said"), [(AT_ONCE, "Eight of twelve mails so far."), (0, ONE_MOMENT[0])])
async def test_how_far_a_long_change_is_is_told_until_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: int, said: str
) -> None:
    monkeypatch.setattr(progress_updates, "STILL_AT_WORK_EVERY_S", 0.05)
    async with acting_call(tmp_path) as call:
        await call.type("archive the next twelve")
        slow: list[SlowWriter] = []

        def writer(real: MailboxWriter) -> MailboxWriter:
            slow.append(SlowWriter(real, done))
            return slow[0]

        write_through(call, writer)
        answering = asyncio.create_task(call.type("yes"))
        await call.typed.has_read(said, within_s=5)
        slow[0].let_go.set()
        assert "Archived: twelve mails." in await answering
        told = len(call.typed.page.text)
        await call.type("how many are left")
        assert [words for words in (said, *ONE_MOMENT) if words in call.typed.page.text[told:]] == []


async def test_what_is_done_soon_is_done_without_such_words(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        assert (await call.dialogue("archive the next twelve", "yes")).startswith("Archived: twelve mails.")
        assert [words for words in ("so far", *ONE_MOMENT) if words in call.typed.page.text] == []
