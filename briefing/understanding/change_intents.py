"""Whether the user's own words ask for a kind of change. Many wordings count; denials, questions and quotations do not.

This is not the grammar of instant commands. There, an uncertain utterance goes to a model, which calls a tool; here the words are checked
again before that tool may act. So a verb somewhere in a clause is enough, unless the clause denies it, asks about it, reports it or quotes
it, or a later clause takes it back. A wrong "no" costs one question; a wrong "yes" makes an unwanted change, which can be undone.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from briefing.mail_action import MOST_UNASKED, MailAction
from briefing.understanding.commands import CommandKind, PlainReading
from briefing.understanding.intent_words import (
    A_PLURAL,
    A_SINGLE_ONE,
    A_THING,
    ANOTHER_MAIL,
    COMPLETES,
    ENDS_OPEN,
    HARMLESS_NEGATIONS,
    NAMES_A_MAIL,
    NEGATIONS,
    NOT_AN_INTENT,
    OWN_TELLING,
    OWN_WORD_FOR_IT,
    RETRACTS,
    SEVERAL,
    TAKEN_BACK,
    THE_OPEN_ONE,
    TOLD,
)
from briefing.understanding.verbs.table import VERBS

LONGEST = 400
"""Characters. A longer line is dictation and not an intent to change a mail."""

_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u2032\u00b4\u0060\uff07", "'"))
_MARKS = '"\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a'
_QUOTED = re.compile(rf"[{_MARKS}][^{_MARKS}]*(?:[{_MARKS}]|$)|(?<!\w)'[^']*'(?!\w)")
_SPELLED = (
    (r"\bcan't\b|\bcannot\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"\b(do|does|did|is|are|was|were|has|have|had|could|should|would|must)nt\b", r"\1 not"),
    (r"n't\b", " not"),
    (r"\blet's\b|\blets\b", "let us"),
    (r"'m\b", " am"),
    (r"'re\b", " are"),
    (r"'ve\b", " have"),
    (r"'ll\b", " will"),
    (r"'d\b", " would"),
    (r"\b(that|it|he|she|what|there)'s\b", r"\1 is"),
    (r"\be-?mail|\bmale(?=s?\b)", "mail"),
    (r"\bgonna\b", "going to"),
    (r"\bwanna\b", "want to"),
    (r"-", " "),
    (r"\b(?:um+|uhm?|uhh|er|erm|ehm|hm+|mm+|ah|eh|you know)\b", ""),
)
_CLAUSE_ENDS = re.compile(r"[,;!?\u2026\u2014\u2013]|(?<!\.)\.++(?=\s|$)|\bbut\b|\bjust\b(?! \w+ed\b)|\binstead\b(?! of)")
_PREFACE = re.compile(
    r"^(?:(?:okay|ok|well|oh|so|yes|yeah|right|and|please|now|actually|sorry|hey|aloud|also|then|thanks|thank you|i mean|i said"
    r"|(?:no|nope|nah)(?: thanks| thank you| wait| sorry| please)*) )+"
)
_DENIED_BARE = re.compile(r"^(?:no|nope|nah) (?:wait |sorry |please )*[\w']+(?: please)?$")


_FOUND = {action: re.compile("|".join(rf"(?:^|\b)(?:{each})\b" for each in verb.request.words)) for action, verb in VERBS.items()}


@dataclass(frozen=True)
class ChangeIntents:
    """What changes of mail one line asks for."""

    plain: PlainReading
    _asked: dict[MailAction, bool] = field(default_factory=dict, init=False, repr=False, compare=False)

    def asks_for(self, action: MailAction) -> bool:
        """Whether the words ask that this be done to some mail, now. A plain command does, wherever a transcript puts its full stops."""
        if action not in self._asked:
            asked = not self._only_asks and any(_asks(self._clauses, place, action) for place in range(len(self._clauses)))
            self._asked[action] = asked or self._commanded is action
        return self._asked[action]

    @property
    def _only_asks(self) -> bool:
        """Whether all of it is a plain question: "is that one junk mail"."""
        return self.plain.command is not None and self.plain.command.kind is CommandKind.LOOK_UP

    def mails_meant(self, action: MailAction) -> int:
        """How many mails the words can mean at most: one for "it" and "the one from Anna". An undo may be of several, "this topic" too."""
        several = action is MailAction.UNDO or self._is_several or self._describes_many(action)
        return MOST_UNASKED if several else 1

    def mentions(self, label: str) -> bool:
        """Whether a label's or a folder's name, or a telling part of it, is among the words."""
        said = _letters(self.plain.words)
        parts = [part for each in re.split(r"[\W_]+", label) if len(part := _letters(each)) > 2]
        return any(part in said for part in parts or [_letters(label)] if part)

    @cached_property
    def names_a_mail(self) -> bool:
        """Whether the words say which mail, and do not only mean the open one."""
        return re.search(NAMES_A_MAIL, re.sub(THE_OPEN_ONE, "it", self._text)) is not None

    @cached_property
    def completes(self) -> bool:
        """Whether the words only say which mail, as the answer to "Which one do you mean?" does."""
        return re.search(COMPLETES, _PREFACE.sub("", self._text)) is not None

    @cached_property
    def retracts(self) -> bool:
        """Whether the words may take back what the turn before asked for."""
        return re.search(RETRACTS, self._text) is not None

    def _describes_many(self, action: MailAction) -> bool:
        command = self.plain.command
        return command is not None and command.kind is CommandKind.BULK and command.action is action

    @cached_property
    def _is_several(self) -> bool:
        if re.search(SEVERAL, self._text):
            return True
        return re.search(A_SINGLE_ONE, self._text) is None and re.search(A_PLURAL, self._text) is not None

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
        return _clauses(self.plain.words)


def _clauses(words: str) -> tuple[str, ...]:
    """The words as clauses, without what is quoted; each in the form in which `briefing.understanding.intent_words` is written."""
    if len(words) > LONGEST:
        return ()
    text = _QUOTED.sub(" ", unicodedata.normalize("NFKC", words).translate(_APOSTROPHES).lower())
    for written, spelled in _SPELLED:
        text = re.sub(written, spelled, text)
    clauses = (" ".join(re.sub(r"[^\w\s'&.]", " ", clause).split()) for clause in _CLAUSE_ENDS.split(text))
    return tuple(_without_stutter(clause) for clause in clauses if clause)


def _without_stutter(clause: str) -> str:
    return re.sub(r"\b([\w']{1,40}(?: [\w']{1,40})?)(?: \1\b){1,20}", r"\1", clause)


def _asks(clauses: Sequence[str], place: int, action: MailAction) -> bool:
    clause = clauses[place]
    if place and (re.search(ENDS_OPEN, clauses[place - 1]) or _is_telling(clauses[place - 1])):
        return False
    intent = _PREFACE.sub("", clause)
    for match in _FOUND[action].finditer(intent):
        before, behind = intent[: match.start()], " ".join([intent[match.end() :], *clauses[place + 1 :]]).strip()
        if place and not before and match[0].partition(" ")[0].endswith("ed"):
            continue  # "I read it, deleted it": only as the first words it is "delete it", misheard
        if not (_is_denied(before, clause, match[0]) or _is_another(intent, match, action) or _is_taken_back(behind, action)):
            return True
    return False


def _is_denied(before: str, clause: str, verb: str) -> bool:
    """Whether what stands before the action in its clause makes it no intent of the user's."""
    before = re.sub(HARMLESS_NEGATIONS, "", re.sub(OWN_TELLING, "", before))
    tells = re.search(r"\b(?:i|he|she|they|who|we)(?: (?:will|would|do|did|have|had|just))? $", before)
    if tells and not re.match(OWN_WORD_FOR_IT, verb):
        return True
    unwanted = (NEGATIONS, NOT_AN_INTENT, TOLD, A_THING, r"\bno $")
    return _DENIED_BARE.match(clause) is not None or any(re.search(each, before) for each in unwanted)


def _is_telling(clause: str) -> bool:
    """Whether a clause ends by announcing somebody else's words: "she said, archive it"."""
    return re.search(rf"{TOLD}(?: (?:me|us|you|that|to|him|her|them))*$", re.sub(OWN_TELLING, "", clause)) is not None


def _is_another(clause: str, match: re.Match[str], action: MailAction) -> bool:
    pattern = VERBS[action].request.unless
    found = re.finditer(rf"\b(?:{pattern})\b", clause) if pattern else ()
    return any(each.start() < match.end() and each.end() > match.start() for each in found)


def _is_taken_back(behind: str, action: MailAction) -> bool:
    if re.search(rf"\b(?:not|never) (?:\w+ )?(?:{'|'.join(each.lstrip('^') for each in VERBS[action].request.words)})\b", behind):
        return True
    found = re.search(TAKEN_BACK, behind)
    return found is not None and not re.search(ANOTHER_MAIL, behind[found.start() :])


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).lower()))
