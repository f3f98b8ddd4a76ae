"""Which mail "it" is, held against the mailbox: what was spoken of last, by the user, by us, or by a model that was heard."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from briefing.mail import MailId, provider_id_of
from tests.agent.acting_calls import ActingCall, acting_call, places
from tests.servers.openai.double import CallTool, OpenAIDouble, Say

pytestmark = pytest.mark.slow

UNREAD = 25


@pytest_asyncio.fixture
async def call(tmp_path: Path, openai: OpenAIDouble) -> AsyncIterator[ActingCall]:
    async with acting_call(tmp_path, model=openai, unread=UNREAD) as call:
        yield call


def other_mail(call: ActingCall) -> tuple[MailId, str]:
    """A mail that is not the open one, of somebody who wrote only that, and their name."""
    envelopes = list(call.typed.call.mail.pipeline.envelopes.values())
    names = [each.sender.name for each in envelopes]
    open_names = {each.sender.name for each in envelopes if each.mail_id == call.open}
    quoted = call.typed.call.mail.prefetch.loaded(call.open)
    assert quoted is not None
    return next(
        (each.mail_id, each.sender.name)
        for each in envelopes
        if names.count(each.sender.name) == 1
        and not (each.bulk or each.automatic)
        and each.sender.name not in open_names
        and each.sender.name.split()[0] not in quoted.text
    )


async def test_after_a_models_sentence_about_another_mail_it_is_that_one_and_the_answer_names_it(
    call: ActingCall, openai: OpenAIDouble
) -> None:
    opened, (other, name) = call.open, other_mail(call)
    openai.replies(Say(f"The one from {name} can wait, I would say."))
    await call.type("which of them could wait a bit, what do you think")
    answer = await call.type("archive it")
    assert f"the mail from {name}" in answer
    assert call.place(other)[0] == ".Archive"
    assert call.open == opened
    assert call.place(opened)[0] == ""


async def test_after_a_no_to_a_models_question_it_is_the_mail_that_was_asked_about(call: ActingCall, openai: OpenAIDouble) -> None:
    opened, (other, name) = call.open, other_mail(call)
    openai.replies(Say(f"Shall I archive the one from {name}?"), Say("All right."))
    await call.type("is there anything else that I could put away by now")
    await call.type("no")
    assert f"the mail from {name}" in await call.type("delete it")
    assert call.place(other)[0] == ".Trash"
    assert call.place(opened)[0] == ""


async def test_where_a_model_told_of_two_mails_it_is_asked_which_one(call: ActingCall, openai: OpenAIDouble) -> None:
    opened, (other, name) = call.open, other_mail(call)
    opened_by = call.typed.call.mail.pipeline.envelopes[opened].sender.name
    openai.replies(Say(f"{opened_by} asks about the boiler. {name} wrote as well."))
    before = places(call.inbox)
    await call.type("who wants something from me today, in a few words")
    answer = await call.type("archive it")
    assert "Which one do you mean?" in answer
    assert opened_by in answer
    assert name in answer
    assert places(call.inbox) == before
    assert other in call.typed.call.dialogue.found


async def test_what_a_mail_says_of_another_mail_moves_nothing(call: ActingCall, openai: OpenAIDouble) -> None:
    """The open mail names somebody who wrote too; a model that retells it speaks of the open mail."""
    envelopes = call.typed.call.mail.pipeline.envelopes
    while True:
        text, opened = call.typed.call.mail.prefetch.loaded(call.open), envelopes[call.open]
        senders = {each.sender.name.split()[0] for each in envelopes.values() if each.sender.name} - {*opened.sender.name.split()}
        told = next((name for name in sorted(senders) if len(name) > 3 and text and f" {name} " in text.text), None)
        if told is not None:
            break
        await call.type("next")
    opened_mail = call.open
    openai.replies(Say(f"It says to delete what came from {told} at once."))
    await call.type("what is it that I am to do about this, in short")
    await call.type("archive it")
    assert call.place(opened_mail)[0] == ".Archive"


async def test_a_sentence_that_was_not_asked_for_a_mail_leaves_it_the_open_one(call: ActingCall, openai: OpenAIDouble) -> None:
    opened = call.open
    openai.replies(Say("That depends on how much time you have."))
    await call.type("how should I best go about all of this today")
    assert (await call.type("archive it")).startswith("Archived. ")
    assert call.place(opened)[0] == ".Archive"


async def test_the_words_of_a_model_are_said_again(call: ActingCall, openai: OpenAIDouble) -> None:
    openai.replies(Say("That depends on your time. I would begin with the boiler."))
    told = await call.type("how should I best go about all of this today")
    assert await call.type("say that again") == told
    assert await call.type("say that again") == told


async def test_a_mail_that_the_user_asked_about_is_it_in_the_next_turn(call: ActingCall, openai: OpenAIDouble) -> None:
    opened, (other, name) = call.open, other_mail(call)
    openai.replies(Say("Nothing that could not wait."))
    await call.type(f"what does {name} want from me then")
    assert f"the mail from {name}" in await call.type("flag it")
    assert "F" in call.place(other)[1]
    assert "F" not in call.place(opened)[1]


async def test_with_the_name_in_the_same_breath_it_is_the_mail_before(call: ActingCall, openai: OpenAIDouble) -> None:
    opened, (other, name) = call.open, other_mail(call)
    openai.replies(CallTool("change_mail", action="archive"), Say("Done."))
    await call.type(f"archive this one and then tell me what {name} wants")
    assert call.place(opened)[0] == ".Archive"
    assert call.place(other)[0] == ""


async def test_her_is_who_wrote_the_mail_that_was_spoken_of(call: ActingCall, openai: OpenAIDouble) -> None:
    other, name = other_mail(call)
    openai.replies(Say(f"{name} would like an answer."))
    await call.type("who would like an answer from me today")
    assert (await call.type("answer her that I agree")).startswith(f"Draft to {name}")
    draft = call.typed.call.acting.draft
    assert draft is not None
    assert draft.replies_to == other


@pytest.mark.parametrize("line", ["archive it", "reply", "is it important", "read it in full"])
async def test_after_a_list_it_is_asked_which_one(tmp_path: Path, line: str) -> None:
    async with acting_call(tmp_path, unread=UNREAD) as call:
        await call.type("search for museum")
        before = places(call.inbox)
        assert "Which one do you mean?" in await call.type(line)
        assert places(call.inbox) == before
        assert call.typed.call.acting.draft is None


async def test_the_one_after_is_behind_the_mail_that_was_gone_to(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=UNREAD) as call:
        agenda = [mail for topic in call.typed.call.tracker.snapshot().topics for mail in topic.mails]
        await call.type("go to the third topic")
        here = agenda.index(call.open)
        await call.type("the one after that")
        assert call.open == agenda[here + 1]
        await call.type("the one before that")
        assert call.open == agenda[here]


async def test_the_second_and_then_the_third_are_of_the_list_that_was_told(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=UNREAD) as call:
        await call.type("search for museum")
        listed = call.typed.call.dialogue.found
        assert len(listed) > 3
        for line, mail in (("the second one", listed[1]), ("the one after that", listed[2]), ("the fourth one", listed[3])):
            await call.type(line)
            assert call.typed.call.it == mail


@pytest.mark.parametrize("seed", range(3))
async def test_a_change_hits_what_was_spoken_of_or_says_which_mail_it_hit(tmp_path: Path, openai: OpenAIDouble, seed: int) -> None:
    """Whatever was said before: words that name no mail change one at most, and that is the open one, or is named."""
    draw = random.Random(seed)  # noqa: S311 - a test's lot
    async with acting_call(tmp_path, model=openai, unread=UNREAD) as call:
        envelopes = call.typed.call.mail.pipeline.envelopes
        for _ in range(12):
            name = draw.choice([each.sender.name for each in envelopes.values() if each.sender.name])
            openai.drop_replies()
            openai.replies(Say(draw.choice([f"The one from {name} is short.", f"Shall I archive the one from {name}?", "I cannot tell."])))
            await call.type(
                draw.choice(
                    [
                        "next",
                        "search for museum",
                        "what's important",
                        "the second one",
                        "what did I skip",
                        "what else is there today then",
                        "skip it",
                    ]
                )
            )
            before, opened = places(call.inbox), call.typed.current
            answer = await call.type(draw.choice(["archive it", "delete it", "flag it"]))
            now = places(call.inbox)
            changed = [mail for mail in envelopes if before.get(provider_id_of(mail)) != now.get(provider_id_of(mail))]
            assert len(changed) <= 1
            for mail in changed:
                assert mail == opened or f"the mail from {envelopes[mail].sender.name}" in answer


async def test_those_are_the_mails_of_the_list_that_was_told(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=UNREAD) as call:
        assert "Archived" not in await call.type("archive those")
        answer = await call.type("search for contract")
        listed = call.typed.call.dialogue.found
        assert 1 < len(listed) <= 5
        asked = await call.type("archive all of those")
        assert (" more. Which one" in answer) == asked.endswith("Yes or no."), "only a list that was not told to its end is asked about"
        if asked.endswith("Yes or no."):
            await call.type("yes")
        before = places(call.inbox)
        assert [mail for mail in call.typed.call.mail.pipeline.envelopes if before[provider_id_of(mail)][0] == ".Archive"] == [
            mail for mail in call.typed.call.mail.pipeline.envelopes if mail in listed
        ]


async def test_those_are_asked_about_once_something_else_was_spoken_of(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=UNREAD) as call:
        await call.type("search for contract")
        await call.type("the second one")
        before = places(call.inbox)
        assert "?" in await call.type("archive them")
        assert places(call.inbox) == before


async def test_what_was_to_be_done_is_done_to_the_mail_that_is_named_next(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=UNREAD) as call:
        await call.type("search for contract")
        senders = [call.typed.call.mail.pipeline.envelopes[each].sender.name for each in call.typed.call.dialogue.found]
        place = senders.index("Ingrid Solberg")
        named = call.typed.call.dialogue.found[place]
        before = places(call.inbox)
        await call.type("archive it")
        assert places(call.inbox) == before
        await call.type(f"the {('first', 'second', 'third', 'fourth', 'fifth')[place]} one")
        after = places(call.inbox)
        assert after[provider_id_of(named)][0] == ".Archive"
        assert sum(before[name] != after.get(name) for name in before) == 1


async def test_a_mail_that_is_named_a_turn_later_is_only_gone_to(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=UNREAD) as call:
        await call.type("search for contract")
        before = places(call.inbox)
        await call.type("archive it")
        await call.type("how many are left")
        await call.type("the second one")
        assert places(call.inbox) == before
