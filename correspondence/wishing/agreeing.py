"""A yes by mail: it counts for what was asked in exactly the mail that it replies to, once, and for two days.

Where it is not certain, or too late, the question is asked again, with all that it was about: a yes to that mail is one to what it says.

The question was a mail that has left, so all of it was said. Its payload is asked about anew in a consent of this moment, which alone makes
the grant, from the user's own word.
"""

from dataclasses import dataclass

from actions.consent.grants import GrantUsedError, SingleUseGrant
from actions.consent.payloads import SendPayload, UnsubscribePayload, digest, question
from actions.sending.outbox import WrongGrantError
from actions.sending.sending_store import DraftChangedError, MessageIdUsedError
from actions.sending.unsubscriber import Leaving
from actions.sending_states import SendingState
from briefing.mail import account_of
from briefing.understanding.understanding import understand
from briefing.understanding.utterance import Channel, Utterance
from correspondence.briefing_mail.material import ToldMail
from correspondence.exchange import LetterState, Reply
from correspondence.kept.wish_store import Came, MailedQuestion, WishPlace, WishResult
from correspondence.wishing import answer_sentences as by_mail
from correspondence.wishing.hands import Hands
from correspondence.wishing.meaning import Agreed, ToAnswer
from correspondence.wishing.read_reply import MailedWish
from correspondence.wishing.wishes_of_reply import WishesOfReply, about, told
from providers.mailbox import MailboxError
from providers.sender import SendingError
from providers.unsubscribe import read_mailto


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreeing:
    wishes: WishesOfReply

    async def carry_out(self, reply: Reply, mail: ToldMail | None, wish: MailedWish, answer: Agreed) -> WishResult:
        """`mail` is the one that the yes or no is about by its number; without one it is about the only question.

        Raises `LaneLostError` and `DatabaseUnavailableError`.
        """
        at = wish.at
        async with self.wishes.lane.writing() as session:
            if (known := await self.wishes.store.result(session, self.wishes.found, at)) is not None:
                return known
        questions = [each for each in await self._asked_in(reply) if mail is None or each.mail == mail.number]
        if len(questions) == 1:
            is_certain = not answer.yes or (wish.is_certain and questions[0].mail not in wish.beside)
            result = await self._answered(at, reply, questions[0], answer, is_certain=is_certain)
        elif mail is not None and not questions:  # nothing was asked about it, so it is an answer to who wrote it
            return await self.wishes.carry_out(at, mail, ToAnswer(text=_sentence(answer.words)))
        else:
            sentence = by_mail.WHICH_YES if questions else by_mail.NOT_ASKED
            result = WishResult(came=Came.UNCLEAR, sentence=sentence)
        return await self.wishes.ended(at, result)

    async def _asked_in(self, reply: Reply) -> list[MailedQuestion]:
        found = self.wishes.found
        letter = next((each for each in found.answers if each.number == reply.to_letter and each.state is LetterState.SENT), None)
        if letter is None:
            return []
        async with self.wishes.lane.writing() as session:
            return await self.wishes.store.questions(session, found, letter.number)

    async def _answered(self, at: WishPlace, reply: Reply, asked: MailedQuestion, answer: Agreed, *, is_certain: bool) -> WishResult:
        mail = self.wishes.found.mail(asked.mail)
        if mail is None:
            return WishResult(came=Came.UNCLEAR, sentence=by_mail.NOT_ASKED)
        async with self.wishes.lane.writing() as session:
            again = await self.wishes.store.is_begun(session, self.wishes.found, at)
        why = await self._why_again(asked, is_certain=is_certain, again=again) if answer.yes else ""
        async with self.wishes.lane.writing() as session:
            if not why:
                await self.wishes.store.begin(session, self.wishes.found, at)
            if not await self.wishes.store.use(session, self.wishes.found, asked, reply.number):
                return told(mail, Came.FAILED, by_mail.ASKED_BEFORE)
        if why:
            said = by_mail.question([why, *question(asked.payload, now=self.wishes.desk.now())])
            return WishResult(came=Came.ASKED, sentence=about(mail, said), mail=mail.number, payload=asked.payload)
        if not answer.yes:
            return told(mail, Came.DONE, by_mail.NOT_SENT_AS_TOLD)
        try:
            return await self._agreed(mail, asked, answer, again=again)
        except (MailboxError, SendingError):
            return told(mail, Came.FAILED, by_mail.NO_SENDING)

    async def _why_again(self, asked: MailedQuestion, *, is_certain: bool, again: bool) -> str:
        """Why it has to be asked again; empty where this yes counts, or did in a run that died."""
        if not again and self.wishes.desk.now() >= asked.expires_at:
            return by_mail.TOO_LATE
        if is_certain or (again and await self._may_have_left(asked)):
            return ""
        return by_mail.NOT_CERTAIN

    async def _may_have_left(self, asked: MailedQuestion) -> bool:
        payload = asked.payload
        return isinstance(payload, UnsubscribePayload) or await self.wishes.desk.hands().outbox.find_mail(payload.message_id) is not None

    async def _agreed(self, mail: ToldMail, asked: MailedQuestion, answer: Agreed, *, again: bool) -> WishResult:
        hands = self.wishes.desk.hands()
        grant = _grant(hands, self.wishes.desk.user_id, asked, answer.words)
        if grant is None:
            return told(mail, Came.UNCLEAR, by_mail.unclear(answer.words))
        if isinstance(asked.payload, UnsubscribePayload):
            return await self._left_list(mail, hands, grant, asked.payload, again=again)
        return await self._sent(mail, hands, grant, asked.payload)

    async def _sent(self, mail: ToldMail, hands: Hands, grant: SingleUseGrant, payload: SendPayload) -> WishResult:
        try:
            await hands.outbox.put(grant, payload)
        except DraftChangedError:
            if await hands.outbox.find_mail(payload.message_id) is None:
                return told(mail, Came.FAILED, by_mail.CHANGED)
        except MessageIdUsedError:  # by this yes, in a run that died
            pass
        await hands.outbox.clock(self.wishes.desk.senders).work_due()
        news = await hands.outbox.find_mail(payload.message_id)
        match news.state if news is not None else None:
            case SendingState.SENT:
                return told(mail, Came.DONE, by_mail.SENT)
            case SendingState.HELD | SendingState.SENDING:
                return told(mail, Came.DONE, by_mail.ON_ITS_WAY)
            case SendingState.UNKNOWN:
                return told(mail, Came.FAILED, by_mail.PERHAPS_SENT)
        return told(mail, Came.FAILED, by_mail.WAS_NOT_SENT)

    async def _left_list(
        self, mail: ToldMail, hands: Hands, grant: SingleUseGrant, payload: UnsubscribePayload, *, again: bool
    ) -> WishResult:
        if again:  # a run that died may have asked the list, which says nothing of it afterwards
            return told(mail, Came.FAILED, by_mail.LIST_UNKNOWN)
        address = ""
        if read_mailto(payload.target) is not None:
            async with self.wishes.desk.senders.open(self.wishes.desk.user_id, account_of(payload.mail_id)) as sender:
                address = sender.address.email
        try:
            left = await hands.unsubscriber.leave(grant, payload, address=address)
        except (WrongGrantError, GrantUsedError, MessageIdUsedError):
            return told(mail, Came.FAILED, by_mail.LIST_UNKNOWN)
        done = left.leaving in {Leaving.DONE, Leaving.HELD}
        return told(mail, Came.DONE if done else Came.FAILED, by_mail.LIST_LEFT if done else by_mail.LIST_UNKNOWN)


def _grant(hands: Hands, user_id: str, asked: MailedQuestion, words: str) -> SingleUseGrant | None:
    """The consent is a new one, in which nothing but this was asked; its clock stands still meanwhile."""
    consent = hands.consent
    consent.ask(asked.payload, whole=True)
    if consent.open != asked.payload:  # somebody's address has to be agreed to first, which is no matter for a mail
        return None
    consent.said()
    consent.hear(
        Utterance(
            said=understand(words, is_written=True), channel=Channel.TYPED, by=user_id, at=consent.clock(), about=digest(asked.payload)
        )
    )
    return consent.confirmed(asked.payload)


def _sentence(words: str) -> str:
    text = words.strip().rstrip(".!").strip()
    return f"{text[:1].upper()}{text[1:]}."
