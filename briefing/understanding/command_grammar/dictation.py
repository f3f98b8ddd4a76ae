"""Dictation: words to be written down as they were said, behind a few that say what they are for ("reply that Tuesday works").

Only the words before the text are looked up; the text itself is cut out of the utterance, with the user's own capitals and punctuation. It
may contain anything, negations too. The utterance goes to a model if the text may hold a second intent ("and send it"), takes itself back
("no wait"), is unfinished, or has to be reworded ("tell her that she should call").
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

from briefing.understanding.command_grammar.command_frame import DANGLING, GOES_ON_WITH_A_VERB, Lead
from briefing.understanding.command_grammar.command_leads import VOCABULARY, starts
from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind
from briefing.understanding.command_grammar.command_phrases.notation import LONGEST_TARGET, expand_all
from briefing.understanding.command_grammar.command_phrases.writing import DICTATED, REPLACED, REPLACED_BY, SUBJECTS
from briefing.understanding.command_grammar.command_words import Beginning, beginnings, place_of
from briefing.understanding.command_grammar.free_words import phrase, somebody

LONGEST_TEXT = 2000  # characters
_LONGEST_HEAD, _LONGEST_SUBJECT, _LONGEST_REPLACED, _LONGEST_NEW = 24, 12, 8, 20
_NO_SUBJECT = frozenset({"to", "of", "matter", "matters", "in", "is", "it", "that", "about", "line"})
"""Behind "subject" they make a sentence about one."""
_TO_BE_SENT = frozenset({CommandKind.REPLY, CommandKind.REPLY_ALL, CommandKind.WRITE, CommandKind.FORWARD})
_ALLOWED = frozenset({Lead.FILLER, Lead.REQUEST, Lead.CONFIRMATION, Lead.CORRECTION})
_MARKS = frozenset({"that", "saying", "with", "say", "sentence", "line", "note", "words", "comment", "about", "so"})
"""Behind one of these the text begins for certain; "reply" and "add" alone may be about something else."""

_SAYS_FOR_CERTAIN = frozenset({"that", "saying", "know"})
_LOOSE = frozenset({"tell", "let", "append", "mention", "also", "put", "include"})
"""Almost any text may follow heads that begin with these words. Behind other heads and behind a name it has to sound like dictation."""
_BEGIN_A_TEXT = frozenset([
    "i", "i'm", "i'll", "i've", "i'd", "we", "we're", "we'll", "we've", "yes", "yeah", "no", "okay", "ok", "sure", "thanks", "thank",
    "sorry", "please", "sounds", "great", "good", "fine", "perfect", "dear", "hi", "hello", "best", "kind", "regards", "see",
    "looking", "congratulations", "happy", "welcome", "agreed", "absolutely", "done", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday",
])  # fmt: skip
_GO_ON_A_NAME = frozenset(["the", "it", "it's", "that's", "this", "my", "our", "there", "there's"])
_FOR_A_MODEL = frozenset(
    ["about", "to", "if", "whether", "what", "when", "where", "how", "why", "who", "which", "off", "for", "again", "later", "more"]
)
_SAID_AGAIN = frozenset([
    "again", "once", "one", "slower", "slowly", "more", "louder", "faster", "in", "to", "back", "out", "mail", "message", "text", "draft",
    "reply", "part", "word", "sentence", "answer",
])  # fmt: skip
_THIRD_PERSON = frozenset([
    "he", "she", "they", "his", "her", "their", "him", "he's", "she's", "they're", "he'll", "she'll", "they'll", "himself",
    "herself", "themselves",
])  # fmt: skip
_RETRACTS = re.compile(r"(?i)\b(?:no,? wait|(?:wait|actually),? no|(?:scratch|strike) that|never ?mind|i mean|\W{1,3}no,? sorry)\b")
_STUMBLES = re.compile(r"(?:(?<=\s)|^)(?:u+h+m*|u+m+|e+r+m)\b[,.]*\s*|,\s+(?:u+h+m*|u+m+|e+r+m)\b(?=[,.\s])", re.IGNORECASE)
_BREAKS = re.compile(r"^actually,?\s+|[,.;!?]\s+(?:and |then )*|(?<!\s)\s++(?:(?:and|then|but)\s++)+", re.IGNORECASE)
_NOT_REPLACED = frozenset([
    "it", "this", "that", "everything", "subject", "recipient", "address", "topic", "pace", "speed", "voice",
    "account", "date", "time", "day", "mail", "email", "draft", "reply",
])  # fmt: skip
_TO_ANOTHER = re.compile(r"(?:[,;.]|\b(?:and|but)) to [a-z]+(?: [a-z]+)? (?:that (?!day|night|time)|saying )", re.IGNORECASE)
_SUPPOSES = re.compile(r"(?:(?:so|okay|well|now|and)\W+)*(?:let['\u2019]?s|let us) say\b", re.IGNORECASE)
"""What is only thought of: "let's say I delete it"."""
_QUOTES = "\"'\u201c\u201d\u2018\u2019\u00ab\u00bb"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Head:
    """What stands before a text: the command it makes, its words, the leads before it and where in the utterance the text begins."""

    command: Command
    words: tuple[str, ...]
    leads: frozenset[Lead]
    text_at: int
    colon: bool
    subject: bool = False


def _around_who(heads: Mapping[CommandKind, set[str]], *, subject: bool) -> list[tuple[str, str, CommandKind, bool]]:
    """The words before and behind the name of somebody, what they stand before, and whether that is a subject."""
    parts = [(kind, *head.partition("{who}")) for kind, each in heads.items() for head in sorted(each)]
    return [(before.strip(), after.strip(), kind, subject) for kind, before, who, after in parts if who]


_PLAIN: Mapping[str, CommandKind] = {head: kind for kind, patterns in DICTATED.items() for head in expand_all(patterns) if "{" not in head}
_AROUND_WHO: tuple[tuple[str, str, CommandKind, bool], ...] = (
    *_around_who({kind: expand_all(patterns) for kind, patterns in DICTATED.items()}, subject=False),
    *_around_who({CommandKind.WRITE: expand_all(SUBJECTS)}, subject=True),
)
_TO_SOMEBODY = {
    first: tuple(each for each in _AROUND_WHO if each[0].split()[0] == first) for first in {each[0].split()[0] for each in _AROUND_WHO}
}
_FIRST_WORDS = frozenset(
    head.split()[0] for head in (*_PLAIN, *(before for before, _, _, _ in _AROUND_WHO), *(verb for verb, _ in (*REPLACED, *REPLACED_BY)))
)
_REPLACING = frozenset(verb for verb, _ in (*REPLACED, *REPLACED_BY))
_BEGINNINGS = frozenset(
    " ".join(words[:count])
    for words in (head.split() for head in (*_PLAIN, *(before for before, _, _, _ in _AROUND_WHO)))
    for count in range(1, len(words) + 1)
)


@dataclass(frozen=True)
class Dictation:
    """The dictated text in an utterance; its beginning is looked up once."""

    words: str = field(repr=False)

    def command(self, is_intent: Callable[[str], bool]) -> tuple[Command, frozenset[Lead]] | None:
        """The command whose text was dictated, and the leads before it; `is_intent` says whether words are a command by themselves."""
        if len(self.words) > LONGEST_TEXT or _SUPPOSES.match(self.words):
            return None
        if self._replacing is not None and not _second_intent(self._replacing[0].text, is_intent):
            return self._replacing
        if (head := self._head) is None or not head.leads <= _ALLOWED or self.words[: head.text_at].rstrip().endswith("?"):
            return None  # "tell her? no way" dictates nothing
        text = _taken_down(self.words[head.text_at :], asked=Lead.REQUEST in head.leads)
        if head.command.kind is CommandKind.SUBJECT:
            return (replace(head.command, target=_bare(text)), head.leads) if _is_subject(text, is_intent) else None
        is_cut = _goes_on(text) or _second_intent(text, is_intent) or _dictates_anew(text) or self.follows_a_wish(is_intent)
        if not text or not _is_text(text, head) or is_cut:
            return None
        return replace(head.command, target=_bare(text).lower()) if head.subject else replace(head.command, text=text), head.leads

    def follows_a_wish(self, is_intent: Callable[[str], bool]) -> bool:
        """Whether a break in the text stands behind a whole wish: "say that again to me, and tell me more"."""
        at = self._head.text_at if self._head is not None else len(self.words)
        return any(is_intent(self.words[: each.start()]) for each in _BREAKS.finditer(self.words, at))

    @property
    def is_to_somebody(self) -> bool:
        """Whether a text begins that is to go to somebody, wherever it ends."""
        head = self._head if len(self.words) <= LONGEST_TEXT else None
        text = _taken_down(self.words[head.text_at :], asked=False) if head is not None and head.leads <= _ALLOWED else ""
        return head is not None and head.command.kind in _TO_BE_SENT and bool(text) and _is_text(text, head)

    @property
    def is_to_somebody_named(self) -> bool:
        """Whether that is certain: "tell Ruth that I won't". "Please tell her" may be a text's."""
        if (head := self._head) is None or head.command.who in {"", "me"} or head.words[-1] not in _SAYS_FOR_CERTAIN:
            return False
        return self.is_to_somebody and not re.match(r"\W*please\b", self.words, re.IGNORECASE)

    @cached_property
    def is_begun(self) -> bool:
        """Whether a dictation has begun whose text, or the end of it, is still to come: "reply that", "tell him I will be there on"."""
        whole = self._begun[-1] if self._begun and self._begun[-1].end == len(self.words.rstrip()) else None
        if whole is not None:
            for start in starts(whole.words):
                words = whole.words[start:]
                if phrase(words) in _BEGINNINGS or _to_somebody(words) is not None or _is_replacing(words):
                    return True
        head = self._head
        return head is not None and head.leads <= _ALLOWED and _goes_on(self.words[head.text_at :])

    @cached_property
    def _begun(self) -> tuple[Beginning, ...]:
        return tuple(islice(beginnings(self.words, vocabulary=VOCABULARY), _LONGEST_HEAD))

    @cached_property
    def _head(self) -> _Head | None:
        """The longest words before a text; of equal ones the earliest, so that "reply that that works" keeps its second "that"."""
        found: _Head | None = None
        for begun in self._begun:
            for start, leads in starts(begun.words).items():
                words = begun.words[start:]
                if not words or phrase(words[:1]) not in _FIRST_WORDS:
                    continue
                made = _made(words)
                if made is not None and (found is None or len(words) > len(found.words)):
                    behind = self.words[begun.end :]
                    if not behind.strip():
                        return None  # all of it is the beginning, and the text is still to come
                    command, subject = made
                    text_at = len(self.words) - len(behind.lstrip())
                    found = _Head(command=command, words=words, leads=leads, text_at=text_at, colon=begun.colon, subject=subject)
        return found

    @cached_property
    def _replacing(self) -> tuple[Command, frozenset[Lead]] | None:
        """ "Change Tuesday to Wednesday": both parts as they were said, if it is certain what they are."""
        for begun in self._begun:
            for start, leads in () if begun.colon else starts(begun.words).items():
                verb = " ".join(begun.words[start:])
                parts = _parts(verb, self.words[begun.end :].split()) if leads <= _ALLOWED and verb in _REPLACING else None
                if parts is not None:
                    old, new = _replaced(parts[0]), _bare(_taken_down(" ".join(parts[1]), asked=True))
                    is_certain = old and new and len(new.split()) <= _LONGEST_NEW
                    return (Command(kind=CommandKind.CHANGE_TEXT, target=old, text=new), leads) if is_certain else None
        return None


def _made(words: tuple[str, ...]) -> tuple[Command, bool] | None:
    return (Command(kind=kind), False) if (kind := _PLAIN.get(phrase(words))) is not None else _to_somebody(words)


def _to_somebody(words: tuple[str, ...]) -> tuple[Command, bool] | None:
    said = phrase(words)
    for before, after, kind, subject in _TO_SOMEBODY.get(said.partition(" ")[0], ()):
        if said.startswith(f"{before} ") and said.endswith(f" {after}".rstrip()):
            free = words[len(before.split()) : len(words) - len(after.split())]
            if kind is CommandKind.REPLY and (place := place_of(free)):
                return Command(kind=kind, ordinal=place), subject
            if 0 < len(free) <= LONGEST_TARGET["{who}"] and (who := somebody(free)) and (who != "me" or kind is CommandKind.FORWARD):
                return Command(kind=kind, who=who), subject
    return None


def _taken_down(raw: str, *, asked: bool) -> str:
    """The text without the stumbles of a voice; the question mark of "could you reply that ...?" belongs to us."""
    text = _STUMBLES.sub("", raw).strip()
    text = text.removesuffix("?") if asked else text
    return re.sub(r",? please([.!]?)$", r"\1", text)


def _is_text(text: str, head: _Head) -> bool:
    first = _bare(text.split(maxsplit=1)[0]).lower().replace("\u2019", "'")
    if head.colon or (text[0] in _QUOTES and text.rstrip(".!")[-1] in _QUOTES):
        return True
    joins = {"and", "but", "or", "then"}
    if first in joins or (head.words[-1] not in _MARKS and not joins.isdisjoint(text.lower().split()[1:2])):
        return False
    if head.words[-2:] in {("say", "that"), ("answer", "that")}:
        return first not in _SAID_AGAIN
    if head.words[-1] in _MARKS and len(head.words) > 1:
        return head.words[-1] != "that" or first not in _THIRD_PERSON
    if head.words[0] in _LOOSE and not head.command.who:
        return first not in _FOR_A_MODEL | _THIRD_PERSON and (head.words[0] in {"tell", "let"} or first not in {"it", "them"})
    return first in _BEGIN_A_TEXT | _GO_ON_A_NAME if head.command.who not in {"", "me"} else first in _BEGIN_A_TEXT and not head.command.who


def _is_subject(text: str, is_intent: Callable[[str], bool]) -> bool:
    """Whether it is one short line, and nothing of the mail's text behind it."""
    words = _bare(text).split()
    plain = 0 < len(words) <= _LONGEST_SUBJECT and words[0].lower() not in _NO_SUBJECT and re.search(r"[.!?;]\s", text) is None
    return plain and not text.endswith("?") and not _goes_on(text) and not _second_intent(text, is_intent)


def _goes_on(text: str) -> bool:
    words = _STUMBLES.sub("", text).split()
    hangs = re.search(r"(?:(?<!\.)\.{2,}+|[\u2026\u2014\u2013,-])$|\b(?:u+h+m*|u+m+|e+r+m)[.,]*$", text.strip(), re.IGNORECASE)
    return (
        hangs is not None
        or not words
        or _bare(words[-1]).lower() in DANGLING - {"in", "on", "by", "about", "for", "with", "all", "each", "then"}
    )


def _dictates_anew(text: str) -> bool:
    """Whether another mail is dictated behind a sentence, or an "and" with which it cannot go on: "I'll come. Tell Ruth that I won't"."""
    ends = (at for at in _BREAKS.finditer(text) if re.search(r"[.;!?]|then", at[0]) or not GOES_ON_WITH_A_VERB.search(text[: at.start()]))
    return _TO_ANOTHER.search(text) is not None or any(Dictation(text[at.end() :]).is_to_somebody_named for at in ends)


def _second_intent(text: str, is_intent: Callable[[str], bool]) -> bool:
    places = [found.end() for found in _BREAKS.finditer(text)]
    return _RETRACTS.search(text) is not None or any(is_intent(text[place:]) for place in places if text[place:].strip())


def _bare(text: str) -> str:
    return text.strip().strip(_QUOTES + ".,;:!? ").strip()


def _is_replacing(words: tuple[str, ...]) -> bool:
    """Whether words are to be replaced, and the new ones are still to come."""
    for verb, between in REPLACED:
        size = len(verb.split())
        if " ".join(words[:size]) == verb:
            places = [place for place, word in enumerate(words) if word in between and place > size]
            return len(words) <= _LONGEST_REPLACED + size + 1 and (not places or places[0] == len(words) - 1)
    return False


def _parts(verb: str, rest: list[str]) -> tuple[list[str], list[str]] | None:
    """The old words and the new ones."""
    plain = [_bare(token).lower() for token in rest]
    for before, between in REPLACED:
        places = [place for place, word in enumerate(plain) if word in between and place]
        if verb == before and places:
            end = places[0] + 1
            while end < len(plain) and plain[end] == plain[places[0]]:
                end += 1
            return rest[: places[0]], rest[end:]
    for before, phrase_between in REPLACED_BY:
        size = len(phrase_between.split())
        places = [place for place in range(1, len(plain)) if " ".join(plain[place : place + size]) == phrase_between]
        if verb == before and places and places[0] <= _LONGEST_REPLACED:
            return rest[places[0] + size :], rest[: places[0]]
    return None


def _replaced(tokens: list[str]) -> str:
    old = re.sub(r"^the \w+ from |^(?:the )?words? |^the (?:name|date|time|day) ", "", _bare(_STUMBLES.sub("", " ".join(tokens))).lower())
    old = _bare(re.sub(r",? please$", "", old))
    is_one = (
        0 < len(old.split()) <= _LONGEST_REPLACED
        and old.removeprefix("the ") not in _NOT_REPLACED
        and old.split()[0] not in {"it", "this", "that"}
    )
    return old if is_one else ""
