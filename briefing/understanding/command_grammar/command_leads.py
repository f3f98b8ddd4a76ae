"""Where in an utterance a command may begin and end once politeness around it is removed.

The polite words are in `command_frame`; this module chains them ("okay, so, could you please").
"""

from collections.abc import Mapping
from itertools import product

from briefing.understanding.command_grammar.command_forms import ANSWERED, CUT_SHORT, HEADS, SLOTS, WORDS, goes_on
from briefing.understanding.command_grammar.command_frame import DANGLING, LEADS, TAILS, VERBS, Lead
from briefing.understanding.command_grammar.command_phrases.notation import SYNONYMS, expand_all
from briefing.understanding.command_grammar.command_words import with_number
from briefing.understanding.command_grammar.free_words import phrase

_LEADS: Mapping[str, Lead] = {phrase: lead for lead, patterns in LEADS.items() for phrase in expand_all(patterns)}
_TAILS = expand_all(TAILS)
_BEGIN_A_LEAD, _END_A_TAIL = {phrase.split()[0] for phrase in _LEADS}, {phrase.split()[-1] for phrase in _TAILS}
_LONGEST_LEAD = max(len(phrase.split()) for phrase in _LEADS)
_LONGEST_TAIL = max(len(phrase.split()) for phrase in _TAILS)
VOCABULARY = (
    SYNONYMS.keys() | WORDS | {word for phrases in (ANSWERED, HEADS, _LEADS, _TAILS) for phrase in phrases for word in phrase.split()}
)
"""Words whose doubling is a stumble of the voice."""


def starts(words: tuple[str, ...]) -> dict[int, frozenset[Lead]]:
    """Where a command may begin, in order, with what kinds of lead stand before it."""
    found: dict[int, frozenset[Lead]] = {0: frozenset()}
    for start in range(len(words)):
        if start in found and words[start] in _BEGIN_A_LEAD:
            for end in range(start + 1, min(start + _LONGEST_LEAD, len(words)) + 1):
                lead = _LEADS.get(" ".join(words[start:end]))
                if lead is not None:
                    found.setdefault(end, found[start] | {lead})
    return dict(sorted(found.items()))


def ends(words: tuple[str, ...]) -> list[int]:
    """Where a command may end, farthest first."""
    found = {len(words)}
    for end in range(len(words), 0, -1):
        if end in found and words[end - 1] in _END_A_TAIL:
            found.update(start for start in range(max(end - _LONGEST_TAIL, 0), end) if " ".join(words[start:end]) in _TAILS)
    return sorted(found, reverse=True)


_ASKS = frozenset({("when",), ("who",), ("what",), ("where",), ("how",)})
_CALLED = frozenset({"mate", "buddy", "pal", "love"})
"""What one calls us, behind a command without free words, in which it may be a name: "everything from Anna Love"."""
_SOMEBODY = frozenset({("i",), ("we",)})
"""Behind such a word they begin a condition: "when I am done"."""


def cores(words: tuple[str, ...]) -> list[tuple[tuple[str, ...], frozenset[Lead]]]:
    """The utterance with less and less politeness around it; first as it is, for "just a second" and "no thanks"."""
    begins = starts(words)
    may_end = ends(words) + (ends(words[:-1]) if words[-1:] and words[-1] in _CALLED else [])
    parts = ((words[start:end], words[end : end + 1], begins[start]) for start, end in product(begins, may_end) if start < end)
    return [(core, leads) for core, behind, leads in parts if not (core in _ASKS and behind in _SOMEBODY)]


_TIME_GOES_ON = frozenset({"the", "until", "till", "at", "past", "this", "next", "last", "half", "older", "than"})


def is_beginning(words: tuple[str, ...]) -> bool:
    """Whether a command begins with these words and is not over."""
    if any(goes_on(phrase(each)) for each in (words, *(numbered for numbered, _ in with_number(words)))):
        return True
    if any(phrase(words[count:]).endswith(CUT_SHORT.get(phrase(words[:count]), ())) for count in range(1, len(words))):
        return True
    if words[-1] in _TIME_GOES_ON and any(phrase(words[:count]) in SLOTS for count in range(1, len(words))):
        return True
    return words[0] in VERBS and (len(words) == 1 or words[-1] in DANGLING)
