"""What is answered to words that ask for nothing: few words, and no question, so that nothing is opened by them."""

from collections.abc import Mapping
from datetime import datetime

from briefing.speech.wording.ages import part_of_day
from briefing.understanding.small_talk import SmallTalk

_ANSWERS: Mapping[SmallTalk, str] = {
    SmallTalk.THANKS: "You're welcome.",
    SmallTalk.OKAY: "All right.",
    SmallTalk.ARE_YOU_THERE: "Yes, I am here.",
    SmallTalk.WHO_ARE_YOU: "I am Aloud, a program that goes through your mail with you.",
    SmallTalk.SORRY: "No problem.",
    SmallTalk.NEVER_MIND: "All right.",
    SmallTalk.THINKING: "Take your time.",
}


def answer(talk: SmallTalk, *, at: datetime) -> str:
    """`at` is the user's own time."""
    if talk is SmallTalk.HELLO:
        part = part_of_day(at)
        return "Hello." if part == "night" else f"Good {part}."
    return _ANSWERS[talk]
