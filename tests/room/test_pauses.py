"""A command that is broken by a pause is one command. Spoken in a real room."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.turns.endpointing import SOUND_ENDS_AFTER_S
from inbox.ledger.sql_ledger import SqlLedger
from providers.sample_inbox import SAMPLE_ADDRESS
from storage.database import Database
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import sample_settings
from tests.room.agenda import marks_in
from tests.room.caller import Caller, caller_in
from tests.room.shared import HURRIED
from tests.servers.livekit import LiveKitServer
from tests.servers.openai.double import OpenAIDouble, openai_server
from tests.servers.worker import worker

pytestmark = pytest.mark.server

ONE_SOUND_S = SOUND_ENDS_AFTER_S
"""Pauses shorter than this do not end a sound for voice activity detection: the whole line is transcribed at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """A command with a pause in it, what is answered to it as a whole, and how many mails it archives, flags, marks as read and skips."""

    first: str
    pause_s: float
    second: str
    answer: str
    archived: int = 0
    flagged: int = 0
    read: int = 0
    skipped: int = 0


FORMS = (
    Broken(first="archive", pause_s=1.4, second="the second one", answer="Archived: the mail from", archived=1),
    Broken(first="mark it", pause_s=0.8, second="as read", answer="Marked as read.", read=1),
    Broken(first="delete", pause_s=0.8, second="no, flag it", answer="Flagged.", flagged=1),
    Broken(first="archive it, no", pause_s=1.6, second="don't", answer="scripted model"),
)
"""What was begun is done, left alone, or another thing is done."""
MORE_FORMS = (
    Broken(first="archive", pause_s=2.0, second="the second one", answer="Archived: the mail from", archived=1),
    Broken(first="go to", pause_s=1.2, second="the, no, next", answer=""),
    Broken(first="skip", pause_s=1.6, second="no, go back", answer="Back to the one before."),
    Broken(first="archive", pause_s=0.3, second="it", answer="Archived.", archived=1),
    Broken(first="archive", pause_s=2.0, second="no, next", answer=""),
    Broken(first="flag", pause_s=2.0, second="I mean go back", answer=""),
    Broken(first="how many", pause_s=1.0, second="are left", answer="are left"),
    Broken(first="go to", pause_s=2.0, second="topic two", answer=""),
    Broken(first="flag", pause_s=1.2, second="the first one", answer="Flagged", flagged=1),
    Broken(first="archive the", pause_s=1.2, second="no, skip it", answer="Skipped.", skipped=1),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mailbox:
    """What the commands have done to it so far."""

    archived: int
    flagged: int
    read: int

    @classmethod
    def at(cls, inbox: Path) -> "Mailbox":
        moved = flags_of(inbox / ".Archive")
        flags: Mapping[str, str] = flags_of(inbox) | moved
        return cls(
            archived=len(moved), flagged=sum("F" in each for each in flags.values()), read=sum("S" in each for each in flags.values())
        )

    def after(self, form: Broken) -> "Mailbox":
        return Mailbox(archived=self.archived + form.archived, flagged=self.flagged + form.flagged, read=self.read + form.read)


async def say_broken(caller: Caller, openai: OpenAIDouble, form: Broken) -> str:
    """The line as it would be transcribed: each sound by itself, or both as one."""
    for text in [f"{form.first} {form.second}"] if form.pause_s < ONE_SOUND_S else [f"{form.first}.", f"{form.second}."]:
        openai.hear(text)
    before = len(caller.agent_said)
    await caller.speak_with_pauses(form.first, form.pause_s, form.second)
    return await caller.hear(after=before, containing=form.answer)


@pytest.mark.takes(55)
@pytest.mark.parametrize("forms", [pytest.param(FORMS, id="some"), pytest.param((*FORMS, *MORE_FORMS), id="all", marks=pytest.mark.proof)])
async def test_no_half_of_a_command_is_ever_done(tmp_path: Path, livekit: LiveKitServer, forms: tuple[Broken, ...]) -> None:
    sample_settings(tmp_path, now=datetime.now(UTC))
    inbox = tmp_path / "inbox"
    settings = {"ALOUD_MAILDIR": str(inbox), "ALOUD_ADDRESSES": SAMPLE_ADDRESS, "OPENAI_API_KEY": "sk-test"}
    async with (
        openai_server() as openai,
        worker(livekit, tmp_path, **settings, OPENAI_BASE_URL=openai.url, ALOUD_TURN_DETECTION="model"),
        caller_in(livekit, room="pauses") as caller,
    ):
        openai.hurried = HURRIED
        await caller.open_microphone()
        await caller.hear(after=0, containing="First topic")
        await caller.type("next")
        await caller.wait_until(lambda: caller.agent_state == "listening", "the agent to have told the mail")
        halves = []
        for form in forms:
            before = Mailbox.at(inbox)
            await say_broken(caller, openai, form)
            await caller.wait_until(lambda: caller.agent_state == "listening", "the agent to have said it all")
            if Mailbox.at(inbox) != before.after(form):
                halves.append((form, before, Mailbox.at(inbox)))
        assert halves == []
    async with Database(f"sqlite:///{tmp_path / 'data' / 'aloud.db'}") as database:
        statuses = [status for status, _ in (await marks_in(SqlLedger(database))).values()]
    assert statuses.count("skipped") == sum(form.skipped for form in forms)
