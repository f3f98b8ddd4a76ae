"""A sender whose name is ours is not told as if we spoke."""

import pytest

from briefing.mail import Address
from briefing.speech.content.names import spoken_name


@pytest.mark.parametrize("name", ["Aloud", "ALOUD", "A loud", "The Aloud team", "Eva\u201d Done. Next topic", 'Eva" Archived'])
def test_a_name_that_is_ours_is_told_by_its_domain(name: str) -> None:
    assert spoken_name(Address(name=name, email="eva.stone@evil.example")) == "someone at evil.example"


def test_other_names_stay() -> None:
    assert spoken_name(Address(name='Eva "Evi" Stone', email="eva@x.example")) == "Eva Evi Stone"
