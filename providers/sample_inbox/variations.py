"""More letters of everyday kinds, for inboxes of hundreds and thousands: what `letters/variations.toml` says, with words drawn for it.

The same seed gives the same inbox. Each letter is unique in its id and nearly so in its words.
"""

import random
from collections.abc import Iterator
from email.headerregistry import Address

from pydantic import BaseModel

from providers.sample_inbox.letter import Letter, content, person

DAYS = 60


class _Kind(BaseModel):
    key: str
    weight: int = 1
    serials_from: int = 0
    senders: list[str]
    draws: dict[str, str | list[str] | list[int] | list[float]]
    subject: str
    headers: dict[str, str] = {}
    text: str = ""
    html: str = ""


class _Kinds(BaseModel):
    first_names: list[str]
    last_names: list[str]
    lists: dict[str, list[str]]
    kinds: list[_Kind]
    answer: _Kind


def variations(count: int, seed: int) -> Iterator[Letter]:
    """`count` letters; about a third answer an earlier one."""
    draw = random.Random(seed)  # noqa: S311 - a sample, not a secret
    given = content("variations", _Kinds)
    kinds = [kind for kind in given.kinds for _ in range(kind.weight)]
    earlier: list[Letter] = []
    for number in range(count):
        parent = draw.choice(earlier) if earlier and draw.random() < 1 / 3 else None
        letter = _letter(draw, given, given.answer if parent else draw.choice(kinds), number, parent)
        if not letter.headers:
            earlier = [*earlier[-40:], letter]
        yield letter


def _letter(draw: random.Random, given: _Kinds, kind: _Kind, number: int, parent: Letter | None) -> Letter:
    senders = [_somebody(draw, given) if each == "somebody" else person(each) for each in kind.senders]
    sender = senders[0] if len(senders) == 1 else draw.choice(senders)
    drawn = {name: _drawn(draw, given.lists, of) for name, of in kind.draws.items()}
    words = {
        **drawn,
        **{name.capitalize(): word.capitalize() for name, word in drawn.items()},
        "name": sender.display_name,
        "first_name": sender.display_name.split()[0],
        "domain": sender.domain,
        "number": number,
        "serial": kind.serials_from + number,
        "answered": parent.subject.removeprefix("Re: ") if parent else "",
    }
    return Letter(
        key=kind.key.format(**words),
        sender=sender,
        subject=kind.subject.format(**words),
        hours=round(draw.uniform(77, parent.hours) if parent else draw.uniform(78, 24 * DAYS), 3),
        answers=parent.key if parent else "",
        headers={name: value.format(**words) for name, value in kind.headers.items()},
        text=kind.text.format(**words),
        html=kind.html.format(**words),
    )


def _drawn(draw: random.Random, lists: dict[str, list[str]], of: str | list[str] | list[int] | list[float]) -> str:
    match of:
        case [int(least), int(most)]:
            return str(draw.randint(least, most))
        case [float(least), float(most)]:
            return f"{draw.uniform(least, most):.2f}"
        case _:
            return str(draw.choice(lists[of] if isinstance(of, str) else of))


def _somebody(draw: random.Random, given: _Kinds) -> Address:
    first, last = draw.choice(given.first_names), draw.choice(given.last_names)
    address = f"{first}.{last}@example.{draw.choice(('com', 'org', 'net'))}".lower()
    return Address(display_name=f"{first} {last}", addr_spec=address)
