"""The console script `aloud`. It holds nothing but the answer to Ctrl-C, so that it stands even while the rest is loading."""

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
