"""Every word said to a model, as one Markdown file per role.

Files have named slots in double braces. An unknown file, an unknown slot or a missing value raises: a prompt with an empty slot must
never be sent.
"""

import re
from functools import cache
from importlib.resources import files

SLOT = re.compile(r"\{\{(\w+)\}\}")
BRACES = re.compile(r"\{\{|\}\}")


class PromptError(Exception):
    """A prompt does not exist, or its slots and the values given do not match."""


@cache
def _template(name: str) -> str:
    if not name.isidentifier():
        raise PromptError(f"there is no prompt named {name}")
    try:
        text = files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        raise PromptError(f"there is no prompt named {name}") from None
    if BRACES.search(SLOT.sub("", text)):
        raise PromptError(f"prompt {name} has double braces that are not a slot")
    return text


def slots(name: str) -> frozenset[str]:
    """The names of a prompt's slots."""
    return frozenset(SLOT.findall(_template(name)))


def render(name: str, /, **values: object) -> str:
    """The prompt `name` with its slots filled. Values are put in as they are and never searched for slots."""
    if slots(name) != values.keys():
        raise PromptError(f"prompt {name} has the slots {sorted(slots(name))}, values were given for {sorted(values)}")
    return SLOT.sub(lambda slot: str(values[slot[1]]), _template(name))
