"""What routing costs the turns that are not routed, and what it costs in tokens where all others are.

Two calls in one process with the same inbox, one with a small model and one without, and the same lines typed in both: commands that rules
answer, and lines about the open mail that a model answers. Nothing of the small model may be asked for them, and nothing waits. Then a call
of sixty turns on ten conversations that are as long as they may be in a list, with what its small model is sent.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.arms import AGAIN, Report, compare_told
from benchmarks.record import Figure, Measured
from conversations.headings import LONGEST_SUMMARY, LONGEST_TITLE
from providers.models.typed.token_estimate import tokens
from tests.agent.long_call import CYCLE, SUMMARY, TURNS
from tests.agent.talking_models import LOCAL, TalkingModels, conversations_of, routed_call, talking
from tests.agent.typed_call import NOW, TypedCall
from tests.conversations.talks import talked
from tests.servers.openai.double import CallTool, ChatRequest

WITHOUT, ROUTED = "no small model", "routing set up"
BY_RULES = ("repeat", "who sent it", "how many are left", "what time is it")
"""Of which each costs the same however often it is asked."""
OF_THE_MAIL = ("How do you like this mail?", "Would it be rude to ignore it?")
ROUNDS = 160
MOST_TIME, MOST_TOKENS = 1.05, 400
EARLIER = 10


@asynccontextmanager
async def a_call(folder: Path, **settings: object) -> AsyncIterator[tuple[TypedCall, TalkingModels]]:
    """On ten conversations of before, whose titles and summaries are as long as they may be."""
    async with talking(folder, **settings) as (used, models), conversations_of(used) as store:
        for number in range(EARLIER):
            title, summary = (
                (f"About the lease of house {number} " * 20)[:LONGEST_TITLE],
                ("It ends in May, says Mr Petrov. " * 20)[:LONGEST_SUMMARY],
            )
            await talked(store, LOCAL, f"call {number}", asks=title, answers=summary, at=NOW - timedelta(days=number + 1))
        async with routed_call(used) as call:
            yield call, models


async def typed_s(call: TypedCall, line: str) -> float:
    began = perf_counter()
    await call.type(line)
    return perf_counter() - began


async def compared(lines: tuple[str, ...]) -> tuple[Report, dict[str, TalkingModels]]:
    async with AsyncExitStack() as stack:
        calls: dict[str, TypedCall] = {}
        models: dict[str, TalkingModels] = {}
        for name, changes in {WITHOUT: {"aloud_small_model": None}, ROUTED: {}}.items():
            folder = Path(stack.enter_context(TemporaryDirectory()))
            calls[name], models[name] = await stack.enter_async_context(a_call(folder, **changes))
        arms = {name: lambda number, call=call: typed_s(call, lines[number % len(lines)]) for name, call in calls.items()}
        return await compare_told(arms, ROUNDS), models


async def of_sixty_turns() -> tuple[list[ChatRequest], list[ChatRequest]]:
    """What was sent to route, and to acknowledge."""
    with TemporaryDirectory() as folder:
        async with a_call(Path(folder)) as (call, models):
            models.answers_after_s = 0.2  # or nobody would wait for an acknowledgement
            models.acknowledges = CallTool("finalize_ack", spokenAck="Let me look.", intent="new_request")
            for _, turn in zip(range(TURNS), cycle(CYCLE), strict=False):
                line, scripts = turn
                answers = iter(scripts)
                models.answers = lambda _, answers=answers: next(answers, SUMMARY)  # type: ignore[misc] # mypy sees no type in the lambda's default
                await call.type(line)
            return models.routed, models.acknowledged


def tokens_of(chat: ChatRequest) -> float:
    """Estimated, and rather too many."""
    return sum(map(tokens, [each.content for each in chat.messages])) + tokens(json.dumps(chat.raw["tools"], separators=(",", ":")))


def main() -> Measured:
    """The turns that are not routed, and the tokens of those that are."""
    figures: list[Figure] = []
    numbers: dict[str, object] = {}
    for what, lines in {"by rules": BY_RULES, "about the open mail": OF_THE_MAIL}.items():
        report, models = asyncio.run(compared(lines))
        print(f"-- {what}", *report.lines(), sep="\n", flush=True)
        numbers[what] = report.as_json()
        again = report[WITHOUT + AGAIN].median_ratio
        asked = len(models[ROUTED].routed) + len(models[ROUTED].acknowledged)
        answered = len(models[ROUTED].answered) - (len(models[WITHOUT].answered) + 1) // 2  # which is asked in the A/A arm, too
        figures += [
            Figure(
                what=f"turns {what}, with routing against without",
                measured=report[ROUTED].median_ratio,
                at_most=MOST_TIME,
                same_again=again,
            ),
            Figure(what=f"requests of the small model in {ROUNDS + 1} rounds of turns {what}", measured=asked, at_most=0),
            Figure(what=f"more requests of the large model in turns {what}", measured=answered, at_most=0),
        ]
    routed, acknowledged = asyncio.run(of_sixty_turns())
    figures += [
        Figure(what=f"turns of {TURNS} that are routed", measured=len(routed)),
        Figure(what=f"turns of {TURNS} that are acknowledged", measured=len(acknowledged)),
        Figure(what=f"tokens of the small model in a call of {TURNS} turns", measured=sum(map(tokens_of, [*routed, *acknowledged]))),
        Figure(
            what="tokens of the largest request of the small model, ten long titles and summaries in it",
            measured=max(map(tokens_of, [*routed, *acknowledged]), default=0),
        ),
    ]
    return Measured(figures=figures, numbers=numbers)
