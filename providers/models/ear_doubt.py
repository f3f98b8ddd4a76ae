"""How sure a transcription service was of what it heard, as one figure: the rule that decides what is doubtful, and nothing else.

LiveKit hands the figure on as the turn's `transcript_confidence`: the average over all transcripts of the turn. So what is sure has exactly
1.0, and a turn with any doubtful part in it has less.
"""

import math
from dataclasses import dataclass, field

from briefing.understanding.commands import CommandKind
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.understanding import understand

SURE = 1.0
MOST_IN_DOUBT = 0.5

LEAST_LOGPROB = -0.9
"""On average over the words, of services that give no verdict of their own. Not measured: none could be asked."""
MOST_NO_SPEECH = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardSigns:
    """What a service tells of one transcript; None for what it does not tell.

    `second` is what it heard without a prompt, `doubtful` its own verdict.
    """

    text: str = field(repr=False)
    second: str | None = field(default=None, repr=False)
    doubtful: bool = False
    logprob: float | None = None
    no_speech: float | None = None


def confidence(signs: HeardSigns) -> float:
    """`SURE`, or at most `MOST_IN_DOUBT`."""
    improbable = signs.logprob is not None and signs.logprob < LEAST_LOGPROB
    no_speech = signs.no_speech is not None and signs.no_speech > MOST_NO_SPEECH
    if not (signs.doubtful or improbable or no_speech or _is_a_yes_heard_once(signs)):
        return SURE
    return MOST_IN_DOUBT if signs.logprob is None else min(MOST_IN_DOUBT, math.exp(signs.logprob))


def is_in_doubt(transcript_confidence: float | None) -> bool:
    """Whether any part of a turn was doubtful; a typed one has no confidence, and no part of it is."""
    return transcript_confidence is not None and transcript_confidence < SURE


def _is_a_yes_heard_once(signs: HeardSigns) -> bool:
    """Whether only the decode that had been told of a yes heard one. Of other words the prompt makes more right than wrong."""
    return signs.second is not None and _agrees(signs.text) and not _agrees(signs.second)


def _agrees(words: str) -> bool:
    """Whether they may be a yes to anything but the repeated command."""
    said = understand(words)
    may = said.command is None or said.command.kind in {CommandKind.GO_ON, CommandKind.SEND}
    return may and (said.confirmation() is Confirmation.YES or said.is_idle_yes)
