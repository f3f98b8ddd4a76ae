"""How many mails a search says it found is how many there are, in one mailbox or several; of very many it says only that they are more."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from briefing.speech.wording.counts import count_word
from inbox.unified import MOST_COUNTED
from providers.mailbox_writing import Change, ChangeKind
from session.skills.lookup import search_mail
from tests.agent.memory_call import memory_call
from tests.providers.arranged_maildir import ArrangedMaildir, make_maildir
from tests.providers.gmail.doubles.arranged_model import ArrangedGmailModel
from tests.providers.gmail.doubles.model import GmailModel
from tests.providers.messages import message

Arranged = ArrangedMaildir | ArrangedGmailModel


def arranged_in(folder: Path, names: Sequence[str]) -> list[Arranged]:
    """A Maildir, or Gmail with pages of seven ids."""
    gmail = ArrangedGmailModel(GmailModel(list_page=7))
    return [gmail if name == "gmail" else ArrangedMaildir(make_maildir(folder / name)) for name in names]


async def said_of(worlds: Sequence[Arranged]) -> str:
    call = await memory_call(*(world.mailbox for world in worlds))
    outcome = await search_mail(call, "needle")
    return " ".join(outcome.spoken)


@pytest.mark.part(0.4)
@pytest.mark.parametrize("names", [("work",), ("gmail",), ("work", "home"), ("gmail", "work")])
@pytest.mark.parametrize("hits", [1, 5, 6, 11, 24])
async def test_the_count_said_is_the_count_that_matches(tmp_path: Path, names: tuple[str, ...], hits: int) -> None:
    worlds = arranged_in(tmp_path, names)
    for number in range(hits):
        world = worlds[number % len(worlds)]
        mail = await world.deliver(message(f"s{number}", text="needle\n", hours=-number))
        if number % 3 == 1:
            await world.read_elsewhere(mail)
        if number % 4 == 2:
            await world.writer.apply(Change(mail_id=mail, kind=ChangeKind.ARCHIVE))
        await world.deliver(message(f"x{number}", text="hay\n"))
    said = await said_of(worlds)
    assert re.match(rf"I found {count_word(hits)}: ", said), said
    assert ("more. Which" in said) == (hits > 5)
    if hits > 5:
        assert f"and {count_word(hits - 5)} more. Which" in said


@pytest.mark.part(0.4)
@pytest.mark.parametrize("hits", [MOST_COUNTED, MOST_COUNTED + 1, MOST_COUNTED + 40])
@pytest.mark.parametrize("names", [("work",), ("gmail",), ("gmail", "work")])
async def test_where_counting_stops_it_says_more_than(tmp_path: Path, names: tuple[str, ...], hits: int) -> None:
    worlds = arranged_in(tmp_path, names)
    for number in range(hits):
        await worlds[number % len(worlds)].deliver(message(f"s{number}", text="needle\n", hours=-number))
    said = await said_of(worlds)
    more = f"I found more than {count_word(MOST_COUNTED)}; the newest are "
    assert said.startswith(more if hits > MOST_COUNTED else f"I found {count_word(hits)}: "), said
