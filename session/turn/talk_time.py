"""The clock of a briefing that is to last so long: what of our words was played, and how long others would take.

Silence, and what the user says, count nothing. An answer or a change in between takes its time out of the rest, since it is played too.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

CHARACTERS_PER_S = 15.0
"""How fast a voice speaks until it has been measured: 170 words a minute."""
_REMEMBERED_S = 60.0
"""Of what was measured the last minute counts: numbers and names take longer than other words."""
_SHORTEST_S, _FEWEST = 1.0, 20
"""What is shorter measures nothing."""


@dataclass(slots=True)
class TalkTime:
    """`played_s` counts the seconds of our words in this call. `given_s` is what the user has given, and `ends_at_s` when it is over, by
    that count."""

    played_s: float = 0.0
    given_s: float = 0.0
    ends_at_s: float = math.inf
    _characters: float = 0.0
    _seconds: float = 0.0

    @property
    def characters_per_s(self) -> float:
        return self._characters / self._seconds if self._seconds else CHARACTERS_PER_S

    def takes_s(self, *words: str) -> float:
        """How long these passages will take to say."""
        return sum(map(len, words)) / self.characters_per_s

    def played(self, characters: int, seconds: float, *, whole: bool) -> None:
        """So much was played in this time; what was played to its end measures the voice."""
        self.played_s += seconds
        if whole and seconds > _SHORTEST_S and characters > _FEWEST:
            kept = min(1.0, _REMEMBERED_S / (self._seconds + seconds))
            self._characters, self._seconds = (self._characters + characters) * kept, (self._seconds + seconds) * kept

    def written(self, words: str) -> None:
        """These words were delivered without a voice: they took as long as they would have taken to say."""
        self.played_s += self.takes_s(words)

    def speeds_up(self, times: float) -> None:
        """The voice speaks so many times as fast from now on."""
        self._characters, self._seconds = self.characters_per_s * times, 1.0

    def give(self, seconds: float) -> None:
        """The briefing is to be over in so many seconds of our words."""
        self.given_s, self.ends_at_s = seconds, self.played_s + seconds

    def end(self) -> None:
        """There is all the time in the world again."""
        self.given_s, self.ends_at_s = 0.0, math.inf

    @property
    def runs(self) -> bool:
        return math.isfinite(self.ends_at_s)

    def left_s(self, *to_come: str) -> float:
        """What is left, once these words were said as well."""
        return self.ends_at_s - self.played_s - self.takes_s(*to_come)


def longest_that_fit(forms: Iterable[str], left_s: float, time: TalkTime, *, rest_s: float) -> str | None:
    """The first of these forms of one telling, from the longest to the shortest, that leaves so much of the time for the rest.

    The shortest is told as well where the end is nearer to what the user has given with it than without it.
    """
    told = ""
    for told in forms:
        if time.takes_s(told) + rest_s <= left_s:
            return told
    return told if time.takes_s(told) <= 2 * left_s else None
