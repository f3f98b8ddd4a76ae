"""Who matters to the user, where the name comes first: "Anna is important to me", "Anna Berg is not a VIP any more"."""

import re
from collections.abc import Collection, Mapping

from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.command_grammar.free_words import description, phrase
from briefing.words import split_words

_LONGEST_NAME = 3
_NOBODY = frozenset("the a an it this that these those what who which there everything nothing he she they i".split())  # noqa: SIM905 - words of one kind
_SAID = {
    CommandKind.ADD_VIP: ("is [very|really] important to me|matters [a lot] to me",),
    CommandKind.REMOVE_VIP: (
        "is (not|no longer) ([a|an] <vip>|[so|that] important to me) [any more|anymore|any longer]",
        "does not matter to me [any more|anymore]",
    ),
}
_BEHIND: Mapping[str, CommandKind] = {phrase: kind for kind, patterns in _SAID.items() for phrase in expand_all(patterns)}


def of_who_matters(words: tuple[str, ...]) -> Command | None:
    """The command that all of the words are: a name, and that they matter or no longer do."""
    for size in range(1, min(_LONGEST_NAME, len(words) - 1) + 1):
        kind = _BEHIND.get(phrase(words[size:]))
        if kind is not None and (name := description(words[:size])) and _NOBODY.isdisjoint(words[:size]):
            return Command(kind=kind, target=name)
    return None


_MATTERS = re.compile(
    r"^(?:(?:okay|ok|well|so|and|please|also|then|now|hey|from now on|always|just|(?:could|can|would|will) you|i (?:want|need) you to"
    r"|i would like you to|i'd like you to) )*"
    r"(?:(?:add|put|make|mark|treat|count)\b.*\b(?:v\.?i\.?ps?|important|priority|priorities|keywords?)\b"
    r"|(?:look|watch) out for\b|watch for\b|keep an eye (?:out for|on)\b|prioriti[sz]e\b|heed\b)"
    r"|\b(?:is|are) (?:(?:really|very|always|so|most) )*important (?:to|for) me\b"
)
"""A plain request that somebody or something matter from now on."""

_NO_PLAIN_INTENT = re.compile(
    r"\b(?:who|whose|whom|what|which|when|where|why|how|whether|if|or|not|no|never|nothing|none|nobody|cannot|said|says|wrote|writes|asks?|asked"
    r"|wonder|think|thinks)\b|n't\b"
)
_BOTHERS_NOBODY = frozenset({"", "okay", "ok", "please", "thanks", "thank you", "well", "so", "yes", "yeah", "hey", "from now on"})


def asks_to_heed(line: str, wanted: Collection[str]) -> bool:
    """Whether a line is a single request that whoever or what these words name matter from now on."""
    text = line.lower().replace("\u2019", "'")
    clauses = [each for part in re.split(r"(?<![,;:.!?])[,;:.!?]++(?=\s|$)", text) if (each := part.strip()) not in _BOTHERS_NOBODY]
    if len(clauses) != 1 or _NO_PLAIN_INTENT.search(clauses[0]) or not wanted or "?" in text:
        return False
    return _MATTERS.search(clauses[0]) is not None and set(wanted).issubset(split_words(clauses[0]))
