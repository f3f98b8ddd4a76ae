"""Cuts a line into its wishes: "archive it and tell Bob" holds two, and each of them is understood by itself.

Cutting errs towards the whole line. A condition, an exception, a denial or a correction anywhere outside a plain command changes what
stands beside it, so such a line is one wish, which only a model can grant. Dictated text goes on to the end of the line; only "and then",
"then", "and also" or a full stop end it, and only where plain commands stand behind them, to the line's end.

    line --breaks--> pieces --join those that are one command--> clauses
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from briefing.understanding.command_grammar.behind_a_verb import unsettles
from briefing.understanding.command_grammar.command_frame import GOES_ON_WITH_A_VERB, VERBS
from briefing.understanding.command_grammar.command_leads import starts
from briefing.understanding.command_grammar.own_reasons import explained_by
from briefing.understanding.commands import CommandKind, PlainReading
from briefing.understanding.intent_words import changes_a_mail
from briefing.understanding.near_commands import may_be_later
from briefing.understanding.small_talk import SmallTalk, is_covered, small_talk
from briefing.understanding.wish_words import (
    WRITES_TO_SOMEBODY,
    asks_for_nothing,
    corrects,
    is_against,
    is_another_too,
    is_bare_denial,
    is_dictated,
    names_one_more,
    same_for_named,
    scoffs,
    spoils,
)

Line = TypeVar("Line", bound=PlainReading)

MOST_PIECES = 8  # a longer line is told, and no list of wishes
_JOINS = "and|then|also|plus|but|after that|afterwards"
_BREAK = re.compile(
    rf"(?:(?P<mark>(?:(?<!\s)\s++|(?<![,.;:!?\u2026\u2014\u2013]))[,.;:!?\u2026\u2014\u2013]++)\s+|(?<!\s)\s++)(?P<joins>(?:(?:{_JOINS})(?:,\s*+|\s++)(?=\S)){{1,8}})"
    rf"|(?P<alone>(?:(?<!\s)\s++|(?<![,.;!?\u2026\u2014\u2013]))[,.;!?\u2026\u2014\u2013]++)\s+(?=\S)",
    re.IGNORECASE,
)
_ENDS_A_SENTENCE = re.compile(r"[.;!?\u2026]")
_ENDS_DICTATION = re.compile(r"\b(?:then|also)\b", re.IGNORECASE)
_CHANGES_THE_REST = re.compile(
    r"\b(?:if|unless|except|apart from|besides|without|when|whenever|once|before(?:hand)?|because|since|whether|in case|as soon as"
    r"|otherwise|or|not|never|nobody|only|instead of|said|says|wrote|told me|asked)\b|n['\u2019 ]t\b"
    r"|^(?:no|nope|nah|wait|sorry|oops|hang on|hold on|stop|rather|i mean)\b|(?<!\bthe)(?<!\bvery) first\W*$",
    re.IGNORECASE,
)
"""In a clause that is no plain command: what stands beside it may not be meant as it stands."""
_ALL_BUT = re.compile(r"\b(?:anything|everything|all|nothing|whatever)\W+but\b", re.IGNORECASE)
_TAKES_BACK = frozenset({CommandKind.STOP, CommandKind.HOLD_ON, CommandKind.CANCEL, CommandKind.NO})
_STEPS, _MAY_EXPLAIN = frozenset({CommandKind.NEXT, CommandKind.BACK}), frozenset({CommandKind.TEAM, CommandKind.SEND})
_OTHER_IMPERATIVES = """
    tell say ask answer write let call check find look list report remind set keep leave copy cc send book pay unsubscribe block confirm
    accept decline thank invite remove start create explain translate count download print save schedule draft compose do
"""
_BEGINS_A_SENTENCE = """
    what who whose when where why how which is are was were does did has have had can could will would should may shall
    i we he she they there that if
"""
_DENIES = re.compile(r"\b(?:mean|meant|(?:is|was|are|were|looks) not|not (?:it|this|that)\b|wrong|mistake|slip|error)\b")
"""In what stands behind a change: it may be what was meant that is denied."""
IMPERATIVES = VERBS.union(_OTHER_IMPERATIVES.split())
BEGINS = IMPERATIVES.union(_BEGINS_A_SENTENCE.split())
_YES_OR_NO = re.compile(r"^(?:(?:and|so|well|but) )*(?:is|are|was|were|does|did|do|has|have|had|can|will)\b", re.IGNORECASE)
_ANSWERED = re.compile(
    r"^\W*(?P<answer>(?:no(?! (?:problem|one)\b)|nope|nah|yes|yeah|yep|yup|sure|of course|okay|ok)(?: (?:thanks|thank you|please))?)"
    r"(?P<mark>\s*[,.;:!\u2026\u2014\u2013-]+)?"
    rf"\s+(?P<joins>(?:(?:{_JOINS})(?:,\s*|\s+))*)(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_CALLED_OUT = re.compile(
    r"^(?:(?:oh|okay|ok|hey|uh|um)\W+)*(?:wait|hang on|hold on|hold it|stop|one moment|just a (?:moment|second|minute)|no)\b[\s,.;:!]*"
    r"(?:a (?:moment|second|minute)\b[\s,.;:!]*)?(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Generic[Line]):
    """A line that begins with a yes or a no. `joined`: the rest is another wish by its words; `contrasts`: it speaks against the answer."""

    first: Line
    rest: Line
    joined: bool
    contrasts: bool


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a line between two breaks. `joins` are the words that join it to the one before, `ends` the marks before those."""

    start: int
    end: int
    ends: str = ""
    joins: str = ""

    @property
    def ends_dictation(self) -> bool:
        """Whether a dictated text may end before it."""
        return bool(_ENDS_A_SENTENCE.search(self.ends) or _ENDS_DICTATION.search(self.joins))


def wishes(line: Line, read: Callable[[str], Line]) -> tuple[Line, ...]:
    """The clauses of a line, in order; the line itself where it is one. `read` understands a clause."""
    if is_covered(line) or scoffs(line):
        return (line,)
    cutting = _Cutting(line, tuple(_pieces(line)), read)
    return cutting.wishes() if 1 < len(cutting.pieces) <= MOST_PIECES else (line,)


def answered(line: Line, read: Callable[[str], Line]) -> Answered[Line] | None:
    """The yes or no with which a line begins, and the rest; none where there is no rest."""
    found = _ANSWERED.match(line.words)
    if found is None:
        return None
    joins = found["joins"].lower()
    return Answered(
        first=read(found["answer"]),
        rest=read(found["rest"]),
        joined=bool(joins or _ENDS_A_SENTENCE.search(found["mark"] or "")),
        contrasts="but" in joins,
    )


def ends(line: Line, read: Callable[[str], Line]) -> Iterator[Line]:
    """What a line ends in, the longest first: behind a "wait" or a "no" with which it begins, and behind each break."""
    if (called := _CALLED_OUT.match(line.words)) is not None:
        yield read(called["rest"])
    for piece in [*_pieces(line)][1:MOST_PIECES]:
        yield read(line.words[piece.start :])


def is_a_wish(line: PlainReading) -> bool:
    """Whether something is wanted, and not only taken back or commented on."""
    said = line.command or line.answer
    return (said is not None and said.kind not in _TAKES_BACK) if is_covered(line) else _begins_a_clause(line)


def in_pieces(line: PlainReading) -> bool:
    return any(True for _ in islice(_pieces(line), 1, None))


def depends(line: PlainReading) -> bool:
    """Whether the words set a condition or an exception, deny or correct."""
    return not is_covered(line) and _CHANGES_THE_REST.search(line.words) is not None


def _pieces(line: PlainReading) -> Iterator[_Piece]:
    words, start, marks, joins = line.words, 0, "", ""
    for found in _BREAK.finditer(words):
        if _ALL_BUT.search(words, 0, found.end()) and "but" in (found["joins"] or "").lower():
            continue  # it excepts what follows: "anything but archive it"
        if words[start : found.start()].strip():
            yield _Piece(start, found.start(), marks, joins)
            marks = joins = ""
        marks, joins, start = marks + (found["mark"] or found["alone"] or ""), joins + (found["joins"] or ""), found.end()
    if words[start:].strip():
        yield _Piece(start, len(words), marks, joins)


@dataclass(frozen=True, slots=True)
class _Cutting(Generic[Line]):
    """A line that is cut, with the function that understands its clauses."""

    line: Line
    pieces: tuple[_Piece, ...]
    read: Callable[[str], Line]

    def wishes(self) -> tuple[Line, ...]:
        found: list[Line] = []
        explains = _explains(reason := self._piece(0))
        behind = self._longest(1)[1] if explains else None
        if behind is not None and is_against(behind, reason):
            return (self.line,)
        is_of_it = behind is not None and behind.command is not None and behind.command.kind in explains
        at = start = 1 if (is_of_it or CommandKind.CHANGE in explains) and ":" not in self.pieces[1].ends else 0
        while at < len(self.pieces):
            end, clause = self._longest(at)
            leaves_out = any("but" in piece.joins.lower() for piece in self.pieces[end:])
            if clause is not None and found and not leaves_out and (same := same_for_named(found[-1], clause, joins=self.pieces[at].joins)):
                clause = self.read(same)
            elif clause is not None and found and (_is_afterthought(found[-1], clause) or self._says_again(at, found[-1], clause)):
                at = end
                continue
            if clause is None or not _goes_with(found[-1] if found else None, self.pieces[at], clause):
                return (self.line,)
            if found and corrects(clause) and found[-1].command is not None and found[-1].command.kind is CommandKind.CHANGE:
                found.pop()  # "archive it. sorry, flag it"
            if at == start == 1 and not (clause.command is not None and clause.command.kind in explains):
                return (self.line,)
            found.append(clause)
            at = end
        wanted = tuple(clause for at, clause in enumerate(found) if not asks_for_nothing(clause, found[at - 1 : at]))
        return wanted if wanted and not may_be_later(wanted) else (self.line,)

    def _says_again(self, at: int, last: PlainReading, clause: PlainReading) -> bool:
        """Whether it is the same change in other words, and no second one: "I didn't mean that, undo it", "archive it, yes, archive it"."""
        is_change = clause.command is not None and clause.command.kind in {CommandKind.UNDO, CommandKind.CHANGE}
        return is_change and clause.command == last.command and not self.pieces[at].joins

    def _longest(self, at: int) -> tuple[int, Line | None]:
        """The longest plain command that begins with this piece, and where the next one begins; else the piece alone.

        None where a text is dictated that may go on behind what would be its end.
        """
        first = self._piece(at)
        behind = self._piece(at + 1).command if at + 1 < len(self.pieces) else None
        if behind is not None and behind.kind in _STEPS and first.command is not None and first.command.kind is behind.kind:
            return at + 1, first  # said twice in a line they are two steps
        for end in range(len(self.pieces) if at else len(self.pieces) - 1, at, -1):
            clause = self.read(self._words(at, end))
            if is_covered(clause):
                goes_on = is_dictated(clause) and end < len(self.pieces) and not self._ends_dictation(end, clause)
                return end, None if goes_on else clause
        return at + 1, first

    def _piece(self, at: int) -> Line:
        return self.read(self._words(at, at + 1))

    def _words(self, start: int, end: int) -> str:
        """Those of the pieces from `start` to before `end`, with the question mark behind them: "archive it? what for"."""
        mark = "?" if end < len(self.pieces) and "?" in self.pieces[end].ends else ""
        return self.line.words[self.pieces[start].start : self.pieces[end - 1].end] + mark

    def _ends_dictation(self, at: int, clause: PlainReading) -> bool:
        """Whether the text of this clause ends before this piece: plain commands, or changes of mail, follow, and nothing else.

        Behind an "and" they do only where the text cannot go on with them: "Thursday is fine and archive ..." is no English.
        """
        text = clause.command.text if clause.command is not None else ""
        is_over = self.pieces[at].ends_dictation
        if not is_over and (not text or GOES_ON_WITH_A_VERB.search(text) is not None):
            return False
        while at < len(self.pieces):
            at, behind = self._longest(at)
            if behind is None or (not (is_over and behind.command is not None) and not _begins_anew(behind)):
                return False
        return True


def _begins_anew(clause: PlainReading) -> bool:
    """Whether it is a change of mail, or the text of another mail to somebody who is named."""
    if (command := clause.command) is not None:
        is_to_another = command.kind is CommandKind.WRITE and bool(command.who and command.text)
        return is_to_another or command.kind in {CommandKind.CHANGE, CommandKind.BULK}
    return changes_a_mail(clause.words) and _CHANGES_THE_REST.search(clause.words) is None


def _goes_with(last: PlainReading | None, piece: _Piece, clause: PlainReading) -> bool:
    """Whether this clause is a wish of its own behind the one before it, and leaves that as it is."""
    if last is None:
        return is_covered(clause) or _CHANGES_THE_REST.search(clause.words) is None
    if is_covered(clause):
        said = clause.command or clause.answer
        is_next = said is not None and said.kind is CommandKind.NEXT and "then" in piece.joins.lower()
        names_one = said is not None and said.kind in _STEPS | {CommandKind.JUMP_TO_MAIL} and names_one_more(clause) and not is_next
        denied = is_bare_denial(last) and not piece.ends_dictation  # "do not, archive it"
        if denied or (said is not None and (said.kind in _TAKES_BACK or names_one)) or spoils(last, clause):
            return False
        return small_talk(clause.heard) is not SmallTalk.NEVER_MIND and not (_is_yes_or_no(last) and "then" in piece.joins.lower())
    unsettled = clause.heard is not None and unsettles(" ".join(clause.heard.words))
    if unsettled or spoils(last, clause) or _CHANGES_THE_REST.search(clause.words) is not None:
        return False
    if is_another_too(clause):
        return True
    names_somebody = last.command is not None and last.command.kind in WRITES_TO_SOMEBODY and not is_dictated(last)
    return _begins_a_clause(clause) and not (names_somebody and "and" not in piece.joins.lower() and not piece.ends_dictation)


def _explains(clause: PlainReading) -> frozenset[CommandKind]:
    """What it only says the reason for, by what follows: "I don't need this one, bin it", "that can go, archive it"; else nothing."""
    may = not is_covered(clause) or (clause.command is not None and clause.command.kind in _MAY_EXPLAIN)
    return explained_by(clause.heard.words) if may and clause.heard is not None else frozenset()


def _is_afterthought(last: PlainReading, clause: PlainReading) -> bool:
    """Whether it only says why what stands before it is wanted: "archive it, I have read it", "hold on, someone is at the door"."""
    if last.command is not None and last.command.kind in {CommandKind.HOLD_ON, CommandKind.GOODBYE}:
        return last.command.kind in _explains(clause)
    is_change = last.command is not None and last.command.kind in {CommandKind.CHANGE, CommandKind.BULK}
    denies = clause.heard is None or _DENIES.search(" ".join(clause.heard.words)) is not None
    return is_change and CommandKind.CHANGE in _explains(clause) and not denies and not spoils(last, clause)


def _is_yes_or_no(clause: PlainReading) -> bool:
    """Whether it asks something that what follows may depend on: "is it from Anna? then archive it"."""
    is_fact = clause.command is not None and clause.command.kind is CommandKind.LOOK_UP
    return (is_fact or not is_covered(clause)) and _YES_OR_NO.match(clause.words) is not None


def _begins_a_clause(clause: PlainReading) -> bool:
    words = clause.heard.words if clause.heard is not None else ()
    return any(words[start] in BEGINS for start in starts(words) if start < len(words))
