"""Where sequences are played: one event loop on a virtual clock, one engine, and a copy of the empty database for each."""

import asyncio
import logging
import shutil
from pathlib import Path

from storage.migrate import migrate
from tests.agent.fault_run.disk import Disk
from tests.agent.fault_run.process import OneThreadLoop
from tests.agent.fault_run.run import Report, play
from tests.agent.fault_run.steps import Sequence
from tests.agent.fault_run.truth import Finding, Harm

EXPECTED = {"marks lost", "the end of a call's state is lost"}
"""What a call says that ends while nothing can be stored."""


class _Errors(logging.Handler):
    """What went wrong beside the conversation, where nobody else learns of it."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.getMessage() not in EXPECTED:
            self.messages.append(record.getMessage())


class Stage:
    """Plays one sequence after the other. `folder` is for its files."""

    def __init__(self, folder: Path) -> None:
        self._empty = folder / "empty.db"
        self._path = folder / "played.db"
        self._disk = Disk()
        asyncio.run(migrate(f"sqlite:///{self._empty}"))

    def play(self, sequence: Sequence) -> Report:
        """What becomes of this sequence."""
        self._disk.take_out()
        for leftover in self._path.parent.glob(f"{self._path.name}*"):
            leftover.unlink()
        shutil.copyfile(self._empty, self._path)
        errors = _Errors()
        logging.getLogger().addHandler(errors)
        try:
            with asyncio.Runner(loop_factory=OneThreadLoop) as runner:
                report = runner.run(play(sequence, self._disk, self._path))
        finally:
            logging.getLogger().removeHandler(errors)
        report.findings += [Finding(Harm.FAILED, "at some time", "", message) for message in errors.messages]
        return report

    def close(self) -> None:
        """Let go of the files."""
        self._disk.take_out()
