"""Where the agenda puts what matters: mail that must be among the first third, and what people wrote against newsletters.

The inbox of a part is its labelled mails between the posts of its lists. The place of a mail is its place in the agenda as it is told. The
area under the curve is the share of pairs of a person's mail and a newsletter in which the person comes first, with every header taken
away that tells of mail to many. The same area is told for must-include mail against all other labelled mails.
"""

from collections.abc import Sequence

from benchmarks.judgement.labelled import Labelled, Part, Read, labelled, posts, read, share, signals
from benchmarks.record import Figure, Measured
from briefing.agenda import Agenda
from briefing.triage.scoring import score
from briefing.triage.triage import build_agenda


def main() -> Measured:
    figures: list[Figure] = []
    for part in Part:
        told = labelled(part)
        inbox = read([*told, *posts(part)])
        places = _places(inbox)
        first = {name for name, place in places.items() if place < len(inbox) / 3}
        must = [mail for mail in told if mail.must]
        bare = read([mail.without_bulk_headers() for mail in told])
        figures += [
            Figure(what=f"{part}: people's and lists' must-include mail outside the first third of {len(inbox)} (place in the agenda)",
                   measured=1 - share(mail.name in first for mail in must if mail.kind != "machine"), at_most=0.03),
            Figure(what=f"{part}: machines' must-include mail outside it (place in the agenda)",
                   measured=1 - share(mail.name in first for mail in must if mail.kind == "machine"), at_most=0.05),
            Figure(what=f"{part}: must-include mail behind other mail, labelled mails alone (1 - AUC by place)",
                   measured=1 - _must_area(told), at_most=0.1),
            Figure(what=f"{part}: newsletters before people without bulk headers (1 - AUC by place)",
                   measured=1 - _area(bare, _places(bare)), at_most=0.05),
            Figure(what=f"{part}: newsletters before people without bulk headers (1 - AUC by score)",
                   measured=1 - _area(bare, _scores(bare)), at_most=0.05),
        ]  # fmt: skip
        if part is Part.TUNE:
            _tell_late(must, places, first)
            _tell_newsletters(bare)
    return Measured(figures=figures)


def _places(mails: Sequence[Read]) -> dict[str, float]:
    names = {mail.envelope.mail_id: mail.label.name for mail in mails}
    agenda: Agenda = build_agenda([mail.envelope for mail in mails], signals())
    return {names[ref.mail_id]: place for place, ref in enumerate(ref for topic in agenda.topics for ref in topic.mails)}


def _scores(mails: Sequence[Read]) -> dict[str, float]:
    scored = score([mail.envelope for mail in mails], signals())
    return {mail.label.name: -found.score for mail, found in zip(mails, scored, strict=True)}


def _area(mails: Sequence[Read], places: dict[str, float]) -> float:
    people = [places[mail.label.name] for mail in mails if mail.label.kind == "person"]
    news = [places[mail.label.name] for mail in mails if mail.label.kind == "newsletter"]
    return share_of_pairs(people, news)


def _must_area(mails: Sequence[Labelled]) -> float:
    places = _places(read(mails))
    return share_of_pairs([places[mail.name] for mail in mails if mail.must], [places[mail.name] for mail in mails if not mail.must])


def share_of_pairs(people: Sequence[float], news: Sequence[float]) -> float:
    """A tie counts half."""
    return sum(1.0 if one < other else 0.5 if one == other else 0.0 for one in people for other in news) / (len(people) * len(news))


def _tell_late(must: Sequence[Labelled], places: dict[str, float], first: set[str]) -> None:
    for mail in must:
        if mail.name not in first:
            print(f"too late, at place {places[mail.name]:.0f}: {mail.kind} {mail.name}")


def _tell_newsletters(mails: Sequence[Read]) -> None:
    places = _scores(mails)
    for mail in sorted(mails, key=lambda mail: places[mail.label.name]):
        if mail.label.kind in {"newsletter", "person"}:
            print(f"{-places[mail.label.name]:6.2f} {mail.label.kind:<10} {mail.label.name}")
