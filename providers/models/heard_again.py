"""Hearing once more what was not plain, told only of the few forms that it may have been: "Console" may be "Cancel".

The local speech server keeps a sound that it has just heard, so this takes it a tenth of the time of the first hearing. It is for what we
are told, and never for what is dictated: a form that was told of is written where something near it was said.

Measured with two voices each of flite and espeak, not those of the benchmark: see docs/voice.md.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from briefing.mail_action import MailAction
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.hearing.near_forms import distance, nearest, sounds_in
from briefing.understanding.hearing.plain_forms import GIVEN, plain_forms
from briefing.understanding.understanding import understand
from briefing.words import split_words
from providers.models.ear_doubt import FOR_GOOD, HeardSigns, agrees, confidence, done_by, is_in_doubt

MOST_WORDS = 14
FAR, FAR_FROM_PLAIN = 0.42, 0.3
"""Farther forms were not said; nearer ones may be a name of a plain command that was heard otherwise."""
LEAST_LOGPROB = -0.4
"""Of what is heard again, which is more probable than at first, since there is less that it may be."""
LEAST_LOGPROB_OF_NEW_WORDS = -0.25
"""Of a name that was not heard before, and of any new word where there was no doubt of the others: "write a video" is not "write to
Peter", and "hold the door" not "hold on"."""
SURE_LOGPROB = -0.1
"""From here on another form of what one of the forms means is taken, too: "any new messages" for "any new mail"."""

LEAST_KEPT = 0.75
"""Of the sounds, those that were heard without a prompt included: "should I archive it" is not "archive it"."""
NO = frozenset({"no", "not", "t", "never", "cannot", "without"})
"""With the end of "don't"; what was denied stays so."""
_QUESTION = re.compile(r"^\W*(?:is|are)n['’]t there\b", re.IGNORECASE)  # noqa: RUF001
_WITHOUT_NAMES = frozenset(word for form in plain_forms((), is_asked=True) for word in split_words(form))
NEVER = frozenset({MailAction.DELETE, *FOR_GOOD})
"""As a yes, which is not taken from it either, these are heard at once or asked for again."""


def may_have_been(signs: HeardSigns, forms: Sequence[str]) -> Sequence[str]:
    """The forms to hear it again with, the nearest last; none where it is plain what was said."""
    words = split_words(signs.text)
    if not 0 < len(words) <= MOST_WORDS:
        return ()
    plain = _is_plain(signs)
    if plain and _is_one_of(signs.text, forms):
        return ()
    near = nearest((signs.text, signs.second or ""), forms)
    far = FAR_FROM_PLAIN if plain else FAR
    return [each.words for each in reversed(near)] if near and near[0].distance <= far else ()


def as_prompt(forms: Sequence[str]) -> str:
    """As sentences, as a recogniser is told them."""
    return " ".join(f"{form[0].upper()}{form[1:]}." for form in forms)


def settled(first: HeardSigns, again: HeardSigns, near: Sequence[str], forms: Sequence[str]) -> HeardSigns:
    """What is taken as heard, after it was heard again with the `near` forms.

    Whether it is doubtful is judged as ever, against what was heard without a prompt.
    """
    if again.logprob is None or again.logprob < _least_logprob(first, again.text) or not _means_something(again.text):
        return first
    if agrees(again.text) or done_by(again.text) & NEVER or not _is_of_the_same_sounds(first, again.text):
        return first
    if not _is_one_of(again.text, forms) and (_is_plain(first) or not _is_like(again, near)):
        return first
    return replace(again, second=first.second, no_speech=first.no_speech)


def _least_logprob(first: HeardSigns, words: str) -> float:
    new = {*split_words(words)}.difference(split_words(first.text), split_words(first.second or ""))
    is_strict = bool(new) and (not new <= _WITHOUT_NAMES or not is_in_doubt(confidence(first)))
    return LEAST_LOGPROB_OF_NEW_WORDS if is_strict else LEAST_LOGPROB


def _is_of_the_same_sounds(first: HeardSigns, words: str) -> bool:
    """Whether it may have been these words: nearly the sounds of one of what was heard, nothing of weight lost, and nothing made up."""
    heard = [each for each in (first.text, first.second) if each]
    nearest_heard = min(heard, key=lambda each: distance(words, each))
    before, after = split_words(" ".join(heard)), split_words(words)
    return (
        distance(words, nearest_heard) <= FAR
        and sounds_in(words) >= LEAST_KEPT * max(map(sounds_in, heard))
        and (NO.isdisjoint(before) or not NO.isdisjoint(after) or _only_asks(heard))
        and not GIVEN & (set(after) - set(before))
    )


def _only_asks(heard: Sequence[str]) -> bool:
    """Whether what denies is the beginning of a question alone: "isn't there anything new"."""
    return all(NO.isdisjoint(split_words(_QUESTION.sub("", each))) for each in heard)


def _is_plain(signs: HeardSigns) -> bool:
    return not is_in_doubt(confidence(signs)) and _means_something(signs.text)


def _means_something(words: str) -> bool:
    said = understand(words)
    return (bool(done_by(words)) and said.misheard is None) or said.confirmation() in {Confirmation.YES, Confirmation.NO}


def _is_like(again: HeardSigns, near: Sequence[str]) -> bool:
    """Whether it is one of the forms but for a name or a day, or surely another one of what they mean."""
    same = [form for form in near if done_by(again.text) == done_by(form)]
    return bool(same) and ((again.logprob or 0.0) >= SURE_LOGPROB or min(distance(again.text, form) for form in same) <= FAR_FROM_PLAIN)


def _is_one_of(words: str, forms: Sequence[str]) -> bool:
    said = split_words(words)
    return any(said == split_words(form) for form in forms)
