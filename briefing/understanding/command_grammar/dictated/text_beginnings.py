"""Words with which a text begins where no "that" announces it: "tell Ruth maybe next week", "reply the keys are under the mat".

Of words that stop, deny or put off something a plain "no" begins one, as the answer that it is, and no other does ("reply not now", "tell
Ruth wait"): they may be meant for us, above all while a mail is about to leave. So may what is asked of somebody ("tell Ruth come over").
A name ends at them all the same, so that nobody is called Ruth Wait.
"""

import re
from collections.abc import Sequence

_ANSWERS = frozenset([
    "yes", "yeah", "no", "okay", "ok", "sure", "thanks", "thank", "sorry", "please", "sounds", "great", "good", "fine", "perfect", "dear",
    "hi", "hello", "best", "kind", "regards", "see", "looking", "congratulations", "happy", "welcome", "agreed", "absolutely", "done",
    "apologies", "understood", "noted", "likewise", "maybe", "perhaps", "probably", "hopefully", "unfortunately", "certainly",
    "definitely", "sadly", "luckily", "very", "got", "running", "stuck", "i", "i'm", "i'll", "i've", "i'd", "we", "we're", "we'll", "we've",
    "let's", "here's", "congrats", "awesome", "brilliant", "wonderful", "lovely", "cool", "cheers", "amazing", "excellent", "fantastic",
])  # fmt: skip
_DAYS = frozenset(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])
_THINGS = frozenset([
    "the", "it", "it's", "that's", "that", "this", "my", "our", "there", "there's", "here", "these", "those", "a", "an", "both", "all",
    "either", "neither", "some", "most", "many", "several", "any", "another", "one", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "half", "quarter", "your", "you", "you're", "you'll", "you've", "they", "they're", "they'll", "they've",
    "their", "nobody", "everybody", "everyone", "everything", "nothing", "something", "somebody", "someone", "none",
])  # fmt: skip
"""They begin as well what says which mail is meant: behind "reply" they begin a text only if a verb follows."""
_PERSONS = frozenset({"i", "we", "he", "she"})
_WHEN = frozenset([
    "tomorrow", "today", "tonight", "yesterday", "next", "last", "at", "on", "after", "before", "until", "from", "since", "in", "noon",
    "midnight", "only", "just", "still", "already", "always", "unless",
])  # fmt: skip
"""They begin as well when something is to be told: they begin a text only if a verb follows."""
_MAY_BE_FOR_US = frozenset([
    "not", "never", "don't", "forget", "instead", "wait", "hold", "stop", "cancel", "hang", "keep", "bring", "come", "call", "give", "take",
    "meet", "pick", "check", "enjoy", "stay", "remember", "buy", "let", "of", "as",
])  # fmt: skip
_CALLED_SO = frozenset({"best", "dear", "kind", "fine", "done", "welcome", "sure"})
"""They begin a text and are surnames, too: "tell Anna Best I'm late"."""
NO_NAMES = _ANSWERS - _CALLED_SO
_ENDS_A_NAME = NO_NAMES | _DAYS | _THINGS | _WHEN | _MAY_BE_FOR_US
_BRIEF = re.compile(
    r"(?:(?:many )?thanks|thank you|cheers|ok|okay|will do|congrats|congratulations)"
    r"(?: (?:very much|so much|a lot|again|ok|okay|thanks|cheers))?"
)
"""Behind "reply" they are a text, though they are courtesies to us elsewhere, or a mail's name."""
_AS_AGREED = re.compile(r"of course\b|will do\b|as (?:discussed|agreed|promised|planned)\b")

_VERB = (
    r"(?:is|are|was|were|isn't|aren't|wasn't|weren't|will|won't|can|can't|cannot|could|couldn't|would|wouldn't|should|shouldn't|may|might|has"
    r"|hasn't|have|haven't|had|does|doesn't|did|didn't|works?|suits?|fits?|came|comes|looks|sounds|depends|needs|starts|ends|arrive[sd]?)\b"
)
_WITHIN_A_SUBJECT = r"(?!(?:that|who|which|whose|i|i'm|we|you|he|she|it|they|to|is|with|saying)\b)[\w'.:]+"
_STATES = re.compile(
    rf"(?:it|it's|that's|there's|there|you|they|{_WITHIN_A_SUBJECT}(?: {_WITHIN_A_SUBJECT}){{0,5}}) {_VERB}|(?:it|that|there)'s\b"
    r"|(?:you|they)'(?:re|ll|ve)\b"
)
_A_NAME_FIRST = r"(?:may|will) (?:is|are|was|were|has|had|can|could|would|should|does|did|said|says|works|suits|fits|comes|came|needs)\b"
_VERB_FIRST = re.compile(rf"(?!{_A_NAME_FIRST}){_VERB}(?! (?:i|you|we|they|he|she|it|there|the|my|your)\b)")
_VERB_AMONG = re.compile(rf"\b{_VERB}")
_HELPS = r"(?:can|could|will|would|shall|should|may|do|does|did|is|are|was|were|have|has)"
_SOMEBODY = r"(?:you|we|i|it|they|that|this|there|the|your|anyone|anybody|someone|somebody|everyone)"
_QUESTION = re.compile(
    rf"(?:(?:when|where|why|how|what|who|(?:which|what|how) \w+) )?{_HELPS} {_SOMEBODY}\b|(?:which|what) \w+ (?:suits|works|is best)\b"
    r"|(?:how|what) about \w|why not\b"
)
"""A question as it is put to somebody: "when I can come" is none."""
_TO_US = re.compile(r"\b(?:stop|wait|hold|cancel|undo|unsend|recall|hear me)\b")

_HOW_TO_TELL = frozenset(
    {"also", "too", "again", "once", "politely", "nicely", "kindly", "briefly", "quickly", "gently", "firmly", "formally"}
)
_SPELLED = re.compile(r"at [\w-]+ dot \w")
"""The rest of an address: "tell anna at example dot com"."""
_WHEN_TOLD = re.compile(
    r"(?:(?:tomorrow|today|tonight|now)|(?:on|at|in|by|after|before|next|this) (?!that\b)[\w'.:]+(?: (?!that\b)[\w'.:]+){0,3}) that\b"
)
_NOT_REPLIED = re.compile(r"no,? (?:that )?not\b|no (?:later|sooner|earlier) than\b|from\b")
"""Behind "reply" they say to which mail, and when."""


def ends_a_name(word: str) -> bool:
    return word in _ENDS_A_NAME or not word[:1].isalpha()


def is_a_day(word: str) -> bool:
    return word in _DAYS


def is_how_to_tell(word: str) -> bool:
    """Whether it says how something is to be told, and is part of no name: "tell Ruth politely that"."""
    return word in _HOW_TO_TELL


def tells_when_or_how(words: Sequence[str]) -> bool:
    """Whether they say when, how or at what address a text is to be told that follows: "tomorrow that I'm late"."""
    if _SPELLED.match(" ".join(words)):
        return True
    found = _WHEN_TOLD.match(" ".join(words))
    return found is not None and _VERB_AMONG.search(found[0]) is None


def has_a_verb(words: Sequence[str]) -> bool:
    return _VERB_AMONG.search(" ".join(words)) is not None or words[0] in {"i", "we", "you", "they"}


def begins_a_text(words: Sequence[str], *, behind_a_name: bool) -> bool:
    """Whether these words, in small letters, begin a text that no "that" announces.

    Behind "reply" alone may also stand to which mail ("the second one"), so more is asked of them than behind a name.
    """
    said, first = " ".join(words), words[0]
    if not behind_a_name and _NOT_REPLIED.match(said):
        return False
    if first in _ANSWERS | _DAYS or (behind_a_name and first in _THINGS):
        return True
    is_placed = first in _THINGS | _WHEN or first[:1].isdigit()
    return (is_placed and states(words)) or _AS_AGREED.match(said) is not None


def is_brief(words: Sequence[str]) -> bool:
    """Whether they are all of a text, "thanks a lot" or "okay", and would mean something else by themselves."""
    return _BRIEF.fullmatch(" ".join(word for word in words if word)) is not None


def states(words: Sequence[str]) -> bool:
    """Whether they are a sentence that tells something: "dinner is at eight"."""
    return _STATES.match(" ".join(words)) is not None


def is_about_something(words: list[str]) -> bool:
    """Whether behind a "that" they are a sentence about something, and nobody is asked for anything: "everything is wrong", "I take it
    back". "One moment" and "someone else" are none, and in "that one is wrong" the "that" belongs to the "one"."""
    if words[0] in _PERSONS:
        return True
    if words[0] == "one" and words[1:2] != ["of"]:
        return False
    first = "nobody" if words[:2] == ["no", "one"] else words[0]
    return first in _THINGS and (has_a_verb(words) or "s" in words[1:2])


def begins_with_a_verb(text: str) -> bool:
    """Whether the verb of a sentence comes first, so that its subject stands before: "works for me"."""
    return _VERB_FIRST.match(text.lower().replace("\u2019", "'")) is not None


def asks(words: Sequence[str]) -> bool:
    """Whether they put a question to somebody: "could you send it again"; "can you stop it" may be put to us."""
    said = " ".join(words)
    return _QUESTION.match(said) is not None and _TO_US.search(said) is None
