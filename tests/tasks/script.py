"""A task as data: what the user says, what a careful model would do about it, and what has to be so in the end.

Nothing in a step knows the mailbox. What a step `needs` are regular expressions that have to be found in the request; their named groups
are what its words and arguments may use, as in `"{ingrid}"`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tests.tasks.checks import Check


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call; the values of its arguments may hold `{group}`."""

    tool: str
    arguments: Mapping[str, object]


def call(tool: str, /, **arguments: object) -> Call:
    return Call(tool, arguments)


@dataclass(frozen=True, slots=True)
class Step:
    """One answer of the model: calls, or `says`.

    `look`: calls that a model would look it up with if what it `needs` does not stand in the request; each costs a request.
    `unless`: the step is not taken if this stands there already, as what was done in this turn.
    """

    calls: tuple[Call, ...] = ()
    says: str = ""
    needs: tuple[str, ...] = ()
    look: tuple[Call, ...] = ()
    unless: str = ""


def does(*calls: Call, needs: tuple[str, ...] = (), look: tuple[Call, ...] = (), unless: str = "") -> Step:
    return Step(calls=calls, needs=needs, look=look, unless=unless)


def says(words: str, *, needs: tuple[str, ...] = (), look: tuple[Call, ...] = (), unless: str = "") -> Step:
    return Step(says=words, needs=needs, look=look, unless=unless)


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of the user, and what a careful model would do about it, in order.

    - `told`: what the answer has to say; `untrue`: what it must not say.
    - `agrees`: questions that the user would answer with yes, because it is what they want; of these `asks` are needed.
    - `after_s`: how much time of the hold passes before the line.
    - `by_rules`: what the answer has to say without a model, if something else.
    - `stop`: nothing may leave after it.
    - `model_only`: said only where there is a model, because without one the user would not go on like this.
    """

    line: str
    steps: tuple[Step, ...] = ()
    told: tuple[str, ...] = ()
    untrue: tuple[str, ...] = ()
    agrees: str = ""
    asks: int = 0
    after_s: float = 0.0
    by_rules: tuple[str, ...] | None = None
    stop: bool = False
    model_only: bool = False


class ByRules(StrEnum):
    """How much of a task is done without a model."""

    DONE = "done"
    HALF = "half"
    """The checks of `half`; the rest is declined aloud, as the `by_rules` of its turn say."""
    DECLINED = "declined"
    """Nothing is changed, and nothing false is said."""


@dataclass(frozen=True, slots=True)
class Task:
    """`outcome`: what has to be so in the end; all mail that it does not name stays as it was, and nothing else leaves."""

    name: str
    turns: tuple[Turn, ...]
    outcome: tuple[Check, ...] = ()
    without_model: ByRules = ByRules.DECLINED
    half: tuple[Check, ...] = field(default=())
    several: bool = False
    """Whether a line of it holds several wishes: none of them may be lost."""


def expected(task: Task, turn: Turn, *, with_model: bool) -> tuple[str, ...]:
    """What the answer to this turn has to say."""
    if with_model:
        return turn.told
    if turn.by_rules is not None:
        return turn.by_rules
    return turn.told if task.without_model is ByRules.DONE else ()


def by(name: str, group: str, *, subject: str = "") -> str:
    """A mail's id beside its sender, and its subject if two have one sender, wherever the request has both."""
    about = rf'(?=[^{{}}]*"subject": ?"[^"]*{subject})' if subject else ""
    return rf'\{{(?=[^{{}}]*"from": ?"[^"]*{name}){about}[^{{}}]*"mail_id": ?"(?P<{group}>[^"]+)"'
