"""Tools that move through the agenda, and tell where it stands."""

from livekit.agents import RunContext, function_tool

from agent.tools.running import RunTools


class MovingTools(RunTools):
    """Moving."""

    @function_tool
    async def next_item(self, context: RunContext[None]) -> str:
        """Move on to the next mail. Use it when the user says "next", "move on" or has heard enough of the current mail."""
        return await self.run(context)

    @function_tool
    async def skip_this_mail(self, context: RunContext[None]) -> str:
        """Skip only the current mail: it counts as skipped, not as heard, and can be asked for later."""
        return await self.run(context)

    @function_tool
    async def skip_topic(self, context: RunContext[None]) -> str:
        """Skip the rest of the current topic and go to the next topic."""
        return await self.run(context)

    @function_tool
    async def go_back(self, context: RunContext[None]) -> str:
        """Go back to the mail before. Can be used repeatedly; also undoes a skipped topic."""
        return await self.run(context)

    @function_tool
    async def repeat(self, context: RunContext[None]) -> str:
        """The user did not catch what was said: say it again."""
        return await self.run(context)

    @function_tool
    async def jump_to_topic(self, context: RunContext[None], number: int = 0, description: str = "") -> str:
        """Go to a topic, by its number or by words of its label.

        Args:
            number: Number of the topic, from 1; 0 if described.
            description: Words of the topic's label; empty if numbered.
        """
        return await self.run(context, number=number, description=description)

    @function_tool
    async def jump_to_mail(self, context: RunContext[None], number: int = 0, description: str = "") -> str:
        """Go to a mail: "the one from Anna", "the third one", "the last one".

        Args:
            number: Number in the current topic or in the last search, from 1; -1 for the last; 0 if described.
            description: Sender or words of the subject, as the user said them; empty if numbered.
        """
        return await self.run(context, number=number, description=description)

    @function_tool
    async def progress(self, context: RunContext[None]) -> str:
        """How many mails are done and how many remain."""
        return await self.run(context)

    @function_tool
    async def where_were_we(self, context: RunContext[None]) -> str:
        """Return to the current mail after a detour."""
        return await self.run(context)
