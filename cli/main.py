"""The console script `aloud`. It only handles Ctrl-C, so that this works while everything else is still loading."""

import signal
import sys

from cli import INTERRUPTED


def main() -> None:
    """Run the command line; Ctrl-C ends it with 130 and without a traceback, whatever it is doing."""
    try:
        from cli.command_line import app  # noqa: PLC0415 - see above

        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not print a traceback during the shutdown


if __name__ == "__main__":
    main()
