"""What a model says of what it did, held against the receipts: a false success is replaced by what is true, and nothing else is touched."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agent.model.sentence_stream import as_proved
from briefing.mail import Address
from briefing.mail_action import MailAction
from briefing.understanding.claims import LONGEST_SENTENCE, whole_sentence
from briefing.understanding.understanding import understand
from session.acting import Receipts
from session.call import Call
from tests.agent.acting_calls import acting_call
from tests.session.test_written_call import written

A, D, S, F = MailAction.ARCHIVE, MailAction.DELETE, MailAction.SEND, MailAction.FLAG
CHAT, ARCHIVE, DELETE, SEND, ASKS = (
    "what does she want",
    "archive it and tell me what she wants",
    "delete it and tell me what she wants",
    "send it to her then and tell me what she wants",
    "did you archive it earlier on",
)

ANSWERS = """
    She needs the signed contract by Friday.
    Marcus wants you to read section four and send it back.
    The mail says that the boiler is broken.
    It says the meeting is on Thursday at three.
    He asks whether Tuesday suits you.
    The invoice is due on the first of April.
    There are two attachments with the mail from Anna?
    Which of the two do you mean?
    Shall I go on with the next one?
    I can't delete that.
    I cannot do that for you.
    I could not find that mail.
    I haven't archived it.
    I have not sent it.
    I did not delete anything.
    It is not archived yet.
    It has not been sent yet.
    That mail was not deleted.
    Nothing has been sent so far.
    Nothing was deleted.
    It is still a draft.
    The draft is still open.
    It is still in your inbox.
    Your draft stays as it is.
    I won't delete that.
    I asked you whether to send it.
    I'm waiting for your yes.
    I need a yes from you for that.
    If you say yes, it is archived.
    Once you agree, I can send it to Marcus.
    Just say yes, and it leaves.
    Please tell me which of the two you mean.
    You can say send it, and it leaves.
    You have two mails from Anna about that.
    You need to sign it by Friday.
    The mail from Raj asks for the report by Monday.
    Marcus Bell works for the museum and writes for Tidewater.
    Unfortunately, I can't do that.
    Sorry, I could not reach the mailbox.
    She writes that "it is archived and gone" to the team.
    Ich kann das nicht löschen.
    Ich habe sie nicht gelöscht.
    Sie braucht den unterschriebenen Vertrag bis Freitag.
    Marcus möchte den Bericht bis Montag.
    Die Mail ist noch nicht archiviert.
    Ruth fragt, ob dir Dienstag passt.
    Elle demande le contrat pour vendredi.
    Je ne peux pas faire ça.
    Je n'ai pas archivé ce mail.
    Marc voudrait le rapport avant lundi.
    No puedo hacer eso.
    No lo he archivado.
    Ruth necesita el contrato para el viernes.
    Non posso farlo.
    Ruth vuole il contratto entro venerdì.
    Die Rechnung ist bis zum ersten April zu zahlen.
"""
"""True whatever was asked for and not done."""

SUCCESSES = """
    Archived.
    I've archived it.
    Done.
    Okay, it's archived now.
    That's been taken care of.
    It has been archived.
    Consider it archived.
    I went ahead and archived it.
    Sure.
    Certainly!
    All set.
    You won't see it again.
    It's out of your inbox.
    It is not in your inbox any more.
    That one is history.
    Your inbox is one mail lighter.
    It no longer exists.
    The newsletter is gone for good.
    As you asked, it lies in the archive from today.
    No trace of it is left.
    Handled.
    Consider that handled for you.
    Your wish is my command, and it is fulfilled.
    Ich habe es archiviert.
    C'est fait, il est dans les archives.
    The archive has one mail more from today.
    If that was the one, it's gone.
    It went into the archive for you.
    I can confirm that it is archived.
    When you look, you find it archived.
    Ich habe es archiviert.
    C'est fait, il est dans les archives.
    Erledigt.
    Sie ist nicht mehr im Posteingang.
    Die Mail liegt im Archiv für dich.
    Der Posteingang ist von ihr befreit.
    Elle n'est plus dans la boîte.
    El correo ya no está en la bandeja.
    La mail non è più nella casella.
    Ich kümmere mich darum und es ist gut.
    Kein Problem, wird gemacht für dich.
    Ich habe das nicht nur archiviert, sondern gelöscht.
    Dein Wunsch ist mir Befehl gewesen.
"""
"""Said while "archive it" was not done, whatever the words."""

SENT = """
    I've sent it.
    Sent.
    Your reply is on its way.
    It has been sent to Marcus.
    Marcus has it already.
    Anna has your answer.
    Anna received it just now.
    Marcus has been informed of it.
    It's off to Marcus.
    It left a minute ago.
    Delivered.
    She got it from you.
"""

IDIOMS = """
    Erledigt.
    Ich habe sie gelöscht.
    C'est fait.
    Listo.
    Fatto.
    Priya got it.
    That mail is history.
    It's gone.
    Sorted.
    Consider it done.
"""
"""Said where nothing was asked for."""

TABLE: list[tuple[str, str, Receipts, bool]] = [
    *((line, asked, Receipts(), True) for line in ANSWERS.split("\n") for asked in (ARCHIVE, DELETE)),
    *((line, ARCHIVE, Receipts(), False) for line in SUCCESSES.split("\n")),
    ("I've archived it.", ARCHIVE, Receipts(tried={A}, proved={A}, ever={A}), True),
    ("Done.", ARCHIVE, Receipts(tried={A}, proved={A}, ever={A}), True),
    ("Archived, and the next one is from Raj.", ARCHIVE, Receipts(tried={A}, proved={A}, ever={A}), True),
    ("I've deleted it.", ARCHIVE, Receipts(tried={A}, proved={A}, ever={A}), False),
    ("I've archived it.", ARCHIVE, Receipts(tried={A}, failed={A}), False),
    ("I've archived it.", ARCHIVE, Receipts(tried={A, F}, proved={A}, failed={F}, ever={A}), False),
    ("I archived one mail earlier.", CHAT, Receipts(ever={A}), True),
    ("I have archived two mails in this call.", CHAT, Receipts(ever={A}), True),
    ("I deleted one mail earlier.", CHAT, Receipts(ever={A}), False),
    ("I've archived it.", ASKS, Receipts(ever={A}), True),
    ("Yes, I've archived it.", ASKS, Receipts(ever={A}), True),
    ("I've archived it.", ASKS, Receipts(), False),
    ("I've archived it.", CHAT, Receipts(ever={A}), False),
    ("I have archived one mail earlier.", DELETE, Receipts(ever={A}), True),
    ("I have deleted one mail earlier.", DELETE, Receipts(ever={A}), False),
    ("You've sent two mails.", CHAT, Receipts(ever={S}), True),
    ("I've flagged it.", CHAT, Receipts(proved={F}, tried={F}, failed={A}, ever={F}), False),
    ("Sure, she writes about the boiler.", CHAT, Receipts(), True),
    ("Sure.", CHAT, Receipts(), True),
    ("I have not sent it yet.", CHAT, Receipts(), True),
    *((line, CHAT, Receipts(), False) for line in SENT.split("\n")[1:5]),
    *((line, CHAT, Receipts(), False) for line in IDIOMS.split("\n")),
    ("Ich habe sie archiviert.", ARCHIVE, Receipts(tried={A}, proved={A}, ever={A}), True),
    ("Erledigt.", ARCHIVE, Receipts(tried={A}, proved={A}, ever={A}), True),
    ("C'est fait, elle est archivée.", ARCHIVE, Receipts(tried={A}, proved={A}, ever={A}), True),
    ("Ich habe sie gelöscht.", ARCHIVE, Receipts(tried={A}, proved={A}, ever={A}), False),
    ("Ich habe vorhin zwei Mails archiviert.", CHAT, Receipts(ever={A}), True),
    ("He archivado dos correos antes.", CHAT, Receipts(ever={A}), True),
    ("That mail is history.", ARCHIVE, Receipts(tried={A}, proved={A}, ever={A}), True),
]


async def heard(call: Call, answer: str, *, asked: str, receipts: Receipts) -> str:
    async def parts() -> AsyncIterator[str]:
        yield f"{answer} "

    call.dialogue.said.clear()
    call.dialogue.said.append(understand(asked))
    call.acting.receipts = receipts
    return "".join([str(part) async for part in as_proved(parts(), call)]).strip()


async def test_a_false_success_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    table = [(line.strip(), asked, receipts, said) for line, asked, receipts, said in TABLE if line.strip()]
    assert len(table) >= 120
    async with written(tmp_path, unread=3) as call:
        wrong = [
            (line, asked, told)
            for line, asked, receipts, said in table
            if ((told := await heard(call.call, line, asked=asked, receipts=receipts)) == line) is not said
        ]
    assert wrong == []


async def test_what_is_true_takes_the_place_of_a_false_success(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3) as call:
        told = [
            await heard(call.call, claim, asked=asked, receipts=Receipts())
            for claim, asked in [("I've archived it.", ARCHIVE), ("I deleted it.", DELETE), ("Sure.", ARCHIVE), ("I've sent it.", CHAT)]
        ]
        assert told == ["That was not archived.", "That was not deleted.", "That was not archived.", "Nothing was sent."]


async def test_an_answer_without_an_end_is_heard_in_pieces_and_checked(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3) as call:
        answer = "and so on " * 1_000
        assert await heard(call.call, answer, asked=CHAT, receipts=Receipts()) == answer.strip()
        assert "archived it" not in await heard(call.call, f"I've archived it {answer}", asked=CHAT, receipts=Receipts())
    assert whole_sentence("and so on " * 1_000) == "and so on " * (LONGEST_SENTENCE // 10)


async def test_a_claim_about_the_mail_of_another_is_put_right(tmp_path: Path) -> None:
    async with written(tmp_path, unread=8) as call:
        senders = [envelope.sender for envelope in call.call.mail.pipeline.envelopes.values()]
        mine, other = senders[0], next(each for each in senders if set(each.name.split()).isdisjoint(senders[0].name.split()))
        done = Receipts(tried={A}, proved={A}, ever={A}, whose={A: [mine]})

        async def of(claim: str, sender: Address) -> str:
            return await heard(call.call, claim.format(sender.name.split()[0]), asked=ARCHIVE, receipts=done)

        for claim in ("I've archived {}'s mail.", "The mail from {} is archived.", "Ich habe die Mail von {} archiviert."):
            assert await of(claim, other) == f"Archived: the mail from {mine.name}."
            assert await of(claim, mine) == claim.format(mine.name.split()[0])
        for claim in ("I've archived it, and {}'s is next.", "Archived. The next one is from {}.", "I've archived it and {}'s is next."):
            assert await of(claim, other) == claim.format(other.name.split()[0])


@pytest.mark.parametrize(
    ("asks", "claim"), [("did Priya get it?", "Priya got it."), ("is Ruth's out?", "It is sent."), ("is it gone then", "It's gone.")]
)
async def test_the_answer_to_a_question_is_proved_by_any_receipt_of_the_call(tmp_path: Path, asks: str, claim: str) -> None:
    async with written(tmp_path, unread=3) as call:
        assert await heard(call.call, claim, asked=asks, receipts=Receipts(ever={S, D})) == claim
        assert await heard(call.call, claim, asked=asks, receipts=Receipts()) != claim


@pytest.mark.slow
async def test_of_a_draft_it_is_said_that_it_is_one(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as call:
        await call.type("reply that Tuesday works")
        told = await heard(call.typed.call, "I've sent it.", asked=CHAT, receipts=Receipts())
        assert told == "It is not sent; it is still a draft."


async def test_a_true_answer_stays_and_a_false_success_beside_it_goes(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3) as call:
        told = await heard(call.call, "Archived. She needs the contract by Friday.", asked=ARCHIVE, receipts=Receipts())
        assert told == "She needs the contract by Friday. That was not archived."
        told = await heard(call.call, "Sure. She needs the contract by Friday.", asked=ARCHIVE, receipts=Receipts())
        assert told == "She needs the contract by Friday."
