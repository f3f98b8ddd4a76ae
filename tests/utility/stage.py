"""Plays utterances, each in a call of its own over a fresh mailbox: by rules, in writing, with consent asked where it must be."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from briefing.mail import provider_id_of
from session.call import Call
from session.dialogue import Offer
from session.opening.assembly import open_call, prepare_storage
from session.service_health import ServiceHealth
from session.written_call import WrittenCall
from tests.servers.smtp import SmtpDesk
from tests.session.test_written_call import Paper
from tests.storage.migrated import migrated
from tests.tasks.checks import World
from tests.tasks.letters import names, write_mailbox
from tests.tasks.stage import HandClock, settings_of, world_of
from tests.utility.judging import Played
from tests.utility.script import Said

AT_ONCE = 6
"""Calls beside each other: most of their time they wait."""
MOST_YES = 2


async def play_all(cases: Sequence[Said], folder: Path, desk: SmtpDesk) -> list[Played]:
    room = asyncio.Semaphore(AT_ONCE)

    async def one(case: Said, place: Path) -> Played:
        async with room:
            return await play(case, place, desk)

    return await asyncio.gather(*(one(case, folder / str(number)) for number, case in enumerate(cases)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A call in which all was said that comes before the utterance."""

    call: Call
    written: WrittenCall
    paper: Paper
    start: World
    """Before the first line of it."""


@asynccontextmanager
async def scene_of(case: Said, folder: Path, desk: SmtpDesk) -> AsyncIterator[Scene]:
    write_mailbox(folder / "inbox")
    settings = settings_of(folder, desk, None)
    await migrated(settings.local_database_url)
    await prepare_storage(settings)
    async with open_call(settings, "local", call_id=str(uuid4()), now=HandClock()) as (call, look):
        call.line.health = ServiceHealth(slack_s=60)
        paper = Paper()
        written = WrittenCall(call, paper)
        await written.start(look)
        await written.greet(look)
        start = await world_of(call, folder, desk)
        for line in case.scene:
            await written.take(line)
        yield Scene(call=call, written=written, paper=paper, start=start)


async def play(case: Said, folder: Path, desk: SmtpDesk) -> Played:
    async with scene_of(case, folder, desk) as scene:
        call, written, paper = scene.call, scene.written, scene.paper
        before, turns, agreed, told_before = await world_of(call, folder, desk), len(paper.turns), 0, _told(call, paper)
        await written.take(case.words)
        while call.dialogue.offer is Offer.AGREE and agreed < MOST_YES and any(each.verb == "leaves" for each in case.effects):
            agreed += 1
            await written.take("yes")
        return Played(
            case=case,
            said=paper.since(turns),
            asked=call.dialogue.offer is Offer.AGREE,
            agreed=agreed,
            told=_told(call, paper),
            told_before=told_before,
            start=scene.start,
            before=before,
            after=await world_of(call, folder, desk),
        )


def _told(call: Call, paper: Paper) -> str:
    keys = {name: key for key, name in names().items()}
    current = call.tracker.current()
    told = paper.mail or (current.mail_id if current else None)
    return keys.get(provider_id_of(told), "") if told else ""
