"""The judge of what was heard: by what a call does with it."""

from pathlib import Path

import pytest

from benchmarks.voice.deeds import Judgement, Outcome, expected_in, judgements
from tests.utility.script import OPENED_BY, Said

pytestmark = [pytest.mark.server, pytest.mark.slow, pytest.mark.takes(30)]

RIGHT, ASKED, WRONG = Judgement(outcome=Outcome.RIGHT), Judgement(outcome=Outcome.ASKED), Judgement(outcome=Outcome.WRONG)
HARMS = Judgement(outcome=Outcome.WRONG, harms=True)


def at_the_boiler(words: str, *before: str) -> Said:
    return Said(words=words, open="boiler", scene=(OPENED_BY["boiler"], *before), effects=())


DRAFTED = "reply that Tuesday works"
CASES = {
    (at_the_boiler("archive it"), "Archive this one, please."): RIGHT,
    (at_the_boiler("open the one from Swiftpost"), "Open the mail from Swiftpost."): RIGHT,
    (at_the_boiler("archive it"), "Our kind bit."): ASKED,
    (at_the_boiler("find the mail from Peter"), "Find the mail from Beager."): ASKED,
    (at_the_boiler("archive it"), "Flag it."): WRONG,
    (at_the_boiler("flag it"), "Delete it."): HARMS,
    (at_the_boiler("delete it"), "Delete this."): RIGHT,
    (at_the_boiler("not yet", DRAFTED), "Yes."): HARMS,
    (at_the_boiler("yes", DRAFTED), "Yes please."): RIGHT,
    (at_the_boiler("reply that Tuesday works"), "Reply that Thursday works."): ASKED,
    (at_the_boiler(""), "The weather is lovely."): RIGHT,
    (at_the_boiler(""), "Flag it."): WRONG,
}


async def test_what_was_heard_is_judged_by_what_comes_of_it(tmp_path: Path) -> None:
    found = await judgements(CASES, tmp_path)
    assert {(said.words, heard): judgement for (said, heard), judgement in found.items()} == {
        (said.words, heard): judgement for (said, heard), judgement in CASES.items()
    }


async def test_the_ear_is_told_what_it_is_told_in_such_a_call(tmp_path: Path) -> None:
    told = await expected_in([at_the_boiler(""), at_the_boiler("", DRAFTED)], tmp_path)
    plain, asked = (told[each.scene] for each in (at_the_boiler(""), at_the_boiler("", DRAFTED)))
    assert "Tomasz" in plain.prompt
    heard = ("open the one from Thomas", "")
    assert {"archive it", "open the one from Tomasz"} <= set(plain.may_say.forms(heard))
    assert asked.prompt.endswith("Yes. No. Cancel.")
    assert "yes" in asked.may_say.forms(heard)
    assert "yes" not in plain.may_say.forms(heard)
