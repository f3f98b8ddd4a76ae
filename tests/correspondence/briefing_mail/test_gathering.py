"""What stands in the briefing mail is the agenda of a call, told by the same code and the same checks as spoken summaries."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from briefing.mail import Envelope, MailText
from briefing.speech.checking.given_summary import GivenSummary, HeldSummary, held
from briefing.speech.checking.held_against import Source
from briefing.speech.checking.thread_facts import facts_stand
from briefing.speech.wording.speakable import speakable
from briefing.triage.triage import build_agenda
from correspondence.briefing_mail.gathering import Sources, gather, of_accounts
from correspondence.briefing_mail.material import BriefingMaterial
from inbox.unified import UnifiedInbox
from knowledge.mail_wishes import MailLength, MailWishes
from providers.calendars.calendar import CalendarEntry
from session.opening.assembly import open_call
from session.opening.letter_for_user import letter_for_user
from tests.agent.typed_call import NOW, sample_settings
from tests.briefing.envelopes import signals
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mail, unavailable
from tests.session.test_written_call import written
from tests.storage.prepared import prepared


async def gathered(*mails: tuple[Envelope, str], said: str = "", length: MailLength = MailLength.USUAL) -> BriefingMaterial:
    box = MemoryMailbox("work", [mail for mail, _ in mails])
    for mail, text in mails:
        box.say(mail.mail_id, text)

    async def summed_up(envelope: Envelope, text: MailText) -> HeldSummary | None:
        return held(GivenSummary(line=said, wants=said), envelope, text, now=NOON)

    sources = Sources(
        inbox=UnifiedInbox([box]),
        agenda=build_agenda([mail for mail, _ in mails], signals()),
        envelopes={mail.mail_id: mail for mail, _ in mails},
        summed_up=summed_up if said else None,
    )
    return await gather(sources, day=NOON.date(), now=NOON, length=length)


LEASE = replace(new_mail("lease", subject="Lease for the flat"), answers_me=True)
TEXT = "Can you sign the lease by Friday, 13 March? The deposit is 450 euros."


async def test_a_models_line_stands_where_the_mail_bears_it_out() -> None:
    material = await gathered((LEASE, TEXT), said="Person lease asks you to sign the lease by Friday")
    assert material.mails[0].line.startswith("Person lease asks you to sign the lease by Friday")


@pytest.mark.parametrize(
    "said",
    [
        "Person lease asks you to sign the lease by Thursday",
        "Person lease asks you for 540 euros by Friday",
        "Anna Keller asks you to sign the lease by Friday",
        "I archived all your mails for you today",
        "You must sign the lease by Friday at once",
    ],
)
async def test_one_that_says_another_number_name_or_day_is_told_by_rule(said: str) -> None:
    by_rule = await gathered((LEASE, TEXT))
    assert (await gathered((LEASE, TEXT), said=said)).mails[0].line == by_rule.mails[0].line


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("Can you sign the lease by Friday, 13 March?", "Friday, 13 March"),
        ("Can you sign it by 5 pm tomorrow?", "tomorrow, 5 pm"),
        ("Please return it by Friday, 13 March, and send 14 pounds and 50 pence.", "Friday, 13 March"),
        ("Could you call me today?", "today"),
        ("Could you look at it?", ""),
    ],
)
async def test_when_it_is_due_is_told_only_as_far_as_the_mail_says_so(text: str, when: str) -> None:
    assert (await gathered((replace(LEASE, snippet=text), text))).mails[0].when == when


async def test_a_mailbox_that_does_not_answer_at_once_is_asked_again() -> None:
    box = MemoryMailbox("work", [LEASE])
    box.say(LEASE.mail_id, TEXT)
    box.fail("text", unavailable, times=2)
    sources = Sources(inbox=UnifiedInbox([box]), agenda=build_agenda([LEASE], signals()), envelopes={LEASE.mail_id: LEASE})
    assert "450 euros" in (await gather(sources, day=NOON.date(), now=NOON)).mails[0].line
    box.fail("text", unavailable)
    assert "Lease for the flat" in (await gather(sources, day=NOON.date(), now=NOON)).mails[0].line


async def test_only_the_accounts_that_are_wanted_are_told_of() -> None:
    wanted = of_accounts(("work",))
    assert wanted(LEASE.mail_id)
    assert not wanted(new_mail("x", slug="home").mail_id)
    assert of_accounts(())(new_mail("x", slug="home").mail_id)


async def test_how_a_text_file_begins_is_told() -> None:
    raw = "Content-Type: text/plain; name=plan.txt\nContent-Disposition: attachment; filename=plan.txt\n\nThe plan: https://evil.example\n"
    box = _WithOriginal(replace(LEASE, attachments=("plan.txt", "lease.pdf", "image001.png")), raw.encode())
    sources = Sources(inbox=UnifiedInbox([box]), agenda=build_agenda([box.mail], signals()), envelopes={box.mail.mail_id: box.mail})
    material = await gather(sources, day=NOON.date(), now=NOON)
    assert [(each.name, each.number, each.line) for each in material.documents] == [
        ("plan.txt", 1, "The plan: https://evil.example"),
        ("lease.pdf", 1, ""),
    ]


class _WithOriginal(MemoryMailbox):
    def __init__(self, mail: Envelope, raw: bytes) -> None:
        super().__init__("work", [mail])
        self.mail, self._raw = mail, raw

    async def original(self, mail: object) -> bytes:
        return self._raw


class _Day:
    async def entries(self, since: datetime, until: datetime) -> Sequence[CalendarEntry]:
        return [CalendarEntry(key="a", title="Opening screens", starts_at=since, ends_at=until)]


@pytest.mark.slow
async def test_it_is_the_agenda_of_a_call_and_what_was_heard_is_not_in_it(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path, unread=20)
    await prepared(settings)
    async with written(tmp_path, unread=20) as call:
        heard = call.current
        await call.type("next")
        await call.type("goodbye")
    async with open_call(settings, "local", call_id=None, now=lambda: NOW) as (look_alone, look):
        material, letter = await letter_for_user(look_alone, look, MailWishes(), calendars=[_Day()])
        texts = {mail.mail_id: await look_alone.mail.inbox.text(mail.mail_id) for mail in material.mails if not mail.in_short}
        envelopes = {mail: look_alone.mail.pipeline.envelopes[mail] for mail in texts}
    told = [mail.mail_id for mail in material.mails]
    assert heard not in told
    in_a_call = [ref.mail_id for topic in look.agenda.topics for ref in topic.mails]
    assert set(told) <= set(in_a_call)
    assert [meeting.title for meeting in material.meetings] == ["Opening screens"]
    assert "Opening screens" in letter.html
    for mail in material.mails:
        if mail.mail_id in texts:
            envelope, text = envelopes[mail.mail_id], texts[mail.mail_id]
            words = speakable(f"{envelope.sender.name}. {envelope.subject}. {' '.join(text.attachments)}.\n{text.text}")
            numbers = [each for each in re.findall(r"\d+", mail.line) if each not in words]
            assert numbers == [], "a number in the line is none of its mail's"
            assert not mail.when or facts_stand(mail.when, [Source.of(envelope, text, NOW)])
