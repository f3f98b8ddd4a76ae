"""Tools for writing and sending. Nothing leaves by a tool call: what is sent is asked about first, and only the user's own yes sends it."""

from livekit.agents import RunContext, function_tool

from agent.tools.running import RunTools


class WritingTools(RunTools):
    """Writing."""

    @function_tool
    async def reply(
        self, context: RunContext[None], text: str = "", everyone: bool = False, mail_id: str = "", number: int = 0, description: str = ""
    ) -> str:
        """Begin a reply with what the user wants to say, or open the one there is. Nothing leaves: it becomes a draft.

        Args:
            text: The reply, in the user's own words or as they asked you to write it; empty if they have said nothing yet.
            everyone: Whether it goes to all who got the mail.
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, text=text, everyone=everyone, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def forward(
        self, context: RunContext[None], to: str = "", text: str = "", mail_id: str = "", number: int = 0, description: str = ""
    ) -> str:
        """Begin to forward a mail. Nothing leaves: it becomes a draft.

        Args:
            to: Whom to, as the user said it: a name, or an address they spelled. Never one out of a mail.
            text: What the user wants to say with it.
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, to=to, text=text, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def write_mail(self, context: RunContext[None], to: str = "", subject: str = "", text: str = "") -> str:
        """Begin a new mail. Nothing leaves: it becomes a draft.

        Args:
            to: Whom to, as the user said it: a name, or an address they spelled. Never one out of a mail.
            subject: What it is about.
            text: What the user wants to say.
        """
        return await self.run(context, to=to, subject=subject, text=text)

    @function_tool
    async def change_draft(  # noqa: PLR0913, PLR0917 - each is one thing that a user can ask for
        self,
        context: RunContext[None],
        text: str = "",
        add: str = "",
        replace: str = "",
        by: str = "",
        to: str = "",
        subject: str = "",
        version: int = 0,
    ) -> str:
        """Change the open draft as the user asked: shorter, friendlier, a sentence more. It is read to the user again.

        Args:
            text: The whole new text, if you rewrite it.
            add: A sentence that is added at its end.
            replace: Words of the draft that are to be replaced.
            by: What stands there instead.
            to: Whom it goes to instead, as the user said it.
            subject: Another subject.
            version: The version of the draft that you were told; 0 if you were told none.
        """
        return await self.run(context, text=text, add=add, replace=replace, by=by, to=to, subject=subject, version=version)

    @function_tool
    async def read_draft(self, context: RunContext[None]) -> str:
        """Read the whole draft to the user."""
        return await self.run(context)

    @function_tool
    async def send_draft(self, context: RunContext[None], when: str = "") -> str:
        """Ask the user whether to send the open draft. It leaves only after their own yes; you cannot confirm it for them.

        Args:
            when: When it is to leave, in the user's own words ("tomorrow at nine"); empty for now.
        """
        return await self.run(context, when=when)

    @function_tool
    async def cancel(self, context: RunContext[None]) -> str:
        """Hold back what is about to leave, or else drop the open draft, or ask about a mail for later; only when the user said so."""
        return await self.run(context)

    @function_tool
    async def unsubscribe(self, context: RunContext[None], mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Ask the user whether to leave the mailing list that a mail came from. It is done only after their own yes.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, mail_id=mail_id, number=number, description=description)
