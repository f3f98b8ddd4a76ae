"""What each of the utterances means, as somebody wrote it beside it by hand; see `utterances.txt`. Nothing of the product reads it."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from briefing.mail import MailId
from tests.oracle.world import LETTERS

ALL = frozenset(letter.mail for letter in LETTERS)
NEWSLETTERS = frozenset(letter.mail for letter in LETTERS if letter.newsletter)
ANSWERS = frozenset({"yes", "no", "send", "stop", "later", "aside", "nothing"})
MOST_OF_THEM = 5
_SPOKEN_OF = {"it": 1, "both": 2, "them": MOST_OF_THEM}
_KINDS = {"": ALL, "all": ALL, "news": NEWSLETTERS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """One verb, and the mails of its clause: `mails` that are named, or those that were just spoken of. `most`: how many at once.

    `number`: it is said which of a list.
    """

    verb: str
    mails: frozenset[MailId] | None
    most: int
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """One utterance. `yes_to` is the verb that a yes is to, empty for any; `names`: it says which mail was meant before."""

    words: str
    wishes: tuple[Wish, ...] = ()
    answers: frozenset[str] = frozenset()
    yes_to: str = ""
    names: Wish | None = None
    matters: tuple[str, ...] = ()


@cache
def utterances() -> tuple[Meant, ...]:
    lines = files(__package__).joinpath("utterances.txt").read_text().splitlines()
    return tuple(_meant(*line.split("|")) for line in lines if line and not line.startswith("#"))


def _meant(words: str, beside: str) -> Meant:
    wishes: list[Wish] = []
    answers: set[str] = set()
    yes_to, matters, names = "", [], None
    for part in filter(None, (each.strip() for each in beside.split(";"))):
        verb, _, which = part.partition(" ")
        if verb.partition(":")[0] in ANSWERS:
            answers.add(verb.partition(":")[0])
            yes_to = verb.partition(":")[2]
        elif verb == "vip":
            matters.append(which)
        elif verb == "names":
            names = _wish(verb, which)
        else:
            wishes.append(_wish(verb, which))
    return Meant(
        words=words.strip(), wishes=tuple(wishes), answers=frozenset(answers), yes_to=yes_to, names=names, matters=tuple(matters)
    )  # fmt: skip


def _wish(verb: str, which: str) -> Wish:
    if which.startswith("nth"):
        return Wish(verb=verb, mails=None, most=1, number=int(which[3:] or 1))
    if which in _SPOKEN_OF:
        return Wish(verb=verb, mails=None, most=_SPOKEN_OF[which])
    if which in _KINDS:
        return Wish(verb=verb, mails=_KINDS[which], most=len(_KINDS[which]))
    theirs = frozenset(letter.mail for letter in LETTERS if letter.who == which.rstrip("*"))
    assert theirs, which
    return Wish(verb=verb, mails=theirs, most=len(theirs) if which.endswith("*") else 1)
