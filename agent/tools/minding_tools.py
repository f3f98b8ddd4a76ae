"""Tools for how the agent is to behave, now and from the next briefing on."""

from typing import Literal

from livekit.agents import RunContext, function_tool
from livekit.agents.voice import SpeechHandle

from agent.tools.running import RunTools


class MindingTools(RunTools):
    """Minding."""

    @function_tool
    async def add_vip(self, context: RunContext[None], person: str = "") -> str:
        """Remember that mails from somebody matter to the user, only when the user said so. Counts from the next briefing on.

        Args:
            person: The person as the user named them; leave empty for the sender of the current mail.
        """
        return await self.run(context, person=person)

    @function_tool
    async def add_keyword(self, context: RunContext[None], keyword: str) -> str:
        """Remember that mails with a certain word matter to the user, only when the user said so. Counts from the next briefing on.

        Args:
            keyword: The word or short phrase.
        """
        return await self.run(context, keyword=keyword)

    @function_tool
    async def change_pace(self, context: RunContext[None], pace: Literal["slower", "faster"]) -> str:
        """Speak slower or faster from now on.

        Args:
            pace: Which of the two.
        """
        return await self.run(context, pace=pace)

    @function_tool
    async def hold_on(self, context: RunContext[None]) -> str:
        """The user needs a moment: wait without asking until they say "go on"."""
        return await self.run(context)

    @function_tool
    async def go_on(self, context: RunContext[None]) -> str:
        """The user is back after a pause: take up the current mail again."""
        return await self.run(context)

    @function_tool
    async def goodbye(self, context: RunContext[None]) -> str:
        """The user wants to end the call: close with the numbers and hang up."""
        context.speech_handle.add_done_callback(self._hang_up)
        return await self.run(context)

    def _hang_up(self, speech: SpeechHandle) -> None:
        """End the call once the goodbye was said; whoever interrupts it wants to stay."""
        if not speech.interrupted:
            self.call.events.ended.set()
