"""How a user likes to be told: how much of a mail, with or without questions, what is said into a silence, and by which clock."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum


class Length(StrEnum):
    """How much of a mail is told, from little to much."""

    HEADLINES = "headlines"
    SHORTER = "shorter"
    USUAL = "usual"


MOST_PRODS = 2
"""The question once more, and that the line stays open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Likes:
    """What the user has not spoken of is as by default.

    `flows`: after a mail comes the next, without a question. `prods` is how often a silent user is spoken to before the farewell, and
    `prod_after_s` how many seconds pass before the first time. `zone` is the name of their time zone, empty for that of the settings;
    `languages` are the codes of those that they understand beside English, with spaces between.
    """

    length: Length = Length.USUAL
    flows: bool = False
    prods: int = MOST_PRODS
    prod_after_s: int = 15
    zone: str = ""
    languages: str = ""

    @property
    def as_stored(self) -> Mapping[str, str]:
        """By name, without what is as by default."""
        usual = Likes()
        return {
            name: str(int(value)) if isinstance(value, int) else str(value)
            for name, value in _values(self)
            if value != dict(_values(usual))[name]
        }

    @classmethod
    def of(cls, stored: Mapping[str, str]) -> "Likes":
        """What cannot be read is as by default."""
        usual = cls()
        length, flows = stored.get("length", ""), stored.get("flows") == "1"
        return cls(
            length=Length(length) if length in set(Length) else usual.length,
            flows=flows,
            prods=_number(stored, "prods", usual.prods),
            prod_after_s=_number(stored, "prod_after_s", usual.prod_after_s),
            zone=stored.get("zone", usual.zone),
            languages=stored.get("languages", usual.languages),
        )


NAMES = tuple(each.name for each in fields(Likes))


def _values(likes: Likes) -> Iterable[tuple[str, object]]:
    return [(name, getattr(likes, name)) for name in NAMES]


def _number(stored: Mapping[str, str], name: str, usual: int) -> int:
    written = stored.get(name, "")
    return int(written) if written.isdecimal() else usual
