"""Utterances that nearly are a plain command: what the user probably wants, though it is not certain enough to be done."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from briefing.understanding.command_grammar.command_leads import starts
from briefing.understanding.command_grammar.command_words import Heard
from briefing.understanding.verbs.table import VERBS


class NearIntent(StrEnum):
    """What a near command is about."""

    GET_RID_OF_IT = "get rid of it"
    PUT_IT_OFF = "put it off"
    CHANGE_SEVERAL = "change several"


@dataclass(frozen=True, slots=True)
class NearCommand:
    """`verb` is the user's own first word."""

    intent: NearIntent
    verb: str


_BEGINNINGS: Mapping[tuple[str, ...], NearIntent] = {
    ("get", "rid", "of"): NearIntent.GET_RID_OF_IT,
    ("not", "now"): NearIntent.PUT_IT_OFF,
    ("later",): NearIntent.PUT_IT_OFF,
}
_MANY = frozenset({"all", "them", "both", "two", "three", "four", "five", "ones", "those", "these", "and", "everything", "rest"})
_DONE_TO_MAILS = frozenset(word for verb in VERBS.values() if verb.many for word in verb.bare)


def near_command(heard: Heard | None) -> NearCommand | None:
    """The command that the words are near to, if any."""
    if heard is None:
        return None
    for start in starts(heard.words):
        words = heard.words[start:]
        if words and words[0] in _DONE_TO_MAILS and not _MANY.isdisjoint(words):
            return NearCommand(NearIntent.CHANGE_SEVERAL, words[0])
        for beginning, intent in _BEGINNINGS.items():
            if words[: len(beginning)] == beginning and len(words) <= len(beginning) + 3:
                return NearCommand(intent, words[0])
    return None
