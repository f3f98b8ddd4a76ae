"""What the layout promises, read from the source: who may import whom, what may be logged, where the lines are drawn.

The direction of imports is import-linter's; here stands what it has no contract for.
"""

import ast
import dataclasses
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from agent.operations.discreet_logs import OURS
from session.call import Call

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())

SHAPE = (
    "agent", "session", "briefing", "providers", "inbox", "actions", "knowledge", "conversations", "glance", "team", "correspondence",
    "storage", "prompts", "voice", "web", "cli",
)  # fmt: skip
"""The packages of the product, as the design names them; some are still to come."""

DIRECTION = (
    {"cli"},
    {"agent", "voice", "web"},
    {"session"},
    {"correspondence", "team", "glance", "conversations"},
    {"inbox"},
    {"actions", "knowledge"},
    {"providers"},
    {"storage"},
    {"briefing"},
)
"""Who may import whom: each layer those after it. `prompts` stands beside it and imports nothing of ours."""

BESIDE = {"tests", "benchmarks"}
NAME_CONCRETE_PARTS = {
    "agent/answering.py",
    "agent/operations/warm_up.py",
    "session/opening/assembly.py",
    "session/opening/letter_trust.py",
    "session/opening/forgetting.py",
    "web/main.py",
}
OF_EACH_KIND = {"__init__", "main", "store", "mailbox", "sender", "sent", "watching", "writer"}
"""Names that several modules may have: roots, a package's own tables, and the parts of one protocol that each mailbox implements."""
LOG_METHODS = {"debug", "info", "warning", "error", "critical"}
NEVER_LOGGED_BY = {"exception", "log"}  # the first writes the text of an error, the second is not needed
WOULD_NAME_SOMEBODY = ("subject", "sender", "address", "email", "snippet", "query", "transcript")
FOREIGN_LOGGERS = {"alembic", "livekit.agents"}
"""Loggers of libraries that a module of ours quiets."""

PACKAGES = sorted(folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").exists() and folder.name not in BESIDE)
OF_THE_PAGE = ROOT / "web" / "client"
"""TypeScript, and what npm installs for it, which may be in Python."""
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if not path.is_relative_to(OF_THE_PAGE))
BESIDE_THEM = sorted(path for folder in BESIDE for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts)
"""Tests and benchmarks."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports_of(tree: ast.Module) -> Iterator[str]:
    """Every module that is imported, wherever in the file; relative imports begin with a dot."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def circle_in(graph: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle, the first of them again at the end; empty where there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def calls_in(tree: ast.Module) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def method_of(call: ast.Call) -> tuple[str, str]:
    """`("logger", "info")` for `logger.info(...)`; an object that is not a plain name is its source."""
    return (ast.unparse(call.func.value), call.func.attr) if isinstance(call.func, ast.Attribute) else ("", "")


@cache
def log_calls() -> list[tuple[str, ast.Call]]:
    found = [(f"{name_of(path)}:{call.lineno}", call) for path in MODULES for call in calls_in(tree_of(path))]
    return [
        (place, call)
        for place, call in found
        if "log" in method_of(call)[0].lower() and method_of(call)[1] in LOG_METHODS | NEVER_LOGGED_BY
    ]


class TestLayout:
    def test_every_folder_of_code_is_one_that_the_design_names(self) -> None:
        assert set(PACKAGES) <= set(SHAPE)

    def test_every_package_is_shipped_typed_and_held_to_the_direction(self) -> None:
        tools = PROJECT["tool"]
        assert sorted(tools["hatch"]["build"]["targets"]["wheel"]["packages"]) == PACKAGES
        assert sorted(tools["importlinter"]["root_packages"]) == PACKAGES
        assert sorted(set(tools["mypy"]["packages"]) - BESIDE) == PACKAGES

    def test_the_direction_that_is_checked_is_that_of_the_design(self) -> None:
        (layers,) = [contract["layers"] for contract in PROJECT["tool"]["importlinter"]["contracts"] if contract["type"] == "layers"]
        checked = [set(layer.replace(" ", "").split(":")) for layer in layers]
        assert checked == [present for layer in DIRECTION if (present := layer & set(PACKAGES))]

    @pytest.mark.parametrize("package", PACKAGES)
    def test_a_package_says_what_it_is(self, package: str) -> None:
        assert ast.get_docstring(tree_of(ROOT / package / "__init__.py"))

    @pytest.mark.slow
    def test_every_module_says_what_it_is(self) -> None:
        assert [name_of(path) for path in MODULES if not ast.get_docstring(tree_of(path))] == []

    def test_no_module_is_named_after_nothing(self) -> None:
        assert {path.stem for path in MODULES} & {"utils", "util", "helpers", "helper", "manager", "base", "common", "misc"} == set()


class TestImports:
    def test_briefing_needs_python_and_nothing_else(self) -> None:
        allowed = sys.stdlib_module_names | {"briefing"}
        modules = [path for path in MODULES if path.is_relative_to(ROOT / "briefing")]
        assert len(modules) > 20
        foreign = {(name_of(path), name) for path in modules for name in imports_of(tree_of(path)) if name.partition(".")[0] not in allowed}
        assert foreign == set()

    def test_briefing_has_no_loop_no_clock_and_no_files(self) -> None:
        impure = {"asyncio", "threading", "time", "socket", "subprocess", "pathlib", "os", "io", "logging", "sqlite3", "urllib"}
        modules = [path for path in MODULES if path.is_relative_to(ROOT / "briefing")]
        assert {
            (name_of(path), name) for path in modules for name in imports_of(tree_of(path)) if name.partition(".")[0] in impure
        } == set()
        clocks = {
            (name_of(path), call.lineno)
            for path in modules
            for call in calls_in(tree_of(path))
            if method_of(call)[1] in {"now", "today", "utcnow"}
        }
        assert clocks == set()

    def test_only_actions_and_the_mailboxes_themselves_know_the_writing_protocol(self) -> None:
        writing = "providers.mailbox_writing"
        knowing = {path.relative_to(ROOT).parts[0] for path in MODULES for name in imports_of(tree_of(path)) if name.startswith(writing)}
        assert knowing == {"actions", "providers"}

    def test_only_these_and_cli_name_concrete_mailboxes_stores_and_models(self) -> None:
        concrete = (
            "providers.maildir", "providers.gmail", "providers.models.choice", "inbox.ledger.redis_ledger", "inbox.ledger.sql_ledger",
            "inbox.saved_call.redis_call_state", "inbox.saved_call.sql_call_state",
        )  # fmt: skip
        naming = {
            name_of(path)
            for path in MODULES
            for name in imports_of(tree_of(path))
            if name.startswith(concrete) and not name_of(path).startswith(("cli/", "providers/", "storage/migrations/"))
        }
        assert naming == NAME_CONCRETE_PARTS

    def test_no_files_import_each_other_in_a_circle(self) -> None:
        modules = {module_of(path): path for path in MODULES}
        files = {name for name, path in modules.items() if path.name != "__init__.py"}
        graph = {name: (set(imports_of(tree_of(path))) & files) - {name} for name, path in modules.items()}
        assert circle_in(graph) == []

    def test_a_circle_would_be_found(self) -> None:
        assert set(circle_in({"a": {"b", "d"}, "b": {"c"}, "c": {"a"}, "d": set()})) == {"a", "b", "c"}
        assert circle_in({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


class TestSize:
    def test_a_folder_holds_at_most_twenty_modules(self) -> None:
        folders = Counter(path.relative_to(ROOT).parent.as_posix() for path in [*MODULES, *BESIDE_THEM] if path.name != "__init__.py")
        del folders["storage/migrations/versions"]  # steps that are numbered, never looked for by name, and never less
        assert {folder: count for folder, count in folders.items() if count > 20} == {}

    def test_a_module_has_at_most_three_hundred_lines(self) -> None:
        lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
        assert {name: length for name, length in lengths.items() if length > 300} == {}

    def test_a_call_has_at_most_fifteen_fields(self) -> None:
        assert len(dataclasses.fields(Call)) <= 15


class TestNames:
    def test_no_two_classes_of_the_product_have_one_name(self) -> None:
        versioned = ROOT / "storage" / "migrations"
        names = Counter(
            node.name
            for path in MODULES
            if not path.is_relative_to(versioned)
            for node in ast.walk(tree_of(path))
            if isinstance(node, ast.ClassDef)
        )
        assert [name for name, count in names.items() if count > 1] == []

    def test_no_two_modules_of_the_product_have_one_name(self) -> None:
        names = Counter(path.stem for path in MODULES)
        assert {name for name, count in names.items() if count > 1} <= OF_EACH_KIND


class TestConsent:
    def test_only_consent_makes_a_grant(self) -> None:
        """Neither by its name nor as an altered copy of another."""
        making = {
            name_of(path)
            for path in MODULES
            for call in calls_in(tree_of(path))
            if ast.unparse(call.func).rpartition(".")[2] == "SingleUseGrant"
            or (ast.unparse(call.func).rpartition(".")[2] == "replace" and "grant" in "".join(map(ast.unparse, call.args[:1])).lower())
            or (method_of(call)[1] == "enter" and "register" in method_of(call)[0].lower())
        }
        assert making == {"actions/consent/consent.py"}

    def test_a_grant_is_used_up_where_something_is_done_and_nowhere_else(self) -> None:
        redeeming = {name_of(path) for path in MODULES for call in calls_in(tree_of(path)) if method_of(call)[1] == "redeem"}
        assert redeeming
        assert {name.partition("/")[0] for name in redeeming} == {"actions"}

    def test_only_actions_has_a_mail_sent_or_looked_for_among_the_sent(self) -> None:
        sending = {
            name_of(path)
            for path in MODULES
            for call in calls_in(tree_of(path))
            if method_of(call)[1] == "find_sent" or (method_of(call)[1] == "send" and "sender" in method_of(call)[0].lower())
        }
        assert sending
        assert {name.partition("/")[0] for name in sending} == {"actions"}

    def test_only_consent_opens_and_moves_the_gate(self) -> None:
        knowing = {
            name_of(path) for path in MODULES for name in imports_of(tree_of(path)) if name.startswith("actions.consent.gate")
        } - {"actions/consent/gate.py"}  # fmt: skip
        assert knowing == {"actions/consent/consent.py"}


class TestLogs:
    def test_there_is_something_to_check(self) -> None:
        assert len(log_calls()) > 10

    def test_a_message_is_a_constant(self) -> None:
        for place, call in log_calls():
            assert method_of(call)[1] in LOG_METHODS, f"{place}: an exception's text may quote a mail"
            assert len(call.args) == 1, f"{place}: values go into extra"
            message = call.args[0]
            assert isinstance(message, ast.Constant), f"{place}: the message must be a plain string"
            assert isinstance(message.value, str), place
            assert "%" not in message.value, place
            assert "{" not in message.value, place

    def test_values_are_named_and_no_error_is_turned_into_text(self) -> None:
        for place, call in log_calls():
            assert {keyword.arg for keyword in call.keywords} <= {"extra"}, f"{place}: a traceback may quote a mail"
            for keyword in call.keywords:
                made_up = [node for node in ast.walk(keyword.value) if isinstance(node, ast.JoinedStr)]
                assert not made_up, f"{place}: a text made of values may hold anything"
                turned = {ast.unparse(node.func) for node in ast.walk(keyword.value) if isinstance(node, ast.Call)} & {"str", "repr"}
                assert not turned, f"{place}: the text of an error may quote a mail"
                assert not [word for word in WOULD_NAME_SOMEBODY if word in ast.unparse(keyword.value)], place

    def test_what_every_package_logs_is_kept(self) -> None:
        assert set(PACKAGES) == OURS

    def test_loggers_are_named_after_their_module(self) -> None:
        calls = [call for path in MODULES for call in calls_in(tree_of(path)) if method_of(call) == ("logging", "getLogger")]
        named = {ast.unparse(call.args[0]) for call in calls if call.args}
        assert named <= {"__name__", *map(repr, FOREIGN_LOGGERS)}

    def test_nothing_is_printed_outside_the_command_line(self) -> None:
        printing = [
            f"{name_of(path)}:{call.lineno}"
            for path in MODULES
            for call in calls_in(tree_of(path))
            if isinstance(call.func, ast.Name) and call.func.id in {"print", "pprint"} and not name_of(path).startswith("cli/")
        ]
        assert printing == []


SHAPELESS = ("dict[str, Any]", "Dict[str, Any]", "Mapping[str, Any]", "dict[str, object]")

OPEN_RECORDS = {
    "agent/tools/function_tools.py": "the arguments of a tool that is only described",
    "session/untrusted.py": "JSON for a model, made and used up within the module",
    "agent/briefer.py": "the arguments of a tool call, as LiveKit wants them",
    "briefing/tracking/snapshot.py": "the stored form of a snapshot, on its way to and from JSON",
    "storage/migrations/versions/v0008_whole_snapshots.py": "the stored form of snapshots and their changes, as it was",
    "providers/models/choice.py": "a signature that LiveKit's own class prescribes",
}


def annotations_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            written = [node.returns, *(each.annotation for each in every if each)]
            yield from ((node.lineno, ast.unparse(annotation)) for annotation in written if annotation)
        elif isinstance(node, ast.AnnAssign):
            yield node.lineno, ast.unparse(node.annotation)


def test_a_record_has_a_type_of_its_own() -> None:
    shapeless = {
        name_of(path)
        for path in MODULES
        for _, annotation in annotations_of(tree_of(path))
        if any(shape in annotation for shape in SHAPELESS)
    }
    assert shapeless <= OPEN_RECORDS.keys()
