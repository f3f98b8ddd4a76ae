"""The `aloud` command."""

import signal

INTERRUPTED = 128 + signal.SIGINT
"""What a process that Ctrl-C ended exits with."""
