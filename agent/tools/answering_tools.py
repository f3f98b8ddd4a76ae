"""Tools that take the user's yes or no to what was offered or asked."""

from livekit.agents import RunContext, function_tool

from agent.tools.running import RunTools


class AnsweringTools(RunTools):
    """Answering."""

    @function_tool
    async def accept_offer(self, context: RunContext[None]) -> str:
        """The user said yes to what was just offered or asked."""
        return await self.run(context)

    @function_tool
    async def decline_offer(self, context: RunContext[None]) -> str:
        """The user said no to what was just offered."""
        return await self.run(context)
