"""The microphone as LiveKit uses it, on a device that hears what the test lets it hear."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from agent.roomless.microphone import BLOCK, HEARS_AT_HZ, MOST_WAITING, Microphone


@dataclass
class InputOfTests:
    take: Callable[..., None]
    closed: bool = False

    def hear(self, *blocks: bytes) -> None:
        """On a thread of its own, as PortAudio does, and with memory that is written over afterwards."""

        def give() -> None:
            for block in blocks:
                memory = bytearray(block)
                self.take(memoryview(memory), len(memory) // 2, None, None)
                memory[:] = bytes(len(memory))

        thread = threading.Thread(target=give)
        thread.start()
        thread.join()

    def close(self) -> None:
        self.closed = True


def opened() -> tuple[Microphone, InputOfTests]:
    devices = list[InputOfTests]()

    def open_device(take: Callable[..., None]) -> InputOfTests:
        devices.append(InputOfTests(take))
        return devices[0]

    return Microphone(open_device), devices[0]


def block_of(number: int) -> bytes:
    return number.to_bytes(2, "little") * BLOCK


async def test_what_it_hears_comes_in_order_and_whole() -> None:
    microphone, device = opened()
    device.hear(block_of(1), block_of(2))
    frames = [await anext(microphone), await anext(microphone)]
    assert [bytes(frame.data.cast("B")) for frame in frames] == [block_of(1), block_of(2)]
    assert {(frame.sample_rate, frame.num_channels) for frame in frames} == {(HEARS_AT_HZ, 1)}
    await microphone.aclose()


async def test_of_what_waits_too_long_the_oldest_is_dropped() -> None:
    microphone, device = opened()
    device.hear(*map(block_of, range(MOST_WAITING + 10)))
    await asyncio.sleep(0)
    assert bytes((await anext(microphone)).data.cast("B")) == block_of(10)
    await microphone.aclose()


async def test_closing_lets_the_device_go_and_ends_the_stream() -> None:
    microphone, device = opened()
    await microphone.aclose()
    device.hear(block_of(1))
    with pytest.raises(StopAsyncIteration):
        await anext(microphone)
    assert device.closed
