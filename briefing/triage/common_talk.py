"""Exchanges in which the same strangers talk with one another: a list that no header names.

One person may write to every list, and two matters may share a word. So exchanges are joined only where two of their writers are the same
and a word that few others have stands in both. People whom the user knows write about anything: what they write in is joined by its matter
alone. Each two people have a bucket that keeps a handful of exchanges to compare with, so the work is linear in their number.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations

from briefing.triage.disjoint_sets import Unions
from briefing.triage.exchanges import Exchange
from briefing.triage.subjects import without_prefixes
from briefing.understanding.telling_words import FUNCTION_WORDS
from briefing.words import split_words

_COMPARED_PER_BUCKET = 8
_PEOPLE_READ, _MAILS_READ = 6, 8
_SHORTEST_WORD = 3
_ALONE_ENOUGH = 3
"""So many of the same writers need no word."""
_IN_MOST = 1 / 4
"""A word that stands in a larger share of the exchanges tells nothing."""


def join_common_talk(threads: Sequence[Exchange], unions: Unions) -> None:
    people = {position: talking for position, thread in enumerate(threads) if len(talking := _strangers(thread)) > 1}
    words = {position: _words(threads[position]) for position in people}
    common = Counter(chain.from_iterable(words.values()))
    most = max(2, len(words) * _IN_MOST)
    telling = {position: {word for word in told if 1 < common[word] <= most} for position, told in words.items()}
    buckets: dict[tuple[str, str], list[int]] = {}
    for position, talking in people.items():
        for one, other in combinations(talking, 2):
            bucket = buckets.setdefault((one, other), [])
            for before in bucket:
                talk_alike = not telling[position].isdisjoint(telling[before])
                if talk_alike or len({*talking}.intersection(people[before])) >= _ALONE_ENOUGH:
                    unions.join(before, position)
            if len(bucket) < _COMPARED_PER_BUCKET:
                bucket.append(position)


def _strangers(thread: Exchange) -> list[str]:
    """Who writes in it, if the user knows none of them and it matters to nobody in particular."""
    if thread.important or thread.machine or thread.forum or any(mail.vouched for mail in thread.mails):
        return []
    return sorted({mail.envelope.sender.email for mail in thread.mails} - {""})[:_PEOPLE_READ]


def _words(thread: Exchange) -> set[str]:
    told = "\n".join([without_prefixes(thread.first.subject), *(mail.envelope.snippet for mail in thread.mails[:_MAILS_READ])])
    return {word for word in split_words(told) if len(word) >= _SHORTEST_WORD and word.isalpha()} - FUNCTION_WORDS
