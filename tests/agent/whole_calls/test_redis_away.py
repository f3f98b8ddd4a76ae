"""A call goes on without Redis, and nothing that was heard meanwhile comes again when it is back."""

from datetime import timedelta
from pathlib import Path

import pytest

from briefing.mail import MailId
from inbox.ledger.reliable_ledger import ReliableLedger
from tests.agent.typed_call import NOW, TypedCall, sample_settings, typed_call
from tests.servers.redis import RedisServer

pytestmark = pytest.mark.server


async def hear(call: TypedCall, mails: int) -> set[MailId]:
    """Have some mails presented, and leave each."""
    heard = set()
    for _ in range(mails):
        assert call.current
        heard.add(call.current)
        await call.type("next")
    return heard


async def test_redis_away_at_the_start_and_midway_loses_and_repeats_nothing(tmp_path: Path) -> None:
    with RedisServer() as redis:
        settings = sample_settings(tmp_path, redis_url=redis.url)
        async with typed_call(settings) as call:
            assert "cannot look up" not in await call.greet()
            heard = await hear(call, 4)
            redis.kill()
            heard |= await hear(call, 4)
            assert "Archived" in await call.type("archive it")

        async with typed_call(settings, now=NOW + timedelta(hours=1)) as call:
            greeting = await call.greet()
            assert "cannot look up earlier calls" in greeting
            assert call.current
            redis.start()
            assert isinstance(call.call.records.ledger, ReliableLedger)
            await hear(call, 2)
            await call.call.records.marks.drain()
            await call.call.records.ledger.delivered()

        async with typed_call(settings, now=NOW + timedelta(hours=2)) as call:
            remembered = await call.call.records.ledger.records(
                "local", now=NOW + timedelta(hours=2)
            )  # before this call tells a mail of its own
            left = {mail.mail_id for topic in call.look.agenda.topics for mail in topic.mails}
            assert "cannot look up" not in await call.greet()
            assert left.isdisjoint(heard)
            assert left.isdisjoint(remembered)
            assert heard <= set(remembered)
            assert len(left) + len(set(remembered) - {mail for mail in remembered if remembered[mail].status == "actioned"}) == 49
