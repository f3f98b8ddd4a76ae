"""What a reply asks for, in the user's own words: wishes for numbered mails, a yes, thanks, and the words that are none of these.

Pure and the same whenever it is read, so that a run that takes over from another finds each wish in the same place.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from briefing.understanding.small_talk import ASIDE
from briefing.understanding.understanding import understand
from correspondence.exchange import Correspondence, Reply
from correspondence.kept.wish_store import WishPlace
from correspondence.numbered_wishes import numbered_wishes
from correspondence.wishing.meaning import Agreed, Meaning, Unclear, meanings


@dataclass(frozen=True, slots=True, kw_only=True)
class MailedWish:
    """`mail` is the number that it is about; None for a yes or no without one, and for what could not be split."""

    at: WishPlace
    mail: int | None
    meaning: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadReply:
    """`open_words` are for whoever can answer in words. One that only `is_courteous` asks for nothing."""

    wishes: tuple[MailedWish, ...] = ()
    open_words: tuple[str, ...] = field(default=(), repr=False)
    is_courteous: bool = False


def read_reply(reply: Reply, found: Correspondence) -> ReadReply:
    split = numbered_wishes(reply.said, {mail.number for mail in found.mails})
    courteous = [words for words in split.rest if _is_courteous(words)]
    rest = [words for words in split.rest if not _is_courteous(words)]
    wishes = tuple(
        MailedWish(at=WishPlace(reply=reply.number, place=place), mail=mail, meaning=meaning)
        for place, (mail, meaning) in enumerate(
            [
                *((number, meaning) for wish in split.wishes for number in wish.numbers for meaning in meanings(wish.words)),
                *((None, Unclear(words=words)) for words in (*split.unclear, *reply.said.doubtful)),
                *((None, answer) for words in rest for answer in _agreed(words)),
            ]
        )
    )
    open_words = tuple(words for words in rest if not any(_agreed(words)))
    return ReadReply(wishes=wishes, open_words=open_words, is_courteous=bool(courteous) and not wishes and not open_words)


def _agreed(words: str) -> Iterator[Agreed]:
    match meanings(words):
        case (Agreed() as answer,):
            yield answer


def _is_courteous(words: str) -> bool:
    said = understand(words)
    return said.small_talk in ASIDE and not (said.is_idle_yes)
