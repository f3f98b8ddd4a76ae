"""What is said about the shared screen, as people say it; and what sounds like it and is something else."""

import pytest

from briefing.understanding.command_grammar.command_phrases.fact import Fact
from briefing.understanding.commands import CommandKind
from tests.briefing.understanding.understood import recognise

SAID = {
    CommandKind.STOP_LOOKING: """
        stop looking
        Stop looking, please.
        could you stop looking now
        please stop watching my screen
        stop watching me
        stop looking at what I'm doing
        quit looking at my screen
        don't look at my screen
        Don't look at this.
        do not look at my screen any more
        I don't want you to look at my screen
        I don't want you to watch any more
        you can stop looking now
        no more looking
        look away
        close your eyes
        pause looking
        leave my screen alone
        keep your eyes off my screen
        stop sharing my screen
    """,
    CommandKind.LOOK_AGAIN: """
        look again
        you can look again
        okay, you may look now
        start looking again
        look at my screen
        please look at my screen again
        take another look
        have a look at my screen
        resume looking
        open your eyes
        carry on looking
    """,
    Fact.ON_SCREEN: """
        what do you see?
        What can you see?
        what do you see right now
        so, what do you see there?
        what did you see
        what's on my screen?
        what is on the screen right now?
        what have you seen on my screen
        what did you notice on my screen
        tell me what you see
        can you tell me what you see on my screen
        can you see my screen?
        can you see this?
        do you see anything?
        did you see that?
        did you look at my screen
        have you looked at my screen?
        are you still looking?
        are you watching my screen?
        are you watching me
        what are you looking at
        describe my screen
    """,
    Fact.WHY_SILENT: """
        why didn't you say anything?
        Why did you not say anything about this?
        why haven't you said anything about that mail
        why don't you say anything
        why didn't you say something about this one?
        why did you say nothing
        how come you didn't say anything?
        how come you said nothing about this mail
        why didn't you offer anything?
        why did you not mention anything
        why didn't you tell me about this mail?
        why are you so quiet?
        why were you silent about that
        why did you stay quiet
        how come you're so quiet
        you didn't say anything about this mail
        why no offer?
        why was there no offer about this one
    """,
}

SOMETHING_ELSE = """
    stop looking into Brightwave
    stop looking for the invoice
    don't look for it any longer, archive it
    don't stop looking
    don't close your eyes and archive it
    stop looking at my screen and archive it
    what do you see in him
    tell him what you see
    why didn't you archive it
    why didn't Anna say anything
    why didn't you tell Anna
    she didn't say anything about this mail
    look at my screen tomorrow
    if I share my screen, look at it
    don't tell me what you see
"""


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize(("meant", "said"), [(meant, said) for meant, text in SAID.items() for said in lines(text)])
def test_it_is_understood(meant: CommandKind | Fact, said: str) -> None:
    command = recognise(said)
    assert command is not None
    assert meant in {command.kind, command.target}


@pytest.mark.parametrize("said", lines(SOMETHING_ELSE))
def test_what_only_sounds_like_it_is_something_else(said: str) -> None:
    command = recognise(said)
    assert command is None or not SAID.keys() & {command.kind, command.target}
