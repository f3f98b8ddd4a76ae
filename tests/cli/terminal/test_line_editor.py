"""The line being typed."""

import pytest

from cli.terminal.line_editor import LineEditor


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("next", "next"),
        ("nexr\x7ft", "next"),
        ("\x7f\x7fgo", "go"),
        ("skip this one\x17topic", "skip this topic"),
        ("archive it\x15next", "next"),
        ("ne\x1b[D\x1b[3~\x1bOAxt", "next"),
        ("caf\x65\u0301\x7f\u00e9", "caf\u00e9"),
        ("a\tb", "a b"),
        ("a\x01\x02b\x00", "ab"),
        ("one word\x17\x17", ""),
    ],
)
def test_keys_edit_the_line(keys: str, text: str) -> None:
    editor = LineEditor()
    assert editor.press(keys) == []
    assert editor.text == text


def test_enter_completes_lines_and_keeps_what_follows() -> None:
    editor = LineEditor()
    assert editor.press("next\rarchive it\nfl") == ["next", "archive it"]
    assert editor.text == "fl"


def test_control_d_ends_only_on_an_empty_line() -> None:
    editor = LineEditor()
    assert editor.press("go\x04\r") == ["go"]
    assert editor.press("\x04") == [None]


def test_an_arrow_key_may_come_in_two_pieces() -> None:
    editor = LineEditor()
    editor.press("ne\x1b[")
    editor.press("Dxt")
    assert editor.text == "next"
