"""A mail that was agreed to, and is not to leave after all: at several moments of the hold."""

from tests.tasks.calls import LEAVES, SENDS, opened, replies, revises, sends, sent, step
from tests.tasks.checks import Drafted, Sent, address_of
from tests.tasks.script import ByRules, Task, Turn, says
from tests.tasks.stage import HOLD_S

PRIYA, MARCUS = address_of("rota"), address_of("contract-1")
BEGUN = (
    opened("Priya"),
    Turn("reply that the swap is fine with me", step(replies("The swap is fine with me.")), told=("swap is fine with me",)),
)
KEPT = (Drafted(to=(PRIYA,), text=("swap is fine",)),)
HELD = "not sent|held back|does not leave"


def _stopped(name: str, words: str, *, after_s: float) -> Task:
    return Task(
        f"stop: {name}",
        (*BEGUN, sent(), Turn(words, after_s=after_s, told=(HELD,), stop=True)),
        outcome=KEPT,
        without_model=ByRules.DONE,
    )


TASKS = (
    _stopped("at once", "stop, wait, don't send it yet!", after_s=0),
    _stopped("in the last second", "no no no wait", after_s=HOLD_S - 0.5),
    _stopped("with a reason", "oh dear, I got the weekend wrong, hold it", after_s=3),
    Task(
        "stop: with a question",
        (
            *BEGUN,
            sent(),
            Turn(
                "hang on, is Marcus on it?",
                (says("No, it goes to Priya alone, and it is held.", needs=(r"priya\.nair@|to Priya",)),),
                after_s=HOLD_S / 2,
                told=(HELD, "Priya"),
                stop=True,
            ),
        ),
        outcome=KEPT,
        without_model=ByRules.DONE,
    ),
    Task(
        "stop: too late",
        (*BEGUN, sent(), Turn("stop, don't send it!", after_s=HOLD_S + 5, told=("has left|too late|has been sent",))),
        outcome=(Sent(to=(PRIYA,), answers="rota", text=("swap is fine",)),),
        without_model=ByRules.DONE,
    ),
    Task(
        "stop: and then sent with a copy",
        (
            *BEGUN,
            sent(),
            Turn(
                "wait, Marcus should get a copy",
                step(revises(cc="Marcus")),
                after_s=2,
                told=(f"{HELD}", "Marcus"),
                by_rules=(HELD,),
                stop=True,
            ),
            Turn("send it", step(sends()), told=(LEAVES,), agrees=SENDS, asks=1, model_only=True),
        ),
        outcome=(Sent(to=(PRIYA,), cc=(MARCUS,), answers="rota", text=("swap is fine",)),),
        without_model=ByRules.HALF,
        half=KEPT,
        several=True,
    ),
)
