"""What was done and sent in a time that the user names is told of all their calls, with true counts."""

from datetime import timedelta
from pathlib import Path

import pytest

from briefing.speech.sentences import about_facts
from session.outcome import SkillRefusedError
from session.skills import recounting
from tests.agent.typed_call import NOW
from tests.session.test_written_call import written


async def test_what_another_call_did_is_told_with_its_time_and_not_as_done_in_this_call(tmp_path: Path) -> None:
    async with written(tmp_path) as call:
        for line in ("archive it", "next", "flag it", "next", "archive it"):
            await call.type(line)
    async with written(tmp_path, now=NOW + timedelta(days=1)) as call:
        assert await call.type("what did you archive") == about_facts.NOTHING_CHANGED
        assert await call.type("what did you archive today") == "Today nothing was changed. Today nothing was sent."
        said = await call.type("what did you do yesterday?")
        assert said.startswith("Yesterday you archived two mails, from ")
        assert "; flagged one mail, from " in said
        assert (await call.type("what have I done this week")).startswith("This week you archived two mails")
        assert (await call.type("which mails did we archive since yesterday")).startswith("Since yesterday you archived two mails")


async def test_what_was_taken_back_does_not_count_whichever_call_did_it(tmp_path: Path) -> None:
    async with written(tmp_path) as call:
        await call.type("archive it")
    async with written(tmp_path, now=NOW + timedelta(hours=1)) as call:
        assert (await call.type("what did you archive today")).startswith("Today you archived one mail")
        assert (await call.type("undo")).startswith("Undone:")
        assert (await call.type("what did you archive today")).startswith("Today nothing was changed.")


@pytest.mark.parametrize("when", ["next week", "whenever", "tomorrow"])
async def test_a_time_that_is_not_past_is_refused_with_what_can_be_said(tmp_path: Path, when: str) -> None:
    async with written(tmp_path, unread=3) as call:
        with pytest.raises(SkillRefusedError, match="today, yesterday"):
            await recounting.changes(call.call, when)


def test_what_left_is_told_with_the_number_and_to_whom() -> None:
    assert about_facts.sent(0, [], "today") == "Today nothing was sent."
    assert about_facts.sent(2, ["Ruth", "Tomasz"], "on monday") == "On Monday you sent two mails, to Ruth and Tomasz."
    assert about_facts.sent(1, [], "this week") == "This week you sent one mail."
