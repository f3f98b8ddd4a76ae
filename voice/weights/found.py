"""Where a model is: in the user's folder, else in a package of the extra, else fetched once from where it is published, and kept.

Each file that is fetched is written beside its place and moved there only when its digest is right, so that what is there is whole.
"""

import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import httpx2

from voice.unavailable import VoiceUnavailableError
from voice.weights.checked import SUMS, Weights, checked, listed_digests
from voice.weights.known_models import KnownModel, Part

PUBLISHED_AT = "https://huggingface.co"
ANSWERS_WITHIN_S = 20.0

MARKS: dict[Part, str] = {"listens": "model.bin", "speaks": "*.onnx"}
"""The file by which a folder is known to hold such a model."""
Packages = Callable[[KnownModel], Path | None]


def installed(model: KnownModel) -> Path | None:
    """Where its package has it. The package is not imported: it is only files."""
    spec = find_spec(model.package)
    return Path(spec.origin).parent / model.folder if spec and spec.origin else None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightPlaces:
    """`chosen`: a folder with one folder for each model, if there is one. `kept`: where fetched models stay."""

    chosen: Path | None
    kept: Path
    published_at: str = PUBLISHED_AT
    packages: Packages = installed

    def find(self, model: KnownModel) -> Weights:
        """The one model that does the part of `model`, checked. Raises `VoiceUnavailableError`."""
        own = self._chosen(model)
        if len(own) > 1:
            names = " and ".join(folder.name for folder in own)
            raise VoiceUnavailableError(f"{self.chosen} has several models of one kind, {names}: leave one of them there.")
        return self.find_all(model)[0]

    def find_all(self, model: KnownModel) -> Sequence[Weights]:
        """The user's own models that do the part of `model`, by name, else that model; all checked. Raises `VoiceUnavailableError`."""
        if own := self._chosen(model):
            return [_own(folder, model) for folder in own]
        folder = self.packages(model)
        if folder is None:
            folder = self.kept / model.name
            fetch(model, folder, published_at=self.published_at)
        return [checked(folder, name=model.name, licence=model.licence, digests=model.files)]

    def _chosen(self, model: KnownModel) -> Sequence[Path]:
        if self.chosen is None:
            return []
        if not self.chosen.is_dir():
            raise VoiceUnavailableError(f"ALOUD_VOICE_MODELS names {self.chosen}, which is no folder: name one, or leave it empty.")
        return sorted({path.parent for path in self.chosen.glob(f"*/{MARKS[model.part]}")})


def _own(folder: Path, known: KnownModel) -> Weights:
    if folder.name == known.name:
        return checked(folder, name=known.name, licence=known.licence, digests=known.files)
    digests = listed_digests(folder)
    if not any(folder / file in folder.glob(MARKS[known.part]) for file in digests):
        raise VoiceUnavailableError(
            f"Nothing says what {folder} should hold: compare its files with what was published, then run `sha256sum * > {SUMS}` there."
        )
    return checked(folder, name=folder.name, licence="see its publisher", digests=digests)


logger = logging.getLogger(__name__)


def fetch(model: KnownModel, folder: Path, *, published_at: str = PUBLISHED_AT) -> None:
    """Bring what is missing of `model` into `folder`. Raises `VoiceUnavailableError`."""
    missing = {file: digest for file, digest in model.files.items() if not (folder / file).exists()}
    if not missing:
        return
    logger.info("fetching a model", extra={"model": model.name, "repository": model.repository})
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with httpx2.Client(follow_redirects=True, timeout=ANSWERS_WITHIN_S) as client:
            for file, digest in missing.items():
                address = f"{published_at}/{model.repository}/resolve/{model.revision}/{model.path}{file}"
                _fetch_file(client, address, folder / file, digest, model)
    except (httpx2.HTTPError, OSError):
        raise VoiceUnavailableError(
            f"The model {model.name} is not on this machine and could not be fetched from {published_at}: install the extra local-voice, "
            "or put the model into a folder and name it in ALOUD_VOICE_MODELS."
        ) from None


def _fetch_file(client: httpx2.Client, address: str, place: Path, digest: str, model: KnownModel) -> None:
    found = hashlib.sha256()
    unfinished = place.with_name(f"{place.name}.part")
    try:
        with client.stream("GET", address) as answer, unfinished.open("wb") as sink:
            answer.raise_for_status()
            for block in answer.iter_bytes():
                found.update(block)
                sink.write(block)
        if found.hexdigest() != digest:
            raise VoiceUnavailableError(
                f"{place.name} of the model {model.name} came altered (another SHA-256): try again, or install the extra local-voice."
            )
        unfinished.replace(place)
    finally:
        unfinished.unlink(missing_ok=True)
