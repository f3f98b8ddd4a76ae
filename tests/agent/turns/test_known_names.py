"""A name that was heard in another spelling is put right from the user's own mail, and heard back; where two fit, the user is asked."""

from email.message import EmailMessage
from pathlib import Path

import pytest
from livekit.agents import llm

from providers.models.ear_doubt import SURE
from session.turn.known_names import known_people, put_right
from tests.agent.acting_calls import ActingCall, acting_call
from tests.agent.maildir_state import flags_of
from tests.agent.turns.test_doubt import say
from tests.agent.typed_call import NOW, sample_settings
from tests.servers.openai.double import Say, openai_server

pytestmark = pytest.mark.slow

TOMASZ, TOMAS = "Tomasz Wolski", "Tomáš Svoboda"


async def hear(call: ActingCall, line: str) -> str:
    """The answer to a line as the recogniser heard it."""
    return await say(call.typed, put_right(call.typed.call, line))


def a_mail_from(name: str, folder: Path) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = f"{name} <gate@elsewhere.example>", "you@example.com", "The gate"
    mail["Date"], mail["Message-ID"] = NOW.strftime("%a, %d %b %Y %H:%M:%S +0000"), "<gate@elsewhere.example>"
    mail.set_content("The gate is open again. Could you close it tonight?")
    (folder / "inbox" / "new" / "1773130000.gate.example").write_bytes(mail.as_bytes())


async def test_what_is_written_goes_to_the_one_who_sounds_like_it_and_is_heard_back(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        answer = await hear(call, "Tell Thomas that Friday works.")
        assert TOMASZ in answer
        assert "Friday works." in answer
        draft = call.typed.call.acting.draft
        assert draft is not None
        assert [each.name for each in draft.to] == [TOMASZ]
        assert "I take it you mean" not in answer  # it is named anyway


async def test_an_answer_that_names_them_anyway_says_no_more(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        answer = await hear(call, "What did Thomas write?")
        assert "Tomasz" in answer
        assert "I take it you mean" not in await hear(call, "Next.")


async def test_of_two_who_fit_one_is_asked_for_and_it_is_done_for_the_one_who_is_named(tmp_path: Path) -> None:
    sample_settings(tmp_path)
    a_mail_from(TOMAS, tmp_path)
    async with acting_call(tmp_path) as call:
        assert await hear(call, "Tell Thomas that Friday works.") == f"Do you mean {TOMASZ} or {TOMAS}?"
        assert call.typed.call.acting.draft is None
        answer = await hear(call, "Thomas Svoboda.")
        draft = call.typed.call.acting.draft
        assert draft is not None
        assert [each.name for each in draft.to] == [TOMAS]
        assert answer.startswith("I take it you mean Tomáš. Draft to gate@elsewhere.example")  # who was never written to is told by address


async def test_a_reply_and_a_change_are_asked_about_in_the_same_way(tmp_path: Path) -> None:
    sample_settings(tmp_path)
    a_mail_from(TOMAS, tmp_path)
    async with acting_call(tmp_path) as call:
        before = flags_of(call.inbox)
        assert "Do you mean" in await hear(call, "Reply to Thomas that Friday works.")
        await hear(call, "Tomáš")
        draft = call.typed.call.acting.draft
        assert draft is not None
        assert [each.name for each in draft.to] == [TOMAS]
        await hear(call, "Cancel.")
        assert "Do you mean" in await hear(call, "Archive the one from Thomas.")
        assert len(flags_of(call.inbox)) == len(before)
        assert await hear(call, "Tomáš") == f"Archive the mail from {TOMAS}? Yes or no."
        assert "Archived" in await hear(call, "Yes.")
        assert len(flags_of(call.inbox)) == len(before) - 1


async def test_another_answer_than_a_name_forgets_the_question(tmp_path: Path) -> None:
    sample_settings(tmp_path)
    a_mail_from(TOMAS, tmp_path)
    async with acting_call(tmp_path) as call:
        await hear(call, "Tell Thomas that Friday works.")
        await hear(call, "Next.")
        await hear(call, "Tomáš")
        assert call.typed.call.acting.draft is None


async def test_a_model_is_told_of_the_name_and_is_asked_to_say_it(tmp_path: Path) -> None:
    async with openai_server() as server, acting_call(tmp_path, model=server) as call:
        server.always(Say("He wants an answer by Friday, Tomasz does."))
        await hear(call, "What does Thomas want from me, in short?")
        (request,) = server.chat_requests[-1:]
        assert "taken for people known here" in str(request)
        assert "Tomasz" in str(request)


async def test_own_addresses_and_typed_lines_are_left_alone(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        own = call.typed.call.acting.own_addresses
        assert own
        assert own.isdisjoint(each.email for each in known_people(call.typed.call).at_hand)
        assert "no address for Thomas" in (await call.type("tell Thomas that Friday works")).replace("thomas", "Thomas")


async def test_words_are_noted_until_their_turn_and_no_longer(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        heard = put_right(call.typed.call, "Tell Thomas that Friday works.")
        assert call.typed.call.turn.names == {heard: ("Tomasz",)}
        words = llm.ChatMessage(role="user", content=["Next."], transcript_confidence=SURE)
        await call.typed.session.generate_reply(user_input=words)
        assert call.typed.call.turn.names == {}
        assert call.typed.call.turn.to_name == ()


async def test_a_machine_that_writes_in_somebodys_name_is_nobody_to_choose_from(tmp_path: Path) -> None:
    sample_settings(tmp_path)
    async with acting_call(tmp_path) as call:
        names = [each.sender.name for each in call.typed.call.mail.pipeline.envelopes.values()]
        assert {"Priya Nair", "priya-nair"} <= set(names)
        await call.type("write to Priya that I will be late")
        draft = call.typed.call.acting.draft
        assert draft is not None
        assert [each.email for each in draft.to] == ["priya.nair@tidewater.example"]
