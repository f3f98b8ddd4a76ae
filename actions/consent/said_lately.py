"""What we have just said, by which an echo of it is told from a caller who interrupts."""

from collections import deque
from collections.abc import Callable, Sequence

from briefing.understanding.echo_guard import may_be_echo

HEARD_BACK_WITHIN_S = 2.0
"""Our own speech may be heard this long after it ended, as an echo."""

PASSAGES_KEPT = 64


class SaidLately:
    """`clock` is in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._spoken: deque[tuple[float, str]] = deque(maxlen=PASSAGES_KEPT)
        self._compared: tuple[str, Sequence[str], bool] = ("", (), True)

    def note(self, words: str, *, begun_at: float) -> None:
        self._spoken.append((begun_at, words))

    def may_come_back_as(self, words: str, *, began_at: float, asked: Sequence[str]) -> bool:
        """Whether these words, which began while we spoke, may be ours: of passages that ended shortly before them, or of what is `asked`.

        They may be anything while nobody has told us what we say.
        """
        since = began_at - HEARD_BACK_WITHIN_S
        ends = [*(begun_at for begun_at, _ in self._spoken), self._clock()][1:]
        just_said = [said for (_, said), ended_at in zip(self._spoken, ends, strict=True) if ended_at >= since]
        said = [*asked, *just_said, " ".join(just_said)]
        return not self._spoken or self._is_alike(words, said)

    def _is_alike(self, words: str, said: Sequence[str]) -> bool:
        """The same is asked of an utterance more than once while it is understood."""
        if self._compared[:2] != (words, said):
            self._compared = (words, said, may_be_echo(words, said))
        return self._compared[2]
