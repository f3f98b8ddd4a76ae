"""What may be an echo of what we have just said."""

from actions.consent.said_lately import SaidLately


def test_an_echo_may_be_of_two_passages_that_followed_each_other() -> None:
    said = SaidLately(lambda: 3.0)
    said.note("Archived.", begun_at=1.0)
    said.note("Archive the mail from Weekly Deals? Yes or no.", begun_at=2.0)
    assert said.may_come_back_as("archived it archive", began_at=3.0, asked=())
    assert not said.may_come_back_as("flag the one from Anna", began_at=3.0, asked=())
