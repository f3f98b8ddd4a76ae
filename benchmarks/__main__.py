"""`python -m benchmarks`: run every benchmark here, or those named (`python -m benchmarks triage gmail`).

A benchmark is a module of this package with a `main`; a new one needs no entry anywhere. A folder's name stands for all that is in it, and
what is in `proofs` runs only where it is named.
"""

import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stderr
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from time import monotonic

import benchmarks
from benchmarks.record import RESULTS, Figure, Measured, record

Benchmark = Callable[[], Measured]


def found() -> dict[str, Benchmark]:
    """Name and `main` of every benchmark of this package, in alphabetical order."""
    paths = (module.name for module in walk_packages(benchmarks.__path__, "benchmarks.") if not module.name.endswith("__main__"))
    modules = {path.removeprefix("benchmarks."): import_module(path) for path in sorted(paths)}
    return {name: module.main for name, module in modules.items() if hasattr(module, "main")}


def wanted(names: Iterable[str], known: Mapping[str, Benchmark]) -> dict[str, Benchmark]:
    """What these names stand for, or everything but the proofs without a name. Exits with one line if a name stands for nothing."""
    if not (asked := list(names)):
        return {name: main for name, main in known.items() if not name.startswith("proofs.")}
    if unknown := [name for name in asked if not any(_stands_for(name, each) for each in known)]:
        sys.exit(f"No benchmark called {', '.join(unknown)}; there are: {', '.join(known)}.")
    return {each: main for each, main in known.items() if any(_stands_for(name, each) for name in asked)}


def _stands_for(name: str, benchmark: str) -> bool:
    return benchmark == name or benchmark.startswith(f"{name}.")


def run(benchmarks: Mapping[str, Benchmark], folder: Path) -> tuple[dict[str, Measured], list[str]]:
    """Run them one after the other, and leave JSON and plots in the folder; what each found, and what went wrong.

    A missed mark or a failure of one does not stop the others.
    """
    results: dict[str, Measured] = {}
    wrong: list[str] = []
    for name, main in benchmarks.items():
        print(f"== {name}", flush=True)
        began = monotonic()
        try:
            results[name] = main()
        except Exception as error:  # whatever it is, the others still have something to tell
            with redirect_stderr(sys.stdout):
                traceback.print_exc()
            wrong.append(f"{name} failed: {type(error).__name__}")
            continue
        took_s = monotonic() - began
        record(folder, name, results[name], took_s=took_s)
        wrong += [f"{name} missed its mark: {figure.what}" for figure in results[name].figures if figure.missed]
        print(f"-- took {took_s:.0f} s", flush=True)
    return results, wrong


def table(results: Mapping[str, Measured]) -> list[str]:
    """One line per figure: what it is, its value, its mark, the A/A arm's, and whether the mark was reached."""
    rows = [(name, figure.what, _in_columns(figure)) for name, measured in results.items() for figure in measured.figures]
    names, whats = (max((len(row[column]) for row in rows), default=0) for column in (0, 1))
    return [f"{name:<{names}}  {what:<{whats}}  {columns}".rstrip() for name, what, columns in rows]


def _in_columns(figure: Figure) -> str:
    mark = "" if figure.at_most is None else f"at most {_short(figure.at_most)}"
    again = "" if figure.same_again is None else f"A/A {_short(figure.same_again)}"
    return f"{_short(figure.measured):>9}  {mark:<16}{again:<12}{figure.verdict}"


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def main() -> None:
    """Run what the command line names, print the table, and fail if a mark was missed."""
    results, wrong = run(wanted(sys.argv[1:], found()), RESULTS)
    print("", *table(results), sep="\n", flush=True)
    if wrong:
        sys.exit("\n".join(["", *wrong]))


if __name__ == "__main__":
    main()
