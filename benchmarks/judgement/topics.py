"""Whether the topics of list mail are the lists: V-measure of the topics against the lists, with and without what headers say.

V-measure is the harmonic mean of homogeneity (a topic holds posts of one list) and completeness (a list's posts are in one topic), from
0 to 1. One poster writes to every list.
"""

from collections import Counter
from collections.abc import Sequence
from math import log

from benchmarks.judgement.labelled import Part, Read, posts, read, signals
from benchmarks.record import Figure, Measured
from briefing.triage.triage import build_agenda


def main() -> Measured:
    figures: list[Figure] = []
    for part in Part:
        for headers, most in ((True, 0.05), (False, 0.30)):
            mails = read(posts(part, headers=headers))
            value, labels = _topics_against_lists(mails)
            known = "with" if headers else "without"
            figures.append(
                Figure(what=f"{part}: 1 - V-measure of topics {known} list headers, {len(mails)} posts", measured=1 - value, at_most=most)
            )
            if part is Part.TUNE:
                print(f"-- {known} list headers", *(f"{count:4} {label}" for label, count in labels.most_common(12)), sep="\n")
    return Measured(figures=figures)


def _topics_against_lists(mails: Sequence[Read]) -> tuple[float, Counter[str]]:
    agenda = build_agenda([mail.envelope for mail in mails], signals())
    topic_of = {ref.mail_id: number for number, topic in enumerate(agenda.topics) for ref in topic.mails}
    labels = Counter({f"{number} {topic.label}": len(topic.mails) for number, topic in enumerate(agenda.topics)})
    return v_measure([(mail.label.kind, topic_of[mail.envelope.mail_id]) for mail in mails]), labels


def v_measure(pairs: Sequence[tuple[str, int]]) -> float:
    """Of (class, cluster) pairs."""
    both, classes, clusters = Counter(pairs), Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    of_classes, of_clusters, of_both = (_entropy([*counts.values()]) for counts in (classes, clusters, both))
    homogeneity = 1 - (of_both - of_clusters) / of_classes if of_classes else 1.0
    completeness = 1 - (of_both - of_classes) / of_clusters if of_clusters else 1.0
    return 2 * homogeneity * completeness / (homogeneity + completeness) if homogeneity + completeness else 0.0


def _entropy(counts: Sequence[int]) -> float:
    total = sum(counts)
    return -sum(count / total * log(count / total) for count in counts)
