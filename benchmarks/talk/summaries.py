"""What summaries written ahead cost "next": a call with a small model that sums mail up against one without, the same lines typed in both.

The model answers at once and truly, so every mail but the first is told in its words. Nothing may wait for it.
"""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.arms import AGAIN, compare_told
from benchmarks.record import Figure, Measured
from benchmarks.talk.routing import typed_s
from tests.agent.talking_models import SMALL, routed_call, talking
from tests.agent.typed_call import TypedCall
from tests.servers.openai.chat import Reply
from tests.servers.openai.double import CallTool

WITHOUT, SUMMED_UP = "no small model", "summaries"
ROUNDS = 120
LINES = ("next", "go back")
MOST_TIME = 1.05


def truly(mail: Mapping[str, object]) -> Reply:
    return CallTool("summary", line=f"{mail['from']} writes about {mail['subject']}")


async def to_the_next_and_back_s(call: TypedCall) -> float:
    return sum([await typed_s(call, line) for line in LINES])


async def measured() -> Measured:
    """Seconds from a typed line to the end of its answer, which a caller hears as soon as it is there."""
    async with AsyncExitStack() as stack:
        calls: dict[str, TypedCall] = {}
        for name, small in {WITHOUT: None, SUMMED_UP: SMALL}.items():
            folder = Path(stack.enter_context(TemporaryDirectory()))
            settings, models = await stack.enter_async_context(talking(folder, aloud_small_model=small))
            models.summarises = truly
            calls[name] = await stack.enter_async_context(routed_call(settings))
        arms = {name: lambda _, call=call: to_the_next_and_back_s(call) for name, call in calls.items()}
        report = await compare_told(arms, ROUNDS)
        summaries = calls[SUMMED_UP].call.mail.summaries
        told = [summaries.of(mail) for mail in calls[SUMMED_UP].call.mail.pipeline.envelopes] if summaries else []
    print(*report.lines(), sep="\n", flush=True)
    return Measured(
        figures=[
            Figure(
                what='"next" and "go back", with summaries against without',
                measured=report[SUMMED_UP].median_ratio,
                at_most=MOST_TIME,
                same_again=report[WITHOUT + AGAIN].median_ratio,
            ),
            Figure(what=f"mails of {len(told)} that had no summary", measured=sum(not each.words for each in told)),
        ],
        numbers=report.as_json(),
    )


def main() -> Measured:
    return asyncio.run(measured())
