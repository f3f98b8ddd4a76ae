"""What is answered to words that ask for nothing: few words, and no question, so that nothing is opened by them.

And what to suggest where an intent was nearly understood and no model can be asked.
"""

from collections.abc import Mapping
from datetime import datetime

from briefing.speech.wording.ages import part_of_day
from briefing.understanding.near_commands import NearCommand, NearIntent
from briefing.understanding.small_talk import SmallTalk

TAKE_YOUR_TIME = "Take your time. What shall it say?"

_HINTS: Mapping[NearIntent, str] = {
    NearIntent.GET_RID_OF_IT: "Archive it or delete it? Say which.",
    NearIntent.AT_ANOTHER_TIME: (
        "I do that at once or not at all: nothing was done. Say \u201c{verb}\u201d when it is time, "
        "or \u201csnooze it until tomorrow\u201d."
    ),
    NearIntent.HOW_TOLD: (
        "I cannot do it like that. You can say \u201cjust headlines\u201d, \u201cshorter\u201d, \u201conly people\u201d, "
        "\u201cthe urgent ones first\u201d, \u201cskip the newsletters\u201d, \u201cI have five minutes\u201d or "
        "\u201cstop asking every time\u201d."
    ),
    NearIntent.PUT_IT_OFF: "You can say \u201cskip this one\u201d, or \u201csnooze it until tomorrow\u201d.",
    NearIntent.CHANGE_SEVERAL: (
        "One mail at a time, or all of a kind: you can say "
        "\u201c{verb} it\u201d, \u201c{verb} this topic\u201d or \u201c{verb} all newsletters\u201d."
    ),
}

_ANSWERS: Mapping[SmallTalk, str] = {
    SmallTalk.THANKS: "You're welcome.",
    SmallTalk.OKAY: "All right.",
    SmallTalk.HOW_ARE_YOU: "I'm well, thank you.",
    SmallTalk.ARE_YOU_THERE: "Yes, I am here.",
    SmallTalk.WHO_ARE_YOU: "I am Aloud, a program that goes through your mail with you.",
    SmallTalk.SORRY: "No problem.",
    SmallTalk.NEVER_MIND: "All right.",
    SmallTalk.THINKING: "Take your time.",
    SmallTalk.VOLUME: "How loud I am is set where you hear me: on your phone, or in the settings of the page.",
}


def answer(talk: SmallTalk, *, at: datetime) -> str:
    """`at` is the user's own time."""
    if talk is SmallTalk.HELLO:
        part = part_of_day(at)
        return "Hello." if part == "night" else f"Good {part}."
    return _ANSWERS[talk]


def hint(near: NearCommand | None) -> str:
    """A sentence that leads on from there; empty if the words were not near to any command."""
    return _HINTS[near.intent].format(verb=near.verb) if near else ""
