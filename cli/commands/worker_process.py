"""The process of `aloud worker` from its first import on: `python -m cli.commands.worker_process start PATH`.

Otherwise it is like `python -m livekit.agents`.

What LiveKit's own command line (1.8.9) lacks:

- Its handlers of signals are in place once everything is imported, which takes seconds; until then Ctrl-C would be answered with a
  traceback from the middle of some library. Here the process just ends, as any program does that has not begun. `aloud worker` holds the
  signal back while the one program becomes the other (see `cli.commands.aloud_worker`), and here it is let through again.
- A worker that fails, because no LiveKit server could be reached for minutes, ends with code 0, so a supervisor would not restart it.
"""

import logging
import signal
import sys

from agent.operations.uncollected import uncollected

FAILED = "worker failed"
"""What is logged then; nothing else tells that it was not asked to end."""


class _Failure(logging.Handler):
    noted = False

    def emit(self, record: logging.LogRecord) -> None:
        self.noted = self.noted or record.msg == FAILED


def main() -> None:
    """Run LiveKit's own command line. Its children import this module as well, which is why nothing happens on import."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with uncollected():
        from livekit.agents.__main__ import main as livekit_agents  # noqa: PLC0415 - takes seconds, in which Ctrl-C has to work

    failure = _Failure(logging.ERROR)
    logging.getLogger("livekit.agents").addHandler(failure)
    code = livekit_agents()
    sys.exit(code or int(failure.noted))


if __name__ == "__main__":
    main()
