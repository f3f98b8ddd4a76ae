"""A long call as the model's server sees it: one position, a stable beginning, a bounded size."""

from itertools import pairwise
from pathlib import Path

import pytest

from agent.model.chat_history import HIGH_CHARACTERS, HIGH_ITEMS
from tests.agent.long_call import POSITION, TURNS, characters_of, is_continued, long_call
from tests.agent.typed_call import sample_settings, typed_call
from tests.randomness import times
from tests.servers.openai.double import OpenAIDouble

pytestmark = pytest.mark.slow

INSTRUCTIONS_AND_POSITION = 5_000
AROUND_EACH_MESSAGE = 120
ONE_TURN = 12
STORED = 2
"""Items that are stored for each one sent: what a rule did is a call, a result and our words, and is sent as one note."""


async def test_sixty_turns_have_one_position_each_a_stable_beginning_and_a_bounded_size(tmp_path: Path, openai: OpenAIDouble) -> None:
    call = await long_call(tmp_path, openai)
    requests = openai.chat_requests
    assert len(requests) > TURNS
    for request in requests:
        assert [index for index, message in enumerate(request.messages) if POSITION in message.content] == [len(request.messages) - 1]
        assert [index for index, message in enumerate(request.messages) if message.role == "system"] == [0, len(request.messages) - 1]
        assert request.broken_rule() is None
        assert characters_of(request) < HIGH_CHARACTERS + INSTRUCTIONS_AND_POSITION + HIGH_ITEMS * AROUND_EACH_MESSAGE
    cuts = [index for index, (earlier, later) in enumerate(pairwise(requests)) if not is_continued(earlier, later)]
    assert 1 <= len(cuts) <= 6
    assert all(later - earlier > 8 for earlier, later in pairwise(cuts))
    assert POSITION not in str(call.session.history.items)
    assert POSITION not in str(call.briefer.chat_ctx.items)
    assert len(call.briefer.chat_ctx.items) < STORED * HIGH_ITEMS + ONE_TURN


@pytest.mark.parametrize("many", [400, pytest.param(5_000, marks=pytest.mark.proof)])
async def test_what_is_sent_does_not_follow_the_inbox(tmp_path: Path, openai: OpenAIDouble, many: int) -> None:
    totals = []
    for unread in (50, many):
        openai.chat_requests.clear()
        await long_call(tmp_path / str(unread), openai, unread=unread, turns=20)
        totals.append(sum(characters_of(request) for request in openai.chat_requests) / len(openai.chat_requests))
    assert max(totals) < 1.1 * min(totals)


@pytest.mark.random
async def test_a_call_of_hours_keeps_no_more_than_one_of_ten_minutes(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        for _ in range(times(100, in_proofs=300)):
            await call.type("how many are left?")
            assert len(call.briefer.chat_ctx.items) < STORED * HIGH_ITEMS + ONE_TURN
            assert len(call.session.history.items) < HIGH_ITEMS + ONE_TURN
        assert await call.type("next")
