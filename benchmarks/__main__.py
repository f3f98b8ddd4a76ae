"""`python -m benchmarks`: run every benchmark here, or those named (`python -m benchmarks triage`).

A benchmark is a module of this package with a `main`; a new one needs no entry anywhere.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

import benchmarks


def found() -> dict[str, Callable[[], None]]:
    """Name and `main` of every benchmark of this package, in alphabetical order."""
    names = sorted(module.name for module in iter_modules(benchmarks.__path__) if not module.name.startswith("_"))
    modules = {name: import_module(f"benchmarks.{name}") for name in names}
    return {name: module.main for name, module in modules.items() if hasattr(module, "main")}


def main() -> None:
    """Run what the command line names, or everything; an unknown name ends with one line that lists the known ones."""
    known = found()
    wanted = sys.argv[1:] or list(known)
    if unknown := [name for name in wanted if name not in known]:
        sys.exit(f"No benchmark called {', '.join(unknown)}; there are: {', '.join(known)}.")
    for name in wanted:
        print(f"== {name}", flush=True)
        known[name]()


if __name__ == "__main__":
    main()
