"""Typing on the page: the answers of a written call over HTTP, with no room and no worker; what is asked on one page is agreed to there."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from briefing.agenda import MailRef
from briefing.speech.sentences import replies
from briefing.tracking.tracker import BriefingSessionTracker
from conversations.conversation_rows import Owner, TalkPlace
from conversations.store import ConversationStore
from inbox.listing.first_look import FirstLook
from providers.settings import Settings
from session.call import Call
from session.opening.assembly import local_now, open_call
from session.opening.sending_due import writing_vault
from session.written_call import WrittenCall
from storage.database import Database
from tests.conversations.talks import talked
from tests.session.test_written_call import Paper
from tests.storage.prepared import prepared
from tests.web.served import Served, served
from tests.web.typing_browser import PATH, Typist, typing_settings
from web.http.rate_limits import RateLimit
from web.server_parts import Rates
from web.signing_in.browser_sessions import SessionStore
from web.typed.typed_session import TypedSession, TypedTimeouts
from web.typed.typed_sessions import TypedSessions


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return typing_settings(tmp_path)


async def test_a_line_is_answered_as_in_a_written_call_and_stands_in_its_conversation(typist: Typist) -> None:
    assert "50 unread mails" in await typist.type("")
    assert (await typist.type("archive it")).startswith("Archived.")
    assert (await typist.type("undo")).startswith("Undone:")
    shown = (await typist.browser.get(f"/api/conversations/{typist.conversation_id}")).json()
    assert [line["heard"] for line in shown["lines"] if line["by"] == "you"] == ["archive it", "undo"]
    assert all(line["unheard"] == "" for line in shown["lines"])


async def test_the_first_line_of_a_session_is_heard_and_what_it_asks_can_be_agreed_to(typist: Typist) -> None:
    await typist.type("help")
    shown = (await typist.browser.get(f"/api/conversations/{typist.conversation_id}")).json()
    assert [line["unheard"] for line in shown["lines"]] == ["", ""]
    anew = Typist(typist.browser)
    assert await anew.type("forget this conversation") == replies.TO_FORGET_TALK
    assert await anew.type("yes") == replies.TALK_FORGOTTEN


@pytest.mark.parametrize("is_opened", [False, True])
async def test_behind_a_forgotten_conversation_the_same_page_begins_a_new_one(server: Served, typist: Typist, *, is_opened: bool) -> None:
    await typist.type("next")
    forgotten = typist.conversation_id
    page = Typist(await server.user(), forgotten) if is_opened else typist
    await page.type("repeat")
    await page.type("forget this conversation")
    assert await page.type("yes") == replies.TALK_FORGOTTEN
    assert page.conversation_id is None
    await page.type("next")
    assert page.conversation_id not in {None, forgotten}


async def test_a_yes_agrees_only_to_what_was_asked_on_that_page(typist: Typist) -> None:
    other_tab = Typist(typist.browser)
    assert (await typist.type("archive all newsletters")).startswith("Archive eight mails: ")
    other_tab.conversation_id = typist.conversation_id
    assert "Archived" not in await other_tab.type("yes")
    assert (await typist.type("archive all newsletters")).startswith("Archive eight mails: ")
    assert "Archived: eight mails." in await typist.type("yes")


async def test_a_yes_in_another_conversation_agrees_to_nothing_and_goes_on_at_the_same_mail(typist: Typist) -> None:
    elsewhere = Typist(typist.browser)
    await typist.type("")
    told = told_of(await typist.type("next"))
    assert (await typist.type("archive all newsletters")).startswith("Archive eight mails: ")
    assert "Archived" not in await elsewhere.type("yes")
    assert elsewhere.conversation_id not in {None, typist.conversation_id}
    assert "Archived" not in await typist.type("yes")
    assert told in await typist.type("repeat")


def told_of(words: str) -> str:
    """The subject of the mail that was told."""
    return words.partition("“")[2].partition("”")[0].strip(".")


async def test_another_browser_and_another_web_server_go_on_at_the_same_mail_and_the_older_page_is_told(
    settings: Settings, server: Served, typist: Typist
) -> None:
    await typist.type("")
    told = told_of(await typist.type("next"))
    for other in (Typist(await server.user()), None):
        async with served(settings) as another_server:
            newer = other or Typist(await another_server.user())
            following = await typist.follow()
            assert told in await newer.type("repeat")
            assert await following == f"{replies.TAKEN_OVER} elsewhere"
            assert newer.conversation_id not in {None, typist.conversation_id}
            typist = newer


async def test_a_call_that_begins_meanwhile_goes_on_and_a_line_typed_later_takes_over_again(settings: Settings, typist: Typist) -> None:
    await typist.type("")
    told = told_of(await typist.type("next"))
    following = await typist.follow()
    async with open_call(settings, "local", call_id="voice", now=local_now(settings)) as (call, look):
        paper = Paper()
        spoken = WrittenCall(call, paper)
        await spoken.start(look)
        assert await following == f"{replies.TAKEN_OVER} elsewhere"
        await spoken.take("repeat")
        assert told in paper.turns[-1]
        await spoken.take("next")
        later = told_of(paper.turns[-1])
        await call.records.saved.drain()
        typist.session_id = None
        assert later in await typist.type("repeat")
        await call.events.ended.wait()
    shown = (await typist.browser.get(f"/api/conversations/{typist.conversation_id}")).json()
    assert [line["heard"] for line in shown["lines"] if line["by"] == "you"] == ["next", "repeat", "next", "repeat"]


async def test_it_ends_with_the_sign_in(settings: Settings, server: Served, typist: Typist) -> None:
    await typist.type("next")
    following = await typist.follow()
    await typist.type("repeat")
    assert (await typist.browser.post("/api/sign-out")).status_code == 204
    assert (await following).endswith("closed")
    assert (await typist.browser.post(PATH, {"line": "next"})).json()["code"] == "sign_in_needed"


async def test_it_ends_where_the_user_was_signed_out_by_another_process(settings: Settings) -> None:
    async with served(settings, timeouts=TypedTimeouts(still_there_every_s=0.1)) as server:
        typist = Typist(await server.user())
        await typist.type("next")
        following = await typist.follow()
        async with Database(settings.shared_database_url) as database:
            await SessionStore(database).forget("local")
        assert await following == ""
        await typist.browser.open_page()
        typist.browser.csrf = (await typist.browser.open_page()).json()["csrf"]
        old = await typist.browser.get(f"{PATH}?session_id={typist.session_id}&after=0")
        assert old.status_code == 204


async def test_after_a_quiet_time_it_is_over_and_the_next_one_goes_on_at_the_same_mail(settings: Settings) -> None:
    await prepared(settings)
    opening = partial(open_call, settings, now=local_now(settings))
    for timeouts in (TypedTimeouts(left_for=timedelta(seconds=0.1)), TypedTimeouts(quiet_for=timedelta(seconds=0.1))):
        session = TypedSession(opening, "local", TalkPlace(), timeouts=timeouts)
        with session.events.read() if timeouts.quiet_for < timeouts.left_for else nullcontext():
            await session.ready()
            await session.take("next", seen=0)
            await asyncio.wait_for(session.ended(), 10)
    async with open_call(settings, "local", call_id="later", now=local_now(settings)) as (call, _):
        assert call.earlier.resumption is not None
        current = call.tracker.current()
        assert current is not None
        state = call.tracker.state_of(current.mail_id)
        assert state is not None
        assert not state.pending


async def test_a_session_that_has_ended_is_kept_nowhere(settings: Settings) -> None:
    await prepared(settings)
    async with TypedSessions(partial(open_call, settings, now=local_now(settings))) as sessions:
        session = sessions.of("a browser", "local", TalkPlace())
        await session.ready()
        session.close()
        await session.ended()
        kept = weakref.ref(session)
        del session
        await asyncio.sleep(0)
        gc.collect()
        assert kept() is None


class Stumbling(BriefingSessionTracker):
    """Fails once."""

    fails = True

    def current(self) -> MailRef | None:
        if self.fails:
            self.fails = False
            raise RuntimeError
        return super().current()


async def test_a_greeting_that_fails_is_told_and_fails_no_task(settings: Settings) -> None:
    await prepared(settings)
    opened: list[tuple[Call, FirstLook]] = []

    @asynccontextmanager
    async def opening(user_id: str, *, call_id: str, place: TalkPlace) -> AsyncIterator[tuple[Call, FirstLook]]:
        async with open_call(settings, user_id, call_id=call_id, now=local_now(settings), place=place) as (call, look):
            opened.append((call, look))
            yield call, look

    session = TypedSession(opening, "local", TalkPlace(), greets=True)
    await session.ready()
    [(call, look)] = opened
    call.tracker = Stumbling(look.agenda)
    turn = session.take("", seen=0)
    said = [event.words async for event in session.events.after(0, until=turn, pause_s=1.0) if event is not None]
    assert replies.DID_NOT_WORK in said
    await turn
    session.close()
    await session.ended()


async def test_what_nobody_reads_counts_as_not_heard(settings: Settings) -> None:
    await prepared(settings)
    session = TypedSession(partial(open_call, settings, now=local_now(settings)), "local", TalkPlace())
    await session.ready()
    await session.take("next", seen=0)
    session.close()
    await session.ended()
    async with open_call(settings, "local", call_id="later", now=local_now(settings)) as (call, _):
        assert call.tracker.progress().mails == 50
        current = call.tracker.current()
        assert current is not None
        state = call.tracker.state_of(current.mail_id)
        assert state is not None
        assert state.pending


async def test_nobody_else_types_there_and_nothing_is_said_without_a_sign_in_from_another_page_or_too_often(settings: Settings) -> None:
    async with served(settings, rates=Rates(typing_of_user=RateLimit(3))) as server:
        typist, stranger = Typist(await server.user()), server.browser()
        await typist.type("next")
        stream = f"{PATH}?session_id={typist.session_id}"
        refused = (await stranger.get(stream), await stranger.post(PATH, {"line": "next"}))
        assert [each.json()["code"] for each in refused] == ["sign_in_needed"] * 2
        other_browser = await server.user()
        assert (await other_browser.get(stream)).status_code == 204
        csrf, typist.browser.csrf = typist.browser.csrf, "wrong"
        assert (await typist.browser.post(PATH, {"line": "archive it"})).json()["code"] == "csrf_token_wrong"
        typist.browser.csrf = csrf
        async with Database(settings.shared_database_url) as database:
            theirs = await talked(ConversationStore(database, writing_vault(settings)), Owner(user_id="stranger"), "a", asks="Secret")
        assert (await typist.browser.post(PATH, {"line": "next", "conversation_id": theirs})).json()["code"] == "no_such_conversation"
        await typist.type("next")
        too_often = await typist.browser.post(PATH, {"line": "next"})
        assert (too_often.status_code, too_often.json()["code"]) == (429, "too_often")


async def test_a_mailbox_that_is_away_is_told_in_one_sentence(settings: Settings, typist: Typist) -> None:
    (settings.aloud_maildir[0]).rename(settings.aloud_maildir[0].with_name("moved"))
    said = await typist.type("")
    assert said.count("cannot reach") == 1
    assert "does not answer" not in said
