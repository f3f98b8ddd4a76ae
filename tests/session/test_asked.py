"""What everybody asks in the first minutes is answered with what is true, without a model, and changes nothing."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from actions.changes.entries import ChangeOutcome, new_key
from actions.changes.journal import Journal
from briefing.agenda import MailRef
from briefing.speech.sentences import about_facts, about_sending, replies
from briefing.understanding.understanding import understand
from session.passages import Reading
from session.plain_answers import plain_answer
from storage.database import Database
from tests.actions.acting import an_entry
from tests.agent.acting_calls import acting_call, mailbox_hash
from tests.servers.ports import free_port
from tests.session.test_written_call import written

NOT_UNDERSTOOD = "did not get that"
OF_A_MAIL = {
    "who sent it": r"^From Tomasz Wolski\.$",
    "who is it from?": r"^From Tomasz Wolski\.$",
    "Who wrote that?": r"^From Tomasz Wolski\.$",
    "who?": r"^From Tomasz Wolski\.$",
    "who else got it": r"^It names nobody but you\.$",
    "when did it come?": r"^It is from Sunday, 8 March, at 2 pm\.$",
    "when was it sent": r"8 March",
    "how old is it": r"8 March",
    "how long is it": r"^It has \d+ words, less than a minute to read out\.$",
    "has it attachments": r"^It has no attachments\.$",
    "what was the subject": r"^The subject is “Re: Boiler in the flat\.”$",
    "say the subject again": r"Boiler in the flat",
    "is it important?": r"^It looks important: ",
    "do I have to answer?": r"^It looks important: .*it asks you something",
    "what does he want from me?": r"plumber.*Can somebody be at home to let him in\?",
    "sum it up": r"plumber.*Can somebody be at home to let him in\?",
    "by when?": r"Thursday, 12 March",
    "when's the meeting?": r"Thursday, 12 March",
    "what's in the PDF?": r"^It has no attachments\.$",
    "is it spam?": r"^I cannot tell\. It comes from tomasz\.wolski@example\.net\. You have written to that address before\.",
}
OF_THE_CALL = {
    "thanks": r"^You're welcome\.$",
    "thank you very much": r"^You're welcome\.$",
    "okay": r"^All right\.$",
    "got it": r"^All right\.$",
    "I see": r"^All right\.$",
    "right": r"^All right\.$",
    "perfect, thanks": r"^(All right|You're welcome)\.$",
    "never mind": r"^All right\.$",
    "forget it": r"^All right\.$",
    "leave it": r"^All right\.$",
    "no thanks": r"^All right\.$",
    "hello?": r"^Good morning\.$",
    "can you hear me?": r"^Yes, I am here\.$",
    "what's your name": r"Aloud",
    "sorry": r"^No problem\.$",
    "you're too loud": r"^How loud I am is set where you hear me",
    "what time is it": r"^It is Tuesday, 10 March, at 9 am\.$",
    "what did I archive": re.escape(about_facts.NOTHING_CHANGED),
    "what have I done": re.escape(about_facts.NOTHING_CHANGED),
    "did it go out": re.escape(about_sending.NOTHING_SENT),
    "has my mail left": re.escape(about_sending.NOTHING_SENT),
    "show me my drafts": re.escape(about_sending.NO_DRAFTS),
    "do I have a draft": re.escape(about_sending.NO_DRAFTS),
    "what's urgent": r"^Twelve look important: .*and nine more\. Which one shall I read\?$",
    "anything important?": r"^Twelve look important: ",
}


async def test_what_is_said_to_be_important_is_in_the_mailbox_and_comes_first(tmp_path: Path) -> None:
    """Counted and named by what is told, one mail after the other, and not by the score that announced it."""
    async with written(tmp_path) as call:
        announced = re.search(r"(\d+) look important\b", call.paper.turns[0])
        assert announced is not None
        heard: list[MailRef] = []
        while len(heard) < int(announced[1]):
            open_mail = call.call.tracker.current()
            assert open_mail is not None
            answer = await call.type("is it important?")
            if answer.startswith("It looks important"):
                heard.append(open_mail)
            else:
                assert open_mail.thread_id in {mail.thread_id for mail in heard}, "something else came before what is important"
            await call.type("next")
        assert len(heard) < 50 / 4


async def test_each_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    async with written(tmp_path, unread=25) as call:
        assert "12 look important" in call.paper.turns[0]
        before, open_mail, snapshot = mailbox_hash(tmp_path / "inbox"), call.current, call.call.tracker.snapshot()
        for line, wanted in (OF_A_MAIL | OF_THE_CALL).items():
            answer = await call.type(line)
            assert re.search(wanted, answer), (line, answer)
            assert NOT_UNDERSTOOD not in answer
        assert mailbox_hash(tmp_path / "inbox") == before
        assert (call.current, call.call.tracker.snapshot()) == (open_mail, snapshot)
        assert call.call.acting.receipts.ever == set()
        assert await call.call.acting.journal.entries("local") == ()


async def test_what_is_skipped_is_read_no_further(tmp_path: Path) -> None:
    async with written(tmp_path, unread=25) as call:
        await call.type("flag the second one")
        named = call.call.dialogue.focus.mail
        assert named is not None
        assert named != call.current
        call.call.dialogue.reading = Reading(mail=named, pieces=("The rest of it.",))
        assert "The rest of it." not in await call.type("skip this one")


async def test_whether_it_is_important_is_told_while_the_journal_is_away(tmp_path: Path) -> None:
    async with written(tmp_path, unread=25) as call, Database(f"postgresql://aloud@127.0.0.1:{free_port()}/aloud") as nowhere:
        call.call.acting.journal = Journal(nowhere)
        assert "It looks important" in await call.type("is it important?")


async def test_it_is_the_mail_that_was_named_last(tmp_path: Path) -> None:
    async with written(tmp_path, unread=25) as call:
        await call.type("flag the second one")
        assert "From Tomasz Wolski." in await call.type("who sent it")
        await call.type("skip this topic")
        assert call.current is not None
        envelope = call.call.mail.pipeline.envelopes[call.current]
        assert envelope.sender.name in await call.type("who sent it")
        assert "It comes with a PDF" in await call.type("any attachments?")
        assert "It comes with a PDF" in await call.type("how long is it")
        assert "I cannot look into what is attached. It comes with a PDF" in await call.type("read the attachment")


async def test_what_a_mail_wants_that_only_a_search_found_is_told_of_that_mail(tmp_path: Path) -> None:
    async with written(tmp_path, unread=25) as call:
        here = call.current
        await call.type("do you have anything about the consent form")
        told = await call.type("what do they want?")
        assert "consent form" in told
        assert "plumber" not in told
        assert call.current == here


@pytest.mark.parametrize("words", ["what does he want?", "sum it up", "tell me more", "how much is it?"])
async def test_what_takes_reading_is_left_to_a_model_where_there_is_one(tmp_path: Path, words: str) -> None:
    async with written(tmp_path, unread=25) as call:
        assert plain_answer(call.call, understand(words)) is not None
        call.call.line.has_model = True
        assert plain_answer(call.call, understand(words)) is None


async def test_who_wants_more_hears_the_mail_to_its_end(tmp_path: Path) -> None:
    async with written(tmp_path, unread=25) as call:
        assert "I would need your permission to use my key." in await call.type("tell me more")


async def test_the_newest_of_those_that_were_found_is_told_and_never_changed_by_that_name(tmp_path: Path) -> None:
    async with written(tmp_path, unread=50) as call:
        await call.type("anything from Priya?")
        envelopes = [call.call.mail.pipeline.envelopes[mail] for mail in call.call.dialogue.found]
        newest = max(envelopes, key=lambda each: each.received_at)
        before = mailbox_hash(tmp_path / "inbox")
        await call.type("archive the newest one")
        assert mailbox_hash(tmp_path / "inbox") == before
        await call.type("anything from Priya?")
        await call.type("the newest")
        assert call.call.it == newest.mail_id


async def test_topics_are_told_with_the_numbers_that_open_them(tmp_path: Path) -> None:
    async with written(tmp_path, unread=50) as call:
        said = await call.type("what topics are there?")
        assert said.startswith("14 topics are left: one, Boiler in the flat, two mails; two, Opening screens, first draft, four mails;")
        await call.type("topic two")
        assert call.current in call.call.tracker.snapshot().topics[1].mails
        await call.type("archive this topic")
        await call.type("yes")
        assert "two, " not in await call.type("list the topics")


async def test_one_goes_back_to_what_is_named_by_a_word_of_it_and_to_the_beginning(tmp_path: Path) -> None:
    async with written(tmp_path, unread=25) as call:
        for _ in range(5):
            await call.type("next")
        assert "boiler" in (await call.type("go back to the boiler")).casefold()
        await call.type("skip to the school trip")
        assert call.current is not None
        assert "trip" in call.call.mail.pipeline.envelopes[call.current].subject
        await call.type("go back to the beginning")
        assert call.current in call.call.tracker.snapshot().topics[0].mails


async def test_what_was_named_as_important_can_be_opened_by_number(tmp_path: Path) -> None:
    async with written(tmp_path, unread=25) as call:
        await call.type("what's urgent")
        second = call.call.dialogue.found[1]
        await call.type("the second one")
        assert call.current == second


async def test_what_was_changed_is_read_from_the_journal_and_an_undo_does_not_count(tmp_path: Path) -> None:
    async with written(tmp_path, unread=25) as call:
        await call.type("archive it")
        await call.type("flag it")
        said = await call.type("what did I archive?")
        assert said == "In this call you archived one mail, from Tomasz Wolski; flagged one mail, from Tomasz Wolski."
        await call.type("unflag it")
        assert "flagged" not in (await call.type("what have I done")).replace("took the flag off", "")
        await call.type("undo the last two")
        await call.type("yes")
        await call.type("undo")
        assert await call.type("what did I archive") == about_facts.NOTHING_CHANGED
    async with written(tmp_path, unread=25) as another:
        assert await another.type("what did I archive") == about_facts.NOTHING_CHANGED


async def test_a_large_change_is_counted_whole_and_a_snooze_too(tmp_path: Path) -> None:
    async with written(tmp_path, unread=5) as call:
        acting = call.call.acting
        mails = [an_entry(f"work:{n}", call_id=acting.changer.steps.call_id) for n in range(300)]
        await acting.journal.append("local", [replace(each, key=new_key(), outcome=ChangeOutcome.INTENDED) for each in mails])
        await acting.journal.append("local", mails)
        assert "you archived 300 mails" in await call.type("what did I archive")
        await call.type("snooze it until tomorrow")
        assert "put one mail off" in await call.type("what did I snooze")


async def test_whether_it_went_out_is_read_from_the_outbox(tmp_path: Path) -> None:
    async with acting_call(tmp_path, sends=True, hold_s=3, unread=5) as call:
        await call.dialogue("reply that Tuesday works", "did it go out")
        answer = await call.type("did it go out")
        assert answer.startswith(about_sending.NOTHING_SENT)
        assert "which is not sent" in answer
        assert "which is open" in await call.type("show me my drafts")
        assert "has been sent" not in await call.dialogue("send it", "yes", "did it go out?")
        assert (await call.type("was it sent")).startswith("Not yet: your mail to ")
        assert "which is on its way" in await call.type("what drafts do I have")
        await call.sent()
        assert "has been sent." in await call.type("did it go out?")
        assert await call.type("do I have a draft") == about_sending.NO_DRAFTS


async def test_what_was_held_back_is_said_to_be_held_back(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=5) as call:
        await call.dialogue("reply that Tuesday works", "send it")
        assert "Held back" in await call.type("never mind")
        assert "was held back; it is not sent." in await call.type("did it go out?")
        assert "You have one draft" in await call.type("show me my drafts")
        assert call.desk.taken == []


async def test_a_draft_that_leaves_later_is_told_with_when(tmp_path: Path) -> None:
    async with acting_call(tmp_path, sends=True, unread=5) as call:
        await call.dialogue("reply that Tuesday works", "send it on Monday at nine", "yes")
        assert re.search(r"which leaves on Monday, .*at 9 am", await call.type("show me my drafts"))


@pytest.mark.parametrize("words", ["thanks", "I see", "right", "did it go out"])
async def test_none_of_it_is_a_yes_to_a_question_and_the_question_can_still_be_answered(tmp_path: Path, words: str) -> None:
    async with acting_call(tmp_path, unread=5) as call:
        await call.dialogue("reply that Tuesday works", words)
        assert not call.typed.call.acting.held
        assert "Draft to " in await call.type("yes") or "leaves in" in await call.type("did it go out")


async def test_okay_is_a_yes_where_it_was_one(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=5) as call:
        await call.dialogue("reply that Tuesday works", "okay")
        assert call.typed.call.acting.held
        assert "leaves in" in await call.type("okay")


async def test_an_offer_outlives_thanks_and_is_not_taken_by_right(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3) as call:
        await call.type("skip it")
        await call.type("what did I skip")
        open_mail = call.current
        assert await call.type("I see") == "Yes or no."
        assert await call.type("thanks") == "You're welcome."
        assert call.current == open_mail
        assert await call.type("never mind") == replies.DECLINED


async def test_never_mind_drops_what_was_asked_for_and_throws_nothing_away(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=5) as call:
        await call.type("snooze it")
        assert await call.type("never mind") == replies.ALL_RIGHT
        assert NOT_UNDERSTOOD in await call.type("tomorrow at nine")
        await call.type("reply that Tuesday works")
        assert "The draft stays" in await call.type("never mind")
        assert len(await call.typed.call.acting.drafts.all()) == 1
        await call.type("archive it")
        before = mailbox_hash(call.inbox)
        await call.type("go back")
        assert mailbox_hash(call.inbox) == before


async def test_never_mind_right_after_a_change_does_not_sound_as_if_it_took_it_back(tmp_path: Path) -> None:
    async with written(tmp_path, unread=5) as call:
        await call.type("archive it")
        assert await call.type("never mind") == replies.STAYS_DONE
        assert await call.type("never mind") == replies.ALL_RIGHT


@pytest.mark.parametrize("words", ["thanks", "how long is it"])
async def test_where_a_reply_is_dictated_they_are_its_words(tmp_path: Path, words: str) -> None:
    async with acting_call(tmp_path, unread=5) as call:
        assert "What shall it say?" in await call.type("reply")
        assert words.rstrip("?").capitalize() in await call.type(words)
        (draft,) = await call.typed.call.acting.drafts.all()
        assert draft.body.lower().startswith(words.rstrip("?"))
