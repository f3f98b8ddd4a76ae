"""The process of `aloud worker`: `python -m cli.commands.worker_process start PATH`.

It runs LiveKit's own command line (`python -m livekit.agents`, 1.8.9) and corrects two things:

- LiveKit installs its signal handlers after seconds of imports; until then Ctrl-C would print a traceback. Here the process just ends.
  `aloud worker` blocks the signal before it executes this program, and here it is unblocked.
- A worker that fails, because no LiveKit server could be reached for minutes, exits with code 0, so a supervisor would not restart it.
"""

import logging
import signal
import sys

from agent.operations.uncollected import uncollected

FAILED = "worker failed"
"""The log message of such a failure, the only sign that the worker was not asked to stop."""


class _Failure(logging.Handler):
    noted = False

    def emit(self, record: logging.LogRecord) -> None:
        self.noted = self.noted or record.msg == FAILED


def main() -> None:
    """Run LiveKit's own command line. Nothing may run on import, because its child processes import this module as well."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with uncollected():
        from livekit.agents.__main__ import main as livekit_agents  # noqa: PLC0415 - takes seconds, and Ctrl-C has to work meanwhile

    failure = _Failure(logging.ERROR)
    logging.getLogger("livekit.agents").addHandler(failure)
    code = livekit_agents()
    sys.exit(code or int(failure.noted))


if __name__ == "__main__":
    main()
