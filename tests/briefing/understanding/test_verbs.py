"""What an action does and how people ask for it are two tables: neither lacks what the other has."""

import pytest

from actions.changes.changer import KIND_OF
from briefing.mail import UNKNOWN_SENDER
from briefing.mail_action import ON_MAILS, TIER_OF, MailAction
from briefing.speech.sentences import about_facts
from briefing.speech.sentences.call_closing import closing
from briefing.understanding.claims import claims
from briefing.understanding.command_grammar.command_phrases.fact import Fact
from briefing.understanding.command_grammar.command_phrases.kinds import Command, command_of
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.commands import CommandKind
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.verbs.table import VERBS
from briefing.understanding.verbs.verb import without_mail
from providers.mailbox_writing import ChangeKind
from tests.briefing.understanding.understood import asks_for, confirmation, recognise

ABOUT_SLEEP = frozenset({MailAction.SNOOZE})
"""Nothing in a mailbox changes: when a mail wakes stands in a table of ours."""
ONLY_INVERSE = frozenset({ChangeKind.UNARCHIVE, ChangeKind.UNTRASH, ChangeKind.UNSPAM, ChangeKind.RESTORE})


def test_every_action_has_its_words_its_tier_and_its_change_and_no_words_or_change_are_without_action() -> None:
    assert VERBS.keys() == set(MailAction) == TIER_OF.keys()
    assert KIND_OF.keys() == ON_MAILS.keys() - ABOUT_SLEEP
    assert set(KIND_OF.values()) == set(ChangeKind) - ONLY_INVERSE
    assert {kind.value for kind in CommandKind}.isdisjoint(ON_MAILS), "a verb is no kind of command"


@pytest.mark.parametrize("action", MailAction)
def test_the_example_of_a_verb_is_its_command_and_asks_for_it(action: MailAction) -> None:
    example = VERBS[action].example
    command = recognise(example)
    assert command is not None
    assert command.meant == command_of(action).meant
    assert asks_for(example, action)


@pytest.mark.parametrize("action", MailAction)
def test_a_verb_repeated_agrees_to_its_own_question_only(action: MailAction) -> None:
    again = min(expand_all((VERBS[action].again,)), key=lambda words: ("it" not in words.split(), len(words), words))
    agreed = {each for each in MailAction if confirmation(f"yes {again}", each) is Confirmation.YES}
    # "Send it" is a yes to both: what was asked says when it leaves.
    assert agreed - {action} <= {MailAction.SEND, MailAction.SEND_LATER}
    assert action in agreed


@pytest.mark.parametrize("action", ON_MAILS)
def test_a_change_can_be_asked_after_with_and_without_the_mail(action: MailAction) -> None:
    does, done = (words[0].replace("<this>", "it") if "<this>" in words[0] else f"{words[0]} it" for words in _asked_after(action))
    plain = [min(expand_all((without_mail(words[0]),)), key=len) for words in _asked_after(action)]
    for words in (f"did you {does}", f"have I {done}", f"what did I {plain[0]}", f"was it {plain[1]}", f"is it {plain[1]}"):
        command = recognise(min(expand_all((words,)), key=len))
        fact = Fact.IS_FLAGGED if words == "is it flagged" else Fact.CHANGES  # it may have come with a flag
        assert command == Command(kind=CommandKind.LOOK_UP, target=fact), words


def _asked_after(action: MailAction) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return VERBS[action].does, VERBS[action].done


@pytest.mark.parametrize("action", ON_MAILS)
def test_a_change_is_told_of_in_its_call_and_at_its_end(action: MailAction) -> None:
    its = ON_MAILS[action]
    assert its.did.format("one mail") in about_facts.changes({action: [UNKNOWN_SENDER]})
    told = its.did.replace("{}", "").split() if its.takes_out else its.did.format(3).split()
    assert " ".join(told) in closing(briefed=4, done={action: 3}, beside={})


@pytest.mark.parametrize("action", ON_MAILS)
def test_what_is_said_after_a_verb_claims_that_it_was_done(action: MailAction) -> None:
    assert claims(f"{ON_MAILS[action].done.replace(':', '')}.") == {action}
