"""What people ask for in whole calls, and how much of it is done: with a model that reads nothing but its requests, and without one.

The tasks are those of `tests/tasks`, with a real session, Maildir, database and SMTP server; what the model was sent is what reached its
server. A question counts as needless if the task does not need it. A look-up is every request in which the model only asks for what it
needs to know, whether the request could have told it or only a search can; a search that the user asked for is no look-up.
"""

import asyncio
import json
import statistics
import tempfile
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from benchmarks.record import Figure, Measured
from benchmarks.tokenizer import Tokenized, tokenized
from benchmarks.tokens import texts_of
from tests.servers.openai.chat import ChatRequest
from tests.servers.openai.double import openai_server
from tests.servers.smtp import smtp_server
from tests.tasks import judging
from tests.tasks.collection import tasks
from tests.tasks.policy import without_its_end
from tests.tasks.stage import Played, play

TARGET_UNDONE, TARGET_TOKENS, TARGET_END, TARGET_LOOK_UPS = 0.05, 4_500, 900, 0.15
TARGET_QUESTIONS = 1 / 15
"""In a turn."""

FIXED = {"goodbye", "hold_on", "speak_slower", "speak_faster", "speak_normally", "last_words"}
"""What is answered with a sentence that no model has to find."""


async def _all_played() -> list[Played]:
    played = []
    async with openai_server() as openai, smtp_server() as desk:
        for task in tasks().values():
            for double in (openai, None):
                with tempfile.TemporaryDirectory() as folder:
                    played.append(await play(task, Path(folder), desk, double))
    return played


def end_of(request: ChatRequest) -> tuple[str, ...]:
    """What is only told at the end of the request: how things stand now, and the text of the open mail."""
    return texts_of(request)[1 + len(without_its_end(request)) :]


def asks_for_a_fixed_sentence(request: ChatRequest) -> bool:
    """Whether the last thing that was done has a sentence of its own, and a model is asked for one."""
    said = without_its_end(request)
    if said[-1].role != "tool":
        return False
    call = next((call for message in reversed(said) for call in message.tool_calls if call.id == said[-1].tool_call_id), None)
    return call is not None and not FIXED.isdisjoint(json.loads(call.function.arguments or "{}").values())


def unstable(requests: Sequence[ChatRequest]) -> int:
    """How many requests of a call do not begin with all of the one before it but its end."""
    bodies = [texts_of(request)[: 1 + len(without_its_end(request))] for request in requests]
    return sum(later[: len(earlier)] != earlier for earlier, later in pairwise(bodies))


def _share(played: Iterable[Played], is_so: Callable[[Played], bool]) -> float:
    return statistics.fmean(is_so(each) for each in played)


def _count(played: Iterable[Played], found: Callable[[Played], Sequence[str]]) -> int:
    return sum(len(found(each)) for each in played)


def _figures(played: Sequence[Played], way: str) -> list[Figure]:
    turns = sum(len(each.turns) for each in played)
    return [
        Figure(
            what=f"{way}: tasks that are not done, share",
            measured=_share(played, lambda p: bool(judging.failures(p))),
            at_most=TARGET_UNDONE,
        ),
        Figure(what=f"{way}: wrong recipients", measured=_count(played, judging.wrong_recipients), at_most=0),
        Figure(what=f"{way}: mails after a stop", measured=_count(played, judging.after_a_stop), at_most=0),
        Figure(what=f"{way}: untrue sentences", measured=_count(played, judging.untrue), at_most=0),
        Figure(what=f"{way}: tasks in which one of several wishes was lost", measured=_count(played, judging.lost_wishes), at_most=0),
        Figure(what=f"{way}: needless questions in a turn", measured=_count(played, judging.needless) / turns, at_most=TARGET_QUESTIONS),
    ]


def _of_requests(played: Sequence[Played], counted: Tokenized) -> list[Figure]:
    requests = [request for each in played for request in each.requests]
    sizes = [sum(len(counted.tokens[text]) for text in texts_of(request)) for request in requests]
    ends = [sum(len(counted.tokens[text]) for text in end_of(request)) for request in requests]
    looked_up = sum(each.looked_up for each in played) / len(requests)
    return [
        Figure(what="tokens of a request, mean", measured=statistics.fmean(sizes), at_most=TARGET_TOKENS),
        Figure(what="tokens of what is told at its end, largest", measured=max(ends), at_most=TARGET_END),
        Figure(what="look-ups among the requests, share", measured=looked_up, at_most=TARGET_LOOK_UPS),
        Figure(what="requests for a fixed sentence", measured=sum(map(asks_for_a_fixed_sentence, requests)), at_most=0),
        Figure(what="requests that differ not only at their end", measured=sum(unstable(each.requests) for each in played), at_most=0),
        Figure(what="requests in a turn", measured=len(requests) / sum(len(each.turns) for each in played)),
    ]


def _told(played: Played) -> dict[str, object]:
    return {
        "with_model": played.with_model,
        "failures": judging.failures(played),
        "untrue": judging.untrue(played),
        "needless": judging.needless(played),
        "turns": [[heard.turn.line, heard.said] for heard in played.turns],
    }


def main() -> Measured:
    """All tasks, each played twice."""
    played = asyncio.run(_all_played())
    with_model, by_rules = [each for each in played if each.with_model], [each for each in played if not each.with_model]
    counted = tokenized([text for each in with_model for request in each.requests for text in texts_of(request)])
    print(f"{len(with_model)} tasks in {sum(len(each.turns) for each in with_model)} turns; tokens by {counted.tokenizer}")
    for each in played:
        for failure in judging.failures(each):
            print(f"{each.task.name}, {'with a model' if each.with_model else 'by rules'}: {failure[:300]}")
    return Measured(
        figures=[*_figures(with_model, "with a model"), *_figures(by_rules, "by rules"), *_of_requests(with_model, counted)],
        numbers={
            "tokenizer": counted.tokenizer,
            "tasks": len(with_model),
            "played": [{"task": each.task.name, **_told(each)} for each in played],
        },
    )
