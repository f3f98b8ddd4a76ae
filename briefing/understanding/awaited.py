"""What is said after "what shall it say?": the words of a mail, no words yet, or that there shall be none.

Everything that is not plainly one of the last two is taken as dictation: a reply may well say "no", "nothing" or "maybe later".
"""

import re
from enum import StrEnum

from briefing.understanding.command_grammar.command_leads import cores
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.command_grammar.command_words import Heard


class Awaited(StrEnum):
    """What the user said when they were asked for words."""

    WORDS = "words"
    NOTHING_YET = "nothing yet"
    TAKEN_BACK = "taken back"


_NOTHING_YET = expand_all(
    (
        "let me (think|see) [about (it|that)]|i am [still] thinking|i (have|need) to think|good question",
        "how (do|shall|should) i (say|put) (it|that|this)",
        "i (do not know|am not sure) [yet|what to (say|write)]|what (should|shall|do) i (say|write)|where was i|what was it|wait|maybe",
    )
)  # fmt: skip
_TAKEN_BACK = expand_all(
    (
        "never mind|not now|[maybe] later|[maybe] another time|leave it|[i will] leave it [for now|be]|wait no|no wait|actually no",
        "i (changed my mind|will do (it|that|this) (later|myself)|would rather not)",
        "i do not want to [(reply|answer|write) [now|anymore|any more]]",
        "(do not|no need to) (reply|answer|write) [to (it|that|him|her|them)|anything]|let us not|rather not|scratch that|strike that",
    )
)  # fmt: skip
_TO_ITS_END = re.compile(
    r"(?:^|[\s,.;\u2014-])(?:never ?mind|no,? wait|wait,? no|actually,? no|scratch that|strike that)[.!\s]*$", re.IGNORECASE
)


def awaited(utterance: str, heard: Heard | None) -> Awaited:
    """How to take the answer to "What shall it say?". A text that ends with "never mind" or the like is taken back."""
    if heard is not None:
        phrases = {" ".join(words) for words, _ in cores(heard.words)}
        if not phrases.isdisjoint(_TAKEN_BACK):
            return Awaited.TAKEN_BACK
        if not heard.words or not phrases.isdisjoint(_NOTHING_YET):
            return Awaited.NOTHING_YET
    return Awaited.TAKEN_BACK if _TO_ITS_END.search(utterance) else Awaited.WORDS


def as_sentence(text: str) -> str:
    """Dictated words as a written sentence: "tuesday works" becomes "Tuesday works."; existing capitals and full stops are kept."""
    text = capital(text.strip())
    ends = text[-1:].isalnum() and not re.search(r"[@/]|\w\.\w", text.rpartition(" ")[2])
    return f"{text}." if ends else text


def capital(text: str) -> str:
    """With a capital at the beginning, unless the first word has capitals of its own or is not a word."""
    first = re.match(r"[^\W\d_]+(?:['\u2019][a-z]+)?(?=[\s,.;:!?]|$)(?!\.\w)", text)
    return text[:1].upper() + text[1:] if first and first[0].islower() else text
