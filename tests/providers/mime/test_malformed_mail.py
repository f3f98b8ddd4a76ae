"""Whatever arrives is presented: no malformed mail is dropped, none stops the others."""

from pathlib import Path

import pytest

from briefing.mail_query import query_of
from tests.providers.arranged_maildir import ArrangedMaildir, drop, make_maildir
from tests.providers.mailbox_contract import all_unread
from tests.providers.malformed import malformed
from tests.randomness import times

pytestmark = pytest.mark.slow

MAILS = times(100, in_proofs=600)


@pytest.mark.random
async def test_of_many_malformed_mails_none_is_dropped_and_none_is_fatal(tmp_path: Path) -> None:
    arranged = ArrangedMaildir(make_maildir(tmp_path / "Mail"))
    delivered = {arranged.id_of(drop(arranged.path, raw)) for raw in malformed(MAILS, seed=2026)}
    listed = await all_unread(arranged.mailbox)
    assert set(listed) == delivered
    envelopes = (await arranged.mailbox.envelopes(listed)).found
    assert [envelope.mail_id for envelope in envelopes] == listed
    for envelope in envelopes:
        assert envelope.received_at.tzinfo is not None
        for line in (envelope.subject, envelope.sender.name, envelope.sender.email, *envelope.attachments):
            assert line.isprintable()
        said = await arranged.mailbox.text(envelope.mail_id)
        said.text.encode("utf-8")
        assert "\x00" not in said.text
    assert await arranged.mailbox.search(query_of("kurz"), limit=5)
    await arranged.mailbox.thread(envelopes[0].thread_id)
