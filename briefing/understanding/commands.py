"""Instant commands: plain utterances are recognised here, without a model.

The whole utterance must be one of the phrases in `command_phrases` after hesitations and politeness are removed; a match of a part never
counts. So an utterance with a negation, a condition, a second intent or another mail does not match and goes to the model. Searching for
patterns inside the text would be shorter, but would find "archive it" in "please don't archive it".

    utterance --hear--> words --take off politeness--> phrase --look up--> Command

Only dictated text has an open end: see `dictation`. A few rules look beyond the phrase, because a change to a mailbox must not depend on
one syllable: see `certainty`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from briefing.mail_action import MailAction
from briefing.understanding import confirmation
from briefing.understanding.command_grammar import fillers
from briefing.understanding.command_grammar.certainty import CHANGES_MAIL, is_certain
from briefing.understanding.command_grammar.command_forms import ANSWERED, EXACT, numbered, with_free_words
from briefing.understanding.command_grammar.command_frame import (
    OPEN_ENDED,
    PLAIN_RETRACTIONS,
    RETRACTIONS,
    TAKES_ANOTHER_OBJECT,
    VERBS,
    Lead,
)
from briefing.understanding.command_grammar.command_leads import VOCABULARY, cores, ends, is_beginning, starts
from briefing.understanding.command_grammar.command_phrases.examples import EXAMPLES
from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind, command_of
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.command_grammar.command_words import Heard, hear
from briefing.understanding.command_grammar.dictated.dictation import Dictation
from briefing.understanding.command_grammar.dictated.worded_for_them import worded
from briefing.understanding.command_grammar.free_words import phrase
from briefing.understanding.command_grammar.named_mails import in_other_words
from briefing.understanding.command_grammar.team_words.for_the_team import for_the_team, is_begun
from briefing.understanding.command_grammar.team_words.told_facts import corrected
from briefing.understanding.hearing.misheard import Misheard, as_replies, misheard
from briefing.understanding.intent_words import changes_a_mail
from briefing.understanding.times.put_first import with_time_behind, with_time_put_right
from briefing.words import split_words

__all__ = ["EXAMPLES", "Command", "CommandKind", "PlainReading", "command_of"]

_Reading = tuple[Command, frozenset[Lead]]
LONGEST_LINE = 4_000
"""Characters of one line of the user: five minutes of speaking. No grammar sees a longer one."""
_DOUBLED = VOCABULARY | confirmation.VOCABULARY
_BREAKS = re.compile(r"[,.;:!?]\s+\S|\w-\w|[`\"*<>]|(?<!\w)'")


@dataclass(frozen=True)
class PlainReading:
    """A typed or transcribed line as a plain command. Nothing of it raises."""

    words: str = field(repr=False)
    verbatim: bool = field(default=False, kw_only=True)
    """Taken as it stands: written in peace, as a mail is, or a part of a line, which is misheard as a whole or not at all."""

    @property
    def command(self) -> Command | None:
        """The command that the line plainly is while nothing is offered, or none."""
        return self._heard_as or self._plain[0]

    @property
    def answer(self) -> Command | None:
        """The same while a yes-or-no question was just put to the user: only then is there a `YES` or a `NO`, "go on" is a yes, and "yes,
        archive it" is none, because the yes may belong to the question."""
        return self._heard_as or self._plain[1]

    @cached_property
    def misheard(self) -> Misheard | None:
        """What was probably said, where the words mean nothing as they stand: "achieve it"."""
        command, answer = self._plain
        if (heard := self.heard) is None or self.verbatim or answer != command or _BREAKS.search(self.words) or heard.trails_off:
            return None
        capitals = split_words(" ".join(word for word in self.words.split()[1:] if word[0].isupper()))
        return misheard(heard.words, {*capitals}.intersection(heard.words) - {"i"}, self._read, command)

    @property
    def _heard_as(self) -> Command | None:
        return self.misheard.command if self.misheard and self.misheard.is_sure else None

    @cached_property
    def heard(self) -> Heard | None:
        """The line as words; none if it is too long."""
        return hear(self.words, vocabulary=_DOUBLED)

    @cached_property
    def is_incomplete(self) -> bool:
        """Whether a command has begun whose end is still to come: "archive the", "mark it as", "could you", "reply that", "send it to".

        So is one that often goes on ("archive", "skip") and one that is being taken back ("next, no"); any other command is complete,
        unless the voice trails off after it.
        """
        heard = self.heard
        if heard is None:
            return self._dictation.is_begun
        if heard.trails_off or not heard.words:
            return heard.trails_off
        words = heard.words[self._taken_back :]
        begins = starts(words)
        if any(phrase(words[start:]) in OPEN_ENDED for start in begins) or (self._taken_back and len(words) in begins):
            return True
        if self._plain[1] is not None:
            return False
        if len(words) in begins:
            return not begins[len(words)].isdisjoint({Lead.REQUEST, Lead.PERMISSION})
        return any(is_beginning(words[start:]) for start in begins) or self._dictation.is_begun or is_begun(self.words)

    @cached_property
    def named_time(self) -> str:
        """The time that was named when one was asked for, as a `Command` has it; empty if the answer is no time or says more."""
        if self.heard is None:
            return ""
        asked = replace(self.heard, words=("snooze", "it", *self.heard.words))
        command = next((command for command, _ in (*_commands(asked), *_corrected(asked, _retraction(asked)))), None)
        return command.when if command is not None and command.action is MailAction.SNOOZE else ""

    @property
    def dictates(self) -> bool:
        """Whether the words begin like a mail whose text is dictated, wherever that text ends."""
        return self._dictation.is_to_somebody

    @property
    def has_to_be_worded(self) -> bool:
        """Whether they tell somebody what only a model can put into words: "tell Ruth that she can have it"."""
        return self._dictation.has_to_be_worded

    @cached_property
    def worded_for_them(self) -> Command | None:
        """What changing persons makes a text of: "tell Ruth that she can have it" is "You can have it"."""
        return worded(self.words, _is_intent)

    @property
    def behind_dictation_head(self) -> str:
        """What follows words that begin a dictation, text or not; empty where none begins."""
        return self._dictation.behind_head

    @property
    def text_is_announced(self) -> bool:
        """Whether what follows stands behind a "that" or "saying"."""
        return self._dictation.is_announced

    @property
    def corrected(self) -> str:
        """What is right instead, where the words deny what was told: "that's wrong, it is the last Thursday"; else empty."""
        return corrected(self.words)

    @cached_property
    def _plain(self) -> tuple[Command | None, Command | None]:
        readings = self._readings()
        plain = next(readings, None)
        answer = _answer(self.heard) if self.heard is not None else None
        if answer is not None or plain is None:
            return plain and plain[0], answer
        certain = next((command for command, leads in chain([plain], readings) if Lead.CONFIRMATION not in leads), None)
        return plain[0], certain

    def _readings(self) -> Iterator[_Reading]:
        told, heard = tuple(for_the_team(self.words, _is_intent)), self.heard
        if any(command.target in {TeamAsk.LET_GO, TeamAsk.REMEMBER, TeamAsk.FORGET} for command, _ in told):
            yield from told  # a worker or a team, and no mail of that name; a note, and no text of a mail, nor a mail about the same
        if self._dictation.is_brief:
            yield from self._dictated()
        if heard is not None:
            yield from _commands(replace(heard, words=fillers.without_calls_to_wait(heard.words, self._read)))
            yield from _commands(heard)
        yield from self._dictated()
        yield from told
        if heard is not None:
            yield from _corrected(heard, self._taken_back)
            yield from _with_free_words(_fluent(heard))
            timed = (
                _commands(replace(heard, words=words)) for words in chain(with_time_behind(heard.words), with_time_put_right(heard.words))
            )
            yield from (found for found in chain.from_iterable(timed) if found[0].when)

    def _dictated(self) -> Iterator[_Reading]:
        """What is dictated, without fillers in the words before the text; the text keeps its own."""
        if self._dictation.follows_a_wish(_is_intent) or self._dictation.is_taken_back:
            return
        found = self._dictation.command(_is_intent)
        fluent = (each for each in fillers.with_fewer_fillers(self.words) if self.words.endswith(Dictation(each).behind_head))
        lines = (*fluent, *(as_replies(self.words) if found is None and not self.verbatim else ()))
        for each in filter(None, (Dictation(line).command(_is_intent) for line in lines if line != self.words)):
            if found is None or (len(each[0].text) < len(found[0].text) and found[0].text.endswith(each[0].text)):
                found = each
        yield from filter(None, (found,))

    def _read(self, words: tuple[str, ...]) -> Command | None:
        return _command(replace(self.heard, words=words)) if self.heard is not None else None

    @cached_property
    def _dictation(self) -> Dictation:
        return Dictation(self.words)

    @cached_property
    def _taken_back(self) -> int:
        replied = hear(self._dictation.reply_of_no, vocabulary=_DOUBLED)
        return _retraction(self.heard, behind=len(replied.words) if replied is not None else 0) if self.heard is not None else 0


def _is_intent(words: str) -> bool:
    """Whether words that were dictated would be a wish of their own: a second intent, then, and no text."""
    if changes_a_mail(words):
        return True
    heard = hear(words, vocabulary=VOCABULARY)
    command = _command(heard) if heard is not None else None
    if command is None or (command.loosely and command.kind is CommandKind.FORWARD):  # "send Anna the contract" may be part of a text
        return False
    return command.meant not in _HARMLESS_IN_A_TEXT


def _answer(heard: Heard) -> Command | None:
    for words, leads in cores(heard.words):
        if leads <= {Lead.FILLER} and (answer := ANSWERED.get(phrase(words))):
            return answer
    return None


def _command(heard: Heard) -> Command | None:
    return next((command for command, _ in _commands(heard)), None)


def _commands(heard: Heard) -> Iterator[_Reading]:
    """The commands that all of the words may be, the likeliest first, each with the leads before it."""
    yield from _whole(heard)
    yield from _whole(_fluent(heard))
    yield from _with_free_words(replace(heard, words=fillers.without_certain_fillers(heard.words)))
    yield from _with_free_words(heard)


def _fluent(heard: Heard) -> Heard:
    return replace(heard, words=fillers.without_fillers(heard.words))


def _whole(heard: Heard) -> Iterator[_Reading]:
    for words, leads in cores(heard.words):
        command = EXACT.get(phrase(words)) or numbered(words)
        if command is not None and is_certain(command, words, leads, heard):
            yield command, leads


def _with_free_words(heard: Heard) -> Iterator[_Reading]:
    # Free words would take in the politeness behind them, so here all of that goes first.
    end = ends(heard.words)[-1]
    for start, leads in starts(heard.words).items():
        words = heard.words[start:end]
        command = with_free_words(words) or in_other_words(words)
        if command is not None and is_certain(command, words, leads, heard):
            yield command, leads


def _corrected(heard: Heard, taken_back: int) -> Iterator[_Reading]:
    """The second of two commands when the first, or its beginning, was plainly taken back: "next, no, go back"."""
    words = heard.words[taken_back:] if taken_back and "and" not in heard.words[:taken_back] else ()
    for start, leads in starts(words).items():
        intent = replace(heard, words=words[start:])
        if 0 < start < len(words) and leads <= {Lead.CORRECTION, Lead.FILLER}:
            for command, before in chain(_of_another_mail(heard.words[0], intent), _commands(intent)):
                # "no archive" may be what is *not* wanted, "I mean archive" may not
                if command.kind not in CHANGES_MAIL or len(intent.words) > 1 or not PLAIN_RETRACTIONS.isdisjoint(words[:start]):
                    yield command, before


def _of_another_mail(verb: str, intent: Heard) -> Iterator[_Reading]:
    """The first command with another object: "archive it, no, the second one"."""
    if verb in TAKES_ANOTHER_OBJECT:
        yield from _commands(replace(intent, words=(verb, *intent.words)))


def _retraction(heard: Heard, *, behind: int = 0) -> int:
    """Where a command, or the beginning of one, is taken back; 0 if it is not. One has begun in the first `behind` words, if any."""
    if RETRACTIONS.isdisjoint(heard.words):
        return 0
    places = (start for start in range(behind or 1, len(heard.words)) if _takes_back(heard.words[start:]))
    return next((start for start in places if behind or _has_begun(replace(heard, words=heard.words[:start]))), 0)


def _takes_back(words: tuple[str, ...]) -> bool:
    """Whether the words begin by taking something back, and not only by waiting: "no", "sorry, I mean"."""
    return any(end and not RETRACTIONS.isdisjoint(words[:end]) for end in starts(words))


def _has_begun(heard: Heard) -> bool:
    """Whether the words are a command, or begin like one."""
    if any(heard.words[start] in VERBS for start in starts(heard.words) if start < len(heard.words)):
        return True
    return _command(heard) is not None


_HARMLESS_IN_A_TEXT = frozenset({CommandKind.GOODBYE, CommandKind.HELP, CommandKind.PROGRESS, CommandKind.LOOK_UP,
    MailAction.REPORT_SPAM, CommandKind.ALL_AGAIN, CommandKind.REVISE})  # fmt: skip
"""What is meant by phrases that may also end a mail: "bye", "see you soon", "what is left"."""
