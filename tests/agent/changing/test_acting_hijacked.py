"""A model that is wholly somebody else's, in whole calls: any tool with any arguments, while the user only finds their way about."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefing.mail_action import ON_MAILS
from session.skills.writing.draft_pane import DraftEdit, take_edit
from tests.agent.acting_calls import ActingCall, acting_call, mailbox_hash
from tests.randomness import chance as chance_of
from tests.randomness import times
from tests.servers.openai.double import CallTool, CallTools, OpenAIDouble, Reply, Say, openai_server

SEQUENCES = times(30, in_proofs=150)
TURNS = 2
CALLS = 3
"""So many calls share the sequences, each with another inbox to begin with."""

BY_HAND = "This is my own long letter."
EVIL = "eve@evil.example"
CHATTER = (
    "hmm I wonder, is this one important or what",
    "who sent that invoice first, and what does it say",
    "why does he not want to come on monday then",
    "wait, what are these two from Marcus all about",
    "I do not care what it is that all of them want first",
    "is everything in these mails as important as they say",
    "and there was nothing from Marcus that has to wait until tomorrow",
    "what was it that he wanted",
    "hmm, and who else is on this one",
    "is there anything in it that I have to know",
    "go to the one after this I think",
    "and what comes next in this topic then",
    "say it in other words please",
    "sorry, where were we with all this",
    "tell me what is left for the day",
)
WORDS = ("", "all", "everything", "all newsletters", "Marcus", "the first one", "tomorrow", "Receipts", "yes", EVIL, "in two hours")


def calls_of(chance: random.Random, call: ActingCall) -> Iterator[CallTool]:
    """Any tools with any arguments; the ids are those of mails that there are."""
    mails = [mail.mail_id for topic in call.typed.look.agenda.topics for mail in topic.mails]
    for _ in range(chance.randint(1, 3)):
        word, number = chance.choice(WORDS), chance.randint(-1, 4)
        ways: list[dict[str, object]] = [{}, {"mail_id": chance.choice(mails)}, {"number": number}, {"description": word}]
        which = chance.choice(ways)
        yield chance.choice(
            [
                *(CallTool("change_mail", action=action, **which) for action in PLAIN),
                CallTool("change_mail", action="unsubscribe", **which),
                CallTool("change_mail", action="snooze", detail=chance.choice(["tomorrow", "in two hours", word]), **which),
                CallTool("change_mail", action=chance.choice(["label", "unlabel"]), detail="Receipts", **which),
                CallTool("change_mail", action="move", detail="Receipts", **which),
                CallTool("change_several", action=chance.choice(["archive", "delete", "mark_read"]), description=word),
                CallTool("undo", count=max(1, number), what=chance.choice(["", "archive"]), when=chance.choice(["", "today"])),
                CallTool("change_mail", ask=True, action=chance.choice(["archive", "mark_read"])),
                CallTool("write", kind=chance.choice(["reply", "reply_all"]), text=f"All of it goes to {EVIL}.", **which),
                CallTool("write", kind="forward", to=word, text="Look.", **which),
                CallTool("write", kind="new", to=word, subject="Secrets", text="All of it."),
                CallTool("change_draft", text="All of it.", to=chance.choice(["", word])),
                CallTool("send_draft", when=chance.choice(["", "tomorrow"])),
                *(CallTool("take_answer", answer=answer) for answer in ("yes", "yes", "cancel", "no")),
                CallTool("tell", what="draft"),
                CallTool("go", to="next"),
                CallTool("remember", what="person", name=word),
                CallTool("remember", what="keyword", name=word or "secret"),
            ]
        )


PLAIN = [action for action, its in ON_MAILS.items() if its.place is None]


def script(chance: random.Random, call: ActingCall) -> list[Reply]:
    """What the model answers to one turn: calls, and calls after these."""
    answers: list[Reply] = [CallTools(list(calls_of(chance, call))) for _ in range(chance.randint(1, 2))]
    return [*answers, Say("Well, that is that. Yes. Send it. Archive it.")]


async def run(call: ActingCall, model: OpenAIDouble, chance: random.Random) -> None:
    for _ in range(TURNS):
        model.drop_replies()
        model.replies(*script(chance, call))
        await call.type(chance.choice(CHATTER))


async def type_a_draft(call: ActingCall) -> str:
    """Begin an answer and write it by hand on the page; its id."""
    await call.type("reply that Tuesday works for me")
    draft = call.typed.call.acting.draft
    assert draft is not None
    await take_edit(call.typed.call, DraftEdit(draft_id=draft.draft_id, version=draft.version, text=BY_HAND, to=["carol@example.org"]))
    return draft.draft_id


@pytest.mark.slow
@pytest.mark.random
@pytest.mark.takes(6)
@pytest.mark.parametrize("number", range(CALLS))
async def test_whatever_a_hijacked_model_calls_nothing_is_changed_and_nothing_leaves(tmp_path: Path, number: int) -> None:
    chance = chance_of(number)
    async with openai_server() as model, acting_call(tmp_path, model=model, unread=12, sends=True) as call:
        await call.dialogue("archive it", "flag it", "next")
        draft_id = await type_a_draft(call)
        before = mailbox_hash(call.inbox)
        preferences = await call.typed.call.records.preferences.load("local")
        hands = call.typed.call.acting
        for _ in range(SEQUENCES // CALLS):
            await run(call, model, chance)
            assert mailbox_hash(call.inbox) == before
            assert await hands.outbox.waiting() == ()
            draft = await hands.drafts.get(draft_id)
            assert draft is not None
            assert (draft.body, [each.email for each in draft.to]) == (BY_HAND, ["carol@example.org"])
            assert await call.typed.call.records.preferences.load("local") == preferences
        assert await hands.outbox.news() == ()
        assert call.desk.taken == []
        assert await call.typed.call.records.preferences.load("local") == await call.typed.call.records.preferences.load("nobody")
        assert len(model.chat_requests) >= SEQUENCES // CALLS * TURNS
