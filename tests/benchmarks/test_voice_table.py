"""What the benchmark of the voice found, as docs/voice.md tells it; and how wrong words are counted."""

import json
from pathlib import Path

from benchmarks.voice.dictation import rate, wrong_words
from benchmarks.voice.table import BEGINS, ENDS, write


def test_the_tables_are_written_in_their_place(tmp_path: Path) -> None:
    figures = [{"what": "wrong, %", "measured": 0.7, "at_most": 0.5, "verdict": "MISSED"}]
    about = {"at": "2026-11-23T15:00:00+00:00", "took_s": 120, "figures": figures}
    shares = {"piper": {"clean": [97, 3, 0], "telephone": [90, 9.5, 0.5]}}
    hearing = {**about, "table": shares, "colloquial": shares, "of each cell": {"piper clean": 30, "piper telephone": 29}}
    (tmp_path / "voice.hearing.json").write_text(json.dumps(hearing), "utf-8")
    (tmp_path / "voice.room.json").write_text(json.dumps({**about, "figures": [{**figures[0], "what": "answered"}]}), "utf-8")
    (tmp_path / "voice.hearing.png").write_bytes(b"picture")
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "voice.md").write_text(f"before\n{BEGINS}\nold\n{ENDS}\nafter\n", "utf-8")
    write(tmp_path, docs)
    page = (docs / "voice.md").read_text("utf-8")
    assert page.startswith("before\n")
    assert page.endswith("after\n")
    assert "old" not in page
    assert "59 commands, 29 to 30 in each cell" in page
    assert "| telephone | 90 / 10 / 0.5 |" in page
    assert "| wrong, % | 0.70 | 0.5 | MISSED |" in page
    assert page.index("| answered |") > page.index("| wrong, % |")
    assert (docs / "voice-heard.png").read_bytes() == b"picture"
    write(tmp_path, docs)
    assert (docs / "voice.md").read_text("utf-8") == page


def test_words_are_counted_apart_from_names() -> None:
    assert wrong_words("Tell Tomasz that I agree.", "tell Thomas that I agree") == (0, 4)
    assert wrong_words("I agree with it.", "I agreed with") == (2, 4)
    assert wrong_words("It is here.", "It is right over here.") == (2, 3)
    assert wrong_words("Ruth cannot come.", "cannot come") == (0, 2)
    assert rate(["I agree.", "It is here."], ["I agree", "It was here"]) == 20.0
