"""What a model that is confused or hijacked, or a mail that is made for it, could make of a glance: silence, or the one right offer."""

import asyncio
import time
from collections.abc import Sequence

import pytest

from briefing.mail import Address, Envelope, MailText
from briefing.speech.sentences.about_screen import WHAT_CAME_OF_IT
from glance.analyst import DigestLine
from glance.glance import SILENCE, GlanceReason, StageReached
from glance.mail_tools import ThreadRead
from glance.message_check import as_shown, may_be_asked, may_be_said
from glance.unified_mail import MailOfUser
from inbox.unified import UnifiedInbox
from providers.models.typed.history import AssistantLine, ModelStep
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_errors import DaySpentError
from tests.glance.stage_set import (
    ANNA,
    LEASE,
    LEASE_TEXT,
    ME,
    MESSAGE,
    NOW,
    PROMPT,
    ROBIN,
    Scene,
    ScriptedModels,
    calling,
    calling_all,
    mail,
    mailbox,
    reads,
    screened,
    searches,
    stays_silent,
    surfaces,
)
from tests.inbox.memory_mailbox import MemoryMailbox, unavailable
from tests.inbox.virtual_clock import in_virtual_time, now

ALL_THERE = (screened(), searches(), reads(), surfaces())
TOLD = "Anna needs the signed lease by five"


def read(envelope: Envelope = LEASE, text: str = LEASE_TEXT, language: str = "en") -> ThreadRead:
    return ThreadRead(envelopes=(envelope,), texts=(MailText(mail_id=envelope.mail_id, text=text, language=language),))


class TestTheOffer:
    @pytest.mark.parametrize(
        "offer",
        [
            "; shall I draft the answer?",
            "; shall I quickly start a reply to her?",
            ", do you want me to write back?",
            "; would you like a draft?",
            "; want help replying?",
            "; want to reply now?",
            "; shall I get started on a reply?",
            ", may I look up the contract?",
            "; shall I tell her that you send it?",
            "; shall I draft an answer and read it to you?",
            "; shall we answer Anna and the owner?",
            "; draft the answer?",
        ],
    )
    def test_is_to_write_or_to_look_something_up(self, offer: str) -> None:
        assert may_be_said(TOLD + offer, read(), now=NOW)

    @pytest.mark.parametrize(
        "offer",
        [
            "; shall I send it now?",
            "; shall I delete all your mail?",
            "; shall I forward it to the owner?",
            "; shall I draft the answer and delete the rest?",
            "; shall I draft it, then pay the owner?",
            "; shall I draft the answer or archive it?",
            "; would you like me to click the link?",
            "; shall I confirm, your account is blocked?",
            "; shall I read on, your bank has frozen your account?",
            "; shall I?",
            "; okay?",
            "; right?",
            ", does she not?",
            "; soll ich die Antwort entwerfen?",
        ],
    )
    def test_of_anything_else_or_of_nothing_is_silence(self, offer: str) -> None:
        assert not may_be_said(TOLD + offer, read(), now=NOW)

    @pytest.mark.parametrize(
        "told", ["So mallory needs the signed lease", "Your bank needs the signed lease", "The police wants the lease"]
    )
    def test_names_nobody_who_is_not_in_the_thread(self, told: str) -> None:
        assert not may_be_said(f"{told}; shall I draft the answer to Anna?", read(), now=NOW)
        assert may_be_said("The owner waits for the signed lease; shall I draft the answer to Anna?", read(), now=NOW)

    @pytest.mark.parametrize("hidden", ["\u202e", "\u200b", "\u2066", "\u00ad", "\U000e0041", "\x07", "\ud800", "\ue000"])
    @pytest.mark.parametrize("where", ["message", "actionPrompt"])
    async def test_with_something_in_it_that_does_not_show_is_silence(self, hidden: str, where: str) -> None:
        words = {"message": MESSAGE, "actionPrompt": PROMPT}[where].replace("signed", f"sig{hidden}ned")
        scene = Scene(ScriptedModels(screened(), searches(), reads(), surfaces(**{where: words})))
        assert await scene.look() == SILENCE
        assert scene.looked[0].reason is GlanceReason.NOT_HELD

    async def test_in_typographic_signs_is_shown_in_plain_ones(self) -> None:
        said = "Anna\u2019s waiting for the signed lease by five \u2014 shall I draft the answer?"
        scene = Scene(ScriptedModels(screened(), searches(), reads(), surfaces(message=said)))
        assert (await scene.look()).message == "Anna's waiting for the signed lease by five, shall I draft the answer?"
        assert as_shown(MESSAGE) == MESSAGE

    @pytest.mark.parametrize("length", [120, 121])
    async def test_of_more_than_120_characters_is_silence(self, length: int) -> None:
        said = MESSAGE.replace("needs", f"needs {'so ' * 40}"[: len("needs") + length - len(MESSAGE)])
        assert len(said) == length
        scene = Scene(ScriptedModels(screened(), searches(), reads(), surfaces(message=said)))
        assert (await scene.look()).surface is (length == 120)

    @pytest.mark.parametrize("seen_alone", ["Hamburg", "on 19 March", "by 6 pm", "4711", "for 740 euros", "with Ben"])
    def test_of_what_the_picture_shows_and_the_thread_does_not_say_is_silence(self, seen_alone: str) -> None:
        assert not may_be_said(f"Anna needs the signed lease {seen_alone}; shall I draft the answer?", read(), now=NOW)
        assert not may_be_asked(f"Draft an answer to Anna about the signed lease {seen_alone}.", read(), now=NOW)


class TestThePrompt:
    @pytest.mark.parametrize(
        "prompt",
        [
            PROMPT,
            "Please reply to Anna that the lease comes by five.",
            "I want to answer Anna about the signed lease.",
            "Help me tell Anna when she gets the signed lease, and find the lease.",
            "Can you look for the signed lease and draft an answer to Anna?",
        ],
    )
    def test_asks_for_a_draft_or_a_look_up(self, prompt: str) -> None:
        assert may_be_asked(prompt, read(), now=NOW)

    @pytest.mark.parametrize(
        "prompt",
        [
            "Yes, send it.",
            "Yes send it",
            "Draft an answer to Anna. Yes, go ahead.",
            "I confirm.",
            "Send it now.",
            "Okay",
            "Archive it.",
            "Delete this mail.",
            "Draft an answer to Anna and archive it.",
            "Unsubscribe me from Anna.",
        ],
    )
    async def test_that_agrees_or_changes_a_mail_is_silence(self, prompt: str) -> None:
        scene = Scene(ScriptedModels(screened(), searches(), reads(), surfaces(actionPrompt=prompt)))
        assert await scene.look() == SILENCE
        assert scene.looked[0].reason is GlanceReason.NOT_HELD


@pytest.mark.parametrize(
    ("name", "email", "subject", "called"),
    [
        ("王小明", "wang@zulin.example", "签署租约", "王小明"),
        ("Анна Берг", "anna@dom.example", "Подписанный договор", "Анна"),
        ("أمل سعيد", "amal@dar.example", "عقد الإيجار", "أمل"),
        ("Άννα Παππά", "anna@spiti.example", "Συμβόλαιο", "Άννα"),
        ("दीपा शर्मा", "deepa@ghar.example", "किराया", "दीपा"),
    ],
)
async def test_a_mail_in_other_letters_is_found_and_nobody_else_is_named(name: str, email: str, subject: str, called: str) -> None:
    box = mailbox((mail("other", Address(name=name, email=email), subject), f"{subject} 17:00"), with_lease=False)

    async def looked(who: str) -> bool:
        said = f"{who} waits for your answer; shall I draft it?"
        triage = screened(subject=subject, sender=name, query=f"{subject} {name}")
        answers = (triage, searches(subject), reads(), surfaces(message=said, actionPrompt=f"Draft an answer to {name}."))
        return (await Scene(ScriptedModels(*answers), box).look()).surface

    assert await looked(called)
    for other in ("李娜", "سارة", "मीरा"):
        assert not await looked(f"{called} {other}")


class TestWhichThread:
    async def test_that_is_cut_off_and_begins_two_of_them_is_silence(self) -> None:
        box = mailbox(
            (mail("flat", ANNA, "Signed lease of the flat"), "Please send it by 5 pm."),
            (mail("farm", ANNA, "Signed lease of the farm", hours_ago=50), "Please send it by 5 pm."),
            with_lease=False,
        )
        triage = screened(subject="Signed lease of the f…")
        scene = Scene(ScriptedModels(triage, searches("signed lease flat"), reads(), surfaces()), box)
        assert await scene.look() == SILENCE
        assert scene.looked[0].reason is GlanceReason.NO_THREAD

    async def test_behind_more_mails_than_are_compared_is_silence(self) -> None:
        long = [(mail(f"l{number}", ANNA, "Signed lease", thread="long", hours_ago=2 + number), LEASE_TEXT) for number in range(45)]
        twin = (mail("twin", ANNA, "Signed lease", hours_ago=900), "Here is the one for the attic.")
        for mails, offered in ((long[:30], True), (long, False), ([*long[:30], twin], False)):
            box = mailbox(*reversed(mails), with_lease=False)
            assert (await Scene(ScriptedModels(*ALL_THERE), box).look()).surface is offered

    async def test_whose_subject_many_others_use_is_found_among_those_of_its_sender(self) -> None:
        others = [
            (
                mail(f"o{number}", Address(name=f"Otto {number}", email=f"o{number}@example.org"), "Signed lease", hours_ago=3 + number),
                "Hello.",
            )
            for number in range(60)
        ]
        assert (await Scene(ScriptedModels(*ALL_THERE), mailbox(*others)).look()).surface

    async def test_while_an_account_is_away_that_may_hold_another_is_silence(self) -> None:
        private = MemoryMailbox("private")
        inbox = UnifiedInbox([mailbox(), private])
        scene = Scene(ScriptedModels(*ALL_THERE, *ALL_THERE), parts={"mail": MailOfUser(inbox, ROBIN)})
        private.fail("search", unavailable)
        assert await scene.look() == SILENCE
        assert scene.looked[0].reason is GlanceReason.NO_THREAD
        private.mend()
        scene.glance.begin_anew()
        assert (await scene.look()).surface

    @pytest.mark.parametrize("name", ["An\u200bna Berg", "Anna\u2060 Berg", "\u202aAnna Berg\u202c", "\uff21nna Berg"])
    async def test_of_a_sender_whose_name_only_looks_like_it_is_silence(self, name: str) -> None:
        spoof = (mail("spoof", Address(name=name, email="anna@elsewhere.example"), "Signed lease", hours_ago=9), "Sign it at once.")
        assert await Scene(ScriptedModels(*ALL_THERE), mailbox(spoof)).look() == SILENCE

    async def test_answered_from_an_address_that_nobody_has_named_is_silence(self) -> None:
        answer = (mail("answer", ME, "Re: Signed lease", thread="lease", hours_ago=0.5), "Attached, see you at 5 pm.")
        scene = Scene(ScriptedModels(*ALL_THERE), mailbox(answer), parts={"own_addresses": frozenset()})
        assert await scene.look() == SILENCE
        assert scene.looked[0].reason is GlanceReason.ANSWERED


class TestOddAnswers:
    HUGE = "a@" * 100_000

    @pytest.mark.parametrize(
        "triage",
        [
            screened(sender=HUGE),
            screened(subject=HUGE),
            screened(query=HUGE),
            calling("finalize_glance_triage", digIn=True, candidate="Signed lease"),
            calling("finalize_glance_triage", digIn=True, candidate={"subject": ["Signed lease"], "sender": {"name": "Anna"}, "query": 7}),
            calling("finalize_glance_triage", digIn=1, candidate=None),
            calling_all(*(("finalize_glance_triage", dict(each.calls[0].arguments)) for each in (screened(), screened(subject="Other")))),
            calling_all(),
            AssistantLine(HUGE),
        ],
        ids=str,
    )
    async def test_of_the_triage_are_silence_at_once(self, triage: AssistantLine) -> None:
        scene = Scene(ScriptedModels(triage))
        began = time.process_time()
        assert await scene.look() == SILENCE
        assert not scene.models.analyst_was_asked
        assert not scene.box.asked
        assert time.process_time() - began < 5

    async def test_two_calls_that_say_the_same_are_one(self) -> None:
        twice = calling_all(*[("finalize_glance_triage", dict(screened().calls[0].arguments))] * 2)
        assert (await Scene(ScriptedModels(twice, *ALL_THERE[1:])).look()).surface

    @pytest.mark.parametrize(
        "odd",
        [
            searches(HUGE),
            reads(HUGE),
            calling("search_email", query={"all": True}),
            calling("search_email", query="", conversation_id="t1", user_id="mallory"),
            calling("", query="lease"),
            calling(HUGE, query="lease"),
            calling_all(*[("search_email", {"query": "lease"})] * 50),
            calling_all(("finalize_glance", {"surface": True, "message": MESSAGE}), ("finalize_glance", {"surface": False})),
        ],
        ids=lambda odd: odd.calls[0].tool[:20],
    )
    async def test_of_the_analyst_change_nothing_and_the_run_goes_on(self, odd: AssistantLine) -> None:
        scene = Scene(ScriptedModels(screened(), odd, searches(), reads(), surfaces()))
        assert (await scene.look()).surface
        scene = Scene(ScriptedModels(screened(), odd, stays_silent()))
        assert await scene.look() == SILENCE

    @pytest.mark.parametrize("message", [HUGE, 7, ["Anna"], {"text": MESSAGE}, "?" * 100, "\n", "; shall I draft the answer?"], ids=type)
    async def test_of_its_end_are_silence(self, message: object) -> None:
        assert await Scene(ScriptedModels(screened(), searches(), reads(), surfaces(message=message))).look() == SILENCE


class TestARunThatIsStopped:
    @in_virtual_time
    async def test_leaves_one_line_and_the_same_mail_is_analysed_again(self, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level("INFO")

        class Waits(ScriptedModels):
            async def step(self, purpose: Purpose, step: ModelStep) -> AssistantLine:
                await asyncio.sleep(1)
                return await super().step(purpose, step)

        scene = Scene(Waits(screened(), searches(), *ALL_THERE))
        run = asyncio.create_task(scene.look())
        await asyncio.sleep(2.5)
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)
        assert scene.looked == []
        (line,) = [record for record in caplog.records if record.getMessage() == "a glance has ended"]
        assert (vars(line)["surfaced"], vars(line)["reason"], vars(line)["stage"]) == (False, GlanceReason.STOPPED, StageReached.ANALYST)
        assert len(scene.models.asked) == 2
        assert (await scene.look()).surface


@in_virtual_time
async def test_a_digest_that_never_comes_is_silence_within_the_time() -> None:
    async def hangs() -> Sequence[DigestLine]:
        await asyncio.Event().wait()
        return ()

    scene = Scene(ScriptedModels(screened()), parts={"digest": hangs})
    assert await scene.look() == SILENCE
    assert (now(), scene.models.analyst_was_asked) == (10.0, False)


async def test_where_the_day_is_spent_that_is_the_reason() -> None:
    scene = Scene(ScriptedModels(DaySpentError("spent"), *ALL_THERE))
    assert await scene.look() == SILENCE
    assert scene.looked[0].reason is GlanceReason.DAY_SPENT
    assert "used up" in WHAT_CAME_OF_IT[GlanceReason.DAY_SPENT]
    assert (await scene.look()).surface
