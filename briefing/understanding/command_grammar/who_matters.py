"""Who matters to the user, where the name comes first: "Anna is important to me", "Anna Berg is not a VIP any more"."""

from collections.abc import Mapping

from briefing.understanding.command_grammar.command_forms import Command, description, phrase
from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind
from briefing.understanding.command_grammar.command_phrases.notation import expand_all

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
