"""How a turn of the user's ends, spoken, typed or written: with exactly one final.

    it begins --what is said in it reaches the user--> it ends: all of it is said, or a newer turn begins --> its final

Whoever carries a call begins and ends its turns; what is said in them comes by `kept_talk`, as it does for the conversation.
"""

import asyncio
from dataclasses import dataclass, field

from actions.sending.drafts import Draft
from conversations.pending_links import link_to
from conversations.talk_writer import TalkWriter
from conversations.talked_in import TalkedIn

STORED_WITHIN_S = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """What a turn has come to. `spoken` is what has reached the user. Where the turn has opened or changed a draft that waits behind it,
    `deep_link` leads there, and is to be opened. Without a conversation nothing of it is kept, or not yet."""

    spoken: str = field(default="", repr=False)
    open_in_browser: bool = False
    deep_link: str | None = field(default=None, repr=False)
    conversation_id: str | None = None


class OpenTurn:
    """One turn, from its beginning: its talk, and the draft that waited then. `ended` is set once."""

    def __init__(self, talk: TalkWriter | None, waits: Draft | None) -> None:
        self.ended = asyncio.Event()
        self._talk = talk
        self._waited = _version(waits)
        self._spoken: list[str] = []
        self._place: TalkedIn | None = None
        self._wrote: Draft | None = None

    def told(self, words: str) -> None:
        """These words have reached the user in it."""
        if words.strip():
            self._spoken.append(words.strip())

    def end(self, waits: Draft | None) -> None:
        """What comes from now on is of another turn, or of none; this draft waits."""
        self._place = self._talk.place if self._talk is not None else None
        self._wrote = waits if _version(waits) != self._waited else None
        self.ended.set()

    async def final(self) -> Final:
        """Waits for its end, and a moment for a conversation that is known only when something of it is stored."""
        await self.ended.wait()
        if self._talk is not None and self._place is not None and self._place.known_id is None:
            await self._talk.drain(within_s=STORED_WITHIN_S)
        conversation_id = self._place.known_id if self._place is not None else None
        link = link_to(conversation_id, self._wrote.draft_id) if conversation_id is not None and self._wrote is not None else None
        return Final(spoken=" ".join(self._spoken), open_in_browser=link is not None, deep_link=link, conversation_id=conversation_id)


def _version(draft: Draft | None) -> tuple[str, int] | None:
    return None if draft is None else (draft.draft_id, draft.version)
