"""Which sentence of a mail answers a question about a person, a time, a sum, a code or a place; it is said as it stands, or not at all."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from briefing.understanding.command_grammar.command_phrases.asked_of_mails import AnswerKind, MailQuestion
from briefing.understanding.searched_for import forms_of
from briefing.words import split_words

_STEM = 4
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|noon|midnight|morning|afternoon|evening|week|weekend"
_MONTH = r"january|february|march|april|may|june|july|august|september|october|november|december"
_DATE = rf"[0-9]{{1,2}}(?:st|nd|rd|th)?\.?(?: of)? (?:{_MONTH})|(?:{_MONTH}) [0-9]{{1,2}}"
_NUMBER = r"[0-9]{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_HOUR = rf"[0-9]{{1,2}}[:.][0-9]{{2}}|[0-9]{{1,2}} ?(?:am|pm|o'clock)|(?:at|from|half|to|past) (?:{_NUMBER})"
_TELLS = {
    AnswerKind.TIME: re.compile(rf"\b(?:{_DAY}|{_DATE}|{_HOUR})\b", re.IGNORECASE),
    AnswerKind.SUM: re.compile(
        r"[0-9] ?(?:pounds?|euros?|dollars?|pence|cents?|eur|usd|gbp|chf|francs?|yen|\u20ac|\u00a3)"
        r"|(?:\u20ac|\u00a3|\$|\b(?:eur|gbp|usd|chf)) ?[0-9]"
        r"|\b(?:for free|free of charge|costs? nothing)\b",
        re.IGNORECASE,
    ),
    AnswerKind.CODE: re.compile(r"[0-9]|\b[A-Z]{2}[A-Z0-9]*\b"),
    AnswerKind.PLACE: re.compile(
        r"\b(?:at|in|near|on|behind|opposite|upstairs|downstairs|from|room|street|road|platform|hall)\b", re.IGNORECASE
    ),
    AnswerKind.PERSON: re.compile(""),
    AnswerKind.CAME: re.compile(rf"\b(?:{_DAY}|{_DATE}|{_HOUR})\b", re.IGNORECASE),
}
"""What stands in a sentence that answers."""
_AT_AN_HOUR = re.compile(rf"\b(?:{_HOUR})", re.IGNORECASE)
"""Is no code."""
_DENIES = re.compile(r"n['\u2019]t\b|\b(?:not|never|no longer)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldInMail:
    """A sentence that answers, and how many of the words that are asked about it bears itself."""

    sentence: str
    shared: int


def answers(question: MailQuestion, sender: str, subject: str, sentences: Sequence[str], *, alike: bool) -> ToldInMail | None:
    """The sentence of the mail that answers it; none where the mail does not bear all that is asked about, or no sentence has an answer.

    Its subject may say what a sentence is about, its sender may not. With `alike` another word for the same thing counts too: an
    appointment for a meeting.
    """
    wanted = _wanted(question, alike=alike)
    titled = set(split_words(subject))
    told = [(sentence, set(split_words(sentence))) for sentence in sentences]
    everything = titled.union(split_words(sender), *(words for _, words in told))
    if any(map(everything.isdisjoint, wanted)):
        return None
    itself = set(forms_of(question.itself)) if question.itself else set()
    fitting = [
        (_shared(wanted, words), _DENIES.search(sentence) is None, sentence)
        for sentence, words in told
        if _tells(question.asked_for, sentence) and (not itself or itself & words)
    ]
    shared, _, best = max(fitting, key=lambda each: each[:2], default=(0, False, ""))
    is_of_it = shared > 0 or (question.asked_for is not AnswerKind.PERSON and all(not each.isdisjoint(titled) for each in wanted))
    return ToldInMail(sentence=best, shared=shared) if best and is_of_it else None


def _tells(asked_for: AnswerKind, sentence: str) -> bool:
    told = _AT_AN_HOUR.sub("", sentence) if asked_for is AnswerKind.CODE else sentence
    return _TELLS[asked_for].search(told) is not None


def bears(question: MailQuestion, words: Iterable[str]) -> int:
    """How many of the things that are asked about the words name."""
    return _shared(_wanted(question, alike=True), set(words))


def _wanted(question: MailQuestion, *, alike: bool) -> list[set[str]]:
    """Each thing that is asked about, in all its forms; without `alike` in those of the word itself."""
    return [{form for form in forms_of(word) if alike or form[:_STEM] == word[:_STEM]} for word in question.about]


def _shared(wanted: Sequence[set[str]], words: set[str]) -> int:
    return sum(not each.isdisjoint(words) for each in wanted)
