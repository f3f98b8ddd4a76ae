"""The seed of a run is that of its sources, so that the tests of a commit try the same for whoever runs them."""

from pathlib import Path

from tests.randomness import ROOT, seed_of_sources


def test_the_seed_is_another_one_after_each_change_of_a_module_and_else_the_same(tmp_path: Path) -> None:
    package = tmp_path / "session"
    package.mkdir()
    (package / "__init__.py").touch()
    module = package / "call.py"
    module.write_text("HERE = 1\n")
    first = seed_of_sources(tmp_path)
    (tmp_path / "README.md").write_text("What it is.\n")
    assert seed_of_sources(tmp_path) == first
    module.write_text("HERE = 2\n")
    assert seed_of_sources(tmp_path) != first
    module.write_text("HERE = 1\n")
    assert seed_of_sources(tmp_path) == first


def test_it_is_made_of_the_product_and_of_its_tests() -> None:
    assert 0 <= int(seed_of_sources(ROOT)) < 2**32
