"""Tools that take the user's yes or no to what was offered or asked."""

from livekit.agents import RunContext, function_tool

from agent.tools.running import RunTools
from agent.tools.tiers import tier
from briefing.mail_action import Tier
from session.skills import offers


class AnsweringTools(RunTools):
    """Answering."""

    @function_tool
    @tier(Tier.READ)
    async def accept_offer(self, context: RunContext[None]) -> str:
        """The user said yes to what was just offered or asked."""
        return await self.run(context, offers.accept_offer)

    @function_tool
    @tier(Tier.READ)
    async def decline_offer(self, context: RunContext[None]) -> str:
        """The user said no to what was just offered."""
        return await self.run(context, offers.decline_offer)
