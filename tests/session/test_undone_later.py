"""What an undo leaves of what was heard, and of what was read of the inbox before it."""

from pathlib import Path

import pytest

from briefing.mail import provider_id_of
from briefing.mail_action import MailAction
from inbox.carrying_out import ActionTakenBack
from session.skills.inbox_changes import read_incoming, take_in
from tests.session.test_written_call import written


async def test_a_mail_that_was_heard_is_not_told_again_because_its_flag_was_taken_back_in_a_later_call(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3) as call:
        first = call.current
        for line in ("flag it", "next", "next", "next"):
            await call.type(line)
        assert call.current is None
    async with written(tmp_path, unread=3) as call:
        assert call.current is None
        assert (await call.type("undo")).startswith("Undone:")
    async with written(tmp_path, unread=3) as call:
        assert call.current != first
        assert call.current is None


@pytest.mark.parametrize("brought_back", [True, False])
async def test_only_a_mail_that_was_brought_back_stays_when_the_inbox_tells_that_it_has_left(tmp_path: Path, brought_back: bool) -> None:
    async with written(tmp_path, unread=5) as written_call:
        call = written_call.call
        mail = next(each.mail_id for each in call.tracker.pending_mails() if each.mail_id != written_call.current)
        async with call.turn.lock:  # what is read meanwhile is applied after what happened in the turn
            for path in (tmp_path / "inbox").rglob(f"{provider_id_of(mail)}*"):
                path.unlink()
            await call.mail.inbox.look()
            await read_incoming(call)
            if brought_back:
                call.mail_changed(ActionTakenBack(mail=mail, kind=MailAction.ARCHIVE, at=call.now()))
            take_in(call)
        state = call.tracker.state_of(mail)
        assert (state is not None and state.pending) is brought_back
