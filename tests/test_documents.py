"""What the documents promise: the files, folders and commands they name exist, and the README is short."""

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

from cli.command_line import app

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
README = (ROOT / "README.md").read_text()
PACKAGES = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
TWO_SCREENS = 100
NAMED_FROM = ("", "agent", "session", "briefing")
"""Where a path in a document begins: at the top, or in the folder that the paragraph is about."""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.name))
def test_every_file_that_a_document_names_is_there(document: Path) -> None:
    text = document.read_text()
    named = set(re.findall(r"`([\w/]+\.(?:py|md|yaml|toml))`", text)) | set(re.findall(r"\]\((?!http)([^)#]+)", text))
    places = [[ROOT / folder / name for folder in NAMED_FROM] + [document.parent / name] for name in sorted(named)]
    assert [str(each[0]) for each in places if not any(path.exists() for path in each)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.name))
def test_every_make_target_that_a_document_names_is_there(document: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = chain.from_iterable(
        re.findall(pattern, document.read_text(), re.MULTILINE) for pattern in (r"`make ([a-z-]+)`", r"^    make (\w[\w-]*)")
    )
    assert set(named) <= targets


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.name))
def test_every_command_that_a_document_names_is_there(document: Path) -> None:
    commands = {str(command.name or getattr(command.callback, "__name__", "")).replace("_", "-") for command in app.registered_commands}
    commands |= {str(group.name) for group in app.registered_groups}
    assert set(re.findall(r"(?:`|    |/)aloud ([a-z][a-z-]+)", document.read_text())) - {"dev"} <= commands


class TestReadme:
    def test_it_fits_two_screens(self) -> None:
        assert len(README.splitlines()) <= TWO_SCREENS

    def test_it_has_a_line_for_every_folder_of_code(self) -> None:
        rows = "\n".join(re.findall(r"^\|.*", README, re.MULTILINE))
        assert {folder for folder in {*PACKAGES, "tests", "benchmarks", "docs"} if f"`{folder}/`" not in rows} == set()

    def test_it_shows_a_conversation(self) -> None:
        speakers = re.findall(r"^(aloud|you  ) \w", README, re.MULTILINE)
        assert min(speakers.count("aloud"), speakers.count("you  ")) >= 4

    @pytest.mark.parametrize("word", ["make demo", "make test", "OPENAI_API_KEY", "OPENAI_BASE_URL"])
    def test_it_says_how_to_try_test_and_connect(self, word: str) -> None:
        assert word in README

    def test_it_says_what_has_not_been_run_against_the_real_services(self) -> None:
        said = README.partition("## What has not been run against the real thing")[2]
        assert {name for name in ("OpenAI", "Google", "LiveKit Cloud", "Dockerfile", "compose.yaml") if name not in said} == set()
