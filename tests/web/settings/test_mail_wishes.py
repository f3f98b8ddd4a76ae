"""How the user is briefed by mail, on the page: the same store as in words, off until they ask for it, and each user's alone."""

from datetime import time
from pathlib import Path

import pytest

from knowledge.mail_wishes import WEEKDAYS, MailLength, MailWishes
from knowledge.preferences import PreferenceStore
from storage.database import Database
from tests.web.served import served, settings_for

pytestmark = pytest.mark.slow

PATH = "/api/briefing-by-mail"
WANTED: dict[str, object] = {
    "on": True, "at": "07:30", "days": [0, 1, 2, 3, 4], "length": "short", "accounts": [], "quiet": True, "acknowledges": False,
}  # fmt: skip


async def test_it_is_shown_and_changed_in_the_store_that_words_use(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    async with served(settings) as server:
        browser = await server.user()
        before = (await browser.get(PATH)).json()
        assert (before["on"], before["at"], before["days"]) == (False, "05:00", [0, 1, 2, 3, 4, 5, 6])
        answer = await browser.put(PATH, WANTED)
        assert (answer.status_code, answer.json()) == (200, WANTED)
        assert (await browser.get(PATH)).json() == WANTED
        async with Database(settings.local_database_url) as database:
            kept = await PreferenceStore(database).mail_wishes("local")
            assert (kept.on, kept.at, kept.days, kept.length) == (True, time(7, 30), WEEKDAYS, MailLength.SHORT)
            await PreferenceStore(database).keep_mail_wishes("local", MailWishes(on=True, at=time(6)))
        assert (await browser.get(PATH)).json()["at"] == "06:00"


@pytest.mark.parametrize(
    "wrong",
    [{"at": "7:30"}, {"at": "24:00"}, {"days": []}, {"days": [7]}, {"length": "huge"}, {"accounts": ["somebody-elses"]}, {"on": "perhaps"}],
)
async def test_what_is_wrong_is_refused_and_nothing_is_stored(tmp_path: Path, wrong: dict[str, object]) -> None:
    async with served(settings_for(tmp_path)) as server:
        browser = await server.user()
        before = (await browser.get(PATH)).json()
        assert (await browser.put(PATH, WANTED | wrong)).status_code == 422
        assert (await browser.get(PATH)).json() == before
