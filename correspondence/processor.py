"""Answers a correspondence: one run at a time, one answer to all replies that are new, and then the lane is free again.

    settle what left before | wishes, each once | the answer with its questions and the outbox, in one transaction | send | settle

Whatever dies in between is gone on with from what is stored. Replies that come meanwhile are the next run's.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from actions.sending.replying import reply_subject
from actions.sending.sealing import SealedWords
from briefing.mail import MailStatus, Mark
from briefing.speech.content.splitting import sentences
from briefing.understanding.may_ask import asks
from correspondence.answering.looking_up import OpenCalendars
from correspondence.exchange import CannotAnswerError, Correspondence, LetterState, NoRecordError, OwnLetter, Reply
from correspondence.kept.store import CorrespondenceStore
from correspondence.kept.wish_store import SEVERAL, Came, MailedQuestion, WishResult, WishStore
from correspondence.posting import PAUSES, Posting
from correspondence.record import record_of
from correspondence.wishing import answer_sentences as by_mail
from correspondence.wishing.agreeing import Agreeing
from correspondence.wishing.hands import OpenDesk, UserDesk
from correspondence.wishing.meaning import Agreed
from correspondence.wishing.read_reply import MailedWish, ReadReply, after_later_ones, read_reply
from correspondence.wishing.wishes_of_reply import WishesOfReply, about
from inbox.ledger.briefed_emails import LedgerUnavailableError
from inbox.unified import UnifiedInbox
from providers.durable.work_lanes import HeldLane, LaneLostError
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

QUESTIONS_LAST = timedelta(days=2)


class LetterIds(Protocol):
    """The Message-IDs of our letters, which nobody can guess and which can be made anew."""

    def answer(self, found: Correspondence, number: int) -> str: ...


class Answerer(Protocol):
    """Answers in words what code does not. It can read, and do nothing else."""

    async def answer(
        self,
        inbox: UnifiedInbox,
        found: Correspondence,
        *,
        done: Sequence[str],
        asked: Sequence[str],
        now: datetime,
        calendars: OpenCalendars,
    ) -> str:
        """`done` are the lines that the answer says already. Raises `CannotAnswerError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrespondenceParts:
    """What all runs of a process work with."""

    store: CorrespondenceStore
    wishes: WishStore
    posting: Posting
    open_desk: OpenDesk
    drafts: SealedWords
    ids: LetterIds
    now: Callable[[], datetime]
    answerer: Answerer | None = None


async def answer_correspondence(parts: CorrespondenceParts, lane: HeldLane, correspondence_id: str) -> None:
    """Do what there is to do in it, as the owner of its lane. Raises `LaneLostError` and `DatabaseUnavailableError`."""
    found = await _settled(parts, lane, correspondence_id)
    if found is None or not found.new_replies or any(each.state is LetterState.LEAVING for each in found.letters):
        return
    try:
        await _answer(parts, lane, found)
    except (LaneLostError, DatabaseUnavailableError):
        raise
    except Exception as error:  # it must not be tried every second, whatever it is
        logger.warning("a correspondence could not be answered", extra={"error": type(error).__name__})
        await _put_off(parts, lane, correspondence_id)
        return
    await _settled(parts, lane, correspondence_id)


async def _settled(parts: CorrespondenceParts, lane: HeldLane, correspondence_id: str) -> Correspondence | None:
    """What it is now that each letter has its end, as far as one is known."""
    found = await parts.store.one(correspondence_id)
    if found is not None and await parts.posting.settle(lane, found):
        found = await parts.store.one(correspondence_id)
    return found


async def _answer(parts: CorrespondenceParts, lane: HeldLane, found: Correspondence) -> None:
    record_of(found)  # without a briefing that has left there is nothing to answer
    async with parts.open_desk(found.user_id) as desk:
        await _mark_as_briefed(desk, found)
        read = after_later_ones([(reply, read_reply(reply, found)) for reply in found.new_replies])
        carried_out = [await _carried_out(parts, lane, desk, found, reply, wish) for reply, what in read for wish in what.wishes]
        results = _one_question_for_each_mail(carried_out, found)
        text = await _text(parts, desk, found, results, [what for _, what in read])
    number = found.new_replies[-1].number
    letter = _letter(parts, found, number, text)
    async with lane.writing() as session:
        await parts.store.add_letter(session, found, letter)
        if letter.state is LetterState.LEAVING:
            for result in results:
                if result.payload is not None:
                    until = parts.now() + QUESTIONS_LAST
                    question = MailedQuestion(answer=number, mail=result.mail, payload=result.payload, expires_at=until)
                    await parts.wishes.ask(session, found, question)
            await parts.posting.put(session, found, letter)


async def _carried_out(
    parts: CorrespondenceParts, lane: HeldLane, desk: UserDesk, found: Correspondence, reply: Reply, wish: MailedWish
) -> WishResult:
    of_reply = WishesOfReply(desk=desk, found=found, store=parts.wishes, lane=lane, drafts=parts.drafts)
    mail = found.mail(wish.mail) if wish.mail is not None else None
    if isinstance(wish.meaning, Agreed):
        return await Agreeing(wishes=of_reply).carry_out(reply, mail, wish, wish.meaning)
    if mail is not None:
        return await of_reply.carry_out(wish.at, mail, wish.meaning)
    return await of_reply.without_a_mail(wish.at, wish.meaning)


def _one_question_for_each_mail(results: Sequence[WishResult], found: Correspondence) -> list[WishResult]:
    """Of several about one mail the first is put: a yes has its number, which would not tell them apart. One about many mails has no
    number, so it is put alone."""
    asked, kept = set[int](), list[WishResult]()
    others = any(result.payload is not None and result.mail != SEVERAL for result in results)
    for result in results:
        if result.payload is not None and result.mail == SEVERAL and (others or SEVERAL in asked):
            kept.append(WishResult(came=Came.UNCLEAR, sentence=by_mail.ONE_QUESTION_ABOUT_MANY))
            continue
        mail = found.mail(result.mail)
        if result.payload is not None and mail is not None and result.mail in asked:
            kept.append(WishResult(came=Came.UNCLEAR, sentence=about(mail, by_mail.ONE_QUESTION_AT_A_TIME)))
            continue
        if result.payload is not None:
            asked.add(result.mail)
        kept.append(result)
    return kept


async def _text(
    parts: CorrespondenceParts, desk: UserDesk, found: Correspondence, results: Sequence[WishResult], read: Sequence[ReadReply]
) -> str:
    """Empty where nothing has to be said."""
    lines = [result.sentence for result in results if result.sentence]
    asked = [words for what in read for words in what.open_words]
    if not lines and not asked:
        thanked = any(what.is_courteous for what in read)
        return (by_mail.THANKED if desk.answers_thanks else "") if thanked else by_mail.NOTHING_TO_DO
    questions = sum(result.payload is not None for result in results)
    how = [by_mail.HOW_TO_SAY_YES if questions == 1 else by_mail.HOW_TO_SAY_WHICH] if questions else []
    said = await _in_words(parts, desk, found, lines, asked) if asked else ""
    if questions:  # they come last, and nothing else in the mail asks: a yes to it is one to them
        return "\n\n".join(filter(None, (_asking_nothing(said), *lines, *how)))
    return "\n\n".join(filter(None, (*lines, said)))


def _asking_nothing(said: str) -> str:
    """Words of a model, without the sentences that ask the user something."""
    return "\n".join(" ".join(each for each in sentences(line) if not asks(each)) for line in said.splitlines()).strip()


async def _in_words(parts: CorrespondenceParts, desk: UserDesk, found: Correspondence, lines: Sequence[str], asked: Sequence[str]) -> str:
    if parts.answerer is None:
        return by_mail.ONLY_NUMBERS
    try:
        return await parts.answerer.answer(desk.inbox, found, done=lines, asked=asked, now=desk.now(), calendars=desk.calendars)
    except CannotAnswerError:
        if await parts.store.attempts(found.correspondence_id) < len(PAUSES):
            raise
        return by_mail.CANNOT_ANSWER


def _letter(parts: CorrespondenceParts, found: Correspondence, number: int, text: str) -> OwnLetter:
    """It answers the newest reply, and stands in its thread at every mail program."""
    newest, briefing = found.new_replies[-1], found.briefing
    if briefing is None:
        raise NoRecordError("there is no briefing to answer to")
    return OwnLetter(
        number=number,
        message_id=parts.ids.answer(found, number),
        state=LetterState.LEAVING if text else LetterState.NONE,
        subject=reply_subject(briefing.subject),
        text=text,
        thread=newest.thread,
        in_reply_to=newest.message_id,
        references=(*(each for each in newest.links if each != newest.message_id), newest.message_id),
    )


async def _mark_as_briefed(desk: UserDesk, found: Correspondence) -> None:
    """Who answers a briefing has read it: none of its mails is new in the next call."""
    mails = [mail.mail_id for mail in found.mails]
    try:
        marks = (await desk.ledger.recall(desk.user_id, mails, now=desk.now())).marks
        new = [Mark(mail_id=mail, status=MailStatus.BRIEFED, at=desk.now()) for mail in mails if mail not in marks]
        if new:
            await desk.ledger.mark(desk.user_id, new)
    except LedgerUnavailableError:
        logger.warning("the ledger is away; what was briefed by mail may be told again")


async def _put_off(parts: CorrespondenceParts, lane: HeldLane, correspondence_id: str) -> None:
    attempts = await parts.store.attempts(correspondence_id)
    pause = PAUSES[attempts] if attempts < len(PAUSES) else timedelta(hours=1)
    async with lane.writing() as session:
        await parts.store.put_off(session, correspondence_id, parts.now() + pause)
