"""Dictation: words to be written down as they were said, behind a few that say what they are for ("reply that Tuesday works").

Only the words before the text are looked up; the text itself is cut out of the utterance, with the user's own capitals and punctuation. It
may contain anything, negations too. The utterance goes to a model if the text may hold a second intent ("and send it"), takes itself back
("no wait"), is unfinished, or has to be reworded ("tell her that she should call").
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

from briefing.understanding.command_grammar.command_frame import GOES_ON_WITH_A_VERB, Lead
from briefing.understanding.command_grammar.command_leads import VOCABULARY, starts
from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind
from briefing.understanding.command_grammar.command_words import Beginning, beginnings
from briefing.understanding.command_grammar.dictated.dictated_heads import BEGINNINGS, FIRST_WORDS, Head, begun_by, to_somebody
from briefing.understanding.command_grammar.dictated.dictated_text import (
    BREAKS,
    bare,
    goes_on,
    has_to_be_reworded,
    is_subject,
    is_text,
    second_intent,
    taken_down,
    takes_itself_back,
    text_begins_at,
    without_its_place,
)
from briefing.understanding.command_grammar.dictated.replaced_words import REPLACING, is_replacing, replacement
from briefing.understanding.command_grammar.dictated.text_beginnings import is_brief
from briefing.understanding.command_grammar.free_words import phrase

LONGEST_TEXT = 2000  # characters
_LONGEST_HEAD = 24  # words
_TO_BE_SENT = frozenset({CommandKind.REPLY, CommandKind.REPLY_ALL, CommandKind.WRITE, CommandKind.FORWARD})
_REPLIES = frozenset({CommandKind.REPLY, CommandKind.REPLY_ALL})
_ALLOWED = frozenset({Lead.FILLER, Lead.REQUEST, Lead.CONFIRMATION, Lead.CORRECTION})
_ANNOUNCES = frozenset({"that", "saying"})
_SAYS_FOR_CERTAIN = _ANNOUNCES | {"know"}
_TELLS = frozenset({"tell", "let", "that"})
_TO_ANOTHER = re.compile(r"(?:[,;.]|\b(?:and|but)) to [a-z]+(?: [a-z]+)? (?:that (?!day|night|time)|saying )", re.IGNORECASE)
_NO, _PAUSES = re.compile(r"(?:(?:to )?(?:him|her|them) )?(?:no|nope|nah)\b", re.IGNORECASE), ",.;!?\u2026\u2014\u2013-"
_SUPPOSES = re.compile(r"(?:(?:so|okay|well|now|and)\W+)*(?:let['\u2019]?s|let us) say\b", re.IGNORECASE)
"""What is only thought of: "let's say I delete it"."""


@dataclass(frozen=True)
class Dictation:
    """The dictated text in an utterance; its beginning is looked up once."""

    words: str = field(repr=False)

    def command(self, is_intent: Callable[[str], bool]) -> tuple[Command, frozenset[Lead]] | None:
        """The command whose text was dictated, and the leads before it; `is_intent` says whether words are a command by themselves."""
        if len(self.words) > LONGEST_TEXT or _SUPPOSES.match(self.words):
            return None
        if self._replacing is not None and not second_intent(self._replacing[0].text, is_intent):
            return self._replacing
        if (head := self._head) is None or not head.leads <= _ALLOWED or self.words[: head.text_at].rstrip().endswith("?"):
            return None  # "tell her? no way" dictates nothing
        text = taken_down(self.words[text_begins_at(self.words, head.text_at) :], asked=Lead.REQUEST in head.leads)
        if head.command.kind is CommandKind.SUBJECT:
            return (replace(head.command, target=bare(text)), head.leads) if is_subject(text, is_intent) else None
        if head.command.kind is CommandKind.ADD_TEXT:
            text, place = without_its_place(text)
            head = replace(head, command=replace(head.command, target=place or head.command.target))
        is_cut = goes_on(text) or second_intent(text, is_intent) or _dictates_anew(text) or self.follows_a_wish(is_intent)
        if not text or not (self.is_brief or is_text(text, head)) or is_cut:
            return None
        return replace(head.command, target=bare(text).lower()) if head.subject else replace(head.command, text=text), head.leads

    @property
    def is_taken_back(self) -> bool:
        """Whether the text takes itself back, in words that elsewhere are fillers: "I'm late, I mean Anna"."""
        return self._head is not None and takes_itself_back(self.words[self._head.text_at :])

    @property
    def reply_of_no(self) -> str:
        """The words up to a "no" that is replied, and takes nothing back: "reply no, delete it"; empty where a pause stands before it, or
        more of the text takes it back."""
        head = self._head if not self.is_taken_back else None
        if head is None or head.command.kind not in _TO_BE_SENT or self.words[: head.text_at].rstrip()[-1] in _PAUSES:
            return ""
        no = _NO.match(self.words, head.text_at)
        return self.words[: no.end()] if no is not None else ""

    @property
    def is_brief(self) -> bool:
        """Whether all of the text is a courtesy or an "okay", with no pause before it: "reply thanks a lot". "Reply, thanks" thanks us."""
        head = self._head
        if head is None or head.command.kind not in _REPLIES or self.words[: head.text_at].rstrip()[-1] in _PAUSES:
            return False
        return is_brief([bare(word).lower() for word in self.words[head.text_at :].split()])

    def follows_a_wish(self, is_intent: Callable[[str], bool]) -> bool:
        """Whether a break in the text stands behind a whole wish: "say that again to me, and tell me more"."""
        at = self._head.text_at if self._head is not None else len(self.words)
        before = (self.words[: each.start()] for each in BREAKS.finditer(self.words, at))
        return any(is_intent(words) and not Dictation(words).is_brief for words in before)

    @property
    def is_to_somebody(self) -> bool:
        """Whether a text begins that is to go to somebody, wherever it ends."""
        head = self._head if len(self.words) <= LONGEST_TEXT else None
        text = taken_down(self.words[head.text_at :], asked=False) if head is not None and head.leads <= _ALLOWED else ""
        return head is not None and head.command.kind in _TO_BE_SENT and bool(text) and is_text(text, head)

    @property
    def is_to_somebody_named(self) -> bool:
        """Whether that is certain: "tell Ruth that I won't". "Please tell her" may be a text's."""
        if (head := self._head) is None or head.command.who in {"", "me"} or head.words[-1] not in _SAYS_FOR_CERTAIN:
            return False
        return (self.is_to_somebody or len(self.words) > head.text_at) and not re.match(r"\W*please\b", self.words, re.IGNORECASE)

    @property
    def has_to_be_worded(self) -> bool:
        """Whether somebody is to be told what is not said in the words of a mail: "tell Ruth that she can have it", "tell her to come"."""
        if (head := self._head) is None or not head.leads <= _ALLOWED or head.command.kind not in _TO_BE_SENT or head.command.who == "me":
            return False
        text = taken_down(self.words[head.text_at :], asked=False)
        return bool(text) and not _TELLS.isdisjoint(head.words) and not is_text(text, head) and has_to_be_reworded(text, head)

    @property
    def behind_head(self) -> str:
        """What follows the words that begin a dictation, whether or not it is a text; empty where none begins."""
        return self.words[self._head.text_at :] if self._head is not None else ""

    @property
    def is_announced(self) -> bool:
        """Whether the words before the text end in one that announces it, and is no part of it: "reply that", "tell her saying"."""
        head = self._head
        return head is not None and head.words[-1] in _ANNOUNCES and text_begins_at(self.words, head.text_at) == head.text_at

    @cached_property
    def is_begun(self) -> bool:
        """Whether a dictation has begun whose text, or the end of it, is still to come: "reply that", "tell him I will be there on"."""
        whole = self._begun[-1] if self._begun and self._begun[-1].end == len(self.words.rstrip()) else None
        if whole is not None:
            for start in starts(whole.words):
                words = whole.words[start:]
                if phrase(words) in BEGINNINGS or to_somebody(words) is not None or is_replacing(words):
                    return True
        head = self._head
        return head is not None and head.leads <= _ALLOWED and goes_on(self.words[head.text_at :])

    @cached_property
    def _begun(self) -> tuple[Beginning, ...]:
        return tuple(islice(beginnings(self.words, vocabulary=VOCABULARY), _LONGEST_HEAD))

    @cached_property
    def _head(self) -> Head | None:
        """The longest words before a text; of equal ones the earliest, so that "reply that that works" keeps its second "that"."""
        found: Head | None = None
        for begun in self._begun:
            for start, leads in starts(begun.words).items():
                words = begun.words[start:]
                if not words or phrase(words[:1]) not in FIRST_WORDS:
                    continue
                made = begun_by(words)
                if made is not None and (found is None or len(words) > len(found.words)):
                    behind = self.words[begun.end :]
                    if not behind.strip():
                        return None  # all of it is the beginning, and the text is still to come
                    command, subject = made
                    text_at = len(self.words) - len(behind.lstrip())
                    found = Head(command=command, words=words, leads=leads, text_at=text_at, colon=begun.colon, subject=subject)
        return found

    @cached_property
    def _replacing(self) -> tuple[Command, frozenset[Lead]] | None:
        """ "Change Tuesday to Wednesday": both parts as they were said, if it is certain what they are."""
        for begun in self._begun:
            for start, leads in () if begun.colon else starts(begun.words).items():
                verb = " ".join(begun.words[start:])
                replaced = replacement(verb, self.words[begun.end :].split()) if leads <= _ALLOWED and verb in REPLACING else None
                if replaced is not None:
                    old, new = replaced
                    return Command(kind=CommandKind.CHANGE_TEXT, target=old, text=new), leads
        return None


def _dictates_anew(text: str) -> bool:
    """Whether another mail is dictated behind a sentence, or an "and" with which it cannot go on: "I'll come. Tell Ruth that I won't"."""
    ends = (at for at in BREAKS.finditer(text) if re.search(r"[.;!?]|then", at[0]) or not GOES_ON_WITH_A_VERB.search(text[: at.start()]))
    return _TO_ANOTHER.search(text) is not None or any(Dictation(text[at.end() :]).is_to_somebody_named for at in ends)
