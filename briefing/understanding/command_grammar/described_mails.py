"""Which mails a description means: "all newsletters but the tide clock", "everything from anna", "the notifications older than a week".

Reading a description and applying it are two steps, because a command is only certain when every word of its description was understood:
words that are left over would widen what is done to the mailbox. A description that was read never depends on what the mails say; a mail
cannot make itself part of it except by being what it says.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from briefing.understanding.command_grammar.command_words import number_of
from briefing.understanding.command_grammar.described_nouns import name_of, of_noun, sort_of
from briefing.understanding.command_grammar.description import Description, Sort
from briefing.understanding.command_grammar.listed_mails import counted, is_these, is_whole_list, pieces_of, places_of
from briefing.understanding.times.spans import names_span
from briefing.understanding.times.spoken_times import spoken_length

_HERE = frozenset(
    f"{lead}{noun}"
    for lead in ("", "the rest of ", "all of ", "everything in ", "everything of ", "all mails in ", "all the mails in ")
    for noun in ("this topic", "the topic", "this whole topic", "the whole topic", "this entire topic")
)
_STARTERS = frozenset({"from", "by", "about", "regarding", "older", "since", "with", "that", "which", "received"})
_RELATIVE = frozenset({"that", "which", "received", "is", "are", "came", "in"})
_THIS_SENDER = frozenset({"him", "her", "them", "this sender", "this person", "the same sender", "this list"})
_LEAVES_OUT = [
    tuple(each.split())
    for each in (
        "but not", "but leave", "but keep", "but", "except for", "except", "apart from", "other than", "besides", "excluding", "minus",
    )
]  # fmt: skip
"""What stands before an exception, the longer ones first."""
_OPEN_ONE = frozenset({"this one", "this mail", "this", "the open one", "the current one"})
_ALL_OF_THEM = re.compile(
    r"(?<=\w) (?:all|each|every one|every single one|the (?:whole )?lot) of (?:them|it)$|(?<=s) (?:all|every one|the lot)$"
)
"""Behind a description: it means no fewer and no more, "the newsletters, all of them"."""
_ANDS = re.compile(r" (?:and (?:also|then)|as well as|plus|&) ")
_MANY = frozenset({"ones", "mails", "messages", "newsletters", "those", "all", "both"})
_ONE_THAT = frozenset({"the", "that", "those", "one", "ones", "mail", "mails", "message", "messages", "newsletter", "newsletters"})


def described(words: str | Sequence[str]) -> Description | None:
    """The parsed description; None unless every word of it was understood. Words in lower case, as a `Command` has them in `target`."""
    said = _ANDS.sub(" and ", words if isinstance(words, str) else " ".join(words))
    told, exceptions = with_exceptions(_ALL_OF_THEM.sub("", said).split())
    found = _described(told) or _of_several(told)
    return found if exceptions is None else _without(found, exceptions)


def with_exceptions(words: list[str]) -> tuple[list[str], list[str] | None]:
    """What stands before an exception, and what is excepted; None where there is none."""
    if not (place := exception_at(words)):
        return words, None
    mark = next(each for each in _LEAVES_OUT if tuple(words[place : place + len(each)]) == each)
    return words[:place], words[place + len(mark) :]


def exception_at(words: Sequence[str]) -> int:
    """Where an exception begins ("except", "but not"); 0 where there is none."""
    places = (at for at in range(1, len(words)) if any(tuple(words[at : at + len(each)]) == each for each in _LEAVES_OUT))
    return next(places, 0)


def _without(found: Description | None, words: list[str]) -> Description | None:
    """The description with these exceptions; None unless each of them is understood too."""
    if found is None:
        return None
    if (found.listed or found.these or found == Description()) and (places := places_of(words)):
        of_list = found if found.these else replace(found, listed=True)
        excepted = replace(of_list, without=(Description(places=places),)) if not found.places else found
        return excepted if set(places).isdisjoint(found.places) else None  # "the first two but not the third"
    without = [told_by(each.split()) for each in " ".join(words).split(" and ")]
    understood = tuple(each for each in without if each is not None)
    return replace(found, without=understood) if len(understood) == len(without) else None


def told_by(words: list[str]) -> Description | None:
    """`the tide clock`, `the one from anna`, `anna's`, `newsletters`, `this one`: what words name that stand by themselves."""
    if " ".join(words) in _OPEN_ONE:
        return Description(open=True)
    leading = next((place for place, word in enumerate(words) if word not in _ONE_THAT), 0)
    if words[leading : leading + 1] and words[leading] in _STARTERS:
        return _described(["all", "mails", *words[leading:]])
    if (found := _described(words)) is not None and found != Description():
        return found
    while words and words[-1] in _ONE_THAT:
        words = words[:-1]
    name = name_of([word.removesuffix("'s") for word in words])
    return Description(named=name) if name else None


def _described(told: list[str]) -> Description | None:
    if " ".join(told) in _HERE:
        return Description(here=True)
    if is_these(told):
        return Description(these=True)
    if is_whole_list(told):
        return Description(listed=True, count=counted(told))
    if len(places := places_of(told)) > 1:
        return Description(listed=True, places=places)
    noun, clauses = _parted(told)
    found = of_noun(noun, alone=not clauses)
    for clause in clauses:
        found = _with(found, clause) if found is not None else None
    return found


def _parted(words: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """What is described, and each "from ...", "about ...", "older than ..." behind it."""
    parts: list[list[str]] = [[]]
    for place, word in enumerate(words):
        is_place = word == "in" and sort_of(words[place + 1 :]) is not None
        if is_place or (word in _STARTERS and not (_RELATIVE.issuperset(parts[-1]) and parts[-1])):
            parts.append([])
        parts[-1].append(word)
    return parts[0], parts[1:]


def _of_several(words: list[str]) -> Description | None:
    """`the newsletters from anna and raj`, `anna's and raj's`; and `both from anna`, `the two about lunch`, which says how many."""
    if (counted := _counted(words)) is not None:
        return counted
    parts = [each.split() for each in " ".join(words).split(" and ")]
    own = all(each and each[-1].endswith("'s") for each in parts)
    first = Description(sender=_whose(parts[0])) if own else _described(parts[0])
    senders = [_whose(each) for each in parts[1:]]
    in_the_end = (last := [[""], *_parted(parts[0])[1]][-1])[0] in {"from", "by"} and not names_span(last[1:])
    is_by_sender = first is not None and bool(first.sender) and (in_the_end or first == Description(sender=first.sender))
    is_enumerated = own and any(len(each) > 1 for each in parts)  # "anna's, raj's and eleanor's"
    if first is None or not is_by_sender or not senders or not all(senders) or is_enumerated or any(each[0] == "the" for each in parts[1:]):
        return _of_each(parts)
    return replace(first, others=tuple(replace(first, sender=each) for each in senders))


def _of_each(parts: list[list[str]]) -> Description | None:
    """`the one from anna and the invoice`, `the first and raj's`: each by its place, by whose it is or by what it is about.

    None where each is called a mail: "the one from anna and the one from raj" are two wishes, and each of them is named when it is done.
    """
    if all(not _ONE_THAT.isdisjoint(part[1:]) for part in parts):
        return None
    found = [one for part in parts for one in ([_one(part)] if _one(part) is not None else map(_one, _apart(part)))]
    if len(found) < 2 or any(each is None for each in found):
        return None
    first, *others = (each for each in found if each is not None)
    return replace(first, others=tuple(others))


def _apart(words: list[str]) -> list[list[str]]:
    """What was enumerated with a comma: `anna's raj's`, `the one from anna the one from raj`."""
    return [[word] for word in words] if all(word.endswith("'s") for word in words) else pieces_of(words)


def _one(words: list[str]) -> Description | None:
    if places := places_of(words):
        return Description(listed=True, places=places)
    if words and len(words) < 3 and words[-1].endswith("'s") and words[0] != "the":
        return Description(sender=_whose(words), count=1) if len(words) == 1 and _whose(words) else None
    found = told_by(words) if words[:1] == ["the"] else None
    by = (found.sender, found.subject, found.named) if found is not None else ()
    if found is None or not any(by) or found != Description(sender=found.sender, subject=found.subject, named=found.named):
        return None
    return found if not _MANY.isdisjoint(words) else replace(found, count=1)


def _counted(words: list[str]) -> Description | None:
    number = ("<n>", 2) if words[:1] == ["both"] else number_of(tuple(words[1:2])) if words[:1] == ["the"] and words[1:] else None
    rest = [word for word in words[1 if words[:1] == ["both"] else 2 :] if word not in {"mails", "of"}]
    if number is None or number[0] != "<n>" or number[1] < 2 or rest[:1] == [] or not (rest[0] in _STARTERS or rest[0].endswith("'s")):
        return None
    found = _described(["all", "mails", *rest]) if rest[0] in _STARTERS else Description(sender=_whose(rest)) if _whose(rest) else None
    return replace(found, count=number[1]) if found is not None else None


def _whose(words: Sequence[str]) -> tuple[str, ...]:
    return name_of([word.removesuffix("'s") for word in words if word not in {"from", "by", "those", "ones"}])


def _of_sort(found: Description, sort: Sort) -> Description | None:
    return replace(found, sort=sort) if found.sort in {Sort.ANY, sort} else None


def _with(found: Description, clause: list[str]) -> Description | None:
    starter, rest = clause[0], clause[1:]
    match starter:
        case "that" | "which":
            return _with_relative(found, rest)
        case "older":
            length = spoken_length(rest[1:]) if rest[:1] == ["than"] else None
            return replace(found, older_than=length) if length is not None else None
        case "with":
            return replace(found, with_attachments=True) if rest in (["attachments"], ["an", "attachment"], ["attachment"]) else None
        case "about" | "regarding":
            return replace(found, subject=name_of(rest)) if name_of(rest) and not found.subject else None
        case _:
            return _since(found, clause) or _from(found, rest)


def _since(found: Description, clause: list[str]) -> Description | None:
    period = tuple(clause if clause[0] == "since" else clause[1:])
    return replace(found, period=period) if clause[0] != "by" and names_span(period) and not found.period else None


def _from(found: Description, words: list[str]) -> Description | None:
    if " ".join(words) in _THIS_SENDER:
        return replace(found, of_this_sender=True)
    if (sort := sort_of(words)) is not None:
        return _of_sort(found, sort)
    return replace(found, sender=name_of(words)) if name_of(words) and not found.sender else None


def _with_relative(found: Description, words: list[str]) -> Description | None:
    """`that are flagged`, `that are older than a week`, `that came in yesterday`."""
    if words in (["are", "flagged"], ["is", "flagged"]):
        return replace(found, flagged=True)
    if words[:1] == ["are"] and (sort := sort_of(words[1:])) is not None:
        return _of_sort(found, sort)
    if words[:1] in (["are"], ["is"]) and words[1:2] == ["older"]:
        return _with(found, words[1:])
    came = words[1:] if words[:1] == ["came"] else []
    period = tuple(came[1:] if came[:1] == ["in"] and names_span(came[1:]) else came)
    return replace(found, period=period) if period and names_span(period) else None
