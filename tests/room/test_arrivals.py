"""Mail that comes in or is read elsewhere while a caller is in a room with the worker: in speech, in the user's turn, at the end."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefing.mail import mail_id
from providers.maildir import maildir_account
from tests.agent.delivery import deliver, read_elsewhere
from tests.providers.arranged_maildir import make_maildir
from tests.room.caller import Caller
from tests.room.shared import VIP, User
from tests.servers.openai.double import OpenAIDouble

pytestmark = pytest.mark.server

LETTER = " ".join(f"Paragraph number {number} of this letter tells of the garden and of the weather." for number in range(1, 13))
WHOLE_SENTENCE = (".", "!", "?", "\u201d")


def said(caller: Caller) -> str:
    return " ".join(caller.agent_said)


@pytest.mark.takes(35)
async def test_what_comes_in_is_told_once_at_a_boundary_and_goes_where_the_user_wants_it(user: User) -> None:
    user.folder.mkdir()
    inbox, openai, now = make_maildir(user.inbox), user.openai, datetime.now(UTC)
    for name in ("Alma", "Boris", "Clara"):
        deliver(inbox, f"{name}.host", f"Garden of {name}", now=now, sender=f"{name} <{name.lower()}@example.org>", text=LETTER)
    async with user.calls() as caller:
        await caller.open_microphone()
        await caller.hear(after=0, containing="What shall I do with it?")
        first = next(name for name in ("Alma", "Boris", "Clara") if name in said(caller))
        rest = [name for name in ("Alma", "Boris", "Clara") if name != first]

        await _in_speech_urgent_mail_ends_the_sentence_and_is_read_at_once(caller, openai, inbox, now)
        await _in_the_users_turn_it_waits_for_the_answer(caller, openai, inbox, now)
        await _handled_elsewhere_it_leaves_without_a_word(caller, inbox, gone=rest[1], left=rest[0])
        await _at_the_end_two_are_told_together_and_wait_when_declined(caller, inbox, now)

        for once in ("An urgent mail from Vera Imhof just came in about “Roses", "about “Tulips.”", "Two new mails came in"):
            assert said(caller).count(once) == 1, once
        assert rest[1] not in said(caller)
        assert openai.chat_requests == []


async def _in_speech_urgent_mail_ends_the_sentence_and_is_read_at_once(
    caller: Caller, openai: OpenAIDouble, inbox: Path, now: datetime
) -> None:  # fmt: skip
    before = len(caller.agent_said)
    await caller.type("read it in full", containing="Paragraph number 1 ")
    deliver(inbox, "roses.host", "Roses", now=now, sender=VIP, text=LETTER)
    await caller.hear(after=before, containing="Shall I read it now?")
    reading, _, _ = " ".join(caller.agent_said[before:]).partition("An urgent mail")
    assert "That is the whole mail" not in reading
    assert reading.rstrip().endswith(WHOLE_SENTENCE)
    openai.hear("yes")
    assert "Roses" in await caller.say("yes", containing="Roses")


async def _in_the_users_turn_it_waits_for_the_answer(caller: Caller, openai: OpenAIDouble, inbox: Path, now: datetime) -> None:
    await caller.wait_until(lambda: caller.agent_state == "listening", "the agent to listen")
    await caller.send("read it in full")
    await caller.wait_until(lambda: caller.agent_state == "speaking", "the agent to speak")
    before = len(caller.agent_said)
    openai.hear("how many are left")
    await caller.speak("how many of all these mails are left for me to hear about today please")
    await caller.wait_until(lambda: caller.agent_state == "listening", "the agent to give way to the caller")
    deliver(inbox, "tulips.host", "Tulips", now=now, sender=VIP)
    heard = await caller.hear(after=before, containing="Shall I read it now?")
    assert heard.index("are left") < heard.index("An urgent mail")
    assert "stays for later" in await caller.type("no", containing="later")


async def _handled_elsewhere_it_leaves_without_a_word(caller: Caller, inbox: Path, *, gone: str, left: str) -> None:
    read_elsewhere(inbox, mail_id(maildir_account(inbox).slug, f"{gone}.host"))
    assert "othing new" in await caller.type("anything new?", containing="othing new")
    await caller.type("next", containing="Back to the mail from")
    await caller.type("next", containing=left)


async def _at_the_end_two_are_told_together_and_wait_when_declined(caller: Caller, inbox: Path, now: datetime) -> None:
    await caller.type("next", containing="Tulips")
    before = len(caller.agent_said)
    await caller.type("next", containing="That was everything")
    deliver(inbox, "peas.host", "Peas", now=now)
    deliver(inbox, "beans.host", "Beans", now=now)
    await caller.hear(after=before, containing="Shall I read them now?")
    assert "2 are left" in await caller.type("no", containing="left for next time")
    after = len(caller.agent_said)
    for _ in range(2):
        await caller.type("next", containing="Ursula Keller")
    await caller.wait_until(lambda: {"Peas", "Beans"} <= set(re.findall(r"\w+", " ".join(caller.agent_said[after:]))), "both mails")
