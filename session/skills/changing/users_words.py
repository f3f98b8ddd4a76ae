"""Whether what a tool is called with is the user's own: a model may have it out of a mail.

Consent decides whether the words ask for a kind of change; this, whether they also name what the change is to be made of: which mail, until
when, how many, to whom. What is not among the user's last two turns is not done, it is asked about. So an argument that is their own in
other words costs one question, and one that is not theirs buys nothing.
"""

import re
from collections.abc import Iterator

from actions.sending.recipients import spelled
from briefing.mail import Address, Envelope, MailId
from briefing.mail_action import MailAction
from briefing.understanding.change_intents import asks_for
from briefing.understanding.command_words import hear, with_number
from briefing.understanding.commands import Command, CommandKind, recognise
from briefing.understanding.described_mails import described
from briefing.understanding.spans import names_span
from briefing.words import split_words
from session.call import Call
from session.skills.finding import FILLERS, FUNCTION_WORDS

LAST = -1
LONGEST_ADDRESS = 40
"""Words: an address spelled letter by letter."""

_SAYS_NOTHING = frozenset({"the", "a", "an", "of", "to", "my", "all", "every", "in", "on", "at", "and", "s"})
_POINTS_AT_NOTHING = FILLERS | FUNCTION_WORDS
"""Words that any sentence may share with any subject."""

_SENDER = re.compile(
    r"\b(?:from|by) (?!(?:the|my|this|that|here|now|him|her|them|it|everybody|everyone|me|you)\b)(\w+)"
    r"|\b(?!(?:let|it|that|what|he|she|there|who|here|where|today|tomorrow|one)')(\w+)'s\b"
)
"""Whose mail is meant: "the one from Marcus", "Anna's mail"."""
_REVISING = frozenset({CommandKind.REVISE, CommandKind.ADD_TEXT, CommandKind.CHANGE_TEXT})
_LEAVES_IT = re.compile(
    r"\b(?:cancel\w*|discard\w*|throw\w*|stop\w*|hold|forget|scrap|drop|abort|wait|trash|bin|delete|scratch|undo|lose|remove|don't|not)\b"
    r"|\b(?:never ?mind|later|leave)\b"
)
_MATTERS = re.compile(
    r"^(?:(?:okay|ok|well|so|and|please|also|then|now|hey|from now on|always|just|(?:could|can|would|will) you|i (?:want|need) you to"
    r"|i would like you to|i'd like you to) )*"
    r"(?:(?:add|put|make|mark|treat|count)\b.*\b(?:v\.?i\.?ps?|important|priority|priorities|keywords?)\b"
    r"|(?:look|watch) out for\b|watch for\b|keep an eye (?:out for|on)\b|prioriti[sz]e\b|heed\b)"
    r"|\b(?:is|are) (?:(?:really|very|always|so|most) )*important (?:to|for) me\b"
)
"""A plain request that somebody or something matter from now on."""

_NO_PLAIN_INTENT = re.compile(
    r"\b(?:who|whose|whom|what|which|when|where|why|how|whether|if|or|not|no|never|nothing|none|nobody|cannot|said|says|wrote|writes|asks?|asked"
    r"|wonder|think|thinks)\b|n't\b"
)
_BOTHERS_NOBODY = frozenset({"", "okay", "ok", "please", "thanks", "thank you", "well", "so", "yes", "yeah", "hey", "from now on"})
_REWRITES = re.compile(
    r"\b(?:rewrite|rephrase|reword|shorter|shorten|longer|friendlier|politer|polite|formal|informal|warmer|firmer|nicer|translate|tone|draft|add|put|replace"
    r"|change|instead|address|subject|recipients?)\b"
)


def says(call: Call, argument: str) -> bool:
    """Whether all telling words of an argument are the user's own."""
    telling = set(split_words(argument)) - _SAYS_NOTHING
    return telling.issubset(_words(call))


def tells_of(call: Call, action: str) -> bool:
    """Whether the user named this action, in any form of the word: "what I archived"."""
    stem = action.rpartition("_")[2][:4]
    return any(word.startswith(stem) for word in _words(call)) or any(command.action == action for command in _commands(call))


def counts(call: Call, number: int) -> bool:
    """Whether the user said this number, in words or digits, as a count or a place."""
    if number == LAST:
        return "last" in _words(call)
    heard = (hear(line, vocabulary=frozenset()) for line in call.dialogue.said)
    numbers = {value for each in heard if each is not None for _, value in with_number(each.words)}
    return number in numbers or any(command.ordinal == number for command in _commands(call))


def means(call: Call, action: MailAction, mail: MailId, *, number: int = 0, description: str = "") -> bool:
    """Whether it is this mail that the user spoke of: the open one, unless they named somebody else's, or one that they described.

    Where they named whose mail it is, it is that person's, however it was found.
    """
    envelope, named = call.mail.pipeline.envelopes.get(mail), _named_sender(call, action)
    if envelope is not None and not _is_from(envelope, named):
        return False
    if number:
        return counts(call, number)
    if description:
        return says(call, description)
    return mail in call.dialogue.meant[:1] or (envelope is not None and (bool(named) or _speaks_of(call, envelope)))


def spells(call: Call, address: Address) -> bool:
    if any(spelled(command.who) == address for command in _commands(call)):
        return True
    return any(spelled(part) == address for line in call.dialogue.said for part in _parts(line))


def names(call: Call, person: Address) -> bool:
    telling = {word for word in split_words(person.name) if len(word) > 1}
    return not telling.isdisjoint(_words(call))


def says_stop(call: Call) -> bool:
    """Whether the user's last words are a "stop" and nothing else: no word about any draft."""
    return recognise(call.dialogue.words, offer_open=False) == Command(kind=CommandKind.STOP)


def leaves_it(call: Call) -> bool:
    """Whether the user's last words may mean that what is being written or sent is to be dropped."""
    line = call.dialogue.words
    return recognise(line) in {Command(kind=CommandKind.CANCEL), Command(kind=CommandKind.STOP)} or bool(_LEAVES_IT.search(line.lower()))


def drops_it(call: Call) -> bool:
    """Whether the user's last words say, and say no more than, that what is being written is to be thrown away."""
    return recognise(call.dialogue.words) == Command(kind=CommandKind.CANCEL)


def asks_to_rewrite(call: Call) -> bool:
    """Whether the user's last words are about how a draft should read."""
    line = call.dialogue.words
    command = recognise(line)
    return (command is not None and command.kind in _REVISING) or _REWRITES.search(line.lower()) is not None


def asks_to_heed(call: Call, kind: CommandKind, argument: str) -> bool:
    """Whether the user asked that this person or word matter from now on: in a plain command, or as one request that is no question.

    Nobody in particular is the sender of the mail that was open, and only the last words can mean them.
    """
    lines = list(call.dialogue.said) if argument else [call.dialogue.words]
    return any(_heeds(line, kind, set(split_words(argument)) - _SAYS_NOTHING) for line in lines)


def describes(call: Call, action: MailAction, description: str) -> bool:
    """Whether the mails are described by the user as they are here: what is read out of the end of their own line means the same mails."""
    wanted = described(description.lower())
    asking = next((line for line in reversed(call.dialogue.said) if asks_for(line, action)), "")
    words = asking.split()[-LONGEST_ADDRESS:]
    commands = (recognise(" ".join(words[start:])) for start in range(len(words)))
    plain = next((each for each in commands if each is not None and each.kind is CommandKind.BULK and each.action == action), None)
    return wanted is not None and plain is not None and described(plain.target) == wanted


def _heeds(line: str, kind: CommandKind, wanted: set[str]) -> bool:
    command = recognise(line)
    if command is not None:
        return command.kind is kind and wanted == set(split_words(command.target)) - _SAYS_NOTHING
    text = line.lower().replace("\u2019", "'")
    clauses = [each for part in re.split(r"[,;:.!?]+(?=\s|$)", text) if (each := part.strip()) not in _BOTHERS_NOBODY]
    if len(clauses) != 1 or _NO_PLAIN_INTENT.search(clauses[0]) or not wanted or "?" in text:
        return False
    return _MATTERS.search(clauses[0]) is not None and wanted.issubset(split_words(clauses[0]))


def _named_sender(call: Call, action: MailAction) -> str:
    """The first name, folded, of whose mail the user spoke of last since they asked; empty where they named nobody."""
    said = list(call.dialogue.said)
    asked = next((place for place in range(len(said) - 1, -1, -1) if asks_for(said[place], action)), len(said) - 1)
    for line in reversed(said[max(asked, 0) :]):
        for match in _SENDER.finditer(line.lower().replace("\u2019", "'")):
            folded = split_words(match[1] or match[2])
            if folded and not names_span((match[1] or match[2],)):
                return folded[0]
    return ""


def _is_from(envelope: Envelope, name: str) -> bool:
    local, _, domain = envelope.sender.email.partition("@")
    return not name or name in split_words(f"{envelope.sender.name} {local} {domain} {envelope.list_id}".replace(".", " "))


def _speaks_of(call: Call, envelope: Envelope) -> bool:
    telling = {word for word in split_words(f"{envelope.sender.name} {envelope.subject}") if len(word) > 2} - _POINTS_AT_NOTHING
    return not telling.isdisjoint(_words(call))


def _words(call: Call) -> set[str]:
    told = [*call.dialogue.said]
    for command in _commands(call):
        told += [command.target, command.who, command.when, command.text]
    return {word for line in told for word in split_words(line)}


def _commands(call: Call) -> Iterator[Command]:
    """What the lines are in the form in which they are taken for commands; it evens out how words are spelled."""
    return (command for line in call.dialogue.said if (command := recognise(line)) is not None)


def _parts(line: str) -> Iterator[str]:
    words = line.lower().split()
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + LONGEST_ADDRESS) + 1):
            part = words[start:end]
            if "at" in part or "@" in "".join(part):
                yield " ".join(part)
