"""The ledger in Redis: one small hash per user and day, `mail id -> 5 characters`, and one hash about the user.

There is a hash per day because Redis before 7.4 expires only whole keys. A day's hash expires an hour after its newest mark; until then
expired marks are filtered out when they are read. Short values and at most a few hundred fields keep the hash in Redis' compact encoding
(`hash-max-listpack-entries`, 512 in version 7).

A value is one letter for the status, one for the action (`-` for none) and the minute of the day as three hexadecimal digits:
`aa23f` is "actioned, archived, 09:35". The day is part of the key and counts from the epoch, in UTC.
"""

from collections.abc import Awaitable, Sequence
from datetime import datetime
from typing import cast

from briefing.mail import MailId, MailStatus, Mark
from briefing.mail_action import ON_MAILS, MailAction
from inbox.ledger.briefed_emails import LedgerUnavailableError, Recall
from inbox.ledger.remembered import (
    REMEMBERED_FOR_MINUTES,
    last_briefed_minute,
    last_forgotten_minute,
    newest_of_each,
    remembered,
)
from inbox.redis_client import RedisStore, user_key
from storage.epoch import minute_of, moment_of_minute

_DAY = 24 * 60
_CLOCKS_DIFFER_BY_MINUTES = 60
_KEEP_DAY_FOR_S = (REMEMBERED_FOR_MINUTES + _CLOCKS_DIFFER_BY_MINUTES) * 60
_FEW_CANDIDATES = 500
"""Up to this number of mails, asking for each of them in every day's hash is cheaper than a second round trip."""

_STATUS = {MailStatus.PENDING: "p", MailStatus.BRIEFED: "b", MailStatus.ACTIONED: "a", MailStatus.SKIPPED: "s", MailStatus.NO_NEWS: "n"}
_ACTION: dict[MailAction | None, str] = {None: "-", **{action: its.code for action, its in ON_MAILS.items()}}
_STATUS_OF = {letter: status for status, letter in _STATUS.items()}
_ACTION_OF = {letter: action for action, letter in _ACTION.items()}

# A script, so that an older mark delivered late cannot replace a newer one of the same day, and so that a batch is stored whole or not
# at all. The minute has a fixed width, so comparing it as text compares it as a number. KEYS[1] is the hash about the user, the others
# are the days in ascending order.
_MARK_SCRIPT = """
local about, last, keep = KEYS[1], ARGV[1], ARGV[2]
local first_day, last_day = ARGV[3], ARGV[4]
for i = 5, #ARGV, 3 do
  local key, mail, value = KEYS[tonumber(ARGV[i])], ARGV[i + 1], ARGV[i + 2]
  local known = redis.call('HGET', key, mail)
  if not known or string.sub(known, 3) <= string.sub(value, 3) then
    redis.call('HSET', key, mail, value)
  end
end
for i = 2, #KEYS do
  redis.call('EXPIRE', KEYS[i], keep)
end
local had = redis.call('HMGET', about, 'last', 'first_day', 'last_day')
if last ~= '' and tonumber(last) > tonumber(had[1] or '-1') then
  redis.call('HSET', about, 'last', last)
end
if not had[2] or tonumber(first_day) < tonumber(had[2]) then
  redis.call('HSET', about, 'first_day', first_day)
end
if not had[3] or tonumber(last_day) > tonumber(had[3]) then
  redis.call('HSET', about, 'last_day', last_day)
end
"""


class RedisLedger(RedisStore):
    """`BriefedEmailStore` in Redis."""

    unavailable = LedgerUnavailableError

    async def recall(self, user_id: str, candidates: Sequence[MailId], *, now: datetime) -> Recall:
        """As promised by `BriefedEmailStore`: in one round trip up to 500 candidates, else in two.

        For a long list the sizes of the days are read first: a day with at most as many mails as the list is then read whole.
        """
        days = _days(now) if candidates else range(0)
        async with self._available():
            whole = await self._days_of_at_most(len(candidates), user_id, days) if len(candidates) > _FEW_CANDIDATES else set()
            pipeline = self._client.pipeline(transaction=False)
            pipeline.hget(_about_key(user_id), "last")
            for day in days:
                if day in whole:
                    pipeline.hgetall(_day_key(user_id, day))
                else:
                    pipeline.hmget(_day_key(user_id, day), list(candidates))
            last, *answers = await pipeline.execute()
        asked = set(candidates)
        found = [
            _mark(mail, value, day)
            for day, answer in zip(days, answers, strict=True)
            for mail, value in (answer.items() if day in whole else zip(candidates, answer, strict=True))
            if value is not None and mail in asked
        ]
        return Recall(marks=remembered(found, now=now), last_briefed_at=None if last is None else moment_of_minute(int(last)))

    async def mark(self, user_id: str, marks: Sequence[Mark]) -> None:
        if not marks:
            return
        newest = newest_of_each(marks).values()
        days = sorted({minute_of(mark.at) // _DAY for mark in newest})
        place = {day: number for number, day in enumerate(days, start=2)}
        last = last_briefed_minute(marks)
        keys = [_about_key(user_id), *(_day_key(user_id, day) for day in days)]
        arguments: list[str | int] = ["" if last is None else last, _KEEP_DAY_FOR_S, days[0], days[-1]]
        for mark in newest:
            arguments += [place[minute_of(mark.at) // _DAY], mark.mail_id, _value(mark)]
        async with self._available():
            await cast("Awaitable[object]", self._client.eval(_MARK_SCRIPT, len(keys), *keys, *arguments))

    async def records(self, user_id: str, *, now: datetime) -> dict[MailId, Mark]:
        async with self._available():
            return remembered(await self._marks_of_days(user_id, _days(now)), now=now)

    async def forget(self, user_id: str) -> int:
        """As promised by `BriefedEmailStore`; withdrawn mails are deleted but not counted."""
        async with self._available():
            about = _about_key(user_id)
            first, last = await cast("Awaitable[list[str | None]]", self._client.hmget(about, ["first_day", "last_day"]))
            days = range(0) if first is None or last is None else range(int(first), int(last) + 1)
            newest = newest_of_each(await self._marks_of_days(user_id, days))
            await self._client.unlink(about, *(_day_key(user_id, day) for day in days))
        return sum(mark.status is not MailStatus.PENDING for mark in newest.values())

    async def _days_of_at_most(self, mails: int, user_id: str, days: range) -> set[int]:
        pipeline = self._client.pipeline(transaction=False)
        for day in days:
            pipeline.hlen(_day_key(user_id, day))
        sizes = await pipeline.execute()
        return {day for day, size in zip(days, sizes, strict=True) if size <= mails}

    async def _marks_of_days(self, user_id: str, days: range) -> list[Mark]:
        pipeline = self._client.pipeline(transaction=False)
        for day in days:
            pipeline.hgetall(_day_key(user_id, day))
        answers = await pipeline.execute()
        return [_mark(mail, value, day) for day, marks in zip(days, answers, strict=True) for mail, value in marks.items()]


def _days(now: datetime) -> range:
    # One hour past midnight too: another worker's clock may be ahead of ours.
    return range((last_forgotten_minute(now) + 1) // _DAY, (minute_of(now) + _CLOCKS_DIFFER_BY_MINUTES) // _DAY + 1)


def _about_key(user_id: str) -> str:
    return user_key(user_id, "about")


def _day_key(user_id: str, day: int) -> str:
    return user_key(user_id, day)


def _value(mark: Mark) -> str:
    return f"{_STATUS[mark.status]}{_ACTION[mark.action]}{minute_of(mark.at) % _DAY:03x}"


def _mark(mail: str, value: str, day: int) -> Mark:
    return Mark(
        mail_id=MailId(mail),
        status=_STATUS_OF[value[0]],
        action=_ACTION_OF[value[1]],
        at=moment_of_minute(day * _DAY + int(value[2:], 16)),
    )
