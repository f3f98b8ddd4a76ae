"""The tools as LiveKit and a language model see them. Their docstrings are prompts; what they do stands in the modules they name.

The same tools answer a spoken command, a typed line and a model's wish, so these can never disagree. What an instant command is to say
is kept per call id in `spoken`, since its answer is the tool's own sentence and no model is asked for one.
"""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Literal

from livekit.agents import RunContext, ToolError, function_tool
from livekit.agents.voice import SpeechHandle

from agent import etiquette, lookup, mailing, navigation, wishes
from agent.call import Call
from agent.outcome import Outcome, RefusedError
from agent.presenting import progress_tag

Work = Callable[..., Coroutine[object, object, Outcome]]
INSTANT = "instant-"
KEEP_THE_OFFER = (lookup.accept_offer, lookup.decline_offer, navigation.repeat)


class BriefingTools:
    """The tools of one call."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.spoken: dict[str, str] = {}

    async def _run(self, context: RunContext[None], work: Work, **arguments: object) -> str:
        call_id = context.function_call.call_id
        if work not in KEEP_THE_OFFER:
            self.call.void_offer()
        try:
            outcome = await self.call.perform(partial(work, **arguments))
        except RefusedError as refusal:
            if not call_id.startswith(INSTANT):
                raise ToolError(f"{refusal} {progress_tag(self.call)}") from None
            outcome = Outcome(spoken=str(refusal), told=str(refusal))
        if call_id.startswith(INSTANT):
            self.spoken[call_id] = outcome.spoken
        return f"{outcome.told}\n{progress_tag(self.call)}"

    @function_tool
    async def next_item(self, context: RunContext[None]) -> str:
        """Move on to the next mail. Use it when the user says "next", "move on" or has heard enough of the current mail."""
        return await self._run(context, navigation.next_item)

    @function_tool
    async def skip_this_mail(self, context: RunContext[None]) -> str:
        """Skip only the current mail: it counts as skipped, not as heard, and can be asked for later."""
        return await self._run(context, navigation.skip_this_mail)

    @function_tool
    async def skip_topic(self, context: RunContext[None]) -> str:
        """Skip the rest of the current topic and go to the next topic."""
        return await self._run(context, navigation.skip_topic)

    @function_tool
    async def go_back(self, context: RunContext[None]) -> str:
        """Go back to the mail before. Can be used repeatedly; also undoes a skipped topic."""
        return await self._run(context, navigation.go_back)

    @function_tool
    async def repeat(self, context: RunContext[None]) -> str:
        """The user did not catch what was said: say it again."""
        return await self._run(context, navigation.repeat)

    @function_tool
    async def read_in_full(self, context: RunContext[None], mail_id: str = "") -> str:
        """Get the whole text of a mail, to read it out or to answer a question about it.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
        """
        return await self._run(context, lookup.read_in_full, mail_id=mail_id)

    @function_tool
    async def jump_to_topic(self, context: RunContext[None], number: int = 0, description: str = "") -> str:
        """Go to a topic, by its number or by words of its label.

        Args:
            number: Number of the topic, from 1; 0 if described.
            description: Words of the topic's label; empty if numbered.
        """
        return await self._run(context, navigation.jump_to_topic, number=number, description=description)

    @function_tool
    async def jump_to_mail(self, context: RunContext[None], number: int = 0, description: str = "") -> str:
        """Go to a mail: "the one from Anna", "the third one", "the last one".

        Args:
            number: Number in the current topic or in the last search, from 1; -1 for the last; 0 if described.
            description: Sender or words of the subject, as the user said them; empty if numbered.
        """
        return await self._run(context, navigation.jump_to_mail, number=number, description=description)

    @function_tool
    async def archive_email(self, context: RunContext[None], mail_id: str = "") -> str:
        """Archive a mail, only when the user said so. The briefing then moves on by itself: do not call next_item as well.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
        """
        return await self._run(context, mailing.archive_email, mail_id=mail_id)

    @function_tool
    async def mark_read(self, context: RunContext[None], mail_id: str = "") -> str:
        """Mark a mail as read, only when the user said so. The briefing then moves on by itself: do not call next_item as well.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
        """
        return await self._run(context, mailing.mark_read, mail_id=mail_id)

    @function_tool
    async def flag_followup(self, context: RunContext[None], mail_id: str = "") -> str:
        """Flag a mail for follow-up, only when the user said so. The mail stays the current one.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
        """
        return await self._run(context, mailing.flag_followup, mail_id=mail_id)

    @function_tool
    async def unflag(self, context: RunContext[None], mail_id: str = "") -> str:
        """Take the flag off a mail, only when the user said so.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
        """
        return await self._run(context, mailing.unflag, mail_id=mail_id)

    @function_tool
    async def progress(self, context: RunContext[None]) -> str:
        """How many mails are done and how many remain."""
        return await self._run(context, navigation.progress)

    @function_tool
    async def where_were_we(self, context: RunContext[None]) -> str:
        """Return to the current mail after a detour."""
        return await self._run(context, navigation.where_were_we)

    @function_tool
    async def search_mail(self, context: RunContext[None], query: str) -> str:
        """Search all of the user's mail, read or unread.

        Args:
            query: Words that must all occur in the sender, the subject or the text.
        """
        return await self._run(context, lookup.search_mail, query=query)

    @function_tool
    async def what_did_i_skip(self, context: RunContext[None]) -> str:
        """List what the user skipped, in this call or an earlier one, and offer to go through it."""
        return await self._run(context, lookup.what_did_i_skip)

    @function_tool
    async def check_for_new_mail(self, context: RunContext[None]) -> str:
        """Look whether mail has arrived since the briefing began, and offer to hear it."""
        return await self._run(context, lookup.check_for_new_mail)

    @function_tool
    async def ask_back(self, context: RunContext[None], wish: Literal["archive", "mark_read"]) -> str:
        """Ask "Archive it?" or "Mark it as read?" when it is not certain that the user said so. Their yes is `accept_offer`.

        Args:
            wish: What was probably meant.
        """
        return await self._run(context, mailing.ask_back, wish=wish)

    @function_tool
    async def accept_offer(self, context: RunContext[None]) -> str:
        """The user said yes to what was just offered or asked."""
        return await self._run(context, lookup.accept_offer)

    @function_tool
    async def decline_offer(self, context: RunContext[None]) -> str:
        """The user said no to what was just offered."""
        return await self._run(context, lookup.decline_offer)

    @function_tool
    async def add_vip(self, context: RunContext[None], person: str = "") -> str:
        """Remember that mails from somebody matter to the user, only when the user said so. Counts from the next briefing on.

        Args:
            person: The person as the user named them; leave empty for the sender of the current mail.
        """
        return await self._run(context, wishes.add_vip, person=person)

    @function_tool
    async def add_keyword(self, context: RunContext[None], keyword: str) -> str:
        """Remember that mails with a certain word matter to the user, only when the user said so. Counts from the next briefing on.

        Args:
            keyword: The word or short phrase.
        """
        return await self._run(context, wishes.add_keyword, keyword=keyword)

    @function_tool
    async def change_pace(self, context: RunContext[None], pace: Literal["slower", "faster"]) -> str:
        """Speak slower or faster from now on.

        Args:
            pace: Which of the two.
        """
        return await self._run(context, etiquette.change_pace, pace=pace)

    @function_tool
    async def hold_on(self, context: RunContext[None]) -> str:
        """The user needs a moment: wait without asking until they say "go on"."""
        return await self._run(context, etiquette.hold_on)

    @function_tool
    async def go_on(self, context: RunContext[None]) -> str:
        """The user is back after a pause: take up the current mail again."""
        return await self._run(context, etiquette.go_on)

    @function_tool
    async def goodbye(self, context: RunContext[None]) -> str:
        """The user wants to end the call: close with the numbers and hang up."""
        context.speech_handle.add_done_callback(self._hang_up)
        return await self._run(context, etiquette.goodbye)

    def _hang_up(self, speech: SpeechHandle) -> None:
        """End the call once the goodbye was said; whoever interrupts it wants to stay."""
        if not speech.interrupted:
            self.call.ended.set()
