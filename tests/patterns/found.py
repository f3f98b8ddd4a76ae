"""Every regular expression of the product, found in its syntax trees and in what its modules hold, with the ways in which it is applied.

A pattern is evaluated in its module, so that joined constants count as they are; a name that only a function knows stands for a word. What
is applied to it (`search`, `fullmatch`, ...) is told by the names that hold it, for one that no name applies by what its module applies to
anything that a function was handed; what is applied nowhere counts as searched and as matched in full, which is the hardest of all.
"""

import ast
import builtins
import importlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from briefing.mail_action import MailAction
from briefing.understanding.verbs.table import VERBS

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "actions",
    "agent",
    "briefing",
    "cli",
    "conversations",
    "correspondence",
    "glance",
    "inbox",
    "knowledge",
    "prompts",
    "providers",
    "session",
    "storage",
    "team",
    "voice",
    "web",
)
APPLIED = frozenset({"search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer"})
ANY_WAY = frozenset({"search", "fullmatch"})
_WITH_FLAGS_THIRD = frozenset({"search", "match", "fullmatch", "findall", "finditer"})

Pattern = re.Pattern[str] | re.Pattern[bytes]


@dataclass(frozen=True, slots=True)
class Found:
    """One pattern; `ways` are the functions of `re` that apply it."""

    place: str
    pattern: Pattern
    ways: frozenset[str]


@cache
def product_patterns() -> tuple[Found, ...]:
    """All patterns, each text once."""
    modules = tuple(_modules())
    applied: dict[Pattern, frozenset[str]] = {}
    places: dict[Pattern, str] = {}
    unknown: dict[str, set[str]] = {}
    looked_at = set[int]()
    for name, tree, module in modules:
        unnamed = unknown[name] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in APPLIED and not _is(node.value, "re"):
                held = getattr(module, node.value.id, None) if isinstance(node.value, ast.Name) else None
                if isinstance(held, re.Pattern):
                    applied[held] = applied.get(held, frozenset()) | {node.attr}
                elif node.attr != "split":  # of a string, as a rule
                    unnamed.add(node.attr)
        for call, pattern, way in _written(tree, module):
            places.setdefault(pattern, f"{name}:{call.lineno}")
            if way:
                applied[pattern] = applied.get(pattern, frozenset()) | way
        for value in vars(module).values():
            for pattern in _held(value, looked_at):
                places.setdefault(pattern, f"{name}:held")
    return tuple(
        Found(place, pattern, frozenset(applied.get(pattern) or unknown[place.partition(":")[0]] or ANY_WAY))
        for pattern, place in places.items()
    )


def _modules() -> Iterator[tuple[str, ast.Module, ModuleType]]:
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "node_modules" not in path.parts):
        text = path.read_text()
        if "import re\n" in text or any(f".{way}(" in text for way in APPLIED):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            yield name, ast.parse(text), importlib.import_module(name)


def _written(tree: ast.Module, module: ModuleType) -> Iterator[tuple[ast.Call, Pattern, frozenset[str]]]:
    """The calls of `re` that stand in a module."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="compile")):
                yield from ((node, each, frozenset()) for each in _compiled(node.args, node.keywords, module))
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=way)) if way in APPLIED:
                flags = [each for each in node.keywords if each.arg == "flags"]
                arguments = [node.args[0], *(node.args[2:3] if way in _WITH_FLAGS_THIRD else [])]
                yield from ((node, each, frozenset({way})) for each in _compiled(arguments, flags, module))
            case _:
                pass


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


class _Word(str):
    """What a function alone knows."""

    def __getattr__(self, name: str) -> "_Word":
        return _Word("word")


def _compiled(arguments: list[ast.expr], keywords: list[ast.keyword], module: ModuleType) -> Iterator[Pattern]:
    compiling = ast.Call(ast.Attribute(ast.Name("re", ast.Load()), "compile", ast.Load()), arguments, keywords)
    code = compile(ast.fix_missing_locations(ast.Expression(compiling)), module.__name__, "eval")
    unknown = [name for name in code.co_names if name not in vars(module) and name not in dir(builtins)]
    looped = next((_LOOPED[name] for name in unknown if name in _LOOPED), None)
    for value in looped(module) if looped else [_Word("word")]:
        pattern = eval(code, {**vars(module), **dict.fromkeys(unknown, value)})  # noqa: S307 - the product's own source
        assert isinstance(pattern, re.Pattern)
        yield pattern


_LOOPED: Mapping[str, Callable[[ModuleType], Iterable[object]]] = {
    "action": lambda _: MailAction,
    "named": lambda module: [named for named, _ in module._SPOKEN_OF],
    "written": lambda module: (
        [written for written, _ in module.SPELLED] if hasattr(module, "SPELLED") else [each.pattern for each, _ in module._SPELLED]
    ),
    "spoken_of": lambda module: [spoken_of for _, spoken_of in module._SPOKEN_OF],
    "pattern": lambda module: (
        [f"(?:{unless})" for verb in VERBS.values() if (unless := verb.request.unless)] if hasattr(module, "VERBS") else [_Word("word")]
    ),
}
"""What the names stand for that a function takes from a table, one after the other."""


def _held(value: object, looked_at: set[int]) -> Iterator[Pattern]:
    """Patterns in a module's tables, of which many are in several modules and some hold hundreds of thousands of phrases."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, str) or id(value) in looked_at:
        return
    elif isinstance(value, tuple | list | set | frozenset | Mapping) or (is_dataclass(value) and not isinstance(value, type)):
        looked_at.add(id(value))
        for each in _parts(value):
            yield from _held(each, looked_at)


def _parts(value: object) -> Iterable[object]:
    match value:
        case Mapping():
            return (*value.keys(), *value.values())
        case tuple() | list() | set() | frozenset():
            return value
        case _:
            return [getattr(value, each.name) for each in fields(value)]  # type: ignore[arg-type] # a dataclass
