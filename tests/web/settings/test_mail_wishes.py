"""How the user is briefed by mail, on the page: the same store as in words, off until they ask for it, and each user's alone."""

from datetime import time
from pathlib import Path

import pytest
from pydantic import SecretStr

from knowledge.mail_wishes import WEEKDAYS, MailLength, MailWishes
from knowledge.preferences import PreferenceStore
from storage.database import Database
from tests.correspondence.exchange.post_office import installation, maildir
from tests.web.served import served, settings_for

pytestmark = pytest.mark.slow

PATH = "/api/briefing-by-mail"
WANTED: dict[str, object] = {
    "on": True, "at": "07:30", "days": [0, 1, 2, 3, 4], "length": "short", "accounts": [], "way": "own", "quiet": True,
    "acknowledges": False,
}  # fmt: skip


async def test_it_is_shown_and_changed_in_the_store_that_words_use(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    async with served(settings) as server:
        browser = await server.user()
        before = (await browser.get(PATH)).json()
        assert (before["on"], before["at"], before["days"]) == (False, "05:00", [0, 1, 2, 3, 4, 5, 6])
        answer = await browser.put(PATH, WANTED)
        assert (answer.status_code, answer.json()) == (200, WANTED | {"in_force": None, "ways": []})
        assert (await browser.get(PATH)).json() == WANTED | {"in_force": None, "ways": []}
        async with Database(settings.local_database_url) as database:
            kept = await PreferenceStore(database).mail_wishes("local")
            assert (kept.on, kept.at, kept.days, kept.length) == (True, time(7, 30), WEEKDAYS, MailLength.SHORT)
            await PreferenceStore(database).keep_mail_wishes("local", MailWishes(on=True, at=time(6)))
        assert (await browser.get(PATH)).json()["at"] == "06:00"


@pytest.mark.parametrize(
    "wrong",
    [
        {"at": "7:30"},
        {"at": "24:00"},
        {"days": []},
        {"days": [7]},
        {"length": "huge"},
        {"accounts": ["another"]},
        {"on": "perhaps"},
        {"way": "pigeon"},
    ],
)
async def test_what_is_wrong_is_refused_and_nothing_is_stored(tmp_path: Path, wrong: dict[str, object]) -> None:
    async with served(settings_for(tmp_path)) as server:
        browser = await server.user()
        before = (await browser.get(PATH)).json()
        assert (await browser.put(PATH, WANTED | wrong)).status_code == 422
        assert (await browser.get(PATH)).json() == before


OWN = {"way": "own", "address": "anna@example.com"}
OURS = {"way": "installation", "address": "briefing@aloud.example"}


@pytest.mark.parametrize(
    ("ways", "wanted", "in_force"), [([OWN], "installation", "own"), ([OURS], "own", "installation"), ([OWN, OURS], "own", "own")]
)
async def test_from_where_it_comes_is_chosen_where_there_is_a_choice_and_shown_where_there_is_none(
    tmp_path: Path, ways: list[dict[str, str]], wanted: str, in_force: str
) -> None:
    given: dict[str, object] = {"aloud_maildir": (maildir(tmp_path / "mail"),), "aloud_addresses": (OWN["address"],)}
    if OWN in ways:
        given["aloud_smtp_url"] = SecretStr("smtp://127.0.0.1:1")
    if OURS in ways:
        given |= installation(tmp_path / "briefings", 1, address=OURS["address"])
    async with served(settings_for(tmp_path).model_copy(update=given)) as server:
        browser = await server.user()
        kept = (await browser.put(PATH, WANTED | {"way": wanted})).json()
        assert (kept["way"], kept["in_force"], kept["ways"]) == (wanted, in_force, ways)
        without = {name: value for name, value in WANTED.items() if name != "way"}
        kept = (await browser.put(PATH, without | {"at": "08:00"})).json()
        assert (kept["at"], kept["way"]) == ("08:00", wanted), "what was not chosen anew stays"
