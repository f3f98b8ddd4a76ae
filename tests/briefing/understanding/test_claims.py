"""A claim of success is recognised in whatever words it comes, and nothing else is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.mail_action import ON_MAILS, MailAction
from briefing.speech.sentences import after_a_change
from briefing.understanding.claims import SOMETHING, claims, tells_no_success

CLAIMED: dict[str, str] = {
    "archive": """
        I've archived it.
        I have archived the mail from Anna Berg.
        Archived.
        Okay, archived.
        Sure, I archived it for you.
        It's archived.
        The mail from Anna is archived now.
        That one has been archived.
        All newsletters are archived.
        Twelve newsletters archived.
        I've just moved it to the archive.
        No problem, it's in your archive.
        I went ahead and archived it.
        Archiving it now.
        Both mails have been archived.
        I\u2019ve already archived that.
        Great, Anna's mail is archived.
        There you go, archived.
    """,
    "mark_read": """
        Marked as read.
        I've marked it as read.
        I marked all newsletters as read.
        It has been marked as read.
        They're all marked as read.
    """,
    "mark_unread": """
        I've marked it as unread.
        Marked as unread.
        It's unread again.
    """,
    "flag": """
        Flagged.
        I've flagged it for you.
        It's flagged now.
        I put a star on it.
    """,
    "unflag": """
        I've removed the flag.
        The flag is gone.
        Unflagged.
    """,
    "mark_important": """
        Marked as important.
        I've marked it as important for you.
        It's marked important now.
        All newsletters are marked as important.
        Okay, it's important now.
        I've made it important.
        It is now set to important.
        That one now counts as important.
        All of them are important now.
        I have treated it as important.
        I've prioritized it for you.
    """,
    "mark_not_important": """
        Marked as not important.
        I've marked it as not important.
        It has been marked as unimportant.
        Okay, unmarked.
        I removed the important mark.
        It's unimportant now.
        It is no longer marked important.
        I've made it unimportant.
    """,
    "label": """
        I've labelled it travel.
        Labeled.
        I added the label work.
    """,
    "unlabel": """
        I removed the label work.
        The label is removed.
    """,
    "move": """
        Moved.
        I've moved it to receipts.
        It has been moved to the travel folder.
    """,
    "delete": """
        I deleted it.
        It's deleted.
        Deleted.
        I've thrown it away.
        It's in the trash.
        I moved it to the trash.
        That mail has been deleted.
        I got rid of it.
    """,
    "report_spam": """
        I've reported it as spam.
        Reported.
        I marked it as spam.
        It's in your spam now.
    """,
    "snooze": """
        I've snoozed it until tomorrow.
        Snoozed.
        It will come back on Monday.
        I put it off until tonight.
        I've set a reminder for nine.
    """,
    "unsubscribe": """
        I've unsubscribed you.
        You're unsubscribed.
        You have been unsubscribed from the list.
        Unsubscribed.
        I've taken you off the list.
    """,
    "send": """
        Sent.
        I've sent it.
        Your reply is on its way.
        Your reply has been sent.
        Okay, I sent the mail to Anna.
        It's sent.
        The mail to Anna Berg has been sent.
        I have forwarded it to Ben.
        I replied that Tuesday works.
        I've let her know.
        I told him you'll be late.
        It just went out.
        Sending it now.
        Your message is out.
        I emailed Anna.
        I've answered him.
    """,
    "send_later": """
        I've scheduled it for tomorrow.
        It will go out at nine.
        Scheduled.
        Your mail will be sent tomorrow morning.
    """,
    "undo": """
        Undone.
        I've undone that.
        I've restored the mail.
        I put it back.
        It's back in your inbox.
    """,
    SOMETHING: """
        Done.
        All done.
        Okay, done.
        That's done.
        It's taken care of.
        Everything is marked.
        Marked.
        I've marked it.
        Consider it done.
        I did it.
        I've done that for you.
        It's gone.
    """,
}
SEVERAL = [
    ("Done, it's deleted.", {SOMETHING, "delete"}),
    ("I've archived it and marked it as read.", {"archive", "mark_read"}),
    ("I flagged it, and your reply is on its way.", {"flag", "send"}),
    ("Archived. The next one is from Anna: can you sign today?", {"archive"}),
    ("I have sent the reply and archived the mail.", {"send", "archive"}),
]
REWORDED: dict[str, str] = {
    "archive": """
        It has gone to the archive.
        Consider it archived.
        The archive has it now.
        It's no longer in your inbox.
        I was able to archive it.
        Archive complete.
        The first two mails have both been archived.
    """,
    "delete": """
        I have gone and deleted it.
        Everything from Tidewater is now in the trash.
    """,
    "send": """
        Your reply went to Marcus.
        Your reply has gone to Marcus.
        Marcus has your answer now.
        Marcus will get your reply in a minute.
        Off it goes.
        Away it goes.
        I managed to send it.
        Marcus has been told.
        Marcus has been notified.
        I've just hit send.
    """,
    "snooze": """
        The snooze is set until tomorrow.
        It'll be back tomorrow morning.
        The reminder is set.
    """,
    "unsubscribe": """
        The newsletter won't bother you any more.
        You'll no longer receive that newsletter.
    """,
    SOMETHING: """
        All set.
        You're all set.
        That's settled.
        You won't see it again.
        The twelve newsletters are gone.
        Those are all dealt with.
        I took care of the reply.
    """,
}
WITHOUT_AN_ACTION = """
    Erledigt.
    Erledigt!
    Ich habe sie gelöscht.
    Ich habe die Mail von Ruth archiviert.
    Okay, ich habe die Mail gelöscht.
    Hab ich gelöscht.
    Die Mail ist jetzt archiviert.
    Die Mail von Ruth wurde gelöscht.
    Deine Antwort wurde an Ruth gesendet.
    Deine Antwort ist raus.
    Das ist erledigt.
    Archiviert.
    Die Nachricht habe ich archiviert.
    Ich habe sie als gelesen markiert.
    Wir haben den Newsletter abbestellt.
    Sie ist weg.
    Alles erledigt.
    C'est fait.
    Voilà, c'est fait.
    Je l'ai archivé.
    J'ai supprimé le mail de Ruth.
    Le message a été envoyé à Ruth.
    Elle est archivée.
    Votre réponse est envoyée.
    C'est réglé.
    Je vous l'ai désabonné.
    Listo.
    Hecho.
    Ya está.
    Lo he archivado.
    He eliminado el correo de Ruth.
    El correo ha sido enviado.
    La borré.
    Ya está archivado.
    Fatto.
    L'ho archiviata.
    Ho eliminato la mail di Ruth.
    La mail è stata inviata.
    Ecco fatto.
    È archiviata.
    Priya got it.
    That mail is history.
    It's history.
    It's gone.
    Sorted.
    Consider it done.
    Mission accomplished.
    Job done.
    It's off your plate.
    It's out of your hair.
    The mail from Ruth is toast.
    Priya has received your reply.
    Ruth has your answer.
    Sí, ya lo he enviado.
    Oui, je l'ai envoyé.
    Ja, ist erledigt.
    Wurde gelöscht.
    Ist gelöscht.
"""
"""False successes in other languages and in idioms, where it is enough that something is claimed."""
TOLD = """
    It was sent on Friday by Marcus.
    The mail was sent yesterday.
    It was forwarded by Priya.
    I moved the meeting.
    It's out on Friday.
    It was moved to Tuesday.
    This was sent to the whole team.
    Your parcel is on its way.
    Priya has been told to leave by Friday.
"""
NOTHING = """
    Shall I archive it?
    I can archive it for you.
    I can send it.
    I have not sent it.
    I haven't archived anything.
    Do you want me to delete it?
    I could not delete it.
    That did not go through; the mail is where it was.
    It was not sent.
    It isn't archived yet.
    I'll archive it once you say yes.
    I will send it when you say so.
    If you want it archived, say archive it.
    You can say archive it, flag it or next.
    Should I mark it as read?
    Anna has sent you the contract.
    Anna sent the contract on Monday.
    He says he has deleted the old draft.
    The contract was sent by Ben.
    Ben has forwarded the invoice.
    She archived the project last year.
    Your order has been sent.
    The bank reported a loss.
    They have moved to a new office.
    You archived it this morning.
    You have sent two mails to Anna.
    Have you sent it?
    Was it sent?
    Once it is sent, I will tell you.
    When it's archived you can undo it.
    I'm not able to send it.
    I was unable to unsubscribe you.
    I cannot delete mail.
    Nothing was archived.
    None of them were deleted.
    I never sent it.
    I don't know whether it was sent.
    I do not know whether your mail to Anna has left.
    Say yes and it will be archived.
    Would you like it archived?
    This mail is from Anna about the lease.
    The subject is \u201cSent\u201d.
    It says \u201cI have archived it\u201d.
    Ben writes that the report is done.
    The work is done by Friday.
    Archive it, flag it, or next?
    Ready to send?
    Send it, change it, or leave it?
    The draft is ready to be sent.
    The meeting has been moved to Tuesday.
    The meeting was postponed.
    Raj replied this morning and sent the file.
    Anna has signed it and sent it back.
    Let me archive it.
    I would have deleted it.
    I was about to send it.
    I almost sent it.
    All right, it is not sent. The draft stays.
    There is nothing to undo.
    She wants it deleted.
    Is that done?
    Not yet done.
    It looks important: it answers a mail of yours.
    It is important to her.
    It is important: it answers a mail of yours.
    This is now important to the whole team.
    It counts as important because Anna is a VIP.
    She made it important.
    Eleven are important.
    It is no longer important to him.
    He has marked it as important.
    I'd be happy to archive it.
    Archive it?
    How about archiving it?
    He forwarded it to you yesterday.
    Ich habe sie nicht gelöscht.
    Soll ich sie löschen?
    Ist das erledigt?
    Ich kann sie für dich löschen.
    Ich werde sie löschen.
    Wenn du ja sagst, wird sie gelöscht.
    Sobald sie gelöscht ist, sage ich es.
    Sie schreibt, das ist erledigt.
    Ruth schreibt, dass alles erledigt ist.
    Die Mail wurde am Freitag von Marcus gesendet.
    Ruth hat den Vertrag gesendet.
    Sie hat dir den Vertrag geschickt.
    Der Termin wurde verschoben.
    Du hast sie gestern archiviert.
    Die Mail ist nicht archiviert.
    Sie ist noch nicht gelöscht.
    Ich habe keine Mail gelöscht.
    Die Rechnung ist bezahlt.
    Ich habe drei Mails von Ruth gefunden.
    Je ne l'ai pas archivé.
    Voulez-vous que je l'archive?
    Je peux l'archiver.
    Si vous dites oui, c'est fait.
    Elle a envoyé le contrat.
    Le contrat a été envoyé par Marc.
    Le mail a été envoyé par Marc hier.
    Elle écrit que c'est fait.
    Elle n'est pas envoyée.
    Ruth a reçu votre mail vendredi.
    No lo he archivado.
    ¿Lo archivo?
    Puedo archivarlo.
    Ruth ha enviado el contrato.
    El correo fue enviado por Marcos.
    Si dices que sí, lo archivo.
    Non l'ho archiviata.
    Posso archiviarla.
    Marco ha inviato il contratto.
    La mail è stata inviata da Marco.
    Vuoi che la archivi?
    Priya got it on Friday from Ben.
    Ruth says: done.
    Ben writes, it is done.
    The history of the house is long.
    Ruth got the contract.
    Has Priya got it?
    She got the job.
    The job is done by Friday.
    If Priya got it, she will answer.
    It says \u201eErledigt\u201c.
    The mail says \u201eIch habe es gelöscht\u201d.
    Marcus hat deine Antwort noch nicht.
    Ruth is away on Friday.
    That is no more than a reminder.
    They are history teachers.
    Bien reçu.
    Es geht um die Rechnung.
    La factura está lista para el viernes.
    La fattura è pronta.
"""


def lines(block: str) -> list[str]:
    return [line.strip() for line in block.splitlines() if line.strip()]


MADE = [(line, {action}) for action, block in CLAIMED.items() for line in lines(block)] + SEVERAL


def test_there_are_as_many_examples_as_there_should_be() -> None:
    assert len(MADE) + len(lines(NOTHING)) >= 160
    assert set(CLAIMED) == {*MailAction, SOMETHING}


def test_what_is_claimed_is_recognised() -> None:
    assert [sentence for sentence, actions in MADE if claims(sentence) != actions] == []


def test_what_is_claimed_in_other_words_is_recognised() -> None:
    reworded = [(line, action) for action, block in REWORDED.items() for line in lines(block)]
    assert [(sentence, action) for sentence, action in reworded if action not in claims(sentence)] == []


def test_a_claim_in_another_language_or_an_idiom_is_one() -> None:
    assert [sentence for sentence in lines(WITHOUT_AN_ACTION) if not claims(sentence) or tells_no_success(sentence)] == []


def test_what_a_mail_tells_of_is_no_claim_of_ours() -> None:
    assert [sentence for sentence in lines(TOLD) if claims(sentence)] == []


def test_what_claims_nothing_is_let_pass() -> None:
    assert [sentence for sentence in lines(NOTHING) if claims(sentence)] == []


@pytest.mark.parametrize("kind", [MailAction.ARCHIVE, MailAction.MARK_READ, MailAction.MARK_UNREAD, MailAction.DELETE, MailAction.FLAG])
def test_our_own_sentence_of_success_would_be_a_claim_of_the_models(kind: MailAction) -> None:
    assert claims(after_a_change.done_sentence(kind))


@pytest.mark.parametrize("kind", ON_MAILS)
def test_our_own_sentence_of_failure_claims_nothing(kind: MailAction) -> None:
    assert claims(after_a_change.failed_sentence(kind)) == set()


@given(st.sampled_from(MADE), st.sampled_from(["", "Okay. ", "Sure, ", "All right, ", "The next one is from Anna. "]))
def test_what_stands_before_a_claim_does_not_hide_it(made: tuple[str, set[str]], before: str) -> None:
    sentence, actions = made
    assert claims(f"{before}{sentence}") >= actions


@given(st.sampled_from(MADE), st.sampled_from(lines(NOTHING)))
def test_two_sentences_claim_what_each_claims(made: tuple[str, set[str]], other: str) -> None:
    assert claims(f"{other} {made[0]}") == claims(f"{made[0]} {other}") == made[1]


@given(st.sampled_from(MADE))
def test_no_question_and_no_quotation_is_a_claim(made: tuple[str, set[str]]) -> None:
    assert claims(f"{made[0].rstrip('.')}?") == set() or "." in made[0].rstrip(".?")
    assert claims(f"The mail says \u201c{made[0]}\u201d") == set()


@given(st.text(max_size=300))
def test_no_text_is_an_error(text: str) -> None:
    assert claims(text) <= {*MailAction, SOMETHING}
