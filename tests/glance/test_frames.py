"""When a screen is looked at: once for each thing it comes to show, and never while it moves.

The sequences are drawn: windows with lines of text, at five pictures a second.
"""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from glance.frames import ScreenChange, ScreenWatch, change, thumbnail

HEIGHT, WIDTH = 720, 1280
Picture = NDArray[np.uint8]


def page(seed: int, *, lines: int = 200) -> Picture:
    """A long page of text lines, dark on light, each of words of its own."""
    drawn, made = np.full((lines * 24, WIDTH), 250, dtype=np.uint8), random.Random(seed)  # noqa: S311 - a drawing
    for line in range(lines):
        if made.random() < 0.15:
            continue
        x = 200
        while x < made.randint(500, 1200):
            word = made.randint(20, 90)
            drawn[line * 24 + 6 : line * 24 + 18, x : x + word : 2] = 40
            x += word + 12
    return drawn


def window(seed: int, *, offset: int = 0) -> Picture:
    """A window of a program: a bar, a sidebar, and its page from so many pixels on."""
    shown = page(seed)[offset : offset + HEIGHT].copy()
    shown[:60] = 90
    shown[:, :180] = 200 - (seed * 37) % 90
    return shown


def with_cursor(picture: Picture, *, on: bool, x: int = 400) -> Picture:
    drawn = picture.copy()
    if on:
        drawn[300:318, x : x + 2] = 0
    return drawn


def typed(picture: Picture, characters: int) -> Picture:
    drawn = picture.copy()
    for place in range(characters):
        line, column = divmod(place, 80)
        drawn[400 + line * 24 : 412 + line * 24, 220 + column * 10 : 226 + column * 10] = 30
    return drawn


def video(number: int) -> Picture:
    return np.random.default_rng(number).integers(0, 255, (90, 160), dtype=np.uint8).repeat(8, axis=0).repeat(8, axis=1)


def runs(pictures: Iterator[Picture] | list[Picture], *, fps: float = 5.0) -> list[float]:
    """The seconds at which the screen was looked at."""
    watch, taken = ScreenWatch(), []
    for number, picture in enumerate(pictures):
        at = number / fps
        watch.see(thumbnail(picture), at)
        if watch.take(at):
            taken.append(at)
    return taken


def test_it_is_looked_at_a_second_after_sharing_begins() -> None:
    assert runs([window(1)] * 20) == [1.0]


def test_a_switch_to_another_window_is_looked_at_once_when_it_stands_still() -> None:
    assert runs([window(1)] * 10 + [window(2)] * 20 + [window(3)] * 20) == [1.0, 3.0, 7.0]


def test_switching_on_quickly_is_looked_at_once() -> None:
    assert runs([window(1)] * 10 + [window(2)] * 3 + [window(3)] * 3 + [window(4)] * 20) == [1.0, 4.2]


def test_a_switch_there_and_back_is_not_looked_at_again() -> None:
    assert runs([window(1)] * 10 + [window(2)] * 3 + [window(1)] * 20) == [1.0]


@pytest.mark.parametrize("step", [2, 7, 23, 53, 100, 160])
def test_scrolling_is_not_something_else(step: int) -> None:
    scrolled = [window(1, offset=place * step) for place in range(20)]
    assert runs([window(1)] * 10 + scrolled + [scrolled[-1]] * 20) == [1.0]


def test_scrolling_back_is_neither() -> None:
    there = [window(1, offset=place * 60) for place in range(15)]
    assert runs([window(1)] * 10 + there + there[::-1] + [there[0]] * 10) == [1.0]


def test_a_blinking_cursor_neither_delays_nor_starts_a_look() -> None:
    assert runs([with_cursor(window(1), on=place % 4 < 2) for place in range(60)]) == [1.0]


def test_typing_starts_no_look() -> None:
    assert runs([window(1)] * 10 + [typed(window(1), place * 2) for place in range(150)]) == [1.0]


def test_a_video_is_never_looked_at_until_it_is_stopped() -> None:
    assert runs([video(place) for place in range(100)]) == []
    assert runs([*[video(place) for place in range(50)], *[video(49)] * 20]) == [10.8]


def test_another_mail_in_the_same_program_is_something_else() -> None:
    one, other = window(1), window(1)
    other[60:, 180:] = page(9)[:660, 180:]
    assert runs([one] * 10 + [other] * 20) == [1.0, 3.0]


def test_noise_of_a_codec_is_little() -> None:
    noisy = (window(1).astype(np.int16) + np.random.default_rng(1).integers(-6, 7, (HEIGHT, WIDTH))).clip(0, 255).astype(np.uint8)
    assert change(thumbnail(window(1)), thumbnail(noisy)) is ScreenChange.LITTLE


@pytest.mark.parametrize("shape", [(360, 640), (1080, 1920), (1600, 2560), (844, 390), (181, 49)])
def test_a_thumbnail_is_made_of_any_size(shape: tuple[int, int]) -> None:
    grey = thumbnail(np.full(shape, 77, dtype=np.uint8))
    assert grey.shape == (180, 48)
    assert (grey == 77).all()


def test_when_it_is_due_is_known_before() -> None:
    watch = ScreenWatch()
    assert watch.due_at is None
    watch.see(thumbnail(window(1)), 5.0)
    assert watch.due_at == 6.0
    assert not watch.take(5.9)
    assert watch.take(6.0)
    assert watch.due_at is None
    assert not watch.take(9.0)
