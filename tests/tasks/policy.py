"""The model's part, played by a small program that reads nothing but the request.

It takes the steps that a task's turn gives it, each only if what the step needs stands in the request as it was sent, and only with tools
and values that the request offers. What does not stand there it looks up, as a model would, or it says that it does not know; `missing`
then names what was missing, and where it was looked for.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.servers.openai.chat import CallTool, CallTools, ChatRequest, Message, Reply, Say
from tests.tasks.script import Call, Step

DOES_NOT_KNOW = "I am afraid I cannot tell."
CANNOT = "I am afraid I cannot do that."
TO_BE_SAID = re.compile(r"(?:Say exactly this and nothing more|before they have answered|The user is told this): (.*)")
CAME_TO = re.compile(r"^(done|asked the user, not done yet|kept as a draft, not sent|not possible)(: |$)")
SHORT = 200
"""Of a mail that is told in few words."""
FOUND = re.compile(r"\{found:?(.*)\}")
DATA = re.compile(r"\{[^{}]*\}")


@dataclass
class Policy:
    """One call's model; `take` hands it the steps of the next turn. `looked_up` counts the requests that were spent on looking."""

    missing: list[str] = field(default_factory=list)
    looked_up: int = 0
    requests: int = 0
    _steps: list[Step] = field(default_factory=list)
    _looks: list[Call] = field(default_factory=list)
    _line: str = ""

    def take(self, line: str, steps: Sequence[Step]) -> None:
        self._line, self._steps = line, [*steps]
        self._looks = [*steps[0].look] if steps else []

    def __call__(self, chat: ChatRequest) -> Reply:
        self.requests += 1
        while self._steps:
            step = self._steps[0]
            if step.unless and found(chat, step.unless) is not None:
                self._next()
                continue
            values = _values(chat, step.needs)
            if isinstance(values, str):
                return self._look_for(chat, values)
            self._next()
            if step.says:
                return Say(str(_filled(step.says, values)))
            calls = [Call(each.tool, {name: _filled(value, values) for name, value in each.arguments.items()}) for each in step.calls]
            if lacks := [lack for each in calls for lack in not_offered(chat, each)]:
                return self._cannot(f"not offered: {', '.join(lacks)}", CANNOT)
            return CallTools([CallTool(each.tool, **each.arguments) for each in calls])
        return Say(retold(chat))

    def _next(self) -> None:
        self._steps = self._steps[1:]
        self._looks = [*self._steps[0].look] if self._steps else []

    def _look_for(self, chat: ChatRequest, wanted: str) -> Reply:
        while self._looks:
            look = _with_what_was_found(chat, self._looks.pop(0))
            if look is not None and not not_offered(chat, look):
                self.looked_up += 1
                return CallTool(look.tool, **look.arguments)
        sizes = ", ".join(f"{message.role} {len(message.content)}" for message in chat.messages[1:])
        return self._cannot(f"{wanted!r} stands nowhere in the request ({sizes})", DOES_NOT_KNOW)

    def _cannot(self, why: str, words: str) -> Reply:
        self.missing.append(f"{self._line!r}: {why}")
        self._steps = []
        return Say(words)


def found(chat: ChatRequest, pattern: str) -> Mapping[str, str] | None:
    """The groups of a pattern where it stands last in the request; the instructions are not looked at."""
    for message in reversed(chat.messages[1:]):
        text = " ".join(message.content.replace("\\n", " ").split())
        if hit := re.search(pattern, text, re.IGNORECASE):
            return hit.groupdict()
    return None


def without_its_end(chat: ChatRequest) -> tuple[Message, ...]:
    """The messages of a request without what is only told at its end: how things stand, and the text of the open mail as data.

    That text stands there as the result of a call that nobody made, of a tool that is not offered.
    """
    messages = chat.messages[:-1] if chat.messages[-1].role == "system" else chat.messages
    called = messages[-2].tool_calls if len(messages) > 1 else ()
    return messages[:-2] if called and called[0].function.name not in chat.tool_names else messages


def _values(chat: ChatRequest, needs: Sequence[str]) -> Mapping[str, str] | str:
    """What the named groups stand for, or the first pattern that is nowhere."""
    values: dict[str, str] = {}
    for pattern in needs:
        groups = found(chat, pattern)
        if groups is None:
            return pattern
        values |= groups
    return values


def not_offered(chat: ChatRequest, wanted: Call) -> list[str]:
    """What of a call the request does not offer: the tool, an argument, or a value of a closed list."""
    tools = chat.raw.get("tools", [])
    assert isinstance(tools, list)
    schemas = {tool["function"]["name"]: tool["function"]["parameters"]["properties"] for tool in tools}
    if wanted.tool not in schemas:
        return [wanted.tool]
    offered = schemas[wanted.tool]
    return [
        f"{wanted.tool}({name}={value!r})"
        for name, value in wanted.arguments.items()
        if name not in offered or not _takes(json.dumps(offered[name]), value)
    ]


def _takes(schema: str, value: object) -> bool:
    """Whether the value is one of the closed list, where there is one."""
    values = re.search(r'"enum": (\[[^\]]*\])', schema)
    return values is None or value in json.loads(values[1])


def _filled(value: object, values: Mapping[str, str]) -> object:
    return re.sub(r"\{(\w+)\}", lambda slot: values[slot[1]], value) if isinstance(value, str) else value


def _with_what_was_found(chat: ChatRequest, look: Call) -> Call | None:
    """The call with the mail that was just found as `{found}`, the first of them or, as `{found:Anna}`, that of Anna; None without one."""
    if (wanted := FOUND.search(str(look.arguments.get("mail_id", "")))) is None:
        return look
    said = without_its_end(chat)
    found_ids = re.findall(rf'"mail_id": ?"([^"]+)", "from": "[^"]*{wanted[1]}', said[-1].content) if said[-1].role == "tool" else []
    return Call(look.tool, {**look.arguments, "mail_id": found_ids[0]}) if found_ids else None


def retold(chat: ChatRequest) -> str:
    """What a model says of a result that it has no more to do about: what it is told to say, or what happened, and the mail beside it."""
    said = without_its_end(chat)
    if said[-1].role != "tool":
        return DOES_NOT_KNOW
    last = said[-1]
    if exactly := TO_BE_SAID.search(last.content):
        return exactly[1]
    mails = [
        f"{mail['from']} writes: {mail.get('subject', '')}. {str(mail.get('text', ''))[:SHORT]}"
        for mail in map(_data, DATA.findall(last.content))
        if "from" in mail
    ]
    first = CAME_TO.sub("", DATA.sub("", last.content.partition("\n")[0])).strip()
    return " ".join([first, *mails])


def _data(text: str) -> Mapping[str, object]:
    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
