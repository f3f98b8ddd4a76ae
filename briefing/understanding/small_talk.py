"""What people say that asks for nothing: thanks, okay, hello, never mind.

None of it is a command, so none of it is a yes, a no or a wish to anything that reads commands.
"""

from collections.abc import Mapping
from enum import StrEnum

from briefing.understanding.command_grammar.command_frame import Lead
from briefing.understanding.command_grammar.command_leads import cores
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.command_grammar.command_words import Heard
from briefing.understanding.commands import PlainReading


class SmallTalk(StrEnum):
    """What is said; `NEVER_MIND` lets go of what was asked for."""

    THANKS = "thanks"
    OKAY = "okay"
    HELLO = "hello"
    HOW_ARE_YOU = "how are you"
    ARE_YOU_THERE = "are you there"
    WHO_ARE_YOU = "who are you"
    SORRY = "sorry"
    NEVER_MIND = "never mind"
    THINKING = "thinking"
    VOLUME = "volume"


ASIDE = frozenset(
    {
        SmallTalk.THANKS, SmallTalk.OKAY, SmallTalk.HELLO, SmallTalk.HOW_ARE_YOU, SmallTalk.ARE_YOU_THERE, SmallTalk.WHO_ARE_YOU,
        SmallTalk.SORRY, SmallTalk.THINKING, SmallTalk.VOLUME,
    }
)  # fmt: skip
"""What is said beside a question, and leaves it as it is."""

_PHRASES: Mapping[SmallTalk, tuple[str, ...]] = {
    SmallTalk.THANKS: (
        "thank you|thanks [a lot|so much|very much]|many thanks|thank you [very|so] much",
        "(thanks|thank you) for (that|this|your help)",
        "[i] appreciate it|much appreciated|cheers|ta|you are (great|the best|very helpful)|well done|good job",
        "that (is|was) helpful|that helps",
    ),
    SmallTalk.OKAY: (
        "okay|all right|right|good|great|cool|fine|perfect|nice|lovely|excellent|interesting|got it|i see|understood",
        "noted|wow|very good",
        "(that|it|this) is (good|fine|great|perfect|right|okay|all right|nice|cool|interesting|good to know)|all good",
        "good to know|oh well",
        "(makes|that makes) sense|fair enough|no (problem|worries)",
        "i (know|understand|got it|got that|get it|heard (it|that|you))|exactly",
        "[that] sounds (good|great|fine)|that (works|will do)|i know that [already]|funny|awesome|amazing|wonderful",
        "brilliant|super",
    ),
    SmallTalk.HELLO: ("hello|hi|hey|aloud|(hello|hi|hey) (there|aloud)|good (morning|afternoon|evening|day)|nice to meet you",),
    SmallTalk.HOW_ARE_YOU: ("how are (you|things) [doing|feeling] [today]|how is it going|are you (well|okay|all right)",),
    SmallTalk.ARE_YOU_THERE: (
        "(can|do|did) you hear me|are you [still] (there|here|listening|with me|awake)",
        "is (anyone|anybody|somebody|someone) there|testing|test",
        "are you (listening|working)|do you (copy|understand|understand me)",
    ),
    SmallTalk.WHO_ARE_YOU: (
        "(who|what) are you|what is your name|do you have a name|who am i (talking|speaking|talk) to",
        "who is (talking|speaking|there)",
        "are you [a|an] (robot|machine|human|person|computer|bot|real|ai|a i|real person|human being|program)",
    ),
    SmallTalk.SORRY: ("sorry|i am [so] sorry|my (bad|mistake|fault)|excuse me|apologies|i apologize|sorry about that",),
    SmallTalk.NEVER_MIND: (
        "[it does|that does] never mind|forget (it|that|this|about (it|that))",
        "leave (it|that|this) [be|alone|as it is|for now|like that]",
        "no (thanks|thank you|need)|nothing|do not bother|it is nothing|drop it|let it (go|be)|it does not matter",
        "does not matter|not important",
        "i changed my mind|nothing (else|more|for now)|keep it [as it is]|just leave it",
        "(keep|leave|save) (it|that|this) (as|in|with) [a|the|my] (draft|drafts)|save (the|my|that) (draft|reply)",
        "do nothing [with (it|that|this)]|(leave|keep) <kept> (where it is|there|here|in (the|my) inbox|for now)|keep <kept>",
        "i will keep <kept>|(not|i am not) [really] interested [in (it|that|this)]|i do not care|whatever|not for me",
        "already (done|read|seen|answered|handled)|i have already (done|read|seen|answered|handled) <kept>",
    ),
    SmallTalk.THINKING: (
        "let me (think|see) [about (it|that)]|i am [still] thinking|i (have|need) to think [about (it|that)]|good question",
    ),
    SmallTalk.VOLUME: (
        "[talk|a bit|a little|much] (louder|quieter|more quietly|more loudly)|[talk] not so loud|volume (up|down)",
        "(turn|put) (the volume|the sound|yourself) (up|down) [a bit|a little]|turn (up|down) the (volume|sound) [a bit|a little]",
        "turn it up [a bit|a little]",
        "(you are|it is|that is) too (loud|quiet)|i can [hardly|barely] hear you",
    ),
}
_MEANT: Mapping[str, SmallTalk] = {phrase: talk for talk, patterns in _PHRASES.items() for phrase in expand_all(patterns)}


def small_talk(heard: Heard | None) -> SmallTalk | None:
    """What all of the words are, if they ask for nothing; "okay, thanks a lot" are thanks."""
    if heard is None or not heard.words:
        return None
    found = [_MEANT.get(" ".join(words)) for words, leads in cores(heard.words) if leads <= {Lead.FILLER, Lead.DELAY}]
    said = [talk for talk in found if talk is not None]
    return next((talk for talk in said if talk is not SmallTalk.OKAY), said[0] if said else None)


def is_covered(line: PlainReading) -> bool:
    """Whether every word is part of one command, one answer, or one phrase that asks for nothing."""
    return line.command is not None or line.answer is not None or small_talk(line.heard) is not None
