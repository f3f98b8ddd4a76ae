"""About which mails users were nudged, kept as long as the ledger keeps what was heard."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Mapped, mapped_column

from briefing.mail import REMEMBERED_FOR, MailId
from storage.database import Base, Database
from storage.epoch import minute_of


class StoredNudge(Base):
    """The newest nudge about one mail of one user."""

    __tablename__ = "nudged_mail"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    mail_id: Mapped[str] = mapped_column(primary_key=True)
    at_minute: Mapped[int]


class NudgedMailRecords:
    """Those of all users. Every method may raise `DatabaseUnavailableError`. The database belongs to the caller."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def since(self, user_id: str, mails: Sequence[MailId], at: datetime) -> frozenset[MailId]:
        wanted = select(StoredNudge.mail_id).where(
            StoredNudge.user_id == user_id, StoredNudge.mail_id.in_(mails), StoredNudge.at_minute > minute_of(at)
        )
        async with self._database.reading() as session:
            return frozenset(map(MailId, (await session.scalars(wanted)).all()))

    async def add(self, user_id: str, mail: MailId, at: datetime) -> None:
        new = self._database.insert(StoredNudge).values(user_id=user_id, mail_id=mail, at_minute=minute_of(at))
        keys = [StoredNudge.user_id, StoredNudge.mail_id]
        outdated = delete(StoredNudge).where(StoredNudge.user_id == user_id, StoredNudge.at_minute <= minute_of(at - REMEMBERED_FOR))
        async with self._database.session() as session:
            await session.execute(new.on_conflict_do_update(index_elements=keys, set_={"at_minute": new.excluded.at_minute}))
            await session.execute(outdated)

    async def forget(self, user_id: str) -> int:
        """Returns how many mails that were."""
        return await self._database.forget(StoredNudge, user_id)
