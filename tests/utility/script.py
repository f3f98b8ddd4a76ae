"""The utterances as data: `wanted.txt` has what people want with what it means, `unwanted.txt` what wants nothing of us for now.

    [scene] effects          [parcel] archive; flag rota
    an utterance             archive it, and flag Priya's mail
    another that means the same

A scene is the letter that is open and, behind each `>`, a line that was said about it. The effects are parted by `;`, and all else stays
as it was:

    archive, delete, spam, flag, unflag, read, unread, important, unimportant [letters]: the open one where none is named
    move FOLDER, label LABEL, snooze DAY [letters]
    undone: nothing is left of what was changed before       held: what was to leave stays, and the user is told
    at LETTER, at-not LETTER: which one is told now          said PATTERN
    draft LETTER PATTERN: a draft to its sender              leaves LETTER PATTERN: it is on its way, after at most one yes
    cc LETTER LETTER: a draft to both senders                no draft: it is gone
    asks words: what it shall say is asked                   nothing
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from tests.tasks.letters import letters

OPENED_BY: Mapping[str, str] = {
    "boiler": "open the one from Tomasz",
    "parcel": "open the one from Swiftpost",
    "boots": "open the one from Hillmark",
    "prize": "open the one from Lucky Draw",
    "energy": "open the one from Brightwave",
    "statement": "open the one from Northgate",
    "rent": "open the one from Peter Lindqvist",
    "rota": "open the one from Priya",
    "clock": "open the one from The Tide Clock",
    "trip": "open the one from Oakfield Primary School",
    "slides": "open the one about the slides",
    "review": "where are we",
}


@dataclass(frozen=True, slots=True)
class Effect:
    verb: str
    about: str = ""
    """The words behind the verb that are no letters."""
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One utterance. `scene` are the lines before it, `open` the letter that they opened."""

    words: str
    open: str
    scene: tuple[str, ...]
    effects: tuple[Effect, ...]

    @property
    def held_back(self) -> bool:
        """Whether nobody looks at it while working on what is understood: a third, by a hash of its words."""
        return sha256(self.words.encode()).digest()[0] % 3 == 0

    def __str__(self) -> str:
        meant = "; ".join(" ".join([each.verb, each.about, *each.keys]) for each in self.effects)
        return f"{' > '.join((self.open, *self.scene[1:]))}: {self.words!r} ({meant})"


@cache
def wanted() -> tuple[Said, ...]:
    return tuple(said_in(Path(__file__).with_name("wanted.txt")))


@cache
def unwanted() -> tuple[Said, ...]:
    return tuple(said_in(Path(__file__).with_name("unwanted.txt")))


def said_in(file: Path) -> Iterator[Said]:
    """The utterances of a file like these two."""
    scene, effects, opened = tuple[str, ...](), tuple[Effect, ...](), ""
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("["):
            begun, _, meant = line[1:].partition("]")
            opened, *then = (each.strip() for each in begun.split(" > "))
            scene = (OPENED_BY[opened], *then)
            effects = tuple(_effect(each.strip(), opened) for each in meant.split(";") if each.strip())
        elif line.strip() and not line.startswith("#"):
            yield Said(words=line, open=opened, scene=scene, effects=effects or (Effect("nothing"),))


def _effect(told: str, opened: str) -> Effect:
    verb, *rest = told.split(" ")
    if verb in {"said", "no", "asks"}:
        return Effect(verb, " ".join(rest))
    keys = tuple(each for each in rest if each in letters())
    about = " ".join(each for each in rest if each not in letters())
    return Effect(verb, about, keys or (opened,))
