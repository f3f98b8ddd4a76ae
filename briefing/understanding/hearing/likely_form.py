"""What a line that means nothing as it stands may have been: "put it and the archive", "but it in the archive", "skip the news letters".

Only a guess, by the sounds of the whole line. It is asked back, and only where the line would otherwise not be understood at all.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise

from briefing.understanding.command_grammar.command_phrases.notation import expand
from briefing.understanding.hearing.misheard import MOST_WORDS, speaks_of_others
from briefing.understanding.hearing.near_forms import nearest
from briefing.understanding.hearing.plain_forms import plain_forms
from briefing.understanding.understanding import Understanding, understand
from briefing.words import split_words

_ALSO = (
    "just [the] headlines [please]|only [the] important ones|only mails from people|I have (two|five|ten) minutes|stop looking",
    "look at my screen [again]|forget this conversation|take (him|her) off my VIPs|remove invoice from my keywords",
    "(archive|delete|flag|open) the (first|second|third|last) one|mark the second one as read|go to topic (one|three|four)",
    "(archive|delete|flag) them|mark them as read|snooze it until (tonight|next month)|undo the last two",
    "what did I (archive|delete|flag)|what have I done|what's (urgent|important|attached|the subject)|is there an attachment|how old is it",
)
"""Forms that need not be told to a recogniser."""
_FARTHEST = 0.25
_NO_NEARER = 0.05
"""Two commands that differ by less are as near as one another."""
_JOINS = frozenset({"and", "but"})
"""Misheard, often, for "in" and "put"."""
_POINTS = frozenset({"this", "is", "as"})
_NEVER_LOST = frozenset(
    {"next", "last", "previous", "other", "others", "another", "keep", "print", "start", "really", "clear", "vip", "today", "yesterday"}
)
"""A yes to "archive it" would act on the open mail, where another was named; and "keep" is no misheard "skip"."""


def probably(said: Understanding) -> Understanding | None:
    """The plain command that the words probably were; none where no one command is plainly nearest, or they deny, report or doubt."""
    if said.doubted is not None:
        return said.doubted
    words = said.heard.words if said.heard is not None else ()
    if said.command is not None or said.answer is not None or not 0 < len(words) <= MOST_WORDS:
        return None
    if speaks_of_others(tuple(word for word in words if word not in _JOINS)):
        return None
    return _plainly_nearest(said.words)


@lru_cache(maxsize=4)
def _plainly_nearest(words: str) -> Understanding | None:
    """Asked more than once of a line, while it is answered."""
    found = [(each, understand(each.words, verbatim=True)) for each in nearest([words], _forms())]
    if not found:
        return None
    (form, meant), *others = found
    rivals = [each for each, other in others if other.command != meant.command and each.distance < form.distance + _NO_NEARER]
    return meant if form.distance <= _FARTHEST and not rivals else None


def loses_what_was_named(said: Understanding, guess: Understanding, senders: Collection[str]) -> bool:
    """Whether a guess leaves out a word that names another mail, one of the words of the `senders`' names among them ("archive Anna's"),
    or one that is seldom misheard."""
    heard = said.heard.words if said.heard is not None else ()
    owners = {each for each in heard if each.endswith("'s")} | {one for one, of in pairwise(heard) if of == "mail" and one.endswith("s")}
    named = {
        each
        for each in heard
        if each in _NEVER_LOST | (owners - _POINTS) or not {each, each.removesuffix("'s"), each.removesuffix("s")}.isdisjoint(senders)
    }
    return not {each.removesuffix("'s") for each in named} <= set(split_words(guess.words))


@lru_cache(maxsize=1)
def _forms() -> Sequence[str]:
    return (*plain_forms((), is_asked=False), *(form for pattern in _ALSO for form in expand(pattern)))
