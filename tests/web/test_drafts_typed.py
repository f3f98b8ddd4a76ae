"""Drafts on the page without a call: the one final of a turn that leaves a draft, and what can be done with it in its conversation."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import select, text

from actions.sending.draft_store import StoredDraft
from actions.sending.drafts import Drafts
from actions.sending.outbox import Outbox
from actions.sending.sealing import draft_words
from briefing.speech.sentences import about_sending as words
from briefing.speech.sentences import replies
from conversations.conversation_rows import Owner, TalkPlace
from conversations.pending_links import link_to
from conversations.store import ConversationStore
from providers.livekit.dispatch_metadata import DispatchMetadata
from providers.settings import Settings
from session.opening.assembly import local_now, open_call
from session.opening.sending_due import writing_vault
from session.written_call import WrittenCall
from storage.database import Database
from tests.agent.acting_calls import mailbox_hash
from tests.conversations.talks import talked
from tests.servers.smtp import SmtpDesk, smtp_server
from tests.session.test_written_call import Paper
from tests.web.served import Served, claims_of, served
from tests.web.typing_browser import Typist, typing_settings

ALL = "/api/conversations"
REPLY = "reply that Tuesday works for me"
TEXT = "Tuesday works for me."
TO_ZOE = "write to zoe at hearth dot example that lunch is at noon"
SEND, DISCARD = "send it", "throw the draft away"
STRANGER = Owner(user_id="stranger")


@pytest.fixture
async def desk() -> AsyncIterator[SmtpDesk]:
    async with smtp_server() as desk:
        yield desk


@pytest.fixture
def settings(tmp_path: Path, desk: SmtpDesk) -> Settings:
    return typing_settings(tmp_path, aloud_smtp_url=SecretStr(f"smtp://127.0.0.1:{desk.port}"), aloud_send_hold_s=60)


async def shown_in(typist: Typist) -> dict[str, list[dict[str, object]]]:
    """The drafts of its conversation, as a page that opens it is told."""
    shown: dict[str, list[dict[str, object]]] = (await typist.browser.get(f"{ALL}/{typist.conversation_id}")).json()["shown"]
    return shown


async def waits(typist: Typist) -> list[bool]:
    return [each["waits"] for each in (await typist.browser.get(ALL)).json()["conversations"]]


async def test_a_paused_write_gives_one_final_with_a_link_and_nothing_is_sent_or_saved(
    tmp_path: Path, settings: Settings, desk: SmtpDesk, typist: Typist
) -> None:
    before = mailbox_hash(tmp_path / "inbox")
    told = await typist.type("next")
    place = {"conversation_id": typist.conversation_id}
    assert typist.told("end") == place | {"spoken": told, "open_in_browser": False, "deep_link": None}
    assert "raft to" in (said := await typist.type(REPLY))
    (draft,) = (await shown_in(typist))["drafts"]
    assert (draft["text"], draft["asked"]) == (TEXT, True)
    link = link_to(str(typist.conversation_id), str(draft["draft_id"]))
    assert typist.told("end") == place | {"spoken": said, "open_in_browser": True, "deep_link": link}
    assert typist.told("shown") == {"drafts": [draft], "held": None}
    assert await waits(typist) == [True]
    async with Database(settings.shared_database_url) as database:
        assert await Outbox(database, writing_vault(settings), user_id="local", now=local_now(settings)).waiting() == ()
    await typist.type("repeat")
    assert typist.told("end")["open_in_browser"] is False
    assert (desk.taken, mailbox_hash(tmp_path / "inbox")) == ([], before)


async def test_a_later_page_finds_the_draft_edits_it_without_a_session_and_sends_what_it_then_says(
    settings: Settings, desk: SmtpDesk
) -> None:
    async with served(settings) as server:
        typist = Typist(await server.user())
        await typist.type(REPLY)
        found = typist.conversation_id
    async with served(settings) as server:
        page = Typist(await server.user(), found)
        (draft,) = (await shown_in(page))["drafts"]
        assert (draft["text"], draft["asked"], await waits(page)) == (TEXT, False, [True])
        named = {"draft_id": draft["draft_id"], "version": draft["version"]}
        edited = await page.browser.patch(f"{ALL}/{found}/draft", named | {"text": "Friday is better."})
        (changed,) = edited.json()["shown"]["drafts"]
        assert (edited.status_code, edited.json()["version"]) == (200, 2)
        assert (changed["version"], changed["text"]) == (2, "Friday is better.")
        stale = await page.browser.patch(f"{ALL}/{found}/draft", named | {"text": "Never."})
        assert (stale.status_code, stale.json()["code"], stale.json()["detail"]) == (409, "draft_not_changed", words.CHANGED_MEANWHILE)
        nobody = await page.browser.patch(f"{ALL}/{found}/draft", {**named, "version": 2, "to": ["nobody"]})
        assert (nobody.status_code, nobody.json()["detail"]) == (409, words.NOT_AN_ADDRESS)
        assert "Friday is better." in await page.press(SEND, changed)
        (asked,) = (await shown_in(page))["drafts"]
        assert (asked["asked"], asked["text"], asked["version"]) == (True, "Friday is better.", 2)
        by_hand = {"draft_id": asked["draft_id"], "version": 2, "text": "Friday is best."}
        assert (await page.browser.patch(f"{ALL}/{found}/draft", by_hand)).json()["version"] == 3
        assert not (await shown_in(page))["drafts"][0]["asked"]
        assert "Friday is best." in await page.type("yes")
        assert (await page.type("yes")).startswith("It leaves in ")
        assert page.told("shown")["drafts"] == []
        assert page.told("shown")["held"] is not None
        assert ((await shown_in(page))["drafts"], await waits(page)) == ([], [False])
        await page.type("stop")
        assert await waits(page) == [True]
        (kept,) = (await shown_in(page))["drafts"]
        assert await page.press(DISCARD, kept) == words.DISCARDED
        assert ((await shown_in(page))["drafts"], await waits(page)) == ([], [False])
    assert desk.taken == []


async def test_a_button_is_about_the_draft_in_whose_pane_it_is(typist: Typist) -> None:
    await typist.type("next")
    await typist.type(REPLY)
    (first,) = (await shown_in(typist))["drafts"]
    here = typist.conversation_id
    elsewhere = Typist(typist.browser)
    await elsewhere.type(TO_ZOE)
    (second,) = (await shown_in(elsewhere))["drafts"]
    assert first["draft_id"] != second["draft_id"]
    again = Typist(typist.browser, here)
    assert TEXT in await again.press(SEND, first)


async def two_drafts(typist: Typist) -> tuple[dict[str, object], dict[str, object]]:
    """Two drafts of one conversation; it is asked whether the second is sent."""
    await typist.type(REPLY)
    (first,) = typist.shown()
    await typist.type(TO_ZOE)
    (second,) = typist.shown()
    assert (first["draft_id"] != second["draft_id"], second["asked"]) == (True, True)
    return first, second


async def kept_of(settings: Settings) -> tuple[set[object], list[tuple[str, ...]]]:
    """The drafts that are there, and to whom mails are about to leave."""
    async with Database(settings.shared_database_url) as database:
        drafts = Drafts(database, writing_vault(settings), user_id="local", own_addresses=frozenset(), now=local_now(settings))
        outbox = Outbox(database, writing_vault(settings), user_id="local", now=local_now(settings))
        return {each.draft_id for each in await drafts.all()}, [mail.to for mail in await outbox.waiting()]


async def test_send_asks_about_the_draft_of_its_pane_and_agrees_to_no_question_about_another(settings: Settings, typist: Typist) -> None:
    first, second = await two_drafts(typist)
    asked = await typist.press(SEND, first)
    assert ("Tomasz" in asked, "zoe" in asked.lower(), "leaves in" in asked) == (True, False, False), asked
    assert await kept_of(settings) == ({first["draft_id"], second["draft_id"]}, [])
    assert [(each["draft_id"], each["asked"]) for each in typist.shown()] == [(first["draft_id"], True)]
    assert (await typist.type("yes")).startswith("It leaves in ")
    assert (await kept_of(settings))[1] == [("tomasz.wolski@example.net",)]


async def test_discard_throws_away_the_draft_of_its_pane_alone(settings: Settings, typist: Typist) -> None:
    first, second = await two_drafts(typist)
    assert await typist.press(DISCARD, first) == words.DISCARDED
    assert await kept_of(settings) == ({second["draft_id"]}, [])
    assert [each["draft_id"] for each in typist.shown()] == [second["draft_id"]]
    assert "leaves in" not in await typist.type("yes")
    assert (await kept_of(settings))[1] == []


async def test_discard_holds_nothing_back_that_leaves_beside_its_draft(settings: Settings, typist: Typist) -> None:
    first, _ = await two_drafts(typist)
    assert "leaves in" in await typist.type("yes")
    leaves = (await kept_of(settings))[1]
    assert leaves == [("zoe@hearth.example",)]
    assert await typist.press(DISCARD, first) == words.DISCARDED
    drafts, still = await kept_of(settings)
    assert (first["draft_id"] in drafts, still) == (False, leaves)


async def test_a_press_on_a_draft_that_is_gone_changed_or_on_its_way_is_told_in_a_sentence_and_does_nothing(
    settings: Settings, typist: Typist
) -> None:
    first, second = await two_drafts(typist)
    assert await typist.press(DISCARD, first) == words.DISCARDED
    await typist.type("read the draft")
    (asked,) = typist.shown()
    stale, unknown = {**second, "version": 2}, {**second, "version": 0}
    for line in (SEND, DISCARD):
        assert await typist.press(line, first) == words.DRAFT_GONE
        assert await typist.press(line, stale) == words.DRAFT_CHANGED
        assert await typist.press(line, unknown) == words.DRAFT_CHANGED
        assert typist.shown() == [asked]
    assert await typist.press("yes", second) == replies.DID_NOT_WORK
    assert await kept_of(settings) == ({second["draft_id"]}, [])
    assert "leaves in" in await typist.type("yes")
    for line in (SEND, DISCARD):
        assert "leaves in" in await typist.press(line, second)
        assert (await kept_of(settings))[1] == [("zoe@hearth.example",)]


async def test_a_press_that_cannot_look_for_its_draft_is_a_turn_like_any(settings: Settings, typist: Typist) -> None:
    await typist.type(REPLY)
    (draft,) = typist.shown()
    async with Database(settings.shared_database_url) as database, database.session() as session:
        await session.execute(text("ALTER TABLE draft RENAME TO away"))
    assert await typist.press(SEND, draft) == words.CANNOT_KEEP
    assert [kind for kind, _ in typist.last] == ["session", "you", "words", "turn_ended", "shown", "end"]


async def test_of_two_lines_on_their_way_only_the_one_that_wrote_the_draft_leads_to_it(typist: Typist) -> None:
    await typist.type("next")
    later = replace(typist, last=[])
    await asyncio.gather(typist.type(REPLY), later.type("repeat"))
    assert [each.told("end")["open_in_browser"] for each in (typist, later)] == [True, False]


async def test_a_second_draft_takes_the_first_from_no_page(typist: Typist) -> None:
    await typist.type(REPLY)
    (first,) = (await shown_in(typist))["drafts"]
    await typist.type(TO_ZOE)
    (second,) = (await shown_in(typist))["drafts"]
    assert second["draft_id"] != first["draft_id"]
    assert await typist.press(DISCARD, second) == words.DISCARDED
    (left,) = (await shown_in(typist))["drafts"]
    assert typist.shown() == [left]  # at once, before the page is loaded again
    assert (left["draft_id"], await waits(typist)) == (first["draft_id"], [True])
    edit = {"draft_id": left["draft_id"], "version": left["version"], "text": "Friday is better."}
    assert (await typist.browser.patch(f"{ALL}/{typist.conversation_id}/draft", edit)).status_code == 200
    assert (await shown_in(typist))["drafts"][0]["text"] == "Friday is better."


async def test_a_draft_of_another_version_keeps_no_conversation_from_opening(settings: Settings, typist: Typist) -> None:
    await typist.type(REPLY)
    async with Database(settings.shared_database_url) as database, database.session() as session:
        for row in await session.scalars(select(StoredDraft)):
            row.content = draft_words(writing_vault(settings)).seal('{"kind": "poem"}', row.user_id, row.draft_id)
    assert (await typist.browser.get(f"{ALL}/{typist.conversation_id}")).status_code == 200
    assert await waits(typist) == [False]
    anew = Typist(typist.browser)
    await anew.type("next")
    again = Typist(typist.browser, typist.conversation_id)
    await again.type("next")
    assert again.told("end")["conversation_id"] == typist.conversation_id


async def test_editing_it_on_the_page_ends_no_call_which_then_asks_about_the_new_words(settings: Settings, typist: Typist) -> None:
    await typist.type(REPLY)
    found = typist.conversation_id
    following, now = await typist.follow(), local_now(settings)
    place = TalkPlace(conversation_id=found)
    async with open_call(settings, "local", call_id="voice", now=lambda: now() + timedelta(minutes=1), place=place) as (call, look):
        paper = Paper()
        spoken = WrittenCall(call, paper)
        await spoken.start(look)
        await spoken.greet(look)
        assert "We were in the middle of your reply to " in paper.turns[0]
        assert (await following).endswith("elsewhere")
        (draft,) = (await shown_in(typist))["drafts"]
        edit = {"draft_id": draft["draft_id"], "version": draft["version"], "text": "Friday is better."}
        assert (await typist.browser.patch(f"{ALL}/{found}/draft", edit)).status_code == 200
        assert not call.records.saved.taken_over.is_set()
        await spoken.take("send it")
        assert "Friday is better." in paper.turns[-1]


async def test_strangers_and_other_pages_see_and_change_nothing_of_it(settings: Settings, server: Served, typist: Typist) -> None:
    await typist.type(REPLY)
    (draft,) = (await shown_in(typist))["drafts"]
    mine = f"{ALL}/{typist.conversation_id}"
    edit = {"draft_id": draft["draft_id"], "version": draft["version"], "text": "Never."}
    async with Database(settings.shared_database_url) as database:
        store = ConversationStore(database, writing_vault(settings))
        theirs = await talked(store, STRANGER, "a", asks="Secret")
        await store.links.keep(STRANGER, theirs, str(draft["draft_id"]))
    signed_out, other_page = server.browser(), await server.user()
    assert (await signed_out.get(mine)).status_code == 401
    assert (await signed_out.patch(f"{mine}/draft", edit)).status_code == 401
    other_page.csrf = "wrong"
    assert (await other_page.patch(f"{mine}/draft", edit)).json()["code"] == "csrf_token_wrong"
    assert (await typist.browser.patch(f"{ALL}/{theirs}/draft", edit)).json()["code"] == "no_such_conversation"
    gone = await typist.browser.patch(f"{mine}/draft", edit | {"draft_id": "0" * 24})
    assert (gone.status_code, gone.json()["detail"]) == (409, words.DRAFT_GONE)
    assert (await shown_in(typist))["drafts"][0]["text"] == TEXT


async def test_a_call_goes_on_in_the_conversation_that_is_open_and_in_no_strangers(
    settings: Settings, server: Served, typist: Typist
) -> None:
    await typist.type(REPLY)
    async with Database(settings.shared_database_url) as database:
        theirs = await talked(ConversationStore(database, writing_vault(settings)), STRANGER, "a", asks="Secret")
    for strange in (theirs, "nothing", "\x00"):
        refused = await typist.browser.post("/api/call", {"conversation_id": strange})
        assert (refused.status_code, refused.json()["code"]) == (404, "no_such_conversation")
    rooms = []
    for wanted in (typist.conversation_id, typist.conversation_id, None):
        ticket = (await typist.browser.post("/api/call", {"conversation_id": wanted})).json()
        claims = claims_of(ticket["token"])
        assert claims.room_config
        told = DispatchMetadata.parse(claims.room_config.agents[0].metadata)
        assert told == DispatchMetadata(user_id="local", identity=ticket["identity"], conversation_id=wanted)
        rooms.append(ticket["room"])
        server.rooms.exists = True
    assert rooms[0] != rooms[1]
