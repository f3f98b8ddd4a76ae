"""What sends waits for a yes to exactly that, in reply to exactly the mail that asked, once, within two days."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from actions.sending.drafts import DraftChange
from tests.correspondence.exchange.post_office import OWN, PostOffice, arrives, post_office

pytest_plugins = ["tests.servers.both_databases"]

PRIYAS = "priya@example.net"


@pytest.fixture
async def office(migrated_url: str, tmp_path: Path) -> AsyncIterator[PostOffice]:
    """It was asked whether “Friday works.” is sent to Priya."""
    async with post_office(tmp_path, migrated_url) as opened:
        await opened.send()
        await opened.work()
        opened.reply("3 tell her Friday works")
        await opened.look_and_work()
        yield opened


def sent_on(office: PostOffice) -> list[tuple[str, ...]]:
    return [taken.recipients for taken in office.desk.taken if OWN not in taken.recipients]


async def test_the_question_has_the_whole_payload_and_nothing_has_left(office: PostOffice) -> None:
    assert all(words in office.texts[-1] for words in (PRIYAS, "“Friday works.”", "Shall I send it like this?"))
    assert sent_on(office) == []


async def test_a_plain_yes_sends_exactly_that_once(office: PostOffice) -> None:
    office.reply("Yes")
    await office.look_and_work()
    assert sent_on(office) == [(PRIYAS,)]
    (mail,) = [taken.message for taken in office.desk.taken if OWN not in taken.recipients]
    assert mail.get_content().strip() == "Friday works."
    assert mail["In-Reply-To"] == "<m3@example.org>"
    assert office.texts[-1].endswith("Sent.")


async def test_a_second_yes_to_the_same_mail_sends_nothing(office: PostOffice) -> None:
    asked = office.letters[-1]
    for _ in range(2):
        office.reply("yes", to=asked)
        await office.look_and_work()
    assert sent_on(office) == [(PRIYAS,)]
    assert "You answered that before" in office.texts[-1]


async def test_two_yeses_at_once_send_once(office: PostOffice) -> None:
    asked = office.letters[-1]
    for _ in range(2):
        office.reply("yes", to=asked)
    await office.look_and_work()
    assert sent_on(office) == [(PRIYAS,)]


@pytest.mark.part(0.2)
@pytest.mark.parametrize("words", ["yes, but make it Monday", "maybe", "yes?", "no", "not yet", "yes if Ben agrees", "who is Priya?"])
async def test_anything_else_sends_nothing(office: PostOffice, words: str) -> None:
    office.reply(words)
    await office.look_and_work()
    assert sent_on(office) == []


@pytest.mark.part(0.34)
@pytest.mark.parametrize("words", ["Yes.\nWait, make it Wednesday instead.", "ok thanks", "yes\n3 archive"])
async def test_a_yes_that_is_not_certain_is_asked_again_and_the_next_one_counts(office: PostOffice, words: str) -> None:
    asked = office.letters[-1]
    office.reply(words)
    await office.look_and_work()
    assert sent_on(office) == []
    assert all(each in office.texts[-1] for each in ("more than a plain yes", PRIYAS, "“Friday works.”", "Shall I send it like this?"))
    office.reply("yes", to=asked)
    await office.look_and_work()
    assert sent_on(office) == []
    office.reply("yes", to=office.letters[-2])
    await office.look_and_work()
    assert sent_on(office) == [(PRIYAS,)]


@pytest.mark.part(0.25)
@pytest.mark.parametrize("later", ["stop, don't send it", "No!", "wait", "who is Priya?"])
async def test_a_yes_that_a_later_reply_takes_back_is_asked_again(office: PostOffice, later: str) -> None:
    asked = office.letters[-1]
    office.reply("yes", to=asked)
    office.clock.forward(seconds=10)
    office.reply(later, to=asked)
    await office.look_and_work()
    assert sent_on(office) == []


async def test_a_yes_before_a_later_thanks_counts(office: PostOffice) -> None:
    asked = office.letters[-1]
    office.reply("yes", to=asked)
    office.reply("Thanks!", to=asked)
    await office.look_and_work()
    assert sent_on(office) == [(PRIYAS,)]


async def test_a_yes_to_whoever_was_passed_our_question_sends_nothing(office: PostOffice) -> None:
    office.reply("yes", In_Reply_To="<lunch@bens.example>")
    await office.look_and_work()
    assert sent_on(office) == []


async def test_a_yes_with_a_copy_to_somebody_sends_nothing(office: PostOffice) -> None:
    office.reply("yes", Cc="Ben <ben@example.org>")
    await office.look_and_work()
    assert sent_on(office) == []


async def test_a_yes_in_reply_to_another_mail_of_ours_sends_nothing(office: PostOffice) -> None:
    office.reply("yes", to=office.letters[0])
    await office.look_and_work()
    assert sent_on(office) == []


async def test_a_yes_after_two_days_is_asked_again_and_then_counts(office: PostOffice) -> None:
    office.clock.forward(days=2, minutes=1)
    office.reply("yes")
    await office.look_and_work()
    assert sent_on(office) == []
    assert all(words in office.texts[-1] for words in ("longer than two days ago", PRIYAS, "“Friday works.”", "Shall I send it like this?"))
    office.reply("yes")
    await office.look_and_work()
    assert sent_on(office) == [(PRIYAS,)]


async def test_a_no_leaves_the_draft_and_voids_the_question(office: PostOffice) -> None:
    asked = office.letters[-1]
    office.reply("no", to=asked)
    await office.look_and_work()
    office.reply("yes", to=asked)
    await office.look_and_work()
    assert sent_on(office) == []
    async with office.parts.open_desk("anna") as desk:
        assert len(await desk.hands().drafts.all()) == 1


async def test_a_draft_that_was_changed_since_is_not_sent(office: PostOffice) -> None:
    async with office.parts.open_desk("anna") as desk:
        drafts = desk.hands().drafts
        (draft,) = await drafts.all()
        await drafts.change(draft.draft_id, draft.version, DraftChange(body="I resign."))
    office.reply("yes")
    await office.look_and_work()
    assert sent_on(office) == []
    assert "It was changed since I asked" in office.texts[-1]


async def test_of_two_questions_about_one_mail_the_first_is_asked_and_the_other_named(office: PostOffice) -> None:
    office.reply("1 tell him yes; 1 tell him Monday is better", to=office.letters[0])
    await office.look_and_work()
    asked = office.texts[-1]
    assert (asked.count("Shall I "), asked.count("second question about this mail")) == (1, 1)
    office.reply("yes")
    await office.look_and_work()
    assert sent_on(office) == [("ben@example.org",)]


async def test_of_two_questions_each_needs_its_number(office: PostOffice) -> None:
    office.reply("1 tell him yes\n3 tell her Monday is better", to=office.letters[0])
    await office.look_and_work()
    assert "with the number" in office.texts[-1]
    asked = office.letters[-1]
    office.reply("yes", to=asked)
    await office.look_and_work()
    assert sent_on(office) == []
    office.reply("1 yes", to=asked)
    await office.look_and_work()
    assert sent_on(office) == [("ben@example.org",)]


async def test_a_yes_to_a_number_that_nothing_was_asked_about_is_a_draft_that_is_asked_about(office: PostOffice) -> None:
    office.reply("1 yes")
    await office.look_and_work()
    assert sent_on(office) == []
    assert "“Yes.”" in office.texts[-1]


async def test_where_a_reply_to_leads_elsewhere_nothing_can_be_agreed_to_by_mail(office: PostOffice) -> None:
    arrives(office.folder, 1, office.numbered()[0].sender, "Lunch on Tuesday", Reply_To="Eve <eve@evil.example>")
    office.reply("1 tell him yes", to=office.letters[0])
    await office.look_and_work()
    assert "may be somebody else than it seems" in office.texts[-1]
    office.reply("yes")
    await office.look_and_work()
    assert sent_on(office) == []
