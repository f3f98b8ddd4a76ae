"""What may stand around a command, and what must not stand in its free part.

Politeness is common to all commands, so it is one table here instead of a variant of each phrase. Each lead has a kind, because not
all of them leave a command as certain as it was: "can I archive it" asks for advice where "archive it" does not.
"""

import re
from collections.abc import Mapping
from enum import StrEnum

from briefing.understanding.verbs.table import VERBS as VERBS_OF_MAIL


class Lead(StrEnum):
    """What may stand before a command."""

    FILLER = "filler"
    REQUEST = "request"
    PERMISSION = "permission"
    CONFIRMATION = "confirmation"
    CORRECTION = "correction"
    DELAY = "delay"


LEADS: Mapping[Lead, tuple[str, ...]] = {
    Lead.FILLER: (
        "cheers|ugh|whoa|oh (god|dear)|ta|ooh|oooh|wow|aha|phew|righto|blimey",
        "okay|all right|right|well|so|oh|now|please|just|actually|also|sorry|oops|kindly|(okay|all right|well|right) then",
        "(hi|hello|hey) [there]|aloud|(hey|okay|hi) allowed|[good] (morning|afternoon|evening)",
        "good|great|cool|fine|perfect|nice|lovely|excellent|interesting|got it|i see|understood|thanks|thank you",
        "(that is|it is|this is) (good|fine|great|perfect|right|okay|all right)|[it|that] (looks|sounds) (good|great|fine|right)|all good",
        "i am happy with (it|that)|good to go|that works|very good|oops|on second thought",
        "you know what",
    ),
    Lead.REQUEST: (
        "(could|can|would|might) you|[it is] time to|[i think] (you|we) (can|may|could|might as well)",
        "go ahead [and]|go on [then|and]|come on [then]",
        "[would you] (do me a favor|do me a favour|be so kind|be so good|be a (dear|love|star|angel)) (and|as to|to)|why do not you",
        "[it] would be <kind> [of you] if you [(could|would)]|i would (appreciate it|be [so|very|most] <glad>) if you [(could|would)]",
        "please to|(would|do) you kindly|i wish [that] you [would]|i (must|have to) ask you to|feel free to|you are (free|welcome) to",
        "[you (had|would)] better|i am happy for you to",
        "(i would|id) like [you] to|i (want|need) [you] to|let us|[kindly] do the needful [and]",
    ),
    Lead.PERMISSION: (
        "(can|could|may) (i|we)|shall we|let me|(can|could|would) you [maybe|please] tell me|i (want|need|would like) to know",
    ),
    Lead.CONFIRMATION: ("yes|yeah|yep|yup|sure",),
    Lead.CORRECTION: (
        "<no> [thanks|thank you|wait|sorry]|no i said|[no] i (mean|meant)|wait no|sorry (no|i (mean|meant))|oh no|[or|no] rather",
    ),
    Lead.DELAY: ("wait|hold on|not now|never mind",),
}

TAILS: tuple[str, ...] = (
    "please|now|right now|right away|then|okay|all right|already|actually|as well|also|aloud|quickly|real quick|for me|for now|instead",
    "straight away|at once|immediately|if (possible|it is (no|not too much) (trouble|bother))|much obliged",
    "(there is|that is) a (dear|love|good (chap|fellow))",
    "(thanks|cheers) (mate|man|love|dear|buddy)|cheers|ta|if you would|if you could|if you do not mind|so i (remember|do not forget) [it]",
    "(we are|i am) (good|done) [with (it|this|that)]|done with (it|this|that)|all good|that is (it|all|done)",
    "if you would be so kind|thanks|thank you|thanks a lot|many thanks|thank you (very|so) much|(would|could|will) you",
)

RETRACTIONS = frozenset({"no", "nope", "nah", "mean", "meant", "rather", "actually"})
"""A correction between two commands takes the first one back only if it holds one of these: "archive it, no, flag it"."""


PLAIN_RETRACTIONS = frozenset({"mean", "meant", "rather", "actually"})
"""Words that can only take something back: behind them even a bare verb is what is wanted ("archive, I mean skip")."""

BARE_AFTER_NO = frozenset({"next", "back", "previous", "continue", "stop", "wait", "again", "slower", "faster", "goodbye", "bye",
    "undo", "cancel", "shorter", "longer"})  # fmt: skip
"""Single words that are a command behind a "no". "No skip", "no repeat" and "no pause" may be what is *not* wanted."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DANGLING = _words(
    "the a an my your our to as and or but if from for of about with in on into by at then number called every each all any except besides"
)
"""Words after which a command has not come to its end."""

VERBS = _words("""
    bin toss chuck dump ditch remove star archive flag unflag mark skip
    move send put go jump switch take bring open read play show give search find add use make
    delete reply forward snooze label tag throw trash remind postpone undo replace change restore only stick leave
""")
"""First words of commands that take an object: with a dangling word at the end they are unfinished, whatever stands between."""

_BARE = frozenset(word for verb in VERBS_OF_MAIL.values() for word in verb.bare)

OPEN_ENDED = frozenset(
    {
        *_BARE,
        *(f"{word} all" for word in _BARE),
        *("skip", "skip over", "snooze", "snooze it", "snooze this", "snooze that"),
        *("reply", "answer", "forward", "forward it", "forward this", "forward that", "send", "remind me", "remind me of this"),
        *("reply to all", "reply all", "write a mail", "write a new mail", "schedule it", "who", "what", "when", "who else"),
    }
)
"""Commands that often go on after a breath: "archive ... the second one", "skip ... no, go back", "snooze it ... until monday". By
themselves they mean this mail, or leave something to be asked for."""

TAKES_ANOTHER_OBJECT = _BARE
"""Verbs whose object alone may be corrected: "archive it, no, the second one"."""

NOT_IN_A_TARGET = _words("""
    i me you he she it him her we us they them my your his its our their this that these those one ones sender
    someone everyone everybody anybody nobody everything anything something all any every both none sure out
    is are was were be been being has have had having do does did can could would should will shall may might must not never no yes
    and or but if then because when while unless until before after so than as actually rather what who which where why how whether maybe
    today yesterday tomorrow tonight monday tuesday wednesday thursday friday saturday sunday morning afternoon evening night week
    month year ago earlier later last next previous current other another same different wrong most first now again in here there
    archive archived flag flagged unflag mark skip skipped read delete deleted reply forward send tell says said
    mail mails email emails message messages inbox topic topics vip vips keyword keywords
""")
"""Words that make of a name or a description a sentence, a second intent, or a mail that only a model can find."""

NAMES = frozenset({"mark", "may", "will"})
"""Words of that set that are also first names: a target may begin with one."""

NOT_IN_WHO = _words(
    "trash bin rubbish spam junk garbage saying say telling tell note comment words about regarding because forward reply send write"
    " archive delete copy cc bcc blind off away along over back basically okay right oh like well so actually literally honestly"
    " anyway yeah"
)
"""Words that are no part of a name or an address, also of one that is spelled."""

GOES_ON_WITH_A_VERB = re.compile(
    r"\b(?:will|would|shall|should|can|could|must|may|might|to|please|let|do|does|did|help)\b|n['\u2019]t\b|['\u2019](?:ll|d)\b"
    r"|\b(?:i|we|you|they)\b(?!['\u2019 ](?:m|am|re|are|was|were|ve|have|had|agree|like|love|know|understand"
    r"|hope|think|accept|appreciate)\b)",
    re.IGNORECASE,
)
"""In a text: what an "and" with a bare verb behind it may go on with: "I will sign it and delete the old one"."""
