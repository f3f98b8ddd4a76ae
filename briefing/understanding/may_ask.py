"""Whether words of a model ask the user something, so that the yes behind them is not taken for one to a question of ours."""

import re

from briefing.understanding.telling_words import FUNCTION_WORDS
from briefing.words import split_words

_ASKS = re.compile(
    r"\?|\b(?:say (?:yes|no|so|the word)|let me know|tell me (?:if|whether|what|which)|shall (?:i|we)|should (?:i|we)|do you want"
    r"|would you like|just say|a yes|your (?:yes|word|okay|ok))\b",
    re.IGNORECASE,
)
_MAY_ASK = re.compile(
    r"[\"\u201c\u00ab\u201e]|\b(?:yes|no|okay|ok|confirm\w*|agree\w*|answer|reply|whether|if|or|ready|please|say|tell|want|wish|like|could|would"
    r"|can|may)\b",
    re.IGNORECASE,
)


def asks(words: str) -> bool:
    """Whether words of a model plainly ask something, so that a yes behind them answers that."""
    return _ASKS.search(words) is not None


def may_ask(words: str) -> bool:
    """Whether a yes behind words of a model may answer them: they ask, quote or invite, or are in no language that can be judged here."""
    return asks(words) or _MAY_ASK.search(words) is not None or FUNCTION_WORDS.isdisjoint(split_words(words))
