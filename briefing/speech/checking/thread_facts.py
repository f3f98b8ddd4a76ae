"""Whether a line that is said of a whole mail thread tells no name, day, number or sum that the thread does not, and no "not" turned round.

Looser than what a single mail's summary is held to: other words are free, so that "Marek waits for your answer" may be said of a mail that
has none of these words.
"""

from collections.abc import Sequence
from itertools import groupby

from briefing.speech.checking.fact_reading import FactKind, Token, tokens_of
from briefing.speech.checking.held_against import (
    SWAPPED,
    TELLS_NOTHING,
    Source,
    addresses_in,
    by_stem,
    days_agree,
    is_negated,
    is_there,
    stem,
    telling_of,
)
from briefing.speech.wording.speakable import speakable

_BEFORE_AN_HOUR = frozenset({"by", "at", "before", "until", "till", "from", "around", "about", "after", "to", "and", "or"})
_MEASURES = frozenset(
    map(
        stem,
        """
        half halves quarter double triple twice couple pair first second third fourth fifth sixth seventh eighth ninth tenth eleventh
        twelfth twentieth thirtieth next end percent minute hour day week weekend month year morning afternoon evening night
        """.split(),  # noqa: SIM905 - words of one kind
    )
)
"""Words that tell a number, a part or a time without being a figure or a day's name."""
_NAMES_TOO = frozenset({"will", "may", "an", "so"})
"""Words that tell nothing, and are what somebody may be called."""
_BEGINS_WITH_A_NAME = frozenset({"will", "may"})
_IS_MISSING = frozenset(
    map(stem, ("received", "heard", "got", "get", "seen", "found", "arrived", "come", "yet", "still", "answered", "sent"))
)
"""What the mail says not to be there may be told as what it waits for."""

_Known = Sequence[tuple[Source, dict[str, list[Token]]]]


def facts_stand(line: str, sources: Sequence[Source]) -> bool:
    """Whether each name, day, time, sum, number and address of the line stands in one of these mails, whatever else it says.

    "By five" may mean the time that a mail names, and a line that begins with a word that tells nothing begins with no name.
    """
    if not sources:
        return False
    said = tokens_of(line, written=sources[0].said, said=sources[0].said)
    known: _Known = [(source, by_stem(source.tokens)) for source in sources]
    stand = all(_stands(token, said[place + 1 :][:1], said[:place][-1:], known) for place, token in enumerate(said) if _is_a_fact(token))
    addresses = frozenset[str]().union(*(source.addresses for source in sources))
    agree = any(days_agree(said, source.tokens) for source in sources) and _times_agree(said, known)
    return stand and agree and addresses.issuperset(addresses_in(speakable(line)))


def _is_a_fact(token: Token) -> bool:
    return token.kind in SWAPPED or not token.place or stem(token.values[0]) in _MEASURES


def _stands(token: Token, after: list[Token], before: list[Token], known: _Known) -> bool:
    word = token.values[0]
    if word == "i":
        return True
    if stem(word) in _MEASURES and token.kind is FactKind.WORD:
        return any(stem(word) in stems for _, stems in known)
    if word in _NAMES_TOO and (token.kind is FactKind.NAME or (not token.place and word in _BEGINS_WITH_A_NAME)):
        return any(word in source.names or _is_a_name_in(word, source) for source, _ in known)
    if token.kind is FactKind.NUMBER:
        unit = next((each for each in after if each.kind is FactKind.WORD and each.clause == token.clause), None)
        counts = unit is not None and unit.values[0] not in TELLS_NOTHING
        if not counts and any(each.values[0] in _BEFORE_AN_HOUR for each in before) and any(_is_hour(word, source) for source, _ in known):
            return True
        return any(is_there(token, source, stems) and not _counts_others(token, unit, source, stems) for source, stems in known)
    return any(is_there(token, source, stems) for source, stems in known)


def _is_a_name_in(word: str, source: Source) -> bool:
    return any(token.kind is FactKind.NAME and token.values[0] == word for token in source.tokens)


def _is_hour(number: str, source: Source) -> bool:
    return any(token.kind is FactKind.TIME and number in token.values for token in source.tokens)


def _counts_others(number: Token, unit: Token | None, source: Source, stems: dict[str, list[Token]]) -> bool:
    """Whether the mail counts this by other numbers: "120 copies" of a mail about 500 copies of 120 grams, "7 halls" of hall 7."""
    counted = stems.get(stem(unit.values[0]), []) if unit is not None else []
    numbers = [token for token in source.tokens if token.kind is FactKind.NUMBER]
    nearest = (min(numbers, key=lambda token: abs(token.place - each.place)) for each in counted) if numbers else ()
    before = [near for near, each in zip(nearest, counted, strict=False) if near.place < each.place]
    return bool(counted) and not any(number.values[0] in token.values for token in before)


def _times_agree(said: Sequence[Token], known: _Known) -> bool:
    """Whether each time that is told with a day is of that day: no "Monday at five" of "Monday at six, Tuesday at five"."""
    told = [(time, _nearest_day(time, said)) for time in said if time.kind is FactKind.TIME]
    beside = [(time, day) for time, day in told if day is not None and day.clause == time.clause]
    return all(any(_stand_together(time, day, source) for source, _ in known) for time, day in beside)


def _stand_together(time: Token, day: Token, source: Source) -> bool:
    near = [_nearest_day(each, source.tokens) for each in source.tokens if each.kind is FactKind.TIME and time.values[0] in each.values]
    return any(each is None or day.values[0] in each.values for each in near)


def _nearest_day(time: Token, tokens: Sequence[Token]) -> Token | None:
    days = [token for token in tokens if token.kind is FactKind.DAY]
    return min(days, key=lambda day: (abs(day.clause - time.clause), abs(day.place - time.place)), default=None)


def denies_alike(line: str, sources: Sequence[Source]) -> bool:
    """Whether each clause of the line says "not" where the clause of the thread that is nearest to it does; of two, the newer mail's.

    `sources` are the thread's mails, oldest first. Mails in other languages can tell no more than whether they say "not" at all.
    """
    said = tokens_of(line, written=sources[0].said, said=sources[0].said) if sources else []
    mails = [_clauses(source.body) for source in reversed(sources) if source.is_english]
    elsewhere = any(source.says_not for source in sources if not source.is_english)
    return all(_denies_alike(clause, mails, elsewhere=elsewhere) for clause in _clauses(said))


def _denies_alike(clause: list[Token], mails: Sequence[list[list[Token]]], *, elsewhere: bool) -> bool:
    telling, denies = telling_of(clause), is_negated(clause)
    common = [[len(telling & telling_of(other)) for other in mail] for mail in mails]
    most = max((count for counts in common for count in counts), default=0)
    if not most:
        return elsewhere or not denies
    mail, counts = next((mail, counts) for mail, counts in zip(mails, common, strict=True) if most in counts)
    nearest = [other for other, count in zip(mail, counts, strict=True) if count == most]
    return any(is_negated(other) is denies or (not denies and _tells_what_is_missing(other)) for other in nearest)


def _tells_what_is_missing(clause: list[Token]) -> bool:
    return any(stem(token.values[0]) in _IS_MISSING for token in clause)


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    return [list(clause) for _, clause in groupby(tokens, key=lambda token: token.clause)]
