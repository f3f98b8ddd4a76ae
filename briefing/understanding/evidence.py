"""Whether the user said what a tool is called with. A model may have taken an argument from a mail.

`change_intents` decides whether the user's words ask for a kind of change. This module decides whether they also name its details: which
mail, until when, how many, to whom. A detail that is not in the user's last two turns is asked about and not acted on. So an argument that
paraphrases the user costs one question, and one that is not theirs achieves nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from briefing.mail import Address, Envelope
from briefing.mail_action import MailAction
from briefing.understanding.change_intents import asks_for
from briefing.understanding.command_grammar.command_words import hear, with_number
from briefing.understanding.command_grammar.described_mails import described
from briefing.understanding.commands import Command, CommandKind, recognise
from briefing.understanding.holding_back import may_drop
from briefing.understanding.spelled_addresses import spelled
from briefing.understanding.telling_words import of_argument, speaks_of
from briefing.understanding.times.spans import names_span
from briefing.words import split_words

LAST = -1
LONGEST_ADDRESS = 40
"""Words: an address spelled letter by letter."""

_SENDER = re.compile(
    r"\b(?:from|by) (?!(?:the|my|this|that|here|now|him|her|them|it|everybody|everyone|me|you)\b)(\w+)"
    r"|\b(?!(?:let|it|that|what|he|she|there|who|here|where|today|tomorrow|one)')(\w+)'s\b"
)
"""Whose mail is meant: "the one from Marcus", "Anna's mail"."""
_REVISING = frozenset({CommandKind.REVISE, CommandKind.ADD_TEXT, CommandKind.CHANGE_TEXT})
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


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the user's last turns show; `said` holds them, the latest last."""

    said: Sequence[str] = field(repr=False)

    @property
    def last(self) -> str:
        return self.said[-1] if self.said else ""

    def says(self, argument: str) -> bool:
        """Whether all telling words of an argument are the user's own."""
        return of_argument(argument) <= self._words()

    def tells_of(self, action: str) -> bool:
        """Whether the user named this action, in any form of the word: "what I archived"."""
        stem = action.rpartition("_")[2][:4]
        return any(word.startswith(stem) for word in self._words()) or any(command.action == action for command in self._commands())

    def counts(self, number: int) -> bool:
        """Whether the user said this number, in words or digits, as a count or a place."""
        if number == LAST:
            return "last" in self._words()
        heard = (hear(line, vocabulary=frozenset()) for line in self.said)
        numbers = {value for each in heard if each is not None for _, value in with_number(each.words)}
        return number in numbers or any(command.ordinal == number for command in self._commands())

    def means(self, action: MailAction, mail: Envelope | None, *, is_open: bool, number: int = 0, description: str = "") -> bool:
        """Whether the user spoke of this mail: the open one unless they named another sender, or one that they described.

        If they named a sender, the mail must be from that sender, however it was found.
        """
        named = self._named_sender(action)
        if mail is not None and not _is_from(mail, named):
            return False
        if number:
            return self.counts(number)
        if description:
            return self.says(description)
        return is_open or (mail is not None and (bool(named) or speaks_of(self._words(), mail)))

    def describes(self, action: MailAction, description: str) -> bool:
        """Whether the end of the user's own line, read as a command, describes the same mails as the description."""
        wanted = described(description.lower())
        asking = next((line for line in reversed(self.said) if asks_for(line, action)), "")
        words = asking.split()[-LONGEST_ADDRESS:]
        commands = (recognise(" ".join(words[start:])) for start in range(len(words)))
        plain = next((each for each in commands if each is not None and each.kind is CommandKind.BULK and each.action == action), None)
        return wanted is not None and plain is not None and described(plain.target) == wanted

    def spells(self, address: Address) -> bool:
        if any(spelled(command.who) == address for command in self._commands()):
            return True
        return any(spelled(part) == address for line in self.said for part in _possible_addresses(line))

    def names(self, person: Address) -> bool:
        telling = {word for word in split_words(person.name) if len(word) > 1}
        return not telling.isdisjoint(self._words())

    def says_stop(self) -> bool:
        """Whether the user's last words are a "stop" and nothing else: no word about any draft."""
        return recognise(self.last, offer_open=False) == Command(kind=CommandKind.STOP)

    def leaves_it(self) -> bool:
        """Whether the user's last words may mean that what is being written or sent is to be dropped."""
        return may_drop(self.last)

    def drops_it(self) -> bool:
        """Whether the user's last words say only that what is being written is to be thrown away."""
        return recognise(self.last) == Command(kind=CommandKind.CANCEL)

    def asks_to_rewrite(self) -> bool:
        """Whether the user's last words are about how a draft should read."""
        command = recognise(self.last)
        return (command is not None and command.kind in _REVISING) or _REWRITES.search(self.last.lower()) is not None

    def asks_to_heed(self, kind: CommandKind, argument: str) -> bool:
        """Whether the user asked, by a plain command or a single request, that this person or word matter from now on.

        Without an argument the sender of the open mail is meant, and only the last words can mean that one.
        """
        lines = self.said if argument else [self.last]
        return any(_heeds(line, kind, of_argument(argument)) for line in lines)

    def _named_sender(self, action: MailAction) -> str:
        """The first name, folded, of the sender whom the user named last since they asked; empty if they named nobody."""
        asked = next((place for place in range(len(self.said) - 1, -1, -1) if asks_for(self.said[place], action)), len(self.said) - 1)
        for line in reversed(self.said[max(asked, 0) :]):
            for match in _SENDER.finditer(line.lower().replace("\u2019", "'")):
                name = match[1] or match[2]
                if (folded := split_words(name)) and not names_span((name,)):
                    return folded[0]
        return ""

    def _words(self) -> set[str]:
        told = [*self.said]
        for command in self._commands():
            told += [command.target, command.who, command.when, command.text]
        return {word for line in told for word in split_words(line)}

    def _commands(self) -> Iterator[Command]:
        """The lines as commands, which evens out how words are spelled."""
        return (command for line in self.said if (command := recognise(line)) is not None)


def _heeds(line: str, kind: CommandKind, wanted: set[str]) -> bool:
    command = recognise(line)
    if command is not None:
        return command.kind is kind and wanted == of_argument(command.target)
    text = line.lower().replace("\u2019", "'")
    clauses = [each for part in re.split(r"[,;:.!?]+(?=\s|$)", text) if (each := part.strip()) not in _BOTHERS_NOBODY]
    if len(clauses) != 1 or _NO_PLAIN_INTENT.search(clauses[0]) or not wanted or "?" in text:
        return False
    return _MATTERS.search(clauses[0]) is not None and wanted.issubset(split_words(clauses[0]))


def _is_from(envelope: Envelope, name: str) -> bool:
    local, _, domain = envelope.sender.email.partition("@")
    return not name or name in split_words(f"{envelope.sender.name} {local} {domain} {envelope.list_id}".replace(".", " "))


def _possible_addresses(line: str) -> Iterator[str]:
    words = line.lower().split()
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + LONGEST_ADDRESS) + 1):
            part = words[start:end]
            if "at" in part or "@" in "".join(part):
                yield " ".join(part)
