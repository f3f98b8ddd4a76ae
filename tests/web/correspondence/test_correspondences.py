"""The correspondences on the page: as a person would read them, each user's alone, and never over a token."""

from dataclasses import replace
from pathlib import Path

import pytest

from briefing.mail import mail_id
from correspondence.exchange import Correspondence, LetterState, NotFromYou, OwnLetter, Reply
from correspondence.kept.store import CorrespondenceStore
from correspondence.new_words import NewPassage, NewWords
from session.opening.sending_due import writing_vault
from storage.database import Database
from tests.correspondence.exchange.post_office import DAY, MORNING, OWN
from tests.web.served import served, settings_for

pytestmark = pytest.mark.slow

PATH = "/api/correspondences"
BRIEFING = OwnLetter(number=0, message_id="b@x", state=LetterState.SENT, subject="Your briefing", text="Good morning.", sent_at=MORNING)
WORDS = NewWords(passages=(NewPassage(words="2 archive"),))


async def exchanged(store: CorrespondenceStore, user: str) -> Correspondence:
    new = Correspondence(correspondence_id="", user_id=user, day=DAY, account="work", zone="UTC", letters=(BRIEFING,))
    async with store.database.session() as session:
        found = await store.open(session, new, MORNING)
    for number in (1, 2):
        reply = Reply(number=0, message_id=f"r{number}@x", mail_id=mail_id("work", f"r{number}"), sender=OWN, said=WORDS, at=MORNING)
        await store.append_reply(found, reply, MORNING)
    async with store.database.session() as session:
        await store.add_letter(session, found, replace(BRIEFING, number=1, message_id="a@x", text="Archived."))
    eve = NotFromYou(
        mail_id=mail_id("work", "e"), message_id="e@x", sender="eve@evil.example", subject="Re: Your briefing", why="failed", at=MORNING
    )
    await store.note_seen(found, eve.mail_id, eve.message_id, MORNING, not_from_you=eve)
    return found


async def test_the_list_and_one_of_them_as_a_person_reads_it(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    async with served(settings) as server:
        browser = await server.user()
        async with Database(settings.local_database_url) as database:
            found = await exchanged(CorrespondenceStore(database, writing_vault(settings)), "local")
        (listed,) = (await browser.get(PATH)).json()["correspondences"]
        assert (listed["id"], listed["day"], listed["replies"], listed["waiting"]) == (found.correspondence_id, DAY.isoformat(), 2, 1)
        whole = (await browser.get(f"{PATH}/{found.correspondence_id}")).json()
        told = [(each["by"], each["number"], each["text"], each["new"]) for each in whole["letters"]]
        assert told == [
            ("aloud", 0, "Good morning.", False),
            ("you", 1, "2 archive", False),
            ("aloud", 1, "Archived.", False),
            ("you", 2, "2 archive", True),
        ]
        assert [(each["sender"], each["why"]) for each in whole["not_from_you"]] == [("eve@evil.example", "failed")]


async def test_another_users_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    async with served(settings) as server:
        browser = await server.user()
        async with Database(settings.local_database_url) as database:
            found = await exchanged(CorrespondenceStore(database, writing_vault(settings)), "ben")
        assert (await browser.get(PATH)).json() == {"correspondences": []}
        assert (await browser.get(f"{PATH}/{found.correspondence_id}")).status_code == 404
        assert (await browser.get(f"{PATH}/nothing-of-the-kind")).status_code in {404, 422}
