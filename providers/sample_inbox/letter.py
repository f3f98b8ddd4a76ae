"""One mail of the sample inbox before it is mail: who writes what, how long ago, in answer to which other letter.

The letters are TOML files under `letters/`, so that whoever writes them needs to know nothing else; a field that does not exist, or a
person whom `people.toml` does not have, raises.
"""

import tomllib
from email.headerregistry import Address
from email.utils import parseaddr
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, TypeAdapter

SAMPLE_ADDRESS = "sam.rivera@example.com"
"""Whose inbox it is: the own address to configure with it."""
SAMPLE_NAME = "Sam Rivera"

Folder = Literal["unread", "read", "archive", "sent"]
Shape = TypeVar("Shape")


def content(name: str, shape: type[Shape]) -> Shape:
    return TypeAdapter(shape).validate_python(tomllib.loads(files(__package__).joinpath("letters", f"{name}.toml").read_text("utf-8")))


@cache
def _people() -> dict[str, str]:
    return {"sam": f"{SAMPLE_NAME} <{SAMPLE_ADDRESS}>", **content("people", dict[str, str])}


def person(named: Address | str) -> Address:
    """Somebody of `people.toml`, or whose name and address are given in full."""
    if isinstance(named, Address):
        return named
    name, address = parseaddr(named if "@" in named else _people()[named])
    return Address(display_name=name, addr_spec=address)


Person = Annotated[Address, BeforeValidator(person)]


class Letter(BaseModel):
    """A mail to be. `key` names it for `answers` and becomes its Message-ID; `hours` is its age.

    Texts may hold slots such as `[[friday]]` or `[[date+3]]` (see `days`). A letter with `answers` quotes that letter below its text,
    unless `quotes` is false. `raw` replaces everything else but the age: it is the whole message, slots included. An attached file is only
    as real as its name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    key: str
    sender: Person
    subject: str
    hours: float
    text: str = ""
    html: str = ""
    folder: Folder = "unread"
    flagged: bool = False
    answers: str = ""
    quotes: bool = True
    to: tuple[Person, ...] = (person("sam"),)
    cc: tuple[Person, ...] = ()
    headers: dict[str, str] = {}
    attachments: tuple[str, ...] = ()
    calendar: str = ""
    raw: str = ""


@cache
def letters(*names: str) -> tuple[Letter, ...]:
    return tuple(letter for name in names for letter in content(name, dict[str, list[Letter]])["letter"])
