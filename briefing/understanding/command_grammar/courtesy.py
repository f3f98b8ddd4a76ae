"""Long ways of asking, in short: "I should be most grateful if you'd archive it", "would you mind deleting that".

One table for all grammars: each reads the words after this has made them plain. It takes words in lower case, contractions spelled out.
"""

import re

from briefing.understanding.command_grammar.command_frame import VERBS

_VOWELS = frozenset("aeiou")
_ING = re.compile(r"(?<=\bcould you )\w+ing\b")


def _gerund(verb: str) -> str:
    """`binning` of "bin", `archiving` of "archive"."""
    if verb.endswith("e"):
        return f"{verb[:-1]}ing"
    is_short = len(verb) > 2 and verb[-1] not in _VOWELS | {"w", "x", "y"} and verb[-2] in _VOWELS and verb[-3] not in _VOWELS
    return f"{verb}{verb[-1]}ing" if is_short and verb not in {"open", "answer"} else f"{verb}ing"


_BASES = {_gerund(verb): verb for verb in sorted(VERBS)} | {"labelling": "label", "forwarding": "forward", "opening": "open"}
_VERY = r"(?:(?:so|very|most|really|ever so|awfully|terribly|extremely|much) )*"
_GLAD = r"(?:grateful|thankful|glad|happy|pleased|obliged|delighted)"
_KIND = (
    rf"be {_VERY}(?:(?:kind|good|nice|sweet)(?: enough)?(?: as)? (?:to|and)"
    r"|an? (?:(?:real|good|absolute) )?(?:dear|darling|love|star|angel|sport|pet) and)"
)
_IN_SHORT = tuple(
    (re.compile(rf"\b(?:{long})(?= )"), short)
    for long, short in (
        (r"(?:would|could) it be (?:(?:at all|perhaps) )*(?:possible|too much (?:trouble|bother|to ask))(?: for you)? to", "could you"),
        (r"(?:can|could|may|might) (?:i|we) (?:(?:just|please|possibly|perhaps) )*(?:ask|trouble|bother|get|request) you to", "could you"),
        (r"i (?:(?:would|must|have to|need to|want to|do) )(?:like to )?(?:ask|request|beg|trouble|bother) you to", "please"),
        (rf"i (?:should|would|will|shall) (?:be {_VERY}{_GLAD}|(?:(?:really|very much|greatly) )?appreciate it(?: very much| a lot)?)"
         r" if you (?:would|could|can|will)", "could you"),
        (r"(?:would|do) you (?:(?:awfully|terribly|at all) )?mind(?: (?:awfully|terribly|at all|please))?(?= \w+ing\b)", "could you"),
        (r"^(?:(?:please|okay|so|and|oh) )*mind(?= \w+ing\b)", "could you"),
        (rf"(?:would|could|can|will) you (?:(?:please|just|kindly|perhaps|possibly) )*{_KIND}", "could you"),
        (rf"(?:please )?(?:{_KIND}|do (?:me|us) (?:all )?(?:a|the|this) (?:favou?r|kindness|solid)(?: and)?)", "please"),
        (r"could you(?: (?:possibly|perhaps|maybe))+", "could you"),
        (r"(can|would|will|might) you (?:possibly|perhaps|maybe)", r"\1 you"),
        (rf"if you (?:would|could) be {_VERY}(?:kind|good)(?: as to)?", "please"),
        (r"please you(?= (?!are\b|were\b|have\b|can\b|may\b|could\b|would\b|will\b|do\b)\w)", "please"),
        (r"i (?:believe|reckon) (?:that )?(?:you|we) (?:can|could|may|might as well)(?: (?:safely|now|just))*", "you can"),
    )
)  # fmt: skip
_AT_THE_END = re.compile(
    rf"(?<=\w) (?:if you (?:would|could) be {_VERY}(?:kind|good)|if (?:it|that) is (?:no|not (?:too much|any)) (?:trouble|bother|problem)"
    r"|if (?:it is )?convenient|(?:there is|you are|that is) an? (?:dear|darling|love|star|angel|pet|good (?:lad|girl|boy|chap|fellow"
    r"|man|soul))"
    r"|(?:will|would|could|can) you (?:dear|love|please|mate|kindly))$"
)
_VOCATIVE = re.compile(
    r"\b(it|this|that|one|them|me|please|now|away|up|out|back|archive|bin|trash|spam|read|unread|next|undo|then|thanks|there|off|you|sorry|okay|right)"
    r" (?:my )?(?:dear|love|darling|mate|buddy|pal|man|dude|bro|friend|pet|sir|madam)$"
)
"""Whoever listens."""
_TOLD_AT_LENGTH = frozenset("""
    you mind kind good dear darling love star angel sport pet favour favor kindness solid trouble bother problem convenient
    mate buddy pal man dude bro friend sir madam
""".split())  # fmt: skip  # noqa: SIM905 - words of one kind
"""One of them is in each of these."""


def in_short(said: str) -> str:
    """The words with each long way of asking as "could you" or "please"."""
    if _TOLD_AT_LENGTH.isdisjoint(said.split()):
        return said
    for long, short in _IN_SHORT:
        said = long.sub(short, said)
    said = _ING.sub(lambda found: _BASES.get(found[0], found[0]), said)
    said = _VOCATIVE.sub(r"\1", said)
    return _AT_THE_END.sub(" please", said)
