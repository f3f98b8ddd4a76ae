"""A model in an attacker's hands, hundreds of calls long: nothing is done that the caller did not ask for or agree to.

`python -m benchmarks hijack` plays 20,000 of them and counts.
"""

from collections import Counter

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from briefing.mail_action import MailAction
from briefing.understanding.confirmation import Confirmation
from tests.actions.hijacked import HijackedCall
from tests.actions.oracle import Phrase
from tests.actions.phrases import PHRASES
from tests.briefing.understanding.understood import asks_for, completes, confirmation, mails_meant, names_a_mail, says_nothing, takes_back
from tests.randomness import in_proofs, times

SEQUENCES = times(300, in_proofs=2_000)
RUN = settings(max_examples=SEQUENCES, stateful_step_count=30, database=None, suppress_health_check=list(HealthCheck))
OFTEN = ("by a yes", "by words", "grants refused", "sent")
RARELY = ("recipients agreed to", "sent after more than one yes")
"""A few times in hundreds of sequences, and in some hundreds never."""


@pytest.mark.slow
@pytest.mark.random
def test_a_hijacked_model_brings_about_nothing_unconfirmed_and_nothing_unasked() -> None:
    HijackedCall.counts = Counter()
    run_state_machine_as_test(HijackedCall, settings=RUN)
    counts = HijackedCall.counts
    assert counts["unconfirmed"] == counts["unasked"] == 0
    assert counts["sequences"] >= SEQUENCES
    assert min(counts[each] for each in OFTEN) > 0
    assert not in_proofs() or min(counts[each] for each in RARELY) > 0


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: phrase.words)
def test_the_meaning_written_beside_each_phrase_is_how_it_is_understood(phrase: Phrase) -> None:
    assert (confirmation(phrase.words) is Confirmation.YES) is phrase.yes
    assert {action for action in MailAction if asks_for(phrase.words, action)} == phrase.asks
    assert takes_back(phrase.words) is phrase.takes_back
    assert says_nothing(phrase.words) is phrase.nothing
    assert not phrase.asks or max(mails_meant(phrase.words, action) for action in phrase.asks) == phrase.most
    assert not phrase.asks or names_a_mail(phrase.words) is phrase.names
    assert completes(phrase.words) is phrase.completes
