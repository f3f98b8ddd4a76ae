"""What a conversation is made of: messages of typed parts, as they are stored.

A part says what happened, never how a model was told of it: prompts change, and history does not. Of a mail it has the id and what was said
of it. What was read out word by word, a mail or a draft, is that text itself; of it stands only that it was read.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from briefing.mail import MailId

LONGEST_WORDS = 4_000
"""Characters of one part; a line of the user is not looked at beyond that either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserWords:
    words: str = field(repr=False)
    kind: Literal["user"] = "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class OurWords:
    """What we said; of its characters, the first `heard` have reached the user. `mail` is what it tells of."""

    words: str = field(repr=False)
    heard: int
    mail: MailId | None = None
    kind: Literal["said"] = "said"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOut:
    """A mail, or else a draft, was read out: `pieces` of it, of which so many were `heard` to their end."""

    mail: MailId | None
    pieces: int
    heard: int
    kind: Literal["read"] = "read"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolUsed:
    """A tool was used; `number` is that of the use within its call, and `choice` the value of the argument `by`, which tells it
    what to do."""

    number: int
    tool: str
    choice: str = ""
    by: str = ""
    kind: Literal["call"] = "call"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What use `number` came to, and which mails it is about; what was said of them stands in the words that follow."""

    number: int
    came_to: str
    mails: tuple[MailId, ...] = ()
    kind: Literal["result"] = "result"


Part = UserWords | OurWords | ReadOut | ToolUsed | ToolResult
PARTS = TypeAdapter(tuple[Annotated[Part, Field(discriminator="kind")], ...])


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkMessage:
    """What one side said and did in its turn; `number` rises within a call."""

    number: int
    at: datetime
    parts: tuple[Part, ...]

    @property
    def by_user(self) -> bool:
        return any(isinstance(part, UserWords) for part in self.parts)

    @property
    def words(self) -> str:
        """All that was said in it by either side."""
        return " ".join(part.words.strip() for part in self.parts if isinstance(part, UserWords | OurWords))
