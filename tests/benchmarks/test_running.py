"""Benchmarks are found, run, and held against their marks."""

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import found, run, table, wanted
from benchmarks.record import Figure, Measured

pytestmark = pytest.mark.slow


def quick() -> Measured:
    return Measured(figures=[Figure(what="an answer, s", measured=0.2, at_most=0.3, same_again=1.01)], numbers={"seconds": [0.2]})


def late() -> Measured:
    return Measured(figures=[Figure(what="a notice, s", measured=5.1, at_most=5.0), Figure(what="a board, ms", measured=7.0)])


def broken() -> Measured:
    raise RuntimeError("no server")


def test_a_missed_mark_and_a_failure_are_named_and_stop_no_other(tmp_path: Path) -> None:
    results, wrong = run({"broken": broken, "late": late, "quick": quick}, tmp_path)
    assert list(results) == ["late", "quick"]
    assert wrong == ["broken failed: RuntimeError", "late missed its mark: a notice, s"]
    written = json.loads((tmp_path / "quick.json").read_text())
    assert written["seconds"] == [0.2]
    assert written["figures"][0] == {"what": "an answer, s", "measured": 0.2, "at_most": 0.3, "same_again": 1.01, "verdict": "reached"}


def test_the_table_tells_each_figure_its_mark_and_whether_it_was_reached() -> None:
    lines = [line.split() for line in table({"late": late(), "quick": quick()})]
    assert lines[0][-4:] == ["at", "most", "5", "MISSED"]
    assert lines[1][-1] == "7", "a figure without a mark has no verdict"
    assert lines[2][-6:] == ["at", "most", "0.3", "A/A", "1.01", "reached"]
    assert table({}) == []


def test_a_value_that_is_no_number_misses_its_mark() -> None:
    assert Figure(what="x", measured=float("nan"), at_most=1.0).missed


def test_a_folder_stands_for_all_in_it_and_proofs_run_only_where_they_are_named() -> None:
    known = {"board": quick, "gmail.reads": quick, "gmail.calls": quick, "proofs.hijack": quick}
    assert list(wanted([], known)) == ["board", "gmail.reads", "gmail.calls"]
    assert list(wanted(["gmail"], known)) == ["gmail.reads", "gmail.calls"]
    assert list(wanted(["proofs"], known)) == ["proofs.hijack"]
    with pytest.raises(SystemExit, match=r"No benchmark called mail; there are: board, "):
        wanted(["mail"], known)


def test_benchmarks_are_found_without_being_listed() -> None:
    assert {"triage", "gmail.reads", "proofs.hijack"} <= found().keys()
    assert "arms" not in found()
