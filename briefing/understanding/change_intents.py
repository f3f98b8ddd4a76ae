"""Whether the user's own words ask for a kind of change. Many wordings count; denials, questions and quotations do not.

This is not the grammar of instant commands. There, an uncertain utterance goes to a model, which calls a tool; here the words are checked
again before that tool may act. So a verb somewhere in a clause is enough, unless the clause denies it, asks about it, reports it or quotes
it, or a later clause takes it back. A wrong "no" costs one question; a wrong "yes" makes an unwanted change, which can be undone.
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from briefing.mail_action import MOST_UNASKED, ON_MAILS, MailAction
from briefing.understanding.command_grammar.against_a_wish import asks_of_it, speaks_against
from briefing.understanding.command_grammar.behind_a_verb import is_courtesy, leaves_the_wish, unsettles
from briefing.understanding.commands import CommandKind, PlainReading
from briefing.understanding.intent_words import (
    A_THING,
    ANOTHER_MAIL,
    AS_A_THING,
    AT_A_TIME,
    COMPLETES,
    DEPENDS,
    DOUBTS,
    FRAME,
    HARMLESS_NEGATIONS,
    NAMES_A_MAIL,
    NEGATIONS,
    NO_MAIL_FOLLOWS,
    NOT_AN_INTENT,
    OWN_TELLING,
    OWN_WORD_FOR_IT,
    RETRACTS,
    TAKEN_BACK,
    THE_OPEN_ONE,
    THIRD_PARTY,
    TOLD,
    WANTED_BEFORE,
    is_several,
    only_names,
)
from briefing.understanding.near_commands import is_when
from briefing.understanding.verbs.before_a_verb import denies, leads_on, scoffs
from briefing.understanding.verbs.clauses import asked_in, clauses_of
from briefing.understanding.verbs.known_reasons import without_purpose
from briefing.understanding.verbs.table import VERBS
from briefing.understanding.wishes import BEGINS, IMPERATIVES, wishes
from briefing.words import letters, split_words

_PREFACE = re.compile(
    r"^(?:(?:okay|ok|well|oh|so|yes|yeah|right|and|please|now|actually|sorry|hey|aloud|also|then|thanks|thank you|i mean|i said"
    r"|(?:no|nope|nah)(?: thanks| thank you| wait| sorry| please)*) )+"
)
_NEXT_WISH = re.compile(
    rf" (?:and|then|also|plus) (?:(?:then|also|please|afterwards|after that) ){{0,4}}(?=(?:{'|'.join(sorted(BEGINS))})\b)"
)
"""Where what is wanted next begins in the same clause."""
_WISH_ENDS = re.compile(rf"{_NEXT_WISH.pattern}| (?:and )?(?:not (?:the|number|this|that|these|those|[\w.&-]+'s)|rather than|instead of)\b")
"""The same, or on which mail it is not to be done: "the offer and not the contract"."""
_NEXT = re.compile(
    rf"(?:(?:and|then|also|please|so) )*(?:(?:{'|'.join(sorted(IMPERATIVES))})\b|(?:who|what|whose|which|how) (?!knows"
    rf"|do i know|(?:i|we|he|she|they|an?) )\w"
    r"|(?:when|where) (?:is|was|are|were|did|does|do) \w|(?:is|are|does|did|has|have|can|could|will|would) (?!you$|what|how|why|all)\w)"
)
"""How a clause begins in which something else is wanted, or asked."""
_REQUESTED = re.compile(r"\b(?:can|could|would|will) you\b|\bwhy (?:not|do not|can not|could not)\b|\bplease\b|\bmind\b")
_OF_IT = re.compile(r" (?:it|this|that|these|those|them)$")
_IT = re.compile(r"\b(?:it|them|that|those)\b")
"""May mean what the line began with: "that application from Luca, put it into the archive"."""
NAMED_PLACES = frozenset(action for action, its in ON_MAILS.items() if its.place is not None)
"""What is done with a label, a folder or a time, which says nothing of the mail."""
_MAY_BE_LATER = frozenset({MailAction.SNOOZE, MailAction.SEND, MailAction.SEND_LATER, MailAction.UNDO})
_NEEDS_A_MAIL = ON_MAILS.keys() - {MailAction.LABEL}
_DENIED_BARE = re.compile(r"^(?:no|nope|nah) (?:wait |sorry |please )*(?:[\w']+(?: please)?$|\w+ing\b)")
WANTED_OF_MAIL = (*ON_MAILS, MailAction.UNDO, MailAction.UNSUBSCRIBE)
_DENYING = re.compile(r"\b(?:(?:do|did|does|would|can|could|must) not|not|never|rather than|instead of)\b")

_FOUND = {action: re.compile("|".join(rf"(?:^|\b)(?:{each})\b" for each in verb.request.words)) for action, verb in VERBS.items()}


@dataclass(frozen=True)
class ChangeIntents:
    """What changes of mail one line asks for."""

    plain: PlainReading
    _asked: dict[MailAction, bool] = field(default_factory=dict, init=False, repr=False, compare=False)
    _meant: dict[MailAction, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def asks_for(self, action: MailAction) -> bool:
        """Whether the words ask that this be done to some mail, now. A plain command does, wherever a transcript puts its full stops."""
        if action not in self._asked:
            is_text = action in ON_MAILS and self._is_dictated
            is_plain = self._commanded is action and not any(map(unsettles, self._clauses[1:]))
            self._asked[action] = is_plain or not (self._only_asks or is_text or self._asking(action) is None)
        return self._asked[action]

    def speaks_of(self, action: MailAction) -> bool:
        """Whether the words name the action at all, asked for or not: "I forbid you to archive it"."""
        return self._commanded is action or _FOUND[action].search(self._text) is not None

    @property
    def _named(self) -> str | None:
        """What a plain command for one mail names it by, whatever else is said: nothing in "all good, archive it". None for other words."""
        command = self.plain.command
        if command is None or command.kind is not CommandKind.CHANGE:
            return None
        return command.mail or ("" if command.action in NAMED_PLACES else command.target)

    @property
    def _only_asks(self) -> bool:
        """Whether all of it is a plain question: "is that one junk mail"."""
        return self.plain.command is not None and self.plain.command.kind is CommandKind.LOOK_UP

    @cached_property
    def _is_dictated(self) -> bool:
        """Whether all may be a mail's text."""
        return self.plain.dictates and len(wishes(self.plain, PlainReading)) == 1

    def mails_meant(self, action: MailAction) -> int:
        """How many mails the words can mean at most: one for "it" and "the one from Anna". An undo may be of several, "this topic" too."""
        if action not in self._meant:
            loosely = self.plain.command is not None and self.plain.command.loosely
            said = self.said_of(action) if self._named is None else f"the {self._named}" if loosely else ""
            several = action is MailAction.UNDO or self._describes_many(action) or is_several(said)
            self._meant[action] = MOST_UNASKED if several else 1
        return self._meant[action]

    def mentions(self, label: str) -> bool:
        """Whether a label's or a folder's name, or a telling part of it, is among the words."""
        said = letters(self.plain.words)
        parts = [part for each in re.split(r"[\W_]+", label) if len(part := letters(each)) > 2]
        return any(part in said for part in parts or [letters(label)] if part)

    def names_a_mail(self, action: MailAction) -> bool:
        """Whether the words that ask for this say of which mail, and do not only mean the open one."""
        if self._commanded is action and self._named:
            return True
        return re.search(NAMES_A_MAIL, re.sub(THE_OPEN_ONE, "it", self.said_of(action))) is not None

    def clause(self, action: MailAction) -> frozenset[str]:
        """The words, folded, that say on which mails: the clause that asks for this, or what a plain command for one names it by."""
        is_plain = self._named is not None and self._commanded is action
        return frozenset(split_words(self._named or "" if is_plain else self.said_of(action)))

    @cached_property
    def completes(self) -> bool:
        """Whether the words only say which mail, as the answer to "Which one do you mean?" does."""
        return re.search(COMPLETES, _PREFACE.sub("", self._text)) is not None

    @cached_property
    def retracts(self) -> bool:
        """Whether the words may take back what the turn before asked for."""
        return re.search(RETRACTS, self._text) is not None

    def _asking(self, action: MailAction) -> tuple[int, int] | None:
        """The clause that asks for this, by its place, and where in it the verb begins."""
        found = ((place, _asks(self._clauses, place, action)) for place in range(len(self._clauses)))
        place, start = next(((place, start) for place, start in found if start is not None), (-1, 0))
        return None if place < 0 or self._is_asked(place, start) else (place, start)

    def _is_asked(self, place: int, start: int) -> bool:
        """Whether the clause with this wish is only a question, and not another wish that is joined to it."""
        if place not in self._asked_clauses or _NEXT_WISH.search(self._clauses[place], start):
            return False
        before = self._clauses[place - 1] if place and place - 1 not in self._asked_clauses else ""
        return _REQUESTED.search(f"{before} {self._clauses[place]}") is None

    def _describes_many(self, action: MailAction) -> bool:
        return self.plain.command is not None and self.plain.command.kind is CommandKind.BULK and self._commanded is action

    def said_of(self, action: MailAction) -> str:
        """The words of the clause that asks for this, with what only says of which mail; all of them for a plain command."""
        asked = self._asking(action) if self._commanded is not action else None
        if asked is None:
            return _NEXT_WISH.split(self._text, 1)[0] if self._named == "" else self._text  # "and go to the next one" is of another
        place, start = asked
        topic, (clause, *behind) = self._clauses[: min(place, 1)], self._clauses[place:]
        spoken_of = topic if topic and only_names(topic[0]) and _IT.search(clause) else ()
        joined = _WISH_ENDS.search(clause, start)
        own = clause[start : joined.start() if joined is not None else None]
        begins = 0 if _IT.search(own) else max((each.end() for each in _NEXT_WISH.finditer(clause) if each.end() <= start), default=0)
        return " ".join([*spoken_of, clause[begins:start] + own, *(itertools.takewhile(only_names, behind) if joined is None else ())])

    def said_until(self, action: MailAction) -> str:
        """The words up to the end of the clause that asks for this: what "it" in that clause may mean was said by then."""
        asked = self._asking(action) if self._commanded is not action else None
        if asked is None:
            return self._text
        place, start = asked
        joined = _WISH_ENDS.search(clause := self._clauses[place], start)
        return " ".join([*self._clauses[:place], clause if joined is None else clause[: joined.start()]])

    @cached_property
    def _commanded(self) -> MailAction | None:
        """What the words command, where they are a plain command and nothing else."""
        command = self.plain.command
        if command is None:
            return None
        return MailAction.UNDO if command.kind is CommandKind.UNDO else command.action

    @cached_property
    def _text(self) -> str:
        return " ".join(self._clauses)

    @cached_property
    def _clauses(self) -> tuple[str, ...]:
        return clauses_of(self.plain.words)

    @cached_property
    def _asked_clauses(self) -> frozenset[int]:
        return asked_in(self.plain.words) if "?" in self.plain.words else frozenset()


def _asks(clauses: Sequence[str], place: int, action: MailAction) -> int | None:
    """Where in this clause the verb stands that asks for the action; none if nothing in it does."""
    clause = clauses[place]
    if (
        (place and denies(clauses[place - 1]))
        or scoffs(" ".join(clauses[:place]))
        or any(speaks_against(action, each) for each in clauses[:place])
        or not all(leads_on(each, is_wanted=_is_wanted) for each in clauses[:place])
    ):
        return None
    intent = _PREFACE.sub("", clause)
    for match in _FOUND[action].finditer(intent):
        own = without_purpose(intent[match.end() :], action)
        lead, behind = intent[: match.start()], " ".join([own, *clauses[place + 1 :]]).strip()
        if place and not lead and match[0].partition(" ")[0].endswith("ed"):
            continue  # "I read it, deleted it": only as the first words it is "delete it", misheard
        if action in _NEEDS_A_MAIL and " " not in match[0] and re.match(NO_MAIL_FOLLOWS, own):
            continue
        depends = _depends(f" it{own}" if _OF_IT.search(match[0]) else own, clauses[place + 1 :], action)
        if not (depends or _is_denied(lead, clause, match[0]) or _is_another(intent, match, action) or _is_taken_back(behind, action)):
            return len(clause) - len(intent) + match.start()
    return None


def _depends(behind: str, later: Sequence[str], action: MailAction) -> bool:
    """Whether what stands behind the verb makes it no wish of now: a condition, another time, a doubt; or no wish at all."""
    if (is_thing := re.match(AS_A_THING, behind) is not None) or action in _MAY_BE_LATER:
        return is_thing
    joined = _NEXT_WISH.search(behind)
    own, rest = (behind[: joined.start()], behind[joined.start() :].strip()) if joined is not None else (behind, "")
    qualifies = [] if rest else [*itertools.takewhile(lambda clause: _NEXT.match(clause) is None, later)]
    if any(map(unsettles, (rest, *later))) or any(_is_against(action, each) for each in (own.strip(), rest, *later)):
        return True
    if re.search(DOUBTS, " ".join([own, *qualifies])) or re.search(AT_A_TIME, own):
        return True
    if (action not in NAMED_PLACES and not is_courtesy(own.strip())) or not all(map(_leaves_it, qualifies)):
        return True
    return re.search(DEPENDS, " ".join([own, *qualifies])) is not None or any(re.search(WANTED_BEFORE, each) for each in later)


def _is_against(action: MailAction, clause: str) -> bool:
    """Whether a clause behind the wish speaks against it, or asks about it and is no plain question or command of its own."""
    return speaks_against(action, clause) or (asks_of_it(clause) and PlainReading(clause, verbatim=True).command is None)


def _is_wanted(clause: str) -> bool:
    """Whether something of a mail, or something else that is understood, may be wanted in it: "don't archive it", "next"."""
    reading = PlainReading(clause, verbatim=True)
    is_understood = reading.command is not None and not is_when(reading)
    leads = (_DENYING.sub("", clause[: found.start()]) for verb in WANTED_OF_MAIL if (found := _FOUND[verb].search(clause)) is not None)
    return is_understood or any(re.match(FRAME, f"{lead.strip()} ".lstrip()) for lead in leads)


def _leaves_it(clause: str) -> bool:
    """Whether a clause behind a wish names a mail too, or leaves the wish as it is."""
    return only_names(clause) or leaves_the_wish(clause)


def _is_denied(before: str, clause: str, verb: str) -> bool:
    """Whether what stands before the action in its clause makes it no intent of the user's."""
    before = re.sub(rf"(?:\b(?:i|we) )?(?:{HARMLESS_NEGATIONS})", "", re.sub(OWN_TELLING, "", before)).lstrip()
    tells = re.search(r"\b(?:i|he|she|they|who|we)(?: (?:will|would|do|did|have|had|just))? $", before)
    first = verb.partition(" ")[0]
    is_of_it = first.endswith("s") and not first.endswith("ss") and re.search(r"\b(?:it|this|that|one|mail|message) $", before)
    if is_of_it or (tells and not re.match(OWN_WORD_FOR_IT, verb)):
        return True  # "it marks everything as read" tells what something does
    *led, own = _NEXT_WISH.split(f" and {before}{first}")
    own = own.removesuffix(first)
    if not all(leads_on(each.strip(), is_wanted=_is_wanted) for each in led if each.strip()):
        return True  # "I will be good and archive it"
    unwanted = (NEGATIONS, NOT_AN_INTENT, TOLD, A_THING, r"\bno $", THIRD_PARTY)
    is_own = re.match(FRAME, f"{own.strip()} ".lstrip()) is not None
    return not is_own or _DENIED_BARE.match(clause) is not None or any(re.search(each, before) for each in unwanted)


def _is_another(clause: str, match: re.Match[str], action: MailAction) -> bool:
    pattern = VERBS[action].request.unless
    found = re.finditer(rf"\b(?:{pattern})\b", clause) if pattern else ()
    return any(each.start() < match.end() and each.end() > match.start() for each in found)


def _is_taken_back(behind: str, action: MailAction) -> bool:
    if re.search(rf"\b(?:not|never) (?:\w+ )?(?:{'|'.join(each.lstrip('^') for each in VERBS[action].request.words)})\b", behind):
        return True
    found = re.search(TAKEN_BACK, behind)
    return found is not None and not re.search(ANOTHER_MAIL, behind[found.start() :])
