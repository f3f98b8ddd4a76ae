"""Names of people the user knows, put right in what a recogniser heard: "Tell Thomas" where Tomasz wrote the mail.

A name is put right where sound and context agree: where a name stands (to whom something is written, whose mail is meant, in a greeting)
and somebody who fits is at hand, or wrote another mail of the call and fits closely. Where two people fit it stays as it was heard, and
whoever looks for the person asks. Of a text that is dictated, only names of those whom it concerns are touched: in a greeting the one it
goes to, else the others of the mail at hand. A name that somebody here bears is never taken for another.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from enum import Enum, auto

from briefing.mail import Address
from briefing.understanding.hearing.name_sounds import likeness
from briefing.understanding.telling_words import NAMES_NOBODY, SOMEBODY
from briefing.understanding.understanding import Understanding
from briefing.words import fold, split_words

LONG = 5
"""Letters of the heard name: one of the sounds of a shorter one may make it another's."""
ALIKE_LONG, ALIKE_SHORT = 0.83, 0.92
"""How alike two names have to sound, of those at hand. Chosen on pairs of names, which the tests hold."""
CLOSELY = 0.92
"""For all others, and where nothing says that a name stands there."""
_MOST_WORDS = 3
"""Of a line that is a name and nothing else: an answer to "Who?"."""
_WORD = re.compile(r"[^\W\d_]+")
_OF_A_MAIL = re.compile(
    r"\b(?:from|by)\s+(?P<of>[^\W\d_]+)|\b(?P<whose>[^\W\d_]+)['\u2019]s (?:last |latest )?(?:mail|email|message|note)\b", re.IGNORECASE
)
_GREETING = re.compile(
    r"\b(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|thanks(?: a lot| so much)?|thank you(?: (?:very|so) much)?|cheers),? "
    r"(?P<whom>[^\W\d_]+)",
    re.IGNORECASE,
)


_AT, _DOT = re.compile(r"\bat\b", re.IGNORECASE), re.compile(r"\bdot\b", re.IGNORECASE)
"""A line that spells an address is left alone: what stands in it is no name."""


class _Stands(Enum):
    """What is to be expected at a word: the name of whoever may be named, that of somebody greeted, or anything."""

    NAME = auto()
    GREETED = auto()
    ANY = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPeople:
    """Whom the user may speak of. `writers` wrote a mail of the call, `at_hand` wrote or got the one that is spoken of, or get the draft,
    and `addressees` are those to whom words go that name nobody. `words`, folded, are known otherwise, as those of subjects."""

    writers: Sequence[Address] = field(default=(), repr=False)
    at_hand: Sequence[Address] = field(default=(), repr=False)
    addressees: Sequence[Address] = field(default=(), repr=False)
    words: Set[str] = field(default=frozenset(), repr=False)


@dataclass(frozen=True, slots=True)
class HeardNames:
    """What was heard with its names put right, and the names that were put in."""

    words: str = field(repr=False)
    names: tuple[str, ...] = field(default=(), repr=False)


def with_known_names(said: Understanding, people: KnownPeople, *, is_dictated: bool = False) -> HeardNames:
    """What was heard, its names put right. `is_dictated`: all of it is the text of a mail."""
    if _spells_an_address(said.words):
        return HeardNames(said.words)
    line = _Line(said, people, is_dictated=is_dictated)
    put_in = list(line.corrections())
    words = said.words
    for start, end, name in reversed(put_in):
        words = words[:start] + name + words[end:]
    return HeardNames(words, tuple(dict.fromkeys(name for _, _, name in put_in)))


def who_sounds_like(named: str, people: Iterable[Address]) -> tuple[Address, ...]:
    """Those who may be meant by a name: who bears it, else who bears one that sounds like it."""
    heard, everyone = split_words(named), tuple(people)
    bear_it = [person for person in everyone if heard and set(heard) <= set(split_words(person.name))]
    each = {person.name: person for person in bear_it or everyone if heard and _fit(heard, person, _is_alike)}
    return tuple(each.values())


class _Line:
    """One line, read for names from its beginning to its end."""

    def __init__(self, said: Understanding, people: KnownPeople, *, is_dictated: bool) -> None:
        self._said = said
        self._people = people
        self._words = [*_WORD.finditer(said.words)]
        self._heard = [fold(word.group()) for word in self._words]
        self._named: Set[str] = frozenset() if is_dictated else said.addressed.words
        known = {word for person in (*people.writers, *people.at_hand, *people.addressees) for word in split_words(person.name)}
        self._known = known | people.words
        self._own_places = dict(self._places(is_dictated=is_dictated))
        self._text_from = 0 if is_dictated else self._dictated_from()
        self._to: Sequence[Address] = people.addressees

    def corrections(self) -> Iterator[tuple[int, int, str]]:
        """The beginning, the end and the right name of each, in their order."""
        index = 0
        while index < len(self._words):
            found = self._at(index)
            if found is None:
                index += 1
                continue
            size, spelled, person = found
            if index < self._text_from and self._heard[index] in self._named:
                self._to = (person,)
            for offset, name in enumerate(spelled):
                if name != self._words[index + offset].group():
                    last = index + (size - 1 if len(spelled) == 1 else offset)
                    yield self._words[index + offset].start(), self._words[last].end(), name
            index += size

    def _at(self, index: int) -> "tuple[int, Sequence[str], Address] | None":
        """How many words the name takes that stands here, how it is spelled, and whose it is."""
        place = self._own_places.get(index, _Stands.ANY)
        if not self._may_be_a_name(index, place):
            return None
        size = self._length(index)
        run = self._heard[index : index + size]
        if self._known.issuperset(run):
            return None
        fits = self._who_fits(run, place, in_text=index >= self._text_from)
        spelled = {tuple(names): person for person, names in fits}
        if not spelled and size > 1 and place is _Stands.NAME and self._known.isdisjoint(run):
            run = ["".join(run)]
            spelled = {tuple(names): person for person, names in self._who_fits(run, place, in_text=False)}
        if len(spelled) != 1:
            return None
        ((names, person),) = spelled.items()
        return size, names, person

    def _who_fits(self, run: Sequence[str], place: _Stands, *, in_text: bool) -> "list[tuple[Address, Sequence[str]]]":
        """All who fit as well as they have to; where somebody does, also those who would if they were at hand."""
        near, far = self._candidates(place, in_text=in_text)
        alike = _is_close if place is _Stands.ANY else _is_alike
        found = [(person, names) for person in near if (names := _fit(run, person, alike)) is not None]
        found += [(person, names) for person in far if (names := _fit(run, person, _is_close)) is not None]
        if found:
            others = (*self._people.at_hand, *self._people.writers)
            found += [(person, names) for person in others if (names := _fit(run, person, _is_alike)) is not None]
        return found

    def _candidates(self, place: _Stands, *, in_text: bool) -> tuple[Sequence[Address], Sequence[Address]]:
        """Who may be meant here: those for whom a likeness will do, and those who have to fit closely."""
        people = self._people
        if not in_text:
            return people.at_hand, people.writers
        if place is _Stands.GREETED:
            return self._to, people.at_hand
        to = {person.email for person in self._to}
        return [], [person for person in people.at_hand if person.email not in to]  # nobody is spoken of to themselves

    def _may_be_a_name(self, index: int, place: _Stands) -> bool:
        heard = self._heard[index]
        if place is _Stands.ANY and not (index and self._is_capital(index) and not self._begins_a_sentence(index)):
            return False
        return len(heard) > 1 and (heard in self._named or heard not in NAMES_NOBODY | SOMEBODY)

    def _length(self, index: int) -> int:
        """How many words the name has that begins here: capitals that follow each other, else one."""
        size = 1
        if self._is_capital(index):
            while self._is_part(index + size, index + size - 1):
                size += 1
        return size

    def _is_part(self, index: int, before: int) -> bool:
        if index >= len(self._words) or not self._is_capital(index) or self._heard[index] in NAMES_NOBODY:
            return False
        between = self._said.words[self._words[before].end() : self._words[index].start()]
        return between in {" ", "-"}

    def _is_capital(self, index: int) -> bool:
        return self._words[index].group()[0].isupper()

    def _begins_a_sentence(self, index: int) -> bool:
        return self._said.words[: self._words[index].start()].rstrip().endswith((".", "!", "?", ":"))

    def _places(self, *, is_dictated: bool) -> Iterator[tuple[int, _Stands]]:
        """Where a name is to be expected."""
        starts = {word.start(): index for index, word in enumerate(self._words)}
        for greeting in _GREETING.finditer(self._said.words):
            yield starts[greeting.start("whom")], _Stands.GREETED
        if is_dictated:
            return
        text_from = self._dictated_from()
        for each in _OF_A_MAIL.finditer(self._said.words):
            index = starts.get(each.start("of") if each["of"] else each.start("whose"), text_from)
            if index < text_from:
                yield index, _Stands.NAME
        named = self._named | self._in_command() | self._alone()
        for index, heard in enumerate(self._heard[:text_from]):
            if heard in named:
                yield index, _Stands.NAME

    def _in_command(self) -> frozenset[str]:
        command = self._said.command
        return frozenset(split_words(f"{command.who} {command.target} {command.mail}")) if command is not None else frozenset()

    def _alone(self) -> frozenset[str]:
        """The words of a line that is nothing but a name."""
        is_name = self._said.command is None and 0 < len(self._words) <= _MOST_WORDS and all(map(self._is_capital, range(len(self._words))))
        return frozenset(self._heard) if is_name else frozenset()

    def _dictated_from(self) -> int:
        """The word with which a dictated text begins; behind the end where nothing is dictated."""
        command = self._said.command
        text = split_words(command.text) if command is not None else []
        if text:
            return max(0, len(self._words) - len([word for word in text if not word.isdigit()]))
        addressed = [index for index, heard in enumerate(self._heard) if heard in self._named]
        return self._behind_the_first_run(addressed) if addressed and command is None else len(self._words)

    def _behind_the_first_run(self, places: Sequence[int]) -> int:
        end = places[0] + 1
        while end in places:
            end += 1
        return end


def _fit(run: Sequence[str], person: Address, alike: Callable[[str, str], bool]) -> Sequence[str] | None:
    """The person's own spelling of each of these words; None where one of them is no name of theirs."""
    parts = {fold(part): part for part in re.split(r"[\s,.()\"]+", person.name) if part}
    parts |= {word: own for own in parts.values() for word in split_words(own)}
    spelled = list[str]()
    for heard in run:
        own = parts.get(heard) or max(
            (part for folded, part in parts.items() if alike(heard, folded)), key=lambda part: likeness(heard, part), default=None
        )
        if own is None or own in spelled:
            return None
        spelled.append(own)
    return spelled


def _is_alike(heard: str, name: str) -> bool:
    longest = max(len(heard), len(name))
    return longest > 2 and likeness(heard, name) >= (ALIKE_LONG if min(len(heard), len(name)) >= LONG else ALIKE_SHORT)


def _is_close(heard: str, name: str) -> bool:
    return _is_alike(heard, name) and likeness(heard, name) >= CLOSELY


def _spells_an_address(words: str) -> bool:
    at = _AT.search(words)
    return "@" in words or (at is not None and _DOT.search(words, at.end()) is not None)
