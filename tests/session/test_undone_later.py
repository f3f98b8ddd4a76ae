"""What an undo in a later call leaves of what was heard."""

from pathlib import Path

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
