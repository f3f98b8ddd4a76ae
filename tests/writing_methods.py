"""What changes a mailbox or has a mail leave, worked out from the providers' own source, and who else makes use of it.

There is no list of our methods. What Google's own description allows nobody who may only read, what makes, renames or writes a file where
mail folders are at home, and what a mail server is told for a mail to be taken: whoever does one of these writes, and so does whoever calls
one that does, through a class, a function or a protocol that its module knows.
"""

import ast
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from googleapiclient.discovery_cache import get_static_doc

from tests.test_architecture import PACKAGES

READ_ONLY = "https://www.googleapis.com/auth/gmail.readonly"
CHANGES_FILES = frozenset(
    ("chmod", "hardlink_to", "link", "mkdir", "move", "remove", "rename", "replace", "rmdir", "symlink_to", "touch", "unlink", "write",
     "write_bytes", "write_text")
)  # fmt: skip
"""Of Python's `Path`, `os` and `shutil`, and of an open file."""
HANDS_IN = frozenset({"rcpt", "send_message", "sendmail"})
"""Of an SMTP client: who names recipients does not only look."""
TAKE_BY_NAME = frozenset({"attrgetter", "getattr", "methodcaller"})
PROOFS = frozenset({"Receipt", "Sent"})
"""What the protocols hand out for something that was written."""
MAY_WRITE = ("actions/", "providers/")
KNOW_NO_PROVIDER = ("briefing/", "prompts/", "storage/")
"""They import none, which import-linter holds; names of their own may be the same."""

Sources = Mapping[str, ast.Module]
"""Modules by their path, such as "providers/gmail/api.py"."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method, or with an empty `owner` a function."""

    module: str
    owner: str
    name: str
    node: ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """What writes among the providers. `unproved` are promised ways to write in which nothing was found that does: unknown means.

    `by_readers` are those that write although their class is for reading.
    """

    names: frozenset[str]
    unproved: frozenset[str]
    by_readers: frozenset[str]


def writing_of(sources: Sources) -> Writing:
    """What writes among the providers of these sources."""
    methods = [method for path, tree in sources.items() if path.startswith("providers/") for method in _methods(path, tree)]
    owned: dict[str, set[str]] = {}
    for method in methods:
        owned.setdefault(method.owner, set()).add(method.name)
    protocols = {
        node.name
        for path, tree in sources.items()
        if path.startswith("providers/")
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any("Protocol" in ast.unparse(base) for base in node.bases)
    }

    keepers = {
        protocol: {owner for owner in owned.keys() - protocols - {""} if owned[protocol] <= owned[owner]}
        for protocol in protocols & owned.keys()
    }
    promised = {
        (owner, method.name)
        for method in methods
        if method.owner in protocols and method.node.returns and ast.unparse(method.node.returns) in PROOFS
        for owner in keepers[method.owner]
    }
    homes = {_home(method.module) for method in methods if (method.owner, method.name) in promised}
    at_home = [method for method in methods if _home(method.module) in homes]
    seen_as = {owner: {owner} | {each for each, kept_by in keepers.items() if owner in kept_by} for owner in owned}
    known = {path: _names_bound(sources[path]) for path in {method.module for method in at_home}}
    used = {method: _names_used(method.node) for method in at_home}
    writing = {method for method in at_home if any(is_writing(call) for call in _calls(method.node))}

    def uses(method: Method, other: Method) -> bool:
        there = known[method.module]
        return other.name in used[method] and (not there.isdisjoint(seen_as[other.owner]) if other.owner else other.name in there)

    while more := {method for method in at_home if method not in writing and any(uses(method, other) for other in writing)}:
        writing |= more
    found, readers = {(method.owner, method.name) for method in writing}, keepers.get("Mailbox", set())
    return Writing(
        names=frozenset(method.name for method in writing),
        unproved=frozenset(f"{owner}.{name}" for owner, name in promised - found),
        by_readers=frozenset(f"{owner}.{name}" for owner, name in found if owner in readers),
    )


def uses_of(writing: Writing, path: str, tree: ast.Module) -> list[str]:
    """Where a module makes use of what writes, as "cli/some.py:12 api.trash"; nothing in those that may.

    A name of what writes stands for it wherever it is taken from an object, unless that is one's own or a library handed it out.
    """
    if path.startswith(MAY_WRITE + KNOW_NO_PROVIDER):
        return []
    not_meant = _names_bound(tree, only_libraries=True) | {"self", "cls"}
    found: set[tuple[int, str]] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in writing.names and ast.unparse(node.value).split(".")[0] not in not_meant:
            found.add((node.lineno, ast.unparse(node)))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("providers"):
            found |= {(node.lineno, alias.name) for alias in node.names if alias.name in writing.names}
        elif isinstance(node, ast.Call):
            by_name = ast.unparse(node.func).rpartition(".")[2] in TAKE_BY_NAME
            taken = {each.value for each in node.args if isinstance(each, ast.Constant)} & writing.names
            if (by_name and taken) or is_writing(node, files=False):
                found.add((node.lineno, ast.unparse(node.func)))
    return [f"{path}:{line} {name}" for line, name in sorted(found)]


def is_writing(call: ast.Call, *, files: bool = True) -> bool:
    """Whether a call is itself one that changes a mailbox or hands a mail in; `files`: where files are mails."""
    if not isinstance(call.func, ast.Attribute):
        return False
    name = call.func.attr
    of_gmail = name in NOT_FOR_READERS and any(keyword.arg == "userId" for keyword in call.keywords)
    of_a_file = name in CHANGES_FILES and (name != "replace" or len(call.args) == 1)  # of a text it takes two
    return of_gmail or name in HANDS_IN or (files and of_a_file)


def _not_for_readers(resource: Mapping[str, Mapping[str, Mapping[str, object]]]) -> Iterator[str]:
    for name, method in resource.get("methods", {}).items():
        if READ_ONLY not in str(method["scopes"]).split("'"):
            yield name
    for inner in resource.get("resources", {}).values():
        yield from _not_for_readers(inner)  # type: ignore[arg-type]


NOT_FOR_READERS = frozenset(_not_for_readers(json.loads(get_static_doc("gmail", "v1"))))
"""The methods of Gmail's interface that the permission to read does not cover."""


def _methods(path: str, tree: ast.Module) -> Iterator[Method]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Method(path, "", node.name, node)
        elif isinstance(node, ast.ClassDef):
            yield from (
                Method(path, node.name, each.name, each) for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
            )


def _home(path: str) -> str:
    """The package of a provider, or the one module that it is."""
    return path if path.count("/") == 1 else path.rpartition("/")[0]


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (each for each in ast.walk(node) if isinstance(each, ast.Call))


def _names_used(node: ast.AST) -> set[str]:
    names = (each for each in ast.walk(node) if isinstance(each, ast.Attribute | ast.Name))
    return {each.attr if isinstance(each, ast.Attribute) else each.id for each in names}


def _names_bound(tree: ast.Module, *, only_libraries: bool = False) -> set[str]:
    """What a module imports, and unless `only_libraries` also what it defines."""
    bound: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not (only_libraries and (node.module or "").partition(".")[0] in PACKAGES):
            bound |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            bound |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    return bound if only_libraries else bound | {node.name for node in tree.body if isinstance(node, DEFINES)}


DEFINES = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
