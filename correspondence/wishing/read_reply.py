"""What a reply asks for, in the user's own words: wishes for mails of the briefing, a yes, thanks, and the words that are
none of these.

A yes is certain only where the rest of the reply is courtesies and plain wishes for other mails. Beside anything else, or where it may be
no more than an acknowledgement ("ok thanks"), it is asked about again.

Pure and the same whenever it is read, so that a run that takes over from another finds each wish in the same place.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from briefing.understanding.commands import CommandKind
from briefing.understanding.small_talk import ASIDE, SmallTalk
from briefing.understanding.understanding import understand
from briefing.words import split_words
from correspondence.cut_words import ASKS
from correspondence.exchange import Correspondence, Reply
from correspondence.kept.wish_store import WishPlace
from correspondence.numbered_wishes import Wishes, asks, numbered_wishes, takes_back
from correspondence.numbers import named
from correspondence.wishing.many_mails import Wanted, for_described, for_each
from correspondence.wishing.meaning import Agreed, Meaning, ToChange, ToChangeMany, ToLeaveAlone, ToRemember, ToTakeBack, Unclear, meanings
from correspondence.wishing.stated_preferences import stated

_COURTEOUS = frozenset({SmallTalk.THANKS, SmallTalk.OKAY, SmallTalk.HELLO})
"""What may stand beside a yes. "Sorry" and "let me think" may not."""
_OF_SOME_MAIL = frozenset({CommandKind.CHANGE, CommandKind.BULK, CommandKind.UNDO, CommandKind.UNSUBSCRIBE})
_SIGNS_OFF = frozenset(
    {"best", "kind", "warm", "warmest", "many", "regards", "wishes", "greetings", "yours", "sincerely", "truly", "cheers", "thanks", "thx"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailedWish:
    """`mail` is the number that it is about; None for a yes or no without one, and for what could not be split. A yes that `is_certain`
    counts, except for a mail in `beside`: those that something else is wished for."""

    at: WishPlace
    mail: int | None
    meaning: Meaning
    is_certain: bool = True
    beside: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadReply:
    """`open_words` are for whoever can answer in words. One that only `is_courteous` asks for nothing; it `doubts` where it
    has words that are no wish and not known as courtesy, beside which no yes is meant for certain; and where it `takes_back`, what replies
    before it wished for may not be wanted any more, nor what they wished for a mail that is `doubted` here."""

    wishes: tuple[MailedWish, ...] = ()
    open_words: tuple[str, ...] = field(default=(), repr=False)
    is_courteous: bool = False
    doubts: bool = False
    takes_back: bool = False
    doubted: frozenset[int] = frozenset()


def read_reply(reply: Reply, found: Correspondence) -> ReadReply:
    split = numbered_wishes(reply.said, {mail.number for mail in found.mails})
    courteous = [words for words in split.rest if _is_courteous(words)]
    rest = [words for words in split.rest if not _is_courteous(words)]
    numbered, asked = _by_number(split)
    remembered = [words for words in rest if stated(words)]
    changes = [words for words in rest if words not in remembered and _asks_for_a_change(words)]
    open_words = (*(words for words in rest if words not in (*remembered, *changes) and not any(_agreed(words))), *asked)
    wanted: list[Wanted] = [*_settled(numbered), *((None, Unclear(words=words)) for words in (*split.unclear, *changes))]
    wanted += [(None, ToRemember(words=stated(words))) for words in remembered]
    is_plain = not remembered and all(_is_beside_a_yes(words, reply.sender) or asks(words) for words in (*courteous, *open_words))
    if is_plain and not any(isinstance(meaning, Unclear) for _, meaning in wanted):
        by_number = frozenset(number for wish in split.wishes for number in wish.numbers)
        wanted += for_described(split.described, found, named=by_number, reply=reply)
    else:  # what is said besides may mean one of them
        wanted += [(None, Unclear(words=each.said)) for each in split.described]
    wanted += [(None, answer) for answer in _plain_answers(rest, has_numbers=any(_is_yes(meaning) for _, meaning in wanted))]
    doubts = bool(remembered) or any(not _is_beside_a_yes(words, reply.sender) for words in (*courteous, *open_words))
    beside = _numbers_in((number, meaning) for number, meaning in wanted if not isinstance(meaning, Agreed))
    thanked = any(understand(words, verbatim=True).small_talk is SmallTalk.THANKS for words in courteous)
    wishes = tuple(
        MailedWish(
            at=WishPlace(reply=reply.number, place=place),
            mail=mail,
            meaning=meaning,
            is_certain=not (doubts or _speaks_against(wanted) or mail in beside or _acknowledges(meaning, thanked=thanked)),
            beside=beside,
        )
        for place, (mail, meaning) in enumerate(wanted)
    )
    signed = wishes and all(_is_beside_a_yes(words, reply.sender) for words in open_words) and all(_is_yes(each.meaning) for each in wishes)
    return ReadReply(
        wishes=wishes,
        open_words=() if signed else open_words,
        is_courteous=bool(courteous) and not wishes and not open_words,
        doubts=doubts,
        takes_back=any(takes_back(words) for words in (*split.rest, *split.unclear)),
        doubted=frozenset(
            [
                *(mail for mail, meaning in wanted if mail is not None and _doubts_it(meaning)),
                *(number for words in split.unclear for group in named(words, behind_anything=True) for number in group.numbers),
            ]
        ),
    )


def _by_number(split: Wishes) -> tuple[list[Wanted], list[str]]:
    """What is wanted of numbered mails, and what is asked of them in words."""
    wanted, asked = list[Wanted](), list[str]()
    for wish in split.wishes:
        meant = meanings(wish.words)
        if ASKS.match(wish.words) and any(isinstance(each, Unclear) for each in meant):
            asked.append(f"{', '.join(map(str, wish.numbers))}: {wish.words}")
        else:
            wanted += for_each(wish.numbers, meant)
    return wanted, asked


def _settled(wanted: Sequence[Wanted]) -> list[Wanted]:
    """A change of a mail is not made where something else that is said of it is a no, is not understood, or is to leave it alone."""
    torn = {number for number, meaning in wanted if _doubts_it(meaning)}
    return [
        (number, _taken_back(meaning) if not torn.isdisjoint(_numbers_in([(number, meaning)])) else meaning) for number, meaning in wanted
    ]


def _numbers_in(wanted: Iterable[Wanted]) -> frozenset[int]:
    """All mails of which something is wanted."""
    pairs = list(wanted)
    many = (number for _, meaning in pairs if isinstance(meaning, ToChangeMany) for number in meaning.numbers)
    return frozenset([*(number for number, _ in pairs if number is not None), *many])


def _asks_for_a_change(words: str) -> bool:
    """Whether it is a wish that code carries out, and does not say for which mail."""
    commands = [wish.command for wish in understand(words, verbatim=True).wishes]
    return any(command is not None and command.kind in _OF_SOME_MAIL for command in commands)


def after_later_ones(read: Sequence[tuple[Reply, ReadReply]]) -> list[tuple[Reply, ReadReply]]:
    """The replies as they are meant with those that came after each: a yes is not certain any more where a later one speaks against it,
    and a change is asked about where a later one may take it back."""
    kept: list[tuple[Reply, ReadReply]] = []
    is_certain, taken_back, beside, doubted = True, False, frozenset[int](), frozenset[int]()
    for reply, each in reversed(read):
        wishes = tuple(
            replace(
                wish,
                meaning=wish.meaning
                if not taken_back and doubted.isdisjoint(_numbers_in([(wish.mail, wish.meaning)]))
                else _taken_back(wish.meaning),
                is_certain=wish.is_certain and is_certain and (wish.mail is None or wish.mail not in beside),
                beside=wish.beside | beside,
            )
            for wish in each.wishes
        )
        kept.insert(0, (reply, replace(each, wishes=wishes)))
        is_certain = is_certain and leaves_alone(each)
        taken_back = taken_back or each.takes_back
        doubted |= each.doubted
        beside |= _numbers_in((wish.mail, wish.meaning) for wish in each.wishes if not isinstance(wish.meaning, Agreed))
    return kept


def _doubts_it(meaning: Meaning) -> bool:
    """Whether a change of that mail which was wished for before may not be wanted any more."""
    return isinstance(meaning, Unclear | ToLeaveAlone) or (isinstance(meaning, Agreed) and not meaning.yes)


def _taken_back(meaning: Meaning) -> Meaning:
    """As it is to be told where it may not be wanted any more; what is asked about anyway stays."""
    change = meaning.change if isinstance(meaning, ToChangeMany) else meaning
    return Unclear(words=change.words, may_be_taken_back=True) if isinstance(change, ToChange | ToTakeBack) else meaning


def leaves_alone(later: ReadReply) -> bool:
    """Whether a yes of an earlier reply counts as if this one had not come, except for mails that it wishes something for."""
    return not later.doubts and not _speaks_against([(each.mail, each.meaning) for each in later.wishes])


def _speaks_against(wanted: Sequence[Wanted]) -> bool:
    """Whether there is a no, or what is not understood."""
    return any(isinstance(meaning, Unclear) or (isinstance(meaning, Agreed) and not meaning.yes) for _, meaning in wanted)


def _plain_answers(rest: Sequence[str], *, has_numbers: bool) -> list[Agreed]:
    """The answers without a number. Of several yeses there is one, and none beside those with numbers: it is courtesy there."""
    found = [answer for words in rest for answer in _agreed(words)]
    yeses = sorted((each for each in found if each.yes), key=lambda each: _acknowledges(each, thanked=True))
    return [*([] if has_numbers else yeses[:1]), *(each for each in found if not each.yes)]


def _is_yes(meaning: Meaning) -> bool:
    return isinstance(meaning, Agreed) and meaning.yes


def _acknowledges(meaning: Meaning, *, thanked: bool) -> bool:
    """Whether it may only say that the mail was read: "ok thanks"."""
    if not isinstance(meaning, Agreed):
        return False
    said = understand(meaning.words, verbatim=True).small_talk
    return said is SmallTalk.THANKS or (thanked and said is SmallTalk.OKAY)


def _is_beside_a_yes(words: str, sender: str) -> bool:
    """Whether it says nothing: courtesy, or the end of a mail with the user's name."""
    if understand(words, verbatim=True).small_talk in _COURTEOUS:
        return True
    said = [each.lower() for each in split_words(words)]
    return set(said) <= _SIGNS_OFF | set(split_words(sender.partition("@")[0].replace(".", " ").replace("_", " ").lower()))


def _agreed(words: str) -> Iterator[Agreed]:
    match meanings(words):
        case (Agreed() as answer,):
            yield answer


def _is_courteous(words: str) -> bool:
    said = understand(words, verbatim=True)
    return said.small_talk in ASIDE and not (said.is_idle_yes)
