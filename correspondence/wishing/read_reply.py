"""What a reply asks for, in the user's own words: wishes for numbered mails, a yes, thanks, and the words that are none of these.

A yes is certain only where the rest of the reply is courtesies and plain wishes for other mails. Beside anything else, or where it may be
no more than an acknowledgement ("ok thanks"), it is asked about again.

Pure and the same whenever it is read, so that a run that takes over from another finds each wish in the same place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from briefing.understanding.small_talk import ASIDE, SmallTalk
from briefing.understanding.understanding import understand
from briefing.words import split_words
from correspondence.exchange import Correspondence, Reply
from correspondence.kept.wish_store import WishPlace
from correspondence.numbered_wishes import numbered_wishes
from correspondence.wishing.meaning import Agreed, Meaning, Unclear, meanings

_COURTEOUS = frozenset({SmallTalk.THANKS, SmallTalk.OKAY, SmallTalk.HELLO})
"""What may stand beside a yes. "Sorry" and "let me think" may not."""
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
    has words that are no wish and not known as courtesy, beside which no yes is meant for certain."""

    wishes: tuple[MailedWish, ...] = ()
    open_words: tuple[str, ...] = field(default=(), repr=False)
    is_courteous: bool = False
    doubts: bool = False


def read_reply(reply: Reply, found: Correspondence) -> ReadReply:
    split = numbered_wishes(reply.said, {mail.number for mail in found.mails})
    courteous = [words for words in split.rest if _is_courteous(words)]
    rest = [words for words in split.rest if not _is_courteous(words)]
    open_words = tuple(words for words in rest if not any(_agreed(words)))
    wanted: list[tuple[int | None, Meaning]] = [
        *((number, meaning) for wish in split.wishes for number in wish.numbers for meaning in meanings(wish.words)),
        *((None, Unclear(words=words)) for words in split.unclear),
    ]
    wanted += [(None, answer) for answer in _plain_answers(rest, has_numbers=any(_is_yes(meaning) for _, meaning in wanted))]
    doubts = any(not _is_beside_a_yes(words, reply.sender) for words in (*courteous, *open_words))
    beside = frozenset(number for number, meaning in wanted if number is not None and not isinstance(meaning, Agreed))
    thanked = any(understand(words, is_written=True).small_talk is SmallTalk.THANKS for words in courteous)
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
    )


def after_later_ones(read: Sequence[tuple[Reply, ReadReply]]) -> list[tuple[Reply, ReadReply]]:
    """The replies as they are meant with those that came after each: a yes is not certain any more where a later one speaks against it."""
    kept: list[tuple[Reply, ReadReply]] = []
    is_certain, beside = True, frozenset[int]()
    for reply, each in reversed(read):
        wishes = tuple(
            replace(
                wish,
                is_certain=wish.is_certain and is_certain and (wish.mail is None or wish.mail not in beside),
                beside=wish.beside | beside,
            )
            for wish in each.wishes
        )
        kept.insert(0, (reply, replace(each, wishes=wishes)))
        is_certain = is_certain and leaves_alone(each)
        beside |= {wish.mail for wish in each.wishes if wish.mail is not None and not isinstance(wish.meaning, Agreed)}
    return kept


def leaves_alone(later: ReadReply) -> bool:
    """Whether a yes of an earlier reply counts as if this one had not come, except for mails that it wishes something for."""
    return not later.doubts and not _speaks_against([(each.mail, each.meaning) for each in later.wishes])


def _speaks_against(wanted: Sequence[tuple[int | None, Meaning]]) -> bool:
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
    said = understand(meaning.words, is_written=True).small_talk
    return said is SmallTalk.THANKS or (thanked and said is SmallTalk.OKAY)


def _is_beside_a_yes(words: str, sender: str) -> bool:
    """Whether it says nothing: courtesy, or the end of a mail with the user's name."""
    if understand(words, is_written=True).small_talk in _COURTEOUS:
        return True
    said = [each.lower() for each in split_words(words)]
    return set(said) <= _SIGNS_OFF | set(split_words(sender.partition("@")[0].replace(".", " ").replace("_", " ").lower()))


def _agreed(words: str) -> Iterator[Agreed]:
    match meanings(words):
        case (Agreed() as answer,):
            yield answer


def _is_courteous(words: str) -> bool:
    said = understand(words, is_written=True)
    return said.small_talk in ASIDE and not (said.is_idle_yes)
