"""What is wanted of several mails at once: which they are, and whether that is done or asked about first.

As in a call, a change of more than `MOST_UNASKED` mails is asked about. What a reply wants of a mail by its number goes before what it
wants of mails that it describes, and where two descriptions want different things of one mail, nothing is done of either. Pure.
"""

from collections.abc import Iterator, Sequence, Set
from datetime import datetime

from briefing.mail_action import MOST_UNASKED
from correspondence.exchange import Correspondence, Reply
from correspondence.numbered_wishes import numbered_wishes
from correspondence.numbers import named as named_in
from correspondence.wishing.described_wishes import DescribedMails, DescribedWish, numbers_of
from correspondence.wishing.meaning import (
    Meaning,
    NoneThere,
    ToChange,
    ToChangeMany,
    ToLeaveAlone,
    ToLeaveList,
    ToTakeBack,
    Unclear,
    meanings,
)

Wanted = tuple[int | None, Meaning]
"""The number of a mail, or None for what is about none or several; and what is wanted."""


def for_each(numbers: Sequence[int], wanted: Sequence[Meaning]) -> Iterator[Wanted]:
    """One wish for each of these mails; a change of more than may be made unasked is one wish."""
    many = [each for each in wanted if isinstance(each, ToChange) and len(numbers) > MOST_UNASKED]
    yield from ((None, ToChangeMany(numbers=tuple(numbers), change=each)) for each in many)
    yield from ((number, each) for number in numbers for each in wanted if each not in many)


def for_described(wishes: Sequence[DescribedWish], found: Correspondence, *, named: Set[int], reply: Reply) -> list[Wanted]:
    """`named` are the mails of which anything is wanted by number. "The rest" is what no earlier reply has spoken of either."""
    general = any(each.mails is not None and (each.mails.rest or each.mails.is_everything) for each in wishes)
    meant = _meant(wishes, found, named=named, before=_spoken_of_before(reply, found) if general else frozenset(), now=reply.at)
    return [pair for wish, numbers in zip(wishes, meant, strict=True) for pair in _wanted(wish, numbers)]


def _spoken_of_before(reply: Reply, found: Correspondence) -> frozenset[int]:
    """The mails that the user has named or described in replies before this one."""
    known = frozenset(mail.number for mail in found.mails)
    spoken_of = set[int]()
    for earlier in (each for each in found.replies if each.number < reply.number):
        split = numbered_wishes(earlier.said, known)
        spoken_of.update(number for wish in split.wishes for number in wish.numbers)
        spoken_of.update(number for words in split.unclear for group in named_in(words, behind_anything=True) for number in group.numbers)
        described = [numbers_of(each.mails, found.mails, named=frozenset(), now=reply.at) for each in split.described if each.mails]
        spoken_of.update(number for numbers in described for number in numbers or ())
    return known & spoken_of


def _meant(
    wishes: Sequence[DescribedWish], found: Correspondence, *, named: Set[int], before: Set[int], now: datetime
) -> list[tuple[int, ...] | None]:
    """The mails of each wish; None where it is not clear which."""

    def numbers(mails: DescribedMails | None, besides: Set[int]) -> tuple[int, ...] | None:
        unclear = mails is None or (
            mails.is_everything and (named or before or len(wishes) > 1)
        )  # whether that is all of them or all others
        return None if mails is None or unclear else numbers_of(mails, found.mails, named=besides, now=now)

    # What is described goes first: "the rest" is what neither a number nor a description has.
    first = [None if _is_rest(each) else numbers(each.mails, named) for each in wishes]
    taken = named | before | {number for each in first for number in each or ()}
    several_rests = sum(map(_is_rest, wishes)) > 1
    of_rest = [None if several_rests or not _is_rest(each) else numbers(each.mails, taken) for each in wishes]
    both = [rest if _is_rest(wish) else its for wish, its, rest in zip(wishes, first, of_rest, strict=True)]
    return [None if _is_torn(at, wishes, both) else each for at, each in enumerate(both)]


def _is_rest(wish: DescribedWish) -> bool:
    return wish.mails is not None and wish.mails.rest


def _is_torn(at: int, wishes: Sequence[DescribedWish], meant: Sequence[tuple[int, ...] | None]) -> bool:
    """Whether another description means one of its mails and wants something else of it."""
    mine = set(meant[at] or ())
    others = (other for other in range(len(wishes)) if other != at and wishes[other].words != wishes[at].words)
    return any(mine.intersection(meant[other] or ()) for other in others)


def _wanted(wish: DescribedWish, numbers: tuple[int, ...] | None) -> Iterator[Wanted]:
    if numbers is None:
        yield None, Unclear(words=wish.said)
        return
    if not numbers:
        yield None, NoneThere(words=wish.said)
        return
    wanted = [ToTakeBack(words=each.words, one_of_many=True) if isinstance(each, ToTakeBack) else each for each in meanings(wish.words)]
    if any(isinstance(each, ToLeaveList) for each in wanted) and len(numbers) > MOST_UNASKED:  # each would be a question of its own
        yield None, Unclear(words=wish.said)
        return
    yield from for_each(numbers, [each for each in wanted if not isinstance(each, ToLeaveAlone)])
