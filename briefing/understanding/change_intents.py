"""Whether the user's own words ask for a kind of change. Many wordings count; denials, questions and quotations do not.

This is not the grammar of instant commands. There, an uncertain utterance goes to a model, which calls a tool; here the words are checked
again before that tool may act. So a verb somewhere in a clause is enough, unless the clause denies it, asks about it, reports it or quotes
it, or a later clause takes it back. A wrong "no" costs one question; a wrong "yes" makes an unwanted change, which can be undone.
"""

import itertools
import re
from dataclasses import dataclass, field
from functools import cached_property

from briefing.mail_action import MOST_UNASKED, ON_MAILS, MailAction
from briefing.understanding.command_grammar.behind_a_verb import unsettles
from briefing.understanding.commands import CommandKind, PlainReading
from briefing.understanding.intent_words import (
    COMPLETES,
    NAMES_A_MAIL,
    RETRACTS,
    THE_OPEN_ONE,
    is_several,
    only_names,
)
from briefing.understanding.several_wishes.wishes import wishes
from briefing.understanding.verbs.asking_clause import ASKS_FOR, NAMED_PLACES, NEXT_WISH, PREFACE, verb_at
from briefing.understanding.verbs.clauses import asked_in, clauses_of
from briefing.words import letters, split_words

_WISH_ENDS = re.compile(rf"{NEXT_WISH.pattern}| (?:and )?(?:not (?:the|number|this|that|these|those|[\w.&-]+'s)|rather than|instead of)\b")
"""Where what is wanted next begins in the same clause, or on which mail it is not to be done: "the offer and not the contract"."""
_REQUESTED = re.compile(r"\b(?:can|could|would|will) you\b|\bwhy (?:not|do not|can not|could not)\b|\bplease\b|\bmind\b")
_IT = re.compile(r"\b(?:it|them|that|those)\b")
"""May mean what the line began with: "that application from Luca, put it into the archive"."""


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
        return self._commanded is action or ASKS_FOR[action].search(self._text) is not None

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
        return self.plain.command is not None and self.plain.command.kind in {CommandKind.LOOK_UP, CommandKind.ASK_MAILS}

    @cached_property
    def _is_dictated(self) -> bool:
        """Whether all may be a mail's text."""
        return self.plain.dictates and len(wishes(self.plain, PlainReading)) == 1

    def mails_meant(self, action: MailAction) -> int:
        """How many mails the words can mean at most: one for "it" and "the one from Anna". An undo may be of several, "this topic" too."""
        if action not in self._meant:
            several = action is MailAction.UNDO or self._describes_many(action) or is_several(self._mails_named(action))
            self._meant[action] = MOST_UNASKED if several else 1
        return self._meant[action]

    def _mails_named(self, action: MailAction) -> str:
        """The words that tell whether one mail is meant or several; of a plain command only a name that one mail or none must fit."""
        if self._named is None:
            return self.said_of(action)
        return f"the {self._named}" if self.plain.command is not None and self.plain.command.loosely else ""

    def mentions(self, label: str) -> bool:
        """Whether a label's or a folder's name, or a telling part of it, is among the words."""
        said = letters(self.plain.words)
        parts = [part for each in re.split(r"[\W_]+", label) if len(part := letters(each)) > 2]
        return any(part in said for part in parts or [letters(label)] if part)

    def names_a_mail(self, action: MailAction) -> bool:
        """Whether the words that ask for this say of which mail, and do not only mean the open one."""
        command = self.plain.command
        if command is not None and self._commanded is action and self._named is not None:
            return bool(self._named or command.ordinal)  # "all good, archive it" means the open one
        return re.search(NAMES_A_MAIL, re.sub(THE_OPEN_ONE, "it", self.said_of(action))) is not None

    def clause(self, action: MailAction) -> frozenset[str]:
        """The words, folded, that say on which mails: the clause that asks for this, or what a plain command for one names it by."""
        is_plain = self._named is not None and self._commanded is action
        return frozenset(split_words(self._named or "" if is_plain else self.said_of(action)))

    @cached_property
    def completes(self) -> bool:
        """Whether the words only say which mail, as the answer to "Which one do you mean?" does."""
        return re.search(COMPLETES, PREFACE.sub("", self._text)) is not None

    @cached_property
    def retracts(self) -> bool:
        """Whether the words may take back what the turn before asked for."""
        return re.search(RETRACTS, self._text) is not None

    def _asking(self, action: MailAction) -> tuple[int, int] | None:
        """The first clause that asks for this, by its place, and where in it the verb begins; None if it only asks a question."""
        for place in range(len(self._clauses)):
            verb = verb_at(self._clauses, place, action)
            if verb is not None:
                return None if self._is_asked(place, verb) else (place, verb)
        return None

    def _is_asked(self, place: int, start: int) -> bool:
        """Whether the clause with this wish is only a question, and not another wish that is joined to it."""
        if place not in self._asked_clauses or NEXT_WISH.search(self._clauses[place], start):
            return False
        before = self._clauses[place - 1] if place and place - 1 not in self._asked_clauses else ""
        return _REQUESTED.search(f"{before} {self._clauses[place]}") is None

    def _describes_many(self, action: MailAction) -> bool:
        return self.plain.command is not None and self.plain.command.kind is CommandKind.BULK and self._commanded is action

    def said_of(self, action: MailAction) -> str:
        """The words that ask for this, and those beside them that only say of which mail; of a plain command all words."""
        wish = self._asking(action) if self._commanded is not action else None
        if wish is None:
            return NEXT_WISH.split(self._text, 1)[0] if self._named == "" else self._text  # "and go to the next one" is of another
        place, verb = wish
        clause = self._clauses[place]
        end = _end_of_wish(clause, verb)
        begin = 0 if _IT.search(clause[verb:end]) else _begin_of_wish(clause, verb)
        said = [clause[begin:end]]
        if place and only_names(self._clauses[0]) and _IT.search(clause):
            said.insert(0, self._clauses[0])  # "that application from Luca, put it into the archive"
        if end == len(clause):
            said += itertools.takewhile(only_names, self._clauses[place + 1 :])  # "archive that one, the offer"
        return " ".join(said)

    def said_until(self, action: MailAction) -> str:
        """The words up to the end of the wish for this: what "it" in that wish may mean was said by then."""
        wish = self._asking(action) if self._commanded is not action else None
        if wish is None:
            return self._text
        place, verb = wish
        clause = self._clauses[place]
        return " ".join([*self._clauses[:place], clause[: _end_of_wish(clause, verb)]])

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


def _begin_of_wish(clause: str, verb: int) -> int:
    """Where the wish with its verb here begins, behind the "and" that joins it to another in the same clause."""
    return max((joins.end() for joins in NEXT_WISH.finditer(clause) if joins.end() <= verb), default=0)


def _end_of_wish(clause: str, verb: int) -> int:
    """Where the wish with its verb here ends: before what is wanted next, or at the end of the clause."""
    found = _WISH_ENDS.search(clause, verb)
    return len(clause) if found is None else found.start()
