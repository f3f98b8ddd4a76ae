"""Tools that change mails. None does so because it is called: the user's own words have to ask for it."""

from typing import Literal

from livekit.agents import RunContext, function_tool

from agent.tools.running import RunTools


class ChangingTools(RunTools):
    """Changing."""

    @function_tool
    async def archive_email(self, context: RunContext[None], mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Archive a mail, only when the user said so. The briefing then moves on by itself: do not call next_item as well.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def mark_read(self, context: RunContext[None], mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Mark a mail as read, only when the user said so. The briefing then moves on by itself: do not call next_item as well.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def flag_followup(self, context: RunContext[None], mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Flag a mail for follow-up, only when the user said so. The mail stays the current one.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def unflag(self, context: RunContext[None], mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Take the flag off a mail, only when the user said so.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def mark_unread(self, context: RunContext[None], mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Mark a mail as unread, only when the user said so. It stays where it is in the briefing.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def delete_email(self, context: RunContext[None], mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Put a mail into the trash, only when the user said so. The briefing then moves on by itself.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def report_spam(self, context: RunContext[None], mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Put a mail among the spam, only when the user said so. The briefing then moves on by itself.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def snooze(self, context: RunContext[None], until: str, mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Put a mail off until a time that the user named; it comes back then, also in a later call.

        Args:
            until: The time in the user's own words, such as "tomorrow morning" or "in two hours".
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, until=until, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def label_mail(self, context: RunContext[None], label: str, mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Put a label on a mail, only when the user said so and named the label.

        Args:
            label: The label's name, as the user said it.
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, label=label, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def unlabel_mail(self, context: RunContext[None], label: str, mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Take a label off a mail, only when the user said so and named the label.

        Args:
            label: The label's name, as the user said it.
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, label=label, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def move_mail(self, context: RunContext[None], folder: str, mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Move a mail into a folder, only when the user said so and named the folder. The briefing then moves on by itself.

        Args:
            folder: The folder's name, as the user said it.
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self.run(context, folder=folder, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def change_several(
        self,
        context: RunContext[None],
        change: Literal["archive", "mark_read", "mark_unread", "flag", "unflag", "delete", "report_spam"],
        description: str,
    ) -> str:
        """Do one thing to all mails of the briefing that the user described. Many are asked about first.

        Args:
            change: What is to become of them.
            description: Which mails, in the user's own words, such as "all newsletters" or "everything from Anna".
        """
        return await self.run(context, change=change, description=description)

    @function_tool
    async def undo(self, context: RunContext[None], count: int = 1, what: str = "", when: str = "") -> str:
        """Take back what was done to mails, in this call or before, only when the user said so. A mail that was sent cannot be taken back.

        Args:
            count: How many of the last changes, if the user said a number.
            what: One of archive, mark_read, mark_unread, flag, unflag, delete, report_spam, snooze, label, move if only that; else empty.
            when: A stretch of time in the user's own words, such as "this morning"; else empty.
        """
        return await self.run(context, count=count, what=what, when=when)

    @function_tool
    async def ask_back(self, context: RunContext[None], wish: Literal["archive", "mark_read"]) -> str:
        """Ask "Archive it?" or "Mark it as read?" when it is not certain that the user said so. Their yes is `accept_offer`.

        Args:
            wish: What was probably meant.
        """
        return await self.run(context, wish=wish)
