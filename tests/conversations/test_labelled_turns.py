"""The router's own part, on 300 labelled turns over HTTP: what it makes of a model that answers as labelled, and of one that errs.

Which conversation a real model would pick is not measured here; what the digest, the table and the limits make of its picks is.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from conversations.router import Continue, New, Resume, Route, route_turn
from providers.models.typed.typed_models import TypedModels
from tests.conversations.labelled_turns import KINDS, LABELLED, TITLES, LabelledTurn
from tests.conversations.routing import entry, turn
from tests.randomness import chance, times
from tests.servers.openai.chat import ChatRequest, Reply
from tests.servers.openai.double import CallTool, OpenAIDouble

LONG_S = 30.0
DIGEST = [entry(subject, title) for subject, title in TITLES.items()]
BY_WORDS = {each.words: each for each in LABELLED}
ERRS = 0.1

Picks = Callable[[LabelledTurn], tuple[str, str | None]]


def as_labelled(labelled: LabelledTurn) -> tuple[str, str | None]:
    return labelled.kind, labelled.belongs_to


def erring(share: float, rolls: random.Random) -> Picks:
    """As labelled, but for a share in which it picks another kind or another conversation."""

    def pick(labelled: LabelledTurn) -> tuple[str, str | None]:
        if rolls.random() >= share:
            return as_labelled(labelled)
        kind = rolls.choice([each for each in (*KINDS, "resume") if each != labelled.kind or each == "resume"])
        return kind, rolls.choice([each for each in TITLES if each != labelled.belongs_to]) if kind == "resume" else None

    return pick


def as_route(labelled: LabelledTurn, picked: tuple[str, str | None]) -> Route:
    kind, thread = picked
    if kind == "new":
        return New()
    return Continue(labelled.active) if kind == "continue" else Resume(thread or "")


async def routed(server: OpenAIDouble, models: TypedModels, turns: Sequence[LabelledTurn], picks: Picks) -> list[tuple[Route, Route]]:
    """For each turn, what came of it and what should have; the model's picks are what `picks` says."""
    picked: list[tuple[str, str | None]] = []

    def reply(chat: ChatRequest) -> Reply:
        words = json.loads(chat.messages[-1].content.rpartition("The user says: ")[2])
        picked.append(picks(BY_WORDS[words]))
        kind, thread = picked[-1]
        return CallTool("route", kind=kind, **({"threadId": thread} if thread else {}))

    server.always(reply)
    found = []
    for each in turns:
        route = await route_turn(models, turn(each.words, active=each.active, digest=DIGEST), within_s=LONG_S)
        found.append((route, as_route(each, as_labelled(each))))
        assert route == as_route(each, picked[-1]), "whatever is wrong is of the model's making"
    return found


def matrix(found: Sequence[tuple[Route, Route]]) -> Counter[tuple[str, str]]:
    """How often a turn of one kind was taken for another; a resumed conversation that is the wrong one is a kind of its own."""
    return Counter(
        (type(right).__name__, "wrong Resume" if isinstance(route, Resume) and route != right else type(route).__name__)
        for route, right in found
    )


def some_turns() -> Sequence[LabelledTurn]:
    """All of them in the proofs."""
    return chance("labelled turns").sample(LABELLED, times(45, in_proofs=len(LABELLED)))


def test_there_are_300_turns_a_hundred_of_each_kind() -> None:
    assert Counter(each.kind for each in LABELLED) == dict.fromkeys(KINDS, 100)
    assert len(BY_WORDS) == 300
    assert len(TITLES) == 10


@pytest.mark.random
async def test_a_model_that_answers_as_labelled_is_obeyed_in_every_turn(server: OpenAIDouble, models: TypedModels) -> None:
    turns = some_turns()
    found = matrix(await routed(server, models, turns, as_labelled))
    assert found == Counter((each.kind.capitalize(), each.kind.capitalize()) for each in turns)


@pytest.mark.random
async def test_wrong_resumes_are_all_of_the_making_of_a_model_that_errs(server: OpenAIDouble, models: TypedModels) -> None:
    rolls = chance("a model that errs")
    turns = some_turns()
    found = matrix(await routed(server, models, turns, erring(ERRS, rolls)))
    print("\n".join(f"{right:>8} taken for {taken}: {number}" for (right, taken), number in sorted(found.items())))  # noqa: T201 - the proof
