"""The page's types are the agent's messages, and what the page sends is understood by them."""

import json

import pytest
from pydantic import BaseModel, ValidationError

from agent.board.board_messages import BOARD_TOPIC, Board, Button, Press, Pressed
from scripts import page_types as schema


def test_the_types_of_the_page_are_those_of_the_agent() -> None:
    """If this fails, run `python -m scripts.page_types`."""
    assert schema.FILE.read_text(encoding="utf-8") == schema.typescript()


def test_generating_is_the_same_every_time() -> None:
    assert schema.typescript() == schema.typescript()
    assert f'export const BOARD_TOPIC = "{BOARD_TOPIC}";' in schema.typescript()


def test_a_board_always_holds_every_field() -> None:
    written = schema.typescript()
    board = written[written.index("export interface Board {") :]
    assert "?:" not in board[: board.index("\n}")]
    assert set(schema.json_schema()["$defs"]["Board"]["required"]) == set(Board.model_fields)


def test_a_form_that_has_no_typescript_yet_is_an_error_and_not_a_guess() -> None:
    class Odd(BaseModel):
        pairs: dict[str, int]

    with pytest.raises(schema.UnknownFormError):
        schema.typescript((Odd,))


@pytest.mark.parametrize("button", Button)
def test_a_press_is_read_with_and_without_the_mail_it_means(button: Button) -> None:
    assert Press.model_validate_json(json.dumps({"command": button})) == Press(command=button)
    assert Press.model_validate_json(json.dumps({"command": button, "mail_id": "a:1"})).mail_id == "a:1"


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "next",
        "{}",
        '{"command": "delete_all"}',
        '{"command": "next", "mail": 1}',
        "[]",
        "null",
        '{"command": "topic", "topic": "1"}',
        '{"command": "topic", "topic": true}',
    ],
)
def test_anything_else_is_no_press(payload: str) -> None:
    with pytest.raises(ValidationError):
        Press.model_validate_json(payload)


def test_a_press_is_acknowledged_as_the_page_expects_it() -> None:
    assert json.loads(Pressed().model_dump_json()) == {"done": True}
