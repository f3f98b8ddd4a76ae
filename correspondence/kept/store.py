"""Correspondences of all users: briefings, replies and answers, each written as a part of its own in one transaction.

There is one correspondence for a user and a date, which the database holds. A reply gets its number under the lock of its correspondence.
"""

import logging
import secrets
from dataclasses import replace
from datetime import date, datetime

from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from briefing.mail import MailId
from conversations.by_mail import begin_by_mail, mailed_in
from conversations.sealed_talk import SealedTalk
from correspondence.exchange import (
    ANSWERED,
    BRIEFING,
    AlreadySentError,
    Correspondence,
    LetterState,
    NotFromYou,
    OwnLetter,
    Reply,
)
from correspondence.kept.correspondence_rows import StoredCorrespondence, StoredLetter, StoredReply, StoredSeenMail, StoredWatch
from correspondence.kept.kinds_of_letter_work import BRIEFING_WORK, OPEN_FOR, RECORDING, lane_of
from correspondence.kept.sealed_letters import OpeningWords, SealedLetters
from providers.connections.credentials import SealBrokenError, Vault
from providers.durable.work_lanes import remove_lanes
from storage.database import Database
from storage.epoch import ms_of

logger = logging.getLogger(__name__)

MOST_LISTED = 60
_KEPT_BACK = exists().where(
    StoredLetter.correspondence_id == StoredCorrespondence.correspondence_id,
    StoredLetter.number == BRIEFING,
    StoredLetter.state == LetterState.NONE.value,
)


class CorrespondenceStore:
    """Every method may raise `DatabaseUnavailableError`. What does not open with today's key is as if it were not there."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self.database = database
        self.sealed = SealedLetters(vault)
        self._talk = SealedTalk(vault)

    async def open(self, session: AsyncSession, new: Correspondence, now: datetime) -> Correspondence:
        """A new one with its letters, in place of one that was kept back. Raises `AlreadySentError` where there is another of that date."""
        of_day = StoredCorrespondence.user_id == new.user_id, StoredCorrespondence.day == new.day.isoformat()
        if any(letter.state is not LetterState.NONE for letter in new.letters):
            await session.execute(delete(StoredCorrespondence).where(*of_day, _KEPT_BACK))
        opened, at = replace(new, correspondence_id=secrets.token_hex(12)), ms_of(now)
        words = OpeningWords(zone=opened.zone, mails=opened.mails, research=opened.research)
        session.add(
            StoredCorrespondence(
                correspondence_id=opened.correspondence_id,
                user_id=opened.user_id,
                day=opened.day.isoformat(),
                account=opened.account,
                content=self.sealed.seal_opening(opened.user_id, opened.correspondence_id, words),
                opened_at=at,
                active_at=at,
                not_before=0,
                attempts=0,
            )
        )
        try:
            await session.flush()
        except IntegrityError:
            raise AlreadySentError("there is a briefing of that date") from None
        for letter in opened.letters:
            await self.add_letter(session, opened, letter)
        if any(letter.state is not LetterState.NONE for letter in opened.letters):
            title = f"Briefing by mail, {opened.day:%A}, {opened.day.day} {opened.day:%B}"
            await begin_by_mail(session, self._talk, opened.user_id, opened.correspondence_id, title, now)
        watch = self.database.insert(StoredWatch).values(user_id=opened.user_id, watch_id=secrets.token_hex(12), looks_at=at, briefs_at=0)
        await session.execute(watch.on_conflict_do_nothing(index_elements=[StoredWatch.user_id]))
        return opened

    async def one(self, correspondence_id: str) -> Correspondence | None:
        return next(iter(await self._read(StoredCorrespondence.correspondence_id == correspondence_id)), None)

    async def of_user(self, user_id: str, *conditions: ColumnElement[bool], limit: int = MOST_LISTED) -> list[Correspondence]:
        """The newest first."""
        return await self._read(StoredCorrespondence.user_id == user_id, *conditions, limit=limit)

    async def of_day(self, user_id: str, day: date) -> Correspondence | None:
        return next(iter(await self.of_user(user_id, StoredCorrespondence.day == day.isoformat())), None)

    async def letter(self, user_id: str, message_id: str) -> OwnLetter | None:
        """The letter of ours to this user that has this Message-ID."""
        there = exists().where(
            StoredLetter.correspondence_id == StoredCorrespondence.correspondence_id, StoredLetter.message_id == message_id
        )
        found = await self.of_user(user_id, there, limit=1)
        return next((each for one in found for each in one.letters if each.message_id == message_id), None)

    async def last_day(self, user_id: str, *, kept_back: bool = True) -> date | None:
        """The date of the user's newest briefing, with or without those that were `kept_back`."""
        which = (StoredCorrespondence.user_id == user_id, *(() if kept_back else (~_KEPT_BACK,)))
        newest = select(func.max(StoredCorrespondence.day)).where(*which)
        async with self.database.reading() as session:
            day = await session.scalar(newest)
        return None if day is None else date.fromisoformat(day)

    async def listening(self, user_id: str, now: datetime) -> list[Correspondence]:
        """Those whose briefing has left, or may have, and whose replies are looked for."""
        found = await self.of_user(user_id, StoredCorrespondence.active_at > ms_of(now - OPEN_FOR))
        left = {LetterState.SENT, LetterState.UNKNOWN}
        return [each for each in found if each.briefing is not None and each.briefing.state in left]

    async def append_reply(self, found: Correspondence, reply: Reply, now: datetime) -> bool:
        """Store a reply under the next number, whatever it has; False if one of its Message-ID is there."""
        async with self.database.session() as session:
            if not await self._locked(session, found.correspondence_id):
                return False
            of_it = StoredReply.correspondence_id == found.correspondence_id
            if await session.scalar(select(StoredReply.number).where(of_it, StoredReply.message_id == reply.message_id)) is not None:
                return False
            number = (await session.scalar(select(func.max(StoredReply.number)).where(of_it)) or 0) + 1
            session.add(
                StoredReply(
                    correspondence_id=found.correspondence_id,
                    number=number,
                    message_id=reply.message_id,
                    mail_id=reply.mail_id,
                    content=self.sealed.seal_reply(found.user_id, found.correspondence_id, replace(reply, number=number)),
                    at=ms_of(reply.at),
                )
            )
            await self._is_active(session, found, now)
            return True

    async def note_seen(
        self, found: Correspondence, mail: MailId, message_id: str, now: datetime, *, not_from_you: NotFromYou | None
    ) -> None:
        """A mail of the thread that is no reply of the user's."""
        content = None if not_from_you is None else self.sealed.seal_stranger(found.user_id, found.correspondence_id, not_from_you)
        new = self.database.insert(StoredSeenMail).values(
            correspondence_id=found.correspondence_id, mail_id=mail, message_id=message_id, content=content, at=ms_of(now)
        )
        async with self.database.session() as session:
            if await self._locked(session, found.correspondence_id):
                await session.execute(new.on_conflict_do_nothing(index_elements=[StoredSeenMail.correspondence_id, StoredSeenMail.mail_id]))

    async def seen(self, correspondence_id: str) -> frozenset[MailId]:
        """Mails that need not be looked at again."""
        async with self.database.reading() as session:
            replies = await session.scalars(select(StoredReply.mail_id).where(StoredReply.correspondence_id == correspondence_id))
            others = await session.scalars(select(StoredSeenMail.mail_id).where(StoredSeenMail.correspondence_id == correspondence_id))
            return frozenset(map(MailId, (*replies, *others)))

    async def not_from_you(self, found: Correspondence) -> list[NotFromYou]:
        """The newest first, without copies of what was accepted after all."""
        theirs = select(StoredSeenMail).where(
            StoredSeenMail.correspondence_id == found.correspondence_id, StoredSeenMail.content.is_not(None)
        )
        async with self.database.reading() as session:
            rows = (await session.scalars(theirs.order_by(StoredSeenMail.at.desc(), StoredSeenMail.mail_id))).all()
        accepted = {each.message_id for each in found.replies}
        return [self.sealed.stranger(found.user_id, row) for row in rows if row.message_id not in accepted]

    async def add_letter(self, session: AsyncSession, found: Correspondence, letter: OwnLetter) -> None:
        """What leaves, or need not be said. One of that number that certainly did not leave is replaced."""
        of_number = StoredLetter.correspondence_id == found.correspondence_id, StoredLetter.number == letter.number
        unsent = StoredLetter.state.in_([LetterState.FAILED.value])
        await session.execute(delete(StoredLetter).where(*of_number, unsent))
        session.add(
            StoredLetter(
                correspondence_id=found.correspondence_id,
                number=letter.number,
                message_id=letter.message_id,
                state=letter.state.value,
                content=self.sealed.seal_letter(found.user_id, found.correspondence_id, letter),
                provider_id=letter.provider_id,
                sent_at=None if letter.sent_at is None else ms_of(letter.sent_at),
            )
        )
        await session.flush()

    async def settle_letter(
        self,
        session: AsyncSession,
        found: Correspondence,
        number: int,
        state: LetterState,
        *,
        message_id: str = "",
        provider_id: MailId | None = None,
        at: datetime | None = None,
    ) -> None:
        """What became of a letter that was leaving: on success with its Message-ID, the provider's id and the time, all at once."""
        row = await session.get(StoredLetter, (found.correspondence_id, number))
        if row is None or row.state not in {LetterState.LEAVING, LetterState.UNKNOWN}:
            return
        row.state, row.provider_id = state.value, provider_id
        row.message_id = message_id or row.message_id
        row.sent_at = None if at is None else ms_of(at)

    async def leaves_again(self, session: AsyncSession, found: Correspondence, number: int) -> None:
        row = await session.get(StoredLetter, (found.correspondence_id, number))
        if row is not None and row.state == LetterState.FAILED:
            row.state = LetterState.LEAVING.value

    async def opened_before(self, session: AsyncSession, correspondence_id: str, at: datetime) -> bool:
        row = await session.get(StoredCorrespondence, correspondence_id)
        return row is None or row.opened_at < ms_of(at)

    async def put_off(self, session: AsyncSession, correspondence_id: str, until: datetime) -> None:
        """What failed is tried again then."""
        row = update(StoredCorrespondence).where(StoredCorrespondence.correspondence_id == correspondence_id)
        await session.execute(row.values(not_before=ms_of(until), attempts=StoredCorrespondence.attempts + 1))

    async def went_well(self, session: AsyncSession, found: Correspondence, now: datetime) -> None:
        row = update(StoredCorrespondence).where(StoredCorrespondence.correspondence_id == found.correspondence_id)
        await session.execute(row.values(not_before=0, attempts=0))
        await self._is_active(session, found, now)

    async def attempts(self, correspondence_id: str) -> int:
        async with self.database.reading() as session:
            row = await session.get(StoredCorrespondence, correspondence_id)
            return 0 if row is None else row.attempts

    def due(self, now: datetime) -> Select[str]:
        """Correspondences in which something is to be done now: a reply to answer, or a letter that has no end yet."""
        letter, reply, of = StoredLetter, StoredReply, StoredCorrespondence.correspondence_id
        done = select(func.coalesce(func.max(letter.number), 0)).where(
            letter.correspondence_id == of, letter.number > BRIEFING, letter.state.in_([each.value for each in ANSWERED])
        )
        unsure = select(func.coalesce(func.max(letter.number), 0)).where(
            letter.correspondence_id == of, letter.number > BRIEFING, letter.state == LetterState.UNKNOWN.value
        )
        waits = exists().where(
            reply.correspondence_id == of, reply.number > done.scalar_subquery(), reply.number > unsure.scalar_subquery()
        )
        unsettled = exists().where(
            letter.correspondence_id == of,
            or_(
                letter.state == LetterState.LEAVING.value,
                and_(letter.state == LetterState.FAILED.value, letter.number == BRIEFING),
            ),
        )
        asked = select(of).where(or_(waits, unsettled), StoredCorrespondence.not_before <= ms_of(now))
        recent = StoredCorrespondence.active_at > ms_of(now - OPEN_FOR)
        return asked.where(recent).order_by(StoredCorrespondence.active_at)

    async def forget(self, user_id: str) -> int:
        """Delete all correspondences of the user, also those that are being answered; returns how many."""
        mine = StoredCorrespondence.user_id == user_id
        async with self.database.session() as session:
            gone = (await session.scalars(delete(StoredCorrespondence).where(mine).returning(StoredCorrespondence.correspondence_id))).all()
            watches = await session.scalars(delete(StoredWatch).where(StoredWatch.user_id == user_id).returning(StoredWatch.watch_id))
            lanes = [lane_of(each) for each in gone] + [f"{RECORDING}:{each}" for each in watches]
            await remove_lanes(session, [*lanes, f"{BRIEFING_WORK}:{user_id}"])
        return len(gone)

    async def _read(self, *conditions: ColumnElement[bool], limit: int = MOST_LISTED) -> list[Correspondence]:
        asked = select(StoredCorrespondence).where(*conditions).order_by(StoredCorrespondence.day.desc()).limit(limit)
        async with self.database.reading() as session:
            rows = (await session.scalars(asked)).all()
            ids = [row.correspondence_id for row in rows]
            letters = (
                await session.scalars(select(StoredLetter).where(StoredLetter.correspondence_id.in_(ids)).order_by(StoredLetter.number))
            ).all()
            replies = (
                await session.scalars(select(StoredReply).where(StoredReply.correspondence_id.in_(ids)).order_by(StoredReply.number))
            ).all()
        found = []
        for row in rows:
            of = row.correspondence_id
            try:
                found.append(
                    self.sealed.correspondence(
                        row,
                        [each for each in letters if each.correspondence_id == of],
                        [each for each in replies if each.correspondence_id == of],
                    )
                )
            except SealBrokenError:
                logger.warning("a correspondence does not open with today's key")
        return found

    async def _locked(self, session: AsyncSession, correspondence_id: str) -> bool:
        """Whether it is there, and was not forgotten; what is numbered in it is numbered by one transaction at a time."""
        row = select(StoredCorrespondence.correspondence_id).where(StoredCorrespondence.correspondence_id == correspondence_id)
        if await session.scalar(row.with_for_update()) is None:
            return False
        return await session.get(StoredLetter, (correspondence_id, BRIEFING)) is not None

    async def _is_active(self, session: AsyncSession, found: Correspondence, now: datetime) -> None:
        row = update(StoredCorrespondence).where(StoredCorrespondence.correspondence_id == found.correspondence_id)
        await session.execute(row.values(active_at=ms_of(now)))
        await mailed_in(session, found.user_id, found.correspondence_id, now)
