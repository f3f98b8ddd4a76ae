"""A stranger who writes under the name of somebody known: wherever that name is said, it is said whose address it stands over."""

from pathlib import Path

from tests.agent.delivery import deliver
from tests.agent.typed_call import NOW, sample_settings
from tests.session.test_written_call import written

STRANGER = "omeone at evil.example under the name Priya Nair"


async def test_the_name_alone_is_said_nowhere(tmp_path: Path) -> None:
    sample_settings(tmp_path)
    deliver(tmp_path / "inbox", "trap.host", "Zebra rota", now=NOW, sender="Priya Nair <priya@evil.example>", text="Please pay the zebra.")
    async with written(tmp_path, unread=51) as call:
        opened = await call.type("open the mail about the zebra rota")
        assert STRANGER in opened
        for line in ("who is it from", "read the whole mail", "who wrote this"):
            assert STRANGER in await call.type(line), line
        assert "priya@evil" in (await call.type("what is the address")).replace(" at ", "@")
        await call.type("next")
        assert STRANGER in await call.type("archive the one about the zebra rota")
        assert STRANGER in await call.type("undo")
        mails = call.call.mail.pipeline.envelopes.values()
        assert [each.sender.email for each in mails if each.sender.claimed] == ["priya@evil.example"]
