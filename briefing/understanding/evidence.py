"""Whether the user said what a tool is called with. A model may have taken an argument from a mail.

`change_intents` decides whether the user's words ask for a kind of change. This module decides whether they also name its details: which
mail, until when, how many, to whom. A detail that is not in the user's last two turns is asked about and not acted on. So an argument that
paraphrases the user costs one question, and one that is not theirs achieves nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile

from briefing.mail import Address, Envelope
from briefing.mail_action import MailAction
from briefing.understanding.command_grammar.command_words import places_in
from briefing.understanding.command_grammar.described_mails import described, with_exceptions
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.telling_words import NAMES_NOBODY, matter_words, of_argument, speaks_of
from briefing.understanding.understanding import Understanding, understand
from briefing.understanding.verbs.table import VERBS
from briefing.understanding.verbs.things import things_in
from briefing.words import split_words

_OF_WORDS = re.compile(
    r"\b(?:reply|replies|answer|respond|writes?|wrote|say|says|said|tell|ask|let \w+ know|message|mail|forward|send|sign"
    r"|mention|include|remove|leave out|take out|drop|cut|delete|rather|more|less|too|sound|make it|fix|correct|spell|word|words|sentence"
    r"|paragraph|greeting|closing|english|german|french|spanish|no|not|actually|sorry|wait|i mean|thank|yes|yeah|okay|ok|sure|go ahead"
    r"|(?:as|like|the way) (?:it|that) (?:was|stood|had been)|before|back|previous|earlier|original"
    r"|wish (?:him|her|them)|congratulate|(?:old|first) (?:one|text))\b"
)
"""What a line has that could ask for words of a draft."""
_PLACES = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": -1, "next": 0}
_BY_PLACE = re.compile(
    rf"\bthe (?:very )?(?P<place>{'|'.join(_PLACES)})(?: (?:one|mail|message))?"
    r"(?=$| (?:please|too|now|as well|as (?:un)?read|as spam|for me|and|then|to|until)\b)"
)
_NO_PLACE = re.compile(
    r"\b(?:first|last) (?:\d+|two|three|four|five|six|seven|eight|nine|ten|few|couple|week|month|year)\b|\b(?:until|till?)\b.*|\bvery\b"
)
"""How many they are, until when, and what stands within a place: "the very last one"."""
_BEFORE_IT = frozenset({"oh", "um", "uh", "okay", "ok", "yes", "yeah", "well", "so", "please", "can", "could", "you"})
_ADDS, _AS_WELL = frozenset({"and", "plus", "also"}), frozenset({"also", "too"})
_TELLS = frozenset({"tell", "say", "reply", "answer", "write", "let"})
_EVERYONE = re.compile(
    r"\b(?:every ?(?:one|body)|(?:reply|answer|respond|write)(?: back)?[- ](?:to )?(?:them )?all|all of (?:them|us|you)|them (?:all|both)"
    r"|both of|the (?:[\w'\u2019]+ )?(?:group|team|others|rest|family|committee|board|class|list|lot)|(?:the|our|my) whole \w+"
    r"|all (?:the )?(?:recipients|people|others))\b"
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the user's last turns show; `said` holds them, the latest last."""

    said: Sequence[Understanding]

    @property
    def last(self) -> Understanding:
        return self.said[-1] if self.said else understand("")

    def says(self, argument: str) -> bool:
        """Whether all telling words of an argument are the user's own."""
        return of_argument(argument) <= self._words()

    def tells_of(self, action: str) -> bool:
        """Whether the user named this action, in any form of the word: "what I archived"."""
        claim = VERBS[MailAction(action)].claim
        forms = re.compile(rf"\b(?:{'|'.join(filter(None, (claim.done, claim.doing, claim.managed)))})\b", re.IGNORECASE)
        return any(forms.search(line.words) or (line.command and line.command.action == action) for line in self.said)

    def counts(self, number: int) -> bool:
        """Whether the user said this number, in words or digits."""
        return any(number in line.numbers for line in self.said)

    def places(self, action: MailAction, number: int) -> bool:
        """Whether the user said this number as the place of what this is to be done to, which "these two" and "for two hours" say of none;
        neither as what is to be left out ("all except the first", "the second and not the first") nor in another wish."""
        lines = (line for line in self._of_this(action, since_asked=True) if number in _places_in(line.words))
        return any(
            line.command is not None or number in (_places_in(line.change.said_of(action)) or _places_in(line.change.said_until(action)))
            for line in lines
        )

    def _asking(self, action: MailAction) -> Understanding | None:
        """The line that asks for this; the later one, where both do."""
        return next((line for line in reversed(self.said) if line.change.asks_for(action)), None)

    def _of_this(self, action: MailAction, *, since_asked: bool = False) -> list[Understanding]:
        """The lines that may say of which mail this is asked; those behind the one that asks, or the last where none does, unless they wish
        for something else. Who is named in a wish for something else is no answer to which mail was meant."""
        places = reversed(range(len(self.said)))
        asked = next((place for place in places if self.said[place].change.asks_for(action)), max(0, len(self.said) - 1))
        behind = (line for line in self.said[asked + 1 :] if line.change.completes or not _wants_another(line, action))
        return [*self.said[asked if since_asked else 0 : asked + 1], *behind]

    def means(self, action: MailAction, mail: Envelope | None, *, is_open: bool, number: int = 0, description: str = "") -> bool:
        """Whether the user spoke of this mail: the open one unless they named another sender, or one that they described.

        If they named a sender, the mail must be from that sender, however it was found.
        """
        named = self._named_sender(action)
        if named and (mail is None or not _is_from(mail, named)):
            return False
        if number or description:
            return of_argument(description) <= self._words_of_this(action) and (not number or self.places(action, number))
        return is_open or (mail is not None and (bool(named) or speaks_of(self._words_of_this(action), mail)))

    def clause(self, action: MailAction) -> frozenset[str]:
        """The words, folded, that say on which mail this is to be done: of the clause that asks for it, or of an answer to "Which one?"."""
        if self.last.change.completes:
            return frozenset(split_words(self.last.words))
        asking = self._asking(action)
        return asking.change.clause(action) if asking is not None else frozenset()

    def is_of_another_thing(self, action: MailAction, mail: Envelope | None) -> bool:
        """Whether the clause that asks for this says what the mail is about, and this one neither bears it nor begins with it."""
        asking = self._asking(action)
        things = things_in(asking.change.said_of(action)) if asking is not None else frozenset[str]()
        borne = matter_words(f"{mail.sender.name} {mail.subject} {mail.snippet}") if mail is not None else frozenset[str]()
        return bool(things) and things.isdisjoint(borne)

    def names_only_behind(self, action: MailAction, mail: Envelope | None) -> bool:
        """Whether the last words ask for this and speak of that mail in another wish behind: "archive it and tell me what Marcus wants"."""
        if mail is None or not self.last.change.asks_for(action):
            return False
        by_then = frozenset(split_words(self.last.change.said_until(action)))
        return speaks_of(self.last.own_words, mail) and not speaks_of(by_then, mail)

    def names_only_later(self, action: MailAction, mail: Envelope | None) -> bool:
        """Whether nothing but a later wish for something else speaks of that mail: "archive them", "flag the contract from Marcus"."""
        if mail is None or speaks_of(self._words_of_this(action), mail):
            return False
        of_this = self._of_this(action)
        return any(speaks_of(line.own_words, mail) for line in self.said if not any(line is each for each in of_this))

    def place(self, action: MailAction) -> int | None:
        """The place by which alone the clause that asks for this names its mail: 2 for "the second one", 0 for "the next one"."""
        asking = self._asking(action)
        found = _BY_PLACE.search(asking.change.said_of(action)) if asking is not None else None
        return _PLACES[found["place"]] if found is not None else None

    def means_several(self, action: MailAction) -> bool:
        asking = self._asking(action)
        return asking is not None and action is not MailAction.UNDO and asking.change.mails_meant(action) > 1

    def describes(self, action: MailAction, description: str) -> bool:
        """Whether the end of the user's own line, read as a command, describes the same mails as the description."""
        wanted = described(description.lower())
        asking = self._asking(action)
        plain = asking.ends_in_bulk(action) if asking is not None else None
        return wanted is not None and plain is not None and described(plain.target) == wanted

    def spells(self, address: Address) -> bool:
        return any(address in line.addresses for line in self.said)

    def names(self, person: Address) -> bool:
        telling = {word for word in split_words(person.name) if len(word) > 1}
        return not (telling - NAMES_NOBODY).isdisjoint(self._words()) or not telling.isdisjoint(self.last.addressed.words)

    def says_stop(self) -> bool:
        """Whether the user's last words are a "stop" and nothing else: no word about any draft."""
        return self.last.is_stop

    def leaves_it(self) -> bool:
        """Whether the user's last words may mean that what is being written or sent is to be dropped."""
        return self.last.holding.may_drop

    def drops_it(self) -> bool:
        """Whether the user's last words say only that what is being written is to be thrown away."""
        return self.last.command == Command(kind=CommandKind.CANCEL)

    def asks_to_rewrite(self) -> bool:
        """Whether the user's last words are about how a draft should read."""
        return self.last.asks_to_rewrite

    def asks_for_words(self) -> bool:
        """Whether the user's last words may be about what a mail is to say, or how; chatter about other things is not."""
        return self.last.asks_to_rewrite or _OF_WORDS.search(self.last.words.lower()) is not None

    def adds(self) -> bool:
        """Whether the user's last words want something as well as what a mail says: "also tell her that", "and tell her"."""
        words = [*dropwhile(_BEFORE_IT.__contains__, split_words(self.last.words))]
        return bool(words) and (
            (words[0] in _ADDS and words[1:2] != ["then"]) or (words[0] in _TELLS and not _AS_WELL.isdisjoint(words[1:4]))
        )

    def speaks_of_everyone(self) -> bool:
        """Whether the user spoke of all who got a mail, and not of its sender alone: "reply all", "tell everyone", "let them both know"."""
        replies = (line.command is not None and line.command.kind is CommandKind.REPLY_ALL for line in self.said)
        return any(replies) or any(_EVERYONE.search(line.words.lower()) for line in self.said)

    def asks_to_heed(self, kind: CommandKind, argument: str) -> bool:
        """Whether the user asked, by a plain command or a single request, that this person or word matter from now on.

        Without an argument the sender of the open mail is meant, and only the last words can mean that one.
        """
        lines = self.said if argument else [self.last]
        return any(line.asks_to_heed(kind, of_argument(argument)) for line in lines)

    def prefers(self, how: str) -> bool:
        """Whether the user's last words ask to be told so: "just headlines", "shorter"."""
        return self.commands(CommandKind.PREFER, how) or self.commands(CommandKind.REVISE, how)

    def commands(self, kind: CommandKind, target: str) -> bool:
        """Whether the user's last words are, or have in them, this plain command."""
        wishes = (wish.command for wish in (self.last, *self.last.wishes))
        return any(each is not None and each.kind is kind and each.target == target for each in wishes)

    def _named_sender(self, action: MailAction) -> str:
        """The first name, folded, of the sender whom the user named last since they asked; empty if they named nobody."""
        lines = self._of_this(action, since_asked=True)
        return next((line.senders[0] for line in reversed(lines) if line.senders), "")

    def _words(self) -> frozenset[str]:
        return frozenset[str]().union(*(line.own_words for line in self.said))

    def _words_of_this(self, action: MailAction) -> frozenset[str]:
        return frozenset[str]().union(*(line.own_words for line in self._of_this(action)))


def _wants_another(line: Understanding, action: MailAction) -> bool:
    return line.command is not None or any(line.change.asks_for(other) for other in MailAction if other is not action)


def _is_from(envelope: Envelope, name: str) -> bool:
    return name in split_words(f"{envelope.sender.name} {envelope.sender.email} {envelope.list_id}")


def _places_in(words: str) -> set[int | None]:
    """The places that the words name, but for those that they leave out."""
    line = understand(" ".join(with_exceptions(_NO_PLACE.sub("", words.lower()).split())[0]))
    of_command = line.command.ordinal if line.command is not None else None
    return {of_command, *places_in(line.heard.words if line.heard is not None else ())} - {0, None}
