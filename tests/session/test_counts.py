"""Every count that is said adds up: held against what the tracker and the mailbox really hold, over whole written calls."""

import re
from pathlib import Path

import pytest

from briefing.speech.wording.counts import count_word
from tests.session.test_written_call import Written, written


def pending_beside(call: Written) -> int:
    """How many mails of the open topic are still to be told."""
    tracker = call.call.tracker
    heading = next(topic.mails for topic in tracker.snapshot().topics if call.current in topic.mails)
    return sum(1 for mail in heading if (state := tracker.state_of(mail)) and state.pending)


@pytest.mark.parametrize("moves", [4, 7, 16, 21, 33])
async def test_a_call_that_is_taken_up_again_says_how_much_of_the_open_topic_is_left(tmp_path: Path, moves: int) -> None:
    async with written(tmp_path) as call:
        for _ in range(moves):
            await call.type("next")
        left, label = pending_beside(call), call.call.tracker.progress().topic_label
        mails, topics = call.call.tracker.progress().mails, call.call.tracker.progress().topics
    async with written(tmp_path) as call:
        assert pending_beside(call) == left
        assert (call.call.tracker.progress().mails, call.call.tracker.progress().topics) == (mails, topics)
        intro = re.match(r"(.*): (\S+) of \S+ mails (?:is|are) still to come\.", call.paper.turns[1])
        assert (intro.groups() if intro else ("", "zero")) == ((label, count_word(left)) if left else ("", "zero"))
        assert "topic:" not in call.paper.turns[1]
