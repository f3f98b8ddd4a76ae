"""Tells the caller what is failing, between two replies, where nobody else would: ears, voice, mailbox and ledger.

What fails in the middle of an answer is told by the answer (see `agent/model/path.py` and the tools). This watches the session's own
events for the rest, and looks at what has no events whenever the agent falls silent, which is also when it may speak.
"""

from collections.abc import Iterable

from livekit.agents import AgentSession, AgentStateChangedEvent, ConversationItemAddedEvent, ErrorEvent, UserInputTranscribedEvent, llm

from agent.speaking.session_floor import ends_with_the_call
from briefing.speech.sentences.apologies import Trouble
from inbox.ledger.reliable_ledger import ReliableLedger
from providers.models.fallback_tts import FallbackTTS, Speaking
from session.announcements.account_news import tell_of_accounts, untold_of_accounts
from session.call import Call
from session.metrics import Service, count_fault
from session.service_health import SERVICE_OF, Faults

QUIET = ("listening", "idle")
_HAVE_NO_EVENTS = (Trouble.MAIL_AWAY, Trouble.MEMORY_AWAY)


class Apologies:
    """Watches one session. Tasks belong to the call's background; `told` is what the greeting says is away."""

    def __init__(self, session: AgentSession[None], call: Call, faults: Faults, *, told: Iterable[Trouble] = ()) -> None:
        self._session = session
        self._call = call
        self._faults = faults
        self._telling = False
        self._not_heard = False
        self._seen = set(told)
        for trouble in self._seen:
            faults.known(trouble)
        session.on("error", self._failed)
        session.on("conversation_item_added", self._said)
        session.on("user_input_transcribed", self._heard)
        session.on("agent_state_changed", self._fell_silent)

    def _failed(self, event: ErrorEvent) -> None:
        if event.error.type == "stt_error" and not event.error.recoverable:
            self._not_heard = True
            self._tell_soon()

    def _heard(self, event: UserInputTranscribedEvent) -> None:
        if event.is_final and event.transcript:
            self._not_heard = False
            self._faults.worked(Service.STT)

    def _said(self, event: ConversationItemAddedEvent) -> None:
        if isinstance(event.item, llm.ChatMessage) and event.item.role == "assistant":
            self._faults.note_said(event.item.text_content or "")

    def _fell_silent(self, event: AgentStateChangedEvent) -> None:
        if event.new_state in QUIET and (self._not_heard or self._changed() or untold_of_accounts(self._call)):
            self._tell_soon()

    def _tell_soon(self) -> None:
        if not self._telling:
            self._telling = True
            self._call.background.start("tell of a fault", self._tell())

    async def _tell(self) -> None:
        with ends_with_the_call():
            try:
                await self._session.wait_for_idle()
            finally:
                self._telling = False
            if words := self._next_words():
                await self._session.say(words)

    def _next_words(self) -> str:
        """One sentence at a time: the next one waits until something else was said."""
        if self._not_heard:
            self._not_heard = False
            return self._faults.failed(Trouble.NOT_HEARD)
        for trouble in self._changed():
            if words := self._faults.failed(trouble):
                if trouble in _HAVE_NO_EVENTS:
                    count_fault(SERVICE_OF[trouble])
                return words
        return tell_of_accounts(self._call)

    def _changed(self) -> list[Trouble]:
        """Troubles that have come and were not told; those that have gone are noted as well."""
        before, self._seen = self._seen, self._to_see()
        for trouble in before - self._seen:
            self._faults.worked(SERVICE_OF[trouble])
        return [trouble for trouble in Trouble if trouble in self._seen and not self._faults.was_told(trouble)]

    def _to_see(self) -> set[Trouble]:
        """What is failing now, as far as one can look it up."""
        voice = self._session.tts.speaking if isinstance(self._session.tts, FallbackTTS) else Speaking.USUAL
        ledger = self._call.ledger
        looks = {
            Trouble.OTHER_VOICE: voice is Speaking.OTHER,
            Trouble.NO_VOICE: voice is Speaking.NOBODY,
            Trouble.MAIL_AWAY: bool(self._call.inbox.away),
            Trouble.MEMORY_AWAY: isinstance(ledger, ReliableLedger) and ledger.away,
        }
        return {trouble for trouble, there in looks.items() if there}
