"""No mail that is not the user's reply is taken for one, in whatever way it was forged."""

from collections import Counter

from correspondence.verified import verified
from tests.correspondence import forged_otherwise
from tests.correspondence.forged import KINDS, forged

KINDS_OF_ALL = (*KINDS, *forged_otherwise.KINDS)


def test_no_forged_reply_counts() -> None:
    mails = [*forged(KINDS_OF_ALL)]
    assert len(mails) >= 200
    accepted = [name for name, each in mails if verified(each.arrival, each.trust, recorded=each.recorded).from_user]
    assert accepted == []


def test_each_kind_has_mails() -> None:
    counts = Counter(name.rpartition(" ")[0] for name, _ in forged(KINDS_OF_ALL))
    assert set(counts) == {kind.__name__ for kind in KINDS_OF_ALL}
    assert min(counts.values()) >= 5
