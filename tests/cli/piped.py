"""`aloud` without a terminal: standard input out of a pipe or a file, what it writes as it was written."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.cli.forked import Run, forked
from tests.cli.pseudo_terminal import TIMEOUT_S, environment


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    stdout: str
    stderr: str
    exit_code: int | None


def aloud_piped(
    *arguments: str,
    folder: Path,
    settings: Mapping[str, str] | None = None,
    lines: str = "",
    stdin: Path | None = None,
    umask: int | None = None,
) -> Written:
    """Run to the end, with `lines` in a pipe or with the file `stdin`."""
    pipe, out, err = folder / "stdin", folder / "stdout", folder / "stderr"
    out.write_text("")
    err.write_text("")
    if stdin is None:
        os.mkfifo(pipe)
    process = forked(
        Run(
            arguments=arguments,
            environment=environment(folder, **(settings or {})),
            folder=folder,
            stdin=str(stdin or pipe),
            stdout=str(out),
            stderr=str(err),
            umask=umask,
        )
    )
    try:
        if stdin is None:
            pipe.write_text(lines)
            pipe.unlink()
        process.join(TIMEOUT_S)
        return Written(stdout=out.read_text(), stderr=err.read_text(), exit_code=process.exitcode)
    finally:
        process.kill()
        process.join()
