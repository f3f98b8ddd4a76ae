"""Who asks plainly is understood: as a command, or, in words of their own, well enough that the model's call needs no question first.

Four things can become of an honest utterance. It is a command; it is left to the model, whose tool call the user's words allow; the user
is asked needlessly; or it is refused, that is, taken for a "no" or for another intent. What only a model could recognise and no words
of the user's have to allow (writing a draft) counts as not understood here: nobody asks, but nobody knows either whether a model would.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

import pytest

from briefing.mail_action import MailAction, Tier, tier_of
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.confirmation import Confirmation
from tests.briefing.honest_utterances import HELD_OUT, HONEST, SEEN, Honest
from tests.briefing.understanding.understood import asks_for, confirmation, recognise


class Became(StrEnum):
    COMMAND = "recognised as a command"
    ALLOWED = "left to the model, and allowed by the words"
    ASKED = "asked needlessly"
    LEFT = "left to the model, and nothing to be allowed"
    REFUSED = "refused, or taken for another intent"


ACTIONS: Mapping[str, MailAction] = {action.value: action for action in MailAction}
COME_TO_THE_SAME = frozenset(
    {
        frozenset({MailAction.LABEL, MailAction.MOVE}),  # where labels are folders, and the other way round
        frozenset({CommandKind.SEND, CommandKind.SEND_LATER}),  # either is asked about before anything leaves
        frozenset({CommandKind.READ_DRAFT, CommandKind.REPEAT}),  # what was said last was the draft
    }
)


def became(one: Honest) -> Became:
    if one.answers:
        wanted = Confirmation(one.meant.value)
        given = confirmation(one.text, MailAction.SEND)
        return Became.COMMAND if given is wanted else Became.ASKED if given is Confirmation.OTHER else Became.REFUSED
    command = recognise(one.text)
    if command is not None:
        return Became.COMMAND if _is_meant(command, one) else Became.REFUSED
    action = one.action or ACTIONS.get(one.meant)
    if action is None or tier_of(action) is Tier.OUTGOING:  # the last is asked about however it was asked for
        return Became.LEFT
    return Became.ALLOWED if asks_for(one.text, action) else Became.ASKED


def _is_meant(command: Command, one: Honest) -> bool:
    same = command.meant == one.meant or frozenset({command.meant, one.meant}) in COME_TO_THE_SAME
    return same and (not one.action or command.action == one.action)


def counted(utterances: Sequence[Honest]) -> Counter[Became]:
    return Counter(map(became, utterances))


def told(utterances: Sequence[Honest], *outcomes: Became) -> list[str]:
    return [f"{one.meant}: {one.text}" for one in utterances if became(one) in outcomes]


@pytest.mark.parametrize(("name", "utterances", "understood"), [("all", HONEST, 0.98), ("seen", SEEN, 0.98), ("held out", HELD_OUT, 0.98)])
def test_who_asks_plainly_is_understood(
    name: str, utterances: Sequence[Honest], understood: float, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = counted(utterances)
    with capsys.disabled():
        print(f"\n{name}: {len(utterances)} utterances; " + ", ".join(f"{counts[each]} {each}" for each in Became))  # noqa: T201
    assert told(utterances, Became.REFUSED) == []
    assert counts[Became.ASKED] <= 0.02 * len(utterances)
    assert counts[Became.COMMAND] + counts[Became.ALLOWED] >= understood * len(utterances)


def test_the_set_is_as_large_and_as_varied_as_it_claims_to_be() -> None:
    assert len({one.text for one in HONEST}) >= 500
    assert 0.25 * len(HONEST) <= len(HELD_OUT) <= 0.4 * len(HONEST)
    assert {one.meant for one in HONEST} >= {
        *ACTIONS,
        CommandKind.BULK,
        CommandKind.REPLY,
        CommandKind.CANCEL,
        CommandKind.YES,
        CommandKind.NO,
    }
    assert {one.meant for one in HELD_OUT} >= {*ACTIONS} - {MailAction.MARK_READ}


def test_a_reversible_intent_takes_no_turn_more_than_the_one_it_is_said_in() -> None:
    said = [one for one in HONEST if one.meant in ACTIONS and tier_of(ACTIONS[one.meant]) is Tier.REVERSIBLE]
    asked = told(said, Became.ASKED)
    assert len(asked) <= 0.02 * len(said)
