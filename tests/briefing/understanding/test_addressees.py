"""To whom a line says that something be written, and who is only spoken of."""

import pytest

from briefing.understanding.addressees import addressees


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("reply to Tomasz that Wednesday is fine", {"tomasz"}),
        ("archive it and answer Tomasz", {"tomasz"}),
        ("tell Tomasz and Priya that Ruth comes too", {"tomasz", "priya"}),
        ("could you please let Priya know that I come", {"priya"}),
        ("forward it to Tomasz Wolski", {"tomasz", "wolski"}),
        ("send it to Ruth and tell her yes", {"ruth"}),
        ("answer the mail from Priya that it is fine", {"priya"}),
        ("reply to Will that I come", {"will"}),
        ("tell mum that we come", {"mum"}),
        ("tell him that Ruth is late", set()),
        ("reply that you should tell Priya", set()),
        ("reply saying it works, and tell Priya", set()),
        ("reply to the first one that it is fine", set()),
        ("reply to everyone that I come", set()),
        ("reply yes", set()),
        ("what did Ruth tell Priya", set()),
        ("send it now", set()),
        ("could you answer her politely that it suits me", set()),
        ("write Leo's teacher that Thursday is fine", set()),
        ("answer Tomasz's mail", {"tomasz"}),
        ("tell him and Ruth that I come", {"ruth"}),
    ],
)
def test_who_is_addressed(line: str, names: set[str]) -> None:
    assert addressees(line).words == names


def test_a_name_is_told_from_a_description() -> None:
    assert [addressees(line).plainly for line in ("tell Ruth yes", "tell the landlord yes", "tell mum yes")] == [True, False, False]
