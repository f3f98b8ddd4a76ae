"""What the user states in a reply for later: "remember that Priya is my boss", "from now on no newsletters". It is remembered, and nothing
is done of it now."""

import re

from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.commands import CommandKind
from briefing.understanding.understanding import understand

_STATES = re.compile(
    r"(?:(?:please|and|also|so|oh|btw|by the way)\W+)*(?:from now on|in (?:the )?future|going forward|next time|as of (?:now|today)"
    r"|always|never(?! ?mind)|i (?:always|never|usually|generally|prefer))\b",
    re.IGNORECASE,
)
_FOR_LATER = re.compile(r"\b(?:from now on|in (?:the )?future|going forward|every time)[.!]*$", re.IGNORECASE)


def stated(words: str) -> str:
    """What is to be remembered, in the user's own words; empty for all else."""
    command = understand(words, verbatim=True).command
    if command is not None and command.kind is CommandKind.TEAM and command.target in {TeamAsk.REMEMBER, TeamAsk.FACT}:
        return command.text.strip()
    line = words.strip()
    return line if (_STATES.match(line) or _FOR_LATER.search(line)) and not line.endswith("?") else ""
