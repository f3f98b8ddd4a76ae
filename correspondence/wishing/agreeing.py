"""A yes by mail: it counts for what was asked in exactly the mail that it replies to, once, and for two days.

Where it is not certain, or too late, the question is asked again, with all that it was about: a yes to that mail is one to what it says.

The question was a mail that has left, so all of it was said. Its payload is asked about anew in a consent of this moment, which alone makes
the grant, from the user's own word.
"""

from dataclasses import dataclass

from actions.changes.changer import Changed
from actions.changes.journal import JournalUnavailableError
from actions.consent.grants import GrantUsedError, SingleUseGrant
from actions.consent.payloads import BulkPayload, SendPayload, UnsubscribePayload, digest
from actions.sending.outbox import SendingNews, WrongGrantError
from actions.sending.sending_store import DraftChangedError, MessageIdUsedError
from actions.sending.unsubscriber import Leaving
from actions.sending_states import SendingState
from briefing.mail import account_of
from briefing.speech.sentences import after_a_change
from briefing.speech.sentences.about_sending import truly
from briefing.understanding.understanding import understand
from briefing.understanding.utterance import Channel, Utterance
from correspondence.briefing_mail.material import ToldMail
from correspondence.exchange import LetterState, Reply
from correspondence.kept.wish_store import SEVERAL, Came, MailedQuestion, WishPlace, WishResult
from correspondence.wishing import answer_sentences as by_mail
from correspondence.wishing.hands import Hands
from correspondence.wishing.meaning import Agreed, ToAnswer
from correspondence.wishing.read_reply import MailedWish
from correspondence.wishing.wishes_of_reply import WishesOfReply, about, changed_so, told
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
            is_certain = not answer.yes or (wish.is_certain and wish.beside.isdisjoint(self._mails_of(questions[0])))
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

    def _mails_of(self, asked: MailedQuestion) -> frozenset[int]:
        """The numbers of the mails that it is about."""
        if not isinstance(asked.payload, BulkPayload):
            return frozenset({asked.mail})
        return frozenset(mail.number for mail in self.wishes.found.mails if mail.mail_id in asked.payload.mails)

    async def _answered(self, at: WishPlace, reply: Reply, asked: MailedQuestion, answer: Agreed, *, is_certain: bool) -> WishResult:
        async with self.wishes.lane.writing() as session:
            again = await self.wishes.store.is_begun(session, self.wishes.found, at)
        why = await self._why_again(asked, is_certain=is_certain, again=again) if answer.yes else ""
        own = await self._own_address(asked) if answer.yes and not (why or again) else ""
        if own is None:
            why = by_mail.NOT_NOW
        async with self.wishes.lane.writing() as session:
            if not why:
                await self.wishes.store.begin(session, self.wishes.found, at)
            if not await self.wishes.store.use(session, self.wishes.found, asked, reply.number):
                return self._told(asked, Came.FAILED, by_mail.ASKED_BEFORE)
        if why:
            return self._asked_again(asked, why)
        if not answer.yes:
            return self._told(asked, Came.DONE, by_mail.refused(asked.payload))
        return await self._agreed(asked, answer, own=own or "", again=again)

    def _told(self, asked: MailedQuestion, came: Came, said: str) -> WishResult:
        mail = self.wishes.found.mail(asked.mail)
        return WishResult(came=came, sentence=said) if mail is None else told(mail, came, said)

    def _asked_again(self, asked: MailedQuestion, why: str) -> WishResult:
        mail, payload = self.wishes.found.mail(asked.mail), asked.payload
        if isinstance(payload, BulkPayload):
            said = self.wishes.question_about_many(payload, why=why)
            return WishResult(came=Came.ASKED, sentence=said, mail=SEVERAL, payload=payload)
        if mail is None:
            return WishResult(came=Came.UNCLEAR, sentence=by_mail.NOT_ASKED)
        said = about(mail, by_mail.question(payload, now=self.wishes.desk.now(), why=why))
        return WishResult(came=Came.ASKED, sentence=said, mail=mail.number, payload=payload)

    async def _own_address(self, asked: MailedQuestion) -> str | None:
        """The user's address at the account that would send; None where it cannot be opened now, so that the yes is not used up for
        nothing."""
        match asked.payload:
            case SendPayload(account=account):
                pass
            case UnsubscribePayload(mail_id=mail, target=target) if read_mailto(target) is not None:
                account = account_of(mail)
            case _:
                return ""
        try:
            async with self.wishes.desk.senders.open(self.wishes.desk.user_id, account) as sender:
                return sender.address.email
        except (MailboxError, SendingError):
            return None

    async def _why_again(self, asked: MailedQuestion, *, is_certain: bool, again: bool) -> str:
        """Why it has to be asked again; empty where this yes counts, or did in a run that died."""
        if not again and self.wishes.desk.now() >= asked.expires_at:
            return by_mail.TOO_LATE
        if is_certain or (again and await self._may_have_left(asked)):
            return ""
        return by_mail.NOT_CERTAIN

    async def _may_have_left(self, asked: MailedQuestion) -> bool:
        payload = asked.payload
        return not isinstance(payload, SendPayload) or await self.wishes.desk.hands().outbox.find_mail(payload.message_id) is not None

    async def _agreed(self, asked: MailedQuestion, answer: Agreed, *, own: str, again: bool) -> WishResult:
        hands, mail = self.wishes.desk.hands(), self.wishes.found.mail(asked.mail)
        grant = _grant(hands, self.wishes.desk.user_id, asked, answer.words)
        match asked.payload:
            case BulkPayload() if grant is not None:
                return await self._changed_many(hands, grant, asked.payload, again=again)
            case UnsubscribePayload() if grant is not None and mail is not None:
                return await self._left_list(mail, hands, grant, asked.payload, own=own, again=again)
            case SendPayload() if grant is not None and mail is not None:
                return await self._sent(mail, hands, grant, asked.payload)
        return self._told(asked, Came.UNCLEAR, by_mail.unclear(answer.words))

    async def _changed_many(self, hands: Hands, grant: SingleUseGrant, payload: BulkPayload, *, again: bool) -> WishResult:
        """By the receipt of each mail."""
        changed, mails = Changed(), [mail for mail in self.wishes.found.mails if mail.mail_id in payload.mails]
        try:
            async for part in hands.actions.carry_out(grant, payload.action, payload.mails, label=payload.label, until=payload.until):
                changed += part
        except (MailboxError, JournalUnavailableError):
            if not (changed.done or changed.unchanged or changed.gone):
                return WishResult(came=Came.FAILED, sentence=by_mail.AWAY)
        lines = [changed_so(mail, payload.action, changed, label=payload.label, again=again).sentence for mail in mails]
        return WishResult(came=Came.DONE, sentence="\n".join(lines))

    async def _sent(self, mail: ToldMail, hands: Hands, grant: SingleUseGrant, payload: SendPayload) -> WishResult:
        try:
            await hands.outbox.put(grant, payload)
        except DraftChangedError:
            if await hands.outbox.find_mail(payload.message_id) is None:
                return told(mail, Came.FAILED, by_mail.CHANGED)
        except MessageIdUsedError:  # by this yes, in a run that died
            pass
        await hands.outbox.clock(self.wishes.desk.senders).work_due()
        return _came_of(mail, await hands.outbox.find_mail(payload.message_id), _OF_A_MAIL)

    async def _left_list(
        self, mail: ToldMail, hands: Hands, grant: SingleUseGrant, payload: UnsubscribePayload, *, own: str, again: bool
    ) -> WishResult:
        if again:  # a run that died may have asked the list, which says nothing of it afterwards
            return told(mail, Came.FAILED, by_mail.LIST_UNKNOWN)
        try:
            left = await hands.unsubscriber.leave(grant, payload, address=own)
        except (WrongGrantError, GrantUsedError, MessageIdUsedError):
            return told(mail, Came.FAILED, by_mail.LIST_UNKNOWN)
        match left.leaving:
            case Leaving.HELD if left.held is not None:
                await hands.outbox.clock(self.wishes.desk.senders).work_due()
                return _came_of(mail, await hands.outbox.find(left.held.sending_id), _OF_A_LIST)
            case Leaving.DONE:
                return told(mail, Came.DONE, by_mail.LIST_LEFT)
        return told(mail, Came.FAILED, _NOT_LEFT.get(left.leaving, by_mail.LIST_UNKNOWN))


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """What is said of a mail that was agreed to, by what became of it."""

    sent: str
    not_sent: str
    unknown: str


_NOT_LEFT = {Leaving.REFUSED: by_mail.LIST_REFUSED, Leaving.DRY_RUN: after_a_change.NO_LIST_IN_DRY_RUN}
_OF_A_MAIL = _Outcomes(by_mail.SENT, by_mail.WAS_NOT_SENT, by_mail.PERHAPS_SENT)
_OF_A_LIST = _Outcomes(by_mail.LIST_WRITTEN_TO, by_mail.LIST_NOT_WRITTEN_TO, by_mail.LIST_UNKNOWN)


def _came_of(mail: ToldMail, news: SendingNews | None, words: _Outcomes) -> WishResult:
    dry_run = news is not None and news.dry_run
    match news.state if news is not None else None:
        case SendingState.SENT:
            return told(mail, Came.DONE, truly(words.sent, dry_run=dry_run))
        case SendingState.HELD | SendingState.SENDING:
            return told(mail, Came.DONE, truly(by_mail.ON_ITS_WAY, dry_run=dry_run))
        case SendingState.UNKNOWN:
            return told(mail, Came.FAILED, words.unknown)
    return told(mail, Came.FAILED, words.not_sent)


def _grant(hands: Hands, user_id: str, asked: MailedQuestion, words: str) -> SingleUseGrant | None:
    """The consent is a new one, in which nothing but this was asked; its clock stands still meanwhile."""
    consent = hands.consent
    consent.ask(asked.payload, whole=True)
    if consent.open != asked.payload:  # somebody's address has to be agreed to first, which is no matter for a mail
        return None
    consent.said()
    consent.hear(
        Utterance(said=understand(words, verbatim=True), channel=Channel.TYPED, by=user_id, at=consent.clock(), about=digest(asked.payload))
    )
    return consent.confirmed(asked.payload)


def _sentence(words: str) -> str:
    text = words.strip().rstrip(".!").strip()
    return f"{text[:1].upper()}{text[1:]}."
