"""What a user told us: who matters (VIPs, by address), words and addresses of their own, which voice they want to hear, how they like to be
told, and what they want left out for a while.

The settings may name some; what the user says is stored here and counts at once. Keywords are kept as the user
writes them, because they are spoken back ("it mentions QBR"); two that differ only in case or spacing are the same.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from briefing.mail import Preferences
from knowledge.left_out import LONGEST, LeftOut, read_left_out
from knowledge.likes import NAMES, Likes
from knowledge.mail_wishes import STORED_AS, MailWishes
from storage.database import Base, Database


class StoredPreference(Base):
    """One thing that a user told us: `kind` is a `PreferenceKind`; the `value` of a `vip` is an address in lower case."""

    __tablename__ = "preference"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str] = mapped_column(primary_key=True)


MOST_LEFT_OUT = 50
"""At once; what ends first makes room."""


class PreferenceKind(StrEnum):
    """What a stored preference is about; beside these each of `likes.NAMES` and of `mail_wishes.STORED_AS`."""

    VIP = "vip"
    KEYWORD = "keyword"
    ADDRESS = "address"
    VOICE = "voice"
    SPEED = "speed"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceChoice:
    """Which voice the user wants to hear, empty for any, and at how many times its normal speed."""

    voice: str = ""
    speed: float = 1.0


class PreferenceStore:
    """The preferences of all users. Every method may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, user_id: str, settings: Preferences | None = None) -> Preferences:
        """What is stored, together with what `settings` say. Keywords: those of the settings first, then the others by name."""
        given = settings or Preferences()
        async with self._database.reading() as session:
            of = await _by_kind(session, user_id, PreferenceKind.VIP, PreferenceKind.KEYWORD, PreferenceKind.ADDRESS)
        together: dict[str, str] = {}
        for word in [*given.keywords, *sorted(of[PreferenceKind.KEYWORD], key=_sameness)]:
            together.setdefault(_sameness(word), word)
        return Preferences(
            vips=frozenset(address.casefold() for address in given.vips) | frozenset(of[PreferenceKind.VIP]),
            keywords=tuple(together.values()),
            own_addresses=given.own_addresses | frozenset(of[PreferenceKind.ADDRESS]),
        )

    async def add_vip(self, user_id: str, address: str) -> bool:
        """Returns whether it is new. Raises `ValueError` for what is not a mail address."""
        return await self._add(user_id, PreferenceKind.VIP, _address(address))

    async def add_keyword(self, user_id: str, keyword: str) -> bool:
        """Returns whether it is new. Raises `ValueError` for an empty one."""
        return await self._add(user_id, PreferenceKind.KEYWORD, _keyword(keyword))

    async def add_address(self, user_id: str, address: str) -> bool:
        """One of the user's own: mail to it is mail to them. Returns whether it is new. Raises `ValueError` for what is no mail address."""
        return await self._add(user_id, PreferenceKind.ADDRESS, _address(address))

    async def remove_address(self, user_id: str, address: str) -> bool:
        """Returns whether it was there."""
        return await self._remove(user_id, PreferenceKind.ADDRESS, address)

    async def remove_vip(self, user_id: str, address: str) -> bool:
        """Returns whether it was there."""
        return await self._remove(user_id, PreferenceKind.VIP, address)

    async def remove_keyword(self, user_id: str, keyword: str) -> bool:
        """Returns whether it was there."""
        return await self._remove(user_id, PreferenceKind.KEYWORD, keyword)

    async def voice(self, user_id: str) -> VoiceChoice:
        async with self._database.reading() as session:
            of = await _by_kind(session, user_id, PreferenceKind.VOICE, PreferenceKind.SPEED)
        return VoiceChoice(voice=next(iter(of[PreferenceKind.VOICE]), ""), speed=float(next(iter(of[PreferenceKind.SPEED]), 1.0)))

    async def keep_voice(self, user_id: str, choice: VoiceChoice) -> None:
        """Instead of what was chosen before."""
        kept = {PreferenceKind.VOICE.value: choice.voice, PreferenceKind.SPEED.value: f"{choice.speed:.3f}"}
        await self._keep(user_id, kept, instead_of=kept)

    async def likes(self, user_id: str) -> Likes:
        async with self._database.reading() as session:
            of = await _by_kind(session, user_id, *NAMES)
        return Likes.of({kind: value for kind, values in of.items() for value in values})

    async def keep_likes(self, user_id: str, likes: Likes, *, changed: Collection[str] = NAMES) -> None:
        """Instead of what the user liked before, in what has `changed` alone: another call of theirs may have changed the rest."""
        await self._keep(user_id, {name: value for name, value in likes.as_stored.items() if name in changed}, instead_of=changed)

    async def mail_wishes(self, user_id: str) -> MailWishes:
        async with self._database.reading() as session:
            of = await _by_kind(session, user_id, *STORED_AS.values())
        return MailWishes.of({kind: value for kind, values in of.items() for value in values})

    async def keep_mail_wishes(self, user_id: str, wishes: MailWishes, *, changed: Collection[str] = tuple(STORED_AS)) -> None:
        """Instead of what was wished for before, in the fields that have `changed` alone."""
        kinds = [STORED_AS[name] for name in changed]
        await self._keep(user_id, {kind: value for kind, value in wishes.as_stored.items() if kind in kinds}, instead_of=kinds)

    async def briefed_by_mail(self) -> list[str]:
        """All users who want a briefing by mail."""
        async with self._database.reading() as session:
            wants = StoredPreference.kind == STORED_AS["on"], StoredPreference.value == "yes"
            return list(await session.scalars(select(StoredPreference.user_id).where(*wants).order_by(StoredPreference.user_id)))

    async def left_out(self, user_id: str, *, now: datetime) -> tuple[LeftOut, ...]:
        """What is left out still, the earliest to end first."""
        async with self._database.reading() as session:
            stored = await _values(session, user_id, PreferenceKind.LEFT_OUT)
        return tuple(each for each in read_left_out(stored) if not each.is_over(now))

    async def leave_out(self, user_id: str, one: LeftOut, *, now: datetime) -> None:
        """Until its time, instead of until another one; what is over by now goes."""
        await self._leave_out(user_id, one.what, one if len(one.what) <= LONGEST else None, now)

    async def bring_back(self, user_id: str, what: str, *, now: datetime) -> None:
        await self._leave_out(user_id, what, None, now)

    async def _leave_out(self, user_id: str, what: str, one: LeftOut | None, now: datetime) -> None:
        """Touches what else is left out only where it is over, or there is too much: another call may change that at the same time."""
        kind = PreferenceKind.LEFT_OUT.value
        async with self._database.session() as session:
            stored = await _values(session, user_id, PreferenceKind.LEFT_OUT)
            kept = [each.as_stored for each in read_left_out(stored) if each.what != what and not each.is_over(now)]
            gone = {*stored} - {*kept[1 - MOST_LEFT_OUT :]}
            of_user = StoredPreference.user_id == user_id, StoredPreference.kind == kind, StoredPreference.value.in_(gone)
            await session.execute(delete(StoredPreference).where(*of_user))
            if one is not None and one.as_stored:
                new = self._database.insert(StoredPreference).values(user_id=user_id, kind=kind, value=one.as_stored)
                await session.execute(new.on_conflict_do_nothing())

    async def _keep(self, user_id: str, kept: Mapping[str, str], *, instead_of: Iterable[str]) -> None:
        async with self._database.session() as session:
            before = StoredPreference.kind.in_(list(instead_of))
            await session.execute(delete(StoredPreference).where(StoredPreference.user_id == user_id, before))
            session.add_all(StoredPreference(user_id=user_id, kind=kind, value=value) for kind, value in kept.items() if value)

    async def forget(self, user_id: str) -> int:
        """Delete everything stored about the user; returns how many preferences that were."""
        return await self._database.forget(StoredPreference, user_id)

    async def _remove(self, user_id: str, kind: PreferenceKind, value: str) -> bool:
        async with self._database.session() as session:
            same = [each for each in await _values(session, user_id, kind) if _sameness(each) == _sameness(value)]
            kept = (StoredPreference.user_id == user_id, StoredPreference.kind == kind.value, StoredPreference.value.in_(same))
            await session.execute(delete(StoredPreference).where(*kept))
            return bool(same)

    async def _add(self, user_id: str, kind: PreferenceKind, value: str) -> bool:
        try:
            async with self._database.session() as session:
                if _sameness(value) in map(_sameness, await _values(session, user_id, kind)):
                    return False
                session.add(StoredPreference(user_id=user_id, kind=kind.value, value=value))
        except IntegrityError:  # said in another call at the same moment
            return False
        return True


async def _values(session: AsyncSession, user_id: str, kind: PreferenceKind) -> list[str]:
    return (await _by_kind(session, user_id, kind))[kind]


async def _by_kind(session: AsyncSession, user_id: str, *kinds: str) -> Mapping[str, list[str]]:
    query = select(StoredPreference.kind, StoredPreference.value)
    of: dict[str, list[str]] = {str(kind): [] for kind in kinds}
    for row in await session.execute(query.where(StoredPreference.user_id == user_id, StoredPreference.kind.in_(of))):
        of[row.kind].append(row.value)
    return of


def _sameness(value: str) -> str:
    return " ".join(value.casefold().split())


def _address(written: str) -> str:
    local, at, domain = (address := _sameness(written)).rpartition("@")
    if not (local and at and domain) or " " in address:
        raise ValueError("a mail address is like anna@example.com")
    return address


def _keyword(written: str) -> str:
    if not (keyword := " ".join(written.split())):
        raise ValueError("a keyword needs at least one letter")
    return keyword
