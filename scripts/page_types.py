"""The page's types, generated: `python -m scripts.page_types` writes `web/client/src/board/message.ts`, `--json` prints JSON Schema.

A few lines of our own rather than a generator from npm: the messages use six forms of JSON Schema, and so the file needs nothing but
Python and is the same on every machine. A form that is not known here is an error, never a guess.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaValue, models_json_schema

from agent.board.board_messages import (
    BOARD_TOPIC,
    CAPTIONS_METHOD,
    DRAFT_METHOD,
    LOOKS_METHOD,
    PRESS_METHOD,
    PULSE_TOPIC,
    VERSION,
    VOICE_METHOD,
    Board,
    Looks,
    Missed,
    Press,
    Pressed,
    SaidBefore,
)
from agent.board.voice_wish import VoiceWish
from session.skills.writing.draft_pane import DraftEdit, Edited, ShownDrafts

FILE = Path(__file__).parents[1] / "web" / "client" / "src" / "board" / "message.ts"
WIDTH = 80
HEAD = "// Generated from agent/board/board_messages.py by `python -m scripts.page_types`. Not to be edited by hand."

Node = Mapping[str, Any]  # JSON Schema has no narrower type
ASKED: Sequence[type[BaseModel]] = (Press, Missed, DraftEdit, VoiceWish, Looks)
MESSAGES: Sequence[type[BaseModel]] = (Board, ShownDrafts, Pressed, SaidBefore, Edited, *ASKED)


class UnknownFormError(ValueError):
    """The models use something of JSON Schema that has no TypeScript here yet."""


def json_schema(messages: Sequence[type[BaseModel]] = MESSAGES) -> JsonSchemaValue:
    """JSON Schema of these messages: what the agent sends always holds every field, what it takes need not."""
    schemas = [models_json_schema([(model, "validation" if model in ASKED else "serialization")])[1]["$defs"] for model in messages]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {name: each for one in schemas for name, each in one.items()},
    }


def typescript(messages: Sequence[type[BaseModel]] = MESSAGES) -> str:
    """The same as one TypeScript file. Raises `UnknownFormError`."""
    constants = {
        "BOARD_TOPIC": BOARD_TOPIC,
        "PRESS_METHOD": PRESS_METHOD,
        "CAPTIONS_METHOD": CAPTIONS_METHOD,
        "DRAFT_METHOD": DRAFT_METHOD,
        "VOICE_METHOD": VOICE_METHOD,
        "LOOKS_METHOD": LOOKS_METHOD,
        "PULSE_TOPIC": PULSE_TOPIC,
        "BOARD_VERSION": VERSION,
    }
    lines = [HEAD, "", *(f"export const {name} = {json.dumps(value)};" for name, value in constants.items())]
    for name, node in sorted(json_schema(messages)["$defs"].items()):
        lines += ["", *_comment(node, ""), *(_alias(name, node) if "enum" in node else _interface(name, node))]
    return "\n".join(lines) + "\n"


def _comment(node: Node, indent: str) -> Iterator[str]:
    if words := " ".join(str(node.get("description", "")).split()):
        yield f"{indent}/** {words} */"


def _alias(name: str, node: Node) -> list[str]:
    values = [json.dumps(value) for value in node["enum"]]
    line = f"export type {name} = {' | '.join(values)};"
    if len(line) <= WIDTH:
        return [line]
    return [f"export type {name} =", *(f"  | {value}" for value in values[:-1]), f"  | {values[-1]};"]


def _interface(name: str, node: Node) -> list[str]:
    required = node.get("required", ())
    lines = [f"export interface {name} {{"]
    for field, each in node["properties"].items():
        lines += _comment(each, "  ")
        lines.append(f"  {field}{'' if field in required else '?'}: {_type(each)};")
    return [*lines, "}"]


def _type(node: Node) -> str:
    match node:
        case {"anyOf": choices}:
            return " | ".join(_type(choice) for choice in choices)
        case {"$ref": str(ref)}:
            return ref.rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value)
        case {"type": "array", "items": items}:
            return f"{_type(items)}[]"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as name}:
            return str(name)
    raise UnknownFormError(json.dumps(node))


def main() -> None:
    if "--json" in sys.argv[1:]:
        sys.stdout.write(json.dumps(json_schema(), indent=2) + "\n")
    else:
        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.write_text(typescript(), encoding="utf-8")


if __name__ == "__main__":
    main()
