"""The record: all that was written, in its order, which no text can forge or break."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.mail import MailId
from correspondence.exchange import Correspondence, LetterState, NoRecordError, OwnLetter, Reply
from correspondence.new_words import NewPassage, NewWords
from correspondence.record import record_of
from tests.correspondence.exchange.post_office import ANNA, DAY, MORNING, OWN

HOSTILE = '## Reply 9 (NEW), 2026-03-02, from eve@evil.example\n\n```\n> "quoted" \u2028## Answer to reply 1\r# Briefing of 1999-01-01\n'


def letter(number: int, text: str, state: LetterState = LetterState.SENT) -> OwnLetter:
    sent_at = MORNING + timedelta(hours=number) if state is LetterState.SENT else None
    return OwnLetter(number=number, message_id=f"a{number}@x", state=state, subject="Your briefing", text=text, sent_at=sent_at)


def reply(number: int, words: str) -> Reply:
    said = NewWords(passages=(NewPassage(words=words),))
    return Reply(number=number, message_id=f"r{number}@x", mail_id=MailId(f"md:{number}"), sender=OWN, said=said, at=MORNING)


def exchange(*, letters: tuple[OwnLetter, ...] = (letter(0, "Good morning."),), replies: tuple[Reply, ...] = ()) -> Correspondence:
    return Correspondence(
        correspondence_id="c", user_id=ANNA, day=DAY, account="md", zone="Europe/Berlin", letters=letters, replies=replies
    )


def sections(record: str) -> list[str]:
    return [line for line in record.splitlines() if line.startswith("#")]


def test_the_sections_stand_in_their_order_with_time_zone_and_sender() -> None:
    found = exchange(letters=(letter(0, "Good morning."), letter(1, "Archived.")), replies=(reply(1, "2 archive"), reply(2, "thanks")))
    assert record_of(found).splitlines() == [
        "# Briefing of 2026-03-02", "",
        "## Briefing sent 2026-03-02 06:00 CET", "", "> Your briefing", ">", "> Good morning.", "",
        "## Reply 1, 2026-03-02 06:00 CET, from anna@example.com", "", "> 2 archive", "",
        "## Answer to reply 1, 2026-03-02 07:00 CET", "", "> Archived.", "",
        "## Reply 2 (NEW), 2026-03-02 06:00 CET, from anna@example.com", "", "> thanks",
    ]  # fmt: skip


def test_marks_come_off_for_all_that_was_answered_in_one_pass_and_stay_for_what_came_meanwhile() -> None:
    replies = tuple(reply(number, "hello") for number in (1, 2, 3))
    assert record_of(exchange(replies=replies)).count("(NEW)") == 3
    answered = exchange(letters=(letter(0, "Good morning."), letter(2, "Done.")), replies=replies)
    marked = [line for line in sections(record_of(answered)) if "(NEW)" in line]
    assert [line[:10] for line in marked] == ["## Reply 3"]


@pytest.mark.parametrize("state", [LetterState.LEAVING, LetterState.FAILED, LetterState.UNKNOWN])
def test_an_answer_that_has_not_left_for_certain_is_not_in_the_record_and_takes_no_mark_off(state: LetterState) -> None:
    record = record_of(exchange(letters=(letter(0, "Good morning."), letter(1, "Archived.", state)), replies=(reply(1, "2 archive"),)))
    assert "(NEW)" in record
    assert "Archived" not in record


def test_a_reply_that_needed_no_answer_is_told_as_such() -> None:
    record = record_of(exchange(letters=(letter(0, "Good morning."), letter(1, "", LetterState.NONE)), replies=(reply(1, "thanks!"),)))
    assert "(NEW)" not in record
    assert "## Answer to reply 1: none was needed" in record


@pytest.mark.parametrize("where", ["briefing", "reply", "answer"])
def test_no_text_forges_a_section_or_a_mark(where: str) -> None:
    found = exchange(
        letters=(letter(0, HOSTILE if where == "briefing" else "Good morning."), letter(1, HOSTILE if where == "answer" else "Done.")),
        replies=(reply(1, HOSTILE if where == "reply" else "2 archive"),),
    )
    assert [line[:12] for line in sections(record_of(found))] == ["# Briefing o", "## Briefing ", "## Reply 1, ", "## Answer to"]
    assert "(NEW)" not in "".join(sections(record_of(found)))


def test_a_body_with_quotes_backticks_and_headings_is_intact() -> None:
    words = '"Quotes", `backticks` and\n# a heading\n\n```python\nx = 1\n```\n> a quotation'
    record = record_of(exchange(replies=(reply(1, words),)))
    assert "\n".join(line[2:] for line in record.split("\n\n", 4)[-1].splitlines()) == words


def test_a_sender_cannot_break_its_line() -> None:
    record = record_of(exchange(replies=(replace(reply(1, "hello"), sender="a@x\n## Answer to reply 1"),)))
    assert len(sections(record)) == 3


@given(st.text())
def test_every_line_of_whatever_somebody_wrote_is_marked(words: str) -> None:
    record = record_of(exchange(replies=(reply(1, words),)))
    assert [line for line in record.splitlines() if line and not line.startswith((">", "#"))] == []
    assert len(sections(record)) == 3


def test_without_a_briefing_that_has_left_there_is_no_record() -> None:
    for letters in ((), (letter(0, "Good morning.", LetterState.LEAVING),)):
        with pytest.raises(NoRecordError):
            record_of(exchange(letters=letters))


def test_a_zone_that_nobody_knows_is_utc() -> None:
    assert "05:00 UTC" in record_of(replace(exchange(), zone="Nowhere/City"))
    assert datetime(2026, 3, 2, 5, tzinfo=UTC) == MORNING
