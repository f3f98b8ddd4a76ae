"""More moments at which somebody says stop."""

from tests.tasks.calls import SENDS, looks_for, opened, replies, sends, sent, step
from tests.tasks.checks import Drafted, address_of
from tests.tasks.script import ByRules, Task, Turn, says
from tests.tasks.stage import HOLD_S

TOMASZ = address_of("boiler")
BEGUN = (
    opened("Tomasz"),
    Turn("reply that Thursday suits me", step(replies("Thursday suits me.")), told=("Thursday suits me",)),
)
KEPT = (Drafted(to=(TOMASZ,), text=("Thursday",)),)
HELD = "not sent|held back|does not leave"


def _stopped(name: str, words: str, *, after_s: float) -> Task:
    return Task(
        f"stop: {name}",
        (*BEGUN, sent(), Turn(words, (says("All right."),), after_s=after_s, told=(HELD,), stop=True)),
        outcome=KEPT,
        without_model=ByRules.DONE,
    )


TASKS = (
    _stopped("one word", "don't", after_s=HOLD_S / 3),
    _stopped("politely", "could you hang on a second with that please", after_s=HOLD_S * 0.8),
    _stopped("amid doubts", "hmm, I'm not sure, wait, maybe Wednesday is better", after_s=1),
    Task(
        "stop: and what else",
        (
            *BEGUN,
            sent(),
            Turn(
                "stop! and what does Femi want?",
                (says("Femi wants the receipt of the hotel in Hull.", needs=("receipt of the hotel",), look=looks_for("Femi")),),
                after_s=5,
                told=(HELD, "receipt"),
                by_rules=(HELD,),
                stop=True,
            ),
        ),
        outcome=KEPT,
        without_model=ByRules.DONE,
        several=True,
    ),
    Task(
        "stop: before it was agreed to",
        (*BEGUN, Turn("no wait, not yet", (says("All right, the draft stays."),), stop=True)),
        outcome=KEPT,
        without_model=ByRules.DONE,
    ),
    Task(
        "stop: what was to leave tomorrow",
        (
            *BEGUN,
            Turn("send it tomorrow at nine", step(sends("tomorrow at nine")), told=("leave",), agrees=SENDS, asks=1),
            Turn(
                "oh no, don't send that one tomorrow",
                (says("All right."),),
                told=("not sent|hold it back|held back",),
                agrees="Shall I hold it back",
                asks=1,
                stop=True,
            ),
        ),
        outcome=KEPT,
        without_model=ByRules.DONE,
    ),
)
