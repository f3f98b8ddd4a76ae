from agent.operations.gaps import fillings

PAGE_BYTES = 4096
MANY, SIZE = 1_000, 64


def made() -> list[bytes]:
    return [bytes(SIZE - b"".__sizeof__()) for _ in range(MANY)]


def test_once_the_gaps_are_filled_what_is_made_lies_side_by_side() -> None:
    around = [each for _ in range(20) for each in made()][::2]
    filled = fillings()
    pages = {id(each) // PAGE_BYTES for each in made()}
    assert around
    assert filled
    assert len(pages) <= MANY * SIZE / PAGE_BYTES * 1.3
