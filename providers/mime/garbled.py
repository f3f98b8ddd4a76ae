"""Tells text that is none: binary data, or words decoded with the wrong charset."""

import re

CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]")
_GARBLED_SHARE = 0.03
_BLOB = re.compile(r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{240,}+|(?:[A-Za-z0-9+/]{60,}+={0,2}\s*+){4,})")
_BLOB_SHARE = 0.6


def is_garbled(text: str) -> bool:
    if not text:
        return False
    odd = len(CONTROLS.findall(text)) - text.count("\x0c")
    blob = sum(len(run) for run in _BLOB.findall(text))
    return odd / len(text) > _GARBLED_SHARE or blob / len(text) > _BLOB_SHARE
