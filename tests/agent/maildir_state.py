"""What stands in a Maildir, read with nothing of ours."""

from pathlib import Path


def flags_of(folder: Path) -> dict[str, str]:
    """Unique name -> flags, of `new` (no flags) and `cur`."""
    found = {}
    for part in ("new", "cur"):
        if (folder / part).is_dir():
            for path in (folder / part).iterdir():
                unique, _, flags = path.name.partition(":2,")
                found[unique] = flags
    return found


def unread_names(folder: Path) -> set[str]:
    """Unique names of mail without the seen flag."""
    return {name for name, flags in flags_of(folder).items() if "S" not in flags}
