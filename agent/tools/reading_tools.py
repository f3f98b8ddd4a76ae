"""Tools that read, search and list mail."""

from livekit.agents import RunContext, function_tool

from agent.tools.running import RunTools


class ReadingTools(RunTools):
    """Reading."""

    @function_tool
    async def read_in_full(self, context: RunContext[None], mail_id: str = "") -> str:
        """Get the whole text of a mail, to read it out or to answer a question about it.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
        """
        return await self.run(context, mail_id=mail_id)

    @function_tool
    async def search_mail(self, context: RunContext[None], query: str) -> str:
        """Search all of the user's mail, read or unread.

        Args:
            query: Words that must all occur in the sender, the subject or the text.
        """
        return await self.run(context, query=query)

    @function_tool
    async def what_did_i_skip(self, context: RunContext[None]) -> str:
        """List what the user skipped, in this call or an earlier one, and offer to go through it."""
        return await self.run(context)

    @function_tool
    async def check_for_new_mail(self, context: RunContext[None]) -> str:
        """Look whether mail has arrived since the briefing began, and offer to hear it."""
        return await self.run(context)

    @function_tool
    async def choose_account(self, context: RunContext[None], account: str = "") -> str:
        """Brief only the mail of one account from now on; the other mails wait. Without an account: all of the user's mail again.

        Args:
            account: The account as the user named it; empty for all of them.
        """
        return await self.run(context, account=account)

    @function_tool
    async def which_account(self, context: RunContext[None]) -> str:
        """Say in which of the user's accounts the current mail lies."""
        return await self.run(context)
