"""The line being typed: keys in, lines out. Pure; it knows no terminal.

The terminal's own line editing is not used, because what the agent says may arrive in the middle of a line, and only who holds the
typed text can put it back below.
"""

import re
import unicodedata
from enum import StrEnum

_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O[ -~]|[^\[O])?")
_BEGUN = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)\Z")


class Key(StrEnum):
    """The keys that do something other than write a letter."""

    ENTER = "\n"
    RETURN = "\r"
    BACKSPACE = "\x7f"
    CONTROL_H = "\x08"
    CONTROL_D = "\x04"
    CONTROL_U = "\x15"
    CONTROL_W = "\x17"
    TAB = "\t"


class LineEditor:
    """Holds `text`, what is typed so far. Arrow and function keys are passed over."""

    def __init__(self) -> None:
        self.text = ""
        self._begun = ""

    def press(self, keys: str) -> list[str | None]:
        """Take keys; the lines that they complete, and none where they end the input (Ctrl-D on an empty line)."""
        keys = self._begun + keys
        begun = _BEGUN.search(keys)
        self._begun = begun.group() if begun else ""
        done: list[str | None] = []
        for key in _SEQUENCE.sub("", keys.removesuffix(self._begun)):
            match key:
                case Key.ENTER | Key.RETURN:
                    done.append(self.text)
                    self.text = ""
                case Key.CONTROL_D if not self.text:
                    done.append(None)
                case _:
                    self.text = _edited(self.text, key)
        return done


def _edited(text: str, key: str) -> str:
    match key:
        case Key.BACKSPACE | Key.CONTROL_H:
            return _without_last_letter(text)
        case Key.CONTROL_U:
            return ""
        case Key.CONTROL_W:
            return text.rstrip()[: text.rstrip().rfind(" ") + 1]
        case Key.TAB:
            return f"{text} "
        case _:
            # A combining mark or a joiner is not "printable" on its own, yet part of a letter.
            return text + key if key.isprintable() or unicodedata.category(key) in {"Mn", "Cf"} else text


def _without_last_letter(text: str) -> str:
    while text and unicodedata.combining(text[-1]):
        text = text[:-1]
    return text[:-1]
