"""Writes and sends the briefing of each user who wants one by mail, once it is due; a composition root, like `session.opening.assembly`.

Whoever wants one is looked at once a minute. What has come of a date is a correspondence, so a date is briefed once, whoever looks.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import Select, exists, select

from briefing.understanding.times.zones import zone_of
from correspondence.briefing_mail import BriefingMail
from correspondence.briefing_mail.material import BriefingMaterial
from correspondence.briefing_mail.schedule import due
from correspondence.briefing_post import WrittenBriefing, send_briefing
from correspondence.exchange import AlreadySentError
from correspondence.kept.correspondence_rows import StoredWatch
from correspondence.kept.kinds_of_letter_work import BRIEFING_WORK
from correspondence.kept.watches import Watches
from correspondence.message_ids import briefing_id
from correspondence.posting import Posting
from knowledge.mail_wishes import STORED_AS, MailWishes
from knowledge.preferences import PreferenceStore, StoredPreference
from providers.durable.due_work import KindOfWork
from providers.durable.work_lanes import HeldLane
from providers.models.typed.typed_models import TypedModels
from providers.settings import Settings
from session.opening.assembly import open_call
from session.opening.day_calendars import calendars_of
from session.opening.letter_for_user import letter_for_user
from session.opening.letter_trust import SendingAccount, letters_key, ways_of
from storage.epoch import ms_of

logger = logging.getLogger(__name__)

AT_ONCE = 2
LOOKED_AT_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefingsDue:
    settings: Settings
    posting: Posting
    models: TypedModels | None
    now: Callable[[], datetime]

    @property
    def work(self) -> KindOfWork:
        return KindOfWork(name=BRIEFING_WORK, due=self._wanting, work=self._look, at_once=AT_ONCE)

    def _wanting(self) -> Select[str]:
        """Users who want one, or have asked for one, and were not looked at in the last minute."""
        wants = StoredPreference.kind.in_([STORED_AS["on"], STORED_AS["asked_on"]])
        seen = exists().where(StoredWatch.user_id == StoredPreference.user_id, StoredWatch.briefs_at > ms_of(self.now()))
        return select(StoredPreference.user_id).where(wants, StoredPreference.value != "", ~seen).distinct()

    async def _look(self, lane: HeldLane, user_id: str) -> None:
        """Raises whatever keeps it from being written: then it is due again."""
        database = self.posting.store.database
        preferences = PreferenceStore(database)
        wishes, likes = await preferences.mail_wishes(user_id), await preferences.likes(user_id)
        zone = zone_of(likes.zone) or self.settings.timezone
        asked = wishes.asked_on == self.now().astimezone(zone).date()  # for one that was kept back as well
        day = due(wishes, zone, await self.posting.store.last_day(user_id, kept_back=not asked), self.now())
        if day is not None:
            await self._brief(user_id, day, wishes)
        async with lane.writing() as session:
            await Watches(database).briefs_later(session, user_id, self.now() + LOOKED_AT_EVERY)

    async def _brief(self, user_id: str, day: date, wishes: MailWishes) -> None:
        account = await self._account(user_id, wishes)
        if account is None:
            logger.warning("nothing is set up to send a briefing from")
            return
        material, letter = await self._written(user_id, wishes)
        nothing_matters = wishes.quiet and wishes.asked_on != day and not material.matters
        written = WrittenBriefing(
            account=account.slug,
            zone=getattr(material.now.tzinfo, "key", "UTC"),
            message_id=briefing_id(letters_key(self.settings), user_id, day, account.domain),
            subject=letter.subject,
            text=letter.text,
            html=letter.html,
            mails=material.mails,
            research=material.research,
            is_kept_back=nothing_matters,
        )
        try:
            await send_briefing(self.posting, user_id, day, written)
        except AlreadySentError:
            logger.info("another process has sent it")

    async def _written(self, user_id: str, wishes: MailWishes) -> tuple[BriefingMaterial, BriefingMail]:
        def now() -> datetime:
            return self.now().astimezone(self.settings.timezone)

        async with open_call(self.settings, user_id, call_id=None, now=now) as (call, look):
            zone, own = call.now().tzinfo or self.settings.timezone, call.acting.own_addresses
            async with calendars_of(self.settings, user_id, call.mail.inbox, zone=zone, own=own) as calendars:
                return await letter_for_user(call, look, wishes, models=self.models, calendars=calendars)

    async def _account(self, user_id: str, wishes: MailWishes) -> SendingAccount | None:
        """By the way that the user has chosen; where that one is closed, by the other."""
        ways = await ways_of(self.settings, self.posting.store.database, user_id)
        way = wishes.way_among(ways)
        return None if way is None else ways[way]
