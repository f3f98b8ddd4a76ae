"""The noun of a description with what stands before it: "all unread newsletters", "the next three", "raj's mails"; and what is a name."""

from collections.abc import Sequence
from dataclasses import replace

from briefing.understanding.command_grammar.command_frame import NAMES, NOT_IN_A_TARGET
from briefing.understanding.command_grammar.command_words import number_of
from briefing.understanding.command_grammar.description import IN_NAMES, Description, Sort
from briefing.understanding.times.spans import names_span
from briefing.words import split_words

_NOUNS = {
    **dict.fromkeys(("mail", "mails", "male", "males", "email", "emails", "message", "messages", "ones", "everything", "things"), Sort.ANY),
    **dict.fromkeys(("newsletter", "newsletters", "promotions", "ads", "advertising", "advertisements", "subscriptions"), Sort.NEWSLETTERS),
    **dict.fromkeys(("notification", "notifications", "notices", "alerts"), Sort.NOTIFICATIONS),
    **dict.fromkeys(("invitation", "invitations", "invites"), Sort.INVITATIONS),
}
_EACH = frozenset({"all", "every", "each", "any"})
_LEADING = _EACH | {"of", "the", "my", "these", "those", "unread"}
_WHAT_IS_LEFT = (["rest", "of"], ["remainder", "of"])
_ONE = frozenset({"mail", "male", "email", "message", "newsletter", "notification", "invitation"})
"""Of one only, unless it says "all" or "every": "the newsletter" is the one just heard."""
_UNCOUNTED = {"couple": 2, "few": 0, "several": 0}
_SAY_NOTHING = frozenset({"ones", "things"})
_ANY_AT_ALL = frozenset({"mails", "males", "emails", "messages"})
"""By themselves they are no mails of the user's: "can you archive mails" asks what can be done."""
NO_NAME = frozenset(
    {"important", "unimportant", "urgent", "unread", "read", "red", "seen", "unseen", "old", "older", "new", "newer", "recent", "latest"}
    | {"flagged", "starred", "spam", "junk", "other", "remaining", "big", "large", "long", "short", "personal", "private", "boring"}
    | {"very", "really", "most", "more", "less", "not", "un", "and", "or"}
)
"""What a mail is and nobody is called: "all important mails" are not those of somebody named Important."""
_LONGEST_NAME = 5
MOST_NEXT = 99


def of_noun(words: list[str], *, alone: bool) -> Description | None:
    if words in (["all"], ["everything"]):
        return Description()
    leading = next((count for count, word in enumerate(words) if word not in _LEADING), len(words))
    left = words[leading:][2:] if words[leading:][:2] in _WHAT_IS_LEFT else words[leading:]
    left = left[1:] if left[:1] in (["the"], ["my"]) and left != words[leading:] else left
    if (counted := _next(left)) is not None:
        count, rest = counted
        found = of_noun(["all", *(rest or ["mails"])], alone=alone)
        whole = found is not None and not found.first and not found.uncounted
        return replace(found, first=count, uncounted=not count) if found is not None and whole else None
    if not left or left[-1] not in _NOUNS or (left[-1] in _ONE and _EACH.isdisjoint(words[:leading])):
        return None
    before, noun = left[:-1], left[-1]
    found = Description(sort=_NOUNS[noun])
    if before[:1] == ["flagged"]:
        found, before = replace(found, flagged=True), before[1:]
    if found.sort is Sort.ANY and len(before) == 1 and _NOUNS.get(before[0], Sort.ANY) is not Sort.ANY:
        return replace(found, sort=_NOUNS[before[0]])
    if not before:
        says_nothing = noun in _SAY_NOTHING or (noun in _ANY_AT_ALL and words == [noun])
        return found if not (alone and says_nothing) else None
    sender = name_of([word.removesuffix("'s") for word in before])
    is_name = noun != "everything" and not NO_NAME.issuperset(before) and bool(sender) and not names_span(sender)
    return replace(found, sender=sender) if is_name else None


def _next(words: list[str]) -> tuple[int, list[str]] | None:
    """`next three newsletters`: how many, from two on, and what stands behind. A couple is two; none for a few."""
    if words[:1] == ["next"] and words[1:2] and words[1] in _UNCOUNTED:
        return _UNCOUNTED[words[1]], words[3:] if words[2:3] == ["of"] else words[2:]
    for size in (2, 1):
        number = number_of(tuple(words[1 : 1 + size])) if words[:1] == ["next"] and len(words) > size else None
        rest = words[1 + size :]
        if number is not None and number[0] == "<n>" and 1 < number[1] <= MOST_NEXT and rest[:1] not in (["hundred"], ["thousand"]):
            return number[1], rest
    return None


def sort_of(words: Sequence[str]) -> Sort | None:
    """The sort of mail that these words name, and nothing but that: "my newsletters"."""
    found = of_noun(list(words), alone=True)
    return found.sort if found is not None and found.sort is not Sort.ANY and found == Description(sort=found.sort) else None


def name_of(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a name or a matter, folded; empty for what may be a sentence."""
    told = [word for word in words if word not in {"the", "a", "an", "my"}]
    own = {word for word in told if word not in NOT_IN_A_TARGET}
    allowed = own | (NAMES if len(told) <= 2 else set()) | (IN_NAMES if own else set())
    if not 0 < len(told) <= _LONGEST_NAME or not allowed.issuperset(told):
        return ()
    return tuple(split_words(" ".join(told)))
