"""How sure a transcription service was of what it heard, as one figure: the one place that decides what is doubtful.

LiveKit hands the figure on as the turn's `transcript_confidence`: the average over all transcripts of the turn. So what is sure has exactly
1.0, and a turn with any doubtful part in it has less.

The marks were measured with the local server's tiny.en, 35 commands, 16 other sentences, three dictations and 48 noises, by Piper, espeak
and two voices of flite; clean, by telephone, in pink noise at 10 and 0 dB and with three people talking at 10 and 3 dB; with the commands
as the prompt. With them, all four commands that were heard as another are doubtful, so are the one command and the 14 other texts that were
heard in noises and babble, and 29 of 39 that were misheard as no command; of the right ones 2 of 74 clean and 7 of 102 noisy ones are, and
none of 12 dictations. The same voices set the marks, so those of others may differ.

Then, with 288 other commands by two voices each of flite and espeak, in noise, babble and by telephone: the least probable word tells
hardly more than the average (where 56 % are right, 7 and 9 are heard as another), and three hypotheses or another prompt less. Asking back
what means nothing without the prompt would cost a third of what is right. Where that is plainly another command, it is mostly the right one
("Goodbye. Send it." for "do not send it", "read this" for "previous"), and asking back cost one right command of 162.

They hold for every service. OpenAI's could not be asked: its models are larger and surer of what is right, and a doubt too many costs a
question.
"""

import math
from dataclasses import dataclass, field

from briefing.understanding.command_grammar.command_phrases.kinds import Meant
from briefing.understanding.commands import CommandKind
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.understanding import understand

SURE = 1.0
MOST_IN_DOUBT = 0.5

LEAST_LOGPROB = -0.5
"""On average over the words. It does most: at -0.6 two of the wrong commands would pass (they had -0.53 and -0.54); at -0.4 another three
right ones would be doubted."""
MOST_NO_SPEECH = 0.3
"""Noise has more where it is heard at all, right ones 0.16 at most."""
MOST_COMPRESSION = 2.0
"""A transcript that repeats itself; others had 1.3 at most. None was among those measured, but it is known of Whisper."""
FOR_GOOD = frozenset({CommandKind.SEND, CommandKind.SEND_LATER, CommandKind.UNSUBSCRIBE})
"""What cannot be undone, as an answer with yes cannot: it must be heard without a prompt as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardSigns:
    """What a service tells of one transcript, of its worst part each; None for what it does not tell.

    `second` is what it heard without a prompt.
    """

    text: str = field(repr=False)
    second: str | None = field(default=None, repr=False)
    logprob: float | None = None
    no_speech: float | None = None
    compression: float | None = None


def confidence(signs: HeardSigns) -> float:
    """`SURE`, or at most `MOST_IN_DOUBT`."""
    improbable = signs.logprob is not None and signs.logprob < LEAST_LOGPROB
    no_speech = signs.no_speech is not None and signs.no_speech > MOST_NO_SPEECH
    repeats = signs.compression is not None and signs.compression > MOST_COMPRESSION
    if not (improbable or no_speech or repeats or _is_heard_otherwise(signs)):
        return SURE
    return MOST_IN_DOUBT if signs.logprob is None else min(MOST_IN_DOUBT, math.exp(signs.logprob))


def is_in_doubt(transcript_confidence: float | None) -> bool:
    """Whether any part of a turn was doubtful; a typed one has no confidence, and no part of it is."""
    return transcript_confidence is not None and transcript_confidence < SURE


def _is_heard_otherwise(signs: HeardSigns) -> bool:
    """Whether what was heard without a prompt speaks against it. Of most words the prompt makes more right than wrong."""
    if signs.second is None:
        return False
    heard, second = done_by(signs.text), done_by(signs.second)
    another = bool(heard and second) and heard != second
    return another or not heard & FOR_GOOD <= second or (agrees(signs.text) and not agrees(signs.second))


def done_by(words: str) -> frozenset[Meant]:
    """What its wishes are, as far as they are plain commands, whichever mails, people and times they name."""
    return frozenset(wish.command.meant for wish in understand(words).wishes if wish.command is not None)


def agrees(words: str) -> bool:
    """Whether they may be a yes to anything but the repeated command."""
    said = understand(words)
    may = said.command is None or said.command.kind in {CommandKind.GO_ON, CommandKind.SEND}
    return may and (said.confirmation() is Confirmation.YES or said.is_idle_yes)
