"""What an action does and how people ask for it are two tables: neither lacks what the other has."""

import pytest

from actions.changes.changer import KIND_OF
from briefing.mail_action import ON_MAILS, TIER_OF, MailAction
from briefing.understanding.claims import claims
from briefing.understanding.command_grammar.command_forms import command_of
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.commands import CommandKind
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.verbs.table import VERBS
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
def test_what_is_said_after_a_verb_claims_that_it_was_done(action: MailAction) -> None:
    assert claims(f"{ON_MAILS[action].done.replace(':', '')}.") == {action}
