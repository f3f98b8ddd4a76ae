"""Whether a plain command can be meant as things stand in the call, and which mail of a list is meant in a word or two."""

import re
from dataclasses import replace

from actions.consent.leave import opens_a_mail
from briefing.understanding.command_grammar.command_phrases.fact import Fact
from briefing.understanding.command_grammar.command_phrases.liking import Liking
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.command_grammar.command_words import number_of
from briefing.understanding.command_grammar.described_mails import described
from briefing.understanding.command_grammar.narrowing import narrowed
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.understanding import Understanding
from briefing.words import split_words
from session.call import Call
from session.dialogue import Awaits
from session.glancing.shared_screen import Sharing
from session.skills.changing.several import are_there
from session.skills.choosing_account import find_account
from session.skills.finding import is_described
from session.skills.liking.left_out_mails import may_be_brought_back
from session.skills.liking.meant_mails import is_there
from session.skills.narrowing_down import is_narrowed
from session.skills.writing.addressing import may_be_known
from session.skills.writing.drafting import is_told_of
from session.turn.wish import is_for_rules_alone

ABOUT_A_DRAFT = frozenset({CommandKind.ADD_TEXT, CommandKind.CHANGE_TEXT, CommandKind.READ_DRAFT, CommandKind.CANCEL})
_AROUND = frozenset("no sorry i mean meant make it that the then and please rather one mail thanks".split())  # noqa: SIM905 - words of one kind
_NEED_A_LIST = frozenset({CommandKind.CHANGE, CommandKind.REPLY, CommandKind.FORWARD})
_NAMES_SOMEBODY = frozenset({CommandKind.WRITE, CommandKind.REPLY, CommandKind.FORWARD, CommandKind.COPY, CommandKind.BLIND_COPY})
_TELLS_OF_ONESELF = frozenset({CommandKind.IN_TIME, CommandKind.WHEREABOUTS, CommandKind.LANGUAGE, CommandKind.NO_LANGUAGE})
"""Whole statements, which one may as well write to somebody: "I have ten minutes", "I'm in London"."""
_OF_THE_SCREEN = frozenset({CommandKind.STOP_LOOKING, CommandKind.LOOK_AGAIN})
_ASKED_OF_THE_SCREEN = frozenset({Fact.ON_SCREEN, Fact.WHY_SILENT})
_MAY_BE_DICTATED = frozenset({CommandKind.LOOK_UP, CommandKind.ASK_MAILS, *_OF_THE_SCREEN})
_WAITS = frozenset({"wait", "hold", "hang"})
_OF_A_TIME = frozenset({"make", "keep"})
"""Where something is written or a time is awaited, "make it ten minutes" is about that."""
_CAN_GO = frozenset({"can", "go"})
"""Where nothing is written, "that can go" is said of the mail, which is not needed."""
_WISH_TO_SEARCH = re.compile(r"(?:please )?(?:search|look|find (?:me|the|all|any|mails?)\b)", re.IGNORECASE)
"""Any other search is a question, which a text may ask as well: "who sent the invoice?"."""
_LAST, _OTHER = ("last",), ("other",)
_THE_OTHER, _SECOND = re.compile(r"\bthe other(?: one| mail)?\b", re.IGNORECASE), 2


def is_meant(call: Call, command: Command, said: Understanding) -> bool:
    """Whether there is what it is about: "only my museum mail" may name nothing that is there, and "read it back" needs a draft."""
    if command.kind in ABOUT_A_DRAFT or (command.kind is CommandKind.SEND and said.own_words >= _CAN_GO):
        acting = call.acting
        leaving = call.heeds_stop() or (command.kind is CommandKind.CANCEL and acting.outgoing.scheduled)
        is_told = not is_for_rules_alone(command) or is_told_of(call) or call.heeds_stop()  # and not written some turns ago
        return is_told and bool(acting.draft or acting.kept or leaving)
    may_be_text = command.kind is CommandKind.SEARCH and _WISH_TO_SEARCH.match(said.words) is None
    if command.loosely or may_be_text or command.kind in _MAY_BE_DICTATED:  # a reply may well ask "how old is it?"
        fits = not command.loosely or (call.acting.draft is None and is_described(call, command.mail or command.target))
        of_a_draft = command.target == Fact.IN_A_HURRY and call.acting.waits is not None  # "make it quick"
        return fits and not of_a_draft and call.dialogue.awaits is not Awaits.WORDS and not _is_of_no_screen(call, command, said)
    if command.kind is CommandKind.BRING_BACK:  # "bring the parcel back" may be a change that is to be undone
        return may_be_brought_back(call, command.target)
    if command.kind in {CommandKind.ONLY_SOME, CommandKind.WITHOUT_SOME} and not command.when:
        return _are_there(call, command)
    what = described(command.target) if command.kind is CommandKind.BULK else None
    if what is not None and (what.listed or what.may_be_a_name):
        return (
            bool(call.dialogue.found) if what.listed and not what.others else are_there(call, what)
        )  # "archive them", of a list that was told
    of_time = command.kind is CommandKind.IN_TIME and _is_of_what_is_open(call, said)
    return not of_time and _is_in_a_list(call, command) and (command.kind is not CommandKind.ALL_AGAIN or is_narrowed(call))


def _is_of_no_screen(call: Call, command: Command, said: Understanding) -> bool:
    """While none is shared, "why are you so quiet?" is about something else, and "stop looking" may be to a model, unless they name it."""
    about_it = command.kind in _OF_THE_SCREEN or command.target in _ASKED_OF_THE_SCREEN
    if not about_it or call.line.screen.sharing is not Sharing.NOTHING or "screen" in split_words(said.words):
        return False
    return call.line.has_model or command.target == Fact.WHY_SILENT


def _is_of_what_is_open(call: Call, said: Understanding) -> bool:
    is_open = call.acting.waits is not None or call.acting.draft is not None or call.dialogue.awaits is not None
    return is_open and not _OF_A_TIME.isdisjoint(split_words(said.words))


def _is_in_a_list(call: Call, command: Command) -> bool:
    """ "Archive the last one" may be about the one that was told before, where no list was told to its end."""
    is_from_the_end = (command.ordinal or 0) < 0 and command.kind in _NEED_A_LIST
    return not is_from_the_end or (bool(call.dialogue.found) and not call.dialogue.focus.more)


def _are_there(call: Call, command: Command) -> bool:
    """Whether mails are named; a name means them only if one has it, and where a draft is open, "leave out Tuesday" is about that."""
    found = narrowed(command.target)
    certain = found is not None and found.is_certain
    if command.kind is CommandKind.WITHOUT_SOME and not certain and call.acting.draft is not None:
        return False
    if command.kind is CommandKind.WITHOUT_SOME and found is not None and not call.line.has_model:
        return True  # that nothing of it is left is said
    return certain or find_account(call, command.target) is not None or (found is not None and is_there(call, found))


def instead_of_a_revision(call: Call, command: Command, said: Understanding) -> Command:
    """ "Shorter" is about the draft that there is, and where there is none about how much of a mail is told."""
    if not said.own_words.isdisjoint(_WAITS):
        return command  # "wait a bit longer" is about this moment
    nothing_written = call.acting.waits is None and not call.acting.held and call.dialogue.awaits is None
    if command.kind is CommandKind.REVISE and nothing_written and command.target in {Liking.SHORTER, Liking.LONGER}:
        return Command(kind=CommandKind.PREFER, target=command.target)
    return command


def is_dictated(call: Call, command: Command, said: Understanding) -> bool:
    """Whether it is what a draft shall say: where its words are asked for, a yes in whatever words, and one of several things.

    An answer to a mail may read like that: "go ahead", "the first one, please". All else that is plainly a command still is one there: it
    names what is to be done, as in "archive it" and "next mail".
    """
    agrees = said.answer is not None and said.answer.kind is CommandKind.YES
    picks = command.kind is CommandKind.JUMP_TO_MAIL and bool(command.ordinal) and not opens_a_mail(said)
    told = command.kind is CommandKind.TEAM and bool(command.text)
    if told and command.target == TeamAsk.FACT and call.acting.draft is not None:
        return True
    return call.dialogue.awaits is Awaits.WORDS and (agrees or picks or told or command.kind in _TELLS_OF_ONESELF)


def is_taken_whole(call: Call, said: Understanding) -> bool:
    """Whether the line is the words that were asked for, whatever they are: not where it is a dictation and a wish, "reply yes. Next."."""
    if call.dialogue.awaits is not Awaits.WORDS:
        return False
    first, *others = said.wishes
    dictated = first.command is not None and first.command.kind is CommandKind.REPLY and bool(first.command.text) and not first.command.who
    goes_on = bool(others) and all(each.is_plain and each.is_a_wish for each in others)
    return not (dictated and goes_on)


def is_to_somebody_unknown(call: Call, command: Command) -> bool:
    """Whether a mail is to go to somebody whom no sender's name makes clear: "mum", one of two Annas."""
    return command.kind in _NAMES_SOMEBODY and not may_be_known(call, command.who)


def picked(call: Call, said: Understanding) -> Command | None:
    """The command to go to it: "the second", "third please", "no, the other one"; none without a list, or where more is awaited."""
    listed = call.dialogue.found
    if call.dialogue.awaits is not None or not listed or said.heard is None or said.heard.asked:
        return None
    words = tuple(word for word in said.heard.words if word not in _AROUND)
    others = [place for place, mail in enumerate(listed, start=1) if mail != call.it]
    if len(listed) == 2 and len(others) == 1 and "other" in words:
        if words == _OTHER:
            return Command(kind=CommandKind.JUMP_TO_MAIL, ordinal=others[0])
        as_a_number = call.dialogue.understandings.of(_THE_OTHER.sub("the second one", said.words, count=1)).command
        is_one = as_a_number is not None and as_a_number.kind in _NEED_A_LIST and as_a_number.ordinal == _SECOND
        return replace(as_a_number, ordinal=others[0]) if as_a_number is not None and is_one else None
    number = -1 if words == _LAST else _ordinal(words)
    return Command(kind=CommandKind.JUMP_TO_MAIL, ordinal=number) if number else None


def _ordinal(words: tuple[str, ...]) -> int:
    """The number that the words are, as in "third"; 0 for anything else."""
    found = number_of(words) if words else None
    return found[1] if found is not None and found[0] == "<nth>" else 0
