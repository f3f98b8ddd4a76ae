"""Commands in whose midst a mail is named, in any place and order: "snooze the one from Anna until Monday", "this one you can archive".

What names the mail is put into a command that is known with "it" in that place, so every word is covered as in any other command.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from briefing.mail_action import ON_MAILS, MailAction
from briefing.understanding.command_grammar.command_forms import EXACT, with_free_words
from briefing.understanding.command_grammar.command_frame import DANGLING, RETRACTIONS, VERBS
from briefing.understanding.command_grammar.command_phrases.asked_of_mails import question_in
from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.command_grammar.command_words import place_of
from briefing.understanding.command_grammar.free_words import description, phrase
from briefing.understanding.command_grammar.leaving_out import leaves_out_until
from briefing.understanding.command_grammar.telling_first import told_first
from briefing.understanding.command_grammar.who_matters import of_who_matters
from briefing.understanding.times.when import names_moment
from briefing.understanding.verbs.table import VERBS as VERBS_TABLE

Words = tuple[str, ...]

_POINTS = frozenset({"the", "this", "that"})
_NOUNS = frozenset({"one", "mail", "thing", "newsletter"})
_OF = frozenset({"from", "by", "about"})
_JUDGES = frozenset(
    {"stupid", "silly", "annoying", "awful", "terrible", "ridiculous", "boring", "horrible", "damn", "useless", "whole", "old"}
)
"""What one calls the open mail, and no mail is described by."""
_NONSENSE = frozenset({"nonsense", "rubbish", "crap", "junk", "garbage", "trash", "stuff"})
_VAGUE = frozenset({"usual", "same", "old", "whole", "silly", "stupid", "annoying"})
"""Before a wish for "it": "the usual nonsense, delete it"; "the amazon rubbish" is another mail."""
_STATES = frozenset(
    {"needs", "need", "matters", "matter", "belongs", "goes", "looks", "sounds", "takes", "costs", "comes", "came", "works"}
)
"""What is said of the open mail, and names none: "that needs an answer"."""
_ANSWERS_IT = Command(kind=CommandKind.REPLY)
_PASSES_ON = frozenset({"forward", "for", "send", "pass", "share"})
_NO_MAIL = frozenset({"to", "with", "and", "draft", "reply", "answer", "text", "like", "so", "off"})
"""What no mail is described by that is passed on to somebody."""
_GOES_ON = frozenset({"and", "then", "next", "go", "move", "continue"})
"""Behind the mail another wish begins: going on is from the open mail."""
_LONGEST = 7
_NOBODYS = frozenset({"it", "that", "this", "there", "here", "he", "she", "who", "what", "let", "one"})
"""Before an "'s" that is a verb."""
_LONGEST_MATTER = 3
"""Words behind "Raj's", of what his mail is about."""
_UNDOES = (("undo",), ("un", "do"), ("take", "back"), ("revert",), ("reverse",))
_CHANGES: Mapping[Words, MailAction] = {
    (each,): action for action, verb in VERBS_TABLE.items() for each in expand_all((verb.noun,)) if verb.noun and " " not in each
}
"""What a change is called when it is taken back by name."""
_MAY = frozenset(tuple(each.split()) for each in expand_all(("(you|we) (can|may)|(can|could|would) you|please|i want you to",)))
_UNTIL_THEN = expand_all(("(snooze <this>|put <this> off|put off <this>) [until|till]|remind me [(of|about) <this>]|bring <this> back",))
"""What stands before "then", which goes first as politeness."""
_IS_SOON_ENOUGH = expand_all(("(will|would) do|is (fine|okay|soon enough|early enough)|works [for me]",))
_IS_WHEN = expand_all(
    (
        "i (will|can|must|have to|need to|want to) (deal with|look at|do|read|answer|handle|see to|get to) <this>",
        "i (am|will be) back|i (am|will be) (away|out|off|busy) (until|till)|i (have|will have) time [for <this>]",
    )
)


def in_other_words(words: Words) -> Command | None:
    """The change of one mail that all of the words are, if they name it in another place than the tables do."""
    if not words:
        return None
    return next((found for each in (words, *_fronted(words)) if (found := _of_a_mail(each)) is not None), None) or (
        _taken_back(words) or _asked(words) or _until_then(words) or of_who_matters(words) or leaves_out_until(words) or told_first(words)
    )


def _fronted(words: Words) -> Iterator[Words]:
    """`this one you can archive`, `the one from anna please archive`, `that silly thing delete it`: the verb first."""
    for size in range(2 if words[0] == "the" else 1, min(_LONGEST, len(words) - 2) + 1) if words[0] in _POINTS else ():
        if words[size] in VERBS and words[size + 1] == "it":
            is_vague = words[size - 1] in _NONSENSE and _VAGUE.issuperset(words[1 : size - 1])
            yield (words[size], *(("it",) if is_vague else words[:size]), *words[size + 2 :])
        for lead in range(1, 5):
            verb = size + lead
            if words[size:verb] in _MAY and words[verb : verb + 1] and words[verb] in VERBS:
                yield (words[verb], *words[:size], *words[verb + 1 :])


def _of_a_mail(words: Words) -> Command | None:
    if (plain := EXACT.get(phrase(words))) is not None:
        return plain if plain.kind is CommandKind.CHANGE else None
    for start in range(len(words)):
        if words[start] in _POINTS or words[start].endswith("'s"):
            for end in range(min(len(words), start + _LONGEST + 1), start + 1, -1):
                told = (words[:start], words[start:end], words[end:])
                found = (_passed_on(*told) if start and words[0] in _PASSES_ON else None) or _with_it(*told)
                if found is not None:
                    return found
    return None


def _with_it(before: Words, named: Words, behind: Words) -> Command | None:
    told = _told_by(named)
    loosely = phrase(named[-1:]) not in _NOUNS and not _is_described(named)
    if told is None or (loosely and not before) or not (_GOES_ON | {"one"}).isdisjoint(behind[:1]):
        return None
    words = (*before, "it", *behind)
    command = EXACT.get(phrase(words)) or with_free_words(words)
    if command == _ANSWERS_IT and (named[0] == "the" or not loosely):
        return replace(command, ordinal=place, target="") if (place := place_of(named)) else replace(command, target=told, loosely=loosely)
    if command is None or command.kind is not CommandKind.CHANGE or command.action is None or command.ordinal or command.mail:
        return None
    if not told:
        return command
    if ON_MAILS[command.action].place is not None:
        return replace(command, mail=told, loosely=loosely) if command.when or command.target else None
    return replace(command, target=told, loosely=loosely) if not command.target else None


def _passed_on(before: Words, named: Words, behind: Words) -> Command | None:
    """`forward raj's invoice to eleanor`, `send raj the contract`, `forward the one from raj`: to whom, is asked where it is not said."""
    command = EXACT.get(phrase((*before, "it", *behind))) or with_free_words((*before, "it", *behind))
    if command is None or command.kind is not CommandKind.FORWARD or command.target or not _NO_MAIL.isdisjoint(named):
        return None
    if place := place_of(named):
        return replace(command, ordinal=place)
    told, loosely = _told_by(named), phrase(named[-1:]) not in _NOUNS and not _is_described(named)
    return replace(command, target=told, loosely=loosely and bool(told)) if told is not None else None


def _is_described(named: Words) -> bool:
    return len(named) > 3 and phrase(named[1:2]) in _NOUNS and named[2] in _OF


def _told_by(named: Words) -> str | None:
    """What a mail is described as; empty for the open one, none if the words may be more than that."""
    own = named[1:]
    if named[0].endswith("'s"):
        whose = named[0].removesuffix("'s")
        is_plain, is_named = len(own) == 1 and phrase(own) in _NOUNS, 0 < len(own) <= _LONGEST_MATTER and own[-1] not in DANGLING
        is_somebodys = whose not in _NOBODYS and whose[:1].isalpha() and not names_moment((whose,))
        told = description((whose,) if is_plain else (whose, *own)) if is_somebodys and (is_plain or is_named) else ""
        return told or None
    if not _STATES.isdisjoint(own):
        return None
    if own[:1] == ("other",) and len(own) == 2 and phrase(own[1:]) in _NOUNS:
        return "other one"
    if _is_described(named):
        return description(named[3:]) or None
    if phrase(own[-1:]) in _NOUNS:
        own = own[:-1]
        if own and named[0] != "the" and _JUDGES.issuperset(own):
            return ""
    return (description(own) or None) if own and len(own) <= 3 and own[0] not in DANGLING else None


def _asked(words: Words) -> Command | None:
    is_one = RETRACTIONS.isdisjoint(words) and question_in(words) is not None
    return Command(kind=CommandKind.ASK_MAILS, target=" ".join(words)) if is_one else None


def _taken_back(words: Words) -> Command | None:
    """`undo the first one`, `undo the one from anna`, `take back the archiving of the mail from anna`: one change of several."""
    verb = next((each for each in _UNDOES if words[: len(each)] == each), ())
    rest = words[len(verb) :] if verb else ()
    if place_of(rest) > 0:
        return Command(kind=CommandKind.UNDO, target=" ".join(rest))
    rest = rest[1:] if rest[:1] == ("the",) and rest[1:2] in _CHANGES else rest
    action = _CHANGES.get(rest[:1])
    if action is not None:
        rest = rest[2:] if rest[1:2] in {("of",), ("on",), ("from",), ("for",)} else rest[1:]
    told = (_told_by(rest) if rest[0] in _POINTS else description(rest)) if rest else None
    is_mail = action is not None or _is_described(rest) or phrase(rest[-1:]) in _NOUNS
    return Command(kind=CommandKind.UNDO, target=told, action=action) if told and is_mail else None


def _until_then(words: Words) -> Command | None:
    """`i will deal with it tomorrow snooze it`, `tomorrow will do snooze it until then`: the time stands before the wish."""
    for end in range(2, len(words)):
        if " ".join(words[end:]) not in _UNTIL_THEN:
            continue
        for cut in range(1, end):
            first, second = words[:cut], words[cut:end]
            when = first if " ".join(second) in _IS_SOON_ENOUGH else second if " ".join(first) in _IS_WHEN else ()
            if when and names_moment(when):
                return Command(kind=CommandKind.CHANGE, action=MailAction.SNOOZE, when=" ".join(when))
    return None
