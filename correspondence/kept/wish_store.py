"""What was made of each wish, and the questions that wait for a yes: so that a wish is carried out once, whoever dies in between.

A wish is begun in one transaction and ended in another. What a change of mail comes to can be found out again, since it is the mail's
state; for what cannot, the beginning says what exactly is to be done. All methods take the transaction of the lane's owner.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pydantic import TypeAdapter
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from actions.consent.payloads import BulkPayload, SendPayload, UnsubscribePayload, digest
from correspondence.exchange import Correspondence
from correspondence.kept.correspondence_rows import StoredQuestion, StoredWish
from correspondence.kept.sealed_letters import SealedLetters
from providers.connections.credentials import SealBrokenError
from storage.epoch import moment_of_ms, ms_of

AskedAbout = SendPayload | UnsubscribePayload | BulkPayload
_PAYLOADS: TypeAdapter[AskedAbout] = TypeAdapter(AskedAbout)

SEVERAL = 0
"""In place of a mail's number, where a question is about several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WishPlace:
    """Where a wish stands: in which reply, and as which of its wishes."""

    reply: int
    place: int


class Came(StrEnum):
    """What came of a wish."""

    DONE = "done"
    FAILED = "failed"
    ASKED = "asked"  # it waits for a yes
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True, kw_only=True)
class WishResult:
    """`payload` is what is asked about with the answer in which this is told."""

    came: Came
    sentence: str = field(repr=False)
    mail: int = 0
    payload: AskedAbout | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailedQuestion:
    """Asked in the answer of that number; `used_by` is the reply whose yes was taken."""

    answer: int
    mail: int
    payload: AskedAbout = field(repr=False)
    expires_at: datetime
    used_by: int | None = None


_RESULT = TypeAdapter(WishResult)
_KEYS: TypeAdapter[tuple[str, ...]] = TypeAdapter(tuple[str, ...])


class WishStore:
    def __init__(self, sealed: SealedLetters) -> None:
        self._sealed = sealed

    async def result(self, session: AsyncSession, found: Correspondence, at: WishPlace) -> WishResult | None:
        row = await session.get(StoredWish, (found.correspondence_id, at.reply, at.place))
        if row is None or not row.is_done:
            return None
        return _RESULT.validate_json(self._sealed.wish(found.user_id, _row(found, at), row.content))

    async def begin(self, session: AsyncSession, found: Correspondence, at: WishPlace, keys: Sequence[str] = ()) -> tuple[str, ...]:
        """`keys` name what is to be done where that cannot be found out again; what an earlier beginning has named stays."""
        row = await session.get(StoredWish, (found.correspondence_id, at.reply, at.place))
        if row is not None:
            return () if row.is_done else _KEYS.validate_json(self._sealed.wish(found.user_id, _row(found, at), row.content))
        session.add(self._stored(found, at, _KEYS.dump_json(tuple(keys)).decode(), is_done=False))
        await session.flush()
        return tuple(keys)

    async def is_begun(self, session: AsyncSession, found: Correspondence, at: WishPlace) -> bool:
        return await session.get(StoredWish, (found.correspondence_id, at.reply, at.place)) is not None

    async def end(self, session: AsyncSession, found: Correspondence, at: WishPlace, result: WishResult) -> None:
        await session.merge(self._stored(found, at, _RESULT.dump_json(result).decode(), is_done=True))
        await session.flush()

    async def ask(self, session: AsyncSession, found: Correspondence, question: MailedQuestion) -> None:
        """In the transaction of the answer that asks: one question about a mail, the last."""
        key = found.correspondence_id, question.answer, question.mail
        row = StoredQuestion(
            correspondence_id=found.correspondence_id,
            answer=question.answer,
            mail=question.mail,
            digest=digest(question.payload),
            content=self._sealed.seal_question(found.user_id, _key(*key), _PAYLOADS.dump_json(question.payload).decode()),
            expires_at=ms_of(question.expires_at),
            used_by=None,
        )
        await session.merge(row)
        await session.flush()

    async def questions(self, session: AsyncSession, found: Correspondence, answer: int) -> list[MailedQuestion]:
        """What was asked in that answer, without what is not what was asked any more."""
        of_answer = StoredQuestion.correspondence_id == found.correspondence_id, StoredQuestion.answer == answer
        rows = (await session.scalars(select(StoredQuestion).where(*of_answer).order_by(StoredQuestion.mail))).all()
        return [question for row in rows if (question := self._opened(found, row)) is not None]

    async def use(self, session: AsyncSession, found: Correspondence, question: MailedQuestion, reply: int) -> bool:
        """Take the one yes that it can have; True once more for the reply that it was taken from."""
        key = found.correspondence_id, question.answer, question.mail
        row = await session.get(StoredQuestion, key, with_for_update=True)
        if row is None or row.used_by not in {None, reply}:
            return False
        row.used_by = reply
        await session.flush()
        return True

    def _opened(self, found: Correspondence, row: StoredQuestion) -> MailedQuestion | None:
        try:
            opened = self._sealed.question(found.user_id, _key(row.correspondence_id, row.answer, row.mail), row.content)
            payload = _PAYLOADS.validate_json(opened)
        except (SealBrokenError, ValueError):
            return None
        if digest(payload) != row.digest:
            return None
        return MailedQuestion(
            answer=row.answer, mail=row.mail, payload=payload, expires_at=moment_of_ms(row.expires_at), used_by=row.used_by
        )

    def _stored(self, found: Correspondence, at: WishPlace, content: str, *, is_done: bool) -> StoredWish:
        return StoredWish(
            correspondence_id=found.correspondence_id,
            reply=at.reply,
            place=at.place,
            is_done=is_done,
            content=self._sealed.seal_wish(found.user_id, _row(found, at), content),
        )


def _row(found: Correspondence, at: WishPlace) -> str:
    return f"{found.correspondence_id}/{at.reply}/{at.place}"


def _key(correspondence_id: str, answer: int, mail: int) -> str:
    return f"{correspondence_id}/{answer}/{mail}"
