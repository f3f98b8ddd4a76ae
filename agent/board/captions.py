"""The last lines of both sides, for a page that comes late or was reloaded.

They are kept in the memory of the call and not by the browser: a browser would write what survives a reload to its disk, and these lines
quote mails. They end with the call, and an agent that replaces another one starts without them.
"""

from collections import deque
from collections.abc import Callable

from agent.board.board_messages import MOST_CAPTIONS, Caption, SaidBefore, Speaker
from agent.board.drawing import shown

LONGEST_CAPTION = 2_000


class Captions:
    """`now` is the clock of the event loop."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lines: deque[tuple[float, Caption]] = deque(maxlen=MOST_CAPTIONS)

    def told(self, words: str, began_at: float) -> None:
        self._note(Speaker.ALOUD, words, began_at)

    def heard(self, words: str) -> None:
        self._note(Speaker.YOU, words, self._now())

    def before(self, seconds: float) -> SaidBefore:
        until = self._now() - seconds
        ordered = sorted(self._lines, key=lambda line: line[0])
        return SaidBefore(lines=tuple(caption for at, caption in ordered if at < until))

    def _note(self, speaker: Speaker, words: str, at: float) -> None:
        if text := shown(words, LONGEST_CAPTION):
            self._lines.append((at, Caption(speaker=speaker, text=text)))
