"""Running a tool: what every tool of a call has in common.

The same tools answer a spoken command, a typed line and a model's wish, so these can never disagree. What a tool would say itself
is kept per call id in `spoken`: the answer to an instant command, for which no model is asked, and to whatever a model may not put into
words of its own.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial

from livekit.agents import RunContext, ToolError

from agent.tools.company import keeping_company
from briefing.speech.sentences import replies
from session.call import Call
from session.outcome import Outcome, RefusedError, saying
from session.passages import Passage
from session.skills import moving, offers
from session.skills.presenting import progress_tag

logger = logging.getLogger(__name__)

Work = Callable[..., Coroutine[object, object, Outcome]]
INSTANT = "instant-"
ANSWERS_KEPT = 20
KEEP_THE_OFFER = (offers.accept_offer, offers.decline_offer, moving.repeat)


class RunTools:
    """The tools of one call, without any tool yet."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.spoken: OrderedDict[str, tuple[Passage, ...]] = OrderedDict()
        self._verbatim: set[str] = set()

    def is_verbatim(self, call_id: str) -> bool:
        """Whether the answer to this tool call is said as it stands, by whomever the tool was called."""
        return call_id in self.spoken and (call_id.startswith(INSTANT) or call_id in self._verbatim)

    async def run(self, context: RunContext[None], work: Work, **arguments: object) -> str:
        """Run a tool for LiveKit; returns what a model is told. Raises `ToolError`."""
        call_id = context.function_call.call_id
        if work not in KEEP_THE_OFFER:
            self.call.let_offer_lapse()
        try:
            outcome = await self._outcome(context, partial(work, **arguments))
        except RefusedError as refusal:
            self._keep(call_id, saying(str(refusal)))
            if not call_id.startswith(INSTANT):
                raise ToolError(f"{refusal} {progress_tag(self.call)}") from None
            return f"{refusal}\n{progress_tag(self.call)}"
        self._keep(call_id, outcome)
        self.call.hands.receipts.worked = True
        return f"{outcome.told}\n{progress_tag(self.call)}"

    async def _outcome(self, context: RunContext[None], work: Work) -> Outcome:
        """What the tool brought about. Raises `RefusedError`, and nothing else: whatever happens in a tool, the user gets an answer."""

        async def accompanied(call: Call) -> Outcome:
            async with keeping_company(context.session, lambda: call.how_far):
                return await work(call)

        try:
            return await self.call.perform(accompanied)
        except RefusedError:
            raise
        except Exception as error:
            logger.error("a tool failed", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
            raise RefusedError(replies.DID_NOT_WORK) from None

    def _keep(self, call_id: str, outcome: Outcome) -> None:
        """What the tool would say itself: said as it stands for an instant command, and if a model dies before it has put it in words."""
        self.spoken[call_id] = outcome.spoken
        if outcome.verbatim:
            self._verbatim.add(call_id)
        if len(self.spoken) > ANSWERS_KEPT:
            forgotten, _ = self.spoken.popitem(last=False)
            self._verbatim.discard(forgotten)
