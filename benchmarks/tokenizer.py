"""Text to tokens, by the tokenizer of the models that a call runs on (o200k_base).

The Python package for it downloads its table while it runs; the one on npm carries it along. So Node does the work: one process that is
given all texts and answers with their tokens. On a machine without Node or without the package, four characters count as one token, and
whoever records a number says so.
"""

import json
import shutil
import subprocess
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "js-tiktoken@1.0.21"
FOLDER = Path(__file__).parents[1] / ".cache" / "npm"
CHARACTERS_PER_TOKEN = 4
INSTALLED_WITHIN_S = 120.0

_SCRIPT = """
const { Tiktoken } = require("js-tiktoken/lite");
const encoding = new Tiktoken(require("js-tiktoken/ranks/o200k_base"));
for (const line of require("fs").readFileSync(0, "utf8").trimEnd().split("\\n")) {
  console.log(JSON.stringify(encoding.encode(JSON.parse(line), [], [])));
}
"""

Token = Hashable


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokenized:
    """Tokens by text, and by what they were made."""

    tokenizer: str
    exact: bool
    tokens: Mapping[str, tuple[Token, ...]]


def tokenized(texts: Collection[str], *, installs: bool = True) -> Tokenized:
    """The tokens of each text, by o200k_base where Node and the package are there or may and can be installed, otherwise by length."""
    different = list(dict.fromkeys(texts))
    if (missing := _missing(installs=installs)) is not None:
        print(f"{missing}: {CHARACTERS_PER_TOKEN} characters count as one token here", flush=True)
        return Tokenized(tokenizer=f"approximation: {CHARACTERS_PER_TOKEN} characters", exact=False, tokens=dict(map(_pieces, different)))
    lines = "\n".join(json.dumps(text) for text in different)
    answer = subprocess.run(["node", "-e", _SCRIPT], cwd=FOLDER, input=lines, capture_output=True, text=True, check=True)  # noqa: S603, S607
    ids = (tuple(json.loads(line)) for line in answer.stdout.splitlines())
    return Tokenized(tokenizer=f"o200k_base, {PACKAGE}", exact=True, tokens=dict(zip(different, ids, strict=True)))


def _missing(*, installs: bool) -> str | None:
    """What is missing, after it was tried to install it; None if all is there."""
    if shutil.which("node") is None:
        return "Node is missing"
    if (FOLDER / "node_modules" / "js-tiktoken").is_dir():
        return None
    if not installs or shutil.which("npm") is None:
        return "the tokenizer is missing"
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = ["npm", "install", "--no-audit", "--no-fund", "--no-save", "--no-package-lock", "--silent", "--prefix", str(FOLDER), PACKAGE]
    try:
        subprocess.run(command, capture_output=True, check=True, timeout=INSTALLED_WITHIN_S)  # noqa: S603
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return "the tokenizer could not be installed"
    return None


def _pieces(text: str) -> tuple[str, tuple[Token, ...]]:
    return text, tuple(text[start : start + CHARACTERS_PER_TOKEN] for start in range(0, len(text), CHARACTERS_PER_TOKEN))
