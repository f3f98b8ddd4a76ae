"""Tells what the team has for the user, between two topics or while nobody says anything: short, then whether to read all of it.

It counts as told once it was heard to its end. What nobody wants to hear now stays for the next greeting, and on the page. Who has said
when they want to hear of it is told then, or when they ask.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from functools import partial

from briefing.speech.sentences import about_the_team as words
from session.announcements.announcement import Announcement, AnnouncementOutcome, Moment, Precedence
from session.announcements.queue import AGAIN_AFTER_S, MOST_TRIES
from session.call import Call
from session.dialogue import Offer
from session.passages import Passage
from session.skills.in_time import flows
from session.skills.inbox_changes import is_polite, presented_mail
from session.skills.team.results import again, in_short, is_due, offer, was_told
from session.skills.team.team_desk import TeamDesk, UntoldItem
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

LOOKS_EVERY_S = 2.0
"""While something that was handed over in this call is under way."""
LOOKS_NOW_AND_THEN_S = 20.0
AWAY_FOR_S = 30.0


class TeamNewsTeller:
    """Follows what the team has for the user of one call. A background task of the call runs `follow`."""

    def __init__(self, call: Call, desk: TeamDesk) -> None:
        self._call = call
        self._desk = desk
        self._put: set[str] = set()
        self._tried: Counter[str] = Counter()
        self._begun = False

    def fell_silent(self) -> None:
        """The agent listens. Nothing is told before the first mail is, or there was none to tell."""
        self._begun = self._begun or self._call.tracker.current() is None

    async def follow(self) -> None:
        while True:
            self._desk.stirred.clear()
            pause_s = await self._look()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await self._desk.stirred.wait()

    async def _look(self) -> float:
        try:
            await self._desk.look()
        except DatabaseUnavailableError:
            logger.warning("the team is away")
            return AWAY_FOR_S
        except Exception as error:  # must outlive any failure: nothing else in this call tells of results
            logger.error("looking for news of the team failed", extra={"error": type(error).__name__})  # noqa: TRY400 - it may quote mail
            return AWAY_FOR_S
        for news in self._desk.unread:
            if news.item.item_id not in self._put and is_due(self._call, news):
                self._put.add(news.item.item_id)
                self._call.announcements.put(self._announcement(news))
        return LOOKS_EVERY_S if self._desk.handed else LOOKS_NOW_AND_THEN_S

    def _announcement(self, news: UntoldItem) -> Announcement:
        def ended(outcome: AnnouncementOutcome) -> Announcement | None:
            match outcome:
                case AnnouncementOutcome.HEARD:
                    return self._told(news)
                case AnnouncementOutcome.INTERRUPTED:
                    self._tried[news.item.item_id] += 1
                    if self._tried[news.item.item_id] < MOST_TRIES:
                        self._call.announcements.put(announcement, after_s=AGAIN_AFTER_S)
                case AnnouncementOutcome.EXPIRED:
                    self._put.discard(news.item.item_id)
            return None

        announcement = Announcement(
            says=partial(in_short, news),
            precedence=Precedence.TEAM,
            still=partial(self._is_untold, news),
            ready=self._is_polite,
            ended=ended,
        )
        return announcement

    def _is_untold(self, news: UntoldItem) -> bool:
        return any(each.item.item_id == news.item.item_id for each in self._desk.unread)

    def _is_polite(self, moment: Moment) -> bool:
        self._begun = self._begun or presented_mail(self._call) is not None
        return self._begun and is_polite(self._call, settled=moment.settled)

    def _told(self, news: UntoldItem) -> Announcement | None:
        """It was heard. Whether to read all of it is asked unless the user has gone on to something else, or wants no questions."""
        was_told(self._call, self._desk, news)
        if not news.has_more or self._call.announcements.users_turn or self._call.turn.lock.locked() or flows(self._call):
            return None
        self._call.dialogue.say(Passage(in_short(news)), Passage(words.IN_FULL), again=partial(again, self._call, news))
        offer(self._call, news)
        return Announcement(says=lambda: words.IN_FULL, precedence=Precedence.TEAM, still=self._still_offered)

    def _still_offered(self) -> bool:
        return self._call.dialogue.offer is Offer.HEAR_RESULT and not self._call.announcements.users_turn
