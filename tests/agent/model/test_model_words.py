"""Which of a model's sentences tell of the mail that it was given, and how far that mail has been told."""

from collections.abc import AsyncIterator

import pytest
from livekit.agents import FlushSentinel

from agent.model.sentence_stream import in_sentences
from agent.speaking.playback import Segment
from briefing.agenda import MailRef
from briefing.mail import Address, MailId, ThreadId
from session.passages import Passage, PassageRole

PIECE_CHARACTERS = 7


def mail(name: str, subject: str, *, number: int = 1) -> MailRef:
    sender = Address(name=name, email="someone@example.org")
    return MailRef(mail_id=MailId(f"work:{number}"), thread_id=ThreadId("work:thread"), subject=subject, sender=sender)


ANNA = mail("Anna Berg", "Re: Your next invoice")
BEFORE = mail("Ben Stone", "Invoice of March", number=2)
ALIKE = mail("Anna Berg", "Invoice: next", number=2)
NAMELESS = MailRef(mail_id=MailId("work:3"), thread_id=ThreadId("work:3"))
FOREIGN = mail("王伟", "会议", number=4)


async def pieces(text: str) -> AsyncIterator[str]:
    for start in range(0, len(text), PIECE_CHARACTERS):
        yield text[start : start + PIECE_CHARACTERS]


async def spoken(text: str, of: MailRef | None, left: MailRef | None = None) -> tuple[list[tuple[str, bool]], str | None]:
    """The sentences as the playback takes them, each with whether it tells of the mail, and the one with which the mail is told."""
    segments, told = [(Segment(), list[str]())], list[Passage]()
    async for part in in_sentences(pieces(text), mail=of, told=told.append, left=left):
        if isinstance(part, FlushSentinel):
            segments.append((Segment(), []))
            continue
        assert isinstance(part, Passage)
        segments[-1][0].add(part)
        segments[-1][1].append(part)
    said = [(segment, "".join(words).strip()) for segment, words in segments if segment.passage is not None]
    last = next((words for segment, words in said for passage in told if segment.passage is passage), None)
    assert (last is None) == (not told)
    return [(words, _tells(segment, of)) for segment, words in said], last


def _tells(segment: Segment, of: MailRef | None) -> bool:
    assert segment.passage is not None
    if segment.passage.role is not PassageRole.MAIL:
        assert segment.passage.mail is None
        return False
    assert of is not None
    assert segment.passage.mail == of.mail_id
    return True


@pytest.mark.parametrize("text", ["Archived.", "Sure.", "Archived. Next", "Done. Here is your next one. Shall I read it?"])
async def test_an_answer_that_names_no_mail_tells_of_none(text: str) -> None:
    sentences, told = await spoken(text, ANNA)
    assert not any(tells for _, tells in sentences)
    assert told is None


async def test_from_the_sentence_on_that_names_the_mail_all_tell_of_it() -> None:
    sentences, told = await spoken("Archived. Next, ANNA asks for money. It is late. Shall I flag it?", ANNA)
    assert sentences == [("Archived.", False), ("Next, ANNA asks for money.", True), ("It is late.", True), ("Shall I flag it?", True)]
    assert told == "It is late."


async def test_a_mail_that_only_the_last_question_names_is_told_with_it() -> None:
    sentences, told = await spoken("Archived. Shall I pay the invoice?", ANNA)
    assert sentences == [("Archived.", False), ("Shall I pay the invoice?", True)]
    assert told == "Shall I pay the invoice?"


async def test_a_word_that_the_mail_before_has_too_is_meant_for_that() -> None:
    assert await spoken("Okay. I archived the invoice.", ANNA, BEFORE) == ([("Okay.", False), ("I archived the invoice.", False)], None)
    assert (await spoken("I archived the invoice. Berg sent another.", ANNA, BEFORE))[1] == "Berg sent another."


async def test_of_two_mails_alike_the_next_is_named_after_the_first_sentence() -> None:
    assert (await spoken("I archived the invoice.", ANNA, ALIKE))[1] is None
    assert (await spoken("Archived. Anna sent another.", ANNA, ALIKE))[1] == "Anna sent another."


async def test_a_mail_that_the_turn_began_with_is_named_by_its_own_words() -> None:
    assert (await spoken("Anna would like money.", ANNA, ANNA))[1] == "Anna would like money."


@pytest.mark.parametrize("unnamed", [NAMELESS, FOREIGN], ids=["without words", "in another script"])
async def test_a_mail_that_cannot_be_named_is_told_after_the_first_sentence(unnamed: MailRef) -> None:
    assert (await spoken("Archived.", unnamed))[1] is None
    assert (await spoken("Archived. Somebody says hello.", unnamed))[1] == "Somebody says hello."


async def test_words_without_a_mail_to_tell_of_tell_of_none() -> None:
    assert await spoken("Anna asks for money.", None) == ([("Anna asks for money.", False)], None)


async def test_what_is_not_the_models_says_that_it_broke_off_and_the_mail_is_not_told() -> None:
    async def broken() -> AsyncIterator[str]:
        yield "Anna asks "
        yield Passage("Sorry.")

    told: list[Passage] = []
    parts = [part async for part in in_sentences(broken(), mail=ANNA, told=told.append)]
    assert "Sorry." in parts
    assert told == []


def test_a_voice_that_had_begun_with_a_sentence_begins_again_once_it_tells_of_a_mail() -> None:
    segment = Segment()
    segment.add(Passage("Next, "))
    segment.begun = True
    segment.add(Passage("Anna ", role=PassageRole.MAIL, mail=ANNA.mail_id))
    assert not segment.begun
    segment.begun = True
    segment.add(Passage("asks.", role=PassageRole.MAIL, mail=ANNA.mail_id))
    assert segment.begun
    assert segment.passage == "Anna "
    assert segment.characters == len("Next, Anna asks.")
