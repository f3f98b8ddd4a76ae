"""What is known of the shared screen: its states, edge by edge, and when a glance may begin."""

import asyncio
import itertools

import pytest

from briefing.speech.sentences.about_screen import WHAT_CAME_OF_IT
from glance.glance import GlanceReason
from providers.models.typed.history import Picture
from session.glancing.shared_screen import SHARING, ScreenEvent, SharedScreen, Sharing
from tests.inbox.virtual_clock import in_virtual_time

FRAME = Picture(data=b"frame", media_type="image/jpeg")
TABLE = """
    NOTHING    LOOKING    .          .         .
    LOOKING    LOOKING    NOTHING    PAUSED    .
    PAUSED     LOOKING    NOTHING    .         LOOKING
"""


@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_the_states_are_those_of_the_table(row: str) -> None:
    was, *after = row.split()
    for event, name in zip(ScreenEvent, after, strict=True):
        assert SHARING[Sharing[was], event] is Sharing[was if name == "." else name]


def test_every_event_is_legal_in_every_state() -> None:
    assert SHARING.keys() == set(itertools.product(Sharing, ScreenEvent))


@in_virtual_time
async def test_a_glance_begins_only_while_it_looks_one_at_a_time_and_every_three_seconds() -> None:
    screen = SharedScreen(can_look=True)
    assert not screen.look(FRAME)
    screen.happened(ScreenEvent.SHARED)
    assert screen.look(FRAME)
    assert not screen.look(FRAME), "one waits already"
    screen.pictures.get_nowait()
    screen.under_way = True
    await asyncio.sleep(10)
    assert not screen.look(FRAME), "one is under way"
    screen.under_way = False
    assert screen.look(FRAME)
    screen.pictures.get_nowait()
    await asyncio.sleep(2.9)
    assert not screen.look(FRAME)
    await asyncio.sleep(0.1)
    assert screen.look(FRAME)


@in_virtual_time
async def test_what_ends_the_looking_drops_the_picture() -> None:
    for event in (ScreenEvent.PAUSED, ScreenEvent.UNSHARED):
        screen = SharedScreen(can_look=True)
        screen.happened(ScreenEvent.SHARED)
        screen.look(FRAME)
        screen.happened(event)
        assert screen.pictures.empty()
        assert screen.stopped.is_set()
        assert not screen.look(FRAME)


def test_no_picture_shows_in_what_is_printed() -> None:
    assert "frame" not in repr(FRAME)


def test_there_is_a_sentence_for_every_reason() -> None:
    assert WHAT_CAME_OF_IT.keys() == set(GlanceReason)
