"""Mail that is left out until a time: "leave out Github until Monday", "no newsletters for a week".

What is said to last names mail for sure, so a name alone will do here, where "skip Github" may be one mail.
"""

from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.command_grammar.description import Description
from briefing.understanding.command_grammar.narrowing import Narrowing, narrowed
from briefing.understanding.times.when import names_moment

Words = tuple[str, ...]

_BEGINS = expand_all(
    (
        "leave out|ignore|mute|spare me|hide|hold back|keep back|leave|skip [over]|pass over|without|no [more] [<mails> from]",
        "skip (everything|all|all <mails>|anything) (from|by)|nothing [more] (from|of|about)|do not (tell|bother) me (about|with)",
        "i do not want [to hear] [(anything|any more)] [(from|of|about)]|[<hear>] everything (but|except [for]|without|apart from)",
    )
)
_LONGEST_BEGINNING = max(len(each.split()) for each in _BEGINS)
_NEEDS_OUT = frozenset({"leave"})
"""Whose "out" stands behind what is left out."""
_UNTIL = frozenset({"until", "till", "til"})
_SOON = {
    "today": "tomorrow", "for today": "tomorrow", "for the rest of the day": "tomorrow",
    "this week": "next week", "for this week": "next week", "for the rest of the week": "next week",
    "this month": "next month", "for the rest of the month": "next month",
}  # fmt: skip
_LONGEST_TIME = 8


def leaves_out_until(words: Words) -> Command | None:
    """The command that all of the words are, with the time that ends it in `when`."""
    return next((found for each in (words, *_fronted(words)) if (found := _left_out(each)) is not None), None)


def parted(words: str) -> tuple[str, str]:
    """`everything but github until monday` as what is left out, and the moment that ends it; that is empty where none is named."""
    told = tuple(words.split())
    for cut in range(max(1, len(told) - _LONGEST_TIME), len(told)):
        if when := _when(told[cut:]):
            return " ".join(told[:cut]), when
    return words, ""


def can_last(found: Narrowing) -> bool:
    """Whether the words mean the same mails on another day: "these" and "everything from him" do not."""
    what = found.what
    if what is None:
        return found.group is not None
    kept = Description(
        sort=what.sort, sender=what.sender, subject=what.subject, named=what.named, flagged=what.flagged,
        with_attachments=what.with_attachments, older_than=what.older_than, without=what.without,
    )  # fmt: skip
    return what == kept


def _fronted(words: Words) -> list[Words]:
    """`until monday leave out github`, the time behind."""
    if words[:1] and words[0] in _UNTIL:
        cuts = range(2, min(len(words), _LONGEST_TIME))
        return [(*words[cut:], *words[:cut]) for cut in cuts if names_moment(words[1:cut])]
    return []


def _left_out(words: Words) -> Command | None:
    for cut in range(max(2, len(words) - _LONGEST_TIME), len(words)):
        when = _when(words[cut:])
        target = _target(words[:cut]) if when else ""
        if target:
            return Command(kind=CommandKind.WITHOUT_SOME, target=target, when=when)
    return None


def _when(words: Words) -> str:
    """The moment that ends it, as a `Command` has it in `when`; empty if the words name none."""
    said = " ".join(words)
    if said in _SOON:
        return _SOON[said]
    if words[0] in _UNTIL and names_moment(words[1:]):
        return " ".join(words[1:])
    return f"in {' '.join(words[1:])}" if words[0] == "for" and names_moment(("in", *words[1:])) else ""


def _target(words: Words) -> str:
    for size in range(min(_LONGEST_BEGINNING, len(words) - 1), 0, -1):
        begun, named = words[:size], words[size:]
        if " ".join("mails" if word in {"emails", "messages"} else word for word in begun) not in _BEGINS:
            continue
        if named[-1] == "out" and _NEEDS_OUT.issuperset(begun):
            named = named[:-1]
        elif _NEEDS_OUT.issuperset(begun):
            continue
        found = narrowed(" ".join(named)) if named else None
        if found is not None and not found.topic:
            return " ".join(named)
    return ""
