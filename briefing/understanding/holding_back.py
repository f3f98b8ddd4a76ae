"""Whether words take back what was agreed to, while a mail is within its hold or what was written is to be dropped.

Broad on purpose: a mail that is held back costs the user one sentence, and one that has left cannot be fetched back. So one word of
stopping, denying or erring is enough, anywhere in the utterance, unless all of it is plainly another command or a dictated text. While a
mail is about to leave and nothing else is open, whatever is not plainly about something else is enough too.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from briefing.mail_action import MailAction
from briefing.understanding.command_grammar.dictated.text_beginnings import is_about_something
from briefing.understanding.commands import Command, CommandKind, PlainReading, command_of
from briefing.understanding.small_talk import SmallTalk, small_talk
from briefing.understanding.stop_words import (
    ASKS_AFTER_IT,
    CALLS_OUT,
    MAY_TAKE_BACK,
    PLAINLY,
    SMALL,
    TAKES_BACK,
    is_rather_a_stop,
    speaks_of_what_leaves,
)
from briefing.words import split_words

_DROPS = r"discard\w*|throw\w*|scrap|drop|trash|bin|delet\w*|lose|remove|erase|abandon|kill|get rid"
_CHANGES = r"chang\w*|edit\w*|fix\w*|correction|correct (?:it|that|the|my)|rewrite|rephrase|reword|leave"

_FOUND = re.compile(rf"\b(?:{MAY_TAKE_BACK})\b")
_FOUND_ANYWHERE = re.compile(rf"\b(?:{TAKES_BACK}|{ASKS_AFTER_IT})\b")
_CALLED_OUT = re.compile(rf"\b(?:{CALLS_OUT})\b")
_CALLED_LATE = re.compile(rf"(?:^|\b(?:oh|and|but) )no\b|\bno$|\b(?!no\b)(?:{CALLS_OUT}|{ASKS_AFTER_IT})\b")
"""A "no" amid a sentence belongs to that: "I have no idea"."""
_BEGINS = re.compile(rf"(?:(?:{SMALL}) )*(?:{MAY_TAKE_BACK})\b")
_ASKS = re.compile(
    rf"(?>(?:(?:{SMALL}) )*)(?:(?:what|who|when|where|why|how|which)(?:s|re)?(?! (?:if|about|not|i|we|it|that)\b)|do(?! not)|does|is|are)\b"
    r"(?! (?:it|that|this)\b)"
)
"""Begins a question that asks to hold nothing back; "is it ..." may mean the mail that leaves."""
_GOES_ON = re.compile(r"(?:that(?! s | is | was )|a|an|the|of|to|for|is|am|was|do|did|had|have|and|but)\b")
_WAITS_FOR_NOT = re.compile(r"\b(?:am|are|is|was|were|be|been|do|does|did|have|has|had|can|could|will|would|shall|should|may|might|must)$")
"""Before a "not" of its own: "that Anna does | not have it"."""
_WAITS_FOR_A_VERB = re.compile(r"\b(?:can|could|will|would|shall|should|may|might|must|to)$")
_BEGINS_WITH_A_VERB = re.compile(r"(?:call|take|get|bring|keep|pull|put|undo|recall|revert|withdraw|postpone|rethink|think|forget)\b")
"""Behind such a word it is a part of what is dictated: "that we should | call it off"."""
_STOPS = r"(?:stop|hold|cancel|keep|delete|scrap|discard|drop|recall|unsend|(?:don['\u2019 ]?t|do not) (?:send|let))(?: back)?(?: sending)?"
_STOPS_IT = rf"{_STOPS}\s+(?:it|that|this|(?:the|that|this|my)(?: (?:other|last|first|previous|earlier))?)"
_STOPS_THE_MAIL = (
    rf"(?:{_STOPS}|undo|abort|withdraw|postpone|pull|wait with|(?:take|call|get|bring)(?: back|(?=[\w ]{{1,40}} back\b)))"
    r"\s+(?:the|that|this|my)(?: (?:other|last|first|previous|earlier))? (?:mail|e[ -]?mail|message|one|reply|draft|answer)"
)
_FOR_NOW = r"(?>(?: (?:back|here|go|out|for now|just yet|yet|now|today|please|after all|to [\w.]++(?: [\w.]++)?))*)"
_STOPS_A_MAIL = re.compile(
    rf"\b(?:and|but|then|also)(?:\s++(?:also|then|please)){{0,6}}\s++(?:{_STOPS_THE_MAIL}|{_STOPS_IT}){_FOR_NOW}\s*[.!]*$", re.IGNORECASE
)
"""Behind a dictated text: it may be meant for the mail that leaves."""
_IS_CALLED_OFF = re.compile(rf"(?:please )?{_STOPS_THE_MAIL}{_FOR_NOW}")
_WORK = (
    r"archive|unarchive|flag|unflag|mark|skip|move|go|jump|switch|open|show|give me (?!back)|search|find|look|reply|respond|forward|snooze"
    r"|label|tag|remind|restore|unsubscribe|block|tell|ask|answer|write|call (?!it|that|back)|list|report|thank|invite|start|create|explain"
    r"|translate|count|download|print|book|pay|accept|decline|confirm|compose|read|play|summari[sz]e|describe|star|unstar|mute|next"
    r"|continue|repeat|sort|group|set|let me know|take me|is there|are there|any(?:thing)?(?! but)|the next|i (?:want|would like|d like) to"
    r" (?:know|reply|answer|write|archive|open) (?!it|that|this)|what|who|whom|whose|when|where|why|how|which|do|does|did|has"
    r"|have|is|are|was|were|can|could|will|would|should|may"
)
_GOES_ON_ABOUT = r"the|a|an|from|with|about|by|for|in|on|of|at|as|between|especially|including"
_OTHER_WORK = re.compile(
    rf"(?>(?:(?:{SMALL}|could you|can you|would you|will you|i want you to|yes|yeah|sure|great|thanks|thank you)(?: |$))*)"
    rf"(?:(?:{_WORK})\b|the (?:\w+ )?ones?\b|$)"
)
_OF_WHAT_LEAVES = re.compile(
    r"\b(?:(?:you|we|i|it|been|being|gets?|got) (?:\w+ )?(?:send|sent)|sending|(?:it|that|mail|reply) (?:go|goes|going|went|leaves?"
    r"|leaving)|drafts?|recipients?|address|spell\w*|to whom|who said|(?:i|it|that|you) (?:just )?(?:say|says|said|wrote|write|typed)"
    r"|my (?:mail|e ?mail|message|reply|answer)|the (?:reply|one to)|mail to|(?:it|that)(?: the)? (?:right|correct|okay|fine|to)|hell)\b"
)
_DROPPED = re.compile(rf"\b(?:{_DROPS})\b")
_FORGETS = re.compile(r"\b(?:forget|cancel|scratch)(?: about)? (?:the|this|that|my) (?:draft|reply|answer|mail|e ?mail|message)\b")
_OTHERWISE = re.compile(rf"\b(?:{_DROPS}|{_CHANGES})\b")
_MARKED = re.compile(
    rf"\b(?:mark|set|report|keep) (?:(?!(?:{MAY_TAKE_BACK})\b)\w+ ){{0,4}}?"
    r"as not (?:important|urgent|read|red|unread|seen|new|spam|junk|phishing|flagged|starred)\b"
)
"""What a mail is to count as, in one clause: that is denied of it, and nothing is taken back."""
_BARE_NO = re.compile(r"(?:no|nope|nah)(?: (?:no|nope|nah))?(?: (?:thanks|thank you|sorry))?")  # "no, no, no!" may be meant for more
_REFUSING = (
    r"(?:no|nope|nah|not|now|yet|never|don['\u2019]?t|do|send|sending|it|that|this|them|leave|keep|let|alone|be|for|later|today|tonight|wait|hold"
    r"|on|off|stop|cancel|forget|mind|i|changed|change|my|think|so|want|to|rather|better|a|moment|second|minute|sorry|oh|well|okay|ok|right"
    r"|actually|please|thanks|thank|you|the|draft|mail|one|just|would|like|wrong|is|was|(?:that|it)['\u2019]s|i['\u2019]m|all|about|nothing"
    r"|need|bother|really|sure|maybe|perhaps|anything|else|more|as)(?![\w'\u2019])"
)
_REFUSALS = re.compile(
    rf"(?>(?:{_REFUSING}(?>(?:\s+{_REFUSING})*)\s*(?:[,.;:!?\u2026\u2014\u2013]+\s*(?:(?:and|but|then)\s+)?|$))*)", re.IGNORECASE
)
"""Clauses that refuse something, and want nothing instead."""
_OUR_OWN = "say stop to hold it back"
"""What we say of a mail that is held: heard back through a microphone, it is no word of the user's."""

_INSTEAD = re.compile(r"\binstead\b(?! of\b)")
_IS_INSTEAD = re.compile(r"^instead\b|\binstead\W*$", re.IGNORECASE)
_CORRECTS = re.compile(rf"(?:(?:{SMALL}) )*(?:say|write|put|make it)\b")
_OF_A_DRAFT = frozenset(
    {
        *(CommandKind.COPY, CommandKind.BLIND_COPY, CommandKind.TAKE_OFF, CommandKind.SUBJECT, CommandKind.ADD_TEXT),
        *(CommandKind.CHANGE_TEXT, CommandKind.READ_DRAFT),
    }
)
_ABOUT_NOTHING = frozenset(
    {SmallTalk.THANKS, SmallTalk.OKAY, SmallTalk.HELLO, SmallTalk.HOW_ARE_YOU, SmallTalk.ARE_YOU_THERE, SmallTalk.WHO_ARE_YOU}
)
_QUESTIONS = frozenset({CommandKind.LOOK_UP, CommandKind.ASK_MAILS})
_KINDS = frozenset({CommandKind.STOP, CommandKind.HOLD_ON, CommandKind.CANCEL, CommandKind.NO, CommandKind.REVISE, CommandKind.SEND_LATER})


_OF_IT = (Command(kind=CommandKind.UNDO), command_of(MailAction.DELETE))
"""They may mean the mail that leaves."""
_GOES_ON_WITH = re.compile(rf"(?:{_GOES_ON_ABOUT})\b")


@dataclass(frozen=True)
class HoldingBack:
    """What one line may take back."""

    plain: PlainReading

    @cached_property
    def holds_back(self) -> bool:
        """Whether a mail that is about to leave must not, after these words."""
        said = " ".join(_MARKED.sub("", clause) for clause in self._clauses)
        command = self.plain.answer or self.plain.command
        if command is None or command.kind in _QUESTIONS:  # "has it left yet" is said in a fright as well
            told = " ".join(_MARKED.sub("", clause) for clause in self._told)
            return is_rather_a_stop(self.plain.behind_dictation_head) or any(
                found.search(each)
                for found, each in ((_FOUND_ANYWHERE, said), (_FOUND, told), (_OTHERWISE, told), (_STOPS_A_MAIL, self.plain.words))
            )
        if command.kind in _KINDS or command in _OF_IT or _BEGINS.match(said):
            return True
        if _INSTEAD.search(said) and not command.text:
            return True
        is_dictated = bool(command.text) or command.kind is CommandKind.SUBJECT
        if is_dictated:
            stops = _STOPS_A_MAIL.search(self.plain.words) is not None or self._text_may_stop(command)
            return stops or _is_called_off(self.plain.words, self._clauses[1:])
        return bool(_CALLED_OUT.search(said))

    @cached_property
    def may_hold_back(self) -> bool:
        """The same where nothing but the mail that leaves is open: nearly all that is not plainly about something else."""
        command = self.plain.answer or self.plain.command
        if self.holds_back or self.changes_a_draft:
            return True
        if command is not None:
            return command.kind is CommandKind.REPLY and bool(command.text) and _CORRECTS.match(self._said) is not None
        if small_talk(self.plain.heard) in _ABOUT_NOTHING:
            return False
        if any(map(_OF_WHAT_LEAVES.search, self._clauses)):
            return True
        return not all(_is_other_work(each) or (at and _GOES_ON_WITH.match(each)) for at, each in enumerate(self._clauses))

    @property
    def changes_a_draft(self) -> bool:
        """Whether it is a plain command about a draft: that of the mail that leaves, where no other is open."""
        command = self.plain.command
        return command is not None and (command.kind in _OF_A_DRAFT or self.sends_to_another)

    @property
    def sends_to_another(self) -> bool:
        """Whether a mail that was just written may be meant to go to somebody: "send it to Dave"."""
        command = self.plain.command
        is_sent = command is not None and command.kind is CommandKind.FORWARD and not (command.target or command.ordinal or command.text)
        return is_sent and "send" in self._said.split()

    @property
    def before_a_stop(self) -> str:
        """What is wanted or dictated before words that stop a mail: "tell Ruth I am late and stop the other mail"; empty if nothing is."""
        found = _STOPS_A_MAIL.search(self.plain.words)
        return self.plain.words[: found.start()].rstrip(" ,.;") if found is not None else ""

    @cached_property
    def asks(self) -> bool:
        """Whether it is a question about something else."""
        return _ASKS.match(self._said) is not None

    @cached_property
    def holds_back_amid_words(self) -> bool:
        """The same where the user was asked what another mail shall say, so that almost anything may be its text."""
        return any(PLAINLY.fullmatch(clause) and _CALLED_OUT.search(clause) for clause in self._clauses)

    @cached_property
    def calls_back(self) -> bool:
        """Whether the words plainly call back a mail that has left: nothing can be held any more, so less is taken for that."""
        return self.holds_back and any(map(_CALLED_LATE.search, self._told))

    @cached_property
    def may_drop(self) -> bool:
        """Whether the words may mean that what is being written or sent shall not be."""
        return self.holds_back or bool(_FOUND.search(self._said) or re.search(r"\bleave\b", self._said)) or self.throws_away

    @cached_property
    def throws_away(self) -> bool:
        """Whether the words speak of throwing something away, and not only of leaving it."""
        return _DROPPED.search(self._said) is not None

    @cached_property
    def drops_a_draft(self) -> bool:
        """Whether it is a plain command to throw away what was written, and not only to keep it from leaving: "forget the reply"."""
        return self.plain.command == Command(kind=CommandKind.CANCEL) and (self.throws_away or _FORGETS.search(self._said) is not None)

    @cached_property
    def is_bare_no(self) -> bool:
        """Whether it is a no and nothing else, which answers whatever was asked last."""
        return _BARE_NO.fullmatch(self._said) is not None

    @property
    def behind_refusals(self) -> str:
        """What stands behind clauses that only refuse; empty where they are all."""
        words = self.plain.words.strip()
        return words[refused.end() :] if (refused := _REFUSALS.match(words)) else words

    def _text_may_stop(self, dictated: Command) -> bool:
        """Whether what was taken for a text may be for us: "tell Ruth I'm late instead", "tell Ruth no", "tell Ruth that please wait"."""
        text = dictated.text
        if self.plain.text_is_announced:
            return is_rather_a_stop(text) and not is_about_something(split_words(text))
        is_no_or_instead = _BARE_NO.fullmatch(_said(text)) is not None or _IS_INSTEAD.search(text) is not None
        return is_rather_a_stop(text) or speaks_of_what_leaves(text) or (bool(dictated.who) and is_no_or_instead)

    @cached_property
    def _said(self) -> str:
        return _said(self.plain.words)

    @cached_property
    def _clauses(self) -> tuple[str, ...]:
        return tuple(map(_said, _clauses(self.plain.words)))

    @cached_property
    def _told(self) -> list[str]:
        """The clauses that are no questions about something else."""
        return [clause for clause in self._clauses if not _ASKS.match(clause)]


def _is_other_work(clause: str) -> bool:
    if not clause or _OTHER_WORK.match(clause):
        return True
    reading = PlainReading(clause, verbatim=True)
    command = reading.command or reading.answer
    if command is not None:
        return command not in _OF_IT and command.kind not in _OF_A_DRAFT
    return small_talk(reading.heard) in _ABOUT_NOTHING


def _said(words: str) -> str:
    return " ".join(split_words(words)).replace(_OUR_OWN, "").strip()


def _clauses(words: str) -> list[str]:
    ends = r"(?<![,.;:!?\u2026\u2014\u2013])[,.;:!?\u2026\u2014\u2013]++(?=\s)|\s-+\s"
    return [clause for clause in re.split(ends, words) if clause.strip()]


def _is_called_off(dictation: str, behind: Iterable[str]) -> bool:
    """Whether a dictated text is followed by words that take it back, with or without a pause between them."""
    if any(PLAINLY.fullmatch(clause) or _IS_CALLED_OFF.fullmatch(clause) for clause in behind):
        return True
    tokens = dictation.split()
    return any(_takes_back_behind(" ".join(tokens[:place]), _said(" ".join(tokens[place:]))) for place in range(1, len(tokens)))


def _takes_back_behind(begun: str, end: str) -> bool:
    """Whether the end takes back what would be whole without it; "that I forgot" and "that I was wrong" are dictated to their end."""
    reading = PlainReading(begun, verbatim=True)
    if not PLAINLY.fullmatch(end) or (command := reading.command) is None:
        return False
    if end.startswith("not ") and _WAITS_FOR_NOT.search(begun):
        return False
    if reading.text_is_announced and _WAITS_FOR_A_VERB.search(begun) and _BEGINS_WITH_A_VERB.match(end):
        return False
    is_whole = not command.text or len(command.text.split()) > 1 or command.kind is CommandKind.CHANGE_TEXT
    return _CALLED_OUT.match(end) is not None or (is_whole and " " in end and _GOES_ON.match(end) is None)
