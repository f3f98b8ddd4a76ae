"""What is asked or explained between mails: what to do with this one, which topic comes, what can be said.

Every question asked here can be answered with a plain command. None is a yes-or-no question ("Keep it?"): what a bare "no" means would
have to be guessed, and nothing is done to a mail on a guess.
Nor is a command named by its bare verb: "archive" alone waits for its object, "archive it" is done at once.
"""

from collections.abc import Sequence

from briefing.speech.wording.counts import count_word, counted, joined
from briefing.speech.wording.speakable import capped, speakable

_FIRST = "You can say archive it, flag it, mark it as read, or next. What shall I do with it?"
_ASKS = (
    "What shall I do with it?",
    "Archive it, flag it, or next?",
    "What now?",
    "Archive it, or next?",
    "Flag it, archive it, or move on?",
    "And this one?",
    "Next, or something else?",
)
_ASKS_AFTER_QUESTION = ("Flag it for later, or next?", "What shall I do with it?", "Flag it, archive it, or move on?", "What now?")
_ASKS_AFTER_BULK = ("Archive it, or next?", "Archive it, skip it, or next?", "Archive this one, or next?")

_EXAMPLES = ("next", "archive it", "flag it", "go back", "skip this topic")


LONGEST_QUOTED = 80
_NO_MARKS = str.maketrans("", "", '?"\u201c\u201d')


def ask(n: int, *, question: bool = False, bulk: bool = False) -> str:
    """What to do with the mail just presented, in few words; `n` counts the mails presented so far, from 0.

    `question`: somebody waits for an answer; `bulk`: a newsletter or a machine's notice.
    """
    if n <= 0:
        return _FIRST
    asks = _ASKS_AFTER_QUESTION if question else _ASKS_AFTER_BULK if bulk else _ASKS
    return asks[n % len(asks)]


def topic_intro(label: str, count: int, number: int, total: int) -> str:
    """Said when topic `number` (from 1) of `total` begins: `Next topic: Contract renewal, three mails.`"""
    name = capped(speakable(label[:300]).rstrip(".,;: "), 80) or "Other messages"
    if count == 1:
        return f"{'First' if number <= 1 else 'Last' if number == total else 'Next'}: {name}."
    which = "First" if number <= 1 else "Last" if number == total else "Next"
    return f"{which} topic: {name}, {counted(count, 'mail')}."


def rest_of_topic(label: str, left: int, mails: int) -> str:
    """Said where a topic goes on of which some was heard before: `Contract renewal: two of three mails are still to come.`"""
    name = capped(speakable(label[:300]).rstrip(".,;: "), 80) or "Other messages"
    return f"{name}: {count_word(left)} of {counted(mails, 'mail')} {'is' if left == 1 else 'are'} still to come."


def too_long(most: int) -> str:
    """Said to a line of more than so many characters, of which nothing was done."""
    parts = f"Please give it to me in parts of at most {most:,} characters."
    return f"That is more than I can take at once, so I have done nothing with it. {parts}"


def not_understood() -> str:
    return "Sorry, I did not get that."


def did_you_say(words: str) -> str:
    """To a command that was heard in doubt: `Did you say \u201carchive it\u201d?`"""
    return f"Did you say {_quoted(words)}?"


def say_again() -> str:
    """To anything else that was heard in doubt."""
    return "Sorry, I am not sure what you said. Please say it again."


def not_got(words: str) -> str:
    """Of a turn of which the rest was done: `I did not get \u201ctell Bob\u201d.`"""
    return f"I did not get {_quoted(words)}."


def not_done(wishes: Sequence[str]) -> str:
    """Of wishes that were understood and are left undone: `I have left \u201carchive it\u201d undone.`"""
    return f"I have left {joined([_quoted(words) for words in wishes])} undone."


def not_done_beside_a_question(wishes: Sequence[str]) -> str:
    """The same without quotation marks, which could be somebody's words that a yes would answer: `I have left undone: archive it.`"""
    plain = [capped(words.translate(_NO_MARKS).strip().rstrip(".,;:!"), LONGEST_QUOTED) for words in wishes]
    return f"I have left undone: {joined(plain)}."


def _quoted(words: str) -> str:
    return f"\u201c{capped(words.strip().rstrip('.,;:!?'), LONGEST_QUOTED)}\u201d"


def help_sentence(examples: Sequence[str] = (), *, more: bool = False) -> str:
    """A few things one can say: `You can say \u201cnext\u201d or \u201cgo back\u201d.`; `more`: with how to hear others."""
    shown = [f"\u201c{example}\u201d" for example in (tuple(examples) or _EXAMPLES)]
    return f"You can say {joined(shown, last='or')}.{' Ask what else you can say for more.' if more else ''}"
