"""The second stage: find the thread of the mail on the screen, read it, and tell whether it waits for the user."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from glance.given_result import AnalystResult, Candidate, ending, result_in
from glance.loop import run
from glance.mail_tools import ReadOnlyTools
from glance.stages import ANALYST, GlanceModels, RunSettings
from prompts import render
from prompts.data_quotation import as_data
from providers.models.typed.history import HistoryLine, Picture, ToolDescription, UserLine

NO_SUMMARY, NONE = "(no summary)", "(none)"


@dataclass(frozen=True, slots=True)
class DigestLine:
    """One of the user's conversations."""

    title: str = field(repr=False)
    summary: str | None = field(repr=False)


Digest = Callable[[], Awaitable[Sequence[DigestLine]]]


class RunsAStage(Protocol):
    """`glance.loop.run`, or what a test puts around it."""

    async def __call__(
        self,
        models: GlanceModels,
        settings: RunSettings,
        opening: UserLine,
        *,
        instructions: str,
        ends: ToolDescription,
        tools: ReadOnlyTools,
    ) -> tuple[HistoryLine, ...]: ...


async def analyse(
    models: GlanceModels,
    settings: RunSettings,
    *,
    candidate: Candidate,
    frame: Picture,
    digest: Sequence[DigestLine],
    tools: ReadOnlyTools,
    runs: RunsAStage = run,
) -> AnalystResult | None:
    """None where it did not finish, or not validly. Raises as `glance.loop.run` does."""
    told = {"subject": candidate.subject or "", "sender": candidate.sender or "", "query": (candidate.query or "").strip()}
    talks = "\n".join(f"- {_quoted(each.title)} | {_quoted(each.summary) if each.summary else NO_SUMMARY}" for each in digest)
    opening = UserLine(render("glance_analyst_request", candidate=as_data(told), digest=talks or NONE), frame)
    ends = ending(ANALYST.ends_with, render("glance_analyst_tool"), AnalystResult)
    lines = await runs(models, settings, opening, instructions=render("glance_analyst"), ends=ends, tools=tools)
    return result_in(lines, ANALYST.ends_with, AnalystResult)


def _quoted(text: str) -> str:
    """Titles and summaries may quote mail; escaped, and without the quotation marks around them."""
    return as_data(" ".join(text.split()))[1:-1]
