"""Words with which a text begins, so that "tell Ruth not yet" dictates "not yet" to Ruth, and nobody is called Ruth Not."""

import re
from collections.abc import Sequence

_CALLED_SO = frozenset({"best", "dear", "kind", "fine", "done", "welcome", "sure"})
"""They begin a text and are surnames, too: "tell Anna Best I'm late"."""
_ANSWERS = frozenset([
    "yes", "yeah", "no", "okay", "ok", "sure", "thanks", "thank", "sorry", "please", "sounds", "great", "good", "fine", "perfect", "dear",
    "hi", "hello", "best", "kind", "regards", "see", "looking", "congratulations", "happy", "welcome", "agreed", "absolutely", "done",
    "apologies", "understood", "noted", "likewise", "not", "never", "maybe", "perhaps", "probably", "hopefully", "unfortunately",
    "certainly", "definitely", "sadly", "luckily", "of", "as", "very", "got", "running", "stuck",
])  # fmt: skip
_SUBJECTS = frozenset([
    "i", "i'm", "i'll", "i've", "i'd", "we", "we're", "we'll", "we've", "you", "you're", "you'll", "you've", "they", "they're",
    "they'll", "they've", "their", "nobody", "everybody", "everyone", "everything", "nothing",
    "none", "let's", "here's",
])  # fmt: skip
_DAYS = frozenset(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])
_ASKED = frozenset([
    "don't", "bring", "come", "call", "give", "keep", "take", "meet", "pick", "check", "enjoy", "stay", "remember", "buy", "wait", "let",
])  # fmt: skip
"""What somebody is asked to do, where they are named: "tell Ruth bring the cake"."""
_OPEN = frozenset([
    "the", "it", "it's", "that's", "that", "this", "my", "our", "there", "there's", "here", "these", "those", "a", "an", "both", "all",
    "either", "neither", "some", "most", "many", "several", "any", "another", "one", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "tomorrow", "today", "tonight", "yesterday", "next", "last", "at", "on", "after", "before", "until", "from",
    "since", "in", "your", "something", "somebody", "someone", "only", "just", "still", "already", "always", "unless", "half", "quarter",
    "noon", "midnight",
])  # fmt: skip
"""They begin as well what says which mail is meant, or when: behind "reply" they begin a text only if a verb follows."""
_VERB = (
    r"(?:is|are|was|were|isn't|aren't|wasn't|weren't|will|won't|can|can't|cannot|could|couldn't|would|wouldn't|should|shouldn't|may|might|has"
    r"|hasn't|have|haven't|had|does|doesn't|did|didn't|works?|suits?|fits?|came|comes|looks|sounds|depends|needs|starts|ends|arrive[sd]?)\b"
)
_WITHIN_A_SUBJECT = r"(?!(?:that|who|which|whose|i|i'm|we|you|he|she|it|they|to|is|with|saying)\b)[\w'.:]+"
_STATES = re.compile(rf"(?:it|it's|that's|there's|there|{_WITHIN_A_SUBJECT}(?: {_WITHIN_A_SUBJECT}){{0,5}}) {_VERB}|(?:it|that|there)'s\b")
_A_NAME_FIRST = r"(?:may|will) (?:is|are|was|were|has|had|can|could|would|should|does|did|said|says|works|suits|fits|comes|came|needs)\b"
_VERB_FIRST = re.compile(rf"(?!{_A_NAME_FIRST}){_VERB}(?! (?:i|you|we|they|he|she|it|there|the|my|your)\b)")
_HELPS = r"(?:can|could|will|would|shall|should|may|do|does|did|is|are|was|were|have|has)"
_SOMEBODY = r"(?:you|we|i|it|they|that|this|there|the|your|anyone|anybody|someone|somebody|everyone)"
_QUESTION = re.compile(
    rf"(?:(?:when|where|why|how|what|who|(?:which|what|how) \w+) )?{_HELPS} {_SOMEBODY}\b|(?:which|what) \w+ (?:suits|works|is best)\b"
    r"|(?:how|what) about \w|why not\b"
)
"""A question as it is put to somebody: "when I can come" is none."""

_HOW_TO_TELL = frozenset(
    {"also", "too", "again", "once", "politely", "nicely", "kindly", "briefly", "quickly", "gently", "firmly", "formally"}
)
_NOT_REPLIED = re.compile(
    r"(?:no,? |that )?not (?:to )?(?:this|that|these|those|the \w+)(?: one| mail)?\W*$|no (?:later|sooner|earlier) than\b|nobody\W*$|from\b"
)
"""Behind "reply" they say to which mail, and when."""
_SPELLED = re.compile(r"at [\w-]+ dot \w")
"""The rest of an address: "tell anna at example dot com"."""
_WHEN_TOLD = re.compile(
    r"(?:(?:tomorrow|today|tonight|now)|(?:on|at|in|by|after|before|next|this) (?!that\b)[\w'.:]+(?: (?!that\b)[\w'.:]+){0,3}) that\b"
)
_VERB_AMONG = re.compile(rf"\b{_VERB}")

_ENDS_A_NAME = (_ANSWERS - _CALLED_SO) | _SUBJECTS | _DAYS | _ASKED | _OPEN


def ends_a_name(word: str) -> bool:
    return word in _ENDS_A_NAME or not word[:1].isalpha()


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
    return _VERB_AMONG.search(" ".join(words)) is not None or not _SUBJECTS.isdisjoint(words)


def begins_for_a_name(words: Sequence[str]) -> bool:
    """Whether these words, in small letters, begin a text that is told to somebody who was named."""
    return words[0] in _ANSWERS | _SUBJECTS | _DAYS | _ASKED | _OPEN or words[0][:1].isdigit() or asks(words)


def begins_a_reply(words: Sequence[str]) -> bool:
    """The same behind "reply" alone, behind which may also stand to which mail, and when."""
    if _NOT_REPLIED.match(" ".join(words)):
        return False
    if words[0] in _ANSWERS | _SUBJECTS | _DAYS | {"don't"}:
        return words[0] not in {"of", "as"} or words[:2] in (["of", "course"], ["as", "discussed"], ["as", "agreed"])
    return (words[0] in _OPEN or words[0][:1].isdigit()) and _STATES.match(" ".join(words)) is not None


def begins_with_a_verb(text: str) -> bool:
    """Whether the verb of a sentence comes first, so that its subject stands before: "works for me"."""
    return _VERB_FIRST.match(text.lower().replace("\u2019", "'")) is not None


def asks(words: Sequence[str]) -> bool:
    """Whether they put a question to somebody: "could you send it again"."""
    return _QUESTION.match(" ".join(words)) is not None
