"""What people say for each instant command: the tables, by theme, and the small notation they are written in.

A reader can check the grammar here without reading any code. Each pattern is a list of words in the form that
`briefing.understanding.commands` brings an utterance into (lower case, no punctuation, contractions spelled out: "let's" is "let us"), in
which

    (a|b c)     stands for one of the alternatives,
    [a|b c]     for one of them or nothing,
    <class>     for an entry of `notation.CLASSES`,
    <nth> <n>   for one number, as in "third" and "three",
    {name}      for free words: at most one slot per pattern. `{words}` are some more, `{label}` names a folder or label, `{who}` a person
                or a spelled address, `{when}` a time to come, `{since}` one that is past, `{mails}` describes many mails.

The politeness around a command is not repeated here; it is in `command_frame`.
"""

from collections.abc import Mapping

from briefing.understanding.command_grammar.command_phrases import changing, navigating, talking, writing
from briefing.understanding.command_grammar.command_phrases.changing import BULK, UNDONE
from briefing.understanding.command_grammar.command_phrases.examples import EXAMPLES
from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind
from briefing.understanding.command_grammar.command_phrases.navigating import LAST, NAMED_TOPICS
from briefing.understanding.command_grammar.command_phrases.notation import LONGEST_TARGET, SYNONYMS, expand, expand_all
from briefing.understanding.command_grammar.command_phrases.talking import ANSWERS
from briefing.understanding.command_grammar.command_phrases.writing import DICTATED, REPLACED, REPLACED_BY, REVISIONS, SUBJECTS

PHRASES: Mapping[CommandKind, tuple[str, ...]] = {**navigating.PHRASES, **changing.PHRASES, **writing.PHRASES, **talking.PHRASES}
NUMBERED: Mapping[CommandKind, tuple[str, ...]] = {**changing.NUMBERED, **navigating.NUMBERED}
FREE: Mapping[CommandKind, tuple[str, ...]] = {**changing.FREE, **writing.FREE, **navigating.FREE, **talking.FREE}

__all__ = [
    "ANSWERS",
    "BULK",
    "DICTATED",
    "EXAMPLES",
    "FREE",
    "LAST",
    "LONGEST_TARGET",
    "NAMED_TOPICS",
    "NUMBERED",
    "PHRASES",
    "REPLACED",
    "REPLACED_BY",
    "REVISIONS",
    "SUBJECTS",
    "SYNONYMS",
    "UNDONE",
    "CommandKind",
    "expand",
    "expand_all",
]
