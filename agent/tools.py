"""The tools as LiveKit and a language model see them. Their docstrings are prompts; what they do stands in the modules they name.

The same tools answer a spoken command, a typed line and a model's wish, so these can never disagree. What a tool would say itself
is kept per call id in `spoken`: the answer to an instant command, for which no model is asked.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Literal

from livekit.agents import RunContext, ToolError, function_tool
from livekit.agents.voice import SpeechHandle

from agent.call import Call
from agent.outcome import Outcome, RefusedError, saying
from agent.skills import accounts, etiquette, lookup, mailing, navigation, offers, wishes
from agent.skills.presenting import progress_tag
from agent.spoken import Passage
from briefing.speech import replies

logger = logging.getLogger(__name__)

Work = Callable[..., Coroutine[object, object, Outcome]]
INSTANT = "instant-"
ANSWERS_KEPT = 20
KEEP_THE_OFFER = (offers.accept_offer, offers.decline_offer, navigation.repeat)


class BriefingTools:
    """The tools of one call."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.spoken: OrderedDict[str, tuple[Passage, ...]] = OrderedDict()

    async def _run(self, context: RunContext[None], work: Work, **arguments: object) -> str:
        call_id = context.function_call.call_id
        if work not in KEEP_THE_OFFER:
            self.call.void_offer()
        try:
            outcome = await self._outcome(work, arguments)
        except RefusedError as refusal:
            self._keep(call_id, saying(str(refusal)))
            if not call_id.startswith(INSTANT):
                raise ToolError(f"{refusal} {progress_tag(self.call)}") from None
            return f"{refusal}\n{progress_tag(self.call)}"
        self._keep(call_id, outcome)
        return f"{outcome.told}\n{progress_tag(self.call)}"

    async def _outcome(self, work: Work, arguments: Mapping[str, object]) -> Outcome:
        """What the tool brought about. Raises `RefusedError`, and nothing else: whatever happens in a tool, the user gets an answer."""
        try:
            return await self.call.perform(partial(work, **arguments))
        except RefusedError:
            raise
        except Exception as error:
            logger.error("a tool failed", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
            raise RefusedError(replies.DID_NOT_WORK) from None

    def _keep(self, call_id: str, outcome: Outcome) -> None:
        """What the tool would say itself: said as it stands for an instant command, and if a model dies before it has put it in words."""
        self.spoken[call_id] = outcome.spoken
        if len(self.spoken) > ANSWERS_KEPT:
            self.spoken.popitem(last=False)

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
    async def archive_email(self, context: RunContext[None], mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Archive a mail, only when the user said so. The briefing then moves on by itself: do not call next_item as well.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self._run(context, mailing.archive_email, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def mark_read(self, context: RunContext[None], mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Mark a mail as read, only when the user said so. The briefing then moves on by itself: do not call next_item as well.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self._run(context, mailing.mark_read, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def flag_followup(self, context: RunContext[None], mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Flag a mail for follow-up, only when the user said so. The mail stays the current one.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self._run(context, mailing.flag_followup, mail_id=mail_id, number=number, description=description)

    @function_tool
    async def unflag(self, context: RunContext[None], mail_id: str = "", number: int = 0, description: str = "") -> str:
        """Take the flag off a mail, only when the user said so.

        Args:
            mail_id: Id of the mail; leave empty for the current one.
            number: Its number in the current topic or in the last search, from 1, if the user named it so; else 0.
            description: Sender or words of the subject, as the user said them, if you have no id; else empty.
        """
        return await self._run(context, mailing.unflag, mail_id=mail_id, number=number, description=description)

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
        return await self._run(context, offers.what_did_i_skip)

    @function_tool
    async def check_for_new_mail(self, context: RunContext[None]) -> str:
        """Look whether mail has arrived since the briefing began, and offer to hear it."""
        return await self._run(context, offers.check_for_new_mail)

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
        return await self._run(context, offers.accept_offer)

    @function_tool
    async def decline_offer(self, context: RunContext[None]) -> str:
        """The user said no to what was just offered."""
        return await self._run(context, offers.decline_offer)

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
    async def choose_account(self, context: RunContext[None], account: str = "") -> str:
        """Brief only the mail of one account from now on; the other mails wait. Without an account: all of the user's mail again.

        Args:
            account: The account as the user named it; empty for all of them.
        """
        return await self._run(context, accounts.only_account, account=account)

    @function_tool
    async def which_account(self, context: RunContext[None]) -> str:
        """Say in which of the user's accounts the current mail lies."""
        return await self._run(context, accounts.which_account)

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
