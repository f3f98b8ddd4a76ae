"""What a clause is beside another: a wish of its own, a reason or an afterthought, or something that changes what stands beside it."""

import re

from briefing.understanding.command_grammar.behind_a_verb import unsettles
from briefing.understanding.command_grammar.command_frame import VERBS
from briefing.understanding.command_grammar.command_leads import starts
from briefing.understanding.command_grammar.own_reasons import explained_by
from briefing.understanding.commands import CommandKind, PlainReading
from briefing.understanding.intent_words import changes_a_mail
from briefing.understanding.several_wishes.line_pieces import Piece
from briefing.understanding.small_talk import SmallTalk, is_covered, small_talk
from briefing.understanding.wish_words import WRITES_TO_SOMEBODY, is_another_too, is_bare_denial, is_dictated, names_one_more, spoils

_CHANGES_THE_REST = re.compile(
    r"\b(?:if|unless|when|whenever|once|before(?:hand)?|because|since|whether|in case|as soon as|otherwise|or"
    r"|except|apart from|besides|without|only|instead of"
    r"|not|never|nobody"
    r"|said|says|wrote|told me|asked)\b"
    r"|n['\u2019 ]t\b"
    r"|^(?:no|nope|nah|wait|sorry|oops|hang on|hold on|stop|rather|i mean)\b"
    r"|(?<!\bthe)(?<!\bvery) first\W*$",
    re.IGNORECASE,
)
"""In a clause that is no plain command: what stands beside it may not be meant as it stands."""
_SENDS = frozenset({CommandKind.SEND, CommandKind.SEND_LATER})
_HOW_IT_GOES = _SENDS | {CommandKind.COPY, CommandKind.BLIND_COPY}
_ENDS_A_TEXT = _HOW_IT_GOES | {CommandKind.CHANGE, CommandKind.BULK}
_A_THING = re.compile(
    r"\b(?:the|an?|my|your|our|his|her|their|this|that|these|those|it|them|one|ones|some|any|both|all)\b"
    r"|\b(?:if|when|whenever|unless|until|once|as soon as)\b",
    re.IGNORECASE,
)
"""In a text: what those who get it may have to send, or on what condition."""
_OF_THE_SAME = re.compile(r"\b(?:it|them|this|that|these|those)\W*$", re.IGNORECASE)
_TAKES_BACK = frozenset({CommandKind.STOP, CommandKind.HOLD_ON, CommandKind.CANCEL, CommandKind.NO})
STEPS, _MAY_EXPLAIN = frozenset({CommandKind.NEXT, CommandKind.BACK}), frozenset({CommandKind.TEAM, CommandKind.SEND})
_OTHER_IMPERATIVES = """
    tell say ask answer write let call check find look list report remind set keep leave copy cc send book pay unsubscribe block confirm
    accept decline thank invite remove start create explain translate count download print save schedule draft compose do
"""
_BEGINS_A_SENTENCE = """
    what who whose when where why how which is are was were does did has have had can could will would should may shall
    i we he she they there that if
"""
IMPERATIVES = VERBS.union(_OTHER_IMPERATIVES.split())
BEGINS = IMPERATIVES.union(_BEGINS_A_SENTENCE.split())
_DENIES = re.compile(r"\b(?:mean|meant|(?:is|was|are|were|looks) not|not (?:it|this|that)\b|wrong|mistake|slip|error)\b")
"""In what stands behind a change: it may be what was meant that is denied."""
_YES_OR_NO = re.compile(r"^(?:(?:and|so|well|but) )*(?:is|are|was|were|does|did|do|has|have|had|can|will)\b", re.IGNORECASE)


def is_a_wish(line: PlainReading) -> bool:
    """Whether something is wanted, and not only taken back or commented on."""
    said = line.command or line.answer
    return (said is not None and said.kind not in _TAKES_BACK) if is_covered(line) else _begins_a_clause(line)


def depends(line: PlainReading) -> bool:
    """Whether the words set a condition or an exception, deny or correct."""
    return not is_covered(line) and _CHANGES_THE_REST.search(line.words) is not None


def begins_anew(clause: PlainReading) -> bool:
    """Whether it is what no text goes on with: a change of mail, the text of another mail to somebody who is named, whom the mail goes to
    as well or when it does, or a "next"."""
    if (command := clause.command) is not None:
        is_to_another = command.kind is CommandKind.WRITE and bool(command.who and command.text)
        is_next = command.kind is CommandKind.NEXT and clause.words.lower().startswith("next")
        return is_to_another or is_next or command.kind in _ENDS_A_TEXT
    return changes_a_mail(clause.words) and _CHANGES_THE_REST.search(clause.words) is None


def says_how_it_goes(clause: PlainReading) -> bool:
    """Whether it says of a mail to whom as well or when it goes, or that it does."""
    return clause.command is not None and clause.command.kind in _HOW_IT_GOES


def may_be_of_the_text(text: str, clause: PlainReading, *, joins: str) -> bool:
    """Whether whoever gets a mail may be meant by words behind its text that say how a mail goes: "pack it and send it on Friday", "please
    send Raj a copy"."""
    is_asked, is_joined = "please" in clause.words.lower(), "and" in joins.lower()
    sends = clause.command is not None and clause.command.kind in _SENDS
    what_they_have = _OF_THE_SAME if is_joined else _A_THING
    return is_asked or (sends and what_they_have.search(text) is not None)


def is_imperative(clause: PlainReading) -> bool:
    """Whether a clause begins as what somebody is asked to do."""
    words = clause.heard.words if clause.heard is not None else ()
    return any(words[start] in IMPERATIVES for start in starts(words) if start < len(words))


def goes_with(last: PlainReading | None, piece: Piece, clause: PlainReading) -> bool:
    """Whether this clause is a wish of its own behind the one before it, and leaves that as it is."""
    if last is None:
        return is_covered(clause) or _CHANGES_THE_REST.search(clause.words) is None
    if is_covered(clause):
        return _command_goes_with(last, piece, clause)
    unsettled = clause.heard is not None and unsettles(" ".join(clause.heard.words))
    if unsettled or spoils(last, clause) or _CHANGES_THE_REST.search(clause.words) is not None:
        return False
    if is_another_too(clause):
        return True
    names_somebody = last.command is not None and last.command.kind in WRITES_TO_SOMEBODY and not is_dictated(last)
    return _begins_a_clause(clause) and not (names_somebody and "and" not in piece.joins.lower() and not piece.ends_dictation)


def _command_goes_with(last: PlainReading, piece: Piece, clause: PlainReading) -> bool:
    """The same of a plain command, an answer or small talk."""
    if is_bare_denial(last) and not piece.ends_dictation:
        return False  # "do not, archive it"
    if spoils(last, clause) or small_talk(clause.heard) is SmallTalk.NEVER_MIND:
        return False
    is_then = "then" in piece.joins.lower()
    if is_then and _is_yes_or_no(last):
        return False
    said = clause.command or clause.answer
    if said is None or (is_then and said.kind is CommandKind.NEXT):
        return True
    return said.kind not in _TAKES_BACK and not (said.kind in STEPS | {CommandKind.JUMP_TO_MAIL} and names_one_more(clause))


def explains(clause: PlainReading) -> frozenset[CommandKind]:
    """What it only says the reason for, by what follows: "I don't need this one, bin it", "that can go, archive it"; else nothing."""
    may = not is_covered(clause) or (clause.command is not None and clause.command.kind in _MAY_EXPLAIN)
    return explained_by(clause.heard.words) if may and clause.heard is not None else frozenset()


def is_afterthought(last: PlainReading, clause: PlainReading) -> bool:
    """Whether it only says why what stands before it is wanted: "archive it, I have read it", "hold on, someone is at the door"."""
    if last.command is not None and last.command.kind in {CommandKind.HOLD_ON, CommandKind.GOODBYE}:
        return last.command.kind in explains(clause)
    is_change = last.command is not None and last.command.kind in {CommandKind.CHANGE, CommandKind.BULK}
    denies = clause.heard is None or _DENIES.search(" ".join(clause.heard.words)) is not None
    return is_change and CommandKind.CHANGE in explains(clause) and not denies and not spoils(last, clause)


def _is_yes_or_no(clause: PlainReading) -> bool:
    """Whether it asks something that what follows may depend on: "is it from Anna? then archive it"."""
    is_fact = clause.command is not None and clause.command.kind is CommandKind.LOOK_UP
    return (is_fact or not is_covered(clause)) and _YES_OR_NO.match(clause.words) is not None


def _begins_a_clause(clause: PlainReading) -> bool:
    words = clause.heard.words if clause.heard is not None else ()
    return any(words[start] in BEGINS for start in starts(words) if start < len(words))
