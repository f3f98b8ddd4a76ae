"""What a recogniser is told may be said now, and what a cloud service is not told."""

from pathlib import Path

import pytest

from session.dialogue import Awaits, SlotAsked
from session.turn.likely_words import MOST_NAMES, likely_words, plain_now
from tests.agent.typed_call import sample_settings, typed_call

pytestmark = pytest.mark.slow


async def test_commands_names_at_hand_and_the_answers_to_a_question_are_likely(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        current = call.call.tracker.current()
        assert current is not None
        here, in_the_cloud = likely_words(call.call, private=True), likely_words(call.call, private=False)
        for words in (here, in_the_cloud):
            assert f"{current.sender.name}." in words
            assert "Archive it." in words
            assert "Next." in words
            assert f"Open the one from {current.sender.name}." in words
            assert "Yes." not in words
        others = {each.sender.name for each in call.call.mail.pipeline.envelopes.values()} - {current.sender.name, ""}
        assert not [name for name in others if name in in_the_cloud]
        assert len([name for name in others if f"{name}." in here]) == MOST_NAMES - 1
        await call.type("archive all newsletters")
        assert likely_words(call.call, private=False).endswith("Yes. No. Cancel.")


async def test_the_plain_forms_have_the_names_at_hand_and_there_are_none_where_words_are_dictated(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        current = call.call.tracker.current()
        assert current is not None
        heard = (f"delete the one from {current.sender.name}", "")
        forms = plain_now(call.call).forms(heard)
        assert {"archive it", "next please", f"delete the one from {current.sender.name}"} <= set(forms)
        assert "yes" not in forms
        await call.type("archive all newsletters")
        assert "yes" in plain_now(call.call).forms(heard)
        call.call.dialogue.note(SlotAsked(Awaits.WORDS))
        assert not plain_now(call.call).forms(heard)
