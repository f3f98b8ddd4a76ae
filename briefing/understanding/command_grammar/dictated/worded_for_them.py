"""What somebody is to be told or asked, in words said to them: "tell her she can have it" is "You can have it."

For where no model answers. It changes persons and nothing else; what would need more than that is not worded. The user hears all of it
before it can be sent.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind
from briefing.understanding.command_grammar.dictated.dictated_text import STUMBLES, bare, goes_on, second_intent
from briefing.understanding.command_grammar.dictated.text_beginnings import asks, ends_a_name, is_a_day
from briefing.understanding.command_grammar.free_words import somebody

_ASKS_WHAT = r"(?:if|whether|what|when|where|how|why|who|which|whose)\b"
_LINE = re.compile(
    r"\W*(?:(?:oh|okay|ok|yes|well|so|and|also|then|just|please|can you|could you|would you|will you)[ ,.]+)*"
    r"(?P<verb>tell|ask|let|thank|congratulate|wish) (?P<who>him|her|them|(?!(?:me|us|you|it|god)\b)[\w'\u2019.-]+(?: [\w'\u2019.-]+)??)"
    r"(?P<rest>(?: know)?(?: that)?,?(?: (?:she|he|they|i|we|you|it|to|not to|for|a|an|the|all|very much|so much|a lot|on|your|her|his"
    rf"|their|my|our|is|are|can|could|will|would|do|does|{_ASKS_WHAT}|\w+['\u2019]\w+)\b.*| ?[.!]?))",
    re.IGNORECASE,
)
_KNOW = re.compile(r" know\b ?", re.IGNORECASE)
_THAT = re.compile(r"^that\b ?", re.IGNORECASE)
_TO = re.compile(r"(?P<no>not )?to (?P<what>(?!(?:the|a|an|my|our|him|her|them|it)\b)\w.*)", re.IGNORECASE | re.DOTALL)
_FOR_IT = re.compile(r"(?:for|very much|so much|a lot)\b", re.IGNORECASE)
_OF_WHAT = re.compile(r"(?:to|for|about)\b", re.IGNORECASE)
_CLAUSE = re.compile(_ASKS_WHAT, re.IGNORECASE)
_WHETHER = re.compile(
    r"(?:if|whether) (?P<who>she|he|they|you) (?P<verb>can|could|would|will|should|is|are|has|have)\b(?! to\b)(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_OWN = {
    "her": ("she", "her", "hers", "herself"),
    "him": ("he", "him", "his", "himself"),
    "them": ("they", "them", "their", "theirs", "themselves"),
}
_OF_WHICH = {form: forms for forms in _OWN.values() for form in forms}
_SUBJECTS = frozenset({"she", "he", "they"})
_FORMS = {
    "him": "you", "them": "you", "himself": "yourself", "herself": "yourself", "themselves": "yourselves", "hers": "yours",
    "theirs": "yours", "their": "your", "his": "your",
}  # fmt: skip
_SHORT = {"'s": "'re", "'ll": "'ll", "'d": "'d", "'re": "'re", "'ve": "'ve"}
_PARTICIPLE = re.compile(r"(?:got|been|had|done|seen|won|made|forgotten|left|lost)\b")
_VERBS = {
    "is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "isn't": "aren't", "wasn't": "weren't", "hasn't": "haven't",
    "doesn't": "don't",
}  # fmt: skip
_BEFORE_A_VERB = frozenset(
    {"also", "always", "really", "still", "never", "just", "only", "now", "already", "probably", "often", "certainly"}
)
_BEHIND_AN_OBJECT = frozenset([
    "a", "an", "the", "to", "at", "on", "in", "for", "with", "about", "that", "this", "when", "if", "and", "but", "or", "because",
    "so", "as", "tomorrow", "today", "tonight", "later", "soon", "now", "back", "again", "then", "by", "from", "my", "some", "any", "all",
    "until", "before", "after", "what", "how", "why", "whether", "where", "there", "here", "know", "up", "out", "off", "next", "very", "is",
    "was", "will", "can", "too", "either", "anyway", "instead", "once", "first", "please", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday", "both", "everything", "something", "anything", "nothing", "enough", "more", "one", "two",
    "around", "over", "we", "i", "it",
])  # fmt: skip
"""Behind "her" they show that it is no "your"."""
_TAKES_MORE = re.compile(
    r"\b(?:and|or|but) (?!yes\b|this\b|his\b|is\b)\w+s\b|\band (?:not )?to\b|\b(?:and|then) (?:tell|ask|thank|let|say)\b"
    r"|[.!?;] |\b(?:she|he|they) (?:herself|himself|themselves)\b|\bdoes (?:s?he)\b",
    re.IGNORECASE,
)
"""A second verb to be changed with the first, another order, or another sentence."""
_WORD = re.compile(r"[\w'\u2019]+|[^\w'\u2019]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _SaidOfThem:
    verb: str
    who: str
    rest: str


def worded(words: str, is_intent: Callable[[str], bool]) -> Command | None:
    """The reply or mail with these words said to whom it goes; none where they are not only told or asked something, or something else is
    wanted as well."""
    found = _LINE.fullmatch(" ".join(STUMBLES.sub("", words).split()))
    if found is None:
        return None
    named = found["who"].lower()
    who = "" if named in _OWN else somebody(named.split())
    rest = _KNOW.sub(" ", found["rest"], count=1) if found["verb"].lower() == "let" else found["rest"]
    is_nobody = named not in _OWN and (not who or any(map(ends_a_name, named.split()[1:])))
    if is_nobody or (found["verb"].lower() == "let" and rest == found["rest"]):
        return None
    told = _SaidOfThem(verb=found["verb"].lower(), who=named, rest=rest.strip(" ,"))
    order = _TO.fullmatch(told.rest)
    if order is not None and not order["no"] and is_intent(order["what"]):
        return None  # "ask Marcus to archive it": by whom, is not for us to say
    text = _text(told)
    if text is None or (told.rest and goes_on(told.rest)) or second_intent(told.rest, is_intent):
        return None
    return Command(kind=CommandKind.WRITE if who else CommandKind.REPLY, who=who, text=text)


def _text(told: _SaidOfThem) -> str | None:
    rest = told.rest.rstrip(" .?!")
    match told.verb:
        case "thank":
            return _with("Thank you", rest, told) if not rest or _FOR_IT.match(rest) else None
        case "congratulate":
            return _with("Congratulations", rest, told) if not rest or rest.lower().startswith(("on ", "for ")) else None
        case "wish":
            return _with("I wish you", rest, told) if rest else None
        case "ask":
            return _question(rest, told) if rest else None
        case _:
            return _statement(_THAT.sub("", rest, count=1), told)


def _statement(rest: str, told: _SaidOfThem) -> str | None:
    if (to := _TO.fullmatch(rest)) is not None:
        return _with("Please don't" if to["no"] else "Please", to["what"], told)
    said = _said_to(rest, told) if rest and _CLAUSE.match(rest) is None and _OF_WHAT.match(rest) is None else None
    return said if said != bare(rest) else None  # what needs no other words was no text for another reason


def _question(rest: str, told: _SaidOfThem) -> str | None:
    if (to := _TO.fullmatch(rest)) is not None:
        return None if to["no"] else _with("Could you", to["what"], told, ends="?")
    if rest.lower().startswith("for "):
        return _with("Could I have", rest[4:], told, ends="?")
    whether = _WHETHER.fullmatch(rest)
    if whether is not None and (whether["who"].lower() in _OWN.get(told.who, _SUBJECTS) or whether["who"].lower() == "you"):
        verb = _VERBS.get(whether["verb"].lower(), whether["verb"].lower())
        return _with(f"{verb.capitalize()} you", whether["rest"].strip(), told, ends="?")
    if asks(rest.lower().split()[:8]):
        return _with("", rest, told, ends="?")
    return _with("Could you tell me", rest, told, ends="?") if _CLAUSE.match(rest) is not None else None


def _with(before: str, rest: str, told: _SaidOfThem, *, ends: str = "") -> str | None:
    said = _said_to(rest, told) if rest else ""
    return None if said is None else f"{before} {said}".strip() + ends


def _said_to(text: str, told: _SaidOfThem) -> str | None:
    """The words with the one they go to as "you"; None where that takes more than a change of persons, or somebody else may be meant."""
    words = [bare(word) for word in text.split()]
    plain = [word.lower().replace("\u2019", "'") for word in words]
    genders = {_OF_WHICH[word.partition("'")[0]][1] for word in plain if word.partition("'")[0] in _OF_WHICH}
    own = _OWN.get(told.who) or _of_a_name(plain, told, genders)
    named = [
        word for at, word in enumerate(words) if at and word[:1].isupper() and word.partition("'")[0] != "I" and not is_a_day(word.lower())
    ]
    has_own = any(word.partition("'")[0] in own for word in plain)
    if has_own and (named or _TAKES_MORE.search(text) is not None):
        return None
    return bare(_with_you_for(own, _WORD.findall(text)))


def _of_a_name(plain: list[str], told: _SaidOfThem, genders: set[str]) -> tuple[str, ...]:
    """The forms that stand for somebody who was told of by name: where one of them begins the words, or nobody else can be meant."""
    if len(genders) != 1 or (told.verb in {"tell", "let"} and plain[:1] and plain[0].partition("'")[0] not in _OF_WHICH):
        return ()
    return _OWN[genders.pop()]


def _with_you_for(own: tuple[str, ...], pieces: list[str]) -> str:
    said, verb_at = list[str](), -1
    for at, piece in enumerate(pieces):
        plain = piece.lower().replace("\u2019", "'")
        stem, mark, short = plain.partition("'")
        if stem in own and mark and stem in _SUBJECTS and f"'{short}" in _SHORT:
            is_have = short == "s" and _PARTICIPLE.match("".join(pieces[at + 2 : at + 3]).lower()) is not None
            said.append("you've" if is_have else "you" + _SHORT[f"'{short}"])
        elif plain in own and plain in _SUBJECTS:
            said.append("you")
            verb_at = at + 2
        elif plain in own:
            following = next((each.lower() for each in pieces[at + 1 :] if each.strip()), "")
            said.append(_object(plain, following, is_last=not following[:1].isalnum()))
        elif at == verb_at:
            verb_at = at + 2 if plain in _BEFORE_A_VERB else -1
            said.append(piece if plain in _BEFORE_A_VERB else _with_you(plain, piece))
        else:
            said.append(piece)
    return "".join(said)


def _object(plain: str, following: str, *, is_last: bool) -> str:
    if plain == "her":
        return "you" if is_last or following in _BEHIND_AN_OBJECT else "your"
    return "yours" if plain == "his" and is_last else _FORMS[plain]


def _with_you(plain: str, piece: str) -> str:
    """A verb as it stands behind "you"."""
    if plain in _VERBS:
        return _VERBS[plain]
    if plain.endswith("ies") and len(plain) > 4:
        return f"{piece[:-3]}y"
    if plain.endswith(("ches", "shes", "sses", "xes", "oes")):
        return piece[:-2]
    return piece[:-1] if plain.endswith("s") and not plain.endswith("ss") else piece
