"""What one utterance means. It is made once, where a turn is heard, and whoever needs to know more of the words asks it.

Pure, and lazy: each grammar reads the words when it is asked for the first time, and never again. A plain command is read on the way of
every voice turn, and costs microseconds; what only a model's tool asks for is read only then.
"""

import re
from collections import deque
from dataclasses import dataclass
from functools import cached_property

from briefing.mail import Address
from briefing.mail_action import MailAction
from briefing.understanding import confirmation, wish_words
from briefing.understanding.addressees import Addressees, addressees
from briefing.understanding.awaited import Awaited, awaited
from briefing.understanding.change_intents import ChangeIntents
from briefing.understanding.command_grammar.command_leads import cores
from briefing.understanding.command_grammar.command_words import with_number
from briefing.understanding.command_grammar.fillers import smoothed
from briefing.understanding.command_grammar.free_words import phrase
from briefing.understanding.command_grammar.who_matters import asks_to_heed
from briefing.understanding.commands import EXAMPLES, LONGEST_LINE, Command, CommandKind, PlainReading
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.holding_back import HoldingBack
from briefing.understanding.near_commands import NearCommand, near_command
from briefing.understanding.several_wishes.beside_a_wish import depends, is_a_wish
from briefing.understanding.several_wishes.line_pieces import Answered, answered, ends, in_pieces
from briefing.understanding.several_wishes.wishes import wishes
from briefing.understanding.small_talk import SmallTalk, is_covered, small_talk
from briefing.understanding.spelled_addresses import LONGEST_ADDRESS, possible_addresses, spelled
from briefing.understanding.telling_words import of_argument, senders_named
from briefing.words import split_words

KEPT = 4
"""Of one call: the last two turns, and what is heard of the next one while it is not over."""

_HANGS = re.compile(r"\b(?:and|or|but|because|if|the|a|an|my|your|our|to|so|um|uh|er|hmm)[.,\u2026]*$|,$", re.IGNORECASE)
_DENIED = re.compile(
    r"(?:(?:no|oh|please|but)\W+)*(?:don['\u2019]t|do not|never) (?P<denied>[^,;.!]+)[,;.!]\s*(?:(?:but|just|rather)\W+)*(?P<rest>\S.*)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True)
class Understanding(PlainReading):
    """One utterance: as a plain command, and as everything else that its words may mean; `too_long`: nobody looked at its words."""

    too_long: bool = False

    def _understand(self, words: str) -> "Understanding":
        return understand(words, verbatim=True)  # misheard is a whole line, or nothing of it

    @cached_property
    def change(self) -> ChangeIntents:
        """Which changes of mail the words ask for, and of which mails."""
        return ChangeIntents(self)

    @cached_property
    def holding(self) -> HoldingBack:
        """Whether the words take back what was agreed to."""
        return HoldingBack(self)

    def confirmation(self, action: MailAction | None = None, *, mails: int = 1, to_whom: bool = False) -> Confirmation:
        """Whether it is a yes or a no to the question about this `action`, on so many `mails`; `to_whom`: whether an address is right."""
        return confirmation.confirmation(self.heard, action, mails=mails, to_whom=to_whom)

    @cached_property
    def wishes(self) -> tuple["Understanding", ...]:
        """The clauses of the line, in order, each understood by itself; the line alone where it is one wish."""
        found = wishes(self, self._understand)
        if all(map(is_covered, found)) or (fluent := smoothed(self.words)) == self.words:
            return found
        without_fillers = wishes(self._understand(fluent), self._understand)
        return without_fillers if all(map(is_covered, without_fillers)) else found

    @cached_property
    def doubted(self) -> "Understanding | None":
        """What was probably said, where it changes or sends mail and was misheard: it is asked back, and done only on a yes."""
        found = self.misheard
        if found is None or found.is_sure:
            return None
        plain = self._understand(EXAMPLES.get(found.command.meant, ""))
        return plain if plain.command == found.command else self._understand(" ".join(found.words))

    @cached_property
    def is_plain(self) -> bool:
        """Whether rules alone may answer: every word is covered, nothing has to be worded anew, and nobody's words to be told."""
        command = self.command
        is_bare = command is None or not (command.loosely or command.kind is CommandKind.REVISE or wish_words.words_anew(self))
        return is_covered(self) and is_bare and not (self.is_another_too or self.asks_what_is_said)

    @property
    def asks_of_mails(self) -> bool:
        """Whether it asks what some mail says: one that it names is spoken of from then on."""
        return self.asks_what_is_said or (self.command is not None and self.command.kind is CommandKind.ASK_MAILS)

    @property
    def asks_what_is_said(self) -> bool:
        """Whether it asks what somebody says or wants, which rules find and only a model can tell."""
        return wish_words.asks_what_is_said(self)

    @cached_property
    def answered(self) -> "Answered[Understanding] | None":
        """The yes or no with which the line begins, and the rest of it."""
        return answered(self, self._understand)

    @property
    def is_idle_yes(self) -> bool:
        """Whether it is a yes, which asks for nothing where nothing was asked."""
        return self.command is None and self.answer is not None and self.answer.kind is CommandKind.YES

    @property
    def is_a_wish(self) -> bool:
        """Whether something is wanted, and not only taken back or commented on."""
        return is_a_wish(self)

    @property
    def asks_besides(self) -> bool:
        """Whether it is a question, or the same wish for another mail, that leaves alone what was asked or agreed to."""
        return wish_words.asks_besides(self)

    @property
    def depends(self) -> bool:
        """Whether the words set a condition or an exception, deny or correct."""
        return depends(self)

    @property
    def behind_refusals(self) -> "Understanding | None":
        """What is said behind clauses that only refuse: "forget it, throw that draft away"; none if nothing is."""
        return self._understand(rest) if (rest := self.holding.behind_refusals) else None

    @property
    def behind_a_denial(self) -> "Understanding | None":
        """What is wanted instead of a change that is denied: "don't archive that, flag it"; none if anything in it is not plain."""
        found = _DENIED.match(self.words.strip())
        denied = self._understand(found["denied"]).command if found is not None else None
        if found is None or denied is None or denied.kind is not CommandKind.CHANGE:
            return None
        rest = self._understand(found["rest"])
        return rest if all(wish.is_plain and wish.is_a_wish for wish in rest.wishes) else None

    def behind_a_hold(self, *, edits_too: bool) -> "Understanding | None":
        """What is wanted besides keeping a mail from leaving; with `edits_too` also how that mail should be instead."""
        if wanted := self.words if self.holding.changes_a_draft else self.holding.before_a_stop:
            return self._understand(wanted)
        for wish in self.wishes if len(self.wishes) > 1 else ():
            if wish.is_besides_a_hold or wish.holding.changes_a_draft or (edits_too and wish.edits):
                return self._understand(self.words[self.words.find(wish.words) :])
        return next((rest for rest in (self, *ends(self, self._understand)) if rest.is_besides_a_hold or (edits_too and rest.edits)), None)

    @property
    def edits(self) -> bool:
        """Whether the words say how a mail should be, or to whom it should go."""
        return wish_words.edits(self)

    @property
    def corrects(self) -> bool:
        """Whether it is a change of "it" in place of another one: "no, delete it", "sorry, flag it"."""
        return wish_words.corrects(self)

    @property
    def is_besides_a_hold(self) -> bool:
        """Whether something is wanted that has nothing to do with a mail that leaves."""
        return self.is_a_wish and not self.holding.holds_back and (self.command is not None or self.holding.asks)

    @property
    def is_another_too(self) -> bool:
        """Whether the same is wanted for another mail: "Ruth's too", "the one from Ruth as well"."""
        return wish_words.is_another_too(self)

    @cached_property
    def begins_with_a_reply(self) -> bool:
        """Whether a reply is the first of several wishes, and the only one."""
        kinds = [wish.command.kind if wish.command is not None else None for wish in self.wishes]
        replies = [kind in {CommandKind.REPLY, CommandKind.REPLY_ALL} for kind in kinds]
        return len(kinds) > 1 and replies[0] and not any(replies[1:])

    def same_for_another(self, example: str) -> "Understanding":
        """These words, or what they want where they only name another mail for what the example asks for."""
        return self._understand(said) if (said := wish_words.same_for_another(self, example)) else self

    @property
    def in_pieces(self) -> bool:
        """Whether it is more than one clause, understood or not."""
        return in_pieces(self)

    @property
    def says_nothing(self) -> bool:
        """Whether nothing but hesitation was heard, which answers nothing."""
        return self.heard is not None and not self.heard.words and not self.too_long

    @property
    def is_stop(self) -> bool:
        """Whether the words only ask us to stop talking; saying them has already interrupted the sentence."""
        return self.command == Command(kind=CommandKind.STOP)

    @property
    def asks_what_was_done(self) -> bool:
        """Whether the words ask about what was done before: "did you archive it?", "has that been sent"."""
        return wish_words.asks_what_was_done(self)

    @cached_property
    def has_ended(self) -> bool | None:
        """Whether a turn with these words has ended; None if the words alone do not tell. A "yes" or "no" counts as complete whether or not
        something was offered: without an offer it does nothing."""
        if len(self.wishes) > 1:
            return self.wishes[-1].has_ended
        if self.is_incomplete and (self.small_talk is None or (self.heard is not None and self.heard.trails_off)):
            return False
        if (said := self.command or self.answer) or self.small_talk:
            return None if said is not None and said.may_go_on else True
        return False if _HANGS.search(self.words.strip()) else None

    @cached_property
    def awaited(self) -> Awaited:
        """How to take the words as the answer to "What shall it say?"."""
        return awaited(self.words, self.heard)

    @cached_property
    def small_talk(self) -> SmallTalk | None:
        """What the words are if they ask for nothing."""
        return small_talk(self.heard)

    @property
    def phrases(self) -> tuple[str, ...]:
        """The words with less and less politeness around them, evened out as in a command."""
        return tuple(phrase(words) for words, _ in cores(self.heard.words)) if self.heard is not None else ()

    @cached_property
    def near(self) -> NearCommand | None:
        """The command that the words are near to, if any."""
        return near_command(self.heard)

    @cached_property
    def own_words(self) -> frozenset[str]:
        """Every word of the line, folded, and of the command that it is, which evens out how words are spelled."""
        command = self.command
        told = (command.target, command.who, command.when, command.text) if command is not None else ()
        return frozenset(word for part in (self.words, *told) for word in split_words(part))

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The numbers that were said, as a count or a place."""
        found = {value for _, value in with_number(self.heard.words)} if self.heard is not None else set[int]()
        return frozenset(found | ({self.command.ordinal} if self.command and self.command.ordinal else set()))

    @cached_property
    def senders(self) -> tuple[str, ...]:
        """The first names, folded, of those whose mail is spoken of: "the one from Marcus", "Anna's mail"."""
        command = self.command
        return senders_named(self.words, command.target if command is not None and command.kind is CommandKind.CHANGE else "")

    @cached_property
    def addressed(self) -> Addressees:
        """To whom the words say that something be written; a text that is dictated may say that of others."""
        is_dictated = self.command is not None and bool(self.command.text)
        return addressees(self.words.removesuffix(self.behind_dictation_head) if is_dictated else self.words)

    @cached_property
    def addresses(self) -> frozenset[Address]:
        """Everything in the line that could be an address, typed or spelled."""
        said = [self.command.who] if self.command is not None and self.command.who else []
        return frozenset(found for part in (*said, *possible_addresses(self.words)) if (found := spelled(part)) is not None)

    @cached_property
    def asks_to_rewrite(self) -> bool:
        """Whether the words are about how a draft should read."""
        return wish_words.asks_to_rewrite(self)

    def asks_to_heed(self, kind: CommandKind, wanted: set[str]) -> bool:
        """Whether the line asks, as a plain command or a single request, that whoever or what these words name matter from now on."""
        if self.command is not None:
            return self.command.kind is kind and wanted == of_argument(self.command.target)
        return asks_to_heed(self.words, wanted)

    def ends_in_bulk(self, action: MailAction) -> Command | None:
        """The plain command in which the line ends that does this to many mails."""
        words = self.words.split()[-LONGEST_ADDRESS:]
        found = (line.command for line in (self, *(PlainReading(" ".join(words[start:]), verbatim=True) for start in range(1, len(words)))))
        return next((each for each in found if each is not None and each.kind is CommandKind.BULK and each.action == action), None)


def understand(words: str, *, verbatim: bool = False) -> Understanding:
    """What the words mean, whoever said them and however; of what is `verbatim` nothing was misheard."""
    return Understanding(words, verbatim=verbatim) if len(words) <= LONGEST_LINE else Understanding("", too_long=True)


class Understandings:
    """Those of one call, by their exact words, so that all who hear the same words get the same one."""

    def __init__(self) -> None:
        self._latest: deque[Understanding] = deque(maxlen=KEPT)

    def of(self, words: str) -> Understanding:
        """What these words mean: made anew only if they are not among the latest."""
        known = next((each for each in self._latest if each.words == words and not each.too_long), None)
        if known is None:
            self._latest.append(known := understand(words))
        return known
