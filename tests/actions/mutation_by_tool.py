"""Mutation testing of what decides whether something may be done: each operator and constant is changed by itself, and a test notices.

    pip install cosmic-ray
    python -m tests.actions.mutation_by_tool actions/consent/gate.py ...     or without a path, all of them

The mutants are those of cosmic-ray; our own are of texts and of `in`. What is left over is argued in `docs/mutation.md`. With a file named
by `MUTANTS_KEPT`, what became of each is kept there, and a run that was broken off goes on; they are tried in an order of chance, so that
a part of them is a sample. No file of the product is changed: the tests of a module run in a process forked off one that has imported all
but the module and what imports it; of a mutant within a function, those that call this function. One that does not come to an end is told
with what is left over, as such.
"""

import ast
import contextlib
import importlib
import json
import os
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.metadata import entry_points
from importlib.util import spec_from_file_location
from itertools import chain, count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import CodeType, FrameType, ModuleType
from typing import Any

import pytest

from tests.randomness import SEED_VARIABLE

ROOT = Path(__file__).parents[2]
SEED = "1"
SELECTED = ("-m", "not proof and not random", "-k", "not postgresql")
CONSENT = (
    "actions/consent/test_gate",
    "actions/consent/test_consent",
    "actions/consent/test_consent_words",
    "actions/consent/test_consent_attacks",
    "actions/consent/test_recipients_agreed_to",
    "actions/consent/test_payloads",
)
INTENTS = ("briefing/understanding/test_change_intents", "briefing/test_behind_a_verb", *CONSENT[:5])
HOLDING = ("briefing/understanding/test_holding_back",)
SENDING = (
    "actions/sending/test_sending_store",
    "actions/sending/test_outbox",
    "actions/sending/test_drafts",
    "actions/sending/test_sealed_words",
)
TESTED_BY: Mapping[str, tuple[str, ...]] = {
    "actions/consent/gate.py": CONSENT[:5],
    "actions/consent/grants.py": CONSENT,
    "actions/consent/consent.py": CONSENT,
    "actions/consent/leave.py": ("actions/consent/test_leave", *CONSENT),
    "actions/consent/said_lately.py": CONSENT,
    "actions/consent/payloads.py": (CONSENT[5], *CONSENT[:5]),
    "actions/consent/audit.py": ("actions/consent/test_audit",),
    "briefing/mail_action.py": ("briefing/test_mail_action",),
    "actions/sending_states.py": ("actions/sending/test_sending_states", *SENDING),
    "actions/sending/sending_store.py": SENDING,
    "briefing/understanding/confirmation.py": ("briefing/understanding/test_confirmation",),
    "briefing/understanding/echo_guard.py": ("briefing/understanding/test_echo_guard",),
    "briefing/understanding/may_ask.py": ("actions/consent/test_may_ask",),
    "briefing/understanding/evidence.py": ("briefing/understanding/test_evidence",),
    "briefing/understanding/holding_back.py": HOLDING,
    "briefing/understanding/stop_words.py": HOLDING,
    "briefing/understanding/change_intents.py": INTENTS,
    "briefing/understanding/verbs/asking_clause.py": INTENTS,
}


NOT_MADE = re.compile(r"core/Variable|_Is(?:Not)?_(?!Is)|_(?:Not)?Eq_Is")
"""Mutants that need a variable to be named; and members of an enumeration or None put in order, or found to be equal and not the same."""


KEPT_VARIABLE = "MUTANTS_KEPT"


@dataclass(frozen=True, slots=True)
class Mutant:
    """The source with one change; `line` is where it is, `before` and `after` what stood there and stands there now."""

    operator: str
    line: int
    before: str
    after: str
    source: str


class Kept:
    """What became of the mutants of a module, by what they change, in a file of one line each: they outlive changes elsewhere in it."""

    def __init__(self, module: str, path: str | None) -> None:
        self._module, self._path = module, Path(path) if path else None
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path and self._path.exists() else []
        read = [json.loads(line) for line in lines]
        self._became = {each["mutant"]: each["became"] for each in read if each["module"] == module}

    def of(self, key: str) -> str:
        """`killed`, `alive`, `not in time`, or empty for one that was not tried."""
        return str(self._became.get(key, ""))

    def note(self, key: str, became: str) -> None:
        self._became[key] = became
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps({'module': self._module, 'mutant': key, 'became': became})}\n")


def mutants_of(source: str) -> Iterator[Mutant]:
    """All mutants that differ from the source, and from each other, in more than an annotation."""
    seen = {_meaning(source)}
    for operator, changed in chain(_of_cosmic_ray(source), _of_texts(source), _of_membership(source)):
        try:
            meaning = _meaning(changed)
        except (SyntaxError, ValueError):
            continue
        if meaning in seen:
            continue
        seen.add(meaning)
        pairs = zip(count(1), source.splitlines(), changed.splitlines(), strict=False)
        line, before, after = next(((at, old, new) for at, old, new in pairs if old != new), (0, "", ""))
        yield Mutant(operator, line, before.strip(), after.strip(), changed)


def _of_cosmic_ray(source: str) -> Iterator[tuple[str, str]]:
    plugins, mutating, trees = (importlib.import_module(f"cosmic_ray.{name}") for name in ("plugins", "mutating", "ast"))
    tree = importlib.import_module("parso").parse(source)
    nodes = [getattr(node, name, None) for node in ast.walk(ast.parse(source)) for name in ("annotation", "returns")]
    annotations = [((each.lineno, each.col_offset), (each.end_lineno, each.end_col_offset)) for each in nodes if each is not None]
    for name in plugins.operator_names():
        if NOT_MADE.search(name):
            continue
        operator = plugins.get_operator(name)()
        places = chain.from_iterable(operator.mutation_positions(node) for node in trees.ast_nodes(tree))
        for occurrence, (begin, end) in enumerate(places):
            if not any(begins <= begin and end <= ends for begins, ends in annotations):
                yield name.removeprefix("core/"), mutating.mutate_code(source, operator, occurrence) or source


def _of_texts(source: str) -> Iterator[tuple[str, str]]:
    """Each text becomes another one, and each list of alternatives in it loses one of them."""
    tree = ast.parse(source)
    scopes = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)]
    told = {id(stmt.value) for scope in scopes for stmt in scope.body if isinstance(stmt, ast.Expr)}
    told |= {id(stmt.value) for scope in scopes if _is_enumeration(scope) for stmt in scope.body if isinstance(stmt, ast.Assign)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in told | inside:
            continue
        for value in _others(node.value):
            yield "Text", _replaced(source, node, repr(value))


def _is_enumeration(scope: ast.AST) -> bool:
    return isinstance(scope, ast.ClassDef) and any(ast.unparse(base) == "StrEnum" for base in scope.bases)


def _others(text: str) -> Iterator[str]:
    yield "" if text else "XX"
    begun, barred = [0], [False]
    for at, char in enumerate([*text, ")"]):
        if char in "|)":
            barred[-1] |= char == "|"
            if barred[-1]:
                yield text[: begun[-1]] + text[at + 1 :] if char == "|" else text[: begun[-1] - 1] + text[at:]
        if char == "(":
            begun.append(at + 3 if text[at + 1 : at + 3] == "?:" else at + 1)
            barred.append(False)
        elif char == "|":
            begun[-1] = at + 1
        elif char == ")" and len(begun) > 1:
            begun.pop()
            barred.pop()


def _of_membership(source: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            other = ast.NotIn() if isinstance(node.ops[0], ast.In) else ast.In()
            yield "Membership", _replaced(source, node, f"({ast.unparse(ast.Compare(node.left, [other], node.comparators))})")


def _replaced(source: str, node: ast.expr, by: str) -> str:
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    begin = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: (node.end_lineno or 0) - 1])) + (node.end_col_offset or 0)
    whole = b"".join(lines)
    return (whole[:begin] + by.encode() + whole[end:]).decode()


def _meaning(source: str) -> str:
    """The source without annotations, without how arguments are to be given, and without how an object is laid out in memory."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Name("object", ast.Load())
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.arguments):
            node.args, node.posonlyargs, node.kwonlyargs = [*node.posonlyargs, *node.args, *node.kwonlyargs], [], []
            node.defaults, node.kw_defaults = [*node.defaults, *filter(None, node.kw_defaults)], []
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.Call):
            node.keywords = [each for each in node.keywords if each.arg not in {"slots", "kw_only"}]
    return ast.dump(tree)


@cache
def _imports(module: str) -> frozenset[str]:
    """The names that a module of ours imports, and the packages around them."""
    path = _path(module)
    if path is None:
        return frozenset()
    found = {"tests.conftest"} if module.startswith("tests.") and ".test_" in module else set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    named = {name for name in found if _path(name) or name.split(".")[0] not in OURS}
    return frozenset(named - {module})


OURS = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()}


def _path(module: str) -> Path | None:
    path = ROOT / module.replace(".", "/")
    if module.split(".", maxsplit=1)[0] not in OURS:
        return None
    return next((each for each in (path.with_suffix(".py"), path / "__init__.py") if each.exists()), None)


def _import_all_but(module: str, tests: Sequence[str]) -> None:
    """Import what the tests import, but for the module and what imports it."""
    reached, new = set(), set(tests)
    while new:
        reached |= new
        new = {name for each in new for name in _imports(each)} - reached
    behind = {module}
    while more := {each for each in reached if _imports(each) & behind} - behind:
        behind |= more
    for plugin in entry_points(group="pytest11"):
        plugin.load()
    for name in sorted(reached - behind):
        with contextlib.suppress(ModuleNotFoundError):  # it may be a name within a module of others
            importlib.import_module(name)
    if databases := sys.modules.get("tests.storage.migrated"):
        databases.empty_file()


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.path, "exec")


class _Finder(MetaPathFinder):
    """Hands out the source of a mutant for one module."""

    def __init__(self, module: str, source: str) -> None:
        self._module, self._source = module, source

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self._module:
            return None
        at = str(_path(fullname))
        return spec_from_file_location(fullname, at, loader=_Loader(fullname, at, self._source))


def _run(module: str, source: str, tests: Sequence[str], plugin: object = None) -> Any:
    sys.meta_path.insert(0, _Finder(module, source))
    given = ["-x", "-q", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "-n", "0", *SELECTED]
    return pytest.main([*given, *tests], plugins=[plugin] if plugin else [])


class _Reaching:
    """Notes which tests call which functions of a module; None is all that is called while it is imported."""

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._test: str | None = None
        self.calls: dict[str, dict[str | None, None]] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._test = item.nodeid
        yield

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename == self._path:
            self.calls.setdefault(frame.f_code.co_qualname.partition(".<locals>")[0], {})[self._test] = None


def _reaching(module: str, source: str, files: Sequence[str], note: Path) -> Any:
    """Run the tests as they are, and note by name of a function which of them call it."""
    calls = _Reaching(_path(module) or ROOT)
    sys.setprofile(calls)
    code = _run(module, source, files, calls)
    sys.setprofile(None)
    note.write_text(json.dumps({name: None if None in by else [*by] for name, by in calls.calls.items()}), encoding="utf-8")
    return code


def _function_at(tree: ast.AST, line: int) -> str | None:
    """The qualified name of the outermost function around a line, its decorators included."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            begins = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if begins <= line <= (node.end_lineno or 0):
                within = _function_at(node, line) if isinstance(node, ast.ClassDef) else ""
                return None if within is None else f"{node.name}.{within}".removesuffix(".")
    return None


def _forked(what: Callable[[], Any], within_s: float) -> int | None:
    """The exit code of what runs in a forked process; none if it had to be ended."""
    if (child := os.fork()) == 0:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        code = 97
        try:
            code = int(what())
        finally:
            os._exit(code)
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def survivors_of(path: str) -> Iterator[dict[str, object]]:
    """Each mutant that no test notices, and in the end the figures."""
    module, source = path.removesuffix(".py").replace("/", "."), (ROOT / path).read_text(encoding="utf-8")
    tests = TESTED_BY[path]
    files = [str(ROOT / "tests" / f"{each}.py") for each in tests]
    _import_all_but(module, [f"tests.{each.replace('/', '.')}" for each in tests])
    begun = time.monotonic()
    with TemporaryDirectory() as folder:
        note = Path(folder) / "calls.json"
        if code := _forked(lambda: _reaching(module, source, files, note), 600):
            sys.exit(f"without a mutant: exit code {code} of {tests}")
        calls: dict[str, list[str] | None] = json.loads(note.read_text(encoding="utf-8"))
    takes_s, tree = time.monotonic() - begun, ast.parse(source)
    kept, seen = Kept(path, os.environ.get(KEPT_VARIABLE)), Counter[str]()
    found = list[tuple[str, Mutant]]()
    for mutant in mutants_of(source):
        change = f"{mutant.before} -> {mutant.after}"
        seen[change] += 1
        found.append((f"{change} #{seen[change]}", mutant))
    Random(SEED).shuffle(found)  # noqa: S311 - to be repeated, not to be secret
    for key, mutant in found:
        if (became := kept.of(key)) in {"", "not in time"}:
            name = _function_at(tree, mutant.line)
            by = files if name is None else calls.get(name, [])
            ended = 0 if by == [] else _forked(lambda mutant=mutant, by=by: _run(module, mutant.source, by or files), 3 * takes_s + 30)  # type: ignore[misc]
            became = "not in time" if ended is None else "killed" if ended else "alive"
            kept.note(key, became)
        if became != "killed":
            yield {"module": path, "operator": mutant.operator, "line": mutant.line, "after": mutant.after, "became": became}
    counts = Counter(kept.of(key) for key, _ in found)
    yield {"module": path, "mutants": len(found), **counts, "seconds": round(time.monotonic() - begun)}


def main() -> None:
    os.environ[SEED_VARIABLE] = SEED
    for path in sys.argv[1:] or TESTED_BY:
        if (child := os.fork()) == 0:
            for each in survivors_of(path):
                sys.stdout.write(f"{json.dumps(each)}\n")
                sys.stdout.flush()
            sys.stdout.flush()
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
