"""What words mean right after something was noted, or was told to be known: "forget that", "that's wrong, it is the last Thursday"."""

import re

from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.commands import CommandKind
from briefing.understanding.small_talk import SmallTalk
from briefing.understanding.understanding import Understanding
from briefing.words import split_words
from session.call import Call
from session.skills.team.remembering import spoken_of

_THAT_NOTE = re.compile(
    r"(?:no |please |okay |oh )*(?:(?:delete|remove|erase|scrap|drop|forget|discard) (?:that|this|the|my|your)(?: last)?"
    r" (?:note|memory|fact)|(?:do not|don t) (?:remember|note|keep) (?:that|it|this)|forget what i (?:just )?(?:said|told you))"
    r"(?: again| please)*"
)
_MAY_BE = frozenset({CommandKind.CANCEL, CommandKind.NO})


def about_what_was_noted(call: Call, said: Understanding) -> TeamAsk | None:
    """Only where nothing else is open that they could be about."""
    if call.dialogue.offer is not None or call.dialogue.awaits is not None or call.acting.draft is not None or not spoken_of(call):
        return None
    if (said.command is None or said.command.kind in _MAY_BE) and said.corrected and len(spoken_of(call)) == 1:
        return TeamAsk.CORRECT
    if _THAT_NOTE.fullmatch(" ".join(split_words(said.words))):
        return TeamAsk.FORGET
    is_bare = said.small_talk is SmallTalk.NEVER_MIND or (said.command is not None and said.command.kind is CommandKind.CANCEL)
    return TeamAsk.FORGET if is_bare and "forget" in split_words(said.words) else None
