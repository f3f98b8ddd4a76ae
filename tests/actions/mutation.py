"""Runs the tests of a module against mutants of it, in one process and without changing a file.

    python -m tests.actions.mutation     writes out the mutants that no test has noticed, one on a line

A mutant is made while its module is imported: the loader hands out the source with one line changed. All our modules that know each other
are imported anew for each mutant, the tests included.
"""

import contextlib
import io
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from tests.actions.mutants import MUTANTS, Mutant

ROOT = Path(__file__).parents[2]
PATHS = {
    "gate": "actions/consent/gate",
    "consent": "actions/consent/consent",
    "leave": "actions/consent/leave",
    "said_lately": "actions/consent/said_lately",
    "grants": "actions/consent/grants",
    "actions": "briefing/mail_action",
    "payloads": "actions/consent/payloads",
    "confirmation": "briefing/understanding/confirmation",
    "asking_clause": "briefing/understanding/verbs/asking_clause",
    "echo_guard": "briefing/understanding/echo_guard",
}
TESTED_BY = {
    "gate": ("actions/consent/test_gate",),
    "consent": (
        "actions/consent/test_consent",
        "actions/consent/test_consent_attacks",
        "actions/consent/test_consent_words",
        "actions/consent/test_recipients_agreed_to",
    ),
    "leave": ("actions/consent/test_consent_attacks", "actions/consent/test_consent_words", "actions/consent/test_consent"),
    "said_lately": ("actions/consent/test_consent_words",),
    "grants": ("actions/consent/test_consent", "actions/consent/test_consent_words"),
    "actions": ("actions/consent/test_payloads",),
    "payloads": ("actions/consent/test_payloads", "actions/consent/test_recipients_agreed_to"),
    "confirmation": ("briefing/understanding/test_confirmation",),
    "asking_clause": ("briefing/understanding/test_change_intents", "briefing/test_before_a_verb", "briefing/test_behind_a_verb"),
    "echo_guard": ("briefing/understanding/test_echo_guard",),
}
OURS = (
    "actions",
    "briefing.mail_action",
    "briefing.understanding",
    "tests.actions.consent.test_",
    "tests.actions.consenting",
    "tests.briefing.understanding.test_",
    "tests.briefing.test_before_a_verb",
    "tests.briefing.test_behind_a_verb",
    "tests.briefing.understanding.understood",
)
"""What is imported anew for each mutant."""
FAILED = pytest.ExitCode.TESTS_FAILED


def source_of(mutant: Mutant) -> str:
    """The module's source with the line changed. Raises `ValueError` unless there is exactly one such line."""
    lines = (ROOT / f"{PATHS[mutant.file]}.py").read_text(encoding="utf-8").splitlines()
    places = [place for place, line in enumerate(lines) if line.strip() == mutant.before]
    if len(places) != 1:
        raise ValueError(f"{len(places)} such lines in {mutant.file}: {mutant.before}")
    line = lines[places[0]]
    lines[places[0]] = line[: len(line) - len(line.lstrip())] + mutant.after
    return "\n".join(lines)


class _MutantLoader(SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.path, "exec")


class _MutantFinder(MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self._name = PATHS[mutant.file].replace("/", ".")
        self._path = str(ROOT / f"{PATHS[mutant.file]}.py")
        self._source = source_of(mutant)

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        return spec_from_file_location(fullname, self._path, loader=_MutantLoader(fullname, self._path, self._source))


@contextlib.contextmanager
def imported_anew(mutant: Mutant | None) -> Iterator[None]:
    """Within it, the next import of the mutant's module brings the mutant."""
    for name in [name for name in sys.modules if name.startswith(OURS)]:
        del sys.modules[name]
    finders = [_MutantFinder(mutant)] if mutant else []
    sys.meta_path[:0] = finders
    try:
        yield
    finally:
        for finder in finders:
            sys.meta_path.remove(finder)


def outcome(mutant: Mutant | None, tests: Sequence[str], ini: Path) -> int:
    """The exit code of the tests of these modules against the mutant, or against the code as it is."""
    files = [str(ROOT / "tests" / f"{name}.py") for name in tests]
    options = [
        "-x",
        "-q",
        "--tb=no",
        "--no-header",
        "--noconftest",
        "--assert=plain",
        "-c",
        str(ini),
        "--rootdir",
        str(ROOT),
        "-p",
        "no:cacheprovider",
    ]
    unused = [argument for plugin in ("xdist", "asyncio", "hypothesispytest", "timeout") for argument in ("-p", f"no:{plugin}")]
    with imported_anew(mutant), contextlib.redirect_stdout(io.StringIO()):
        return int(pytest.main([*options, *unused, *files]))


def main() -> None:
    """Write out the survivors; fail when the tests fail without a mutant, or do anything but fail with one."""
    with tempfile.TemporaryDirectory() as folder:
        ini = Path(folder) / "pytest.ini"
        ini.write_text("[pytest]\n", encoding="utf-8")
        for tests in set(TESTED_BY.values()):
            if code := outcome(None, tests, ini):
                sys.exit(f"without a mutant: exit code {code} of {tests}")
        for mutant in MUTANTS:
            if outcome(mutant, TESTED_BY[mutant.file], ini) != FAILED:
                sys.stdout.write(f"{mutant.file}: {mutant.before} -> {mutant.after}\n")


if __name__ == "__main__":
    main()
