"""More letters of everyday kinds, for inboxes of hundreds and thousands.

Drawn from a seeded generator: the same seed gives the same inbox. They are plainer than the hand-written fifty, and each is unique in
its id and nearly so in its words.
"""

import random
from collections.abc import Iterator

from providers.sample_inbox.cast import BUILDS, COURIER, ELENA, GROCER, INGRID, LEDGER, MARCUS, NADIA, PRIYA, RUTH
from providers.sample_inbox.letter import Letter, Person

DAYS = 60
FIRST_NAMES = ("Aisha", "Ben", "Chloe", "Diego", "Esme", "Farid", "Greta", "Hugo", "Iris", "Jamal", "Keiko", "Liam", "Maya", "Noor", "Owen")
LAST_NAMES = (
    "Archer",
    "Bianchi",
    "Clarke",
    "Dubois",
    "Evans",
    "Fischer",
    "Garcia",
    "Holm",
    "Ito",
    "Jensen",
    "Khan",
    "Lowe",
    "Mensah",
    "Novak",
)
THINGS = (
    "the caption list",
    "the sound test",
    "the floor plan",
    "the budget sheet",
    "the guest list",
    "the workshop key",
    "the wiring diagram",
)
PLACES = ("the workshop", "the museum", "the ferry terminal", "the library", "the Boathouse", "the school")
PAPERS = ("Coastal Weekly", "The Slow Reader", "Garden Notes", "Signal & Noise", "Two Wheels", "The Map Room")


def variations(count: int, seed: int) -> Iterator[Letter]:
    """`count` letters; about a third answer an earlier one."""
    draw = random.Random(seed)  # noqa: S311 - a sample, not a secret
    earlier: list[Letter] = []
    for number in range(count):
        parent = draw.choice(earlier) if earlier and draw.random() < 1 / 3 else None
        letter = _answer(draw, number, parent) if parent else draw.choice(_KINDS)(draw, number)
        if "@ci." not in letter.sender.email and not letter.headers:
            earlier = [*earlier[-40:], letter]
        yield letter


def _age(draw: random.Random) -> float:
    return round(draw.uniform(78, 24 * DAYS), 3)


def _somebody(draw: random.Random) -> Person:
    first, last = draw.choice(FIRST_NAMES), draw.choice(LAST_NAMES)
    return Person(name=f"{first} {last}", email=f"{first}.{last}@example.{draw.choice(('com', 'org', 'net'))}".lower())


def _request(draw: random.Random, number: int) -> Letter:
    sender, thing, day = draw.choice((INGRID, MARCUS, PRIYA, _somebody(draw))), draw.choice(THINGS), draw.randint(1, 9)
    wish = f"could you send me {thing} by [[day+{day}]], [[date+{day}]]? I need it for {draw.choice(PLACES)}."
    text = f"Hi Sam,\n\n{wish}\n\n{sender.first_name}\n"
    return Letter(key=f"request-{number}", sender=sender, subject=f"{thing.capitalize()}, number {number}", hours=_age(draw), text=text)


def _note(draw: random.Random, number: int) -> Letter:
    sender = draw.choice((ELENA, NADIA, RUTH, _somebody(draw), _somebody(draw)))
    place, thing = draw.choice(PLACES), draw.choice(THINGS)
    text = f"Hello Sam,\n\nI was at {place} today and found {thing}. Is it yours? I can keep it until [[day+{draw.randint(1, 6)}]].\n\n"
    return Letter(
        key=f"note-{number}", sender=sender, subject=f"Found at {place}, {number}", hours=_age(draw), text=text + sender.first_name + "\n"
    )


def _build(draw: random.Random, number: int) -> Letter:
    state = draw.choice(("failed", "fixed", "passed"))
    text = f"Build {2000 + number} of museum-screens {state} on main after {draw.randint(2, 9)} min {draw.randint(0, 59)} s.\n"
    subject = f"Build {2000 + number} {state}: museum-screens, main"
    headers = (("Auto-Submitted", "auto-generated"),)
    return Letter(key=f"build-{2000 + number}", sender=BUILDS, subject=subject, hours=_age(draw), headers=headers, text=text)


def _receipt(draw: random.Random, number: int) -> Letter:
    sender, pounds = draw.choice((GROCER, COURIER)), draw.uniform(4, 90)
    order = 770_000 + number
    html = f"<html><body><p>Thank you for order <b>{order}</b>.</p><p>Total: £{pounds:.2f}. It arrives in two days.</p></body></html>"
    return Letter(key=f"order-{number}", sender=sender, subject=f"Your order {order}", hours=_age(draw), html=html)


def _paper(draw: random.Random, number: int) -> Letter:
    paper = draw.choice((*PAPERS, LEDGER.name))
    slug = "".join(letter for letter in paper.lower() if letter.isalpha())
    sender = Person(name=paper, email=f"news@{slug}.example")
    story = f"Issue {number}: what {draw.choice(PLACES)} can teach us about {draw.choice(THINGS)}."
    html = f"<html><body><h1>{paper}</h1><p>{story}</p></body></html>"
    headers = (("List-Id", f"{paper} <news.{slug}.example>"), ("List-Unsubscribe", f"<https://{slug}.example/unsubscribe>"))
    return Letter(key=f"paper-{number}", sender=sender, subject=f"{paper}, issue {number}", hours=_age(draw), headers=headers, html=html)


def _answer(draw: random.Random, number: int, parent: Letter) -> Letter:
    sender = draw.choice((MARCUS, PRIYA, _somebody(draw)))
    words = draw.choice(
        ("That works for me.", "I have it on my desk.", "Can we talk about it on [[day+2]]?", "Not before [[date+5]], sorry.")
    )
    subject = parent.subject if parent.subject.startswith("Re: ") else f"Re: {parent.subject}"
    hours = round(draw.uniform(77, parent.hours), 3)
    return Letter(
        key=f"answer-{number}", sender=sender, subject=subject, hours=hours, answers=parent.key, text=f"{words}\n\n{sender.first_name}\n"
    )


_KINDS = (_request, _note, _note, _build, _receipt, _paper, _paper)
