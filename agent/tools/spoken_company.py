"""What is said while a tool takes its time, in a LiveKit session."""

from livekit.agents import AgentSession
from livekit.agents.voice import SpeechHandle

from agent.speaking.livekit_conversation import ends_with_the_call


class Company:
    """Says a sentence if nobody speaks; not wanted any more once one was interrupted: who says "stop" has heard it."""

    def __init__(self, session: AgentSession[None]) -> None:
        self._session = session
        self._said: SpeechHandle | None = None

    def __call__(self, words: str) -> bool:
        if self._said is not None and self._said.interrupted:
            return False
        if self._session.current_speech is None and self._session.user_state != "speaking":
            with ends_with_the_call():
                self._said = self._session.say(words, add_to_chat_ctx=False)
        return True
