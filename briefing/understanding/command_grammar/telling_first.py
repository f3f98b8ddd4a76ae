"""Mails that are told before the rest: "only the urgent ones first", "start with what's important", "people first, then the others".

What it is that comes first is said as in "only people". The rest is offered where those are told.
"""

from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.command_grammar.narrowing import AT_FIRST, narrowed

_STARTS_WITH = expand_all(("(start|begin|kick|open) [off] with|first [of all]|first <hear>",))
_HEADS = _STARTS_WITH | expand_all(
    ("(only|just) [<hear>]|<hear> [only|just]|do|take|(do|take) only|go through|i [only|just] (want|would like) [to hear]",)
)
_TAILS = expand_all(
    (
        "(first [of all]|(to begin|to start) with) [[and] then (the (rest|others)|(everything|all) else)]",
        "before (anything|everything|all) else|before the (rest|others)|and then the (rest|others)",
    )
)
_LONGEST_HEAD, _LONGEST_TAIL = (max(len(each.split()) for each in phrases) for phrases in (_HEADS, _TAILS))


def told_first(words: tuple[str, ...]) -> Command | None:
    """The command that all of the words are; how they begin or end says that something comes first."""
    for head in range(min(_LONGEST_HEAD, len(words) - 1), -1, -1):
        before, rest = " ".join(words[:head]), words[head:]
        if head and before not in _HEADS:
            continue
        tail = next((size for size in range(min(_LONGEST_TAIL, len(rest) - 1), 0, -1) if " ".join(rest[-size:]) in _TAILS), 0)
        named = " ".join(rest[: len(rest) - tail])
        found = narrowed(named) if tail or before in _STARTS_WITH else None
        if found is not None and found.is_certain and not (found.what is not None and found.what.is_here):
            return Command(kind=CommandKind.ONLY_SOME, target=f"{named}{AT_FIRST}")
    return None
