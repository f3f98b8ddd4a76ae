"""Whether what somebody says of a mail stands in it: every fact, every word that tells something, and every "not".

It refuses rather than believes, because what is refused is only told by rule. A line is held against its mail in four ways: each of its
facts is one of the mail's; each of its words is one of the mail's, or one of those that tell nothing by themselves; a clause says "not"
where its clause of the mail does; and what stands beside a fact in the line stands nearer to that fact in the mail than to another of its
kind, so that no two sums, days or names change places. Of a mail in another language only the facts, the names, the addresses and whether
it says "not" at all can be held against it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import groupby, pairwise

from briefing.mail import Envelope, MailText
from briefing.speech.checking.fact_reading import FactKind, Token, tokens_of
from briefing.speech.content.own_words import worth_saying
from briefing.speech.wording.speakable import speakable
from briefing.words import fold, split_words

_READ = 12_000
_NOT = frozenset({"not", "no", "never", "none", "nothing", "nobody", "cannot", "without", "neither", "nor"})
_DENIES = _NOT | {"unless"}
"""In English for what is said with a "not" in most languages."""
_NOT_IN = {
    "de": "nicht nichts kein keine keinen keiner keinem nie niemals ohne",
    "fr": "ne n pas jamais sans aucun aucune",
    "es": "no sin nunca nada ningun ninguna",
    "it": "non mai senza nessun nessuna",
    "pt": "nao sem nunca nenhum nenhuma",
    "nl": "niet geen nooit zonder",
    "pl": "nie bez nigdy",
    "da": "ikke ingen intet aldrig uden",
    "nb": "ikke ingen aldri uten",
    "no": "ikke ingen aldri uten",
    "sv": "inte ingen inget aldrig utan",
    "fi": "ei en eivat emme ilman",
    "ru": "\u043d\u0435 \u043d\u0435\u0442 \u0431\u0435\u0437 \u043d\u0438\u043a\u043e\u0433\u0434\u0430",
}
_ADDRESS = re.compile(r"(?<![\w-])[\w-]++(?:[.@][\w-]{2,}+)+")
_FUNCTION_WORDS = """
    a about after again all also an and any are as ask asked asking asks at be because been before being both but by can could
    did do does for from get gets give gives had has have he her here hers him his how if in into is it its just know let like
    lets mail made make may me might more most of on one or other our out over own please she so some tell telling tells than
    that the their them then there these they this those to too up us want wanted wants was we were what when where whether
    which while who whom whose why will with wonders would write writes writing yet you your yours note notes mention mentions
    message need needs says say saying told user
"""
_LAST_LATIN = "\u0250"
TELLS_NOTHING = frozenset(_FUNCTION_WORDS.split())
"""Words that say nothing of a mail by themselves: of these a line may hold any."""
_SAYS_NOTHING = TELLS_NOTHING | _NOT
_IS = frozenset({"is", "are", "was", "were"})
FACTS = (FactKind.AMOUNT, FactKind.TIME, FactKind.DAY, FactKind.NUMBER)
SWAPPED = (*FACTS, FactKind.NAME)
_ENDINGS = ("ations", "ation", "ments", "ment", "ings", "ing", "ied", "ies", "ed", "es", "ly", "s", "d", "e", "y")


@dataclass(frozen=True, slots=True)
class Source:
    """A mail as what is said of it is held against."""

    tokens: Sequence[Token] = field(repr=False)
    names: frozenset[str] = field(repr=False)
    addresses: frozenset[str] = field(repr=False)
    written: date
    said: date
    is_english: bool
    says_not: bool
    """Somewhere in what of it is worth saying."""
    body_from: int
    """The first clause behind the subject."""

    @property
    def body(self) -> Sequence[Token]:
        return [token for token in self.tokens if token.clause >= self.body_from]

    @classmethod
    def of(cls, envelope: Envelope, text: MailText, now: datetime) -> "Source":
        """Of its subject, its words and the names of what is attached; of the names of those who write and read it."""
        denials = frozenset(_NOT_IN.get(text.language, "").split())
        zone, to_many = now.tzinfo, envelope.bulk or envelope.automatic
        days = {"written": envelope.received_at.astimezone(zone).date(), "said": now.date()}
        subject = f"{envelope.subject[:300]}."
        whole = "\n".join([subject, text.text[:_READ], *(f"{name}." for name in text.attachments[:20])])
        people = " ".join(f"{each.name[:80]} {each.email[:80]}" for each in (envelope.sender, *envelope.to[:20], *envelope.cc[:20]))
        return cls(
            tokens_of(whole, **days, language=text.language),
            frozenset(split_words(people)) | frozenset(fold(people).split()),  # whole, in a script whose words are not letters alone
            frozenset(addresses_in(f"{whole} {people}")),
            **days,
            is_english=text.language == "en" or (not text.language and _is_in_latin_letters(text.text[:_READ])),
            body_from=max((token.clause + 1 for token in tokens_of(subject, **days, language=text.language)), default=0),
            says_not=any(not denials.isdisjoint(split_words(each)) for each in worth_saying(text.text[:_READ], to_many=to_many)),
        )


def _is_in_latin_letters(text: str) -> bool:
    letters = [letter for letter in text if letter.isalpha()]
    return sum(letter < _LAST_LATIN for letter in letters) * 2 >= len(letters)


def holds(line: str, source: Source) -> bool:
    """Whether every fact and word of the line stands in the mail, as the module says."""
    said = list(_with_first_name(tokens_of(line, written=source.said, said=source.said), source))
    stems = by_stem(source.tokens)
    if not all(is_there(token, source, stems) or _gives_a_reason(token, said) for token in said) or not source.addresses.issuperset(
        addresses_in(speakable(line))
    ):
        return False
    if not days_agree(said, source.tokens):
        return False
    if not source.is_english:
        return any(token.values[0] in _DENIES for token in said) == source.says_not
    clauses = [list(clause) for _, clause in groupby(said, key=lambda token: token.clause)]
    return all(_says_not_alike(clause, source.tokens) and _nothing_swapped(clause, source.tokens, stems) for clause in clauses)


def _with_first_name(said: Iterable[Token], source: Source) -> Iterator[Token]:
    """A line often begins with a name, where every word has a capital: there, it is one if the mail has it as one.

    Who wrote or reads the mail is named by their signature, far from what they say.
    """
    names = {value for token in source.tokens if token.kind is FactKind.NAME for value in token.values} - source.names
    for token in said:
        is_name = not token.place and token.kind is FactKind.WORD and token.values[0] in names
        yield replace(token, kind=FactKind.NAME) if is_name else token


def says_no_more(line: str, other: str) -> bool:
    """Whether each word of the line that tells something stands in the other."""
    return TELLS_NOTHING.union(split_words(other)).issuperset(split_words(line))


def is_there(token: Token, source: Source, stems: dict[str, list[Token]]) -> bool:
    if token.kind in FACTS:
        others = (other.values for other in source.tokens if other.kind is token.kind)
        month_alone = not source.is_english and token.values[0].endswith("-")
        return any(token.values[0] in (values[:1] if month_alone else values) for values in others)
    word = token.values[0]
    if word in TELLS_NOTHING or word in source.names or word in _NOT or stem(word) in stems:
        return True
    return not source.is_english and token.kind is FactKind.WORD and bool(token.place)


def _gives_a_reason(token: Token, said: Sequence[Token]) -> bool:
    """Whether it is "since" as in "since the disk is full", which no time follows."""
    follows = next((other.kind for other in said if other.place == token.place + 1), FactKind.DAY)
    return token.values[0] == "since" and follows is FactKind.WORD


def days_agree(said: Sequence[Token], mail: Sequence[Token]) -> bool:
    """Whether two names of a day that stand side by side, as in "Monday 30 November", are those of one day in the mail too."""
    days = [{*one.values, *other.values} for one, other in _side_by_side(mail)]
    days += [{*token.values} for token in mail if token.kind is FactKind.DAY]
    return all(any({one.values[0], other.values[0]} <= day for day in days) for one, other in _side_by_side(said))


def _side_by_side(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    return ((one, other) for one, other in pairwise(tokens) if one.kind is FactKind.DAY is other.kind)


def addresses_in(text: str) -> Iterator[str]:
    return (found[0].lower() for found in _ADDRESS.finditer(text) if not found[0].replace(".", "").isdigit())


def by_stem(tokens: Iterable[Token]) -> dict[str, list[Token]]:
    found: dict[str, list[Token]] = {}
    for token in tokens:
        if token.kind in {FactKind.WORD, FactKind.NAME}:
            found.setdefault(stem(token.values[0]), []).append(token)
    return found


def stem(word: str) -> str:
    """The word without an English ending, roughly: "signed" and "sign", "invoices" and "invoice" are one."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 2:
            return word[: -len(ending)]
    return word


def telling_of(clause: Iterable[Token]) -> set[str]:
    """The stems and facts of a clause that tell something."""
    words = {
        stem(token.values[0]) for token in clause if token.kind in {FactKind.WORD, FactKind.NAME} and token.values[0] not in _SAYS_NOTHING
    }
    return words | {value for token in clause if token.kind in FACTS for value in token.values}


def is_negated(clause: Iterable[Token]) -> bool:
    return sum(token.values[0] in _NOT for token in clause) % 2 == 1


def _says_not_alike(clause: list[Token], mail: Sequence[Token]) -> bool:
    """Whether the clauses of the mail that are nearest to this one say "not" as it does, or one of them."""
    telling, best, alike = telling_of(clause), 0, True
    for _, group in groupby(mail, key=lambda token: token.clause):
        other = list(group)
        common = len(telling & telling_of(other))
        if common > best:
            best, alike = common, False
        if common and common == best:
            alike = alike or is_negated(other) == is_negated(clause)
    words = {token.values[0] for token in clause}
    if not telling and (is_negated(clause) or not _IS.isdisjoint(words)):
        others = (list(group) for _, group in groupby(mail, key=lambda token: token.clause))
        return any(words <= {token.values[0] for token in other} and is_negated(other) == is_negated(clause) for other in others)
    return alike and (best > 0 or not is_negated(clause))


def _nothing_swapped(clause: list[Token], mail: Sequence[Token], stems: dict[str, list[Token]]) -> bool:
    return all(_stands_beside(fact, clause, mail, stems) for fact in clause if fact.kind in SWAPPED)


def _stands_beside(fact: Token, clause: list[Token], mail: Sequence[Token], stems: dict[str, list[Token]]) -> bool:
    """Whether most of what the clause says beside a fact stands nearer to it in the mail than to another of its kind."""
    alike = [token for token in mail if token.kind is fact.kind]
    own = [token for token in alike if fact.values[0] in token.values]
    others = [token for token in alike if fact.values[0] not in token.values and not _is_of_one_name(token, alike, own)]
    if not own or not others:
        return True
    words = [token for token in clause if token.kind is FactKind.WORD and token.values[0] not in _SAYS_NOTHING]
    told = [token for token in clause if token.kind is fact.kind]
    beside = [word for word in words if _distance(word, [fact]) <= _distance(word, told)]
    votes = 0
    for word in beside:
        nearest = [(_distance(each, own), _distance(each, others)) for each in stems.get(stem(word.values[0]), ())]
        if nearest:
            votes += 1 if any(to_own <= to_other for to_own, to_other in nearest) else -1
    return votes >= 0


def _is_of_one_name(token: Token, alike: Sequence[Token], own: Sequence[Token]) -> bool:
    """Whether it stands in a row with the fact, as the two names of one person do."""
    return token.kind is FactKind.NAME and any(_distance(token, [each]) == (0, 1) for each in own)


def _distance(word: Token, others: Iterable[Token]) -> tuple[int, int]:
    """To the nearest of them, in clauses and then in words."""
    return min((abs(word.clause - other.clause), abs(word.place - other.place)) for other in others)
