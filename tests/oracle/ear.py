"""How our own voice comes back through the user's microphone: some words of what we just said, some lost, some misheard.

Made of what recognisers do to speech, with nothing of the guard that is to notice it.
"""

from collections.abc import Sequence
from random import Random

from tests.oracle.line import Told

MISHEARD = {
    "ark": ("archive", "arc", "ark"),
    "hive": ("", "hive", "five"),
    "dee": ("", "delete", "the"),
    "leet": ("delete", "lead", "leet"),
    "writes": ("right", "rights", "write"),
    "would": ("wood", "could"),
    "archived": ("archive", "archived it"),
    "deleted": ("delete",),
    "flagged": ("flag", "flags"),
    "sent": ("send",),
    "reads": ("read",),
    "mail": ("male", "mail"),
    "four": ("for",),
    "it's": ("it",),
    "yet": ("yes",),
    "yesterday": ("yes",),
    "guess": ("yes",),
    "know": ("no",),
    "that": ("it", "that"),
    "this": ("it", "this"),
    "them": ("it", "them"),
    "and": ("an", "and"),
    "the": ("", "a"),
}
LOST = 0.2
MISHEARD_OFTEN = 0.5


def echo_of(told: Sequence[Told], chance: Random) -> str:
    """A piece of what was said last; empty where nothing is left of it."""
    words = " ".join(each.words for each in told).replace("\u201c", "").replace("\u201d", "").split()
    if not words:
        return ""
    length = min(len(words), chance.choice((1, 2, 2, 3, 3, 4, 6, 9)))
    begin = chance.randrange(len(words) - length + 1)
    heard = list[str]()
    for word in words[begin : begin + length]:
        bare = word.strip(".,:;?!()").lower()
        if chance.random() < LOST:
            continue
        heard.append(chance.choice(MISHEARD[bare]) if bare in MISHEARD and chance.random() < MISHEARD_OFTEN else bare)
    return " ".join(filter(None, heard))
