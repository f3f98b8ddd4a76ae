"""Score and group against the all-pairs way, and the whole agenda at 5,000 and 50,000 mails.

The all-pairs arm finds the same topics by asking of each two mail threads whether they belong together (a handful of fast set
operations, no difflib). It is given whole threads and ready-made word sets, so it is as quick as that way can be. How often both arms
join the same threads is reported beside their times: speed bought with missed topics would show there.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb

from benchmarks.arms import Report, compare
from benchmarks.made_up_inbox import ME, made_up_inbox, signals_for
from benchmarks.record import Figure, Measured, Picture
from briefing.agenda import Topic
from briefing.mail import Envelope
from briefing.triage.disjoint_sets import Unions
from briefing.triage.exchanges import Exchange, exchanges, matter_of
from briefing.triage.grouping import group
from briefing.triage.scoring import Scored, Signals, score
from briefing.triage.similarity import Matter, alike
from briefing.triage.triage import build_agenda

ROUNDS = {250: 15, 500: 11, 1000: 9, 2000: 5, 5000: 3}
"""Mails, and how many rounds both arms run over them."""

BUDGET_S = 0.25
BUDGET_RATIO = 15.0
OWN = frozenset({ME.email})


def main() -> Measured:
    """Both ways by size, and the whole agenda."""
    reports = {size: _against_all_pairs(size, rounds) for size, rounds in ROUNDS.items()}
    growth = _growth()
    small, large = growth["5,000 mails"], growth["50,000 mails"]
    agreement = {size: _agreement(size) for size in (500, 2000)}
    print(f"all-pairs joins that the index finds too: {', '.join(f'{share:.1%} of {size}' for size, share in agreement.items())}")
    return Measured(
        figures=[
            Figure(what="agenda of 5,000 mails, s CPU", measured=small.median_s, at_most=BUDGET_S),
            Figure(
                what="of 50,000, times that",
                measured=large.median_ratio,
                at_most=BUDGET_RATIO,
                same_again=growth.same_again.median_ratio,
            ),
            *(
                Figure(
                    what=f"all pairs of {size:,} mails, times score and group",
                    measured=report["all pairs"].median_ratio,
                    same_again=report.same_again.median_ratio,
                )
                for size, report in reports.items()
            ),
        ],
        numbers={
            "score_and_group_against_all_pairs": {str(size): report.as_json() for size, report in reports.items()},
            "agenda": growth.as_json(),
            "joins_found": {str(size): share for size, share in agreement.items()},
        },
        picture=Picture(
            series={
                "score + group": [(size, report["score + group"].median_s) for size, report in reports.items()],
                "all pairs": [(size, report["all pairs"].median_s) for size, report in reports.items()],
                "whole agenda": [(5000, small.median_s), (50_000, large.median_s)],
            },
            title="From envelopes to topics",
            x="mails",
            y="seconds CPU (median)",
        ),
    )


def group_all_pairs(scored: Sequence[Scored]) -> list[list[int]]:
    """Positions of mail threads by topic, found by looking at each two of them."""
    threads = exchanges(scored)
    unions = _joined_by_pairs(threads, [matter_of(thread, OWN, frozenset()) for thread in threads])
    sets: dict[int, list[int]] = {}
    for position in range(len(threads)):
        sets.setdefault(unions.find(position), []).append(position)
    return list(sets.values())


def _against_all_pairs(size: int, rounds: int) -> Report:
    inbox = made_up_inbox(size)
    signals = signals_for(inbox)

    def ours() -> list[Topic]:
        return group(score(inbox, signals), own_addresses=OWN)

    def all_pairs() -> list[list[int]]:
        return group_all_pairs(score(inbox, signals))

    report = compare({"score + group": ours, "all pairs": all_pairs}, rounds)
    print(f"-- {size} mails", *report.lines(), sep="\n", flush=True)
    return report


def _growth() -> Report:
    inboxes: list[tuple[list[Envelope], Signals]] = [(inbox, signals_for(inbox)) for inbox in (made_up_inbox(5000), made_up_inbox(50_000))]
    (small, small_signals), (large, large_signals) = inboxes
    report = compare(
        {"5,000 mails": lambda: build_agenda(small, small_signals), "50,000 mails": lambda: build_agenda(large, large_signals)}, 5
    )
    print("-- whole agenda", *report.lines(), sep="\n", flush=True)
    return report


def _agreement(size: int) -> float:
    """Share of the pairs of mails that all-pairs puts into one topic and the index does, too."""
    inbox = made_up_inbox(size)
    scored = score(inbox, signals_for(inbox))
    threads = exchanges(scored)
    topic_of = {mail.mail_id: number for number, topic in enumerate(group(scored, own_addresses=OWN)) for mail in topic.mails}
    wanted = found = 0
    for positions in group_all_pairs(scored):
        numbers = [topic_of[mail.envelope.mail_id] for position in positions for mail in threads[position].mails]
        wanted += comb(len(numbers), 2)
        found += sum(comb(numbers.count(number), 2) for number in set(numbers))
    return found / wanted if wanted else 1.0


def _joined_by_pairs(threads: Sequence[Exchange], matters: Sequence[Matter]) -> Unions:
    unions = Unions(len(threads))
    for one, other in combinations(range(len(threads)), 2):
        if _belong_together(threads[one], threads[other], matters[one], matters[other]):
            unions.join(one, other)
    return unions


def _belong_together(one: Exchange, other: Exchange, matter: Matter, other_matter: Matter) -> bool:
    if one.machine != other.machine:
        return False
    if one.machine:
        return one.first.sender.email == other.first.sender.email or (one.first.list_id == other.first.list_id != "")
    return alike(matter.subject, other_matter.subject) and not matter.ties.isdisjoint(other_matter.ties)
