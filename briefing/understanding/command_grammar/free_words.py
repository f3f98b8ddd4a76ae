"""The words of the user's own within a form, "go to the {name} topic": into which field of a command they go, and what they must be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from briefing.mail_action import MailAction
from briefing.speech.wording.languages import languages_in
from briefing.understanding.command_grammar.command_frame import DANGLING, NAMES, NOT_IN_A_TARGET, NOT_IN_WHO
from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind
from briefing.understanding.command_grammar.command_phrases.notation import SYNONYMS
from briefing.understanding.command_grammar.described_mails import described
from briefing.understanding.command_grammar.dictated.text_beginnings import ends_a_name
from briefing.understanding.command_grammar.narrowing import narrowed
from briefing.understanding.times.spans import names_span
from briefing.understanding.times.when import names_moment
from briefing.understanding.times.zones import zone_of


class Field(StrEnum):
    """Where free words go, and so what they must be."""

    TARGET = "target"
    MANY = "many"
    SOME = "some"
    SORTS = "sorts"
    SENDER = "sender"
    PLACE = "place"
    LANGUAGES = "languages"
    WHO = "who"
    WHEN = "when"
    SINCE = "since"


FIELDS: Mapping[str, Field] = {"{who}": Field.WHO, "{when}": Field.WHEN, "{since}": Field.SINCE, "{mails}": Field.MANY,
    "{some}": Field.SOME, "{sorts}": Field.SORTS, "{sender}": Field.SENDER, "{writer}": Field.SENDER,
    "{place}": Field.PLACE, "{languages}": Field.LANGUAGES}  # fmt: skip
_ARTICLES = frozenset({"the", "a", "an"})
_NO_WORDS_OF_MAILS = frozenset({"the", "web", "internet", "online", "unread", "flagged", "starred", "important", "urgent", "newsletters"})
"""What is not searched for by its words: another place, or what mails are without saying so."""
_PUT_SOMEWHERE = frozenset({MailAction.MOVE, MailAction.LABEL})
_NO_PLACE = frozenset({
    "a", "an", "the", "some", "any", "another", "other", "different", "new", "right", "correct", "proper", "wrong", "same", "usual", "its",
    "folder", "folders", "label", "labels", "tag", "tags", "place", "somewhere", "elsewhere", "else",
})  # fmt: skip
_POINTS = frozenset({"that", "this", "these", "those"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What follows the first words of a free form: some words of the user's, then `after`."""

    begun: Command
    field: Field
    longest: int
    after: str

    def beginnings(self) -> list[str]:
        """`after` without its last words: " to" and " to my" of " to my vips"."""
        words = self.after.split(" ")
        return [beginning for count in range(1, len(words)) if (beginning := " ".join(words[:count]))]

    def command(self, free: Sequence[str]) -> Command | None:
        """The command, if these words may stand in the slot; those that may be more, or less, than that may not."""
        words = " ".join(free).replace('"', "").split()
        if not 0 < len(words) <= self.longest:
            return None
        match self.field:
            case Field.WHEN:
                return replace(self.begun, when=" ".join(words)) if names_moment(words) else None
            case Field.SINCE:
                told = replace(self.begun, when=" ".join(words)) if names_span(words) else None
                return replace(told, target=told.when, when="") if told and told.kind is CommandKind.SEARCH else told
            case Field.MANY | Field.SOME | Field.SORTS | Field.PLACE | Field.LANGUAGES:
                return replace(self.begun, target=" ".join(words)) if self._may_be(words) else None
            case Field.WHO:
                who, is_reply = somebody(words), self.begun.kind is CommandKind.REPLY
                is_none = is_reply and (who == "me" or words[0] in _POINTS or any(map(ends_a_name, words[1:])))
                return replace(self.begun, who=who) if who and not is_none else None
            case Field.SENDER | Field.TARGET:
                words = words[1:] if self.field is Field.SENDER and words[0] in {"my", "our"} and words[1:] else words
                is_sender, is_search = self.field is Field.SENDER, self.begun.kind is CommandKind.SEARCH
                since = next((at for at in range(1, len(words)) if is_sender and is_search and names_span(words[at:])), len(words))
                target, of = description(words[:since]), f"{self.begun.target}{'from ' if is_sender else ''}"
                is_none = not target or (is_search and not is_sender and _NO_WORDS_OF_MAILS.issuperset(words))
                is_nowhere = self.begun.action in _PUT_SOMEWHERE and _NO_PLACE.issuperset(words)  # "move it to another folder"
                return None if is_none or is_nowhere else replace(self.begun, target=" ".join([f"{of}{target}", *words[since:]]))

    def _may_be(self, words: Sequence[str]) -> bool:
        """Whether they name mails, a place or languages, as the field wants."""
        if self.field in {Field.PLACE, Field.LANGUAGES}:
            return zone_of(" ".join(words)) is not None if self.field is Field.PLACE else bool(languages_in(words))
        if self.field is Field.MANY:
            return described(words) is not None
        found = narrowed(" ".join(words))
        if found is None or (self.begun.kind is CommandKind.WITHOUT_SOME and found.what is not None and found.what.is_here):
            return False  # "skip these" may be the next few
        return found.is_certain or (self.field is Field.SOME and found.may_be_certain)


def phrase(words: Sequence[str]) -> str:
    """The words as the tables have them."""
    return " ".join(SYNONYMS.get(word, word) for word in words)


def description(words: Sequence[str]) -> str:
    """What a mail, a label or a person is called, without an article; empty for what may be a sentence."""
    told = words[1:] if words[0] in _ARTICLES else words
    if not told or told[-1] in DANGLING or told[0] == "for":
        return ""
    may_begin = told[0] in NAMES or told[0] not in NOT_IN_A_TARGET or (told[0] == "it" and len(told) > 2)
    return " ".join(told) if may_begin and NOT_IN_A_TARGET.isdisjoint(told[1:]) else ""


def somebody(words: Sequence[str]) -> str:
    """Who is named: by name ("anna", "anna and ben", "accountant" for "my accountant") or by an address, typed or spelled; else empty."""
    if " ".join(words) in {"me", "myself"}:
        return "me"
    named = []
    for one in " ".join(words).split(" and "):
        told = one.split()
        told = told[1:] if told and told[0] in _ARTICLES | {"my", "our"} else told
        if not told or not (_is_address(told) or _is_name(told)):
            return ""
        named.append(" ".join(told))
    return " and ".join(named)


_BEGINS_A_TEXT = frozenset({"that", "saying"})
"""Behind an address that is spelled."""


def _is_address(words: Sequence[str]) -> bool:
    spelled = len(words) >= 3 and "at" in words[1:-1] and {"dot", "."} & set(words[2:])
    if not _BEGINS_A_TEXT.isdisjoint(words):
        return False
    return NOT_IN_WHO.isdisjoint(words) and bool(spelled or (len(words) == 1 and "@" in words[0]))


def _is_name(words: Sequence[str]) -> bool:
    if len(words) > 3 or not DANGLING.isdisjoint(words) or not NOT_IN_WHO.isdisjoint(words):
        return False
    return NOT_IN_A_TARGET.isdisjoint(words[1:]) and (words[0] in NAMES or words[0] not in NOT_IN_A_TARGET)
