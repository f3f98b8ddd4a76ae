"""A whole call with nothing but `session`: lines in, words out, on a real Maildir and database, and no LiveKit in the process."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from uuid import uuid4

import pytest

from briefing.mail import MailId
from briefing.speech.sentences import replies, what_next
from briefing.speech.sentences.about_sending import NEEDS_OWN_WORDS
from briefing.understanding.commands import LONGEST_LINE
from providers.models.typed.typed_models import TypedModels
from session.call import Call
from session.opening.assembly import open_call
from session.passages import Passage
from session.written_call import WrittenCall
from tests.agent.typed_call import NOW, sample_settings
from tests.providers.models.typed.asking import typed_models
from tests.servers.openai.chat import CallTool, Say
from tests.servers.openai.double import openai_server
from tests.storage.prepared import prepared

pytestmark = pytest.mark.slow


@dataclass
class Paper:
    """A page: every turn as one text, and the mail that was told last."""

    turns: list[str] = field(default_factory=list)
    mail: MailId | None = None
    _turn: str = ""

    def write(self, words: str) -> None:
        self._turn += words
        if isinstance(words, Passage) and words.mail is not None:
            self.mail = words.mail

    def end_passage(self) -> None:
        pass

    def end_turn(self) -> None:
        self.turns.append(self._turn)
        self._turn = ""

    def since(self, turns: int) -> str:
        return " ".join(self.turns[turns:])


@dataclass
class Written:
    call: Call
    conversation: WrittenCall
    paper: Paper

    async def type(self, line: str) -> str:
        before = len(self.paper.turns)
        await self.conversation.take(line)
        return self.paper.since(before)

    @property
    def current(self) -> MailId | None:
        mail = self.call.tracker.current()
        return mail.mail_id if mail else None


@asynccontextmanager
async def written(
    folder: Path, *, unread: int = 50, now: datetime = NOW, keep_days: int = 90, models: TypedModels | None = None
) -> AsyncIterator[Written]:
    settings = sample_settings(folder, unread=unread, aloud_keep_conversations_days=keep_days)
    await prepared(settings)
    async with open_call(settings, "local", call_id=str(uuid4()), now=lambda: now) as (call, look):
        paper = Paper()
        conversation = WrittenCall(call, paper, models=models)
        await conversation.start(look)
        await conversation.greet(look)
        yield Written(call, conversation, paper)


async def test_it_greets_with_true_counts_and_tells_the_first_mail_which_then_was_heard(tmp_path: Path) -> None:
    async with written(tmp_path) as call:
        assert "50 unread mails" in call.paper.turns[0]
        assert call.current is not None
        state = call.call.tracker.state_of(call.current)
        assert state is not None
        assert state.briefed_at is not None


async def test_a_mail_is_archived_on_the_users_word_and_the_next_is_told(tmp_path: Path) -> None:
    async with written(tmp_path) as call:
        first = call.current
        assert (await call.type("archive it")).startswith("Archived.")
        assert first is not None
        assert call.current != first
        assert (await call.type("undo")).startswith("Undone:")


async def test_a_change_of_many_mails_waits_for_a_yes_to_the_question(tmp_path: Path) -> None:
    async with written(tmp_path) as call:
        assert (await call.type("archive all newsletters")).startswith("Archive eight mails: ")
        assert call.call.acting.receipts.proved == set()
        assert "Archived: eight mails." in await call.type("yes")


async def test_a_stop_is_a_no_to_what_a_yes_would_do(tmp_path: Path) -> None:
    async with written(tmp_path) as call:
        await call.type("archive all newsletters")
        assert "leave" in await call.type("stop")
        assert "Archived" not in await call.type("yes")
        assert call.call.acting.receipts.ever == set()


async def test_what_is_not_understood_is_answered_with_what_would_be(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3) as call:
        assert "archive" in await call.type("please do the thing with the other thing")


@pytest.mark.parametrize(
    "line",
    ["tell Ruth when I'm free", "let her know if he can come", "Tell Ruth what she should bring.", "tell her where it is"],
)
async def test_what_has_to_be_worded_for_somebody_is_asked_for_in_the_words_to_be_sent(line: str, tmp_path: Path) -> None:
    async with written(tmp_path, unread=3) as call:
        assert await call.type(line) == f"{what_next.not_understood()} {NEEDS_OWN_WORDS}"
        assert await call.call.acting.drafts.all() == ()
        assert NEEDS_OWN_WORDS not in await call.type("tell me the truth about the thing")


async def test_a_line_that_is_too_long_is_said_to_be_and_nothing_of_it_is_done(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3) as call:
        first = call.current
        for line in ("archive it, " * 2_000, "archive it" + " " * 10_000_000, "-" * 1_000_000):
            assert await call.type(line) == what_next.too_long(LONGEST_LINE)
        assert call.current == first
        assert call.call.acting.receipts.ever == set()


async def test_goodbye_ends_the_call_and_another_call_goes_on_behind_what_was_heard(tmp_path: Path) -> None:
    async with written(tmp_path) as call:
        heard = call.current
        await call.type("goodbye")
        assert call.call.events.ended.is_set()
    async with written(tmp_path) as call:
        assert heard is not None
        assert call.call.tracker.state_of(heard) is None


async def test_a_newer_call_takes_over_and_the_older_one_says_so_and_ends(tmp_path: Path) -> None:
    async with written(tmp_path, unread=5) as older, written(tmp_path, unread=5) as newer:
        await older.call.events.ended.wait()
        assert older.paper.turns[-1] == replies.TAKEN_OVER
        assert newer.current is not None


async def test_what_a_models_tool_did_is_told_before_a_line_that_came_meanwhile_is_answered(tmp_path: Path) -> None:
    async with openai_server() as server, typed_models(server) as models, written(tmp_path, models=models) as call:
        server.replies(CallTool("change_mail", action="archive"), Say("Never asked for."))
        talk, newer_begins = call.call.records.talk, asyncio.Event()
        assert talk is not None
        before = len(call.paper.turns)
        async with call.call.turn.lock:  # a tool takes its time
            older = asyncio.create_task(call.type("please archive it since I am done with the whole matter"))
            while not talk.used_just_now("change_mail"):  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
            newer = asyncio.create_task(call.conversation.take("how many are left?", begins=newer_begins.set))
            await asyncio.wait([asyncio.ensure_future(newer_begins.wait())], timeout=0.2)
            assert not newer_begins.is_set()
        await asyncio.gather(older, newer)
        archived, left = call.paper.turns[before:]
        assert archived.startswith("Archived.")
        assert left.startswith("48 of 50 mails are left; one briefed, one dealt with.")
        assert len(server.chat_requests) == 1


def test_no_livekit_is_loaded() -> None:
    probe = "import sys, session.opening.assembly, session.written_call; print([name for name in sys.modules if 'livekit.' in name])"
    run = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
