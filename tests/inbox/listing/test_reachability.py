"""Which accounts answer, as it is noted question by question."""

from inbox.listing.reachability import Reachability
from tests.inbox.memory_mailbox import refused, unavailable


def test_an_account_that_was_never_asked_is_neither_silent_nor_answering() -> None:
    reach = Reachability()
    reach.answered("aa", refusals=reach.refusals("aa"))
    assert "bb" not in reach.silent | reach.answering


def test_an_account_answers_as_long_as_its_last_question_was_answered() -> None:
    reach = Reachability()
    for failure in (unavailable(), refused()):
        reach.answered("aa", refusals=reach.refusals("aa"))
        assert reach.answering == {"aa"}
        assert not reach.silent
        reach.failed("aa", failure)
        assert not reach.answering
        assert reach.silent == {"aa"}
