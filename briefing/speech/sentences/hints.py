"""What to suggest if an intent was nearly understood and no model can be asked."""

from collections.abc import Mapping

from briefing.understanding.command_grammar.command_leads import VOCABULARY, starts
from briefing.understanding.command_grammar.command_words import hear

TAKE_YOUR_TIME = "Take your time. What shall it say?"

_ARCHIVE_OR_DELETE = "Archive it or delete it? Say which."
_PUT_OFF = "You can say \u201cskip this one\u201d, or \u201csnooze it until tomorrow\u201d."
_ONE_OR_A_KIND = (
    "One mail at a time, or all of a kind: you can say "
    "\u201c{verb} it\u201d, \u201c{verb} this topic\u201d or \u201c{verb} all newsletters\u201d."
)

_HINTS: Mapping[tuple[str, ...], str] = {
    ("get", "rid", "of"): _ARCHIVE_OR_DELETE,
    ("not", "now"): _PUT_OFF,
    ("later",): _PUT_OFF,
}
_MANY = frozenset({"all", "them", "both", "two", "three", "four", "five", "ones", "those", "these", "and", "everything", "rest"})
_DONE_TO_MAILS = frozenset({"archive", "delete", "flag"})


def hint(utterance: str) -> str:
    """A sentence that leads on from there; empty where the words are not near to anything."""
    heard = hear(utterance, vocabulary=VOCABULARY)
    if heard is None:
        return ""
    for start in starts(heard.words):
        words = heard.words[start:]
        if words and words[0] in _DONE_TO_MAILS and not _MANY.isdisjoint(words):
            return _ONE_OR_A_KIND.format(verb=words[0])
        for beginning, said in _HINTS.items():
            if words[: len(beginning)] == beginning and len(words) <= len(beginning) + 3:
                return said
    return ""
