"""300 turns with the conversation that each belongs to: ten subjects that were talked about, and others that were not.

A turn that continues is about the subject that is active; one that resumes names another of the ten; a new one is about none of them.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

KINDS: Sequence[Literal["continue", "resume", "new"]] = ("continue", "resume", "new")


@dataclass(frozen=True, slots=True)
class LabelledTurn:
    """`belongs_to` is a subject; None: a new one."""

    words: str
    active: str
    belongs_to: str | None

    @property
    def kind(self) -> Literal["continue", "resume", "new"]:
        return "new" if self.belongs_to is None else "continue" if self.belongs_to == self.active else "resume"


def _read() -> tuple[Mapping[str, str], Sequence[LabelledTurn]]:
    lines: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        head, _, words = line.partition(": ")
        label, _, subject = head.partition(" ")
        lines[label].append((subject, words))
    titles = dict(lines["titles"])
    subjects = list(titles)
    turns = [LabelledTurn(words, subject, subject) for subject, words in lines["continues"]]
    for index, (subject, words) in enumerate(lines["resumes"]):
        others = [each for each in subjects if each != subject]
        turns.append(LabelledTurn(words, others[index % len(others)], subject))
    turns += [LabelledTurn(words, subjects[index % len(subjects)], None) for index, (_, words) in enumerate(lines["new"])]
    return titles, turns


TITLES, LABELLED = _read()
