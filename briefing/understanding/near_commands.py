"""Utterances that nearly are a plain command: what the user probably wants, though it is not certain enough to be done."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from briefing.understanding.command_grammar.command_leads import starts
from briefing.understanding.command_grammar.command_words import Heard
from briefing.understanding.commands import CommandKind, PlainReading
from briefing.understanding.times.put_first import is_time, time_first, time_last
from briefing.understanding.verbs.table import VERBS


class NearIntent(StrEnum):
    """What a near command is about."""

    GET_RID_OF_IT = "get rid of it"
    PUT_IT_OFF = "put it off"
    CHANGE_SEVERAL = "change several"
    AT_ANOTHER_TIME = "at another time"
    HOW_TOLD = "how told"


@dataclass(frozen=True, slots=True)
class NearCommand:
    """`verb` is the user's own first word; for another time, all words but the time."""

    intent: NearIntent
    verb: str


_BEGINNINGS: Mapping[tuple[str, ...], NearIntent] = {
    ("get", "rid", "of"): NearIntent.GET_RID_OF_IT,
    ("not", "now"): NearIntent.PUT_IT_OFF,
    ("later",): NearIntent.PUT_IT_OFF,
}
_MANY = frozenset({"all", "them", "both", "two", "three", "four", "five", "ones", "those", "these", "and", "everything", "rest"})
_BEGINS_HOW = re.compile(
    r"(?:only|just|no|nothing|less|more|keep|make|be|begin|start|stop|skip|leave|spare me|go|run|talk|speak|sort|order"
    r"|(?:read|tell|give|play|show) (?:me|it|them|everything|all|each|every)|i (?:only|just|want|prefer|would)"
    r"|you (?:do not need|need not))\b"
)
_TOLD_HOW = frozenset("""
    short shorter brief briefly briefer long longer detail details detailed summary summaries sentence sentences headline headlines subjects
    gist minute minutes seconds order sorted oldest newest first urgent important newsletters marketing advertising adverts automated
    each every people humans persons slowly quickly wordy asking questions pauses
""".split())  # fmt: skip  # noqa: SIM905 - words of one kind
"""What a line has that begins so and is about how, or of which mails, the user wants to be told."""
_DONE_TO_MAILS = frozenset(word for verb in VERBS.values() for word in verb.bare)
_DONE_AT_ONCE = frozenset({CommandKind.CHANGE, CommandKind.BULK, CommandKind.UNSUBSCRIBE, CommandKind.UNDO, CommandKind.SEND,
    CommandKind.REPLY, CommandKind.REPLY_ALL, CommandKind.FORWARD})  # fmt: skip

_TAKES_TIME = frozenset({CommandKind.IN_TIME, CommandKind.HOLD_ON})


def near_command(heard: Heard | None) -> NearCommand | None:
    """The command that the words are near to, if any."""
    if heard is None:
        return None
    if later := wanted_later(heard):
        return NearCommand(NearIntent.AT_ANOTHER_TIME, later)
    for start in starts(heard.words):
        words = heard.words[start:]
        if words and words[0] in _DONE_TO_MAILS and not _MANY.isdisjoint(words):
            return NearCommand(NearIntent.CHANGE_SEVERAL, words[0])
        for beginning, intent in _BEGINNINGS.items():
            if words[: len(beginning)] == beginning and len(words) <= len(beginning) + 3:
                return NearCommand(intent, words[0])
        if _BEGINS_HOW.match(" ".join(words)) and not _TOLD_HOW.isdisjoint(words):
            return NearCommand(NearIntent.HOW_TOLD, words[0])
    return None


def wanted_later(heard: Heard | None) -> str:
    """What is wanted at another time than now and is only done at once: "delete it" of "in five minutes, delete it"; else empty."""
    if heard is None:
        return ""
    for start in starts(heard.words):
        words = heard.words[start:]
        for _, rest in chain(time_first(words), time_last(words)):
            command = PlainReading(" ".join(rest), verbatim=True).command
            if command is not None and command.kind in _DONE_AT_ONCE and not command.when:
                return " ".join(rest)
    return ""


def may_be_later(clauses: Sequence[PlainReading]) -> bool:
    """Whether one of several wishes may as well be when another is to be done: "in five minutes, delete it", "tomorrow. archive it"."""
    wanted = any(clause.command is not None and clause.command.kind in _DONE_AT_ONCE for clause in clauses)
    return wanted and any(is_when(clause) for clause in clauses)


def is_when(clause: PlainReading) -> bool:
    """Whether it says when something is wanted, though it may be a command as well: "in five minutes", "give me an hour"."""
    command, words = clause.command, clause.heard.words if clause.heard is not None else ()
    if command is None:
        return bool(words) and is_time(words)
    return command.kind in _TAKES_TIME and words[0] in {"in", "within", "give"}
