"""What an agent is told with its job: JSON, signed by the server's secret, so that no participant can choose it."""

import json
from dataclasses import asdict, dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True, kw_only=True)
class DispatchMetadata:
    """`user_id` is whose mail it is, `identity` the participant that the agent speaks with (None: whoever calls), and `replaces` the id
    of the job whose agent died in this call (None: the call begins). `organisation_id` is what the user signed in for, if anything,
    and `conversation_id` the conversation that they have opened and go on with."""

    user_id: str
    identity: str | None = None
    replaces: str | None = None
    organisation_id: str | None = None
    conversation_id: str | None = None

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read what `as_text` wrote; None without a user id. A field that is no text counts as absent."""
        try:
            fields = json.loads(text)
        except ValueError:
            return None
        if not isinstance(fields, dict) or not (user_id := _text(fields.get("user_id"))):
            return None
        return cls(
            user_id=user_id, **{name: _text(fields.get(name)) for name in ("identity", "replaces", "organisation_id", "conversation_id")}
        )

    def as_text(self) -> str:
        return json.dumps({name: value for name, value in asdict(self).items() if value is not None})

    def replacing(self, job_id: str) -> Self:
        return replace(self, replaces=job_id)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
