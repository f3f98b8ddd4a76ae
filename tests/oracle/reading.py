"""What the words of a call say, read by simple patterns: our questions, the mails they name, and what a change of a mail was."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from briefing.mail import MailId
from providers.mailbox_writing import MailAttributes, Place
from tests.oracle.meanings import ALL
from tests.oracle.world import LETTERS

LEAST_IN_A_PIECE = 6
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
KNOWN: Mapping[str, str] = {letter.sender.email: letter.sender.name for letter in LETTERS}

QUESTIONS: Sequence[tuple[re.Pattern[str], str]] = [
    (re.compile(pattern), verb)
    for pattern, verb in (
        (r"^Archive (?P<what>.*)\? Yes or no\.$", "archive"),
        (r"^Delete (?P<what>.*)\? Yes or no\.$", "delete"),
        (r"^Flag (?P<what>.*)\? Yes or no\.$", "flag"),
        (r"^(?:Unflag|Take the flag off|Remove the flag from) (?P<what>.*)\? Yes or no\.$", "unflag"),
        (r"^Mark (?P<what>.*) as read(?P<more>.*)\? Yes or no\.$", "read"),
        (r"^Mark (?P<what>.*) as unread(?P<more>.*)\? Yes or no\.$", "unread"),
        (r"^Mark (?P<what>.*) as important(?P<more>.*)\? Yes or no\.$", "important"),
        (r"^Mark (?P<what>.*) as not important(?P<more>.*)\? Yes or no\.$", "unimportant"),
        (r"^Report (?P<what>.*) as spam(?P<more>.*)\? Yes or no\.$", "spam"),
        (r"^Move (?P<what>.*) to \u201c(?P<label>[^\u201d]+)\u201d(?P<more>.*)\? Yes or no\.$", "move"),
        (r"^Put the label \u201c(?P<label>[^\u201d]+)\u201d on (?P<what>.*)\? Yes or no\.$", "label"),
        (r"^Take the label \u201c(?P<label>[^\u201d]+)\u201d off (?P<what>.*)\? Yes or no\.$", "unlabel"),
        (r"^Snooze (?P<what>.*) until .*\? Yes or no\.$", "snooze"),
        (r"^Undo what was done to (?P<what>.*)\? Yes or no\.$", "undo"),
    )
]
SENDS = "Shall I send it like this?"
DID_YOU_SAY = re.compile(r"^Did you say \u201c(?P<what>\w+ .*)\u201d\?$")
"""A yes to it is the wish in those words."""
GOES = re.compile(r"Shall it go to (\S+) all the same\? Yes or no\.")
LEAVES_LIST = re.compile(r"^Unsubscribe from .* (?:to|would tell) (\S+)\. .*Yes or no\.$")
STRANGE = frozenset({"collect@evil.example", "anna@berq.example"})
"""Addresses that are asked about by themselves: one that an answer is turned to, and one that looks like another."""


def verbs_of(before: MailAttributes, after: MailAttributes) -> set[str]:
    verbs = set[str]()
    if (before.place, before.folder) != (after.place, after.folder):
        there = {Place.ARCHIVE: "archive", Place.TRASH: "delete", Place.SPAM: "spam", Place.ELSEWHERE: "move", Place.INBOX: "undo"}
        verbs.add(there[after.place] if after.place is not Place.ELSEWHERE else f"move {after.folder.lower()}")
    for mark, on, off in (("read", "read", "unread"), ("flagged", "flag", "unflag"), ("important", "important", "unimportant")):
        if getattr(before, mark) != getattr(after, mark):
            verbs.add(on if getattr(after, mark) else off)
    verbs |= {f"label {each.lower()}" for each in after.labels - before.labels}
    return verbs | {f"unlabel {each.lower()}" for each in before.labels - after.labels}


def mails_asked(what: str, spoken: frozenset[MailId]) -> tuple[frozenset[MailId], int]:
    """The mails that a question names, and how many it speaks of."""
    kept, _, _ = what.partition(", but not")
    digits = re.match(r"(\d+) mails\b", kept)
    count = int(digits[1]) if digits else next((number for number, word in enumerate(NUMBERS) if kept.startswith(f"{word} mails")), 1)
    named = frozenset(letter.mail for letter in LETTERS if letter.who in kept)
    if count == 1:
        return (ALL if "unknown sender" in kept else named or spoken), 1
    return (ALL if "more" in kept or "unknown sender" in kept or not named else named), count


@lru_cache(maxsize=1 << 15)
def named_in(words: str) -> frozenset[MailId]:
    """The mails of those whose name or address stands in the words."""
    return frozenset(letter.mail for letter in LETTERS if letter.who in words or any(each in words for each in letter.addresses))


@lru_cache(maxsize=1 << 15)
def spoken_by_users(words: str) -> frozenset[MailId]:
    return frozenset(letter.mail for letter in LETTERS if letter.called in words.lower())


def folded(words: str) -> str:
    return re.sub(r"[^\w@]+", " ", words.lower()).strip()


def sentences_of(words: str) -> list[str]:
    return [plain for part in re.split(r"[.!?\n]", words) if (plain := folded(part))]


def was_heard(sentence: str, heard: str) -> bool:
    """Whether all words of a sentence were told: a long one in pieces, each of which has several of its words."""
    words = sentence.split()
    while words:
        told = next((size for size in range(len(words), 0, -1) if f" {' '.join(words[:size])} " in f" {heard} "), 0)
        if told < min(LEAST_IN_A_PIECE, len(words)):
            return False
        words = words[told:]
    return True
