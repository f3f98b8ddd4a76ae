"""A browser that types: lines in, the events of the answers out; and the settings of a server that has something to answer with."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import SecretStr

from providers.settings import Settings
from tests.agent.typed_call import sample_settings
from tests.web.served import KEY, SEALING_KEY, SECRET, Browser

PATH = "/api/typing"


def typing_settings(folder: Path, **more: object) -> Settings:
    """Over a sample inbox of 50 unread mails."""
    keys = {"livekit_api_key": KEY, "livekit_api_secret": SecretStr(SECRET), "aloud_secret_key": SecretStr(SEALING_KEY)}
    return sample_settings(folder, unread=50).model_copy(update=keys | more)


def events_of(stream: str) -> list[tuple[str, Mapping[str, object]]]:
    """The events of a whole stream; comments are none."""
    blocks = [block.splitlines() for block in stream.split("\n\n") if block.startswith("event: ")]
    return [(kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for kind, data in blocks]


@dataclass
class Typist:
    """One page of a browser: it knows its conversation, its session and the last event it was shown."""

    browser: Browser
    conversation_id: str | None = None
    session_id: str | None = None
    seen: int = 0
    last: list[tuple[str, Mapping[str, object]]] = field(default_factory=list)

    async def press(self, line: str, shown: Mapping[str, object]) -> str:
        """The words of the answer to a button in the pane of a draft, which stands for the line."""
        return await self.type(line, draft_id=shown["draft_id"], draft_version=shown["version"])

    async def type(self, line: str, **pressed: object) -> str:
        """The words of the answer."""
        known = {"conversation_id": self.conversation_id, "session_id": self.session_id, "seen": self.seen}
        answer = await self.browser.post(PATH, {"line": line, **pressed, **known})
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("text/event-stream")
        self.last = events_of(answer.text)
        assert [kind for kind, _ in self.last].count("end") == 1
        for kind, data in self.last:
            if kind == "end":
                self.conversation_id = str(data["conversation_id"]) if data["conversation_id"] is not None else None
            self.session_id = str(data["session_id"]) if kind == "session" else self.session_id
            self.seen = max(self.seen, int(str(data.get("number", 0))))
        return "".join(str(data["words"]) or " " for kind, data in self.last if kind in {"words", "turn_ended"}).strip()

    def told(self, kind: str) -> Mapping[str, object]:
        """What the last answer says in its one event of this kind."""
        (data,) = [data for each, data in self.last if each == kind]
        return data

    def shown(self) -> list[dict[str, object]]:
        """The drafts, as the last answer shows them."""
        drafts: list[dict[str, object]] = self.told("shown")["drafts"]  # type: ignore[assignment]  # out of JSON
        return drafts

    async def follow(self) -> "asyncio.Task[str]":
        """What is said unasked, until the session is over; why it is stands last. Returns once the server has begun to answer."""
        self.browser.answered.clear()
        following = asyncio.create_task(self._followed())
        await self.browser.answered.wait()
        return following

    async def _followed(self) -> str:
        answer = await self.browser.get(f"{PATH}?session_id={self.session_id}&after={self.seen}")
        assert answer.status_code == 200
        return " ".join(str(data["words"]) for kind, data in events_of(answer.text) if kind in {"words", "over"})
