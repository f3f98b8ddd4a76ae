"""What holds for every command, whatever is said around it."""

import re
from collections.abc import Mapping

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from briefing.mail_action import ON_MAILS, MailAction
from briefing.understanding.command_grammar.command_forms import PHRASES
from briefing.understanding.command_grammar.command_frame import LEADS, TAILS, Lead
from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind, Meant
from briefing.understanding.command_grammar.command_phrases.notation import SYNONYMS, expand_all
from briefing.understanding.command_grammar.command_phrases.talking import ANSWERS
from tests.briefing.understanding.test_commands import (
    ACCOUNTS,
    COMMANDS,
    IN_FOLDERS,
    KEYWORDS,
    LEFT_OUT,
    NOT_COMMANDS,
    OF_ANOTHER_MAIL,
    OF_MANY,
    SEARCHES,
    SOME,
    TO_MAIL,
    TO_TOPIC,
    UNDONE,
    VIPS,
    WITH_TIMES,
)
from tests.briefing.understanding.understood import is_incomplete, recognise
from tests.randomness import some

pytestmark = [pytest.mark.slow, pytest.mark.random]

WITH_FREE_WORDS: list[tuple[str, Meant]] = [
    *((row[0], CommandKind.JUMP_TO_MAIL) for row in TO_MAIL),
    *((row[0], CommandKind.JUMP_TO_TOPIC) for row in TO_TOPIC),
    *((row[0], CommandKind.SEARCH) for row in SEARCHES),
    *((row[0], CommandKind.ADD_VIP) for row in VIPS),
    *((row[0], CommandKind.ADD_KEYWORD) for row in KEYWORDS),
    *((row[0], CommandKind.ONLY_SOME) for row in (*ACCOUNTS, *SOME)),
    *((row[0], CommandKind.WITHOUT_SOME) for row in LEFT_OUT),
    *((row[0], row[1]) for row in OF_ANOTHER_MAIL),
    *((row[0], row[1]) for row in IN_FOLDERS),
    *((row[0], row[1]) for row in WITH_TIMES),
    *((row[0], CommandKind.BULK) for row in OF_MANY),
    *((row[0], CommandKind.UNDO) for row in UNDONE),
]
PHRASED = [(phrase, kind) for kind, patterns in PHRASES.items() for phrase in sorted(expand_all(patterns))]
EVERY_SEVENTH = PHRASED[::7]
"""Enough of them for what is tried with many words around each."""
CHANGES = ON_MAILS.keys()
ACTIONS = CHANGES | {CommandKind.UNSUBSCRIBE, CommandKind.UNDO, CommandKind.SEND, CommandKind.SEND_LATER}

HESITATIONS = ("um", "uh", "er", "hmm")
MOST_WORDS = 22

commands = st.sampled_from([*COMMANDS, *WITH_FREE_WORDS])
fillers = st.lists(st.sampled_from([*sorted(expand_all(LEADS[Lead.FILLER])), *HESITATIONS]), max_size=3).map(" ".join)
tails = st.lists(st.sampled_from(sorted(expand_all(TAILS))), max_size=2).map(" ".join)
vocabulary = st.sampled_from(
    sorted({word for phrase, _ in PHRASED for word in phrase.split()} | {"no", "please", "um", "anna", "the", "3", "?"})
)


@given(st.text(max_size=200) | st.lists(vocabulary, max_size=14).map(" ".join), st.booleans())
def test_no_text_is_an_error(text: str, offer_open: bool) -> None:
    command = recognise(text, offer_open=offer_open)
    assert command is None or not (command.target and command.ordinal)
    if command is not None and not offer_open:
        assert command.kind not in ANSWERS
    assert is_incomplete(text) in {True, False}


def begins_a_condition(command: str, tail: str) -> bool:
    """Whether the two together are something else: "what" and "I am done", "when" and "we are good", "I'm done" and "I am done with it"."""
    if tail.startswith(command.lower().replace("i'm", "i am").replace("we're", "we are")):
        return True
    return re.fullmatch(r"(?:.* )?(?:who|what|when|where|how)\W*", command.lower()) is not None and tail.startswith(("i am", "we are"))


@given(fillers, commands, tails)
def test_fillers_around_a_command_do_not_change_it(before: str, command: tuple[str, Meant], after: str) -> None:
    utterance, kind = command
    assume(not begins_a_condition(utterance, after))
    assume("just" not in before.split() or kind not in {CommandKind.ONLY_SOME, CommandKind.WITHOUT_SOME})  # "just" is "only" there
    plain = recognise(utterance)
    assert plain is not None
    assert plain.meant == kind
    assert recognise(as_people_speak(f"{before} {utterance} {after}")) == plain
    assert recognise(f"{before}, {utterance.rstrip('.?!')}, {after}.") == plain


@given(fillers, st.sampled_from(PHRASED), tails)
def test_fillers_around_a_phrase_of_the_tables_do_not_change_it(before: str, phrase: tuple[str, Meant], after: str) -> None:
    assume(not begins_a_condition(phrase[0], after))
    command = recognise(as_people_speak(f"{before} {phrase[0]} {after}"))
    assert command is not None
    assert command.meant == phrase[1]


@given(commands, st.sampled_from(["{}", "{}.", "{}!", "  {} ", "{},"]), st.booleans())
def test_case_and_full_stops_do_not_matter(command: tuple[str, Meant], frame: str, loud: bool) -> None:
    utterance = frame.format(command[0].rstrip(".?!"))
    recognised = recognise(utterance.upper() if loud else utterance.lower())
    assert recognised is not None
    assert recognised.meant == command[1]


@given(commands)
def test_a_doubled_command_is_one_command(command: tuple[str, Meant]) -> None:
    utterance, kind = command
    if len(utterance.split()) == 1:
        doubled = recognise(f"{utterance} {utterance}")
        assert doubled is not None
        assert doubled.meant == kind


def as_people_speak(words: str) -> str:
    """Nobody stammers here, or goes on for ever."""
    said = [word for word in re.findall(r"\w+", words.lower()) if word not in HESITATIONS]
    assume(len(said) <= MOST_WORDS)
    assume(not any(said[at : at + size] == said[at + size : at + 2 * size] for size in (1, 2, 3) for at in range(len(said))))
    return words


def kind_of(utterance: str, *, offer_open: bool = False) -> Meant | None:
    command = recognise(utterance, offer_open=offer_open)
    return command.meant if command else None


def test_every_phrase_of_the_tables_is_its_own_command() -> None:
    assert [(phrase, kind_of(phrase)) for phrase, kind in some(PHRASED, len(PHRASED) // 6) if kind_of(phrase) != kind] == []


def test_every_answer_of_the_tables_is_its_own_answer() -> None:
    answers = [(phrase, kind) for kind, patterns in ANSWERS.items() for phrase in expand_all(patterns)]
    assert [(phrase, kind) for phrase, kind in answers if kind_of(phrase, offer_open=True) is not kind] == []


def test_a_second_intent_makes_every_command_uncertain() -> None:
    utterances = [utterance.rstrip(".?!") for utterance, _ in some([*COMMANDS, *WITH_FREE_WORDS, *EVERY_SEVENTH], 300)]
    # "Go ahead and" and "go on and" only begin an intent.
    utterances = [utterance for utterance in utterances if "go ahead" not in utterance.lower() and not utterance.lower().endswith("go on")]
    intents = ["and tell me more", "and reply to her", "but not the next one", "and flag the other one"]
    assert [f"{utterance} {intent}" for utterance in utterances for intent in intents if recognise(f"{utterance} {intent}")] == []


MEANT_BY_A_NEGATION: Mapping[object, str] = {
    CommandKind.CANCEL: "send",
    CommandKind.STOP_LOOKING: "screen",
    CommandKind.BRING_BACK: "leave out",
}
"""What "don't" before a command asks for plainly, and the words of that command."""


@pytest.mark.parametrize("negation", ["don't", "Don\u2019t", "do not", "please don't", "you should not", "why not", "I won't", "if I say"])
def test_a_negation_makes_every_command_uncertain(negation: str) -> None:
    utterances = [utterance for utterance, _ in some([*COMMANDS, *WITH_FREE_WORDS, *EVERY_SEVENTH], 600)]
    # "don't don't keep this conversation" is a stammer, and still the command that it was.
    utterances = [utterance for utterance in utterances if not utterance.lower().startswith(("don't", "do not"))]
    done = [(utterance, kind_of(f"{negation} {utterance}")) for utterance in utterances]
    told = [(utterance, kind) for utterance, kind in done if kind is not None]
    assert [each for each in told if each[1] not in MEANT_BY_A_NEGATION or MEANT_BY_A_NEGATION[each[1]] not in each[0].lower()] == []


def test_nothing_is_changed_on_a_question_without_a_request() -> None:
    asked = [f"{phrase}?" for phrase, kind in EVERY_SEVENTH if kind in ACTIONS]
    told = {utterance: kind_of(utterance) for utterance in some(asked, len(asked) // 2)}
    assert [each for each, kind in told.items() if kind not in {None, CommandKind.WITHOUT_SOME}] == [], "what is left out stays where it is"
    assert kind_of("could you archive it?") is MailAction.ARCHIVE
    assert kind_of("archive it please?") is MailAction.ARCHIVE


def test_nothing_is_changed_on_a_bare_verb_behind_a_no() -> None:
    bare = [f"no {phrase}" for phrase, kind in PHRASED if kind in CHANGES and len(phrase.split()) == 1]
    assert len(bare) >= 3
    assert [utterance for utterance in bare if recognise(utterance)] == []


def test_a_command_cut_short_is_incomplete_or_itself_a_command() -> None:
    beginnings = {phrase.rsplit(" ", 1)[0] for phrase, _ in [*EVERY_SEVENTH, *WITH_FREE_WORDS] if " " in phrase}
    beginnings = {each.rstrip(",") for each in beginnings}
    assert len(beginnings) > 300
    # Politeness, and what may be all of an intent that only a model can grant.
    beginnings -= {"good", "right", "go to the budget", "go to the boiler", "only the work", "throw all the newsletters"}
    beginnings -= {"delete all notifications older than two", "only the ones that are due", "only what's due", "just the work"}
    beginnings -= {"just this topic for", "everything but the", "file it in my receipts", "find the parcel", "what's the invoice"}
    cut = some(sorted(beginnings), len(beginnings) // 6)
    assert [each for each in cut if recognise(each, offer_open=True) is None and not is_incomplete(each)] == []


@pytest.mark.parametrize("polite", ["okay", "um", "hey Aloud, just", "thanks", "so now"])
def test_politeness_makes_nothing_more_certain(polite: str) -> None:
    lines = some(NOT_COMMANDS, len(NOT_COMMANDS) // 3)
    assert [line for line in lines if (found := recognise(f"{polite} {line}")) and not found.loosely] == []


def test_synonyms_are_written_out_in_no_phrase() -> None:
    assert {word for phrase, _ in PHRASED for word in phrase.split()}.isdisjoint(SYNONYMS)


@pytest.mark.parametrize("correction", ["no, go back", "no wait, go back", "I mean go back", "actually go back"])
def test_a_command_that_was_taken_back_is_never_done(correction: str) -> None:
    done = [(phrase, kind_of(f"{phrase}, {correction}")) for phrase, _ in some([*EVERY_SEVENTH, *WITH_FREE_WORDS], 600)]
    assert [phrase for phrase, kind in done if kind not in {CommandKind.BACK, None}] == []
