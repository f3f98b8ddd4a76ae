"""The replies of `replies.txt`, and what was read in a reply in the same words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from correspondence.new_words import NewWords, new_words_in
from correspondence.numbered_wishes import Wishes, numbered_wishes

FILE = Path(__file__).with_name("replies.txt")
NUMBERS = range(1, 10)


@dataclass(frozen=True, kw_only=True)
class Case:
    words: str
    wanted: tuple[str, ...]


def cases(file: Path = FILE) -> Iterator[Case]:
    """Each reply, with what is wanted of it."""
    for block in f"\n{file.read_text(encoding='utf-8')}".split("\n=")[1:]:
        words, _, wanted = block.partition("\n")[2].rpartition("\n--\n")
        yield Case(words=words, wanted=tuple(line for line in wanted.split("\n") if line.strip()))


def told(wishes: Wishes) -> tuple[str, ...]:
    """What was read, without regard to the order of kinds."""
    wanted = [f"{' '.join(map(str, each.numbers))}: {each.words}".replace("\n", "|") for each in wishes.wishes]
    wanted += [f"*: {each.said}" for each in wishes.described]
    return (*wanted, *(f"rest: {each}" for each in wishes.rest), *(f"?: {each}" for each in wishes.unclear))


def read(words: str, sent: Sequence[str] = ()) -> tuple[str, ...]:
    new = new_words_in(words, sent)
    return told(numbered_wishes(new, NUMBERS) if new.passages or new.doubtful else numbered_wishes(NewWords(), NUMBERS))


def ordered(lines: Sequence[str]) -> tuple[str, ...]:
    """Wishes first, those by number before those that describe mails, then the rest, then what is asked about, as `told` has them."""
    places = {"*": 1, "r": 2, "?": 3}
    return tuple(sorted(lines, key=lambda line: places.get(line[:1], 0)))
