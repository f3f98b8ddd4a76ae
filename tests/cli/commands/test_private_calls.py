"""What a call stores is for the user of its process alone, whatever that user has set up for what they write."""

import os
import tempfile
from pathlib import Path

import pytest

from tests.cli.piped import aloud_piped
from tests.storage.test_private_files import leave_open, modes_in, seen_by_nobody


@pytest.mark.slow
@pytest.mark.parametrize("umask", [0o000, pytest.param(0o022, marks=pytest.mark.proof)])
def test_whatever_the_umask_nothing_of_a_call_is_for_others_and_what_was_open_is_closed_with_a_word(umask: int) -> None:
    with tempfile.TemporaryDirectory(prefix="aloud-private-") as path:  # one that every user may enter, unlike pytest's own
        folder, data = Path(path), Path(path) / "data"
        folder.chmod(0o755)
        first = aloud_piped("console", "--sample", folder=folder, lines="next\ngoodbye\n", umask=umask)
        assert modes_in(data) == {("folder", 0o700), ("file", 0o600)}
        leave_open(data)
        again = aloud_piped("brief", "--sample", folder=folder, umask=umask)
        assert (first.stderr, again.stderr) == ("", "Other users of this machine could read files in ALOUD_DATA_DIR; they no longer can.\n")
        assert (first.exit_code, again.exit_code) == (0, 0)
        assert modes_in(data) == {("folder", 0o700), ("file", 0o600)}
        if os.geteuid() == 0:
            assert seen_by_nobody(data) == []
