"""As much as one likes, in a real room: flow to the end without a word, headlines, so many minutes, a VIP by voice, mail in German."""

import mailbox
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from functools import partial
from pathlib import Path

import pytest

from knowledge.likes import Likes
from knowledge.preferences import PreferenceStore
from session.opening.assembly import prepare_storage
from storage.database import Database
from tests.room.caller import Caller
from tests.room.shared import OWN_ADDRESS, User
from tests.room.talks.test_conversations import settings_of
from tests.servers.openai.double import seconds_of_speech

pytestmark = pytest.mark.server

UNHURRIED = 0.5
"""The voice: a mail takes nearly five seconds, so that few of them fill a time that is given."""
RUTH, JONAS, TIDE = "Ruth Adeyemi <ruth@example.org>", "Jonas Weber <jonas@example.net>", "Tide Clock <news@tide.example>"
MAILS = {
    RUTH: ("The boiler", "Hello,\n\ncan you be at home on Thursday between 8 and 10, when the plumber comes?\n\nRuth"),
    JONAS: (
        "Wandern im Herbst",
        "Hallo,\n\nwir wollen am Wochenende drei Tage an der Mosel wandern, von Cochem nach Zell. Die Hütten sind fast ausgebucht, ein"
        " Zimmer ist noch frei. Kommst du mit? Ich müsste bis Freitag zusagen.\n\nLiebe Grüße\nJonas",
    ),
    TIDE: ("Spring tides this week", "The highest water of the month comes on Saturday.\n\nTo unsubscribe, write to us."),
}


def deliver(inbox: Path, *senders: str) -> None:
    """Unread mail of theirs, an hour apart, the first the newest."""
    inbox.parent.mkdir(exist_ok=True)
    folder = mailbox.Maildir(inbox, create=True)
    before = len(folder)
    for hours, sender in enumerate(senders, start=1):
        subject, text = MAILS[sender]
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, OWN_ADDRESS, subject
        message["Date"] = format_datetime(datetime.now(UTC) - timedelta(hours=hours))
        message["Message-ID"] = f"<{before + hours}@{inbox.parent.name}.example>"
        message.set_content(text)
        folder.add(mailbox.MaildirMessage(message))


async def heard_to(caller: Caller, last: str) -> str:
    """All that was said until these words, however long it takes while more is said."""
    while last not in (said := " ".join(caller.agent_said)):
        await caller.wait_until(partial(_has_said_more, caller, than=len(said)), last)
    return said


def _has_said_more(caller: Caller, *, than: int) -> bool:
    return len(" ".join(caller.agent_said)) > than


async def listens(caller: Caller) -> None:
    await caller.wait_until(lambda: caller.agent_state == "listening", "the end of what it says")


@pytest.mark.takes(30)
async def test_in_flow_the_briefing_comes_to_its_end_without_a_word_and_german_is_told_in_english(user: User) -> None:
    deliver(user.inbox, RUTH, JONAS, TIDE)
    await prepare_storage(settings_of(user))  # where this is the first call of the worker's
    async with Database(user.database_url) as database:
        await PreferenceStore(database).keep_likes(user.user_id, Likes(flows=True))
    async with user.calls() as caller:
        said = await heard_to(caller, "That was everything")
        assert caller.i_said == []
    for words in ("Ruth Adeyemi", "Jonas Weber asks you something in German", "Tide Clock", "3 briefed"):
        assert words in said
    spoken = " ".join(user.openai.speech_requests)
    assert "in German" in spoken
    assert not [word for word in ("Wochenende", "wandern,", "Kommst", "Zimmer") if word in spoken]
    await user.leave()
    assert sorted(status for status, _ in (await user.marks()).values()) == ["briefed"] * 3


@pytest.mark.takes(15)
async def test_headlines_are_short_from_the_next_mail_on(user: User) -> None:
    user.has_mail(unread=5)
    async with user.calls() as caller:
        await caller.hear(after=0)
        await caller.type("just headlines", containing="Just the headlines from now on.")
        await listens(caller)
        assert len(await caller.type("next", containing="?")) < 160


@pytest.mark.proof
@pytest.mark.takes(240)
@pytest.mark.parametrize(("line", "seconds", "unread"), [("I have thirty seconds", 30, 15), ("I have two minutes", 120, 50)])
async def test_so_much_time_is_kept_by_what_is_played_and_the_rest_is_offered(user: User, line: str, seconds: int, unread: int) -> None:
    user.has_mail(unread=unread)
    async with user.calls() as caller:
        await caller.hear(after=0)
        await caller.type("hold on")
        await listens(caller)
        user.openai.hurried = UNHURRIED
        before = len(user.openai.speech_requests)
        await caller.send(line)
        said = await heard_to(caller, "Shall I go on?")
        await listens(caller)
        played_s = sum(seconds_of_speech(len(words), UNHURRIED) for words in user.openai.speech_requests[before:])
        assert 0.9 * seconds <= played_s <= 1.1 * seconds
        assert "are left" in said


@pytest.mark.proof
@pytest.mark.takes(30)
async def test_a_vip_made_by_voice_comes_first_in_the_next_call(user: User) -> None:
    deliver(user.inbox, RUTH, JONAS)
    async with user.calls("first") as caller:
        await caller.open_microphone()
        await caller.hear(after=0, containing="What shall I do with it?")  # LiveKit hears nobody for three seconds of the first speech
        await listens(caller)
        user.openai.hear("make Jonas a VIP")
        await caller.say("make Jonas a VIP", containing="Jonas Weber is on your VIP list")
        await caller.send("goodbye")
        await caller.wait_until_gone()
    await user.sees_closed("first")
    deliver(user.inbox, RUTH, RUTH, JONAS)
    async with user.calls("second") as caller:
        said = await caller.hear(after=0, containing="Wandern im Herbst")
        assert "The boiler" not in said, "what he writes comes first"
