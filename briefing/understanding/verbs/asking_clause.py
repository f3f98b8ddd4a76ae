"""Whether one clause of a line asks for an action, and where in it the verb stands.

What stands before the verb may deny it, ask about it, report it or quote it; what stands behind, in the same clause or a later one, may set
a condition or a time, doubt it or take it back.
"""

import itertools
import re
from collections.abc import Sequence

from briefing.mail_action import ON_MAILS, MailAction
from briefing.understanding.command_grammar.against_a_wish import asks_of_it, speaks_against
from briefing.understanding.command_grammar.behind_a_verb import is_courtesy, leaves_the_wish, unsettles
from briefing.understanding.commands import PlainReading
from briefing.understanding.intent_words import (
    A_THING,
    ANOTHER_MAIL,
    AS_A_THING,
    AT_A_TIME,
    DEPENDS,
    DOUBTS,
    FRAME,
    HARMLESS_NEGATIONS,
    NEGATIONS,
    NO_MAIL_FOLLOWS,
    NOT_AN_INTENT,
    OWN_TELLING,
    OWN_WORD_FOR_IT,
    TAKEN_BACK,
    THIRD_PARTY,
    TOLD,
    WANTED_BEFORE,
    only_names,
)
from briefing.understanding.near_commands import is_when
from briefing.understanding.several_wishes.beside_a_wish import BEGINS, IMPERATIVES
from briefing.understanding.verbs.before_a_verb import denies, leads_on, scoffs
from briefing.understanding.verbs.known_reasons import without_purpose
from briefing.understanding.verbs.table import VERBS

PREFACE = re.compile(
    r"^(?:(?:okay|ok|well|oh|so|yes|yeah|right|and|please|now|actually|sorry|hey|aloud|also|then|thanks|thank you|i mean|i said"
    r"|(?:no|nope|nah)(?: thanks| thank you| wait| sorry| please)*) )+"
)
"""May stand before a wish, and says nothing of it."""
NEXT_WISH = re.compile(
    rf" (?:and|then|also|plus) (?:(?:then|also|please|afterwards|after that) ){{0,4}}(?=(?:{'|'.join(sorted(BEGINS))})\b)"
)
"""Where what is wanted next begins in the same clause."""
_NEXT = re.compile(
    "(?:(?:and|then|also|please|so) )*"
    "(?:"
    rf"(?:{'|'.join(sorted(IMPERATIVES))})\b"
    r"|(?:who|what|whose|which|how) (?!knows|do i know|(?:i|we|he|she|they|an?) )\w"
    r"|(?:when|where) (?:is|was|are|were|did|does|do) \w"
    r"|(?:is|are|does|did|has|have|can|could|will|would) (?!you$|what|how|why|all)\w"
    ")"
)
"""How a clause begins in which something else is wanted, or asked."""
_OF_IT = re.compile(r" (?:it|this|that|these|those|them)$")
NAMED_PLACES = frozenset(action for action, its in ON_MAILS.items() if its.place is not None)
"""What is done with a label, a folder or a time, which says nothing of the mail."""
_MAY_BE_LATER = frozenset({MailAction.SNOOZE, MailAction.SEND, MailAction.SEND_LATER, MailAction.UNDO})
_NEEDS_A_MAIL = ON_MAILS.keys() - {MailAction.LABEL}
_DENIED_BARE = re.compile(r"^(?:no|nope|nah) (?:wait |sorry |please )*(?:[\w']+(?: please)?$|\w+ing\b)")
_WANTED_OF_MAIL = (*ON_MAILS, MailAction.UNDO, MailAction.UNSUBSCRIBE)
_DENYING = re.compile(r"\b(?:(?:do|did|does|would|can|could|must) not|not|never|rather than|instead of)\b")

ASKS_FOR = {action: re.compile("|".join(rf"(?:^|\b)(?:{each})\b" for each in verb.request.words)) for action, verb in VERBS.items()}
"""The words that ask for an action, if nothing else in the line speaks against it."""


def verb_at(clauses: Sequence[str], place: int, action: MailAction) -> int | None:
    """Where in this clause the verb stands that asks for the action; None if nothing in it does."""
    clause = clauses[place]
    if (
        (place and denies(clauses[place - 1]))
        or scoffs(" ".join(clauses[:place]))
        or any(speaks_against(action, each) for each in clauses[:place])
        or not all(leads_on(each, is_wanted=_is_wanted) for each in clauses[:place])
    ):
        return None
    intent = PREFACE.sub("", clause)
    for match in ASKS_FOR[action].finditer(intent):
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
    joined = NEXT_WISH.search(behind)
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
    leads = (_DENYING.sub("", clause[: found.start()]) for verb in _WANTED_OF_MAIL if (found := ASKS_FOR[verb].search(clause)) is not None)
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
    *led, own = NEXT_WISH.split(f" and {before}{first}")
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
