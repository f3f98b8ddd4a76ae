"""Cuts a line into its wishes: "archive it and tell Bob" holds two, and each of them is understood by itself.

Cutting errs towards the whole line. A condition, an exception, a denial or a correction anywhere outside a plain command changes what
stands beside it, so such a line is one wish, which only a model can grant. Dictated text goes on to the end of the line; "and then",
"then", "and also" or a full stop end it where plain commands stand behind them, to the line's end, and a mere "and" or comma where these
are what no text goes on with: "reply that I'm in and cc Eleanor".

    line --breaks--> pieces --join those that are one command--> clauses
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from briefing.understanding.command_grammar.command_frame import GOES_ON_WITH_A_VERB
from briefing.understanding.commands import CommandKind, PlainReading
from briefing.understanding.near_commands import may_be_later
from briefing.understanding.several_wishes.beside_a_wish import (
    STEPS,
    begins_anew,
    explains,
    goes_with,
    is_afterthought,
    is_imperative,
    may_be_of_the_text,
    says_how_it_goes,
)
from briefing.understanding.several_wishes.line_pieces import MOST_PIECES, Line, Piece, pieces_of
from briefing.understanding.small_talk import is_covered
from briefing.understanding.wish_words import asks_for_nothing, corrects, is_against, is_dictated, same_for_named, scoffs


def wishes(line: Line, read: Callable[[str], Line]) -> tuple[Line, ...]:
    """The clauses of a line, in order; the line itself where it is one. `read` understands a clause."""
    if is_covered(line) or scoffs(line):
        return (line,)
    cutting = _Cutting(line, tuple(pieces_of(line)), read)
    return cutting.wishes() if 1 < len(cutting.pieces) <= MOST_PIECES else (line,)


@dataclass(frozen=True, slots=True)
class _Cutting(Generic[Line]):
    """A line that is cut, with the function that understands its clauses."""

    line: Line
    pieces: tuple[Piece, ...]
    read: Callable[[str], Line]

    def wishes(self) -> tuple[Line, ...]:
        found = self._clauses()
        wanted = tuple(clause for at, clause in enumerate(found) if not asks_for_nothing(clause, found[at - 1 : at]))
        return wanted if wanted and not may_be_later(wanted) else (self.line,)

    def _clauses(self) -> list[Line]:
        """All that are wished, or ask for nothing; none where the line can only be understood as a whole."""
        reason = self._piece(0)
        explained = explains(reason)
        behind = self._longest(1)[1] if explained else None
        if behind is not None and is_against(behind, reason):
            return []
        is_of_it = behind is not None and behind.command is not None and behind.command.kind in explained
        is_reason = (is_of_it or CommandKind.CHANGE in explained) and ":" not in self.pieces[1].ends
        found: list[Line] = []
        at = start = 1 if is_reason else 0
        while at < len(self.pieces):
            end, clause = self._longest(at)
            last = found[-1] if found else None
            if clause is not None and last is not None:
                leaves_out = any("but" in piece.joins.lower() for piece in self.pieces[end:])
                same = "" if leaves_out else same_for_named(last, clause, joins=self.pieces[at].joins)
                if same:
                    clause = self.read(same)
                elif is_afterthought(last, clause) or self._says_again(at, last, clause):
                    at = end
                    continue
            if clause is None or not goes_with(last, self.pieces[at], clause):
                return []
            if last is not None and corrects(clause) and last.command is not None and last.command.kind is CommandKind.CHANGE:
                found.pop()  # "archive it. sorry, flag it"
            if at == start == 1 and not (clause.command is not None and clause.command.kind in explained):
                return []
            found.append(clause)
            at = end
        return found

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
        if behind is not None and behind.kind in STEPS and first.command is not None and first.command.kind is behind.kind:
            return at + 1, first  # said twice in a line they are two steps
        for end in range(len(self.pieces) if at else len(self.pieces) - 1, at, -1):
            clause = self.read(self._words(at, end))
            if is_covered(clause):
                goes_on = is_dictated(clause) and end < len(self.pieces) and not self._ends_dictation(at, end, clause)
                return end, None if goes_on else clause
        return at + 1, first

    def _piece(self, at: int) -> Line:
        return self.read(self._words(at, at + 1))

    def _words(self, start: int, end: int) -> str:
        """Those of the pieces from `start` to before `end`, with the question mark behind them: "archive it? what for"."""
        mark = "?" if end < len(self.pieces) and "?" in self.pieces[end].ends else ""
        return self.line.words[self.pieces[start].start : self.pieces[end - 1].end] + mark

    def _ends_dictation(self, start: int, at: int, clause: PlainReading) -> bool:
        """Whether the text of this clause, which begins with the piece `start`, ends before this piece: plain commands, or changes of mail,
        follow, and nothing else.

        Behind an "and" they do only where the text cannot go on with them: "Thursday is fine and archive ..." is no English, but "send me
        the plan and copy ..." is.
        """
        text = clause.command.text if clause.command is not None else ""
        is_over = self.pieces[at].ends_dictation
        if not is_over and (not text or GOES_ON_WITH_A_VERB.search(text) is not None):
            return False
        asks_them = any(is_imperative(self._piece(each)) for each in range(start + 1, at)) or is_imperative(self.read(text))
        while at < len(self.pieces):
            joins = self.pieces[at].joins
            at, behind = self._longest(at)
            if behind is None or (not (is_over and behind.command is not None) and not begins_anew(behind)):
                return False
            if says_how_it_goes(behind) and (asks_them or (not is_over and may_be_of_the_text(text, behind, joins=joins))):
                return False
        return True
