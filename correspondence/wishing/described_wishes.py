"""Wishes for mails that are described instead of numbered: "all newsletters read", "archive the rest", "everything but 3: archive".

What describes mails is known to the grammar of commands. Here it is taken out of a piece of a reply, and the rest of the piece has to be a
plain wish for "it". Only mails that have a number in the briefing can be meant, and these are what the briefing says of them.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache

from briefing.agenda import TopicKind
from briefing.mail import Envelope
from briefing.understanding.command_grammar.described_mails import described
from briefing.understanding.command_grammar.description import Description, Sort
from briefing.understanding.command_grammar.matching_mails import Surroundings, left_out, matching
from briefing.understanding.commands import CommandKind
from briefing.understanding.understanding import understand
from correspondence.briefing_mail.material import ToldMail
from correspondence.numbers import headed
from correspondence.wishing.meaning import ToChange, ToLeaveAlone, ToLeaveList, ToTakeBack, meanings
from correspondence.wishing.stated_preferences import stated

_MOST_WORDS = 20
_MAY_DESCRIBE = re.compile(
    r"\b(?:all|every\w*|each|rest|remain\w+|others?|else|both|newsletters|notifications|notices|alerts|promotions|ads|subscriptions"
    r"|invit\w+|mails|e-?mails|messages|ones|things|first|last|next)\b",
    re.IGNORECASE,
)
_ANY = r"(?:them|it|these|those|(?:the|my|your|today['\u2019]?s) (?:mails?|e-?mails?|messages?|list|briefing))"
_REST = re.compile(
    rf"(?:all (?:of )?)?(?:the )?(?:(?:rest|remainder)(?: of (?:{_ANY}|(?P<of>\S.*)))?|others|(?:other|remaining) (?P<sort>\w+)|remaining)"
    r"|(?:everything|all) else",
)
_SAYS_NOTHING = frozenset({"ones", "mails", "emails", "messages", "mail", "email"})
_BUT = tuple(
    f" {each} "
    for each in ("but not", "but", "except for", "except", "apart from", "other than", "besides", "excluding", "minus", "not", "without")
)
_FOR = re.compile(r"(?:as )?for ", re.IGNORECASE)
_THEM = re.compile(r"\b(?:them|those)\b", re.IGNORECASE)
_SEPARATES = " \t:;,.!=>\u2013\u2014-"
_NO_NAME = re.compile(r"[^\w\s'&.@+-]")


@dataclass(frozen=True, slots=True)
class DescribedMails:
    """Mails that are so, without those of the numbers `but`; with `rest` those alone that nothing else in the reply is wanted for."""

    what: Description = field(default_factory=Description)
    rest: bool = False
    but: tuple[int, ...] = ()

    @property
    def is_everything(self) -> bool:
        return self.what == Description() and not self.rest and not self.but


@dataclass(frozen=True, slots=True)
class DescribedWish:
    """`words` are what is wanted, for one mail; without `mails` it is not clear for which, and it has to be asked about."""

    said: str = field(repr=False)
    words: str = field(default="", repr=False)
    mails: DescribedMails | None = None


@lru_cache(maxsize=512)
def described_wish(text: str) -> DescribedWish | None:
    """The wish that all of the text is; None where it is no wish for described mails."""
    spans = [(found.start(), found.end()) for found in re.finditer(r"\S+", text)]
    if len(spans) > _MOST_WORDS or _MAY_DESCRIBE.search(text) is None or stated(text):
        return None
    found = {
        wish for first in range(len(spans)) for last in range(first, len(spans)) if (wish := _of(text, spans[first][0], spans[last][1]))
    }
    command = understand(text, verbatim=True).command
    as_command = described(command.target) if command is not None and command.kind is CommandKind.BULK else None
    if as_command is not None and len(found) > 1:  # of several readings, the one of the grammar
        found = {each for each in found if each.mails is not None and each.mails.what == as_command}
    if len(found) == 1:
        (wish,) = found
        same = wish.mails is not None and (as_command is None or as_command == wish.mails.what or bool(wish.mails.but))
        is_known = same and wish.mails is not None and _is_known(wish.mails.what)
        return wish if is_known else DescribedWish(said=text)
    return DescribedWish(said=text) if found or as_command is not None else None


def numbers_of(meant: DescribedMails, mails: Sequence[ToldMail], *, named: Set[int], now: datetime) -> tuple[int, ...] | None:
    """The numbers of the mails that are meant, without those that are `named` by number; None where that is not clear."""
    numbers = {mail.mail_id: mail.number for mail in mails}
    around = Surroundings(
        now=now,
        newsletters={mail.mail_id for mail in mails if mail.kind is TopicKind.NEWSLETTERS},
        listed=[mail.mail_id for mail in mails],
    )
    there = [_as_listed(mail, now) for mail in mails]
    found = [numbers[each.mail_id] for each in matching(meant.what, there, around)]
    if not all(left_out(meant.what, there, around)) or not set(meant.but) <= set(found) or (meant.what.count or len(found)) != len(found):
        return None
    return tuple(number for number in found if number not in named and number not in meant.but)


def _of(text: str, start: int, end: int) -> DescribedWish | None:
    """The wish, if it is for what is described between these two places."""
    phrase = text[start:end].rstrip(f"{_SEPARATES}?")
    if _MAY_DESCRIBE.search(phrase) is None:
        return None
    before, behind = text[:start].strip(), _THEM.sub("it", text[start + len(phrase) :])
    if not before and behind.lstrip()[:1] in _SEPARATES:
        phrase = _FOR.sub("", phrase, count=1)
    mails = _mails(phrase)
    if mails is None:
        return None
    words = f"{before} it{behind}" if before else behind.strip(_SEPARATES)
    wanted = meanings(words) if words else ()
    is_plain = wanted and all(isinstance(each, ToChange | ToTakeBack | ToLeaveList | ToLeaveAlone) for each in wanted)
    return DescribedWish(said=text, words=words, mails=mails) if is_plain else None


def _mails(phrase: str) -> DescribedMails | None:
    told = " ".join(phrase.lower().replace("\u2019", "'").split())
    if not told:
        return None
    meant, but = _without_numbers(told)
    if but:
        found = _mails(meant)
        return replace(found, but=but) if found is not None and not found.but else None
    if _NO_NAME.search(told):
        return None
    if (rest := _REST.fullmatch(told)) is not None:
        sort = rest["of"] or rest["sort"] or ""
        what = Description() if not sort or sort in _SAYS_NOTHING else _described(f"all {sort.removeprefix('the ')}")
        return None if what is None else DescribedMails(what, rest=True)
    what = _described(told)
    return None if what is None else DescribedMails(what)


def _without_numbers(told: str) -> tuple[str, tuple[int, ...]]:
    """What is meant, and the numbers that are excepted of it: "everything but 3 and 5"."""
    mark = next((each for each in _BUT if each in told), "")
    meant, _, behind = told.partition(mark) if mark else (told, "", "")
    but = headed(behind)
    return (meant.rstrip(","), but.numbers) if but is not None and not but.words else (told, ())


def _described(told: str) -> Description | None:
    """Also of several sorts: "all newsletters and notifications"."""
    if (found := described(told)) is not None:
        return found
    first, *others = (described(each) for each in told.split(" and "))
    sorts = [each for each in others if each is not None and each == Description(sort=each.sort)]
    is_of_sorts = first is not None and first == Description(sort=first.sort) and first.sort is not Sort.ANY
    return replace(first, others=tuple(sorts)) if first is not None and is_of_sorts and len(sorts) == len(others) else None


def _is_known(what: Description) -> bool:
    """Whether a briefing says all that is asked of its mails; of other times, flags and topics it says nothing."""
    known = Description(
        sort=what.sort,
        sender=what.sender,
        subject=what.subject,
        named=what.named,
        listed=bool(what.places),
        places=what.places,
        count=what.count,
        others=what.others,
        without=what.without,
    )
    return what == known and what.sort is not Sort.INVITATIONS and all(map(_is_known, _beside(what)))


def _beside(what: Description) -> Iterator[Description]:
    yield from what.others
    yield from what.without


def _as_listed(mail: ToldMail, now: datetime) -> Envelope:
    return Envelope(
        mail_id=mail.mail_id,
        thread_id=mail.thread_id,
        subject=mail.subject,
        sender=mail.sender,
        received_at=now,
        automatic=mail.kind is TopicKind.NOTIFICATIONS,
    )
