"""Whether what a tool is called with is the user's own: a model may have it out of a mail.

Consent decides whether the words ask for a kind of change; this, whether they also name what the change is to be made of: which mail, until
when, how many, to whom. What is not among the user's last two turns is not done, it is asked about. So an argument that is their own in
other words costs one question, and one that is not theirs buys nothing.
"""

import re
from collections.abc import Iterator

from actions.deeds import Deed
from actions.recipients import spelled
from actions.wishes import asks_for
from agent.call import Call
from briefing.command_words import hear, with_number
from briefing.commands import Command, CommandKind, recognise
from briefing.mail import Address, Envelope, MailId
from briefing.words import split_words

LAST = -1
LONGEST_ADDRESS = 40
"""Words: an address spelled letter by letter."""

_SAYS_NOTHING = frozenset({"the", "a", "an", "of", "to", "my", "all", "every", "in", "on", "at", "and", "s"})
_ANOTHER = re.compile(
    r"\bfrom (?!(?:the|my|this|that|here|now|him|her|them|it|everybody|everyone)\b)\w+"
    r"|\b(?!(?:let|it|that|what|he|she|there|who|here|where|today|tomorrow|one)')\w+'s\b"
)
_LEAVES_IT = re.compile(
    r"\b(?:cancel\w*|discard\w*|throw\w*|stop\w*|hold|forget|scrap|drop|abort|wait|trash|bin|delete|scratch|undo|lose|remove|don't|not)\b"
)
_MATTERS = re.compile(
    r"\b(?:v\.?i\.?p\w*|important|matters?|priority|prioriti[sz]e|look out|watch|care|keywords?|list|notice|notify|always|remember|first)\b"
)


def says(call: Call, argument: str) -> bool:
    """Whether all telling words of an argument are the user's own."""
    telling = set(split_words(argument)) - _SAYS_NOTHING
    return telling.issubset(_words(call))


def tells_of(call: Call, deed: str) -> bool:
    """Whether the user named this deed, in any form of the word: "what I archived"."""
    stem = deed.rpartition("_")[2][:4]
    return any(word.startswith(stem) for word in _words(call)) or any(command.deed == deed for command in _commands(call))


def counts(call: Call, number: int) -> bool:
    """Whether the user said this number, in words or digits, as a count or a place."""
    if number == LAST:
        return "last" in _words(call)
    heard = (hear(line, vocabulary=frozenset()) for line in call.hands.said)
    numbers = {value for each in heard if each is not None for _, value in with_number(each.words)}
    return number in numbers or any(command.ordinal == number for command in _commands(call))


def means(call: Call, deed: Deed, mail: MailId, *, number: int = 0, description: str = "") -> bool:
    """Whether it is this mail that the user spoke of: the open one, unless they named somebody else's, or one that they described."""
    if number:
        return counts(call, number)
    if description:
        return says(call, description)
    envelope = call.pipeline.envelopes.get(mail)
    if mail not in call.hands.open[:1]:
        return envelope is not None and _speaks_of(call, envelope)
    asking = next((line for line in reversed(call.hands.said) if asks_for(line, deed)), "")
    return envelope is None or _ANOTHER.search(asking.lower().replace("\u2019", "'")) is None or _speaks_of(call, envelope)


def spells(call: Call, address: Address) -> bool:
    """Whether the user spelled this address, or typed it."""
    if any(spelled(command.who) == address for command in _commands(call)):
        return True
    return any(spelled(part) == address for line in call.hands.said for part in _parts(line))


def names(call: Call, person: Address) -> bool:
    """Whether the user named this person."""
    telling = {word for word in split_words(person.name) if len(word) > 1}
    return not telling.isdisjoint(_words(call))


def leaves_it(call: Call) -> bool:
    """Whether the user's last words may mean that what is being written or sent is to be dropped."""
    line = call.hands.words
    return recognise(line) in {Command(kind=CommandKind.CANCEL), Command(kind=CommandKind.STOP)} or bool(_LEAVES_IT.search(line.lower()))


def asks_to_heed(call: Call) -> bool:
    """Whether the user asked that somebody or something matter from now on."""
    return any(_MATTERS.search(line.lower()) for line in call.hands.said)


def _speaks_of(call: Call, envelope: Envelope) -> bool:
    telling = {word for word in split_words(f"{envelope.sender.name} {envelope.subject}") if len(word) > 2} - _SAYS_NOTHING
    return not telling.isdisjoint(_words(call))


def _words(call: Call) -> set[str]:
    told = [*call.hands.said]
    for command in _commands(call):
        told += [command.target, command.who, command.when, command.text]
    return {word for line in told for word in split_words(line)}


def _commands(call: Call) -> Iterator[Command]:
    """What the lines are in the form in which they are taken for commands; it evens out how words are spelled."""
    return (command for line in call.hands.said if (command := recognise(line)) is not None)


def _parts(line: str) -> Iterator[str]:
    words = line.lower().split()
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + LONGEST_ADDRESS) + 1):
            part = words[start:end]
            if "at" in part or "@" in "".join(part):
                yield " ".join(part)
