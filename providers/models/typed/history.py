"""What a model is sent, in no provider's form: lines of what was said and done, in their order."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class SystemLine:
    words: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    data: bytes = field(repr=False)
    media_type: str


@dataclass(frozen=True, slots=True)
class UserLine:
    words: str = field(repr=False)
    picture: Picture | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledTool:
    """`call_id` is None where it was never known: nothing can answer that call."""

    call_id: str | None
    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class AssistantLine:
    words: str = field(repr=False)
    calls: tuple[CalledTool, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolLine:
    call_id: str
    tool: str
    words: str = field(repr=False)


HistoryLine = SystemLine | UserLine | AssistantLine | ToolLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What decides whether a provider takes a message where it stands: the ids of the calls in it (None where one has none), and the id of
    the call that it answers."""

    is_system: bool = False
    calls: tuple[str | None, ...] = ()
    answers: str | None = None


def shape_of(line: HistoryLine) -> Shape:
    match line:
        case SystemLine():
            return Shape(is_system=True)
        case AssistantLine():
            return Shape(calls=tuple(each.call_id for each in line.calls))
        case ToolLine():
            return Shape(answers=line.call_id)
        case UserLine():
            return Shape()


class Repair(Protocol):
    """Leaves out what a provider would refuse; the rest stays as it is, in its order."""

    def __call__(self, items: Iterable[Item], shape: Callable[[Item], Shape], /) -> list[Item]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDescription:
    name: str
    description: str = field(repr=False)
    parameters: Mapping[str, object] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTool(ToolDescription):
    """A tool and what it does: `run` takes the arguments and returns what the model is told."""

    run: Callable[[Mapping[str, object]], Awaitable[str]] = field(repr=False)


def _nothing() -> tuple[HistoryLine, ...]:
    return ()


def _always() -> bool:
    return True


def _uncounted(_tokens: int) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One run. `instructions` are the one system message that stands first. `tail` is asked before each request of the run, and what it
    returns stands last in that request and in no other; only it may hold another system message. Before each request but the first,
    `goes_on` is asked too: where it says no, the run is over. `costs` is told in the end how many tokens it took, also where it failed."""

    user_id: str
    instructions: str = field(repr=False)
    words: str = field(repr=False)
    history: tuple[HistoryLine, ...] = field(default=(), repr=False)
    picture: Picture | None = None
    tools: tuple[ModelTool, ...] = ()
    tail: Callable[[], Iterable[HistoryLine]] = field(default=_nothing, repr=False)
    goes_on: Callable[[], bool] = field(default=_always, repr=False)
    costs: Callable[[int], None] = field(default=_uncounted, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelStep:
    """One request of a loop that somebody else runs. `lines` are all that was said in it, and the tools are only described: the calls are
    the answer. `must_call`: words alone are no answer."""

    user_id: str
    instructions: str = field(repr=False)
    lines: tuple[HistoryLine, ...] = field(repr=False)
    tools: tuple[ToolDescription, ...] = ()
    must_call: bool = False


@dataclass(frozen=True, slots=True)
class StepAnswer(AssistantLine):
    """What a model answered to one request, and what that cost."""

    tokens: int = 0


@dataclass(frozen=True, slots=True)
class OutputTool:
    """The one tool by which a model gives a typed answer."""

    name: str
    description: str = field(repr=False)
